//! The game in one window: its owner joins all groups next to it and makes eyes, whatever lies around.
//!
//! The rules of this game, and what winning it is good for, are in `docs/life.md`, "Windows".

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::bits::places;
use crate::patch::{Part, Patch};

/// The most points of a window.
pub(crate) const MOST_POINTS: usize = 12;

/// A window.
pub(crate) struct Layout {
    /// Its points, and the groups next to them.
    pub(crate) patch: Patch,
    /// How many eyes each group has elsewhere.
    pub(crate) have: SmallVec<[u8; 8]>,
    /// Opposing stones.
    pub(crate) others: u64,
    /// How many eyes are to be made here.
    pub(crate) eyes: u8,
}

/// What stands in a window: the owner's stones and the opponent's.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Stones {
    own: u64,
    others: u64,
}

/// A search of the game.
pub(crate) struct Game<'a> {
    layout: &'a Layout,
    known: FxHashMap<Stones, bool>,
    /// The opponent's plays, in the order in which they are looked at.
    order: SmallVec<[usize; MOST_POINTS]>,
    /// States that may still be looked at.
    left: u32,
}

impl<'a> Game<'a> {
    /// Whether the owner gets there, his opponent to move, found in so many states; `false` also if it was not.
    pub(crate) fn is_won(layout: &'a Layout, states: u32) -> bool {
        let order = (0..layout.patch.near.len()).collect();
        let mut game = Game { layout, known: FxHashMap::default(), order, left: states };
        let stones = Stones { own: 0, others: layout.others };
        game.settled(stones) || game.sound(stones, true) && game.after_own(stones).unwrap_or(false)
    }

    fn empty(&self, stones: Stones) -> u64 {
        self.layout.patch.all() & !stones.own & !stones.others
    }

    /// The owner's stones and groups connected to some of them.
    fn connected(&self, own: u64, from: Part) -> Part {
        self.layout.patch.connected(self.parts(own), from)
    }

    /// Some stones of the owner's with all groups.
    fn parts(&self, own: u64) -> Part {
        Part { stones: own, groups: self.layout.patch.groups() }
    }

    /// Everything is joined, and the eyes are there.
    fn settled(&self, stones: Stones) -> bool {
        let patch = &self.layout.patch;
        let closed = places(self.empty(stones) & !patch.open);
        let eyes: SmallVec<[usize; MOST_POINTS]> =
            closed.filter(|&point| patch.near[point] & !stones.own == 0).collect();
        if eyes.len() < self.layout.eyes.into() {
            return false;
        }
        let joined = self.connected(stones.own, Part { stones: 0, groups: 1 });
        let whole = |point: &&usize| patch.near[**point] & !joined.stones == 0;
        joined.groups == patch.groups()
            && eyes.iter().filter(whole).count() >= self.layout.eyes.into()
    }

    /// No stone and no group of the owner lacks the liberties it needs, the opponent to move or having moved.
    fn sound(&self, stones: Stones, others_move: bool) -> bool {
        let (patch, empty) = (&self.layout.patch, self.empty(stones));
        // What has a liberty of its own is in a part that has one.
        let breathless = |&group: &usize| patch.beside[group] & empty == 0;
        let mut rest = Part {
            stones: stones.own & !patch.around(empty),
            groups: (0..patch.beside.len())
                .filter(breathless)
                .fold(0, |set, group| set | 1 << group),
        };
        while let Some(part) = patch.take_part(self.parts(stones.own), &mut rest) {
            if patch.reach(part) & empty != 0 {
                continue;
            }
            let have: u8 = places(part.groups).map(|group| self.layout.have[group]).sum();
            let mut need = 2_u8.saturating_sub(have);
            if part.groups == patch.groups() {
                need = need.min(self.layout.eyes);
            }
            if need == 2 || need == 1 && others_move {
                return false;
            }
        }
        true
    }

    /// The owner plays, and whether that settles it; `None` if he may not, or leaves something without the liberties
    /// it needs.
    fn own_play(&self, stones: Stones, point: usize) -> Option<(Stones, bool)> {
        let mut next = Stones { own: stones.own | 1 << point, ..stones };
        let patch = &self.layout.patch;
        let mut rest = patch.near[point] & stones.others;
        while let Some(chain) = patch.take_component(stones.others, &mut rest) {
            if chain & patch.open == 0 && patch.around(chain) & self.empty(next) & !chain == 0 {
                next.others &= !chain;
            }
        }
        let settled = self.settled(next);
        (settled || self.sound(next, true)).then_some((next, settled))
    }

    /// The opponent plays; `None` if it is suicide.
    fn others_play(&self, stones: Stones, point: usize) -> Option<Stones> {
        let next = Stones { others: stones.others | 1 << point, ..stones };
        let patch = &self.layout.patch;
        let chain = patch.component(next.others, 1 << point);
        let breathes = chain & patch.open != 0 || patch.around(chain) & self.empty(next) != 0;
        (breathes || !self.sound(next, false)).then_some(next)
    }

    /// Whether the owner gets there, the opponent to move. `None` if the states ran out.
    fn after_own(&mut self, stones: Stones) -> Option<bool> {
        if let Some(&won) = self.known.get(&stones) {
            return Some(won);
        }
        self.left = self.left.checked_sub(1)?;
        let mut won = self.answered(stones, None)?;
        let empty = self.empty(stones);
        // What refuted other states first.
        for point in self.order.clone() {
            if !won {
                break;
            }
            if empty >> point & 1 == 1
                && let Some(next) = self.others_play(stones, point)
            {
                won = self.sound(next, false) && self.answered(next, Some(point))?;
                if !won && let Some(at) = self.order.iter().position(|&known| known == point) {
                    self.order[..=at].rotate_right(1);
                }
            }
        }
        self.known.insert(stones, won);
        Some(won)
    }

    /// Whether the owner has an answer to a play, or to a pass.
    fn answered(&mut self, stones: Stones, last: Option<usize>) -> Option<bool> {
        let patch = &self.layout.patch;
        let close = last.map_or(0, |point| patch.around(patch.near[point]) | patch.near[point]);
        let empty = self.empty(stones);
        let mut open: SmallVec<[Stones; MOST_POINTS]> = SmallVec::new();
        for point in places(empty & close).chain(places(empty & !close)) {
            let Some((next, settled)) = self.own_play(stones, point) else { continue };
            if settled {
                return Some(true);
            }
            match self.known.get(&next) {
                Some(true) => return Some(true),
                Some(false) => {}
                None => open.push(next),
            }
        }
        // A play may be let pass.
        if last.is_some() && self.sound(stones, true) {
            match self.known.get(&stones) {
                Some(true) => return Some(true),
                Some(false) => {}
                None => open.push(stones),
            }
        }
        for next in open {
            if self.after_own(next)? {
                return Some(true);
            }
        }
        Some(false)
    }
}
