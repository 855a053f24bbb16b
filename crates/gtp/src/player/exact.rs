//! Best play where the board is small: the exact solver, within a number of nodes.

use std::sync::atomic::AtomicBool;

use shinpan_board::Player;
use shinpan_rules::{Game, Move, Status};
use shinpan_solve::{End, Limits, Value, solve};

/// The largest board on which it is tried, in points.
const POINTS: usize = 16;
/// About how many bytes of tables may be held.
const MEMORY: u64 = 128 << 20;

/// A move that keeps the value of the game for the player to move, where the solver proves one.
///
/// Where cycles are ruled on, the solver's table is for games that begin where it is asked: then the
/// move is the best as if nothing had stood before.
pub(super) fn best_move(game: &Game, nodes: u64, stop: &AtomicBool) -> Option<Move> {
    if nodes == 0 || game.players() != 2 || game.board().len() > POINTS {
        return None;
    }
    let solver = Solver { nodes, stop };
    let legal = |made: &Move| game.ruling_for(game.to_move(), *made).is_ok();
    solver.proven(game).or_else(|| solver.as_if_fresh(game)).filter(legal)
}

struct Solver<'a> {
    nodes: u64,
    stop: &'a AtomicBool,
}

impl Solver<'_> {
    fn solve(&self, game: &Game) -> (Option<End>, Option<Move>) {
        let limits =
            Limits { nodes: self.nodes, memory: MEMORY, stop: self.stop, progress: &|_| {} };
        let found = solve(game, &limits);
        match found.value {
            Value::Exact(end) => (Some(end), found.line.first().copied()),
            Value::Between(..) | Value::Unknown(_) => (None, None),
        }
    }

    /// The first move of the solver's line or, where it has none, a move after which the value is
    /// the same.
    fn proven(&self, game: &Game) -> Option<Move> {
        let (value, first) = self.solve(game);
        let value = value?;
        first.or_else(|| {
            let plays = game.legal().into_iter().map(Move::Play);
            plays.chain([Move::Pass]).find(|&made| {
                let after = after(game, made);
                after.is_some_and(|after| self.solve(&after).0 == Some(value))
            })
        })
    }

    fn as_if_fresh(&self, game: &Game) -> Option<Move> {
        // A ban and the opponent's pass are what the fresh game would not know.
        if game.ko_point().is_some() {
            return None;
        }
        let fresh = game.edited(&[], game.to_move()).ok()?;
        let (value, first) = self.solve(&fresh);
        let (value, first) = (value?, first?);
        let ended = after(game, Move::Pass)
            .filter(|after| matches!(after.status(), Status::Over(_)))
            .and_then(|after| self.solve(&after).0);
        let black = game.to_move() == Player::BLACK;
        let by_passing = ended.is_some_and(|end| if black { end >= value } else { end <= value });
        Some(if by_passing { Move::Pass } else { first })
    }
}

fn after(game: &Game, made: Move) -> Option<Game> {
    let mut after = game.clone();
    after.play(made).ok()?;
    Some(after)
}
