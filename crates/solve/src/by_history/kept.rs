//! The proofs of a search that are kept for others.
//!
//! A proof says what it rests on, so it serves any search on the same board under the same rules, whatever has come up.

use super::exit::Exit;
use super::place::Key;
use super::question::Wanted;
use super::rests::Rests;
use super::search::Search;
use crate::compact::{Field, Mask};
use crate::loopy::LoopyRules;
use crate::proofs::{Bytes, Entries, Proofs};
use crate::superko::LEAST_WORK;
use crate::table::{Proved, Table};
use crate::value::Limit;

impl<M: Mask> Search<'_, M> {
    /// Puts proofs into the tables.
    ///
    /// # Errors
    /// If one cannot be of this board and ruleset.
    pub(super) fn learn(&mut self, proofs: &Proofs) -> Result<(), Limit> {
        let (field, rules) = (self.field, self.rules);
        for (table, entries) in
            [&mut self.table, &mut self.ends].into_iter().zip(&proofs.by_history)
        {
            entries.each(|bytes| {
                table.prove(read(bytes, field, rules)?);
                Some(())
            })?;
        }
        match &mut self.exit {
            Exit::Count(_) => Ok(()),
            Exit::Superko(later) => later.search.learn(&proofs.superko),
        }
    }

    /// Leaves the proofs of the tables that took some work in the place of those that were kept.
    pub(super) fn keep(&self, proofs: &mut Proofs) {
        for (table, entries) in [&self.table, &self.ends].into_iter().zip(&mut proofs.by_history) {
            entries.clear();
            keep(table, entries);
        }
        if let Exit::Superko(later) = &self.exit {
            proofs.superko.clear();
            later.search.keep(&mut proofs.superko);
        }
    }
}

fn keep<M: Mask>(table: &Table<Key<M>, Wanted, Rests<M>>, entries: &mut Entries) {
    let worth =
        |proved: &&Proved<_, _, Rests<M>>| proved.work >= LEAST_WORK && proved.proof.may_be_kept();
    for proved in table.all().filter(worth) {
        entries.add(|out| {
            proved.key.write(out);
            let Wanted { bound, draws } = proved.asked;
            out.extend([u8::from(draws), proved.winner]);
            out.extend(bound.to_le_bytes());
            out.extend(proved.work.to_le_bytes());
            proved.proof.write(out);
        });
    }
}

fn read<M: Mask>(
    bytes: &mut Bytes<'_>,
    field: &Field<M>,
    rules: &LoopyRules,
) -> Option<Proved<Key<M>, Wanted, Rests<M>>> {
    let stages = rules.stages.len();
    let key = Key::read(bytes, field, stages)?;
    let (draws, winner) = (bytes.flag()?, u8::from(bytes.flag()?));
    let asked = Wanted { bound: bytes.short()?, draws };
    let work = u32::from_le_bytes(*bytes.chunk()?);
    let proof = Rests::read(bytes, field, stages)?;
    Some(Proved { key, asked, winner, work, proof })
}
