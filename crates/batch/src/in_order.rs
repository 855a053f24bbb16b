//! Rules on several threads, and gives the rows in the order of the inputs.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;
use std::time::Duration;

use crate::judge::Judge;
use crate::piece::Piece;
use crate::pieces::Pieces;
use crate::row::Row;

/// Pieces that are read ahead together: at most so many...
const PIECES: usize = 16;
/// ...and no more once they have so many bytes.
const BYTES: usize = 256 << 10;
/// Lots that may be on their way at the same time, for each thread. A record that takes long holds
/// up all that come after it; the others go on until so many wait for it.
const AHEAD: usize = 32;

/// The most threads.
const THREADS: usize = 256;

/// A piece on its way.
struct Task {
    number: u64,
    piece: Piece,
    /// Bytes of the inputs that were read when it was given.
    read: u64,
    /// Whether it is the last of those that were read together.
    last: bool,
}

/// What came of a piece.
#[derive(Clone, PartialEq, Debug)]
pub struct Ruled {
    number: u64,
    last: bool,
    /// Its rows.
    pub rows: Vec<Row>,
    /// Bytes of the inputs up to where it ends, about.
    pub read: u64,
}

/// What was read ahead: pieces are handed out one after the other, so that no thread is far behind the others.
struct Waiting {
    lots: Receiver<Vec<Task>>,
    lot: std::vec::IntoIter<Task>,
}

impl Waiting {
    /// The next piece; none once all were handed out.
    fn next(&mut self) -> Option<Task> {
        loop {
            if let Some(task) = self.lot.next() {
                return Some(task);
            }
            self.lot = self.lots.recv().ok()?.into_iter();
        }
    }
}

/// Rules on all pieces but the first `skip`, on so many threads (at most 256, and no more than the system gives), and
/// gives what came of them in the order of the inputs. When `stop` is set it ends soon: what was ruled on before that is
/// still given, as far as nothing before it is missing.
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
    let (lots, waiting) = sync_channel(ahead);
    let (ruled, rulings) = channel::<Ruled>();
    let waiting = Mutex::new(Waiting { lots: waiting, lot: Vec::new().into_iter() });
    std::thread::scope(|scope| {
        scope.spawn(|| read_lots(pieces, skip, lots, tickets, stop));
        for thread in 0..threads {
            let (ruled, waiting) = (ruled.clone(), &waiting);
            let work = move || {
                loop {
                    let task = waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some(Task { number, piece, read, last }) = task else { return };
                    let rows = judge.rows(&piece, stop);
                    // Rows that were ruled on while the stop came may be wrong: nobody takes them.
                    if stop.load(Ordering::Relaxed)
                        || ruled.send(Ruled { number, last, rows, read }).is_err()
                    {
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
            if ruling.last {
                let _ = give_back.try_send(());
            }
            take(ruling)?;
        }
    }
    Ok(())
}

fn read_lots(
    pieces: &Pieces<'_>,
    skip: u64,
    lots: SyncSender<Vec<Task>>,
    tickets: Receiver<()>,
    stop: &AtomicBool,
) {
    let (mut lot, mut number, mut bytes) = (Vec::new(), 0, 0);
    let send = |lot: &mut Vec<Task>| -> ControlFlow<()> {
        // All tickets may wait behind one record, which gives none back when it is stopped.
        while let Err(why) = tickets.recv_timeout(Duration::from_millis(50)) {
            if why == RecvTimeoutError::Disconnected || stop.load(Ordering::Relaxed) {
                return ControlFlow::Break(());
            }
        }
        if let Some(task) = lot.last_mut() {
            task.last = true;
        }
        match lots.send(std::mem::take(lot)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    };
    let flow = pieces.each(skip, &mut |piece| {
        if stop.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        bytes += piece.content.as_ref().map_or(0, Vec::len);
        lot.push(Task { number, piece, read: pieces.read.load(Ordering::Relaxed), last: false });
        number += 1;
        if lot.len() < PIECES && bytes < BYTES {
            return ControlFlow::Continue(());
        }
        bytes = 0;
        send(&mut lot)
    });
    if flow.is_continue() && !lot.is_empty() {
        let _ = send(&mut lot);
    }
}
