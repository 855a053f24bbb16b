//! Rules on several threads, and gives the rows in the order of the inputs.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;

use crate::judge::Judge;
use crate::piece::Piece;
use crate::pieces::Pieces;
use crate::row::Row;

/// Pieces that go to a thread together: at most so many...
const PIECES: usize = 16;
/// ...and no more once they have so many bytes.
const BYTES: usize = 256 << 10;
/// Lots that may be on their way at the same time, for each thread. A record that takes long holds
/// up all that come after it; the others go on until so many wait for it.
const AHEAD: usize = 32;

/// The most threads.
const THREADS: usize = 256;

/// Pieces that go to a thread together.
struct Lot {
    number: u64,
    pieces: Vec<Piece>,
    /// Bytes of the inputs that were read when it was full.
    read: u64,
}

/// What came of some pieces that follow each other.
#[derive(Clone, PartialEq, Debug)]
pub struct Ruled {
    number: u64,
    /// How many pieces.
    pub pieces: u64,
    /// Their rows.
    pub rows: Vec<Row>,
    /// Bytes of the inputs up to where these pieces end, about.
    pub read: u64,
}

/// Rules on all pieces but the first `skip`, on so many threads (at most 256, and no more than the system gives), and
/// gives what came of them in the order of the inputs. When `stop` is set it ends soon, and what was not given is lost.
///
/// # Errors
/// The first error of `take`, which also sets `stop`.
pub fn in_order<E>(
    pieces: &Pieces<'_>,
    skip: u64,
    judge: &Judge,
    threads: NonZeroUsize,
    stop: &Arc<AtomicBool>,
    take: &mut dyn FnMut(Ruled) -> Result<(), E>,
) -> Result<(), E> {
    let threads = threads.get().min(THREADS);
    let ahead = AHEAD * threads;
    // Whoever reads takes a ticket for each lot, and gets it back when its rows are with the writer.
    let (give_back, tickets) = sync_channel(ahead);
    for _ in 0..ahead {
        let _ = give_back.send(());
    }
    let (lots, waiting) = sync_channel::<Lot>(ahead);
    let (ruled, rulings) = channel::<Ruled>();
    let waiting = Mutex::new(waiting);
    std::thread::scope(|scope| {
        scope.spawn(|| read_lots(pieces, skip, lots, tickets, stop));
        for thread in 0..threads {
            let (ruled, waiting) = (ruled.clone(), &waiting);
            let work = move || {
                loop {
                    let lot = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok(Lot { number, pieces, read }) = lot else { return };
                    let rows = pieces.iter().flat_map(|piece| judge.rows(piece, stop)).collect();
                    let ruling = Ruled { number, pieces: pieces.len() as u64, rows, read };
                    // Rows that were ruled on while the stop came may be wrong: nobody takes them.
                    if stop.load(Ordering::Relaxed) || ruled.send(ruling).is_err() {
                        return;
                    }
                }
            };
            // Fewer threads than were asked for do as well.
            if thread == 0 {
                scope.spawn(work);
            } else if Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        drop(ruled);
        let given = give(rulings, give_back, take);
        if given.is_err() {
            // Nobody is left to take anything: let the others end.
            stop.store(true, Ordering::Relaxed);
        }
        given
    })
}

fn give<E>(
    rulings: Receiver<Ruled>,
    give_back: SyncSender<()>,
    take: &mut dyn FnMut(Ruled) -> Result<(), E>,
) -> Result<(), E> {
    let mut early: BTreeMap<u64, Ruled> = BTreeMap::new();
    let mut next = 0;
    for ruling in rulings {
        early.insert(ruling.number, ruling);
        while let Some(ruling) = early.remove(&next) {
            next += 1;
            let _ = give_back.try_send(());
            take(ruling)?;
        }
    }
    Ok(())
}

fn read_lots(
    pieces: &Pieces<'_>,
    skip: u64,
    lots: SyncSender<Lot>,
    tickets: Receiver<()>,
    stop: &AtomicBool,
) {
    let mut lot = Lot { number: 0, pieces: Vec::new(), read: 0 };
    let mut bytes = 0;
    let send = |lot: &mut Lot| -> ControlFlow<()> {
        if tickets.recv().is_err() {
            return ControlFlow::Break(());
        }
        lot.read = pieces.read.load(Ordering::Relaxed);
        let next = Lot { number: lot.number + 1, pieces: Vec::new(), read: 0 };
        match lots.send(std::mem::replace(lot, next)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    };
    let flow = pieces.each(skip, &mut |piece| {
        if stop.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        bytes += piece.content.as_ref().map_or(0, Vec::len);
        lot.pieces.push(piece);
        if lot.pieces.len() < PIECES && bytes < BYTES {
            return ControlFlow::Continue(());
        }
        bytes = 0;
        send(&mut lot)
    });
    if flow.is_continue() && !lot.pieces.is_empty() {
        let _ = send(&mut lot);
    }
}
