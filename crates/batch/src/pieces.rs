//! Reads the inputs piece by piece, one after the other.

use std::fs::File;
use std::io::{self, BufReader, Cursor, Read};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::bounds::{Bounds, Counted, Expanding};
use crate::collection::Cutter;
use crate::input::{Input, Inputs, Kind, Packing};
use crate::piece::Piece;
use crate::{bundle, table};

/// A file of SGF that is larger is cut into its games, and not read as a whole.
const WHOLE: u64 = 4 << 20;

/// The inputs, to be read piece by piece. At no time is more in memory than a piece and what a decompressor
/// or a table's row group needs.
#[derive(Clone, Debug)]
pub struct Pieces<'a> {
    /// What is read.
    pub inputs: &'a Inputs,
    /// How much at most.
    pub bounds: Bounds,
    /// The column of tables that holds the records, if it is none of the usual ones.
    pub column: Option<&'a str>,
    /// Counts the bytes of the inputs that were read or passed over.
    pub read: Arc<AtomicU64>,
}

/// Hears of pieces.
pub(crate) struct Giver<'a> {
    take: &'a mut dyn FnMut(Piece) -> ControlFlow<()>,
    source: Arc<str>,
    number: u64,
    skip: u64,
}

impl Giver<'_> {
    /// Whether the next piece will be passed over.
    pub(crate) fn skips(&self) -> bool {
        self.number < self.skip
    }

    /// Gives a piece. What is passed over is not read.
    pub(crate) fn give(
        &mut self,
        member: impl FnOnce() -> Option<String>,
        first_game: u32,
        content: impl FnOnce() -> Result<Vec<u8>, String>,
    ) -> ControlFlow<()> {
        let number = self.number;
        self.number += 1;
        if number < self.skip {
            return ControlFlow::Continue(());
        }
        let source = Arc::clone(&self.source);
        (self.take)(Piece { number, source, member: member(), first_game, content: content() })
    }

    /// Gives the reason why the rest of an input cannot be read.
    pub(crate) fn fault(&mut self, why: impl ToString) -> ControlFlow<()> {
        self.give(|| None, 1, || Err(why.to_string()))
    }
}

impl Pieces<'_> {
    /// Gives every piece but the first so many, until told to stop.
    pub fn each(
        &self,
        skip: u64,
        take: &mut dyn FnMut(Piece) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut giver = Giver { take, source: "".into(), number: 0, skip };
        let mut before = self.read.load(Ordering::Relaxed);
        for input in &self.inputs.files {
            giver.source = Arc::clone(&input.name);
            match self.input(input, &mut giver) {
                Ok(flow) => flow?,
                Err(fault) => giver.fault(fault)?,
            }
            before += input.size;
            self.read.store(before, Ordering::Relaxed);
        }
        ControlFlow::Continue(())
    }

    fn input(&self, input: &Input, giver: &mut Giver<'_>) -> io::Result<ControlFlow<()>> {
        let (packing, _) = Packing::of(&input.name);
        let one = input.kind == Kind::Record && packing == Packing::Plain && input.size <= WHOLE;
        if one && giver.skips() {
            return Ok(giver.give(|| None, 1, || Ok(Vec::new())));
        }
        if input.kind == Kind::Zip {
            return bundle::zip(&input.path, input.size, self, giver);
        }
        if input.kind == Kind::Parquet {
            return Ok(table::parquet(&input.path, self, giver));
        }
        let file = Counted::new(File::open(&input.path)?, Arc::clone(&self.read));
        let source = unpacked(file, packing, input.size, self.bounds)?;
        Ok(match input.kind {
            Kind::Tar => bundle::tar(source, self.bounds, giver),
            Kind::Lines => table::lines(source, self, giver),
            Kind::Record | Kind::Zip | Kind::Parquet => self.records(source, giver)?,
        })
    }

    /// A record, or a collection: as a whole if it is not too large.
    fn records(&self, mut source: impl Read, giver: &mut Giver<'_>) -> io::Result<ControlFlow<()>> {
        let mut start = Vec::new();
        source.by_ref().take(WHOLE.min(self.bounds.record) + 1).read_to_end(&mut start)?;
        if start.len() as u64 <= WHOLE.min(self.bounds.record) {
            return Ok(giver.give(|| None, 1, || Ok(start)));
        }
        let is_sgf = start.windows(2).take(4096).any(|two| two == b"(;")
            || start.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'(');
        let rest = Cursor::new(start).chain(source);
        if !is_sgf {
            let content = self.bounds.read_record(rest)?;
            return Ok(giver.give(|| None, 1, || Ok(content)));
        }
        let mut number = 0;
        for game in Cutter::new(BufReader::new(rest), self.bounds) {
            let game = game?;
            number += 1;
            if giver.give(|| None, number, || game).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// What is in a file once it is unpacked, within the bounds.
pub(crate) fn unpacked<'r>(
    source: impl Read + 'r,
    packing: Packing,
    size: u64,
    bounds: Bounds,
) -> io::Result<Box<dyn Read + 'r>> {
    Ok(match packing {
        Packing::Plain => Box::new(source),
        Packing::Gzip => {
            let source = flate2::read::MultiGzDecoder::new(source);
            Box::new(Expanding::new(source, size, bounds))
        }
        Packing::Zstandard => {
            let mut source = zstd::Decoder::new(source)?;
            // Frames that ask for more memory are refused.
            source.window_log_max(27)?;
            Box::new(Expanding::new(source, size, bounds))
        }
    })
}
