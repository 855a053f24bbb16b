//! What can stand in a player's eyes when he answers each play in them, and whether it tells what he has to answer.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::compact::{Field, Mask, Stones, Walls, spread};

/// What stands in an eye: the player's stones and the other's.
type Inside<W> = [W; 2];

/// An eye of a player's.
struct Eye<W> {
    points: W,
    /// What stands in it when he has to answer, and where he does.
    asked: FxHashMap<Inside<W>, usize>,
    /// What stands in it of the other's when he has not, and where he plays to take it off.
    answered: FxHashMap<Inside<W>, usize>,
}

/// The eyes of a player.
pub(crate) struct Eyes<W>(Vec<Eye<W>>);

/// More than this is not gone through in an eye.
const MOST: usize = 5_000;
/// So many ways to answer in an eye are tried.
const TRIES: u64 = 200;

impl<W: Mask> Eyes<W> {
    /// The eyes of walls. `None` if for one of them no way to answer is found by which what stands before an answer is never what stands after
    /// one, or too much can stand in it.
    pub(crate) fn of(field: &Field<W>, walls: &Walls<W>) -> Option<Eyes<W>> {
        let eye = |&eye: &W| (0..TRIES).find_map(|turn| Eye::of(field, eye, turn));
        walls.eyes.iter().map(eye).collect::<Option<Vec<_>>>().map(Eyes)
    }

    /// Where the player answers, if he has to.
    pub(crate) fn to_answer(&self, stones: Stones<W>, player: usize) -> Option<usize> {
        self.0.iter().find_map(|eye| eye.asked.get(&eye.inside(stones, player)).copied())
    }

    /// Where the player plays to take off what the other has in his eyes, if anything stands there.
    pub(crate) fn to_take_off(&self, stones: Stones<W>, player: usize) -> Option<usize> {
        self.0.iter().find_map(|eye| eye.answered.get(&eye.inside(stones, player)).copied())
    }
}

impl<W: Mask> Eye<W> {
    /// All that can stand in an eye if each of the other's plays is answered at once at a liberty of what he has there, and that may be taken off
    /// by more such plays at any time. Of the liberties one is taken that leaves nothing new, if there is one, else
    /// any; which one depends on the turn. `None` if the same can stand before an answer and after one.
    fn of(field: &Field<W>, points: W, turn: u64) -> Option<Eye<W>> {
        let mut eye = Eye { points, asked: FxHashMap::default(), answered: FxHashMap::default() };
        let mut seen: FxHashSet<Inside<W>> = FxHashSet::default();
        let mut open = vec![[W::none(); 2]];
        while let Some(inside) = open.pop() {
            if !seen.insert(inside) {
                continue;
            }
            if eye.asked.contains_key(&inside) || seen.len() + eye.asked.len() > MOST {
                return None;
            }
            let [own, other] = inside;
            if other.any() {
                let (made, after) = eye.choice(field, inside, turn, &seen)?;
                eye.answered.insert(inside, made);
                open.push(after);
            }
            for point in (points & !(own | other)).points() {
                let stones = other | W::one(point);
                let chain = field.flood(W::one(point), stones);
                // All around is the player's, so what is without a liberty is no play.
                let breathes = field.widen(chain).meets(points & !(own | stones));
                let inside = [own, stones];
                if !breathes || eye.asked.contains_key(&inside) {
                    continue;
                }
                if seen.contains(&inside) {
                    return None;
                }
                let (made, after) = eye.choice(field, inside, turn, &seen)?;
                eye.asked.insert(inside, made);
                open.push(after);
            }
        }
        Some(eye)
    }

    fn inside(&self, stones: Stones<W>, player: usize) -> Inside<W> {
        [stones.0[player] & self.points, stones.0[1 - player] & self.points]
    }

    /// A play of the player's at a liberty of the other's stones, which they have in the eye alone, and what it leaves.
    fn choice(
        &self,
        field: &Field<W>,
        [own, other]: Inside<W>,
        turn: u64,
        seen: &FxHashSet<Inside<W>>,
    ) -> Option<(usize, Inside<W>)> {
        let empty = self.points & !(own | other);
        let after = |made: usize| {
            let left = empty & !W::one(made);
            // What still has a liberty stays.
            [own | W::one(made), other & field.flood(field.widen(left) & other, other)]
        };
        let mixed = |made: usize| spread(spread(turn) ^ Stones([own, other]).hash() ^ made as u64);
        let plays = (field.widen(other) & empty).points().map(|made| (made, after(made)));
        let plays = plays.filter(|(_, after)| !self.asked.contains_key(after));
        plays.min_by_key(|&(made, after)| (!seen.contains(&after), mixed(made)))
    }
}

#[cfg(test)]
mod tests {
    use shinpan_board::{Board, parse_rows};

    use super::*;
    use crate::compact::{BLACK, walls};

    /// What can stand in the largest eye of Black's when he has to answer; `None` if that cannot be seen.
    fn asked(rows: &str) -> Option<usize> {
        let lines: Vec<&str> = rows.split('/').collect();
        let board = Board::parse(&format!("{}x{}", lines[0].len(), lines.len())).unwrap();
        let codes: Vec<u8> = parse_rows(&board, &lines.join("\n"))
            .unwrap()
            .iter()
            .map(|stone| stone.code())
            .collect();
        let field = Field::<u64>::new(&board).unwrap();
        let walls = walls(&field, Stones::of_codes(&codes), BLACK);
        assert!(walls.eyes.len() >= 2, "{rows}");
        let eyes = Eyes::of(&field, &walls)?;
        eyes.0.iter().map(|eye| eye.asked.len()).max()
    }

    #[test]
    fn eyes_of_up_to_four_points_tell_what_is_asked() {
        for (rows, told) in [
            ("X.XX/XXXX/XX.X", true),
            ("X..X/XXXX/XX.X", true),
            ("X...X/XXXXX/XXX.X", true),
            ("X..XX/XX.XX/XXXXX/XXX.X", true),
            ("X....X/XXXXXX/XXX.XX", true),
            ("X..X/X..X/XXXX/X.XX", true),
            ("X.....X/XXXXXXX/XXX.XXX", false),
            ("XXXXX/X...X/X...X/XXXXX/X.XXX", false),
        ] {
            assert_eq!(asked(rows).is_some(), told, "{rows}");
        }
        // A stone at either point of two, at each of three, and after an answer at the end none.
        assert_eq!(asked("X.XX/XXXX/XX.X"), Some(0));
        assert_eq!(asked("X..X/XXXX/XX.X"), Some(2));
        assert_eq!(asked("X...X/XXXXX/XXX.X"), Some(3));
    }
}
