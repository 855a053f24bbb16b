//! How much is read of what others have written.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// What is read at most, so that no input can use up the memory or the time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Bytes of one record, or of a file of records that is read as a whole.
    pub record: u64,
    /// How many times its own size a compressed input may expand to...
    pub expansion: u64,
    /// ...once it has expanded to so many bytes.
    pub free: u64,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds { record: Bounds::RECORD_MIB << 20, expansion: 200, free: 64 << 20 }
    }
}

impl Bounds {
    /// MiB that one record may have if nothing else is asked.
    pub const RECORD_MIB: u64 = 16;

    /// Reads all there is, or refuses what is larger than a record may be.
    pub(crate) fn read_record(&self, source: impl Read) -> io::Result<Vec<u8>> {
        let mut content = Vec::new();
        source.take(self.record + 1).read_to_end(&mut content)?;
        if content.len() as u64 > self.record {
            return Err(io::Error::other(self.too_large()));
        }
        Ok(content)
    }

    pub(crate) fn too_large(&self) -> String {
        format!("expected a record of at most {} bytes, found more", self.record)
    }

    /// Whether so many bytes may come out of so many.
    pub(crate) fn allow(&self, produced: u64, size: u64) -> io::Result<()> {
        if produced > self.free && produced / self.expansion.max(1) > size {
            let most = self.expansion;
            let why = format!("expected an archive that expands at most {most} times, found more");
            return Err(io::Error::other(why));
        }
        Ok(())
    }
}

/// Counts the bytes of an input as they are read.
pub(crate) struct Counted<R> {
    source: R,
    read: Arc<AtomicU64>,
}

impl<R> Counted<R> {
    pub(crate) fn new(source: R, read: Arc<AtomicU64>) -> Counted<R> {
        Counted { source, read }
    }
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(buffer)?;
        self.read.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

/// What a decompressor gives, within the bounds.
pub(crate) struct Expanding<R> {
    source: R,
    produced: u64,
    /// The compressed size.
    size: u64,
    bounds: Bounds,
}

impl<R> Expanding<R> {
    pub(crate) fn new(source: R, size: u64, bounds: Bounds) -> Expanding<R> {
        Expanding { source, produced: 0, size, bounds }
    }
}

impl<R: Read> Read for Expanding<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(buffer)?;
        self.produced += read as u64;
        self.bounds.allow(self.produced, self.size)?;
        Ok(read)
    }
}
