//! What a search by depth has found about questions: a table that threads share, one word for each question.
//!
//! A question is written as a number, numbers are mixed by a map that loses nothing, and an entry's place tells
//! a part of the mixed number: the rest of it and what is known fit into one word, so entries are told apart exactly and no
//! half-written one is ever read.

use std::sync::atomic::{AtomicU64, Ordering};

use super::question::{Play, Question};
use crate::compact::{Mask, Stones};

/// Bits of what is known: one that is always set, an answer or a depth, a move.
const DATA: u32 = 14;
/// Entries that are looked at for a question: a line of the processor's cache.
const WAYS: usize = 8;
/// Words that are written at once.
const PART: usize = 1 << 16;

/// Depths are smaller than this.
pub(super) const DEEPEST: u32 = 126;
const NEVER: u64 = 126;
const YES: u64 = 127;
/// No move; moves are points, or as many as the board has for a pass.
pub(super) const NONE: usize = 63;

/// What a search has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found {
    /// Black can force it.
    Yes,
    /// Not within this depth, as far as was looked.
    NotWithin(u32),
    /// White can prevent it for good.
    Never,
}

fn pack(found: Found, made: usize) -> u64 {
    let depth = match found {
        Found::Yes => YES,
        Found::Never => NEVER,
        Found::NotWithin(depth) => u64::from(depth.min(DEEPEST - 1)),
    };
    1 | depth << 1 | (made as u64) << 8
}

fn unpack(word: u64) -> (Found, usize) {
    let found = match word >> 1 & 127 {
        YES => Found::Yes,
        NEVER => Found::Never,
        depth => Found::NotWithin(depth as u32),
    };
    (found, (word >> 8 & 63) as usize)
}

/// A position as numbers in base 3, one for each symmetry of the board.
pub(super) type Codes = [u64; MOST_SYMMETRIES];

/// A square has eight symmetries; a board with fewer has some of them more than once.
const MOST_SYMMETRIES: usize = 8;

/// How questions are written as numbers.
pub(super) struct Numbers {
    /// For each point, what a stone of Black's there adds to the codes.
    powers: Vec<Codes>,
    points: u64,
    stages: u64,
    bits: u32,
}

impl Numbers {
    /// None if there are too many questions for [`Slots`].
    pub(super) fn new<M: Mask>(play: &Play<'_, M>) -> Option<Numbers> {
        let points = play.field.points;
        let stages = play.rules.stages.len() as u64;
        // Margins beyond twice the points are all out of reach, or all had by passing: they count as one.
        let all = 3_u64
            .checked_pow(points as u32)?
            .checked_mul(4 * (points as u64 + 1))?
            .checked_mul(stages * 4 * points as u64)?;
        let bits = u64::BITS - all.leading_zeros();
        if points >= NONE || bits == u64::BITS {
            return None;
        }
        let symmetries = &play.field.symmetries;
        let power = |point: usize, turn: usize| {
            3_u64.pow(symmetries[turn % symmetries.len()].point(point) as u32)
        };
        let powers = (0..points).map(|point| std::array::from_fn(|turn| power(point, turn)));
        Some(Numbers { powers: powers.collect(), points: points as u64, stages, bits })
    }

    /// How many bits a number has.
    pub(super) fn bits(&self) -> u32 {
        self.bits
    }

    /// The codes of a position.
    pub(super) fn codes<M: Mask>(&self, stones: Stones<M>) -> Codes {
        let mut codes = Codes::default();
        for (player, own) in stones.0.into_iter().enumerate() {
            for point in own.points() {
                self.add(&mut codes, point, player as u64 + 1);
            }
        }
        codes
    }

    /// The codes with one more stone.
    pub(super) fn with(&self, codes: &Codes, player: usize, point: usize) -> Codes {
        let mut more = *codes;
        self.add(&mut more, point, player as u64 + 1);
        more
    }

    /// The codes with fewer stones.
    pub(super) fn without<M: Mask>(&self, codes: &Codes, player: usize, gone: M) -> Codes {
        let mut less = *codes;
        gone.points()
            .for_each(|point| self.add(&mut less, point, (player as u64 + 1).wrapping_neg()));
        less
    }

    fn add(&self, codes: &mut Codes, point: usize, times: u64) {
        for (code, power) in codes.iter_mut().zip(&self.powers[point]) {
            *code = code.wrapping_add(power.wrapping_mul(times));
        }
    }

    /// The number of a question whose position has these codes, mixed, and the place of the symmetry that leads to the
    /// position it stands for.
    pub(super) fn number<M: Mask>(
        &self,
        play: &Play<'_, M>,
        question: &Question<M>,
        codes: &Codes,
    ) -> (u64, usize) {
        let (mut code, mut turn) = (codes[0], 0);
        for (place, &other) in codes.iter().enumerate().skip(1) {
            if other < code {
                (code, turn) = (other, place);
            }
        }
        let state = play.without_old_ban(question);
        let mut ban = self.points;
        if let Some(point) = state.ban {
            // A symmetry that leads the position to itself may lead the ban to another point.
            let places = codes.iter().zip(&play.field.symmetries).enumerate();
            let alike = places.filter(|(_, (other, _))| **other == code);
            let least = alike.map(|(place, (_, turn))| (turn.point(point) as u64, place)).min();
            (ban, turn) = least.unwrap_or((ban, turn));
        }
        code = code * 4 + 2 * state.to_move as u64 + u64::from(state.passed);
        code = code * (self.points + 1) + ban;
        code = code * self.stages + question.stage as u64;
        let points = self.points as i64;
        let margin = i64::from(question.bound).clamp(-2 * points, 2 * points - 1) + 2 * points;
        code = code * 4 * self.points + margin as u64;
        (self.mix(code), turn)
    }

    fn mix(&self, code: u64) -> u64 {
        let all = (1 << self.bits) - 1;
        let half = self.bits / 2;
        let mut mixed = code.wrapping_mul(0x9e37_79b9_7f4a_7c15) & all;
        mixed ^= mixed >> half;
        mixed = mixed.wrapping_mul(0xd6e8_feb8_6659_fd93) & all;
        mixed ^ mixed >> half
    }
}

/// The table.
#[derive(Debug)]
pub(super) struct Slots {
    words: Vec<AtomicU64>,
    /// How many lines there are: a number's line is what is left when it is divided by this, and the entry has the quotient.
    lines: u64,
}

impl Slots {
    /// A table of at most so many bytes; none if entries would not fit into it.
    pub(super) fn new(numbers: &Numbers, bytes: u64) -> Option<Slots> {
        Slots::with(numbers, Slots::lines(numbers, bytes))
    }

    /// How many lines fit into so many bytes.
    fn lines(numbers: &Numbers, bytes: u64) -> u64 {
        (bytes / (8 * WAYS as u64)).clamp(1, 1 << (numbers.bits - 1))
    }

    fn with(numbers: &Numbers, lines: u64) -> Option<Slots> {
        // The rest of a number has to fit beside what is known.
        let most = ((1 << numbers.bits) - 1) / lines;
        if most.leading_zeros() < DATA {
            return None;
        }
        let words = (0..WAYS as u64 * lines).map(|_| AtomicU64::new(0)).collect();
        Some(Slots { words, lines })
    }

    /// A larger table with what is in this one.
    pub(super) fn grown(&self, numbers: &Numbers, bytes: u64) -> Option<Slots> {
        let lines = Some(Slots::lines(numbers, bytes)).filter(|&lines| lines > self.lines)?;
        self.moved(numbers, lines)
    }

    /// What fits into so many bytes of what is in this table; none if all does.
    pub(super) fn cut(&self, numbers: &Numbers, bytes: u64) -> Option<Slots> {
        let lines = Some(Slots::lines(numbers, bytes)).filter(|&lines| lines < self.lines)?;
        self.moved(numbers, lines)
    }

    fn moved(&self, numbers: &Numbers, lines: u64) -> Option<Slots> {
        let other = Slots::with(numbers, lines)?;
        for (place, word) in self.words.iter().enumerate() {
            let word = word.load(Ordering::Relaxed);
            if word != 0 {
                let number = (word >> DATA) * self.lines + (place / WAYS) as u64;
                let (found, made) = unpack(word);
                other.keep(number, found, made);
            }
        }
        Some(other)
    }

    /// The words as bytes, in parts.
    pub(super) fn parts(&self) -> impl Iterator<Item = Vec<u8>> {
        let bytes = |part: &[AtomicU64]| {
            part.iter().flat_map(|word| word.load(Ordering::Relaxed).to_le_bytes()).collect()
        };
        self.words.chunks(PART).map(bytes)
    }

    /// The table of these bytes; none if they are not whole lines of one that questions written as such numbers can be in.
    pub(super) fn of_bytes(numbers: &Numbers, bytes: &[u8]) -> Option<Slots> {
        let (words, []) = bytes.as_chunks::<8>() else { return None };
        let lines = (words.len() / WAYS) as u64;
        if lines == 0 || words.len() % WAYS != 0 || lines > 1 << (numbers.bits - 1) {
            return None;
        }
        let most = ((1 << numbers.bits) - 1) / lines;
        let words: Vec<u64> = words.iter().map(|&word| u64::from_le_bytes(word)).collect();
        let fits = |&word: &u64| word == 0 || word & 1 == 1 && word >> DATA <= most;
        if most.leading_zeros() < DATA || !words.iter().all(fits) {
            return None;
        }
        Some(Slots { words: words.into_iter().map(AtomicU64::new).collect(), lines })
    }

    /// The bytes it takes.
    pub(super) fn bytes(&self) -> u64 {
        8 * self.words.len() as u64
    }

    fn line(&self, number: u64) -> (&[AtomicU64], u64) {
        let line = (number % self.lines) as usize;
        (&self.words[line * WAYS..(line + 1) * WAYS], number / self.lines)
    }

    /// What is known of a question, by its number, and a good move.
    pub(super) fn find(&self, number: u64) -> Option<(Found, usize)> {
        let (line, rest) = self.line(number);
        let words = line.iter().map(|word| word.load(Ordering::Relaxed));
        words.filter(|&word| word & 1 == 1 && word >> DATA == rest).map(unpack).next()
    }

    /// Keeps what was found; of other questions in the same line the least deep one gives way.
    pub(super) fn keep(&self, number: u64, found: Found, made: usize) {
        let (line, rest) = self.line(number);
        let mut least = (u64::MAX, 0);
        for (way, word) in line.iter().enumerate() {
            let word = word.load(Ordering::Relaxed);
            if word == 0 || word >> DATA == rest {
                least = (0, way);
                break;
            }
            least = least.min((word >> 1 & 127, way));
        }
        line[least.1].store(rest << DATA | pack(found, made), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use shinpan_board::Board;

    use super::*;
    use crate::compact::{Field, Symmetry};
    use crate::forced::question::Bans;
    use crate::loopy::{LoopyRules, State};

    /// Also where a position is its own image and the ban is not.
    #[test]
    fn images_have_one_number() {
        let field = Field::<u32>::new(&Board::parse("3x3").unwrap()).unwrap();
        let rules = LoopyRules::area();
        let play = Play { field: &field, rules: &rules, bans: Bans::BasicKo, sure: false };
        let numbers = Numbers::new(&play).unwrap();
        let mut own_images = 0;
        for code in (0..3_u32.pow(9)).step_by(7) {
            let codes: Vec<u8> = (0..9).map(|point| (code / 3_u32.pow(point) % 3) as u8).collect();
            let stones = Stones::of_codes(&codes);
            for ban in (0..9).filter(|&point| codes[point] == 0).map(Some).chain([None]) {
                let question = |turn: &Symmetry<u32>| {
                    let (stones, ban) = (turn.position(stones), ban.map(|ban| turn.point(ban)));
                    let state = State { stones, to_move: 0, passed: false, ban };
                    Question { state, stage: 0, bound: 1 }
                };
                let found = field.symmetries.iter().map(|turn| {
                    let question = question(turn);
                    let codes = numbers.codes(question.state.stones);
                    let (number, place) = numbers.number(&play, &question, &codes);
                    let turn = &field.symmetries[place];
                    let State { stones, ban, .. } = question.state;
                    own_images += usize::from(stones == field.symmetries[1].position(stones));
                    (number, turn.position(stones), ban.map(|ban| turn.point(ban)))
                });
                let found: Vec<_> = found.collect();
                assert!(found.iter().all(|one| *one == found[0]), "{codes:?} {ban:?}");
            }
        }
        assert!(own_images > 100, "{own_images}");
    }

    #[test]
    fn what_is_kept_is_found() {
        let all = (0..DEEPEST).map(Found::NotWithin).chain([Found::Yes, Found::Never]);
        for (made, found) in all.enumerate() {
            assert_eq!(unpack(pack(found, made % 64)), (found, made % 64));
        }
        let numbers = Numbers { powers: Vec::new(), points: 0, stages: 1, bits: 20 };
        let mut mixed: Vec<u64> = (0..1 << 20).map(|code| numbers.mix(code)).collect();
        let slots = Slots::new(&numbers, 65 * 64).unwrap();
        for (depth, &number) in mixed.iter().take(100).enumerate() {
            slots.keep(number, Found::NotWithin(depth as u32), depth % 7);
        }
        for slots in [&slots.grown(&numbers, 300 * 64 + 9).unwrap(), &slots] {
            for (depth, &number) in mixed.iter().enumerate() {
                let kept = (depth < 100).then_some((Found::NotWithin(depth as u32), depth % 7));
                assert_eq!(slots.find(number), kept);
            }
        }
        let bytes: Vec<u8> = slots.parts().flatten().collect();
        let read = Slots::of_bytes(&numbers, &bytes).unwrap();
        let few = read.cut(&numbers, 7 * 64).unwrap();
        assert!(read.cut(&numbers, bytes.len() as u64).is_none());
        for (depth, &number) in mixed.iter().take(100).enumerate() {
            assert_eq!(read.find(number), slots.find(number));
            let known = few.find(number);
            assert!(known.is_none_or(|found| found == (Found::NotWithin(depth as u32), depth % 7)));
        }
        let longer = [&bytes[..], &[0]].concat();
        for wrong in [&bytes[..bytes.len() - 8], &longer, &[], &[2; 64], &[u8::MAX; 64]] {
            assert!(Slots::of_bytes(&numbers, wrong).is_none());
        }
        mixed.sort_unstable();
        mixed.dedup();
        assert_eq!(mixed.len(), 1 << 20, "no two codes are mixed to the same number");
    }
}
