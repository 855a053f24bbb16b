//! Credits that are kept for other searches.
//!
//! What a pass node needs hangs on the ground, the margin and how far credits go, and on nothing that stood before. A certificate is
//! checked whatever credits it was found with, so they decide nothing: they are where the search goes on from.

use std::collections::BTreeMap;

use shinpan_rules::Score;

use super::segment::PassNode;
use crate::proofs::{Bytes, Entries, score, stones};
use crate::value::Limit;

/// What a node needs at least, as far as was found.
pub(super) type Need = (PassNode, i32);

/// What is looked for on a ground: the ground's name, a margin, whether a cycle without a scoring position is good enough, how often the cap is
/// doubled.
pub(super) type Sought = (Vec<u8>, Score, bool, u32);

/// All that is kept.
#[derive(Default)]
pub(super) struct Kept(BTreeMap<Sought, Vec<Need>>);

impl Kept {
    /// Reads what was kept.
    ///
    /// # Errors
    /// That it is no such thing.
    pub(super) fn of(entries: &Entries) -> Result<Kept, Limit> {
        let mut kept = Kept::default();
        entries.each(|bytes| {
            let ground = bytes.counted()?.to_vec();
            let margin = bytes.score()?;
            let (none, &[doubled]) = (bytes.flag()?, bytes.chunk()?);
            let count = bytes.number(8)?;
            let needs: Option<Vec<Need>> = (0..count).map(|_| read(bytes)).collect();
            kept.0.insert((ground, margin, none, doubled.into()), needs?);
            Some(())
        })?;
        Ok(kept)
    }

    /// Leaves it for others.
    pub(super) fn leave(&self, entries: &mut Entries) {
        entries.clear();
        for ((ground, margin, none, doubled), needs) in &self.0 {
            entries.add(|out| {
                out.extend((ground.len() as u64).to_le_bytes());
                out.extend(ground);
                score(out, *margin);
                out.extend([u8::from(*none), *doubled as u8]);
                out.extend((needs.len() as u64).to_le_bytes());
                for (node, credit) in needs {
                    stones(out, node.stones);
                    out.extend([node.passer as u8, node.fills]);
                    out.extend(credit.to_le_bytes());
                }
            });
        }
    }

    /// What is known to be needed.
    pub(super) fn needs(&self, sought: &Sought) -> &[Need] {
        self.0.get(sought).map_or(&[], Vec::as_slice)
    }

    /// Learns what is needed; all that was known is part of it.
    pub(super) fn learn(&mut self, sought: Sought, needs: Vec<Need>) {
        if !needs.is_empty() {
            self.0.insert(sought, needs);
        }
    }
}

fn read(bytes: &mut Bytes<'_>) -> Option<Need> {
    let stones = bytes.stones()?;
    let passer = usize::from(bytes.flag()?);
    let &[fills] = bytes.chunk()?;
    let credit = i32::from_le_bytes(*bytes.chunk()?);
    (credit >= 0).then_some((PassNode { stones, passer, fills }, credit))
}
