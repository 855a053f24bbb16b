//! Chains that windows join, and the eyes made in them: every window is played out.

use std::collections::HashMap;

use super::board::{Ground, Set};
use super::{Checker, Verdict, demand, prover};
use crate::proof::{Claim, Node, Step, Window};

/// The most points of a window, and the most states of one that are looked at.
const MOST_POINTS: usize = 12;
const MOST_STATES: usize = 500_000;

impl Checker<'_> {
    /// Windows join chains, each after those before it, and make eyes enough.
    /// See docs/life.md, "Windows".
    pub(super) fn windows(
        &self,
        at: usize,
        node: &Node,
        zone: &Set,
        children: &[usize],
        windows: &[Window],
    ) -> Verdict {
        let ground = self.ground;
        demand(node.claim == Claim::Lives, || "windows kill nothing".into())?;
        demand(node.ban.is_none_or(|ban| !zone.has(ban)), || "it rests on a ban".into())?;
        let code = prover(node);
        // What other proofs need, and the chains they keep.
        let mut taken = ground.set(&[]);
        let mut shared = ground.set(&[]);
        let mut clusters = Clusters { of: vec![None; ground.len()], eyes: Vec::new() };
        for &child in children {
            let below = self.below(at, child, node)?;
            demand(!matches!(below.step, Step::Own(..)), || "the wrong side moves".into())?;
            demand(!self.ko[child], || "a chain it is tied to rests on a ko".into())?;
            self.looks_like(child, &node.stones, zone)?;
            for &point in &below.zone {
                if node.stones[usize::from(point)] == 0 {
                    demand(!shared.has(point), || format!("two proofs need {point}"))?;
                    shared.add(point);
                }
                taken.add(point);
            }
            for &stone in &below.kept {
                if node.stones[usize::from(stone)] == code {
                    clusters.take(ground, node, stone, 2);
                }
            }
        }
        for window in windows {
            demand(
                window.points.iter().chain(&window.groups).all(|&p| usize::from(p) < ground.len()),
                || "there is no such point".into(),
            )?;
            demand(!window.points.is_empty() && window.points.len() <= MOST_POINTS, || {
                "a window of that size".into()
            })?;
            for &point in &window.points {
                demand(node.stones[usize::from(point)] != code && !taken.has(point), || {
                    format!("{point} cannot be in a window")
                })?;
                taken.add(point);
            }
            let mut groups: Vec<usize> = Vec::new();
            for &stone in &window.groups {
                demand(node.stones[usize::from(stone)] == code, || {
                    format!("no stone of the prover at {stone}")
                })?;
                let group = clusters.take(ground, node, stone, 0);
                demand(!groups.contains(&group), || format!("{stone} is joined already"))?;
                groups.push(group);
            }
            demand(!groups.is_empty() && groups.len() <= MOST_POINTS && window.eyes <= 2, || {
                "a window of no chain".into()
            })?;
            let mut play = Play::of(ground, node, code, window, &clusters, &groups);
            demand(play.holds(), || format!("the window at {} does not hold", window.points[0]))?;
            clusters.unite(&groups, window.eyes);
        }
        for point in (0..ground.len() as u16).filter(|&p| taken.has(p) || clusters.of(p).is_some())
        {
            demand(zone.has(point), || format!("the zone lacks {point}"))?;
        }
        for &stone in node.cover.iter().chain(&node.kept) {
            let eyes = clusters.of(stone).map_or(0, |cluster| clusters.eyes[cluster]);
            demand(eyes >= 2, || format!("the chain at {stone} has no two eyes"))?;
        }
        Ok(())
    }
}

/// What is joined so far.
struct Clusters {
    /// The cluster of each stone.
    of: Vec<Option<usize>>,
    /// The eyes of each cluster.
    eyes: Vec<u8>,
}

impl Clusters {
    fn of(&self, stone: u16) -> Option<usize> {
        self.of[usize::from(stone)]
    }

    /// The cluster of a stone; if it has none, its chain becomes one.
    fn take(&mut self, ground: &Ground, node: &Node, stone: u16, eyes: u8) -> usize {
        if let Some(known) = self.of(stone) {
            return known;
        }
        for mate in ground.chain(&node.stones, stone) {
            self.of[usize::from(mate)] = Some(self.eyes.len());
        }
        self.eyes.push(eyes);
        self.eyes.len() - 1
    }

    fn unite(&mut self, groups: &[usize], eyes: u8) {
        let sum: u8 = groups.iter().map(|&group| self.eyes[group]).sum::<u8>() + eyes;
        for of in &mut self.of {
            if of.is_some_and(|of| groups.contains(&of)) {
                *of = Some(groups[0]);
            }
        }
        self.eyes[groups[0]] = sum.min(2);
    }
}

/// What a neighbour of a window's point is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Beside {
    /// A point of the window.
    Inside(usize),
    /// A chain of a group.
    Group(usize),
    /// Anything else: the opponent may stand there, or come to.
    Outside,
}

/// The game in a window. A cell is 0 if it is empty, 1 for the prover's stone, 2 for the opponent's.
struct Play {
    beside: Vec<Vec<Beside>>,
    first: Vec<u8>,
    have: Vec<u8>,
    eyes: u8,
    known: HashMap<Vec<u8>, bool>,
}

/// A set of connected stones with what is next to it.
struct Part {
    cells: Vec<usize>,
    groups: Vec<usize>,
    breathes: bool,
    outside: bool,
}

impl Play {
    fn of(
        ground: &Ground,
        node: &Node,
        code: u8,
        window: &Window,
        clusters: &Clusters,
        groups: &[usize],
    ) -> Play {
        let what = |near: u16| {
            if let Some(place) = window.points.iter().position(|&point| point == near) {
                return Beside::Inside(place);
            }
            let cluster = clusters.of(near);
            let group = groups.iter().position(|&group| cluster == Some(group));
            group.map_or(Beside::Outside, Beside::Group)
        };
        let beside = |&point: &u16| ground.near(point).iter().map(|&near| what(near)).collect();
        let stone = |&point: &u16| match node.stones[usize::from(point)] {
            0 => 0,
            stone if stone == code => 1,
            _ => 2,
        };
        Play {
            beside: window.points.iter().map(beside).collect(),
            first: window.points.iter().map(stone).collect(),
            have: groups.iter().map(|&group| clusters.eyes[group]).collect(),
            eyes: window.eyes,
            known: HashMap::new(),
        }
    }

    /// The prover gets there, the opponent to move.
    fn holds(&mut self) -> bool {
        let cells = self.first.clone();
        let touched = |group| self.beside.iter().flatten().any(|&b| b == Beside::Group(group));
        (0..self.have.len()).all(touched)
            && (self.done(&cells) || self.breathing(&cells, true) && self.wins(&cells))
    }

    /// The stones connected to a stone of either side, or to a group of the prover's.
    fn part(&self, cells: &[u8], from: Beside) -> Part {
        let code = match from {
            Beside::Inside(cell) => cells[cell],
            _ => 1,
        };
        let mut part =
            Part { cells: Vec::new(), groups: Vec::new(), breathes: false, outside: false };
        let mut open = vec![from];
        while let Some(next) = open.pop() {
            match next {
                Beside::Outside => part.outside = true,
                Beside::Group(group) if code == 1 && !part.groups.contains(&group) => {
                    part.groups.push(group);
                    for (cell, beside) in self.beside.iter().enumerate() {
                        if beside.contains(&next) {
                            open.push(Beside::Inside(cell));
                        }
                    }
                }
                Beside::Inside(cell) if cells[cell] == 0 => part.breathes = true,
                Beside::Inside(cell) if cells[cell] == code && !part.cells.contains(&cell) => {
                    part.cells.push(cell);
                    open.extend(&self.beside[cell]);
                }
                _ => {}
            }
        }
        part
    }

    /// All groups are one, and it has its eyes.
    fn done(&self, cells: &[u8]) -> bool {
        let body = self.part(cells, Beside::Group(0));
        let own = |&beside: &Beside| match beside {
            Beside::Inside(cell) => body.cells.contains(&cell),
            Beside::Group(_) => true,
            Beside::Outside => false,
        };
        let eye = |&cell: &usize| cells[cell] == 0 && self.beside[cell].iter().all(own);
        body.groups.len() == self.have.len()
            && (0..cells.len()).filter(eye).count() >= usize::from(self.eyes)
    }

    /// Each of the prover's bodies has the liberty here that it needs.
    fn breathing(&self, cells: &[u8], opponents_turn: bool) -> bool {
        let stones = (0..cells.len()).filter(|&cell| cells[cell] == 1).map(Beside::Inside);
        (0..self.have.len()).map(Beside::Group).chain(stones).all(|from| {
            let body = self.part(cells, from);
            let sources: u8 = body.groups.iter().map(|&group| self.have[group]).sum();
            let mut lacks = 2_u8.saturating_sub(sources);
            if body.groups.len() == self.have.len() {
                lacks = lacks.min(self.eyes);
            }
            body.breathes || lacks == 0 || lacks == 1 && !opponents_turn
        })
    }

    /// What a play leads to; none if it is suicide.
    fn play(&self, cells: &[u8], cell: usize, code: u8) -> Option<Vec<u8>> {
        let mut next = cells.to_vec();
        next[cell] = code;
        if code == 1 {
            for &near in &self.beside[cell] {
                if let Beside::Inside(other) = near
                    && next[other] == 2
                {
                    let chain = self.part(&next, near);
                    if !chain.breathes && !chain.outside {
                        chain.cells.iter().for_each(|&taken| next[taken] = 0);
                    }
                }
            }
            return (self.done(&next) || self.breathing(&next, true)).then_some(next);
        }
        let chain = self.part(&next, Beside::Inside(cell));
        (chain.breathes || chain.outside || !self.breathing(&next, false)).then_some(next)
    }

    /// The prover gets there from here, the opponent to move.
    fn wins(&mut self, cells: &[u8]) -> bool {
        if let Some(&known) = self.known.get(cells) {
            return known;
        }
        if self.known.len() >= MOST_STATES {
            return false;
        }
        let mut wins = self.answers(cells, None);
        for cell in 0..cells.len() {
            if wins
                && cells[cell] == 0
                && let Some(next) = self.play(cells, cell, 2)
            {
                wins = self.breathing(&next, false) && self.answers(&next, Some(cell));
            }
        }
        self.known.insert(cells.to_vec(), wins);
        wins
    }

    /// The prover has a play, or may let the opponent's play pass.
    fn answers(&mut self, cells: &[u8], last: Option<usize>) -> bool {
        let mut order: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell] == 0).collect();
        // The nearest first: it saves time.
        order.sort_by_key(|&cell| {
            last.is_some_and(|last| !self.beside[last].contains(&Beside::Inside(cell)))
        });
        let plays: Vec<Vec<u8>> =
            order.into_iter().filter_map(|cell| self.play(cells, cell, 1)).collect();
        plays.iter().any(|next| self.done(next))
            || plays.iter().any(|next| self.wins(next))
            || last.is_some() && self.breathing(cells, true) && self.wins(cells)
    }
}
