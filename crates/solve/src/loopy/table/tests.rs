//! Sums of passes that are cut off too early, on graphs thrown with dice.

use std::sync::atomic::AtomicBool;

use shinpan_testkit::Dice;

use super::*;
use crate::limits::Limits;

/// Who is to move, whether a pass ends the stage, what moves lead to and whether they are passes.
struct Node {
    to_move: usize,
    ends: bool,
    next: Vec<(usize, bool)>,
}

struct Thrown {
    states: Vec<Node>,
    before: Vec<Vec<u32>>,
}

impl Thrown {
    fn of(dice: &mut Dice, count: usize) -> Thrown {
        let mut before = vec![Vec::new(); count];
        let mut state = |number: usize| {
            let mut next: Vec<(usize, bool)> =
                (0..1 + dice.roll(2)).map(|_| (dice.roll(count), dice.chance(2))).collect();
            next.dedup();
            next.iter().for_each(|&(to, _)| before[to].push(number as u32));
            Node { to_move: dice.roll(2), ends: dice.roll(5) == 0, next }
        };
        let states = (0..count).map(&mut state).collect();
        Thrown { states, before }
    }
}

impl Moves for Thrown {
    fn len(&self) -> usize {
        self.states.len()
    }

    fn to_move(&self, state: usize) -> usize {
        self.states[state].to_move
    }

    fn ends(&self, state: usize) -> bool {
        self.states[state].ends
    }

    fn next(&self, state: usize) -> impl Iterator<Item = (usize, bool)> {
        self.states[state].next.iter().copied()
    }

    fn before(&self, state: usize) -> &[u32] {
        &self.before[state]
    }

    fn order(&self) -> Vec<u32> {
        (0..self.len() as u32).collect()
    }
}

/// Where sums are cut off at 1 to 3 levels are wrong, for either player. What is said to hold for one does all the same, and it is all there is
/// where they are cut off further out.
#[test]
fn levels_that_were_cut_off_are_not_used() {
    let never = AtomicBool::new(false);
    let limits = Limits { nodes: u64::MAX, memory: 1 << 30, stop: &never, progress: &|_| {} };
    let budget = &mut Budget::new(&limits);
    let (mut wrong, mut less) = ([0; 2], 0);
    for seed in 0..20_000 {
        let dice = &mut Dice::new(seed);
        let graph = Thrown::of(dice, 12);
        let ending = (0..graph.len()).filter(|&state| graph.ends(state));
        let passes: Vec<(usize, Level)> =
            ending.map(|state| (state, dice.roll(5) as Level - 2)).collect();
        let exits = Exits { passes: &passes, others: &[], pinned: &[] };
        // No sum of passes without a cycle comes to more than 12.
        let all = by_thresholds(&graph, exits, Cycles::Passes, budget).unwrap();
        for player in [BLACK, WHITE] {
            let far = Cycles::ProvenFor(player, &[16]);
            let far = by_thresholds(&graph, exits, far, budget).unwrap();
            assert_eq!(far.values, all.values, "seed {seed}");
        }
        let Basis::Trees(trees) = &all.basis else { panic!("cycles favour a player") };
        for cap in 1..4 {
            let cut = counting_passes(&graph, exits, trees, (cap, None), budget).unwrap().unwrap();
            for player in [BLACK, WHITE] {
                let sure = Cycles::ProvenFor(player, &[cap]);
                let found = by_thresholds(&graph, exits, sure, budget).unwrap();
                let holds = |(all, level): (&Level, &Level)| match player {
                    BLACK => level <= all,
                    _ => level >= all,
                };
                assert!(all.values.iter().zip(&found.values).all(holds), "seed {seed} {cap}");
                wrong[player] += usize::from(!all.values.iter().zip(&cut.of).all(holds));
                less += usize::from(all.values != found.values);
            }
        }
    }
    println!("{wrong:?} {less}");
    assert!(wrong.iter().all(|&wrong| wrong > 20) && less > 100, "{wrong:?} {less}");
}
