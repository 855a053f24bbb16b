//! The proofs of a search that are kept for others.
//!
//! A proof says what it rests on, so it serves any search on the same board under the same rules, whatever has been played.

use super::key::Key;
use super::proof::Proof;
use super::rules::{Mode, SuperkoRules};
use crate::compact::{Field, Mask};
use crate::proofs::{Bytes, Entries, stones};
use crate::table::Proved;
use crate::value::Limit;

/// Proofs that took less are found again sooner than read.
pub(crate) const LEAST_WORK: u32 = 32;

/// Adds a proof.
pub(super) fn keep<M: Mask>(entries: &mut Entries, entry: &Proved<Key<M>, i16, Proof<M>>) {
    entries.add(|out| {
        stones(out, entry.key.stones);
        let Mode { stage, passes, button } = entry.key.mode;
        out.extend([entry.key.to_move, stage, passes, u8::from(button), entry.winner]);
        out.extend(entry.asked.to_le_bytes());
        out.extend(entry.work.to_le_bytes());
        entry.proof.write(out);
    });
}

/// All proofs.
///
/// # Errors
/// If one cannot be of this board and ruleset.
pub(super) fn each<M: Mask>(
    entries: &Entries,
    field: &Field<M>,
    rules: &SuperkoRules,
    mut tell: impl FnMut(Proved<Key<M>, i16, Proof<M>>),
) -> Result<(), Limit> {
    entries.each(|bytes| {
        tell(read(bytes, field, rules)?);
        Some(())
    })
}

fn read<M: Mask>(
    bytes: &mut Bytes<'_>,
    field: &Field<M>,
    rules: &SuperkoRules,
) -> Option<Proved<Key<M>, i16, Proof<M>>> {
    let stones = bytes.stones_on(field.all)?;
    let &[to_move, stage, passes, button, winner] = bytes.chunk::<5>()?;
    let asked = bytes.short()?;
    let work = u32::from_le_bytes(*bytes.chunk()?);
    let proof = Proof::read(bytes)?;
    let mode = Mode { stage, passes, button: button == 1 };
    let fits = usize::from(stage) < rules.stages.len() && to_move < 2 && winner < 2;
    fits.then(|| Proved { key: Key::new(stones, to_move, mode), asked, winner, work, proof })
}
