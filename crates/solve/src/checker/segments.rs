//! Strategies under Kee Rules: a tree for each segment, played to its passes, then the sums on the cycles of passes.
//!
//! docs/findings/proofs.md, "Checking segments", says why that is enough.

use std::collections::HashMap;

use shinpan_board::Player;
use shinpan_rules::{Button, Count, Ending, Game, Move, Sameness, Score, Suicide, Then, Window};

use super::cycles::{Edge, bad_walk};
use super::tree::{self, AfterPass};
use super::{Flaw, Reached, ended, reached, told};
use crate::strategy::{Claim, Passed, Segment};
use crate::value::End;

/// Checks segments.
pub(super) fn check(game: &Game, claim: &Claim, segments: &[Segment]) -> Result<usize, Flaw> {
    fits(game).map_err(Flaw::Beyond)?;
    let idle = segments.first().map(|_| Flaw::SegmentIdle(1));
    if let Some(found) = ended(game, claim, idle, None) {
        return found;
    }
    let passes = Passes::all(game, claim, segments)?;
    passes.look_at_cycles(claim)?;
    Ok(segments.iter().map(|segment| segment.moves.len()).sum())
}

/// Whether what is allowed since a pass depends on nothing but that and what has been played, and the game ends by
/// one's own pass repeated.
fn fits(game: &Game) -> Result<(), &'static str> {
    let rules = game.ruleset();
    let [stage] = rules.stages.as_slice() else {
        return Err("there is more than one stage");
    };
    let since_pass = stage.repetition.iter().all(|rule| {
        rule.then == Then::Forbidden
            && rule.same == Sameness::Positional
            && rule.window == Window::SinceLastPass
    });
    if !since_pass || !matches!(stage.ending, Ending::OwnPassRepeated { .. }) {
        return Err("the strategy is one for Kee Rules");
    }
    if rules.count != Count::Area || rules.suicide != Suicide::Forbidden {
        return Err("prisoners count, or suicide is allowed");
    }
    if rules.button != Button::None {
        return Err("there is a button");
    }
    let made = game.first_move()..=game.moves_made();
    let passed = |number: usize| matches!(game.move_at(number), Some((_, Move::Pass)));
    if made.into_iter().any(passed) {
        return Err("passes that were made could end the game");
    }
    Ok(())
}

/// A pass between segments.
struct Step {
    from: usize,
    to: usize,
    /// Black's margin in the position it scores, if it scores one.
    scores: Option<Score>,
}

/// How a pass node was come to first: from which other, by which moves.
struct Node {
    from: usize,
    moves: Vec<String>,
}

/// Everything that can come up.
struct Passes {
    /// Where the game stands, then the pass nodes.
    nodes: Vec<Node>,
    steps: Vec<Step>,
}

impl Passes {
    /// Plays all segments that can come up.
    fn all(game: &Game, claim: &Claim, segments: &[Segment]) -> Result<Passes, Flaw> {
        let mut known: HashMap<Option<&Passed>, usize> = HashMap::new();
        let mut used = vec![false; segments.len()];
        for (number, segment) in segments.iter().enumerate() {
            if known.insert(segment.after.as_ref(), number).is_some() {
                return Err(Flaw::SegmentTwice(number + 1));
            }
        }
        let start = Node { from: 0, moves: Vec::new() };
        let mut found = Passes { nodes: vec![start], steps: Vec::new() };
        let mut numbers: HashMap<Passed, usize> = HashMap::new();
        let mut margins: HashMap<Vec<u8>, Score> = HashMap::new();
        let mut layer = vec![(0, None, game.clone())];
        while !layer.is_empty() {
            let mut next_layer = Vec::new();
            for (from, after, game) in layer {
                let before = found.line(from);
                let Some(&number) = known.get(&after.as_ref()) else {
                    return Err(Flaw::NoSegment { line: told(&before) });
                };
                used[number] = true;
                for AfterPass { game, line } in
                    tree::to_passes(&game, claim, &segments[number].moves, &before)?
                {
                    // Whoever is not to move has passed.
                    let codes = game.position().codes().to_vec();
                    let after = Passed { codes, by: game.to_move().next(2) };
                    let scores = match (game.passes_in_row() > 1, margins.get(&after.codes)) {
                        (false, _) => None,
                        (true, Some(&margin)) => Some(margin),
                        (true, None) => {
                            let margin = margin(&game)?;
                            margins.insert(after.codes.clone(), margin);
                            Some(margin)
                        }
                    };
                    let next = found.nodes.len();
                    let to = *numbers.entry(after.clone()).or_insert(next);
                    found.steps.push(Step { from, to, scores });
                    if to == next {
                        found.nodes.push(Node { from, moves: line });
                        next_layer.push((to, Some(after), game));
                    }
                }
            }
            layer = next_layer;
        }
        let idle = used.iter().position(|used| !used);
        idle.map_or(Ok(found), |number| Err(Flaw::SegmentIdle(number + 1)))
    }

    /// The moves by which a node was come to first.
    fn line(&self, node: usize) -> Vec<String> {
        let back = |&node: &usize| Some(self.nodes[node].from).filter(|_| node > 0);
        let mut ways: Vec<&[String]> = std::iter::successors(Some(node), back)
            .map(|node| self.nodes[node].moves.as_slice())
            .collect();
        ways.reverse();
        ways.concat()
    }

    /// No cycle may have a worse average than is claimed, or, where a draw is not enough, none at all.
    fn look_at_cycles(&self, claim: &Claim) -> Result<(), Flaw> {
        let sign = if claim.player == Player::BLACK { 1 } else { -1 };
        // What a position is better than what is claimed, as a whole number: margins are multiples of 1/2.
        let apart = |margin: Score| match claim.margin {
            End::Margin(wanted) => (margin - wanted) * sign * 2 * *wanted.denom(),
            End::Lost | End::Won => Score::from(i64::from(claim.kept(End::Margin(margin))) - 1),
        };
        self.no_bad_cycle(|step| step.scores.map_or(Score::from(0), apart))?;
        if !claim.kept_by_draw() {
            let many = Score::from(self.nodes.len() as i64 + 1);
            self.no_bad_cycle(|step| step.scores.map_or(Score::from(-1), |_| many))?;
        }
        Ok(())
    }

    /// No cycle may have a negative sum.
    fn no_bad_cycle(&self, weight: impl Fn(&Step) -> Score) -> Result<(), Flaw> {
        let most = i64::MAX / (self.nodes.len() as i64 + 2);
        let edges: Option<Vec<Edge>> = self
            .steps
            .iter()
            .map(|step| {
                let (weight, &Step { from, to, .. }) = (weight(step), step);
                let small = weight.is_integer() && (-most..=most).contains(weight.numer());
                small.then(|| Edge { from, to, weight: weight.to_integer() })
            })
            .collect();
        let edges = edges.ok_or(Flaw::Beyond("its numbers are too large to be summed up"))?;
        let own: Vec<usize> = (0..self.nodes.len()).collect();
        let Some(cycle) = bad_walk(&edges, &own) else { return Ok(()) };
        let steps: Vec<&Step> = cycle.iter().map(|&number| &self.steps[number]).collect();
        let scored: Vec<Score> = steps.iter().filter_map(|step| step.scores).collect();
        let average = || scored.iter().sum::<Score>() / Score::from(scored.len() as i64);
        Err(Flaw::Average {
            line: told(&steps.first().map(|step| self.line(step.from)).unwrap_or_default()),
            passes: steps.len(),
            scored: if scored.is_empty() { "nothing".to_owned() } else { average().to_string() },
        })
    }
}

/// Black's margin in the position of a game, as a scoring position: that of a game that begins there with three passes.
fn margin(game: &Game) -> Result<Score, Flaw> {
    let mut fresh = game.edited(&[], game.to_move()).ok();
    let passed = fresh.as_mut().is_some_and(|game| (0..3).all(|_| game.play(Move::Pass).is_ok()));
    match fresh.filter(|_| passed).and_then(|game| reached(&game, None)) {
        Some(Reached::End([End::Margin(margin), _])) => Ok(margin),
        _ => Err(Flaw::Beyond("a position that both have passed on is not scored")),
    }
}
