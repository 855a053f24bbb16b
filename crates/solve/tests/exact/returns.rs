//! States of RULES that come back: everything that can follow with all that stood before, where every cycle is a draw.
//!
//! It shares no code with the solvers. What is known of a state after one history serves after another: a win wherever none of the
//! states it comes to stood before, a failure wherever those stood that it rests on.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use shinpan_board::{Board, Player, Stone};
use shinpan_rules::{Game, Ruleset, Setup};
use shinpan_solve::{End, Limits, Method, Value, solve};
use shinpan_twin::{area, chain, play};

use crate::{nodes, points};

/// The position, who is to move, what he may not bring back: a state of RULES.
type State = (Vec<u8>, usize, Option<Vec<u8>>);
/// And whether the other has just passed.
type Seen = (State, bool);
/// States that must not have stood before, or that did.
type Rests = BTreeSet<State>;

/// Whether Black, or White with the colours exchanged, reaches a margin without a draw.
struct Truth {
    neighbours: Vec<Vec<usize>>,
    wanted: i32,
    /// What can be had if states that come back do not matter: no more than this is true.
    possible: BTreeMap<Seen, u32>,
    won: BTreeMap<Seen, Vec<Rests>>,
    failed: BTreeMap<Seen, Vec<Rests>>,
}

impl Truth {
    fn of(board: &Board, wanted: i32) -> Truth {
        let near = |point| board.neighbours(point).map(|near| near.index()).collect();
        let neighbours: Vec<Vec<usize>> = board.points().map(near).collect();
        let (possible, won, failed) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let mut truth = Truth { neighbours, wanted, possible, won, failed };
        truth.look_at_what_is_possible();
        truth
    }

    /// What can follow, and whether Black has enough if the game ends here by a pass.
    fn next(&self, ((position, player, banned), passed): &Seen) -> (Vec<Seen>, Option<bool>) {
        let mut found = Vec::new();
        for point in 0..position.len() {
            let played = (position[point] == 0)
                .then(|| play(&self.neighbours, position, 2, *player, point, false))
                .flatten()
                .filter(|played| banned.as_ref() != Some(&played.position));
            let Some(played) = played else { continue };
            let back = (0..position.len()).any(|point| {
                played.position[point] == 0
                    && play(&self.neighbours, &played.position, 2, 1 - player, point, false)
                        .is_some_and(|back| back.position == *position)
            });
            let ban = back.then(|| position.clone());
            found.push(((played.position, 1 - player, ban), false));
        }
        if *passed {
            let areas = area(&self.neighbours, position, 2);
            return (found, Some(areas[0] as i32 - areas[1] as i32 >= self.wanted));
        }
        found.push(((position.clone(), 1 - player, None), true));
        (found, None)
    }

    /// All starts, with the number of moves within which Black has enough, if he has.
    fn look_at_what_is_possible(&mut self) {
        let points = self.neighbours.len();
        let mut open: Vec<Seen> = (0..3_usize.pow(points as u32))
            .map(|code| (0..points).map(|at| (code / 3_usize.pow(at as u32) % 3) as u8).collect())
            .filter(|position: &Vec<u8>| {
                let breathes = |&stone: &usize| {
                    let around = &self.neighbours[stone];
                    around.iter().any(|&near| position[near] == 0)
                };
                let lives = |point| chain(&self.neighbours, position, point).iter().any(breathes);
                (0..points).all(|point| position[point] == 0 || lives(point))
            })
            .flat_map(|position: Vec<u8>| {
                [0, 1].map(|player| ((position.clone(), player, None), false))
            })
            .collect();
        let mut all = BTreeMap::new();
        while let Some(seen) = open.pop() {
            if let Entry::Vacant(place) = all.entry(seen) {
                let next = self.next(place.key());
                open.extend(next.0.iter().cloned());
                place.insert(next);
            }
        }
        for round in 1.. {
            let can = |next: &Seen| self.possible.contains_key(next);
            let new: Vec<Seen> = all
                .iter()
                .filter(|(seen, (next, over))| {
                    let has = match (seen.0.1, *over) {
                        (0, over) => over == Some(true) || next.iter().any(can),
                        (_, over) => over != Some(false) && next.iter().all(can),
                    };
                    has && !can(seen)
                })
                .map(|(seen, _)| seen.clone())
                .collect();
            if new.is_empty() {
                return;
            }
            self.possible.extend(new.into_iter().map(|seen| (seen, round)));
        }
    }

    /// Whether Black has it, these states having stood before, and what that rests on.
    fn has(&mut self, seen: &Seen, before: &mut Rests) -> (bool, Rests) {
        if !self.possible.contains_key(seen) {
            return (false, Rests::new());
        }
        let known = |of: &BTreeMap<Seen, Vec<Rests>>, fits: &dyn Fn(&Rests) -> bool| {
            of.get(seen)?.iter().find(|rests| fits(rests)).cloned()
        };
        if let Some(rests) = known(&self.won, &|rests| rests.is_disjoint(before)) {
            return (true, rests);
        }
        if let Some(rests) = known(&self.failed, &|rests| rests.is_subset(before)) {
            return (false, rests);
        }
        let black = seen.0.1 == 0;
        let (mut next, over) = self.next(seen);
        let mut rests = Rests::new();
        let mut has = !black;
        if over == Some(black) {
            has = black;
        } else {
            next.sort_by_key(|next| self.possible.get(next).copied().unwrap_or(u32::MAX));
            before.insert(seen.0.clone());
            for next in next {
                let (one, on) = match before.contains(&next.0) {
                    true => (false, Rests::from([next.0])),
                    false => self.has(&next, before),
                };
                if one == black {
                    (has, rests) = (black, on);
                    break;
                }
                rests.extend(on);
            }
            before.remove(&seen.0);
        }
        let table = if has {
            rests.insert(seen.0.clone());
            &mut self.won
        } else {
            rests.remove(&seen.0);
            &mut self.failed
        };
        table.entry(seen.clone()).or_default().push(rests.clone());
        (has, rests)
    }
}

/// Memory for tables of all states, and for none.
const MUCH: u64 = Limits::MEMORY;
const LITTLE: u64 = 2_000;

/// The margins a board can give, each with what is true of it.
fn truths(spec: &str) -> Vec<Truth> {
    let board = Board::parse(spec).unwrap();
    let most = board.len() as i32;
    (1 - most..=most).map(|wanted| Truth::of(&board, wanted)).collect()
}

/// What Black can get from a position if draws are his losses.
fn forced(truths: &mut [Truth], position: &[u8], to_move: usize) -> i32 {
    let least = 1 - truths[0].neighbours.len() as i32 - 1;
    let start = ((position.to_vec(), to_move, None), false);
    let reached = truths
        .iter_mut()
        .filter_map(|truth| truth.has(&start, &mut Rests::new()).0.then_some(truth.wanted));
    reached.max().unwrap_or(least)
}

fn game(spec: &str, position: &[u8], to_move: usize) -> Game {
    let mut setup = Setup::empty(Arc::new(Board::parse(spec).unwrap()), 2);
    setup.stones = position.iter().map(|&code| Stone::from_code(code).unwrap()).collect();
    setup.to_move = [Player::BLACK, Player::WHITE][to_move];
    Game::new(Arc::new(Ruleset::builtin("chinese").unwrap()), &setup).unwrap()
}

/// Holds the solver to the truth on every so many starts with Black to move, with so much memory: with little there is no table of all
/// states. Returns how many it did not solve.
fn held(spec: &str, every: usize, memory: u64) -> usize {
    let mut truths = truths(spec);
    let starts: Vec<Seen> = truths[0].possible.keys().cloned().collect();
    let mut open = 0;
    let first = |((_, to_move, ban), passed): &&Seen| *to_move == 0 && ban.is_none() && !passed;
    for ((position, ..), _) in starts.iter().filter(first).step_by(every) {
        let exchanged: Vec<u8> =
            position.iter().map(|&code| [0, 2, 1][usize::from(code)]).collect();
        let low = points(forced(&mut truths, position, 0).into());
        let high = points(-i64::from(forced(&mut truths, &exchanged, 1)));
        let value = low.max(high.min(End::DRAW));
        let limits = Limits { memory, ..nodes(u64::MAX) };
        let found = solve(&game(spec, position, 0), &limits);
        // What a table leaves open is searched with all that stood.
        let by_history = found.method == Method::ProofNumbers;
        let by_table = found.method == Method::Fixpoint;
        assert!(by_history || by_table == (memory == MUCH), "{found:?}");
        let (least, most) = found.value.bounds();
        assert!(least <= value && value <= most, "{spec} {position:?}: {value}, {found:?}");
        match found.value {
            Value::Exact(_) => {
                let bounds = found.without_draws.unwrap_or((low, high));
                assert_eq!(bounds, (low, high), "{position:?}");
            }
            _ => open += 1,
        }
    }
    open
}

#[test]
fn what_the_solver_says_is_true_where_states_come_back() {
    assert_eq!(held("2x2", 1, MUCH), 0);
    assert_eq!(held("1x5", 3, MUCH), 0);
    held("1x6", 29, MUCH);
}

/// What can be forced, and what is left of a board, where there is no room for a table.
#[test]
fn what_can_be_forced_is_true_where_states_come_back() {
    let open = [("2x2", 1), ("1x5", 3), ("1x6", 29)].map(|(spec, every)| held(spec, every, LITTLE));
    assert!(open[0] == 0 && open[1] < 10 && open[2] < 5, "{open:?}");
}

#[test]
#[ignore = "minutes"]
fn what_the_solver_says_is_true_on_all_starts() {
    assert_eq!(held("1x5", 1, MUCH), 0);
    assert_eq!(held("1x6", 1, MUCH), 0);
    assert_eq!(held("2x3", 1, MUCH), 0);
    for (spec, most) in [("1x5", 30), ("1x6", 120), ("2x3", 0)] {
        let open = held(spec, 1, LITTLE);
        assert!(open <= most, "{spec} {open}");
    }
}

/// A state that a table tells from another one, and the rules do not: Black gets all six points by coming back to where he is to
/// move, with a ban that keeps White from retaking, and ending the game when White passes. But then the game is drawn.
#[test]
fn a_return_by_a_pass_is_a_draw() {
    let position = [0, 1, 0, 1, 0, 1];
    let mut truths: Vec<Truth> = truths("1x6");
    assert_eq!(forced(&mut truths, &position, 0), -1);
    let start = ((position.to_vec(), 0, None), false);
    assert!(truths.iter().all(|truth| truth.possible.contains_key(&start)));
    let found = solve(&game("1x6", &position, 0), &nodes(u64::MAX));
    assert_eq!((found.method, found.value), (Method::ProofNumbers, Value::Exact(points(0))));
    // What can be forced without coming back is less than all there is, and the search with all that stood says the rest.
    let found = solve(&game("1x6", &position, 0), &Limits { memory: LITTLE, ..nodes(u64::MAX) });
    assert_eq!((found.method, found.value), (Method::ProofNumbers, Value::Exact(points(0))));
}
