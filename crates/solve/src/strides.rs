//! Which margin is asked about next.

/// From a first one in growing strides, until an answer differs; then by halving.
#[derive(Clone, Copy)]
pub(crate) struct Strides {
    /// How far from the last question the next one is, while all answers have been the same; then 0.
    stride: i32,
    last: Option<bool>,
}

impl Strides {
    pub(crate) fn new() -> Strides {
        Strides { stride: 1, last: None }
    }

    /// The place of the next question, 1 to `steps`, where 0 to `steps` are open and that is more than 0; `first` if nothing was
    /// answered yet.
    pub(crate) fn place(&self, steps: i32, first: i32) -> i32 {
        let place = match self.last {
            _ if self.stride == 0 => steps / 2 + steps % 2,
            Some(true) => self.stride,
            Some(false) => steps - self.stride + 1,
            None => first,
        };
        place.clamp(1, steps)
    }

    /// The answer.
    pub(crate) fn learn(&mut self, yes: bool) {
        match self.last.replace(yes) {
            Some(before) if before != yes => self.stride = 0,
            Some(_) => self.stride *= 2,
            None => {}
        }
    }
}
