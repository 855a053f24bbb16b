//! A part of the board in words: the places that can be played on, and the walls around, which stay.

use smallvec::SmallVec;

use crate::analysis::Reading;
use crate::bits::places;

/// The most places a part with walls around it may have.
pub(crate) const MOST_PLACES: usize = 50;
/// The most places of a whole board, around which there is nothing. The two highest bits of a word are left free.
pub(crate) const MOST_OF_ALL: usize = 62;
/// The most walls around it.
pub(crate) const MOST_WALLS: usize = 12;

/// The owner of the chain asked about, and his opponent.
pub(crate) const OWNER: usize = 0;
pub(crate) const ATTACKER: usize = 1;

/// A move that is no play here.
pub(crate) const PASS: u8 = 0;
/// A play elsewhere, where it is not the same as a pass.
pub(crate) const ELSEWHERE: u8 = 1;
/// The play on a place is its number and this.
pub(crate) const PLAY: u8 = 2;

/// For [`Terms::spare`]: the other side's walls always have a liberty outside.
pub(crate) const NEVER: u8 = u8::MAX;

/// A part of the board. Places come first, then the walls; each has a bit.
pub(crate) struct Field {
    /// The neighbours of each place and of each wall.
    pub(crate) near: Vec<u64>,
    /// The places.
    pub(crate) open: u64,
    /// The walls of each side: chains that are never taken.
    pub(crate) walls: [u64; 2],
    /// Walls of the other side that the prover's answers elsewhere might take, had they no liberty here.
    pub(crate) touchy: u64,
}

/// What holds in the sequences that are imagined. What the part leaves open counts against the prover.
#[derive(Clone, Copy)]
pub(crate) struct Terms {
    /// The ko rule.
    pub(crate) reading: Reading,
    /// Whose strategy is looked for: the owner's to live, or the attacker's to prevent it.
    pub(crate) prover: usize,
    /// Whether there is a board outside, where the other side may play.
    pub(crate) outside: bool,
    /// Whether the prover's walls ask for answers: the other side may then play elsewhere, be answered,
    /// and be to move again.
    pub(crate) answers: bool,
    /// How many plays elsewhere it takes before a wall of the other side has no liberty outside.
    pub(crate) spare: u8,
    /// Whether an owner who proves life counts as having failed once none of his stones stands on the goal.
    pub(crate) mortal: bool,
}

/// What stands, what is banned, and who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Moment {
    /// The stones of the owner and of the attacker.
    pub(crate) stones: [u64; 2],
    /// Where each may not retake.
    pub(crate) bans: [u64; 2],
    /// Who is to move.
    pub(crate) mover: u8,
    /// How often the other side has played elsewhere, as far as it matters.
    pub(crate) elsewhere: u8,
}

/// Where a move leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lead {
    /// It is not allowed.
    Barred,
    /// To a moment.
    To(Moment),
    /// Out of what can be followed here: it counts as the other side's success.
    Lost,
}

impl Field {
    #[inline]
    fn beside(&self, set: u64) -> u64 {
        places(set).fold(0, |near, place| near | self.near[place])
    }

    /// What is connected to `from` by `space`.
    #[inline]
    pub(crate) fn component(&self, from: u64, space: u64) -> u64 {
        let mut found = from;
        let mut front = from;
        loop {
            let next = self.beside(front) & space & !found;
            if next == 0 {
                return found;
            }
            found |= next;
            front = next;
        }
    }

    fn empty(&self, stones: [u64; 2]) -> u64 {
        self.open & !stones[0] & !stones[1]
    }

    /// Whether a chain is a wall or has a liberty.
    fn held(&self, chain: u64, empty: u64) -> bool {
        chain & (self.walls[0] | self.walls[1]) != 0 || self.beside(chain) & empty != 0
    }

    /// A stone put on an empty place, with what it takes, no ban asked; `None` for suicide.
    fn put(&self, stones: [u64; 2], place: usize, side: usize) -> Option<([u64; 2], u64)> {
        let mut next = stones;
        next[side] |= 1 << place;
        let empty = self.empty(next);
        let others = stones[side ^ 1] | self.walls[side ^ 1];
        let mut taken = 0;
        for near in places(self.near[place] & stones[side ^ 1]) {
            if taken >> near & 1 == 0 {
                let chain = self.component(1 << near, others);
                if !self.held(chain, empty) {
                    taken |= chain;
                }
            }
        }
        next[side ^ 1] &= !taken;
        if taken == 0 && self.near[place] & (empty | self.walls[side]) == 0 {
            let chain = self.component(1 << place, next[side] | self.walls[side]);
            if !self.held(chain, empty) {
                return None;
            }
        }
        Some((next, taken))
    }

    /// The place where a play just made can be undone by retaking: the ko, if it is one.
    fn ko(&self, before: [u64; 2], after: [u64; 2], taken: u64, side: usize) -> u64 {
        if taken.count_ones() == 1
            && let Some((back, _)) = self.put(after, taken.trailing_zeros() as usize, side ^ 1)
            && back == before
        {
            return taken;
        }
        0
    }

    /// The bans of a side that are still on retaking a ko.
    fn still_kos(&self, stones: [u64; 2], bans: u64, side: usize) -> u64 {
        places(bans & self.empty(stones))
            .filter(|&place| {
                self.put(stones, place, side)
                    .is_some_and(|(after, taken)| self.ko(stones, after, taken, side) != 0)
            })
            .fold(0, |bans, place| bans | 1 << place)
    }

    /// Whether a play takes exactly one stone that could be retaken: a ko capture.
    pub(crate) fn takes_ko(&self, stones: [u64; 2], place: usize, side: usize) -> bool {
        self.put(stones, place, side)
            .is_some_and(|(after, taken)| self.ko(stones, after, taken, side) != 0)
    }

    /// What a play would take.
    pub(crate) fn taken_by(&self, stones: [u64; 2], place: usize, side: usize) -> u32 {
        self.put(stones, place, side).map_or(0, |(_, taken)| taken.count_ones())
    }

    /// Where a move leads.
    pub(crate) fn lead(&self, terms: &Terms, moment: Moment, chosen: u8) -> Lead {
        let mover = usize::from(moment.mover);
        let proving = mover == terms.prover;
        let ko_pass = terms.reading == Reading::KoPass;
        let spent = u8::from(!proving && terms.spare != NEVER);
        let elsewhere = (moment.elsewhere + spent).min(terms.spare);
        let turned = Moment { mover: moment.mover ^ 1, elsewhere, ..moment };
        match chosen {
            PASS => {
                // The owner's pass loses, but for a ko; what he plays elsewhere does not.
                let may = mover == ATTACKER
                    || terms.outside && !proving
                    || ko_pass && moment.bans[OWNER] != 0;
                if may { Lead::To(Moment { bans: [0; 2], ..turned }) } else { Lead::Barred }
            }
            ELSEWHERE => {
                let may = ko_pass && terms.outside && !proving && moment.bans != [0; 2];
                if may { Lead::To(turned) } else { Lead::Barred }
            }
            _ => self.play(terms, moment, usize::from(chosen - PLAY)),
        }
    }

    fn play(&self, terms: &Terms, moment: Moment, place: usize) -> Lead {
        let Moment { stones, bans, .. } = moment;
        let mover = usize::from(moment.mover);
        let proving = mover == terms.prover;
        let freed = terms.reading == Reading::Basic && terms.answers && !proving;
        if self.empty(stones) >> place & 1 == 0 || bans[mover] >> place & 1 == 1 && !freed {
            return Lead::Barred;
        }
        let Some((after, taken)) = self.put(stones, place, mover) else { return Lead::Barred };
        let empty = self.empty(after);
        let others = terms.prover ^ 1;
        let foreign = after[others] | self.walls[others];
        if proving {
            let beside = self.near[place] & foreign;
            let late =
                if moment.elsewhere >= terms.spare { self.walls[others] } else { self.touchy };
            for near in places(beside) {
                let chain = self.component(1 << near, foreign);
                if chain & late != 0 && self.beside(chain) & empty == 0 {
                    return Lead::Barred;
                }
            }
        } else {
            for wall in places(self.touchy) {
                let chain = self.component(1 << wall, foreign);
                if self.beside(chain) & empty == 0 {
                    return Lead::Lost;
                }
            }
        }
        let mut next = [0; 2];
        if terms.reading == Reading::KoPass {
            for (side, ban) in next.iter_mut().enumerate() {
                *ban = self.still_kos(after, bans[side], side);
            }
        }
        next[mover ^ 1] |= self.ko(stones, after, taken, mover);
        Lead::To(Moment {
            stones: after,
            bans: next,
            mover: moment.mover ^ 1,
            elsewhere: moment.elsewhere,
        })
    }

    /// Whether the owner has reached his goal. A prover of life has to show it; against one who prevents
    /// it, what may be enough is taken to be.
    pub(crate) fn reached(&self, stones: [u64; 2], goal: u64, prover: usize) -> bool {
        let standing = stones[OWNER] & goal;
        if standing == 0 {
            return false;
        }
        let own = stones[OWNER] | self.walls[OWNER];
        let body = self.component(standing, own);
        if body & self.walls[OWNER] != 0 {
            return true;
        }
        if prover == ATTACKER {
            self.formed(own, standing, stones)
        } else {
            self.lives(own, standing)
        }
    }

    /// Whether two empty places are next to one of the chains, and to no stone of the attacker nor an
    /// empty place; other chains there may be walls, or are next to both.
    fn formed(&self, own: u64, standing: u64, stones: [u64; 2]) -> bool {
        let eyes = places(self.empty(stones) & self.beside(self.component(standing, own)))
            .filter(|&place| self.near[place] & !own == 0)
            .fold(0_u64, |eyes, place| eyes | 1 << place);
        if eyes & eyes.wrapping_sub(1) == 0 {
            return false;
        }
        let mut rest = standing;
        while rest != 0 {
            let chain = self.component(rest & rest.wrapping_neg(), own);
            rest &= !chain;
            let mine: Vec<usize> = places(eyes & self.beside(chain)).collect();
            for (index, &one) in mine.iter().enumerate() {
                for &other in &mine[index + 1..] {
                    let mut around = (self.near[one] | self.near[other]) & !chain;
                    let mut all = true;
                    while around != 0 && all {
                        let mate = self.component(around & around.wrapping_neg(), own);
                        around &= !mate;
                        all = mate & self.walls[OWNER] != 0
                            || mate & self.near[one] != 0 && mate & self.near[other] != 0;
                    }
                    if all {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Whether one of the chains is in a set of the owner's chains of which each has two eyes: parts of
    /// the board without the set that are all next to it. Walls need none.
    fn lives(&self, own: u64, standing: u64) -> bool {
        let mut set = own;
        loop {
            let mut eyes: SmallVec<[u64; 8]> = SmallVec::new();
            let mut rest = (self.open | self.walls[ATTACKER]) & !set;
            while rest != 0 {
                let region = self.component(rest & rest.wrapping_neg(), rest);
                rest &= !region;
                if region & self.walls[ATTACKER] == 0 {
                    eyes.push(region);
                }
            }
            // With fewer chains there are no more eyes.
            if eyes.len() < 2 {
                return false;
            }
            let mut left = set;
            let mut kept = 0;
            while left != 0 {
                let chain = self.component(left & left.wrapping_neg(), own);
                left &= !chain;
                let near = self.beside(chain);
                let wall = chain & self.walls[OWNER] != 0;
                if wall || eyes.iter().filter(|&&eye| eye & !near == 0).count() >= 2 {
                    kept |= chain;
                }
            }
            if kept & standing == 0 {
                return false;
            }
            if kept == set {
                return true;
            }
            set = kept;
        }
    }

    /// Whether the attacker may pass for ever: chains of his that have two eyes each, in which every point
    /// but the owner's stones is next to the chain, leave no room for a formation about the goal.
    pub(crate) fn shut(&self, stones: [u64; 2], goal: u64) -> bool {
        let others = stones[ATTACKER] | self.walls[ATTACKER];
        let rest = self.open | self.walls[OWNER];
        // With fewer of the attacker's chains there is no less room.
        if !self.leaves_none(stones, goal, others) {
            return false;
        }
        let mut set = others;
        loop {
            let mut eyes: SmallVec<[u64; 8]> = SmallVec::new();
            let mut left = (rest | others) & !set;
            while left != 0 {
                let region = self.component(left & left.wrapping_neg(), left);
                left &= !region;
                if region & self.walls[OWNER] == 0 {
                    eyes.push(region & !stones[OWNER]);
                }
            }
            let (mut left, mut kept) = (set, 0);
            while left != 0 {
                let chain = self.component(left & left.wrapping_neg(), others);
                left &= !chain;
                let near = self.beside(chain);
                let wall = chain & self.walls[ATTACKER] != 0;
                if wall || eyes.iter().filter(|&&eye| eye & !near == 0).count() >= 2 {
                    kept |= chain;
                }
            }
            if kept == set {
                break;
            }
            set = kept;
        }
        self.leaves_none(stones, goal, set)
    }

    /// Whether stones of the attacker that are never taken leave no room for a formation about the goal.
    fn leaves_none(&self, stones: [u64; 2], goal: u64, set: u64) -> bool {
        let space = (self.open | self.walls[0] | self.walls[1]) & !set;
        let part = self.component(goal & space, space);
        let room = part & !self.beside(set) & !stones[OWNER];
        part & self.walls[OWNER] == 0
            && places(room).all(|place| room & !self.near[place] & !(1 << place) == 0)
    }

    /// A guess at the owner's room for eyes: the places that are not next to a stone of the attacker.
    pub(crate) fn room(&self, stones: [u64; 2]) -> u32 {
        let others = stones[ATTACKER] | self.walls[ATTACKER];
        (self.open & !others & !self.beside(others)).count_ones()
    }

    /// Whether the attacker's stone that a move has put leaves its chain one liberty.
    pub(crate) fn in_atari(&self, stones: [u64; 2], chosen: u8) -> bool {
        let Some(place) = chosen.checked_sub(PLAY) else { return false };
        let chain = self.component(1 << place, stones[ATTACKER] | self.walls[ATTACKER]);
        let liberties = self.beside(chain) & self.empty(stones);
        chain & self.walls[ATTACKER] == 0 && liberties & liberties.wrapping_sub(1) == 0
    }

    /// The empty places on the shortest ways from the goal to the owner's walls.
    pub(crate) fn between(&self, stones: [u64; 2], goal: u64) -> u64 {
        let own = stones[OWNER] | self.walls[OWNER];
        let empty = self.empty(stones);
        let layers = |from: u64| {
            let mut layers = vec![self.component(from, own)];
            let mut seen = layers[0];
            loop {
                let next = self.beside(layers[layers.len() - 1]) & empty & !seen;
                if next == 0 {
                    return layers;
                }
                let whole = self.component(next, own & !seen);
                seen |= whole;
                layers.push(whole);
            }
        };
        if self.walls[OWNER] == 0 {
            return 0;
        }
        let there = layers(self.walls[OWNER]);
        let standing = stones[OWNER] & goal;
        let here = layers(if standing == 0 { goal & empty } else { standing });
        let (mut best, mut found) = (usize::MAX, 0);
        for (index, one) in here.iter().enumerate().skip(1) {
            for (further, other) in there.iter().enumerate().skip(1) {
                let both = one & other & empty;
                if both != 0 && index + further <= best {
                    if index + further < best {
                        (best, found) = (index + further, 0);
                    }
                    found |= both;
                }
            }
        }
        found
    }
}
