//! Strategies with one answer for each situation: all moves from all situations that come up are played, then the
//! cycles and the sums on the ways to the ends are looked at.

use std::collections::HashMap;

use shinpan_board::{Player, Point};
use shinpan_rules::{
    Adjudication, Analyst, Button, Count, Game, Measure, Move, Notice, StageName, Status, Suicide,
    Unbalanced,
};

use super::cycles::{Edge, bad_walk, components};
use super::proofs::{Tried, draw_is_enough, proof_games, proof_of};
use super::{Flaw, Reached, ended, ends_by_two_passes, reached, rules_on_cycles_alone, told};
use crate::strategy::{Answer, Claim, Situation, move_name};

/// Checks answers.
pub(super) fn check(
    game: &Game,
    claim: &Claim,
    answers: &[Answer],
    analyst: Option<&dyn Analyst>,
) -> Result<usize, Flaw> {
    fits(game).map_err(Flaw::Beyond)?;
    let idle = answers.first().map(|_| Flaw::Idle(1));
    if let Some(found) = ended(game, claim, idle, analyst) {
        return found;
    }
    // Cycles are ruled on here.
    let game = game.clone().with_notice(Notice::Claim);
    let played = Played::all(&game, claim, answers, analyst)?;
    played.look_at_cycles()?;
    played.look_at_ends()?;
    Ok(played.edges.len() + played.ends.len() + played.tried.len())
}

/// Whether what is allowed, and what it leads to, depends on nothing but the situation, the player to move and
/// the number of phases, scores and cycles apart; and cycles are ruled on in every stage.
fn fits(game: &Game) -> Result<(), &'static str> {
    let rules = game.ruleset();
    if game.moves_in_phase() > 0 {
        return Err("moves of this phase could be part of a cycle");
    }
    for stage in &rules.stages {
        if !rules_on_cycles_alone(stage) {
            return Err("a stage has not basic ko and a ruling on cycles alone");
        }
        if !ends_by_two_passes(stage) {
            return Err("a stage does not end by two passes");
        }
    }
    if rules.suicide != Suicide::Forbidden {
        return Err("suicide is allowed");
    }
    if rules.button != Button::None {
        return Err("there is a button");
    }
    Ok(())
}

/// A phase, of the game or of a proof game.
type Phase = (StageName, u16);

/// What a player has before him, in a phase.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Place {
    phase: Phase,
    to_move: Player,
    at: Situation,
}

/// The numbers of places and of what they have in common.
#[derive(Default)]
struct Places {
    nodes: HashMap<Place, usize>,
    /// What RULES call a state: phase, player to move, ban, position.
    states: HashMap<(Phase, Player, Option<Point>, Vec<u8>), usize>,
    positions: HashMap<Vec<u8>, usize>,
}

/// A node of the graph of everything that can come up.
pub(super) struct Node {
    /// How it was come to first.
    from: Option<(usize, Move)>,
    phase: Phase,
    /// What RULES call its position and its state, numbered.
    position: usize,
    state: usize,
    /// Prisoners' part of the margin, on the way it was come to first.
    pub(super) paid: i64,
    /// Whether a draw by a cycle in its phase is as good as claimed.
    draw: bool,
    /// The player to move, whose it is, has no answer and gives the proof game up.
    pub(super) given_up: bool,
}

/// A move between nodes.
pub(super) struct Step {
    pub(super) from: usize,
    pub(super) to: usize,
    made: Move,
    /// What it adds to Black's margin.
    pub(super) paid: i64,
    /// What it adds for Black to what is compared in cycles.
    cycle: i64,
}

/// An end that can come up: after a move from a node, counted as on the way by which that was come to first.
pub(super) struct Last {
    pub(super) from: usize,
    made: Move,
    pub(super) end: Reached,
    /// The proof games that may be asked for then.
    proofs: Option<Tried>,
}

pub(super) struct Played<'a> {
    game: &'a Game,
    pub(super) claim: &'a Claim,
    pub(super) nodes: Vec<Node>,
    pub(super) edges: Vec<Step>,
    ends: Vec<Last>,
    /// The ends of proof games.
    pub(super) tried: Vec<Last>,
}

/// What captured stones are worth to Black.
fn paid(game: &Game) -> i64 {
    match game.ruleset().count {
        Count::Area => 0,
        Count::Territory => {
            let prisoners = game.prisoners();
            i64::from(prisoners[Player::WHITE]) - i64::from(prisoners[Player::BLACK])
        }
    }
}

/// What a move adds for Black to what is compared in cycles; nothing where no cycle favours anybody.
fn favour(game: &Game, made: Move, removed: &[(Point, Player)]) -> i64 {
    let sign = |player: Player| if player == Player::BLACK { 1 } else { -1 };
    match (game.stage().cycle_rule(), made) {
        (Some((_, rule)), _) if rule.unbalanced != Unbalanced::FavouredWins => 0,
        (Some((_, Adjudication { measure: Measure::StonesLost, .. })), _) => {
            removed.iter().map(|&(_, owner)| -sign(owner)).sum()
        }
        (Some(_), Move::Pass) => sign(game.to_move()),
        (Some(_), Move::Play(_)) | (None, _) => 0,
    }
}

impl<'a> Played<'a> {
    /// Plays the answers, and all moves of the opponent.
    fn all(
        game: &'a Game,
        claim: &'a Claim,
        answers: &[Answer],
        analyst: Option<&dyn Analyst>,
    ) -> Result<Played<'a>, Flaw> {
        let mut known: HashMap<&Situation, (usize, bool)> = HashMap::new();
        for (number, answer) in answers.iter().enumerate() {
            if known.insert(&answer.at, (number, false)).is_some() {
                return Err(Flaw::Twice(number + 1));
            }
        }
        let mut played = Played {
            game,
            claim,
            nodes: Vec::new(),
            edges: Vec::new(),
            ends: Vec::new(),
            tried: Vec::new(),
        };
        let mut places = Places::default();
        // The lives of chains depend on what stands alone.
        let mut counted: HashMap<Vec<u8>, (Reached, i64)> = HashMap::new();
        let first = played.enter(&mut places, game, None);
        let mut layer = vec![(first, game.clone())];
        while !layer.is_empty() {
            let mut next_layer = Vec::new();
            for (number, game) in layer {
                let player = game.to_move();
                let in_proof = proof_of(game.stage().name).is_some();
                let moves = if player == claim.player {
                    match known.get_mut(&Situation::of(&game)) {
                        Some((answer, used)) => {
                            *used = true;
                            vec![answers[*answer].made]
                        }
                        None if in_proof => {
                            played.nodes[number].given_up = true;
                            continue;
                        }
                        None => return Err(Flaw::NoAnswer { line: played.line(number), player }),
                    }
                } else {
                    game.legal().into_iter().map(Move::Play).chain([Move::Pass]).collect()
                };
                for made in moves {
                    let mut after = game.clone();
                    let did = after.play(made).map_err(|refusal| Flaw::Refused {
                        line: played.line(number),
                        player,
                        why: refusal.clause.to_string(),
                    })?;
                    let end = if *after.status() == Status::Stopped {
                        let (end, base) = *counted
                            .entry(after.position().codes().to_vec())
                            .or_insert_with(|| {
                                let end = reached(&after, analyst);
                                (end.unwrap_or(Reached::Draw), paid(&after))
                            });
                        Some(end.plus(paid(&after) - base))
                    } else {
                        reached(&after, analyst)
                    };
                    let mut enter = |game: Game| {
                        let known = played.nodes.len();
                        let to = played.enter(&mut places, &game, Some((number, made)));
                        if to == known {
                            next_layer.push((to, game));
                        }
                        to
                    };
                    if let Some(end) = end {
                        let proofs = proof_games(&after, claim.player).map(|games| Tried {
                            paid: paid(&after),
                            starts: games.map(&mut enter),
                        });
                        let last = Last { from: number, made, end, proofs };
                        if in_proof {
                            played.tried.push(last)
                        } else {
                            played.ends.push(last)
                        }
                        continue;
                    }
                    let (before, then) = (paid(&game), paid(&after));
                    let to = enter(after);
                    let cycle = favour(&game, made, &did.removed);
                    played.edges.push(Step { from: number, to, made, paid: then - before, cycle });
                }
            }
            layer = next_layer;
        }
        let idle = answers.iter().position(|answer| !known[&answer.at].1);
        idle.map_or(Ok(played), |number| Err(Flaw::Idle(number + 1)))
    }

    /// The node of a game, which is made if there is none.
    fn enter(&mut self, places: &mut Places, game: &Game, from: Option<(usize, Move)>) -> usize {
        let phase = (game.stage().name, game.phase_number());
        let to_move = game.to_move();
        let place = Place { phase, to_move, at: Situation::of(game) };
        let next = self.nodes.len();
        if let Some(&number) = places.nodes.get(&place) {
            return number;
        }
        let state = (phase, to_move, game.ko_point(), place.at.codes.clone());
        let state = *places.states.entry(state).or_insert(next);
        let position = *places.positions.entry(place.at.codes.clone()).or_insert(next);
        let (paid, draw) = (paid(game), draw_is_enough(self.claim, game.stage().name));
        self.nodes.push(Node { from, phase, position, state, paid, draw, given_up: false });
        places.nodes.insert(place, next);
        next
    }

    /// The moves by which a node was come to first.
    fn line(&self, number: usize) -> String {
        let mut moves = Vec::new();
        let mut at = number;
        while let Some((before, made)) = self.nodes[at].from {
            moves.push(move_name(self.game.board(), made));
            at = before;
        }
        moves.reverse();
        told(&moves)
    }

    /// What is good for the player of the claim has a plus.
    pub(super) fn sign(&self) -> i64 {
        if self.claim.player == Player::BLACK { 1 } else { -1 }
    }

    /// Every way from a state to the same state has to be ruled in the player's favour, or, if that is enough, as
    /// a draw.
    fn look_at_cycles(&self) -> Result<(), Flaw> {
        let Some(cycle) = self.bad_cycle() else { return Ok(()) };
        let made = cycle.iter().map(|step| move_name(self.game.board(), step.made));
        let balance: i64 = cycle.iter().map(|step| self.sign() * step.cycle).sum();
        let ruled = if balance < 0 { "for the opponent" } else { "a draw" };
        Err(Flaw::Cycle { cycle: made.collect::<Vec<_>>().join(" "), ruled })
    }

    /// A way from a state to the same state that is not.
    fn bad_cycle(&self) -> Option<Vec<&Step>> {
        // A cycle has plays, so it is among positions that lead back to each other.
        let pairs = self.edges.iter().filter(|step| self.same_phase(step));
        let pairs =
            pairs.map(|step| (self.nodes[step.from].position, self.nodes[step.to].position));
        let among = components(&pairs.collect::<Vec<_>>(), self.nodes.len());
        let component = |node: usize| among[self.nodes[node].position];
        let back =
            |step: &&Step| self.same_phase(step) && component(step.from) == component(step.to);
        let steps: Vec<&Step> = self.edges.iter().filter(back).collect();
        let many = self.nodes.len() as i64 + 1;
        let edges: Vec<Edge> = steps
            .iter()
            .map(|step| {
                let sum = self.sign() * step.cycle;
                // Where a draw is not enough a sum of 0 is bad: no way that matters has `many` moves.
                let weight = if self.nodes[step.from].draw { sum } else { sum * many - 1 };
                Edge { from: step.from, to: step.to, weight }
            })
            .collect();
        let states: Vec<usize> = self.nodes.iter().map(|node| node.state).collect();
        let cycle = bad_walk(&edges, &states)?;
        Some(cycle.into_iter().map(|edge| steps[edge]).collect())
    }

    fn same_phase(&self, step: &Step) -> bool {
        self.nodes[step.from].phase == self.nodes[step.to].phase
    }

    /// Every end has to be as claimed on the worst way to it.
    fn look_at_ends(&self) -> Result<(), Flaw> {
        let sign = self.sign();
        let start = self.nodes[0].paid;
        let mut least: Vec<Option<(i64, usize)>> = vec![None; self.nodes.len()];
        least[0] = Some((sign * start, usize::MAX));
        // Shorter ways are found first, so this is soon over but where a cycle sinks.
        for _ in 0..=self.nodes.len() {
            let mut changed = false;
            for (number, edge) in self.edges.iter().enumerate() {
                let Some((from, _)) = least[edge.from] else { continue };
                let sum = from + sign * edge.paid;
                if least[edge.to].is_none_or(|(so_far, _)| sum < so_far) {
                    least[edge.to] = Some((sum, number));
                    changed = true;
                }
            }
            if !changed {
                return self.ends_kept(&least);
            }
        }
        Err(Flaw::Beyond("the margin falls in a cycle that is not against the player"))
    }

    fn ends_kept(&self, least: &[Option<(i64, usize)>]) -> Result<(), Flaw> {
        let worst = self.worst_of_proofs()?;
        for last in &self.ends {
            let Some((sum, _)) = least[last.from] else { continue };
            let more = self.sign() * sum - self.nodes[last.from].paid;
            let line = || {
                let mut moves = vec![move_name(self.game.board(), last.made)];
                let mut at = last.from;
                while let Some(step) = least[at].and_then(|(_, number)| self.edges.get(number)) {
                    moves.push(move_name(self.game.board(), step.made));
                    at = step.from;
                }
                moves.reverse();
                told(&moves)
            };
            match &last.proofs {
                None => last.end.plus(more).flaw(self.claim, line)?,
                Some(tried) => tried.flaw(self.claim, last.end.plus(more), more, &worst, line)?,
            }
        }
        Ok(())
    }
}
