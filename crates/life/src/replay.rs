//! Moves of hypothetical play one after the other on a board, as the two readings of the ko rule allow them.

use shinpan_board::{Board, Player, Point, Position, Stone};

use crate::analysis::Reading;
use crate::proof::Proof;

/// A position in hypothetical play, and what may not be retaken in it.
#[derive(Clone, Debug)]
pub struct Replay<'b> {
    board: &'b Board,
    position: Position,
    reading: Reading,
    bans: Vec<Ban>,
}

/// A player may not retake a stone alone.
#[derive(Clone, Copy, Debug)]
struct Ban {
    player: Player,
    point: Point,
    stone: Point,
}

impl<'b> Replay<'b> {
    /// Where what a proof says begins, on the board that it is about; `None` if it says nothing, or the board has no such position.
    #[must_use]
    pub fn of(proof: &Proof, board: &'b Board, reading: Reading) -> Option<Replay<'b>> {
        let codes = proof.nodes.last()?.stones.iter();
        let stones: Vec<Stone> = codes.filter_map(|&code| Stone::from_code(code)).collect();
        let position = Position::from_stones(board, 2, &stones).ok()?;
        Some(Replay { board, position, reading, bans: Vec::new() })
    }

    /// What stands.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What comes after a play, by the number of its point, or after a pass; `None` if the player may not play there (J-2, J-3).
    #[must_use]
    pub fn after(&self, player: Player, play: Option<u16>) -> Option<Replay<'b>> {
        let mut next = self.clone();
        let Some(point) = play else {
            next.bans.clear();
            return Some(next);
        };
        let point = self.board.point(usize::from(point))?;
        let banned = |ban: &Ban| ban.player == player && ban.point == point;
        let free = self.position.stone(point).is_empty() && !self.bans.iter().any(banned);
        if !free || next.position.place(self.board, point, player).lost > 0 {
            return None;
        }
        match self.reading {
            Reading::Basic => next.bans.clear(),
            // Until a pass, or as long as the ko is there.
            Reading::KoPass => {
                let (board, position) = (self.board, &next.position);
                next.bans.retain(|ban| {
                    let mut retaken = position.clone();
                    retaken.place(board, ban.point, ban.player).captured == 1
                        && retaken.retake(board, ban.point) == Some(ban.stone)
                });
            }
        }
        if let Some(taken) = next.position.retake(self.board, point) {
            next.bans.push(Ban { player: player.next(2), point: taken, stone: point });
        }
        Some(next)
    }
}
