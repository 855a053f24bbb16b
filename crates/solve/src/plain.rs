//! The oracle: a plain full search that plays exactly what the rules crate plays.
//!
//! No table, no symmetry, no static knowledge: alpha-beta over [`Game`] and nothing else, so it is
//! exact for any history and any ruleset whose games end, and slow.

use shinpan_board::Player;
use shinpan_rules::{Game, Ground, Move, Outcome, Sequel, Status, Verdict as Ruled};

use crate::limits::{Budget, Limits};
use crate::value::{End, Limit, Method, Solution, Value};

/// Solves by plain full search. Two players; what follows the end on request (proof games, further
/// resolutions) is not searched, and a ruleset that has such a sequel is refused.
#[must_use]
pub fn solve_plain(game: &Game, limits: &Limits<'_>) -> Solution {
    let mut search = Plain { budget: Budget::new(limits), depth: 0 };
    let found = playable(game).and_then(|()| search.value(game, End::Lost, End::Won));
    let (value, line) = match found {
        Ok((end, mut line)) => {
            line.reverse();
            (Value::Exact(end), line)
        }
        Err(limit) => (Value::Unknown(limit), Vec::new()),
    };
    let nodes = search.budget.nodes;
    Solution { value, without_draws: None, line, nodes, method: Method::Plain }
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
        Sequel::None => Ok(()),
        Sequel::Resolutions { most, .. } if most <= 1 => Ok(()),
        Sequel::Resolutions { .. } => Err(Limit::Beyond(
            "resolutions that are asked for are not searched".to_owned(),
        )),
        Sequel::ProofGames { .. } => {
            Err(Limit::Beyond("proof games that are asked for are not searched".to_owned()))
        }
    }
}

/// The end of a game from its outcome.
pub(crate) fn end_of(outcome: &Outcome) -> End {
    if let (Some(scores), Ground::Score(_)) = (outcome.scores(), &outcome.ground) {
        return End::Margin(scores[Player::BLACK] - scores[Player::WHITE]);
    }
    match outcome.verdict {
        Ruled::Win(Player::BLACK) => End::Won,
        Ruled::Win(_) => End::Lost,
        Ruled::Draw | Ruled::NoResult | Ruled::Ranking(_) => End::DRAW,
    }
}

/// Plays deeper than this are given up: the stack has an end too.
const DEEPEST: usize = 1_000;

struct Plain<'a> {
    budget: Budget<'a>,
    depth: usize,
}

impl Plain<'_> {
    /// The value if it lies between, else a bound beyond; with the line, last move first.
    fn value(&mut self, game: &Game, low: End, high: End) -> Result<(End, Vec<Move>), Limit> {
        self.budget.spend()?;
        match game.status() {
            Status::Over(outcome) => return Ok((end_of(outcome), Vec::new())),
            Status::Stopped => {
                let outcome = game.undisputed().ok_or_else(|| {
                    Limit::Beyond("which chains are independently alive is not known".to_owned())
                })?;
                return Ok((end_of(&outcome), Vec::new()));
            }
            Status::InPlay => {}
        }
        if self.depth >= DEEPEST {
            return Err(Limit::Beyond(format!("a line of {DEEPEST} moves has not ended")));
        }
        let maximises = game.to_move() == Player::BLACK;
        let (mut low, mut high) = (low, high);
        let mut best: Option<(End, Vec<Move>)> = None;
        let moves = game.legal().into_iter().map(Move::Play).chain([Move::Pass]);
        for made in moves {
            let mut next = game.clone();
            if next.play(made).is_err() {
                continue;
            }
            self.depth += 1;
            let found = self.value(&next, low, high);
            self.depth -= 1;
            let (end, mut line) = found?;
            let better = best.as_ref().is_none_or(|(so_far, _)| {
                if maximises { end > *so_far } else { end < *so_far }
            });
            if better {
                line.push(made);
                best = Some((end, line));
            }
            if maximises { low = low.max(end) } else { high = high.min(end) }
            if low >= high {
                break;
            }
        }
        best.ok_or_else(|| Limit::Beyond("a player has no move, not even a pass".to_owned()))
    }
}
