//! The states of a strategy that is being written down: a table that keeps all it is given, one word for each state.
//!
//! As in [`Slots`](super::slots::Slots) a state's place tells a part of its number, and the rest of it fits into a word with what
//! is known of it. The table is cut into many small ones that grow one by one, so no more than one of them is ever held twice.

use super::slots::Numbers;

/// What is known of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// It is in the line that is looked at.
    Open,
    /// It is won: in how many moves at most, 1 to [`MOST_MOVES`], and by which move, as it is in the standard position.
    Won(u16, u8),
}

/// A state that is won in more moves cannot be kept.
pub(super) const MOST_MOVES: u16 = u16::MAX - 1;
/// How [`Place::Open`] is written; 0 is no entry.
const OPEN: u64 = u16::MAX as u64;

/// Bits of the number of moves, and of a move.
const MOVES: u32 = 16;
const MADE: u32 = 6;
/// Bits of a number that fit beside them.
const REST: u32 = u64::BITS - MOVES - MADE;
/// The least bits of a number that tell the part it is in.
const LEAST_PARTS: u32 = 10;

/// States by their numbers.
pub(super) struct Written {
    parts: Vec<Part>,
    /// Bits of a number that its part tells, and those that are left.
    bits: (u32, u32),
    size: usize,
    /// Entries there is room for, in all parts.
    room: usize,
}

/// States whose numbers end alike, in the order of the rest of them as far as there is room.
#[derive(Default)]
struct Part {
    words: Vec<u64>,
    size: usize,
}

impl Written {
    /// Nothing is written down.
    pub(super) fn new(numbers: &Numbers) -> Written {
        let parts = numbers.bits().saturating_sub(REST).max(LEAST_PARTS);
        let bits = (parts, numbers.bits().saturating_sub(parts).max(1));
        let parts = std::iter::repeat_with(Part::default).take(1 << parts).collect();
        Written { parts, bits, size: 0, room: 0 }
    }

    /// How many states are written down.
    #[cfg(test)]
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// How many bytes the states take.
    pub(super) fn bytes(&self) -> u64 {
        (8 * self.room + size_of::<Part>() * self.parts.len()) as u64
    }

    /// What is known of a state.
    pub(super) fn get(&self, number: u64) -> Option<Place> {
        let (part, rest) = self.part(number);
        let at = self.parts[part].find(rest, self.bits.1).ok()?;
        Some(unpack(self.parts[part].words[at]))
    }

    /// Writes down what is known of a state, in the place of what was known before.
    pub(super) fn set(&mut self, number: u64, place: Place) {
        let (part, rest) = self.part(number);
        let part = &mut self.parts[part];
        let word = rest << (MOVES + MADE) | pack(place);
        match part.find(rest, self.bits.1) {
            Ok(at) => part.words[at] = word,
            Err(at) => {
                self.size += 1;
                part.size += 1;
                // A fifth is left free, and one place at least.
                if 5 * part.size > 4 * part.words.len() {
                    self.room += part.grow(self.bits.1);
                    part.put(word, self.bits.1);
                } else {
                    part.words[at] = word;
                }
            }
        }
    }

    /// Forgets a state.
    pub(super) fn remove(&mut self, number: u64) {
        let (part, rest) = self.part(number);
        let part = &mut self.parts[part];
        if let Ok(at) = part.find(rest, self.bits.1) {
            part.take(at, self.bits.1);
            self.size -= 1;
        }
    }

    fn part(&self, number: u64) -> (usize, u64) {
        ((number & ((1 << self.bits.0) - 1)) as usize, number >> self.bits.0)
    }
}

impl Part {
    /// Where an entry with this rest of so many bits belongs.
    fn home(&self, rest: u64, bits: u32) -> usize {
        ((u128::from(rest) * self.words.len() as u128) >> bits) as usize
    }

    /// Where an entry is, or the free place where its search ends.
    fn find(&self, rest: u64, bits: u32) -> Result<usize, usize> {
        if self.words.is_empty() {
            return Err(0);
        }
        let mut at = self.home(rest, bits);
        loop {
            match self.words[at] {
                0 => return Err(at),
                word if word >> (MOVES + MADE) == rest => return Ok(at),
                _ => at = self.after(at),
            }
        }
    }

    fn after(&self, at: usize) -> usize {
        if at + 1 == self.words.len() { 0 } else { at + 1 }
    }

    /// Puts an entry where there is none for its state.
    fn put(&mut self, word: u64, bits: u32) {
        if let Err(at) = self.find(word >> (MOVES + MADE), bits) {
            self.words[at] = word;
        }
    }

    /// Takes an entry out; those that had to give way to it move up.
    fn take(&mut self, at: usize, bits: u32) {
        self.size -= 1;
        let (mut free, mut next) = (at, self.after(at));
        while self.words[next] != 0 {
            let home = self.home(self.words[next] >> (MOVES + MADE), bits);
            // How far the entry is from its home, and the free place from it, both going round.
            let from = |place: usize| (place + self.words.len() - home) % self.words.len();
            if from(free) < from(next) {
                self.words[free] = self.words[next];
                free = next;
            }
            next = self.after(next);
        }
        self.words[free] = 0;
    }

    /// Makes room for a quarter more; says for how many entries.
    fn grow(&mut self, bits: u32) -> usize {
        let before = self.words.len();
        let old = std::mem::replace(&mut self.words, vec![0; before + before / 4 + 4]);
        old.into_iter().filter(|&word| word != 0).for_each(|word| self.put(word, bits));
        self.words.len() - before
    }
}

fn pack(place: Place) -> u64 {
    match place {
        Place::Open => OPEN,
        Place::Won(moves, made) => u64::from(moves) | u64::from(made) << MOVES,
    }
}

fn unpack(word: u64) -> Place {
    match word & OPEN {
        OPEN => Place::Open,
        moves => Place::Won(moves as u16, (word >> MOVES) as u8 & ((1 << MADE) - 1)),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rustc_hash::FxHashMap;
    use shinpan_board::Board;
    use shinpan_rules::Ruleset;

    use super::*;
    use crate::compact::Field;
    use crate::forced::question::{Bans, Play};
    use crate::loopy::LoopyRules;

    fn numbers(spec: &str) -> Numbers {
        let field = Field::<u32>::new(&Board::parse(spec).unwrap()).unwrap();
        let rules = LoopyRules::of(&Ruleset::builtin("chinese").unwrap()).unwrap();
        let play = Play { field: &field, rules: &rules, bans: Bans::BasicKo, sure: false };
        Numbers::new(&play).unwrap()
    }

    fn places() -> impl Strategy<Value = Option<Place>> {
        let won = (1..=MOST_MOVES, 0..64_u8).prop_map(|(moves, made)| Place::Won(moves, made));
        proptest::option::of(prop_oneof![Just(Place::Open), won])
    }

    proptest! {
        /// It is a map, whatever is written, changed and removed.
        #[test]
        fn what_is_written_is_kept(
            steps in proptest::collection::vec((any::<u64>(), places()), 1..400),
            few in 1..5_u64,
        ) {
            for numbers in [numbers("1x1"), numbers("3x2"), numbers("5x5")] {
                let mut written = Written::new(&numbers);
                let mut plain = FxHashMap::default();
                // Few parts are used, so that they grow.
                let parts = written.bits.0;
                let number = |seed: u64| ((seed >> parts << parts) | (seed % few)) % (1 << numbers.bits());
                for &(seed, place) in &steps {
                    match place {
                        Some(place) => {
                            written.set(number(seed), place);
                            plain.insert(number(seed), place);
                        }
                        None => {
                            let any = plain.keys().next().copied().unwrap_or(number(seed));
                            written.remove(any);
                            plain.remove(&any);
                        }
                    }
                    prop_assert_eq!(written.size(), plain.len());
                }
                for &(seed, _) in &steps {
                    let number = number(seed);
                    prop_assert_eq!(written.get(number), plain.get(&number).copied());
                    prop_assert_eq!(written.get(number ^ 1), plain.get(&(number ^ 1)).copied());
                }
                let room: usize = written.parts.iter().map(|part| part.words.len()).sum();
                prop_assert!(written.room == room && written.bytes() > 8 * room as u64);
            }
        }
    }
}
