//! What is done for the open chains of one side.

use std::sync::Arc;

use super::{News, Who};
use crate::analysis::{Reading, Status};
use crate::apart::eyes_apart;
use crate::bits::Bits;
use crate::extract::extract;
use crate::search::{Aim, Search};
use crate::space::Known;
use crate::state::State;
use crate::windows::{Keeper, Windows};

/// The chains of one side that are open as its work begins.
pub(super) struct Side<'a, const W: usize> {
    pub(super) state: &'a State<W>,
    pub(super) reading: Reading,
    pub(super) stop: &'a (dyn Fn() -> bool + Sync),
    pub(super) owner: usize,
    /// The most states looked at for each chain in any round.
    pub(super) nodes: u64,
    /// The most states of closed spaces that may be written down; those that are read take less memory each.
    pub(super) states: u64,
    /// The number and the points of each.
    pub(super) open: Vec<(usize, Bits<W>)>,
    /// Which of them are worked on.
    pub(super) who: Who,
}

impl<const W: usize> Side<'_, W> {
    /// Whether a chain is worked on. What a proof covers beside is decided, too.
    pub(super) fn works_on(&self, number: usize) -> bool {
        match self.who {
            Who::All => true,
            Who::Only(one) => number == one,
            Who::AllBut(one) => number != one,
        }
    }

    /// Searches for each chain, in so many states.
    pub(super) fn search<'g>(
        mut self,
        search: &mut Search<'g, W>,
        friends: Option<&Search<'g, W>>,
        budget: u64,
        hear: &mut dyn FnMut(News),
    ) {
        let mut next = 0;
        while let Some(&(at, points)) = self.open.get(next) {
            next += 1;
            if (self.stop)() {
                return;
            }
            if !self.works_on(at) {
                continue;
            }
            let before = search.nodes;
            search.turn_to(points);
            let found = search.run_until(self.state, (budget, self.stop), friends);
            hear(News::Spent(at, search.nodes - before));
            let Some(found) = found else { continue };
            self.decided(search, friends, found, hear);
            next = self.next_after(at);
        }
    }

    /// The points of a chain that is still open.
    pub(super) fn points_of(&self, number: usize) -> Option<Bits<W>> {
        self.open.iter().find(|&&(open, _)| open == number).map(|&(_, points)| points)
    }

    /// Where the first open chain after one is.
    pub(super) fn next_after(&self, number: usize) -> usize {
        self.open.iter().take_while(|&&(open, _)| open <= number).count()
    }

    /// Takes chains out of the open ones.
    pub(super) fn close(&mut self, decided: impl Fn(&Bits<W>) -> bool) -> Vec<usize> {
        let open = std::mem::take(&mut self.open).into_iter();
        let (chains, open): (Vec<_>, Vec<_>) = open.partition(|(_, points)| decided(points));
        self.open = open;
        chains.into_iter().map(|(at, _)| at).collect()
    }

    /// Tells what a proof that was searched for decides.
    pub(super) fn decided<'g>(
        &mut self,
        search: &mut Search<'g, W>,
        friends: Option<&Search<'g, W>>,
        found: u32,
        hear: &mut dyn FnMut(News),
    ) {
        let aim = search.question.aim;
        if aim == Aim::Live {
            search.stands(found);
        }
        let free_of_ko = search.found[found as usize].free_of_ko;
        if self.reading == Reading::KoPass && !free_of_ko {
            return;
        }
        let cover = search.found[found as usize].cover;
        let proof = extract(search, friends, found).map(Arc::new);
        let chains = self.close(|points| match aim {
            Aim::Live => cover.meets(points),
            Aim::Kill => points.within(&cover),
        });
        let status = match aim {
            Aim::Live => Status::Alive,
            Aim::Kill => Status::NotAlive,
        };
        hear(News::Decided { chains, status, proof, ko: !free_of_ko });
    }

    /// Looks for eyes apart of chains that close off a part of the board.
    pub(super) fn eyes_apart(mut self, search: &mut Search<'_, W>, hear: &mut dyn FnMut(News)) {
        for (number, points) in self.open.clone() {
            if (self.stop)() {
                return;
            }
            if self.works_on(number)
                && self.points_of(number).is_some()
                && let Some(found) = eyes_apart(search, self.state, points, self.stop)
            {
                self.alive(search, &points, found, hear);
            }
        }
    }

    /// Ties chains by windows, and to chains that are proved to live.
    pub(super) fn tie<'g>(
        mut self,
        search: &mut Search<'g, W>,
        (largest, turn): (usize, u16),
        hear: &mut dyn FnMut(News),
    ) {
        if self.open.is_empty() || (self.stop)() {
            return;
        }
        // Every other time all chains are tied anew, as a zone may be where a window should be.
        let proofs = if turn % 2 == 1 { Vec::new() } else { search.keepers(self.state) };
        for (stones, found) in self.windows(search, &proofs, (largest, turn), &Bits::NONE) {
            self.alive(search, &stones, found, hear);
        }
    }

    /// Looks for windows that have none of some empty points, beside some proofs: which stones they tie, and the proofs.
    pub(super) fn windows(
        &self,
        search: &mut Search<'_, W>,
        proofs: &[u32],
        terms: (usize, u16),
        without: &Bits<W>,
    ) -> Vec<(Bits<W>, u32)> {
        let (ground, state) = (search.ground, self.state);
        let keeper = |&proof: &u32| {
            let found = &search.found[proof as usize];
            Keeper { zone: found.zone, kept: found.kept }
        };
        let keepers: Vec<Keeper<W>> = proofs.iter().map(keeper).collect();
        let known = &mut search.windows;
        let windows = Windows::new(ground, state, self.owner, &keepers, terms, known, self.stop);
        let found = windows.without(without).find().into_iter().map(|tied| {
            let used = tied.proofs.iter().map(|&keeper| proofs[keeper]).collect();
            (tied.stones, search.tie(state, &tied, used))
        });
        found.collect()
    }

    /// Tells that open chains which hold one of some points live, by a proof that is free of ko.
    pub(super) fn alive(
        &mut self,
        search: &Search<'_, W>,
        points: &Bits<W>,
        root: u32,
        hear: &mut dyn FnMut(News),
    ) {
        let chains = self.close(|chain| chain.meets(points));
        if chains.is_empty() {
            return;
        }
        let proof = extract(search, None, root).map(Arc::new);
        hear(News::Decided { chains, status: Status::Alive, proof, ko: false });
    }

    /// Looks at the closed spaces around each chain, first around those that may all be prevented from living at once.
    pub(super) fn look_at_spaces(mut self, mut known: Known<'_, W>, hear: &mut dyn FnMut(News)) {
        let worked_on = |side: &Side<'_, W>| -> Vec<(usize, Bits<W>)> {
            side.open.iter().copied().filter(|&(at, _)| side.works_on(at)).collect()
        };
        for numbers in known.together(self.owner, &worked_on(&self)) {
            if (self.stop)() {
                return;
            }
            let mine = |(at, _): &&(usize, Bits<W>)| numbers.contains(at);
            let goals = self.open.iter().filter(mine).fold(Bits::NONE, |all, (_, one)| all | *one);
            let decided = known.prevent(self.owner, &goals, self.reading);
            hear(News::Spent(numbers[0], decided.states));
            // Where there are too many choices to keep, each by itself may take fewer.
            let (Some(status), proof @ Some(_)) = (decided.status, decided.proof) else { continue };
            let (chains, ko) = (self.close(|it| it.within(&goals)), decided.ko);
            hear(News::Decided { chains, status, proof, ko });
        }
        for (at, points) in worked_on(&self) {
            if (self.stop)() {
                return;
            }
            let decided = known.decide(self.owner, &points, self.reading);
            hear(News::Spent(at, decided.states));
            let Some(status) = decided.status else { continue };
            if status == Status::Alive && !known.lives.is_empty() {
                known.alive[self.owner] |= points;
            }
            let (chains, proof, ko) = (vec![at], decided.proof, decided.ko);
            hear(News::Decided { chains, status, proof, ko });
        }
    }
}

#[cfg(test)]
impl<'a> Side<'a, 1> {
    /// A side with these open chains and nothing to hurry it.
    pub(super) fn at_leisure(
        state: &'a State<1>,
        reading: Reading,
        owner: usize,
        open: Vec<(usize, Bits<1>)>,
    ) -> Side<'a, 1> {
        let stop = &|| false;
        Side { state, reading, stop, owner, nodes: 20_000, states: 0, open, who: Who::All }
    }
}
