//! Whether answers hold where the game ends as soon as a state of RULES comes back.
//!
//! The table knows whether the opponent has just passed, a state of RULES does not. So play may come back to a state
//! that the table takes for another, and what it says of cycles does not hold there. Here everything that can come up is
//! looked at; where such a return is bad, the player is kept from it and the table is solved again
//! (docs/findings/proofs.md, "States that come back").

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::fixpoint::Moves;
use super::graph::{Graph, State};
use super::rules::LoopyRules;
use super::table::{Level, Pins, Values};
use super::way::{Made, Way};
use crate::checker::{Edge, bad_walk, components};
use crate::compact::{BLACK, Stones, WHITE};
use crate::limits::Budget;
use crate::value::Limit;

/// What a player is shown to get from a state.
pub(super) struct Shown<'a> {
    /// How.
    pub(super) way: Way<'a>,
    /// How much; for Black, whoever the player is.
    pub(super) level: Level,
    /// The states in which the last stage may end then.
    pub(super) ends: Vec<usize>,
}

/// How often a player is kept from a return.
const MOST_PINS: usize = 200;

/// For each state that a pass can end a stage in, the state with which the next one begins.
pub(super) fn after(values: &Values<'_>, rules: &LoopyRules) -> Vec<u32> {
    let graph = &values.graph;
    let mut after = vec![0; graph.len()];
    for (number, state) in graph.ending() {
        after[number] = graph.number(state.next_stage(rules.ko_stands)) as u32;
    }
    after
}

/// What Black, who forces, or White, who keeps, gets from a state of a stage under RULES. `None` if nothing was found in
/// so many tries.
pub(super) fn shown<'a>(
    values: &'a Values<'a>,
    rules: &'a LoopyRules,
    after: &'a [u32],
    player: usize,
    (stage, start): (usize, State),
    budget: &mut Budget<'_>,
) -> Result<Option<Shown<'a>>, Limit> {
    let number = values.graph.number(start);
    let sign = if player == BLACK { 1 } else { -1 };
    let level = |way: &Way<'_>| way.stages[stage].values[number];
    let worth = |way: &Way<'_>| sign * i64::from(level(way));
    let found = kept_way(values, (rules, after), player, &[(stage, number)], worth, budget)?;
    Ok(found.map(|(way, ends)| Shown { level: level(&way), way, ends }))
}

/// How a player gets from each of these states of the first stage all that the table says, and the states in which the last one may
/// end then. `None` if nothing was found in so many tries.
pub(super) fn shown_from_all<'a>(
    values: &'a Values<'a>,
    rules: &'a LoopyRules,
    player: usize,
    starts: &[State],
    budget: &mut Budget<'_>,
) -> Result<Option<(Way<'a>, Vec<usize>)>, Limit> {
    let starts: Vec<(usize, usize)> =
        starts.iter().map(|&state| (0, values.graph.number(state))).collect();
    let worth = |way: &Way<'_>| {
        let less = |&&(stage, number): &&(usize, usize)| {
            way.stages[stage].values[number] != values.stages[stage].values[number]
        };
        -(starts.iter().filter(less).count() as i64)
    };
    let found = kept_way(values, (rules, &[]), player, &starts, worth, budget)?;
    Ok(found.filter(|(way, _)| worth(way) == 0))
}

/// Answers that hold from some starts, worth as much to the player as could be found, and where the last stage may end by them.
fn kept_way<'a>(
    values: &'a Values<'a>,
    (rules, after): (&'a LoopyRules, &'a [u32]),
    player: usize,
    starts: &[(usize, usize)],
    worth: impl Fn(&Way<'_>) -> i64,
    budget: &mut Budget<'_>,
) -> Result<Option<(Way<'a>, Vec<usize>)>, Limit> {
    let mut pins = Pins::none(rules.stages.len());
    let mut way = Way::of(values, rules, after, player, &pins, budget)?;
    for _ in 0..MOST_PINS {
        let so_far = worth(&way);
        let Some(found) = Reached::of(&mut way, starts, budget)? else { return Ok(None) };
        let Some((at, walk)) = found.bad_return(&mut way, rules, budget)? else {
            let ends = found.ends(&way);
            return Ok(Some((way, ends)));
        };
        // He does without something on this way: what is tried first is not to come to its beginning at all, or not to end
        // the stage where it leads to.
        let worst = way.worst();
        let mut tries: Vec<Pins> = Vec::new();
        let walk: Vec<usize> = walk.into_iter().map(|state| values.graph.number(state)).collect();
        let (first, last) = (walk[0], walk[walk.len() - 1]);
        let ends = found.stages[at].answer(last) == Some(Made::End);
        for number in [first, last].into_iter().chain(walk[1..walk.len() - 1].iter().rev().copied())
        {
            let mut tried = pins.clone();
            if number == last && ends {
                tried.ends[at].push((number, worst));
            } else if !starts.contains(&(at, number)) {
                tried.states[at].push((number, worst));
            } else {
                continue;
            }
            tries.push(tried);
        }
        let mut next: Option<(Way<'a>, Pins)> = None;
        for tried in tries {
            let way = Way::of(values, rules, after, player, &tried, budget)?;
            let reaches = worth(&way);
            if next.as_ref().is_none_or(|(best, _)| reaches > worth(best)) {
                next = Some((way, tried));
            }
            if reaches == so_far {
                break;
            }
        }
        let Some(next) = next else { return Ok(None) };
        (way, pins) = next;
    }
    Ok(None)
}

/// Everything that can come up when a player keeps to his answers.
struct Reached {
    stages: Vec<Answers>,
}

/// For each state of a stage: whether it can come up, and the player's answer.
struct Answers(Vec<u8>);

const UNSEEN: u8 = u8::MAX;
const SEEN: u8 = u8::MAX - 1;
const END: u8 = u8::MAX - 2;

impl Answers {
    fn seen(&self, number: usize) -> bool {
        self.0[number] != UNSEEN
    }

    /// For each position the part it is in of those that lead back to each other, symmetries left out of account; `None` if it leads back
    /// to no other.
    fn parts(&self, graph: &Graph<'_>, budget: &Budget<'_>) -> Result<Vec<Option<u32>>, Limit> {
        let count = graph.positions.stones.len();
        let mut pairs = Vec::new();
        for (position, number) in (0..graph.len()).map(|number| (graph.position(number), number)) {
            if !self.seen(number) {
                continue;
            }
            for (place, (to, is_pass)) in graph.next(number).enumerate() {
                let made = self.answer(number).is_none_or(|made| made == Made::Place(place as u8));
                if made && !is_pass {
                    pairs.push((position, graph.position(to)));
                }
            }
            budget.hold((pairs.len() * PAIR + count * POSITION) as u64)?;
        }
        let among = components(&pairs, count);
        let mut sizes = vec![0_u32; count];
        among.iter().for_each(|&part| sizes[part] += 1);
        let part = |part: usize| (sizes[part] > 1).then_some(part as u32);
        Ok(among.into_iter().map(part).collect())
    }

    fn answer(&self, number: usize) -> Option<Made> {
        match self.0[number] {
            UNSEEN | SEEN => None,
            END => Some(Made::End),
            place => Some(Made::Place(place)),
        }
    }
}

impl Reached {
    /// `None` if what the table says is not kept by each move.
    fn of(
        way: &mut Way<'_>,
        starts: &[(usize, usize)],
        budget: &mut Budget<'_>,
    ) -> Result<Option<Reached>, Limit> {
        let graph = way.graph();
        let mut stages: Vec<Answers> =
            way.stages.iter().map(|_| Answers(vec![UNSEEN; graph.len()])).collect();
        let mut open = starts.to_vec();
        for &(stage, number) in starts {
            stages[stage].0[number] = SEEN;
        }
        let first = starts.first().map_or(0, |&(stage, _)| stage);
        let won =
            |&(stage, number): &(usize, usize)| way.stages[stage].values[number] == -way.worst();
        let wins = starts.iter().all(won);
        while let Some((stage, number)) = open.pop() {
            budget.spend()?;
            if !way.told(stage, number) {
                return Ok(None);
            }
            let mut only = None;
            if graph.to_move(number) == way.player {
                let Some(made) = way.answer(stage, number, budget)? else { return Ok(None) };
                stages[stage].0[number] = match made {
                    Made::Place(place) => place,
                    Made::End => END,
                };
                only = Some(made);
            }
            let wanted = |made: Made| only.is_none_or(|only| only == made);
            let mut next: SmallVec<[(usize, usize); 18]> = SmallVec::new();
            for (place, (to, is_pass)) in graph.next(number).enumerate() {
                if wanted(Made::Place(place as u8)) {
                    if !way.keeps(stage, number, (to, is_pass), budget)? {
                        return Ok(None);
                    }
                    next.push((stage, to));
                }
            }
            if graph.ends(number) && wanted(Made::End) {
                if !way.keeps_by_end(stage, number, wins && stage == first) {
                    return Ok(None);
                }
                if stage + 1 < stages.len() {
                    next.push((stage + 1, way.after(number)));
                }
            }
            for (stage, to) in next {
                if !stages[stage].seen(to) {
                    stages[stage].0[to] = SEEN;
                    open.push((stage, to));
                }
            }
        }
        Ok(Some(Reached { stages }))
    }

    /// The states in which he or his opponent may end the last stage.
    fn ends(&self, way: &Way<'_>) -> Vec<usize> {
        let Some(answers) = self.stages.last() else { return Vec::new() };
        let graph = way.graph();
        let may = |&number: &usize| {
            answers.seen(number)
                && match graph.to_move(number) == way.player {
                    true => answers.answer(number) == Some(Made::End),
                    false => graph.ends(number),
                }
        };
        (0..graph.len()).filter(may).collect()
    }

    /// A stage and states of it, each of which leads to the next, of which the first and the last are one for RULES, while the
    /// way is not ruled as the player needs it.
    fn bad_return(
        &self,
        way: &mut Way<'_>,
        rules: &LoopyRules,
        budget: &mut Budget<'_>,
    ) -> Result<Option<(usize, Vec<State>)>, Limit> {
        let graph = way.graph();
        for (stage, answers) in self.stages.iter().enumerate() {
            let parts = answers.parts(graph, budget)?;
            let mut kin: FxHashSet<usize> = FxHashSet::default();
            for (to_move, members) in graph.kin() {
                let seen = members.filter(|&number| answers.seen(number));
                let part = seen.clone().next().and_then(|number| parts[graph.position(number)]);
                if part.is_none() || seen.clone().count() < 2 {
                    continue;
                }
                // Who does the same in both goes round in a cycle of the table. All plays of the opponent's can be made in both.
                let mut plays = seen.clone().map(|number| play(way, answers, number));
                let first = plays.next().flatten();
                let same = first.is_some() && plays.all(|play| play == first);
                if to_move != way.player || !same {
                    kin.extend(seen);
                }
            }
            if let Some(walk) =
                bad_way(way, rules.stages[stage].favours, stage, (&kin, &parts), budget)?
            {
                return Ok(Some((stage, walk)));
            }
        }
        Ok(None)
    }
}

/// The same among states of these numbers.
fn bad_way(
    way: &mut Way<'_>,
    favours: bool,
    stage: usize,
    (kin, parts): (&FxHashSet<usize>, &[Option<u32>]),
    budget: &mut Budget<'_>,
) -> Result<Option<Vec<State>>, Limit> {
    if kin.is_empty() {
        return Ok(None);
    }
    let graph = way.graph();
    // What can be come to from these. Here states that symmetries lead to each other are not the same, and each may be the one
    // that stands on the board.
    let symmetries = &graph.field().symmetries;
    let mut states: Vec<State> = Vec::new();
    let mut names: FxHashMap<State, usize> = FxHashMap::default();
    for (_, state) in graph.states().enumerate().filter(|(number, _)| kin.contains(number)) {
        for image in symmetries.iter().map(|symmetry| state.image(symmetry)) {
            names.entry(image).or_insert_with(|| {
                states.push(image);
                states.len() - 1
            });
        }
    }
    let mut steps: Vec<(usize, usize, bool)> = Vec::new();
    let mut at = 0;
    while at < states.len() {
        budget.spend()?;
        let needed = (states.len() * STATE + steps.len() * EACH) as u64;
        budget.hold(needed)?;
        let part = |state: State| parts[graph.position(graph.number(state))];
        let here = part(states[at]);
        for (play, next) in way.moves(stage, states[at], budget)? {
            let Some(next) = next.filter(|&next| part(next) == here) else { continue };
            let to = *names.entry(next).or_insert_with(|| {
                states.push(next);
                states.len() - 1
            });
            steps.push((at, to, play.is_none()));
        }
        at += 1;
    }
    // A way back has plays, so it is among positions that lead back to each other.
    let mut boards: FxHashMap<Stones<u32>, usize> = FxHashMap::default();
    let mut board = |state: &State| {
        let next = boards.len();
        *boards.entry(state.stones).or_insert(next)
    };
    let positions: Vec<usize> = states.iter().map(&mut board).collect();
    let pairs: Vec<(usize, usize)> =
        steps.iter().map(|&(from, to, _)| (positions[from], positions[to])).collect();
    let among = components(&pairs, states.len());
    steps.retain(|&(from, to, _)| among[positions[from]] == among[positions[to]]);
    let many = states.len() as i64 + 1;
    let edges: Vec<Edge> = steps
        .into_iter()
        .map(|(from, to, is_pass)| {
            let sum = match (favours && is_pass, states[from].to_move == way.player) {
                (false, _) => 0,
                (true, true) => 1,
                (true, false) => -1,
            };
            // Where a draw is not enough a sum of 0 is bad: no way that matters has `many` moves.
            let weight = if way.player == WHITE { sum } else { sum * many - 1 };
            Edge { from, to, weight }
        })
        .collect();
    let mut shared: FxHashMap<(Stones<u32>, usize), usize> = FxHashMap::default();
    let class = |(name, state): (usize, &State)| match kin.contains(&graph.number(*state)) {
        true => *shared.entry((state.stones, state.to_move)).or_insert(name),
        false => name,
    };
    let classes: Vec<usize> = states.iter().enumerate().map(class).collect();
    let Some(found) = bad_walk(&edges, &classes) else { return Ok(None) };
    let first = found.first().map(|&edge| states[edges[edge].from]);
    let others = found.iter().map(|&edge| states[edges[edge].to]);
    Ok(Some(first.into_iter().chain(others).collect()))
}

/// About how many bytes a state takes in these maps, and a step between states.
const STATE: usize = 250;
const EACH: usize = 100;
/// The same for a step between positions, and a position.
const PAIR: usize = 48;
const POSITION: usize = 64;

/// Which play, among those without a ban, the answer in a state is; `None` for a pass.
fn play(way: &Way<'_>, answers: &Answers, number: usize) -> Option<u8> {
    let passes = u8::from(!way.graph().ends(number));
    match answers.answer(number)? {
        Made::Place(place) => place.checked_sub(passes),
        Made::End => None,
    }
}
