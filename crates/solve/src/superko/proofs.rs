//! What is kept from one search to the next, as bytes: proofs, and what searches by depth have found.
//!
//! A proof says what it rests on, and what a search by depth finds rests on nothing that stood before, so they serve any search on the same
//! board under the same rules, whatever has been played. The bytes name both, and end with a check sum: what was cut short, changed
//! or kept for something else is refused.

use shinpan_rules::Game;

use super::key::Key;
use super::proof::Proof;
use super::rules::{Mode, SuperkoRules};
use crate::compact::{Field, Mask, Stones};
use crate::forced::{Kept, kept_of};
use crate::loopy::LoopyRules;
use crate::table::Proved;
use crate::value::Limit;

/// What proofs claim; another number once they claim something else, so that older ones are not believed.
const CLAIMS: u32 = 4;

/// Proofs of one board and ruleset.
#[derive(Clone, Debug)]
pub struct Proofs {
    identity: String,
    count: u64,
    pub(super) body: Vec<u8>,
    pub(crate) by_depth: Kept,
}

/// Why kept proofs cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ProofsError {
    /// Nothing is kept under this ruleset.
    #[error("{0}")]
    Rules(Limit),
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
/// Proofs that took less are found again sooner than read.
pub(super) const LEAST_WORK: u32 = 32;

impl Proofs {
    /// No proofs yet.
    ///
    /// # Errors
    /// If the ruleset is not of the superko family, nor one that rules on cycles in all stages and counts all that stands.
    pub fn none(game: &Game) -> Result<Proofs, ProofsError> {
        let rules = rules_of(game).map_err(ProofsError::Rules)?;
        let board = game.board();
        let links: Vec<Vec<usize>> = board
            .points()
            .map(|point| board.neighbours(point).map(|near| near.index()).collect())
            .collect();
        let version = env!("CARGO_PKG_VERSION");
        let identity = format!("{version}.{CLAIMS}; {}; {rules}; {links:?}", board.describe());
        Ok(Proofs { identity, count: 0, body: Vec::new(), by_depth: Kept::default() })
    }

    /// Reads proofs that were kept for games like this one.
    ///
    /// # Errors
    /// If they are none, damaged, or kept for another board or ruleset.
    pub fn read(bytes: &[u8], game: &Game) -> Result<Proofs, ProofsError> {
        let wanted = Proofs::none(game)?;
        let rest = bytes.strip_prefix(HEAD).ok_or(ProofsError::Unknown)?;
        let cut = || ProofsError::Damaged("it ends too early");
        let (rest, sum) = rest.split_last_chunk::<4>().ok_or_else(cut)?;
        if crc32fast::hash(&bytes[..bytes.len() - 4]) != u32::from_le_bytes(*sum) {
            return Err(ProofsError::Damaged("its check sum is wrong"));
        }
        let mut bytes = Bytes(rest);
        let length = bytes.number(8).ok_or_else(cut)? as usize;
        let identity = bytes.take(length).ok_or_else(cut)?;
        if identity != wanted.identity.as_bytes() {
            let told = String::from_utf8_lossy(identity);
            let told: String = told.split("; ").take(2).collect::<Vec<_>>().join(", ");
            return Err(ProofsError::Foreign(told.chars().take(60).collect()));
        }
        let count = bytes.number(8).ok_or_else(cut)?;
        let length = bytes.number(8).ok_or_else(cut)? as usize;
        let body = bytes.take(length).ok_or_else(cut)?.to_vec();
        let by_depth = kept_of(game, bytes.0)
            .ok_or(ProofsError::Damaged("what was found by depth is of no such questions"))?;
        Ok(Proofs { count, body, by_depth, ..wanted })
    }

    /// The bytes that [`Proofs::read`] reads, in parts, as there may be as many as a search may have memory.
    pub fn parts(&self) -> impl Iterator<Item = Vec<u8>> {
        let mut head = HEAD.to_vec();
        head.extend((self.identity.len() as u64).to_le_bytes());
        head.extend(self.identity.as_bytes());
        head.extend(self.count.to_le_bytes());
        head.extend((self.body.len() as u64).to_le_bytes());
        let body = self.body.chunks(PART).map(<[u8]>::to_vec);
        let mut parts = std::iter::once(head).chain(body).chain(self.by_depth.parts());
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

    /// How many there are.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }

    pub(super) fn clear(&mut self) {
        self.count = 0;
        self.body.clear();
    }

    pub(super) fn add<M: Mask>(&mut self, entry: &Proved<Key<M>, i16, Proof<M>>) {
        self.count += 1;
        let out = &mut self.body;
        stones(out, entry.key.stones);
        let Mode { stage, passes, button } = entry.key.mode;
        out.extend([entry.key.to_move, stage, passes, u8::from(button), entry.winner]);
        out.extend(entry.asked.to_le_bytes());
        out.extend(entry.work.to_le_bytes());
        entry.proof.write(out);
    }

    /// All of them.
    ///
    /// # Errors
    /// If one cannot be of this board and ruleset.
    pub(super) fn each<M: Mask>(
        &self,
        field: &Field<M>,
        rules: &SuperkoRules,
        mut tell: impl FnMut(Proved<Key<M>, i16, Proof<M>>),
    ) -> Result<(), Limit> {
        let damaged = || Limit::Beyond("the table of proofs is damaged".to_owned());
        let mut bytes = Bytes(&self.body);
        for _ in 0..self.count {
            let stones = bytes.stones::<M>().ok_or_else(damaged)?;
            let &[to_move, stage, passes, button, winner] =
                bytes.chunk::<5>().ok_or_else(damaged)?;
            let asked = i16::from_le_bytes(*bytes.chunk().ok_or_else(damaged)?);
            let work = u32::from_le_bytes(*bytes.chunk().ok_or_else(damaged)?);
            let proof = Proof::read(&mut bytes).ok_or_else(damaged)?;
            let mode = Mode { stage, passes, button: button == 1 };
            let fits = stones.taken().within(field.all)
                && !stones.0[0].meets(stones.0[1])
                && usize::from(stage) < rules.stages.len()
                && to_move < 2
                && winner < 2;
            if !fits {
                return Err(damaged());
            }
            let key = Key::new(stones, to_move, mode);
            tell(Proved { key, asked, winner, work, proof });
        }
        Ok(())
    }
}

/// The rules as far as what is kept hangs on them.
fn rules_of(game: &Game) -> Result<String, Limit> {
    if let Ok(rules) = SuperkoRules::of(game.ruleset()) {
        return Ok(format!("{rules:?}"));
    }
    match LoopyRules::of(game.ruleset()) {
        Ok(rules) if !rules.life => Ok(format!("{rules:?}")),
        _ => Err(Limit::Beyond(
            "tables are kept under superko, and where cycles are ruled on to the end and all that stands is counted"
                .to_owned(),
        )),
    }
}

pub(super) fn set<M: Mask>(out: &mut Vec<u8>, set: M) {
    out.extend((0..M::POINTS / 8).map(|index| set.byte(index) as u8));
}

pub(super) fn stones<M: Mask>(out: &mut Vec<u8>, stones: Stones<M>) {
    stones.0.into_iter().for_each(|one| set(out, one));
}

/// Bytes that are still to be read.
pub(super) struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    pub(super) fn chunk<const N: usize>(&mut self) -> Option<&'a [u8; N]> {
        let (taken, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(taken)
    }

    pub(super) fn number(&mut self, bytes: usize) -> Option<u64> {
        let taken = self.take(bytes)?;
        Some(taken.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
    }

    pub(super) fn set<M: Mask>(&mut self) -> Option<M> {
        let taken = self.take(M::POINTS / 8)?;
        let bits = (0..M::POINTS).filter(|bit| taken[bit / 8] >> (bit % 8) & 1 == 1);
        Some(bits.fold(M::none(), |set, bit| set | M::one(bit)))
    }

    pub(super) fn stones<M: Mask>(&mut self) -> Option<Stones<M>> {
        Some(Stones([self.set()?, self.set()?]))
    }
}
