//! Proof numbers of the states of a reading.

/// A proof number that stands for no proof.
pub(super) const NEVER: u32 = 1 << 28;

/// How much nearer a proof seems where a play won with the same around it.
const LIKELY: u32 = 4;

/// What is known of a state.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) proof: u32,
    pub(super) disproof: u32,
    /// The points that the owner's win or loss rests on; none while there is neither.
    pub(super) points: u64,
    /// The groups that live by a win.
    pub(super) lives: u32,
}

impl Entry {
    pub(super) const fn lost(points: u64) -> Entry {
        Entry { proof: NEVER, disproof: 0, points, lives: 0 }
    }

    pub(super) const fn won(points: u64, lives: u32) -> Entry {
        Entry { proof: 0, disproof: NEVER, points, lives }
    }

    /// Nothing is decided.
    pub(super) const fn open(proof: u32, disproof: u32) -> Entry {
        Entry { proof, disproof, points: 0, lives: 0 }
    }

    pub(super) fn decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// The same where there is a play that won with the same around it.
    pub(super) fn likely(self) -> Entry {
        if self.decided() { self } else { Entry { proof: (self.proof / LIKELY).max(1), ..self } }
    }
}

/// How far a search goes on below a state.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

/// The two least of some numbers.
pub(super) struct Least {
    pub(super) first: u32,
    second: u32,
    /// Where the first is.
    pub(super) at: usize,
}

impl Least {
    pub(super) fn of(numbers: impl Iterator<Item = u32>) -> Least {
        let mut least = Least { first: NEVER, second: NEVER, at: 0 };
        for (at, number) in numbers.enumerate() {
            if number < least.first {
                least = Least { first: number, second: least.first, at };
            } else if number < least.second {
                least.second = number;
            }
        }
        least
    }

    /// How far the first may grow before the others are looked at.
    pub(super) fn next(&self) -> u32 {
        self.second.saturating_add(1).min(NEVER)
    }
}

/// Of the numbers of what has to be shown together: the largest, and one for each of the others, since the same
/// states often come up in several.
pub(super) fn sum(numbers: impl Iterator<Item = u32>) -> u32 {
    let (most, count) =
        numbers.fold((0, 0), |(most, count): (u32, u32), number| (most.max(number), count + 1));
    (most + count.saturating_sub(1)).min(NEVER)
}

/// A number that counts dearer than it is.
pub(super) fn dearer(number: u32, price: f32) -> u32 {
    match number {
        0 | NEVER.. => number,
        _ => ((number as f32 * price) as u32).clamp(1, NEVER - 1),
    }
}

/// How large a number may get before it is dearer than a bound; it may always grow.
pub(super) fn affordable(bound: u32, price: f32, number: u32) -> u32 {
    if bound >= NEVER { bound } else { ((bound as f32 / price).ceil() as u32).max(number + 1) }
}
