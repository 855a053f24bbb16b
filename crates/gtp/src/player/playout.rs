//! Random games to the end, on the board alone: no history, no superko. They advise, the referee
//! rules.

use shinpan_board::{Board, Player, Point, Position, regions};
use shinpan_rules::Move;

use super::dice::Dice;

/// A game that is played out.
pub(super) struct Playout<'a> {
    board: &'a Board,
    position: Position,
    players: usize,
    to_move: Player,
    /// Where the player to move may not retake.
    pub(super) ban: Option<Point>,
    empty: Vec<Point>,
    /// Who was the first to play on each point.
    pub(super) first_plays: Vec<Option<Player>>,
}

/// How a playout ended.
pub(super) struct End {
    /// Whose each point is: stones, and regions that touch one player only.
    pub(super) owners: Vec<Option<Player>>,
    players: usize,
}

impl End {
    /// How far a player is ahead of the best of the others.
    pub(super) fn margin(&self, player: Player) -> i64 {
        let mut points = vec![0; self.players];
        for owner in self.owners.iter().flatten() {
            points[owner.index()] += 1;
        }
        let own = points[player.index()];
        points[player.index()] = i64::MIN;
        own - points.into_iter().max().unwrap_or(0)
    }
}

impl<'a> Playout<'a> {
    pub(super) fn new(
        board: &'a Board,
        position: Position,
        players: usize,
        to_move: Player,
    ) -> Playout<'a> {
        let empty: Vec<Point> =
            board.points().filter(|&point| position.stone(point).is_empty()).collect();
        let first_plays = vec![None; board.len()];
        Playout { board, position, players, to_move, ban: None, empty, first_plays }
    }

    /// Makes a move without asking whether it is wise.
    pub(super) fn make(&mut self, made: Move) {
        self.ban = None;
        if let Move::Play(point) = made {
            self.position.place(self.board, point, self.to_move);
            self.ban = self.position.retake(self.board, point);
            self.first_plays[point.index()].get_or_insert(self.to_move);
            let position = &self.position;
            self.empty.retain(|&empty| position.stone(empty).is_empty());
            self.empty.extend(self.position.removed().iter().map(|&(point, _)| point));
        }
        self.to_move = self.to_move.next(self.players);
    }

    /// Plays at random until all pass, or for three times as many moves as there are points.
    pub(super) fn run(&mut self, dice: &mut Dice) {
        let mut passes = 0;
        for _ in 0..3 * self.board.len() {
            if passes >= self.players {
                return;
            }
            match self.pick(dice) {
                Some(at) => {
                    passes = 0;
                    let point = self.empty.swap_remove(at);
                    self.position.place(self.board, point, self.to_move);
                    self.ban = self.position.retake(self.board, point);
                    self.first_plays[point.index()].get_or_insert(self.to_move);
                    self.empty.extend(self.position.removed().iter().map(|&(point, _)| point));
                }
                None => {
                    passes += 1;
                    self.ban = None;
                }
            }
            self.to_move = self.to_move.next(self.players);
        }
    }

    /// A random point that is no suicide, no retaking of a ko and no own eye.
    fn pick(&mut self, dice: &mut Dice) -> Option<usize> {
        let mut left = self.empty.len();
        while left > 0 {
            let at = dice.roll(left);
            let point = self.empty[at];
            let good = Some(point) != self.ban
                && !is_eye(self.board, &self.position, point, self.to_move)
                && !self.position.is_suicide(self.board, point, self.to_move);
            if good {
                return Some(at);
            }
            left -= 1;
            self.empty.swap(at, left);
        }
        None
    }

    pub(super) fn end(&self) -> End {
        let mut owners: Vec<Option<Player>> =
            self.position.stones().map(|stone| stone.player()).collect();
        for region in regions(self.board, self.position.codes()) {
            if let Some(owner) = region.owner() {
                for point in region.points {
                    owners[point.index()] = Some(owner);
                }
            }
        }
        End { owners, players: self.players }
    }
}

/// Whether an empty point is an eye of this player: all around it are his stones, and it is not
/// false. On a grid the diagonals say that, elsewhere whether a chain around it is in atari.
pub(super) fn is_eye(board: &Board, position: &Position, point: Point, player: Player) -> bool {
    let own = player.stone();
    let Some(one) = board.neighbours(point).next() else { return true };
    if !position.is_enclosed(board, point, player) {
        return false;
    }
    if board.neighbours(point).all(|near| position.same_chain(one, near)) {
        return true;
    }
    let (Some((columns, rows)), Some((column, row))) =
        (board.shape().grid(), board.column_and_row(point))
    else {
        return board.neighbours(point).all(|near| position.liberties(board, near).len() > 1);
    };
    let (mut outside, mut others) = (0, 0);
    for (right, down) in [(false, false), (false, true), (true, false), (true, true)] {
        let column = if right { column + 1 } else { column.wrapping_sub(1) };
        let row = if down { row + 1 } else { row.wrapping_sub(1) };
        if column >= columns || row >= rows {
            outside += 1;
        } else if let Some(at) = board.at(column, row) {
            let stone = position.stone(at);
            others += usize::from(!stone.is_empty() && stone != own);
        }
    }
    others + usize::from(outside > 0) < 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use shinpan_board::parse_rows;

    #[test]
    fn eyes_are_told_from_false_ones() {
        let board = Board::rectangle(5, 5).unwrap();
        let stones = parse_rows(&board, ".XXOO\nXX.X.\nXXXO.\nXO...\n.X...").unwrap();
        let position = Position::from_stones(&board, 2, &stones).unwrap();
        let eye =
            |name: &str| is_eye(&board, &position, board.parse_point(name).unwrap(), Player::BLACK);
        assert!(eye("A5"));
        assert!(!eye("C4"), "two diagonals are White's");
        assert!(!eye("A1"), "one is enough in the corner");
        assert!(!eye("E4") && !eye("D2"));
    }

    #[test]
    fn a_playout_ends_and_keeps_the_position_whole() {
        let board = Board::rectangle(7, 6).unwrap();
        for seed in 0..50 {
            let position = Position::empty(&board);
            let mut playout = Playout::new(&board, position, 2, Player::BLACK);
            playout.run(&mut Dice::new(seed));
            playout.position.validate(&board).unwrap();
            let end = playout.end();
            assert_eq!(end.margin(Player::BLACK), -end.margin(Player::WHITE));
            assert!(end.owners.iter().filter(|owner| owner.is_some()).count() > 30);
        }
    }
}
