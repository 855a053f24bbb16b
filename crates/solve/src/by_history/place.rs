//! Where the table has a question.

use super::question::{Question, Wanted};
use crate::compact::{BLACK, Field, Mask, Stones};
use crate::proofs::{Bytes, stones};
use crate::table;

/// A state in its standard form, in its stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Key<M> {
    stones: Stones<M>,
    /// The banned point and one more, or 0.
    ban: u16,
    stage: u8,
    to_move: u8,
    passed: bool,
    /// The hash of the stones.
    pub(super) hash: u64,
}

impl<M: Mask> Key<M> {
    /// Puts it behind other bytes.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        stones(out, self.stones);
        out.extend(self.ban.to_le_bytes());
        out.extend([self.stage, self.to_move, u8::from(self.passed)]);
    }

    /// Reads what was written; `None` if it is of no state of so many stages on the board.
    pub(super) fn read(bytes: &mut Bytes<'_>, field: &Field<M>, stages: usize) -> Option<Key<M>> {
        let stones = bytes.stones_on(field.all)?;
        let ban = bytes.number(2)? as u16;
        let &[stage] = bytes.chunk()?;
        let (to_move, passed) = (u8::from(bytes.flag()?), bytes.flag()?);
        let fits = usize::from(ban) <= field.points && usize::from(stage) < stages;
        fits.then(|| Key { stones, ban, stage, to_move, passed, hash: stones.hash() })
    }
}

impl<M: Mask> table::Key for Key<M> {
    #[inline]
    fn hash(&self) -> u64 {
        let rest = u64::from(self.ban) << 16
            | u64::from(self.stage) << 2
            | u64::from(self.passed) << 1
            | u64::from(self.to_move);
        self.hash ^ rest.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

impl table::Asked for Wanted {
    /// How hard it seems to be is guessed alike whatever draws are worth.
    fn number(self) -> u64 {
        self.bound as u64
    }

    fn answers(self, other: Wanted, winner: usize) -> bool {
        if winner == BLACK {
            self.bound >= other.bound && self.draws <= other.draws
        } else {
            self.bound <= other.bound && self.draws >= other.draws
        }
    }
}

/// A question's state in its standard form, and the symmetry that leads to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<M> {
    pub(super) key: Key<M>,
    pub(super) turn: usize,
}

impl<M: Mask> Place<M> {
    /// The place of a question, by the standard form of what stands.
    pub(super) fn new(
        field: &Field<M>,
        question: &Question<M>,
        standard: (Stones<M>, usize),
    ) -> Place<M> {
        let (stones, mut turn) = standard;
        let state = &question.state;
        let mut ban = 0;
        if let Some(point) = state.ban {
            // Several symmetries may lead to what stands.
            let there = field.symmetries.iter().enumerate();
            let there = there.filter(|(_, symmetry)| symmetry.position(state.stones) == stones);
            let images = there.map(|(turn, symmetry)| (symmetry.point(point), turn));
            let (least, by) = images.min().unwrap_or((point, turn));
            (ban, turn) = (least as u16 + 1, by);
        }
        let (stage, to_move, passed) = (question.stage, state.to_move as u8, state.passed);
        Place { key: Key { stones, ban, stage, to_move, passed, hash: stones.hash() }, turn }
    }
}

#[cfg(test)]
mod tests {
    use shinpan_board::Board;

    use super::*;
    use crate::by_history::question::Wanted;
    use crate::loopy::{Positions, State};

    /// All images of a state have one place, and the symmetry leads there; other bans have others.
    #[test]
    fn images_share_a_place() {
        let mut alike = 0;
        for spec in ["5x1", "2x2", "3x2", "3x3"] {
            let field = Field::<u32>::new(&Board::parse(spec).unwrap()).unwrap();
            let place = |state: State<u32>| {
                let wanted = Wanted { bound: 0, draws: false };
                let question = Question { stage: 0, state, wanted };
                Place::new(&field, &question, field.standard(state.stones))
            };
            for stones in Positions::of(&field).stones {
                let empty = field.all & !stones.taken();
                for ban in empty.points().map(Some).chain([None]) {
                    let state = State { stones, to_move: BLACK, passed: false, ban };
                    let key = place(state).key;
                    for symmetry in &field.symmetries {
                        let image = state.image(symmetry);
                        let Place { key: there, turn } = place(image);
                        assert_eq!(there, key, "{spec} {state:?}");
                        let standard = image.image(&field.symmetries[turn]);
                        assert_eq!(standard.stones, key.stones);
                        assert_eq!(standard.ban.map_or(0, |point| point as u16 + 1), key.ban);
                        alike += usize::from(image.stones == stones && image.ban != ban);
                    }
                }
            }
        }
        assert!(alike > 100, "{alike}");
    }
}
