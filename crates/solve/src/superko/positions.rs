//! Positions of a history, and what is kept of many positions together.

use crate::compact::{Field, Mask, Stones, spread};
use crate::proofs::{Bytes, stones};

/// A position of the history, with what is asked about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Past<M> {
    pub(crate) stones: Stones<M>,
    /// The hash of its standard form.
    pub(crate) hash: u64,
    pub(crate) size: u8,
    /// Who was to move.
    pub(crate) to_move: u8,
}

impl<M: Mask> Past<M> {
    pub(crate) fn new(stones: Stones<M>, hash: u64, to_move: u8) -> Past<M> {
        let size = stones.size().min(255) as u8;
        Past { stones, hash, size, to_move }
    }

    /// A number for it, the same for all images.
    pub(crate) fn number(&self) -> u64 {
        spread(self.hash ^ u64::from(self.to_move))
    }
}

/// What is kept of a set of positions: enough to say of most others that they are not among them.
#[derive(Clone, Debug)]
pub(crate) struct Positions<M> {
    /// Stones that all of them have in common.
    common: Stones<M>,
    /// The fewest and the most stones in one of them; `fewest > most` if there are none.
    fewest: u8,
    most: u8,
    /// A bit for each of them, by its hash.
    seen: u128,
    /// The same with more bits, on lines: proofs there have so many positions that a few bits say nothing.
    more: Option<Box<Bits>>,
}

fn bit(hash: u64) -> u128 {
    1 << (hash >> 57)
}

/// A bit for each of up to 1024 parts of the hashes.
#[derive(Clone, Debug)]
struct Bits([u64; 16]);

/// About how many bytes they take.
const BOXED: usize = size_of::<Bits>() + 16;

impl Bits {
    fn place(hash: u64) -> (usize, u64) {
        let part = hash >> 40;
        (part as usize >> 6 & 15, 1 << (part & 63))
    }

    fn one(hash: u64) -> Box<Bits> {
        let (word, bit) = Bits::place(hash);
        let mut bits = Bits([0; 16]);
        bits.0[word] = bit;
        Box::new(bits)
    }

    fn has(&self, hash: u64) -> bool {
        let (word, bit) = Bits::place(hash);
        self.0[word] & bit != 0
    }

    fn join(&mut self, other: &Bits) {
        self.0.iter_mut().zip(other.0).for_each(|(own, other)| *own |= other);
    }
}

impl<M: Mask> Positions<M> {
    /// No positions.
    pub(crate) fn none() -> Positions<M> {
        Positions { common: Stones([!M::none(); 2]), fewest: u8::MAX, most: 0, seen: 0, more: None }
    }

    /// One.
    pub(crate) fn one(field: &Field<M>, past: &Past<M>) -> Positions<M> {
        let &Past { stones, hash, size, .. } = past;
        let more = field.line.then(|| Bits::one(hash));
        Positions { common: stones, fewest: size, most: size, seen: bit(hash), more }
    }

    /// Bytes that a set takes elsewhere on this board.
    pub(crate) fn beside_on(field: &Field<M>) -> usize {
        if field.line { BOXED } else { 0 }
    }

    /// Bytes it takes elsewhere.
    pub(crate) fn beside(&self) -> usize {
        if self.more.is_some() { BOXED } else { 0 }
    }

    fn is_none(&self) -> bool {
        self.fewest > self.most
    }

    /// Those of another set, too.
    pub(crate) fn join(&mut self, other: &Positions<M>) {
        let none = self.is_none();
        match (&mut self.more, &other.more) {
            (Some(own), Some(other)) => own.join(other),
            _ if other.is_none() => {}
            (None, Some(more)) if none => self.more = Some(more.clone()),
            // Of some of them there are no more bits, so these bits would leave them out.
            _ => self.more = None,
        }
        self.common.0[0] &= other.common.0[0];
        self.common.0[1] &= other.common.0[1];
        self.fewest = self.fewest.min(other.fewest);
        self.most = self.most.max(other.most);
        self.seen |= other.seen;
    }

    /// Whether a position may be among them. One that is among them always may.
    pub(crate) fn may_have(&self, past: &Past<M>) -> bool {
        (self.fewest..=self.most).contains(&past.size)
            && self.seen & bit(past.hash) != 0
            && self.more.as_ref().is_none_or(|more| more.has(past.hash))
            && self.common.within(past.stones)
    }

    /// What a symmetry of the board leads them to.
    pub(crate) fn turned(&self, field: &Field<M>, turn: usize) -> Positions<M> {
        let (symmetry, all) = (&field.symmetries[turn], field.all);
        let set = |set: M| if all.within(set) { set } else { symmetry.image(set & all) };
        Positions { common: Stones(self.common.0.map(set)), ..self.clone() }
    }

    /// Puts it behind other bytes.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        stones(out, self.common);
        out.extend([self.fewest, self.most]);
        out.extend(self.seen.to_le_bytes());
        out.push(u8::from(self.more.is_some()));
        let more = self.more.iter().flat_map(|more| more.0);
        more.for_each(|word| out.extend(word.to_le_bytes()));
    }

    /// Reads what was written; `None` if the bytes end too early.
    pub(crate) fn read(bytes: &mut Bytes<'_>) -> Option<Positions<M>> {
        let common = bytes.stones()?;
        let &[fewest, most] = bytes.chunk::<2>()?;
        let seen = u128::from_le_bytes(*bytes.chunk()?);
        let more = match bytes.chunk::<1>()? {
            [0] => None,
            [1] => {
                let mut more = Box::new(Bits([0; 16]));
                for word in &mut more.0 {
                    *word = u64::from_le_bytes(*bytes.chunk()?);
                }
                Some(more)
            }
            _ => return None,
        };
        Some(Positions { common, fewest, most, seen, more })
    }
}

#[cfg(test)]
mod tests {
    use shinpan_board::Board;
    use shinpan_testkit::Dice;

    use super::*;
    use crate::loopy;

    /// On a line: what is in a set may always be in it, however the set was joined, turned and kept, and most others are refused, also in sets in
    /// which the first bits are all taken.
    #[test]
    fn sets_have_what_they_were_made_of() {
        let field = Field::<u32>::new(&Board::parse("9x1").unwrap()).unwrap();
        let all: Vec<Past<u32>> = loopy::Positions::of(&field)
            .stones
            .into_iter()
            .map(|stones| Past::new(stones, field.standard(stones).0.hash(), 0))
            .collect();
        let mut dice = Dice::new(1);
        let (mut others, mut refused) = (0, 0);
        for count in [1, 5, 40, 200, 400] {
            let mut set = Positions::none();
            let mut members = Vec::new();
            for half in [count / 2, count - count / 2] {
                let mut part = Positions::none();
                for _ in 0..half {
                    let past = all[dice.roll(all.len())];
                    part.join(&Positions::one(&field, &past));
                    members.push(past);
                }
                set.join(&part);
            }
            let mut bytes = Vec::new();
            set.write(&mut bytes);
            let read = Positions::read(&mut Bytes(&bytes)).unwrap();
            for (turn, symmetry) in field.symmetries.iter().enumerate() {
                let turned = read.turned(&field, turn);
                for past in &members {
                    let image = Past { stones: symmetry.position(past.stones), ..*past };
                    assert!(turned.may_have(&image), "{count} {past:?}");
                }
            }
            let among = |past: &&Past<u32>| members.iter().any(|own| own.hash == past.hash);
            for past in all.iter().filter(|past| !among(past)) {
                others += 1;
                refused += usize::from(!set.may_have(past));
            }
        }
        assert!(refused * 10 > others * 8, "{refused} of {others}");
    }

    /// Bits that not all of its positions have are of no use to a set.
    #[test]
    fn a_set_forgets_bits_that_some_lack() {
        let field = Field::<u32>::new(&Board::parse("5x1").unwrap()).unwrap();
        let past = |point: usize| {
            let stones = Stones([1 << point, 0]);
            Past::new(stones, field.standard(stones).0.hash(), 0)
        };
        let with = Positions::one(&field, &past(0));
        let without = Positions { more: None, ..Positions::one(&field, &past(1)) };
        let mut sets = [(with.clone(), without.clone()), (without, with)];
        for (set, other) in &mut sets {
            set.join(other);
            assert!(set.more.is_none());
            assert!(set.may_have(&past(0)) && set.may_have(&past(1)));
        }
    }
}
