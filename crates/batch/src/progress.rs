//! How far a job is.

/// What has been done so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    /// Records ruled on by this process.
    pub records: u64,
    /// Records among them that could not be read or ruled on.
    pub broken: u64,
    /// Records that an earlier process had done.
    pub earlier: u64,
    /// Bytes of the inputs up to the last record that is ruled on, about.
    pub read: u64,
    /// Bytes of all inputs.
    pub size: u64,
    /// Whether the parts are being put together.
    pub merging: bool,
}

/// Hears how far a job is, several times a second.
pub trait Progress {
    /// So much is done.
    fn tell(&self, counters: &Counters);
}

impl Progress for () {
    fn tell(&self, _: &Counters) {}
}
