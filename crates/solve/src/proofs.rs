//! What is kept from one search to the next, as bytes (docs/decisions/0156).
//!
//! What was told of where a game stands is kept with all that the answer hangs on. What searches found on the way serves any search on
//! the same board under the same rules, whatever has been played: a proof says what it rests on, what a search by depth finds rests on
//! nothing that stood before, and credits decide nothing. The bytes name the board and the rules, and end with a check
//! sum: what was cut short, changed or kept for something else is refused.

mod bytes;
mod entries;
mod start;
mod told;

use std::collections::BTreeMap;

use shinpan_board::Board;
use shinpan_rules::{Game, Ruleset, Score};

use crate::forced::{Kept, kept_of};
use crate::value::{End, Solution};
pub(crate) use bytes::{Bytes, score, set, stones};
pub(crate) use entries::Entries;
use start::start;
use told::Told;
pub(crate) use told::{Answers, Table};

/// What kept bytes claim; another number once they claim something else, so that older ones are not believed.
const CLAIMS: u32 = 6;

/// What was found of games on one board under one ruleset.
#[derive(Clone, Debug)]
pub struct Proofs {
    identity: String,
    /// What was proven, by where the game stands.
    told: BTreeMap<Vec<u8>, Told>,
    /// Proofs under superko, of whole games or of the last stage.
    pub(crate) superko: Entries,
    /// Proofs of games searched with all that came up, and of the ends of their stages.
    pub(crate) by_history: [Entries; 2],
    /// What Kee Rules need on pass nodes.
    pub(crate) credits: Entries,
    pub(crate) by_depth: Kept,
}

/// Why kept bytes cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ProofsError {
    /// Something else.
    #[error("this is no table of proofs")]
    Unknown,
    /// Cut short or changed.
    #[error("the table is damaged: {0}")]
    Damaged(&'static str),
    /// For another board, another ruleset or another version.
    #[error("the table was kept for something else: {0}")]
    Foreign(String),
}

const HEAD: &[u8] = b"shinpan proofs\n";
/// Bytes that are written at once.
const PART: usize = 1 << 20;

impl Proofs {
    /// Nothing yet, of games on a game's board under its ruleset.
    #[must_use]
    pub fn none(game: &Game) -> Proofs {
        Proofs {
            identity: identity(game.board(), game.ruleset()),
            told: BTreeMap::new(),
            superko: Entries::default(),
            by_history: [Entries::default(), Entries::default()],
            credits: Entries::default(),
            by_depth: Kept::default(),
        }
    }

    /// Reads what was kept of games like this one.
    ///
    /// # Errors
    /// If that is nothing of the kind, damaged, or kept for another board or ruleset.
    pub fn read(bytes: &[u8], game: &Game) -> Result<Proofs, ProofsError> {
        let mut read = Proofs::none(game);
        let rest = bytes.strip_prefix(HEAD).ok_or(ProofsError::Unknown)?;
        let cut = || ProofsError::Damaged("it ends too early");
        let (rest, sum) = rest.split_last_chunk::<4>().ok_or_else(cut)?;
        if crc32fast::hash(&bytes[..bytes.len() - 4]) != u32::from_le_bytes(*sum) {
            return Err(ProofsError::Damaged("its check sum is wrong"));
        }
        let mut bytes = Bytes(rest);
        let identity = bytes.counted().ok_or_else(cut)?;
        if identity != read.identity.as_bytes() {
            let told = String::from_utf8_lossy(identity);
            let told: String = told.split("; ").take(3).collect::<Vec<_>>().join(", ");
            return Err(ProofsError::Foreign(told.chars().take(60).collect()));
        }
        let told = Entries::read(&mut bytes).ok_or_else(cut)?;
        for entries in read.entries_mut() {
            *entries = Entries::read(&mut bytes).ok_or_else(cut)?;
        }
        told.each(|bytes| {
            let start = bytes.counted()?.to_vec();
            read.told.insert(start, Told::read(bytes, game.board())?);
            Some(())
        })
        .map_err(|_| ProofsError::Damaged("what was told is of no such games"))?;
        read.by_depth = kept_of(game, bytes.0)
            .ok_or(ProofsError::Damaged("what was found by depth is of no such questions"))?;
        Ok(read)
    }

    /// The bytes that [`Proofs::read`] reads, in parts, as there may be as many as a search may have memory.
    pub fn parts(&self) -> impl Iterator<Item = Vec<u8>> {
        let mut head = HEAD.to_vec();
        head.extend((self.identity.len() as u64).to_le_bytes());
        head.extend(self.identity.as_bytes());
        let mut told = Entries::default();
        for (start, one) in &self.told {
            told.add(|out| {
                out.extend((start.len() as u64).to_le_bytes());
                out.extend(start);
                one.write(out);
            });
        }
        head.extend(told.parts().flatten());
        let entries = self.entries().into_iter().flat_map(Entries::parts);
        let mut parts = std::iter::once(head).chain(entries).chain(self.by_depth.parts());
        // The check sum comes last.
        let mut sum = Some(crc32fast::Hasher::new());
        std::iter::from_fn(move || match parts.next() {
            Some(part) => {
                sum.as_mut()?.update(&part);
                Some(part)
            }
            None => Some(sum.take()?.finalize().to_le_bytes().to_vec()),
        })
    }

    fn entries(&self) -> [&Entries; 4] {
        let [by_history, ends] = &self.by_history;
        [&self.superko, by_history, ends, &self.credits]
    }

    fn entries_mut(&mut self) -> [&mut Entries; 4] {
        let [by_history, ends] = &mut self.by_history;
        [&mut self.superko, by_history, ends, &mut self.credits]
    }

    /// What was told of where a game stands, if that answers what is asked: a margin or the value.
    pub(crate) fn answer(&self, game: &Game, margin: Option<Score>) -> Option<Solution> {
        self.told.get(&start(game)?)?.answer(margin)
    }

    /// What is proven of where a game stands, at least and at most.
    pub(crate) fn bounds(&self, game: &Game) -> (End, End) {
        let told = start(game).and_then(|start| self.told.get(&start));
        told.map_or((End::Lost, End::Won), Told::bounds)
    }

    /// Learns what a search for that has found, and tells it with what was known before.
    pub(crate) fn learn(
        &mut self,
        game: &Game,
        margin: Option<Score>,
        found: Solution,
    ) -> Solution {
        let Some(start) = start(game) else { return found };
        let told = self.told.entry(start).or_default();
        let found = told.learn(margin, found);
        self.told.retain(|_, told| !told.is_nothing());
        found
    }

    /// The questions about where a game stands that took a table each.
    pub(crate) fn answers(&mut self, game: &Game) -> Option<&mut Answers> {
        Some(&mut self.told.entry(start(game)?).or_default().answers)
    }
}

/// What board and rules are kept for, and the version of what is kept.
fn identity(board: &Board, ruleset: &Ruleset) -> String {
    let links: Vec<Vec<usize>> = board
        .points()
        .map(|point| board.neighbours(point).map(|near| near.index()).collect())
        .collect();
    let (version, id) = (env!("CARGO_PKG_VERSION"), &ruleset.id);
    format!("{version}.{CLAIMS}; {}; {id}; {ruleset:?}; {links:?}", board.describe())
}
