//! The checker of strategies. It uses nothing of the searches (`loopy/returns.rs` uses its walks, to see before what it would refuse): it plays the moves of
//! the strategy with [`Game`] and looks at how it ends. docs/findings/proofs.md, "Checking answers", says why that is
//! enough where one answer serves for all histories.

mod answers;
mod cycles;
mod images;
mod proofs;
mod safe;
mod segments;
mod tree;
mod unrepeated;

pub(crate) use cycles::{Edge, bad_walk, components};
use shinpan_board::Player;
use shinpan_rules::{Analyst, Ending, Game, Sameness, Score, Sequel, Stage, Status, Then, Window};

use crate::strategy::{Claim, Plan, Strategy};
use crate::value::End;

/// What is wrong with a strategy.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Flaw {
    /// The player has not just one move.
    #[error("after {line}: expected one move of {player}, found {found}")]
    Choice {
        /// Where.
        line: String,
        /// Who is to move.
        player: Player,
        /// How many there are.
        found: usize,
    },
    /// Not every move of the opponent is answered, or one is that he does not have.
    #[error("after {line}: expected the {expected} moves that {player} has, found {found}")]
    Replies {
        /// Where.
        line: String,
        /// Who is to move.
        player: Player,
        /// How many he has.
        expected: usize,
        /// How many of them there are.
        found: usize,
    },
    /// A move is not allowed.
    #[error("after {line}: {player} may not make the next move: {why}")]
    Refused {
        /// Where.
        line: String,
        /// Who is to move.
        player: Player,
        /// The clause.
        why: String,
    },
    /// A line ends too early, or goes on after the end.
    #[error("after {line}: the game is {state}, and the strategy {goes}")]
    Ends {
        /// Where.
        line: String,
        /// Over or not.
        state: &'static str,
        /// What the strategy does.
        goes: &'static str,
    },
    /// A line does not end as claimed.
    #[error("after {line}: the game ends with {found}")]
    Result {
        /// Where.
        line: String,
        /// How.
        found: String,
    },
    /// A move that has no parent in the tree.
    #[error("move {0} of the strategy is deeper than the tree")]
    Tree(usize),
    /// A situation comes up that has no answer.
    #[error("after {line}: the strategy has no answer of {player}")]
    NoAnswer {
        /// Where.
        line: String,
        /// Who is to move.
        player: Player,
    },
    /// A situation has two answers.
    #[error("answer {0} of the strategy is to a situation that has one already")]
    Twice(usize),
    /// A situation cannot come up.
    #[error("answer {0} of the strategy is to a situation that cannot come up")]
    Idle(usize),
    /// A cycle is not ruled as claimed.
    #[error("the cycle {cycle} can be completed, which is {ruled}")]
    Cycle {
        /// Its moves.
        cycle: String,
        /// What it comes to.
        ruled: &'static str,
    },
    /// What stood before, or an image of it in a symmetry of the board, can stand again.
    #[error("after {line}: what stands has stood before, or an image of it has")]
    Back {
        /// Where.
        line: String,
    },
    /// Two segments begin behind the same pass.
    #[error("segment {0} of the strategy begins where another one does")]
    SegmentTwice(usize),
    /// A segment cannot come up.
    #[error("segment {0} of the strategy cannot come up")]
    SegmentIdle(usize),
    /// No segment begins behind a pass that can come up.
    #[error("after {line}: the strategy has no segment")]
    NoSegment {
        /// Where.
        line: String,
    },
    /// A cycle of passes can be completed whose positions do not score as claimed.
    #[error("after {line}: that pass can come back in {passes} passes, which score {scored}")]
    Average {
        /// The way to it.
        line: String,
        /// How many there are.
        passes: usize,
        /// What the positions they score come to on average, or nothing.
        scored: String,
    },
    /// The strategy is not of a kind that can be checked here.
    #[error("it cannot be checked: {0}")]
    Beyond(&'static str),
}

/// Checks that a strategy keeps its claim in a game, whatever the opponent does. Where the rules ask which
/// chains live the analyst says; what he leaves open counts against the claim. Returns how many moves were made.
///
/// # Errors
/// The first flaw.
pub fn check(
    game: &Game,
    strategy: &Strategy,
    analyst: Option<&dyn Analyst>,
) -> Result<usize, Flaw> {
    if game.players() != 2 {
        return Err(Flaw::Beyond("a claim is about two players"));
    }
    let answers = matches!(strategy.plan, Plan::Answers(_));
    match game.ruleset().sequel {
        Sequel::None | Sequel::Resumption { .. } => {}
        Sequel::Resolutions { most, .. } if most <= 1 => {}
        Sequel::ProofGames { .. } if answers => {}
        Sequel::Resolutions { .. } | Sequel::ProofGames { .. } => {
            return Err(Flaw::Beyond("more may be asked for at the end"));
        }
    }
    match &strategy.plan {
        Plan::Moves(moves) => tree::check(game, &strategy.claim, moves, analyst),
        Plan::Answers(answers) => answers::check(game, &strategy.claim, answers, analyst),
        Plan::Unrepeated(answers) => unrepeated::check(game, &strategy.claim, answers),
        Plan::Segments(all) => segments::check(game, &strategy.claim, all),
    }
}

/// Whether a stage has a ruling on cycles, and nothing else about repetition but basic ko, if that.
fn rules_on_cycles_alone(stage: &Stage) -> bool {
    let known = stage.repetition.iter().all(|rule| match rule.then {
        Then::Forbidden => {
            rule.window == Window::BeforePrecedingPlay && rule.same == Sameness::Positional
        }
        Then::Adjudicated(_) => rule.window == Window::ThisStage && rule.same == Sameness::State,
    });
    known && stage.cycle_rule().is_some()
}

/// Whether two passes in a row end a stage.
fn ends_by_two_passes(stage: &Stage) -> bool {
    matches!(stage.ending, Ending::SuccessivePasses { count: 2, .. })
}

/// What is found of a game that has ended before a strategy begins, of which the first part is idle then, if it has any; `None` if it
/// has not ended.
fn ended(
    game: &Game,
    claim: &Claim,
    idle: Option<Flaw>,
    analyst: Option<&dyn Analyst>,
) -> Option<Result<usize, Flaw>> {
    let end = reached(game, analyst)?;
    Some(idle.map_or_else(|| end.flaw(claim, || told(&[])).map(|()| 0), Err))
}

/// How a game has come to an end.
#[derive(Clone, Copy)]
enum Reached {
    /// By a count, or a win without one; for Black at least and at most.
    End([End; 2]),
    /// By a draw without a count.
    Draw,
}

/// How a game has ended; `None` if it has not.
fn reached(game: &Game, analyst: Option<&dyn Analyst>) -> Option<Reached> {
    match game.status() {
        Status::InPlay => None,
        Status::Over(outcome) => Some(match (outcome.scores(), End::of(outcome)) {
            (None, End::Margin(_)) => Reached::Draw,
            (_, end) => Reached::End([end; 2]),
        }),
        Status::Stopped => {
            let analysis = match analyst {
                Some(analyst) => game.analyse(analyst),
                None => game.analysed(Vec::new()),
            };
            let margin = analysis.map(|analysis| analysis.margin.map(End::Margin));
            Some(Reached::End(margin.unwrap_or([End::Lost, End::Won])))
        }
    }
}

impl Reached {
    /// With so much more for Black.
    fn plus(self, more: i64) -> Reached {
        match self {
            Reached::End(ends) => Reached::End(ends.map(|end| plus(end, more))),
            Reached::Draw => Reached::Draw,
        }
    }

    /// What is wrong with it, if it is not as claimed.
    fn flaw(self, claim: &Claim, line: impl FnOnce() -> String) -> Result<(), Flaw> {
        let (kept, found) = match self {
            Reached::Draw => (claim.kept_by_draw(), "a draw without a count".to_owned()),
            Reached::End(ends) => {
                let end = if claim.player == Player::BLACK { ends[0] } else { ends[1] };
                let open = if ends[0] == ends[1] { "" } else { ", chains being unproven" };
                (claim.kept(end), format!("margin {end}{open}"))
            }
        };
        if kept { Ok(()) } else { Err(Flaw::Result { line: line(), found }) }
    }
}

/// An end with so much more for Black.
fn plus(end: End, more: i64) -> End {
    match end {
        End::Margin(margin) => End::Margin(margin + Score::from(more)),
        End::Lost | End::Won => end,
    }
}

/// A line of moves.
fn told(moves: &[String]) -> String {
    if moves.is_empty() { "no move".to_owned() } else { moves.join(" ") }
}
