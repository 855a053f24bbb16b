//! The oracle: a plain full search that plays exactly what the rules crate plays.
//!
//! No table, no symmetry, no static knowledge: alpha-beta over [`Game`] and nothing else, so it is
//! exact for any history and any ruleset whose games end, and slow.

use shinpan_board::Player;
use shinpan_rules::{Game, Ground, Move, Outcome, Sequel, StageName, Status, Verdict as Ruled};

use crate::limits::{Budget, Limits};
use crate::value::{End, Limit, Method, Solution, Value};

/// Solves by plain full search. Two players; resolutions that are asked for are not searched, and a
/// ruleset that has them is refused.
#[must_use]
pub fn solve_plain(game: &Game, limits: &Limits<'_>) -> Solution {
    let mut search = Plain { budget: Budget::new(limits), depth: 0, held: 0, prover: None };
    let found = playable(game).and_then(|()| search.value(game, End::Lost, End::Won));
    let (value, line) = match found {
        Ok((end, mut line)) => {
            line.reverse();
            (Value::Exact(end), line)
        }
        Err(limit) => (Value::Unknown(limit), Vec::new()),
    };
    let nodes = search.budget.nodes;
    Solution { line, nodes, ..Solution::of(value, Method::Plain) }
}

/// Whether best play of this game is what its moves say, and nothing else.
fn playable(game: &Game) -> Result<(), Limit> {
    if game.players() != 2 {
        return Err(Limit::Beyond(format!(
            "best play is defined here for 2 players, not for {}",
            game.players()
        )));
    }
    match game.ruleset().sequel {
        // A dispute is about stones agreed to be dead; here they count as they stand.
        Sequel::None | Sequel::Resumption { .. } | Sequel::ProofGames { .. } => Ok(()),
        Sequel::Resolutions { most, .. } if most <= 1 => Ok(()),
        Sequel::Resolutions { .. } => {
            Err(Limit::Beyond("resolutions that are asked for are not searched".to_owned()))
        }
    }
}

/// Plays deeper than this are given up: the stack has an end too.
const DEEPEST: usize = 1_000;

struct Plain<'a> {
    budget: Budget<'a>,
    depth: usize,
    /// About how many bytes the games of the line hold, each with its whole history.
    held: u64,
    /// Whose proof game is searched: its ends are [`End::Won`] where Black gets what he wants.
    prover: Option<Player>,
}

impl Plain<'_> {
    /// The value if it lies between, else a bound beyond; with the line, last move first.
    fn value(&mut self, game: &Game, low: End, high: End) -> Result<(End, Vec<Move>), Limit> {
        self.budget.spend()?;
        match game.status() {
            Status::Over(outcome) => return Ok((self.end(game, outcome)?, Vec::new())),
            Status::Stopped => {
                let outcome = game.undisputed().ok_or_else(|| {
                    Limit::Beyond("which chains are independently alive is not known".to_owned())
                })?;
                return Ok((End::of(&outcome), Vec::new()));
            }
            Status::InPlay => {}
        }
        if self.depth >= DEEPEST {
            return Err(Limit::Beyond(format!("a line of {DEEPEST} moves has not ended")));
        }
        let maximises = game.to_move() == Player::BLACK;
        let (mut low, mut high) = (low, high);
        let mut best: Option<(End, Vec<Move>)> = None;
        // A pass first: games that end soon tell bounds for those that do not.
        let plays = game.legal().into_iter().map(Move::Play);
        let moves = std::iter::once(Move::Pass).chain(plays);
        for made in moves {
            let mut next = game.clone();
            if next.play(made).is_err() {
                continue;
            }
            let (bytes, allowed) = (bytes(&next), self.budget.limits.memory);
            if self.held + bytes > allowed {
                return Err(Limit::Memory { needed: self.held + bytes, allowed });
            }
            self.depth += 1;
            self.held += bytes;
            let found = self.value(&next, low, high);
            self.depth -= 1;
            self.held -= bytes;
            let (end, mut line) = found?;
            let better = best
                .as_ref()
                .is_none_or(|(so_far, _)| if maximises { end > *so_far } else { end < *so_far });
            if better {
                line.push(made);
                best = Some((end, line));
            }
            if maximises {
                low = low.max(end)
            } else {
                high = high.min(end)
            }
            if low >= high {
                break;
            }
        }
        best.ok_or_else(|| Limit::Beyond("a player has no move, not even a pass".to_owned()))
    }

    fn end(&mut self, game: &Game, outcome: &Outcome) -> Result<End, Limit> {
        if let Some(prover) = self.prover {
            let achieved = achieves(game, outcome, prover);
            return Ok(if achieved == (prover == Player::BLACK) { End::Won } else { End::Lost });
        }
        let proofs = matches!(game.ruleset().sequel, Sequel::ProofGames { .. });
        if !proofs || !matches!(outcome.ground, Ground::Score(_)) {
            return Ok(End::of(outcome));
        }
        // LC-7, LC-8: whoever gains by the proof games asks for them.
        let black = self.proves(game, Player::BLACK)?;
        let white = self.proves(game, Player::WHITE)?;
        Ok(match (black, white) {
            (true, false) => End::Won,
            (false, true) => End::Lost,
            (true, true) | (false, false) => End::of(outcome),
        })
    }

    /// Whether a player achieves his goal in his proof game.
    fn proves(&mut self, base: &Game, prover: Player) -> Result<bool, Limit> {
        let game = Game::proof_game(base, prover, base.moves_made())
            .ok_or_else(|| Limit::Beyond("this game can have no proof games".to_owned()))?;
        self.prover = Some(prover);
        let found = self.value(&game, End::Lost, End::Won);
        self.prover = None;
        Ok((found?.0 == End::Won) == (prover == Player::BLACK))
    }
}

/// About how many bytes a copy of a game takes: what it keeps for each point and each move, and the
/// positions it keeps whole.
fn bytes(game: &Game) -> u64 {
    let (points, moves) = (game.board().len(), game.moves_made() - game.first_move());
    (points * (32 + moves / 64) + 256 * moves + 1024) as u64
}

/// LC-7: the prover wins, or brings about a balanced cycle in the first phase.
fn achieves(game: &Game, outcome: &Outcome, prover: Player) -> bool {
    let first = matches!(game.stage().name, StageName::ProofBlack1 | StageName::ProofWhite1);
    match (&outcome.verdict, &outcome.ground) {
        (Ruled::Win(winner), _) => *winner == prover,
        (Ruled::Draw | Ruled::NoResult, Ground::LongCycle(cycle)) => {
            first && cycle.passes[Player::BLACK] == cycle.passes[Player::WHITE]
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use shinpan_board::Board;
    use shinpan_rules::{Ruleset, Setup};

    use super::*;

    #[test]
    fn a_line_of_large_games_ends_where_the_memory_does() {
        let board = Arc::new(Board::rectangle(52, 52).expect("a board"));
        let ruleset = Ruleset::builtin("chinese").expect("a ruleset");
        let game = Game::new(Arc::new(ruleset), &Setup::empty(board, 2)).expect("a game");
        let (stop, progress) = (AtomicBool::new(false), |_| {});
        let limits = Limits { nodes: 1000, memory: 1 << 20, stop: &stop, progress: &progress };
        let solution = solve_plain(&game, &limits);
        assert!(matches!(solution.value, Value::Unknown(Limit::Memory { allowed: 0x10_0000, .. })));
        assert!(solution.nodes < 20, "{}", solution.nodes);
    }

    /// Games that go on for long after plays end soon after passes.
    #[test]
    fn a_pass_is_tried_first() {
        let read = Ruleset::read("button, button_lifts_bans=true").expect("a ruleset");
        let board = Arc::new(Board::rectangle(2, 2).expect("a board"));
        let game = Game::new(Arc::new(read.ruleset), &Setup::empty(board, 2)).expect("a game");
        let (stop, progress) = (AtomicBool::new(false), |_| {});
        let limits = Limits { nodes: 20_000, memory: 1 << 24, stop: &stop, progress: &progress };
        let half = shinpan_rules::Score::new(1, 2);
        assert_eq!(solve_plain(&game, &limits).value.exact(), Some(End::Margin(half)));
    }
}
