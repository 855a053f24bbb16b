//! Japanese counting among the points that are left: who lives, as far as it is proven there.
//!
//! Joined to a wall a chain lives. Otherwise J-5 is played out on the points that are left. A prover of
//! life has no other moves, the prover of death faces an owner who may move elsewhere at any time
//! (docs/findings/proofs.md, "What is left of a settled board").

use std::collections::VecDeque;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::graph::Reached;
use super::rest::Rest;
use crate::compact::{BLACK, Mask, Stones, WHITE};
use crate::limits::Budget;
use crate::loopy::{Level, counted, formed};
use crate::value::Limit;

/// What each player's margin is at least where the game ends, for each position: what is not proven to live of his is
/// dead, what is not proven dead of the other's lives.
pub(crate) fn margins_by_life(
    rests: &[Rc<Rest<u64>>; 2],
    sides: &[Reached; 2],
    budget: &mut Budget<'_>,
) -> Result<[Vec<Level>; 2], Limit> {
    let black = living(rests, sides, BLACK, budget)?;
    let white = living(rests, sides, WHITE, budget)?;
    let margins = |side: usize| {
        let [own, other] = if side == BLACK { [&black, &white] } else { [&white, &black] };
        let alive = own[0].iter().zip(&other[1]);
        let margin = |(stones, (&own, &other))| counted(&rests[side].field, stones, [own, other]);
        sides[side].positions().zip(alive).map(margin).collect()
    };
    Ok([margins(BLACK), margins(WHITE)])
}

/// The stones of an owner's chains that live, for each position, at least and at most.
fn living(
    rests: &[Rc<Rest<u64>>; 2],
    sides: &[Reached; 2],
    owner: usize,
    budget: &mut Budget<'_>,
) -> Result<[Vec<u64>; 2], Limit> {
    let of = |side: usize| Play { rest: &rests[side], reached: &sides[side], owner: owner ^ side };
    let own = of(owner);
    let goals = goals(own);
    let points = (0..own.reached.len()).map(|state| goals[own.reached.position(state)]).collect();
    drop(goals);
    let mut forced = Forced { play: own, points };
    forced.settle(budget)?;
    let least = forced.alive(budget)?;
    // What the owner can force though the other's plays are not restricted, and he has no moves elsewhere, he can force besides.
    let mut forced = Forced { play: of(1 - owner), ..forced };
    forced.settle(budget)?;
    Ok([least, forced.alive(budget)?])
}

/// The points of the owner's formations, and of what is joined to his walls, for each position.
fn goals(play: Play<'_>) -> Vec<u64> {
    let Play { rest, reached, owner } = play;
    let goal = |stones: Stones<u64>| {
        let seen = if owner == BLACK { stones } else { stones.exchanged() };
        formed(&rest.field, seen) | rest.field.flood(rest.anchors[owner], seen.0[BLACK])
    };
    reached.positions().map(goal).collect()
}

/// J-5 played out on the points that are left.
#[derive(Clone, Copy)]
struct Play<'a> {
    rest: &'a Rest<u64>,
    reached: &'a Reached,
    owner: usize,
}

/// The owner's pass is answered by one and the sequence is over, so it is left out, and with it what follows a pass: the opponent's leads
/// to where the owner is to move with nothing banned, and so does what an owner moves elsewhere for the opponent.
impl Play<'_> {
    /// What plays lead to. Black's that could capture walls are left out: he is the prover, of life or of death.
    fn plays(self, state: usize) -> impl Iterator<Item = usize> {
        let careful = self.rest.outside.fills > 0 && self.reached.to_move(state) == BLACK;
        let plays = self.reached.plays(state);
        plays.filter_map(move |(next, breaks)| (!(breaks && careful)).then_some(next))
    }

    /// Whether a player has a move that changes nothing: the opponent's pass, or the owner's elsewhere.
    fn waits(self, player: usize) -> bool {
        player != self.owner || self.owner == WHITE
    }

    /// Goes through the states from which moves lead to a state, and perhaps others.
    fn each_before(self, state: usize, mut visit: impl FnMut(u32)) {
        let fresh = |&before: &u32| !self.reached.passed(before as usize);
        self.reached.before(state).iter().copied().filter(fresh).for_each(&mut visit);
        let to_move = self.reached.to_move(state);
        if self.waits(1 - to_move) && self.reached.fresh(state, to_move) == state {
            self.reached.siblings(state).filter(fresh).for_each(visit);
        }
    }

    /// What the owner gets after one move: of all that the mover's choices lead to, one or all.
    fn after_a_move(self, state: usize, of: impl Fn(usize) -> u64) -> u64 {
        let to_move = self.reached.to_move(state);
        let waited = || of(self.reached.fresh(state, 1 - to_move));
        if to_move == self.owner {
            let some = if self.waits(to_move) { waited() } else { 0 };
            return self.plays(state).fold(some, |some, next| some | of(next));
        }
        let mut all = waited();
        for next in self.plays(state) {
            if all == 0 {
                break;
            }
            all &= of(next);
        }
        all
    }

    /// Whether the opponent is to move and each of his moves leads to where this is so.
    fn after_all(self, state: usize, so: impl Fn(usize) -> bool) -> bool {
        self.reached.to_move(state) != self.owner
            && so(self.reached.fresh(state, self.owner))
            && self.plays(state).all(so)
    }
}

/// The points on which an owner can force a formation, for each state that follows no pass.
struct Forced<'a> {
    play: Play<'a>,
    points: Vec<u64>,
}

/// So many times a state is looked at for chains on whose points a formation can be forced, though on none of them in particular.
const MOST_LOOKS: usize = 50_000_000;

impl Forced<'_> {
    /// Adds what moves lead to, until there is no more.
    fn settle(&mut self, budget: &mut Budget<'_>) -> Result<(), Limit> {
        let Play { reached, .. } = self.play;
        let fresh = |&state: &u32| !reached.passed(state as usize);
        let mut queue: VecDeque<u32> = reached.order().iter().copied().filter(fresh).collect();
        let mut queued = vec![true; reached.len()];
        while let Some(state) = queue.pop_front() {
            let state = state as usize;
            queued[state] = false;
            budget.spend()?;
            let here = self.points[state];
            let more = here | self.play.after_a_move(state, |next| self.points[next]);
            if more == here {
                continue;
            }
            self.points[state] = more;
            self.play.each_before(state, |before| {
                if !std::mem::replace(&mut queued[before as usize], true) {
                    queue.push_back(before);
                }
            });
        }
        Ok(())
    }

    /// The stones of the owner's chains that live, for each position: at least if he is Black, at most if he is White.
    fn alive(&self, budget: &mut Budget<'_>) -> Result<Vec<u64>, Limit> {
        let Play { rest, reached, owner } = self.play;
        let mut alive = Vec::new();
        let mut open = Vec::new();
        for (position, stones) in reached.positions().enumerate() {
            let points = self.points[reached.first(position, 1 - owner)];
            let (mut living, mut left) = (0, stones.0[owner]);
            while left.any() {
                let chain = rest.field.flood(left.lowest(), left);
                left &= !chain;
                if points.meets(chain) {
                    living |= chain;
                } else {
                    open.push((position, chain));
                }
            }
            alive.push(living);
        }
        self.with_choices(open, &mut alive, budget)?;
        Ok(alive)
    }

    /// Adds chains on whose points a formation can be forced, though on none of them in particular: it takes a state where each of
    /// the opponent's moves leads to where more can be forced than here. Asked for are those that are open, with their positions; if
    /// there are too many White's live and Black's do not.
    fn with_choices(
        &self,
        open: Vec<(usize, u64)>,
        alive: &mut [u64],
        budget: &mut Budget<'_>,
    ) -> Result<(), Limit> {
        let Play { reached, owner, .. } = self.play;
        let undecided = self.undecided();
        if undecided.is_empty() {
            return Ok(());
        }
        let chains: FxHashSet<u64> = open.iter().map(|&(_, chain)| chain).collect();
        let mut chains: Vec<u64> = chains.into_iter().collect();
        chains.sort_unstable();
        let sets = chains.chunks(u64::BITS as usize);
        if undecided.len().saturating_mul(sets.len()) > MOST_LOOKS {
            let counted = open.into_iter().filter(|_| owner == WHITE);
            counted.for_each(|(position, chain)| alive[position] |= chain);
            return Ok(());
        }
        let places: FxHashMap<u64, usize> =
            chains.iter().enumerate().map(|(place, &chain)| (chain, place)).collect();
        let found: Vec<FxHashMap<u32, u64>> =
            sets.map(|set| self.chosen(set, &undecided, budget)).collect::<Result<_, _>>()?;
        for (position, chain) in open {
            let (start, place) = (reached.first(position, 1 - owner) as u32, places[&chain]);
            let won = found[place / 64].get(&start).is_some_and(|won| won >> (place % 64) & 1 > 0);
            if won {
                alive[position] |= chain;
            }
        }
        Ok(())
    }

    /// The states where each of the opponent's moves leads to where more can be forced than here.
    fn undecided(&self) -> Vec<u32> {
        let reached = self.play.reached;
        let chooses = |&state: &u32| {
            let state = state as usize;
            let here = self.points[state];
            !reached.passed(state)
                && self.play.after_all(state, |next| !self.points[next].within(here))
        };
        (0..reached.len() as u32).filter(chooses).collect()
    }

    /// For some chains, a bit each: the states from which a formation can be forced on their points, though on none of them in particular.
    fn chosen(
        &self,
        chains: &[u64],
        undecided: &[u32],
        budget: &mut Budget<'_>,
    ) -> Result<FxHashMap<u32, u64>, Limit> {
        // Of each point the chains that have it.
        let mut with = [0_u64; 64];
        for (place, chain) in chains.iter().enumerate() {
            chain.points().for_each(|point| with[point] |= 1 << place);
        }
        let met =
            |state: usize| self.points[state].points().fold(0, |met, point| met | with[point]);
        let mut chosen: FxHashMap<u32, u64> = FxHashMap::default();
        let mut queue: VecDeque<u32> = undecided.iter().copied().collect();
        while let Some(state) = queue.pop_front() {
            budget.spend()?;
            let won = |state: usize| met(state) | chosen.get(&(state as u32)).copied().unwrap_or(0);
            let more = self.play.after_a_move(state as usize, won) & !won(state as usize);
            if more != 0 {
                *chosen.entry(state).or_default() |= more;
                self.play.each_before(state as usize, |before| queue.push_back(before));
            }
        }
        Ok(chosen)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use shinpan_rules::{Game, Ruleset};
    use shinpan_testkit::{Dice, endgame};

    use super::*;
    use crate::endgame::{Settled, sides};
    use crate::limits::Limits;
    use crate::loopy::LoopyRules;

    /// Goes through random endgames, each owner and each side that asks; what is left of them.
    fn endgames(seeds: u64, mut look: impl FnMut(&mut Dice, &Settled, [usize; 2])) {
        let never = AtomicBool::new(false);
        let limits = Limits { nodes: u64::MAX, memory: 1 << 30, stop: &never, progress: &|_| {} };
        let ruleset = Arc::new(Ruleset::builtin("japanese-1989").unwrap());
        let rules = LoopyRules::of(&ruleset).unwrap();
        for seed in 0..seeds {
            let dice = &mut Dice::new(seed);
            let made = endgame(dice, 4 + seed as usize % 5);
            let game = Game::new(Arc::clone(&ruleset), &made.setup).unwrap();
            let settled = Settled::of(&game, &rules, &mut Budget::new(&limits)).unwrap();
            for [owner, side] in [[0, 0], [0, 1], [1, 0], [1, 1]] {
                look(dice, &settled, [owner, side]);
            }
        }
    }

    /// The states from which an owner can force a goal on some of these points, by a fixpoint of its own over all states, passes
    /// among them.
    fn literal(play: Play<'_>, goals: &[u64], points: u64) -> Vec<bool> {
        let Play { rest, reached, owner } = play;
        let goal = |state: usize| goals[reached.position(state)].meets(points);
        let mut won: Vec<bool> = (0..reached.len()).map(goal).collect();
        let after = |number: usize, won: &[bool]| {
            let state = reached.state(number);
            let at = |next| won[reached.number(next).unwrap()];
            let mut plays = (rest.open & !state.stones.taken()).points().filter_map(|point| {
                let next = state.play(&rest.field, point)?;
                let spared = state.to_move == BLACK
                    && rest.outside.fills > 0
                    && rest.breaks(state.stones, next.stones);
                (!spared).then(|| at(next))
            });
            let passed = state.pass().is_some_and(at);
            match state.to_move == owner {
                true => {
                    let elsewhere = owner == WHITE && won[reached.fresh(number, BLACK)];
                    passed || elsewhere || plays.any(|won| won)
                }
                false => passed && plays.all(|won| won),
            }
        };
        loop {
            let more: Vec<usize> =
                (0..won.len()).filter(|&state| !won[state] && after(state, &won)).collect();
            if more.is_empty() {
                return won;
            }
            more.into_iter().for_each(|state| won[state] = true);
        }
    }

    /// Each chain lives, at least and at most, as a fixpoint for it alone says.
    #[test]
    fn as_much_lives_as_each_chain_says() {
        let mut compared = 0;
        endgames(30, |_, settled, [owner, side]| {
            let sides = sides(&settled.states);
            let never = AtomicBool::new(false);
            let limits =
                Limits { nodes: u64::MAX, memory: 1 << 30, stop: &never, progress: &|_| {} };
            let found = living(&settled.rests, &sides, owner, &mut Budget::new(&limits)).unwrap();
            let found = &found[usize::from(side != owner)];
            let play =
                Play { rest: &settled.rests[side], reached: &sides[side], owner: owner ^ side };
            let goals = goals(play);
            let mut known: FxHashMap<u64, Vec<bool>> = FxHashMap::default();
            for (position, stones) in play.reached.positions().enumerate() {
                let mut left = stones.0[play.owner];
                while left.any() {
                    let chain = play.rest.field.flood(left.lowest(), left);
                    left &= !chain;
                    let won = known.entry(chain).or_insert_with(|| literal(play, &goals, chain));
                    let start = play.reached.first(position, 1 - play.owner);
                    assert_eq!(won[start], chain.within(found[position]), "{stones:?} {chain:b}");
                    compared += 1;
                }
            }
        });
        assert!(compared > 100_000, "{compared}");
    }

    /// With goals thrown with dice, of which the opponent can choose.
    #[test]
    fn choices_of_the_opponent_are_found() {
        let (mut met, mut chosen) = (0, 0);
        endgames(25, |dice, settled, [owner, side]| {
            let sides = sides(&settled.states);
            let play =
                Play { rest: &settled.rests[side], reached: &sides[side], owner: owner ^ side };
            let open = play.rest.points.len();
            let mut thrown = |count: usize| (0..count).fold(0, |set, _| set | 1 << dice.roll(open));
            let sets: Vec<u64> = (0..20).map(|_| thrown(3)).collect();
            let goals: Vec<u64> = play
                .reached
                .positions()
                .map(|stones| if stones.size() % 3 == 0 { thrown(1) } else { 0 })
                .collect();
            let points = (0..play.reached.len()).map(|at| goals[play.reached.position(at)]);
            let never = AtomicBool::new(false);
            let limits =
                Limits { nodes: u64::MAX, memory: 1 << 30, stop: &never, progress: &|_| {} };
            let budget = &mut Budget::new(&limits);
            let mut forced = Forced { play, points: points.collect() };
            forced.settle(budget).unwrap();
            let found = forced.chosen(&sets, &forced.undecided(), budget).unwrap();
            for (place, &set) in sets.iter().enumerate() {
                let won = literal(play, &goals, set);
                for state in (0..won.len()).filter(|&state| !play.reached.passed(state)) {
                    let of_points = forced.points[state].meets(set);
                    let by_choice =
                        found.get(&(state as u32)).is_some_and(|won| won >> place & 1 > 0);
                    assert_eq!(won[state], of_points || by_choice, "{set:b} {state}");
                    met += usize::from(of_points);
                    chosen += usize::from(by_choice);
                }
            }
        });
        assert!(met > 1000 && chosen > 1000, "{met} {chosen}");
    }
}
