//! What can be done at a table: moves, and the acts that are no moves.

mod read;
mod write;

use shinpan_board::{Player, Point, Stone};
use shinpan_rules::{Move, Score, Verdict};

use crate::record::cut;

pub use write::{Written, initial};

/// One thing done at the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// A play or a pass.
    Move(Player, Move),
    /// A player gives up.
    Resign(Player),
    /// A player claims the cycle that has just been completed.
    Claim(Player),
    /// A player accepts what has been claimed or proposed.
    Accept(Player),
    /// A player refuses what has been claimed or proposed.
    Decline(Player),
    /// The referee rules on the cycle that has just been completed.
    RefereeRules,
    /// Dead stones are proposed by a player, or agreed on by all (`None`).
    Dead(Option<Player>, Dead),
    /// A result is proposed by a player, or agreed on by all (`None`).
    Result(Option<Player>, AgreedResult),
    /// A player asks for what may follow: proof games, another resolution, play to settle a dispute.
    Request(Player),
    /// Taking back is proposed by a player, or agreed on by all (`None`): the move with this number
    /// and all that followed it, or the latest move.
    Undo(Option<Player>, Option<usize>),
    /// The host or the referee says that a player has lost.
    Lost(Player, Fault),
    /// The position is edited (G-7), and somebody is to move.
    Edit(Edit),
}

/// Why somebody has lost who did not resign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// His time is up.
    Time,
    /// He may not or cannot go on: an engine that is dead or plays what is not allowed.
    Forfeit,
}

/// An edited position: nothing is captured by it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// What stands on these points afterwards.
    pub changes: Vec<(Point, Stone)>,
    /// Who is to move.
    pub to_move: Player,
}

/// Which stones are dead.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Dead {
    /// In the position, or in every scoring position where a stone stands there.
    pub everywhere: Vec<Point>,
    /// In one scoring position (Kee), by its number from 1.
    pub at: Vec<(usize, Vec<Point>)>,
}

/// A result that all agree on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AgreedResult {
    /// Who wins.
    pub verdict: Verdict,
    /// By how much, if that was said.
    pub margin: Option<Score>,
}

/// The beginning of what was found, for a message.
pub(crate) fn short(text: &str) -> String {
    cut(text, 40)
}

#[cfg(test)]
mod tests {
    use super::*;
    use shinpan_board::Board;

    #[test]
    fn what_is_written_is_read_back() {
        let board = Board::parse("5x5").unwrap();
        for text in [
            "B A1",
            "W pass",
            "3 C2",
            "B resign",
            "W claim",
            "B accept",
            "W decline",
            "3 request",
            "referee rule",
            "B dead A1 C3",
            "all dead",
            "all dead @1 A1 @2 B1 B2",
            "all ranking black > white = player-3",
            "3 ranking player-3 > black > white",
            "W undo",
            "W undo 12",
            "all undo",
            "all undo 1",
            "referee time 3",
            "referee forfeit B",
            "referee edit W A1=B C3=3 E5=.",
            "referee edit B",
        ] {
            let action = Action::parse(text, &board, 3).unwrap();
            assert_eq!(Written(&action, &board).to_string(), text);
        }
        for text in [
            "all result B+3.5",
            "all result W+",
            "all result draw",
            "all result void",
            "W result B+0.5",
        ] {
            let action = Action::parse(text, &board, 2).unwrap();
            assert_eq!(Written(&action, &board).to_string(), text);
        }
        assert_eq!(
            Action::parse("white a5", &board, 2),
            Ok(Action::Move(Player::WHITE, Move::Play(board.parse_point("A5").unwrap())))
        );
    }

    #[test]
    fn faults_say_what_was_expected() {
        let board = Board::parse("5x5").unwrap();
        let told = |text: &str| Action::parse(text, &board, 2).unwrap_err();
        assert_eq!(told("B"), "expected a player and a move, like `B A1` or `W pass`, found `B`");
        assert_eq!(
            told("B Z9"),
            "expected a point of the 5x5 board, `pass` or an act after `B`, found `Z9`"
        );
        assert_eq!(told("3 A1"), "player-3 does not take part: there are 2 players");
        assert_eq!(told("Q A1"), "expected a player (B, W, 3, ...), `all` or `referee`, found `Q`");
        assert_eq!(told("B A1 A2"), "expected nothing after `B A1`, found `A2`");
        assert_eq!(told("B dead Z9"), "expected a point of the 5x5 board, found `Z9`");
        assert_eq!(
            told("all result B+x"),
            "expected a result like `B+3.5`, `W+`, `draw` or `void`, found `B+x`"
        );
        assert_eq!(told("all ranking black"), "the ranking must name all 2 players");
        assert_eq!(
            told("referee decides"),
            "expected `referee rule`, `time`, `forfeit` or `edit`, found `referee decides`"
        );
        assert_eq!(
            told("referee time 3"),
            "expected one of the 2 players after `referee time`, found `3`"
        );
        assert_eq!(told("referee edit B A1=B A1=W"), "expected each point once, found `A1=W`");
        assert_eq!(
            told("referee edit B A1"),
            "expected a point and what stands there, like `A1=B` or `A1=.`, found `A1`"
        );
        assert_eq!(told("B undo 0"), "expected the number of a move after `undo`, found `0`");
    }
}
