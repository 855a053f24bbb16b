//! Ways of the owner's from a chain to what other proofs keep: plays in a row, were the opponent to pass.

use super::{Question, Search};
use crate::bits::Bits;
use crate::plan::Plan;
use crate::state::State;

/// So many plays in a row are not looked for.
const FAR: usize = 9;
/// An opposing chain with more liberties is no way through.
const MOST_LIBERTIES: usize = 3;

/// The points between, empty or the opponent's, that the shortest ways go through, and those one play longer.
struct Between<const W: usize> {
    /// How many plays the shortest take.
    plays: usize,
    shortest: Bits<W>,
    longer: Bits<W>,
}

impl<const W: usize> Search<'_, W> {
    /// Plays that may lead the goal to what is kept: on the shortest ways, and where something about there has few
    /// liberties.
    pub(super) fn way(&self, state: &State<W>) -> Plan<W> {
        let ground = self.ground;
        let Question { owner, goal, .. } = self.question;
        let (own, other) = (state.stones[owner], state.stones[owner ^ 1]);
        let empty = state.empty(ground);
        let body = goal | ground.stones(&goal, &own);
        let between = self.between(state, &body, &(self.elsewhere.kept & own));
        let plays = |points: Bits<W>| {
            let (mut rest, mut plays) = (points & other, points & empty);
            while let Some(stone) = rest.first() {
                let chain = ground.component(stone, &other);
                rest = rest.without(&chain);
                plays |= state.liberties(ground, &chain);
            }
            plays
        };
        let first = plays(between.shortest);
        let mut points = first | plays(between.longer);
        points |= state.last_liberties(ground, ground.around(&(body | points)) & (other | own));
        let open = empty.without(&self.elsewhere.needed);
        Plan { cost: between.plays as u32, first: first & open, points: points & open }
    }

    /// What lies between some stones and others.
    fn between(&self, state: &State<W>, from: &Bits<W>, to: &Bits<W>) -> Between<W> {
        let other = state.stones[self.question.owner ^ 1];
        let empty = state.empty(self.ground);
        let mut ours = self.away(state, from, Some(to), FAR);
        // If the shortest have an empty point they are as long as the way there, and no point of those looked for is further away.
        let mut most = ours.len();
        loop {
            let theirs = self.away(state, to, None, most);
            let mut by_plays = [Bits::NONE; 2 * FAR];
            for (one, ours) in ours.iter().enumerate() {
                for (two, theirs) in theirs.iter().enumerate() {
                    let both = *ours & *theirs;
                    // A play on an empty point counts for both.
                    by_plays[(one + two).saturating_sub(1)] |= both & empty;
                    by_plays[one + two] |= both & other;
                }
            }
            let plays = by_plays[..FAR].iter().position(|points| !points.is_empty());
            if most < FAR && plays.is_none_or(|plays| plays + 2 > most) {
                most = FAR;
                ours = self.away(state, from, None, FAR);
                continue;
            }
            let Some(plays) = plays else {
                return Between { plays: FAR, shortest: Bits::NONE, longer: Bits::NONE };
            };
            let [shortest, longer] = [by_plays[plays], by_plays[plays + 1]];
            return Between { plays, shortest, longer };
        }
    }

    /// The points by how many plays in a row lead there from some stones, at 0 these and what is connected to them: for fewer plays than the most, and
    /// no further than one more than lead to what is looked for.
    fn away(
        &self,
        state: &State<W>,
        from: &Bits<W>,
        to: Option<&Bits<W>>,
        most: usize,
    ) -> Vec<Bits<W>> {
        let (ground, owner) = (self.ground, self.question.owner);
        let (own, other) = (state.stones[owner], state.stones[owner ^ 1]);
        let open = state.empty(ground).without(&self.elsewhere.needed);
        let mut ahead = [Bits::NONE; FAR + MOST_LIBERTIES];
        ahead[0] = *from;
        let (mut most, mut seen, mut chains) = (most, Bits::NONE, Bits::NONE);
        let mut away = Vec::new();
        while away.len() < most {
            let plays = away.len();
            let here = ground.spread(&ahead[plays].without(&seen), &own.without(&seen));
            away.push(here);
            seen |= here;
            if to.is_some_and(|to| to.meets(&here)) {
                most = most.min(plays + 2);
            }
            let next = ground.beside(&here).without(&seen);
            ahead[plays + 1] |= next & open;
            let mut rest = (next & other).without(&chains);
            while let Some(stone) = rest.first() {
                let chain = ground.component(stone, &other);
                rest = rest.without(&chain);
                chains |= chain;
                let liberties = state.liberties(ground, &chain).count();
                if liberties <= MOST_LIBERTIES {
                    ahead[plays + liberties] |= chain;
                }
            }
        }
        away
    }
}

#[cfg(test)]
mod tests {
    use shinpan_board::Board;
    use shinpan_testkit::Dice;

    use super::*;
    use crate::ground::Ground;
    use crate::search::Aim;
    use crate::zone::Elsewhere;

    /// How many plays lead from some stones to each point, or the most: point by point, until nothing becomes less.
    fn away(search: &Search<'_, 1>, state: &State<1>, from: &Bits<1>) -> Vec<usize> {
        let (ground, owner) = (search.ground, search.question.owner);
        let cost = |from: u16, to: u16| match state.side(to) {
            Some(side) if side == owner => 0,
            Some(_) => {
                let chain = state.chain(ground, to);
                let liberties = state.liberties(ground, &chain).count();
                let within = chain.has(from);
                if liberties > MOST_LIBERTIES {
                    FAR
                } else if within {
                    0
                } else {
                    liberties
                }
            }
            None if search.elsewhere.needed.has(to) => FAR,
            None => 1,
        };
        let mut away = vec![FAR; ground.len()];
        from.iter().for_each(|point| away[usize::from(point)] = 0);
        loop {
            let before = away.clone();
            for point in ground.all.iter() {
                for &near in ground.neighbours(point) {
                    let more = away[usize::from(near)] + cost(near, point);
                    let here = &mut away[usize::from(point)];
                    *here = (*here).min(more);
                }
            }
            if away == before {
                return away;
            }
        }
    }

    #[test]
    fn what_lies_between_is_what_a_look_at_each_point_finds() {
        let mut dice = Dice::new(3);
        let mut compared = [0; FAR];
        for _ in 0..3000 {
            let board = Board::rectangle(4 + dice.roll(5), 3 + dice.roll(4)).expect("a board");
            let ground = Ground::<1>::of(&board).expect("a small board");
            let mut stones = [Bits::NONE; 2];
            for point in ground.all.iter() {
                if dice.chance(3) {
                    stones[dice.roll(2)].insert(point);
                }
            }
            let state = State::new(&ground, stones);
            let breathes =
                |point: u16| !state.liberties(&ground, &state.chain(&ground, point)).is_empty();
            if !(stones[0] | stones[1]).iter().all(breathes) {
                continue;
            }
            let (own, empty) = (state.stones[0], state.empty(&ground));
            let Some(first) = own.first() else { continue };
            let from = ground.component(first, &own);
            let to: Bits<1> = own.without(&from).iter().filter(|_| dice.chance(2)).collect();
            let question = crate::search::Question { owner: 0, goal: from, aim: Aim::Live };
            let mut search = Search::new(&ground, question);
            let needed = empty.iter().filter(|_| dice.chance(8)).collect();
            search.elsewhere = Elsewhere { kept: to, needed };
            let (ours, theirs) = (away(&search, &state, &from), away(&search, &state, &to));
            let plays = |point: u16| {
                let (one, two) = (ours[usize::from(point)], theirs[usize::from(point)]);
                let far = one == FAR || two == FAR;
                if far { 2 * FAR } else { one + two - usize::from(empty.has(point)) }
            };
            let points = || ground.all.without(&own).iter();
            let best = points().map(plays).min().filter(|&best| best < FAR);
            let with = |plays_there: usize| -> Bits<1> {
                points().filter(|&point| plays(point) == plays_there).collect()
            };
            let between = search.between(&state, &from, &to);
            assert_eq!(between.plays, best.unwrap_or(FAR));
            let Some(best) = best else { continue };
            assert!(between.shortest == with(best) && between.longer == with(best + 1));
            compared[best] += 1;
        }
        assert!(compared[1] > 300 && compared[3] > 20, "{compared:?}");
    }
}
