//! Proofs that are kept from one search to the next, as bytes.
//!
//! A proof says what it rests on, so it serves any search on the same board under the same rules,
//! whatever has been played. The bytes name both, and end with a check sum: what was cut short, changed
//! or kept for something else is refused.

use shinpan_rules::Game;

use super::key::Key;
use super::proof::Proof;
use super::rules::{Mode, SuperkoRules};
use crate::compact::{Field, Mask, Stones};
use crate::table::Proved;
use crate::value::Limit;

/// What proofs claim; another number once they claim something else, so that older ones are not believed.
const CLAIMS: u32 = 3;

/// Proofs of one board and ruleset.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proofs {
    identity: String,
    count: u64,
    pub(super) body: Vec<u8>,
}

/// Why kept proofs cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ProofsError {
    /// They are kept under superko over the whole game only.
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
/// Proofs that took less are found again sooner than read.
pub(super) const LEAST_WORK: u32 = 32;

impl Proofs {
    /// No proofs yet.
    ///
    /// # Errors
    /// If the ruleset is not of the superko family.
    pub fn none(game: &Game) -> Result<Proofs, ProofsError> {
        let rules = SuperkoRules::of(game.ruleset()).map_err(ProofsError::Rules)?;
        let board = game.board();
        let links: Vec<Vec<usize>> = board
            .points()
            .map(|point| board.neighbours(point).map(|near| near.index()).collect())
            .collect();
        let version = env!("CARGO_PKG_VERSION");
        let identity = format!("{version}.{CLAIMS}; {}; {rules:?}; {links:?}", board.describe());
        Ok(Proofs { identity, count: 0, body: Vec::new() })
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
        Ok(Proofs { count, body: bytes.0.to_vec(), ..wanted })
    }

    /// The bytes that [`Proofs::read`] reads.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = HEAD.to_vec();
        bytes.extend((self.identity.len() as u64).to_le_bytes());
        bytes.extend(self.identity.as_bytes());
        bytes.extend(self.count.to_le_bytes());
        bytes.extend(&self.body);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
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
