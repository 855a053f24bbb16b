//! Japanese counting among the points that are left: who lives, as far as it is proven there.
//!
//! Joined to a wall a chain lives. Otherwise J-5 is played out on the points that are left. A prover of
//! life has no other moves, the prover of death faces an owner who may move elsewhere at any time
//! (docs/findings/proofs.md, "What is left of a settled board").

use super::State;
use rustc_hash::FxHashSet;

use super::graph::Reached;
use super::rest::Rest;
use crate::compact::{BLACK, Mask, Stones, WHITE};
use crate::limits::Budget;
use crate::loopy::{Level, counted, formed};
use crate::value::Limit;

/// Black's margin at least where the game ends, for each state: what is not proven to live of his is
/// dead, what is not proven dead of White's lives.
pub(crate) fn margins_by_life(
    rest: &Rest<u64>,
    reached: &Reached,
    budget: &mut Budget<'_>,
) -> Result<Vec<Level>, Limit> {
    let forced =
        [Forced::on(rest, reached, BLACK, budget)?, Forced::on(rest, reached, WHITE, budget)?];
    let margin = |number: usize| {
        let stones = reached.states[number].stones;
        let alive = [0, 1].map(|owner| forced[owner].alive(rest, reached, number));
        counted(&rest.field, stones, alive)
    };
    Ok((0..reached.len()).map(margin).collect())
}

/// The points on which an owner can force a formation. For Black at least; for White, whom Black
/// wants to keep from it, at most.
struct Forced {
    owner: usize,
    points: Vec<u64>,
    /// States with chains on whose points he can force one from there, though on none of them in
    /// particular.
    chains: FxHashSet<(u32, u64)>,
    /// Whether there are too many such chains to be looked at.
    unclear: bool,
}

/// As many chains in as many states are looked at.
const MOST_CHAINS: usize = 20_000_000;

impl Forced {
    fn on(
        rest: &Rest<u64>,
        reached: &Reached,
        owner: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Forced, Limit> {
        let goal = |state: &State| {
            let [black, white] = state.stones.0;
            let seen = if owner == BLACK { [black, white] } else { [white, black] };
            formed(&rest.field, Stones(seen)) | rest.field.flood(rest.anchors[owner], seen[0])
        };
        let points = reached.states.iter().map(goal).collect();
        let chains = FxHashSet::default();
        let mut found = Forced { owner, points, chains, unclear: false };
        let mut changed = true;
        while changed {
            changed = false;
            for &number in &reached.order {
                let number = number as usize;
                budget.spend()?;
                let more = found.points[number] | found.after_a_move(rest, reached, number);
                changed |= more != found.points[number];
                found.points[number] = more;
            }
        }
        found.find_chains(rest, reached, budget)?;
        Ok(found)
    }

    /// Finds the chains on whose points a formation can be forced, though on none of them in
    /// particular: it takes a state where each of the opponent's moves leads to where more can be forced
    /// than here.
    fn find_chains(
        &mut self,
        rest: &Rest<u64>,
        reached: &Reached,
        budget: &mut Budget<'_>,
    ) -> Result<(), Limit> {
        let chooses = |&number: &usize| {
            let state = reached.states[number];
            let here = self.points[number];
            state.to_move != self.owner
                && !state.passed
                && self.next(rest, reached, number).all(|next| !self.points[next].within(here))
        };
        let undecided: Vec<usize> = (0..reached.len()).filter(chooses).collect();
        if undecided.is_empty() {
            return Ok(());
        }
        let mut chains: FxHashSet<u64> = FxHashSet::default();
        for state in &reached.states {
            let mut left = state.stones.0[self.owner] & rest.open;
            while left.any() {
                let chain = rest.field.flood(left.lowest(), left);
                left &= !chain;
                chains.insert(chain);
            }
        }
        if undecided.len() * chains.len() > MOST_CHAINS {
            self.unclear = true;
            return Ok(());
        }
        let mut active: Vec<u64> = Vec::new();
        for chain in chains {
            for &number in &undecided {
                budget.spend()?;
                if !self.won(number, chain) && self.won_by_a_move(rest, reached, number, chain) {
                    self.chains.insert((number as u32, chain));
                    active.push(chain);
                }
            }
        }
        active.dedup();
        let mut changed = !active.is_empty();
        while changed {
            changed = false;
            for &number in &reached.order {
                let number = number as usize;
                for &chain in &active {
                    budget.spend()?;
                    if !self.won(number, chain) && self.won_by_a_move(rest, reached, number, chain)
                    {
                        self.chains.insert((number as u32, chain));
                        changed = true;
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether a formation can be forced on a chain's points.
    fn won(&self, number: usize, chain: u64) -> bool {
        self.points[number].meets(chain) || self.chains.contains(&(number as u32, chain))
    }

    fn won_by_a_move(
        &self,
        rest: &Rest<u64>,
        reached: &Reached,
        number: usize,
        chain: u64,
    ) -> bool {
        let state = reached.states[number];
        let mut next = self.next(rest, reached, number);
        if state.to_move == self.owner {
            next.any(|next| self.won(next, chain))
        } else {
            !state.passed && next.all(|next| self.won(next, chain))
        }
    }

    /// Black's plays that could capture walls are left out: he is the prover, of life or of death.
    fn next(
        &self,
        rest: &Rest<u64>,
        reached: &Reached,
        number: usize,
    ) -> impl Iterator<Item = usize> {
        let careful = rest.outside.fills > 0;
        let edges = reached.next(number).filter(move |&(_, breaks)| !(breaks && careful));
        let state = reached.states[number];
        let elsewhere = self.owner == WHITE && state.to_move == WHITE;
        edges.map(|(next, _)| next).chain(elsewhere.then(|| reached.fresh(number, BLACK)))
    }

    /// What the owner can force after one move: of all that the mover's choices lead to, one or all.
    fn after_a_move(&self, rest: &Rest<u64>, reached: &Reached, number: usize) -> u64 {
        let state = reached.states[number];
        let next = self.next(rest, reached, number).map(|next| self.points[next]);
        if state.to_move == self.owner {
            next.fold(0, |some, there| some | there)
        } else if state.passed {
            // The opponent passes too, and the sequence is over.
            0
        } else {
            next.fold(!0, |all, there| all & there)
        }
    }

    /// The stones of the owner's chains that live in the position of a state.
    fn alive(&self, rest: &Rest<u64>, reached: &Reached, number: usize) -> u64 {
        let own = reached.states[number].stones.0[self.owner];
        if self.owner == WHITE && self.unclear {
            return own;
        }
        let start = reached.fresh(number, 1 - self.owner);
        let mut alive = 0;
        let mut left = own;
        while left.any() {
            let chain = rest.field.flood(left.lowest(), left);
            left &= !chain;
            if self.won(start, chain) {
                alive |= chain;
            }
        }
        alive
    }
}
