//! A search of the game in a part of the board by depth-first proof numbers. The owner's stones only become more and
//! what he loses stays lost, so no state comes back.

use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

use super::contexts::Contexts;
use super::decided::{Decided, Memory};
use super::game::{Layout, Moves, PASS, Scene, Stones};
use super::numbers::{Bounds, Entry, Least, NEVER, affordable, dearer, sum};
use super::odds::{Odds, Turn};
use super::orders::Orders;
use super::past::Past;
use super::room::{Room, View};
use super::{GLANCE, Outlook};
use crate::bits::places;

/// A search and what it knows.
pub(super) struct Reader {
    pub(super) layout: Layout,
    /// What was gone into, or is decided by what was, by what stands and whether the owner is to move.
    known: FxHashMap<(Stones, bool), Entry>,
    /// What was decided when it was gone into: by whether the owner is to move, and whether he wins.
    decided: [[Memory; 2]; 2],
    /// States that may still be looked at or gone into.
    left: u64,
    /// What the owner's plays came to.
    past: Past,
    /// Which of his opponent's moves did well.
    threats: Orders,
    /// Plays of the owner's that won.
    contexts: Contexts,
    /// How likely others are to win.
    odds: Odds,
    /// What is learned from.
    #[cfg(feature = "learn")]
    pub(super) examples: super::learn::Examples,
}

/// How many times more states there are before what the owner lacks is looked at again: from one state to the next it goes up and down.
const AGAIN: u64 = 3;

/// How much dearer than the likeliest play those are that are looked at together with it, and what the others lack if none of these is open.
const AT_ONCE: f32 = 1.4;
const UNSEEN: u32 = 10;

/// How much less is lacking than the numbers say, as plays count dearer that are less likely to win.
const CHEAPER: (u32, u32) = (3, 5);

/// States looked at between two questions whether to stop.
const SLICE: u64 = 2048;

impl Reader {
    pub(super) fn new(layout: Layout) -> Reader {
        let points = layout.patch.near.len();
        let (past, threats) = (Past::new(points), Orders::new(points));
        let contexts = Contexts::new(&layout.patch);
        let odds = Odds::new(&layout.patch);
        let memory = || [false, true].map(|won| Memory::new(points, won));
        let decided = [memory(), memory()];
        Reader {
            layout,
            known: FxHashMap::default(),
            decided,
            left: 0,
            past,
            threats,
            contexts,
            odds,
            #[cfg(feature = "learn")]
            examples: super::learn::Examples::default(),
        }
    }

    /// What is found in so many states, his opponent to move. After a glance, and whenever there were some times more states, it ends
    /// if the owner lacks more than is hoped for.
    pub(super) fn outlook(
        &mut self,
        (now, own_turn): (&Stones, bool),
        (states, hope): (u64, u32),
        stop: &dyn Fn() -> bool,
    ) -> Outlook {
        let (mut looked, mut lacks, mut glance) = (0, 0, GLANCE);
        while looked < states && !stop() {
            if looked >= glance {
                if lacks > hope {
                    break;
                }
                glance *= AGAIN;
            }
            let slice = SLICE.min(states - looked);
            looked += slice;
            let entry = self.read(now, own_turn, slice);
            if entry.decided() {
                return if entry.proof == 0 { Outlook::Won } else { Outlook::Lost };
            }
            // Each of the opponent's moves counts once in any case.
            lacks = entry.proof.saturating_sub(self.layout.empty(now).count_ones());
            if self.layout.prey == 0 {
                lacks = lacks * CHEAPER.0 / CHEAPER.1;
            }
        }
        Outlook::Open(lacks)
    }

    /// What was decided in parts of the board before: nothing was read yet.
    pub(super) fn teach(&mut self, own_turn: bool, win: Decided) {
        self.decided[usize::from(own_turn)][1].teach(win);
    }

    /// The owner's wins that were found, his opponent to move, and he.
    pub(super) fn wins(&self) -> [&[Decided]; 2] {
        self.decided.each_ref().map(|[_, won]| won.own())
    }

    /// How many of so many states were looked at.
    pub(super) fn looked(&self, of: u64) -> u64 {
        of - self.left.min(of)
    }

    /// How many states it keeps.
    pub(super) fn kept(&self) -> usize {
        self.known.len()
    }

    /// The points that a win rests on; none if it is not known to be one.
    pub(super) fn rests_on(&self, now: &Stones, own_turn: bool) -> u64 {
        match self.known.get(&(*now, own_turn)) {
            Some(entry) if entry.proof == 0 => entry.points,
            Some(_) => 0,
            None => self.first(now, own_turn).points,
        }
    }

    /// A play that wins for the owner, he to move, and how many of so many states were looked at for it.
    pub(super) fn answer(&mut self, now: &Stones, states: u64) -> (Option<usize>, u64) {
        let alike = self.decided[1][1].find(now).map(|alike| alike.play);
        let decided =
            alike.is_some() || self.known.get(&(*now, true)).is_some_and(|entry| entry.decided());
        if !decided {
            self.read(now, true, states);
        }
        let looked = if decided { 0 } else { self.looked(states) };
        if now.lost & 1 == 1 {
            return (None, looked);
        }
        let scene = self.layout.scene(now);
        let cluster = self.layout.cluster(now, &scene.bodies);
        let settled = self.layout.settled(now, &cluster).is_some();
        let points = places(self.layout.empty(now)).map(|point| point as u8);
        let plays = self.layout.own_plays(now, &scene, points);
        let won = plays.iter().filter_map(|&(point, next)| {
            let points = if let Some(entry) = self.known.get(&(next, false)) {
                (entry.proof == 0).then_some(entry.points)?
            } else {
                let after = self.layout.cluster_after(now, (&scene, &cluster), point, &next);
                let after = after.as_ref().or(settled.then_some(&cluster))?;
                self.layout.settled(&next, after)?
            };
            let points = self.layout.settled_by_few(&next).unwrap_or(points);
            Some((points.count_ones(), point))
        });
        (won.min().map(|(_, point)| point).or(alike).map(usize::from), looked)
    }

    /// What is known of a state that differs only where it does not matter.
    fn alike(&self, now: &Stones, own_turn: bool) -> Option<Entry> {
        let [lost, won] = &self.decided[usize::from(own_turn)];
        let won = won.find(now).map(|alike| Entry::won(alike.points, alike.lives));
        won.or_else(|| lost.find(now).map(|alike| Entry::lost(alike.points)))
    }

    /// How many wins it was taught.
    #[cfg(test)]
    pub(super) fn taught(&self) -> usize {
        self.decided.iter().map(|[_, won]| won.taught()).sum()
    }

    /// What was decided: the state, whether the owner is to move, and whether he wins.
    #[cfg(test)]
    pub(super) fn all_decided(&self) -> impl Iterator<Item = (Stones, bool, bool)> {
        let decided = self.known.iter().filter(|(_, entry)| entry.decided());
        decided.map(|(&(state, own_turn), entry)| (state, own_turn, entry.proof == 0))
    }

    /// Reads on in so many states.
    pub(super) fn read(&mut self, now: &Stones, own_turn: bool, states: u64) -> Entry {
        self.left = states;
        let mut entry = self.look(now, own_turn);
        if !entry.decided() {
            let bounds = Bounds { proof: NEVER, disproof: NEVER };
            entry = self.expand(now, own_turn, bounds, PASS);
        }
        entry
    }

    /// What is known of a state, or what a look at it says. Looking again is quicker than to remember what was only looked at.
    fn look(&mut self, now: &Stones, own_turn: bool) -> Entry {
        self.look_by(now, own_turn, |reader| reader.first(now, own_turn))
    }

    /// The same, with a way to look.
    fn look_by(
        &mut self,
        now: &Stones,
        own_turn: bool,
        first: impl FnOnce(&Reader) -> Entry,
    ) -> Entry {
        if let Some(&entry) = self.known.get(&(*now, own_turn)) {
            return entry;
        }
        self.left = self.left.saturating_sub(1);
        first(self)
    }

    /// What a look says at the state that a move of the opponent's leads to, from what was seen before it.
    fn first_after_others(
        &self,
        (now, scene, view): (&Stones, &Scene, &View),
        point: u8,
        next: &Stones,
    ) -> Entry {
        if next.own != now.own || next.lost != now.lost {
            return self.first(next, true);
        }
        let room = match point {
            PASS => self.layout.room(next, scene, view),
            _ => self.layout.room_after(next, point.into(), (scene, view)),
        };
        self.guess(next, true, room)
    }

    /// What a look says at the state that a play of the owner's leads to, from what was seen before it: it was not settled.
    fn first_after_own(
        &self,
        (now, scene, view): (&Stones, &Scene, &View),
        point: u8,
        next: &Stones,
    ) -> Entry {
        let layout = &self.layout;
        if next.others != now.others {
            return self.first(next, false);
        }
        let Some(cluster) = layout.cluster_after(now, (scene, &view.cluster), point, next) else {
            return self.guess(next, false, layout.room(next, scene, view));
        };
        if let Some(points) = layout.settled(next, &cluster) {
            return Entry::won(points, cluster.part.groups);
        }
        let view = layout.view_after(view, cluster);
        self.guess(next, false, layout.room(next, scene, &view))
    }

    /// What a look at a state says.
    fn first(&self, now: &Stones, own_turn: bool) -> Entry {
        if now.lost & 1 == 1 {
            return Entry::lost(0);
        }
        let scene = self.layout.scene(now);
        let cluster = self.layout.cluster(now, &scene.bodies);
        if !own_turn && let Some(points) = self.layout.settled(now, &cluster) {
            return Entry::won(points, cluster.part.groups);
        }
        let view = self.layout.view(now, cluster);
        self.guess(now, own_turn, self.layout.room(now, &scene, &view))
    }

    /// First numbers by what is left to the owner.
    fn guess(&self, now: &Stones, own_turn: bool, room: Option<Room>) -> Entry {
        let Some(room) = room else { return Entry::lost(self.layout.blocked(now)) };
        let plays = room.plays.saturating_sub(own_turn.into()).max(1);
        // What it would be once his moves are looked at: else all plays of the owner's are gone into before one of them is gone on with.
        let moves = if own_turn { 0 } else { self.layout.empty(now).count_ones() };
        let proof = (plays * plays * 3 / 4 + moves).max(1);
        Entry::open(proof, (1 + room.points).pow(2))
    }

    /// Goes into a state; `last` is the move that led to it, a pass where a reading begins.
    fn expand(&mut self, now: &Stones, own_turn: bool, bounds: Bounds, last: u8) -> Entry {
        if !self.known.contains_key(&(*now, own_turn))
            && let Some(entry) = self.alike(now, own_turn)
        {
            self.known.insert((*now, own_turn), entry);
            return entry;
        }
        self.left = self.left.saturating_sub(1);
        let entry =
            if own_turn { self.choose(now, bounds, last) } else { self.reply(now, bounds, last) };
        self.known.insert((*now, own_turn), entry);
        // The owner's wins at his turn are kept with his play.
        let won = entry.proof == 0;
        if entry.decided() && !(own_turn && won) {
            let Entry { points, lives, .. } = entry;
            let decided = Decided { stones: *now, points, lives, play: PASS };
            self.decided[usize::from(own_turn)][usize::from(won)].insert(decided);
        }
        entry
    }

    /// The owner to move. Plays that are not likely to win are looked at once the others are no nearer to a win.
    fn choose(&mut self, now: &Stones, bounds: Bounds, last: u8) -> Entry {
        let empty = self.layout.empty(now);
        let scene = self.layout.scene(now);
        let view = self.layout.view(now, self.layout.cluster(now, &scene.bodies));
        let settled = self.layout.settled(now, &view.cluster).is_some();
        let plays = self.layout.own_plays(now, &scene, self.past.sorted(empty, last));
        let forbidden = forbidden(empty, &plays);
        let likely = self.contexts.answer(now, last);
        // What is learned is what makes life.
        let shuts_in = self.layout.prey != 0;
        let look = |reader: &mut Reader, at: usize| {
            let (point, next) = &plays[at];
            reader.look_by(next, false, |reader| {
                if settled {
                    return reader.first(next, false);
                }
                let entry = reader.first_after_own((now, &scene, &view), *point, next);
                if shuts_in && likely == Some(*point) { entry.likely() } else { entry }
            })
        };
        let signs = if shuts_in { SmallVec::new() } else { self.past.signs(now, last, &plays) };
        let turn =
            Turn { now, scene: &scene, view: &view, last, plays: &plays, likely, signs: &signs };
        let prices = if shuts_in {
            smallvec![1.0; plays.len()]
        } else {
            self.odds.prices(&self.layout, &turn)
        };
        let mut unseen: SmallVec<[bool; 24]> =
            prices.iter().map(|&price| price > AT_ONCE).collect();
        let aside = Entry::open(NEVER, 1);
        let first = |(at, &unseen): (usize, &bool)| if unseen { aside } else { look(self, at) };
        let mut entries: SmallVec<[Entry; 24]> = unseen.iter().enumerate().map(first).collect();
        // Plays that are set aside are taken to lack as much as the one that lacks least. They count as looked at.
        let open = entries.iter().filter(|entry| !entry.decided() && entry.proof < NEVER);
        let least = open.map(|entry| entry.proof).min().unwrap_or(UNSEEN);
        for (entry, _) in entries.iter_mut().zip(&unseen).filter(|(_, unseen)| **unseen) {
            entry.proof = least;
            self.left = self.left.saturating_sub(1);
        }
        #[cfg(feature = "learn")]
        let at_once = entries.iter().any(|entry| entry.proof == 0);
        // What each loss needs, once it is one.
        let mut needed: SmallVec<[Option<u64>; 24]> = smallvec![None; plays.len()];
        loop {
            if let Some(at) = entries.iter().position(|entry| entry.proof == 0) {
                let (point, next) = plays[at];
                let taken = now.others & !next.others;
                let below = entries[at].points;
                let played = self.layout.closed(&next, below | 1 << point, 0);
                let points = played | taken | self.layout.patch.around(taken);
                let points = self.layout.shut_in(now, taken, empty, points);
                let points = self.layout.closed(now, points, 0);
                self.past.won(now, (last, point), below);
                #[cfg(feature = "learn")]
                self.examples.note(&turn, at_once);
                self.contexts.note(now, last, point);
                let lives = entries[at].lives;
                self.decided[1][1].insert(Decided { stones: *now, points, lives, play: point });
                return Entry::won(points, lives);
            }
            // What is lost without the point of a play is lost after every play that it does not need.
            let (matters, mut points) = narrow(&plays, &mut needed, |at| {
                let ((point, next), entry) = (&plays[at], &entries[at]);
                let needs = || self.layout.before_own(now, *point, next, entry.points);
                (entry.disproof == 0).then(needs)
            });
            let open = |point: u8| matters >> point & 1 == 1;
            let asked = plays.iter().zip(&entries).map(|(&(point, _), entry)| {
                if open(point) && entry.disproof > 0 { *entry } else { Entry::lost(0) }
            });
            let priced = asked.clone().zip(&prices);
            let least = Least::of(priced.map(|(entry, &price)| dearer(entry.proof, price)));
            let sum = sum(asked.filter(|entry| entry.disproof > 0).map(|entry| entry.disproof));
            if sum == 0 {
                if matters == u64::MAX {
                    // Nothing says that a play elsewhere, where there is one, is no help.
                    return Entry::lost(self.layout.patch.all());
                }
                for (&(point, _), needs) in plays.iter().zip(&needed) {
                    if open(point) {
                        points |= needs.unwrap_or(0) | 1 << point;
                    }
                }
                return Entry::lost(self.layout.suicides(now, points, forbidden));
            }
            if std::mem::take(&mut unseen[least.at]) {
                entries[least.at] = look(self, least.at);
                continue;
            }
            if least.first >= bounds.proof || sum >= bounds.disproof || self.left == 0 {
                return Entry::open(least.first, sum);
            }
            let entry = entries[least.at];
            let bound = bounds.proof.min(least.next());
            let below = Bounds {
                proof: affordable(bound, prices[least.at], entry.proof),
                disproof: bounds.disproof.saturating_sub(sum).saturating_add(entry.disproof),
            };
            let (point, next) = plays[least.at];
            let before = self.left;
            let entry = self.expand(&next, false, below, point);
            self.past.tried(now, (last, point), before - self.left, entry);
            entries[least.at] = entry;
        }
    }

    /// The opponent to move.
    fn reply(&mut self, now: &Stones, bounds: Bounds, last: u8) -> Entry {
        let empty = self.layout.empty(now);
        let scene = self.layout.scene(now);
        let view = self.layout.view(now, self.layout.cluster(now, &scene.bodies));
        let points = self.threats.sorted(empty, last);
        let moves = self.layout.others_moves(now, &scene, points);
        let forbidden = forbidden(empty, &moves);
        // Moves that a win after his pass does not need are not looked at. They count as if they had been.
        let known = self.known.get(&(*now, true)).copied();
        let passed = known.or_else(|| self.alike(now, true)).filter(|entry| entry.proof == 0);
        let needs = passed.map(|entry| self.layout.closed(now, entry.points, forbidden));
        let mut entries: SmallVec<[Entry; 24]> = SmallVec::new();
        for (point, next) in &moves {
            if needs.is_some_and(|needs| serves(*point, needs)) {
                let passed = passed.filter(|_| *point == PASS);
                entries.push(passed.unwrap_or(Entry::open(1, 1)));
                self.left = self.left.saturating_sub(1);
                continue;
            }
            let first = |reader: &Reader| {
                let entry = reader.first_after_others((now, &scene, &view), *point, next);
                let answer = reader.contexts.answer(next, *point);
                if answer.is_some() { entry.likely() } else { entry }
            };
            entries.push(self.look_by(next, true, first));
        }
        // What each win needs, once it is one.
        let mut needed: SmallVec<[Option<u64>; 24]> = smallvec![None; moves.len()];
        // His pass is the first of them.
        needed[0] = needs;
        loop {
            if let Some(at) = entries.iter().position(|entry| entry.disproof == 0) {
                let (point, next) = &moves[at];
                if *point != PASS {
                    self.threats.note(*point, last);
                }
                let points = self.layout.before_others(now, *point, next, entries[at].points);
                return Entry::lost(points);
            }
            // What wins without the point of the move wins after every move that it does not need.
            let (matters, mut points) = narrow(&moves, &mut needed, |at| {
                let entry = &entries[at];
                (entry.proof == 0).then(|| self.layout.closed(now, entry.points, forbidden))
            });
            let open = |point: u8| point == PASS || matters >> point & 1 == 1;
            let asked = moves.iter().zip(&entries).map(|(&(point, _), entry)| {
                if open(point) && entry.proof > 0 { *entry } else { Entry::won(0, 0) }
            });
            let least = Least::of(asked.clone().map(|entry| entry.disproof));
            let sum = sum(asked.filter(|entry| entry.proof > 0).map(|entry| entry.proof));
            if sum == 0 {
                let mut lives = u32::MAX;
                for ((&(point, _), entry), needs) in moves.iter().zip(&entries).zip(&needed) {
                    if point != PASS && open(point) {
                        points |= entry.points | 1 << point;
                    }
                    if open(point) || needs.is_some_and(|needs| serves(point, needs)) {
                        lives &= entry.lives;
                    }
                }
                return Entry::won(self.layout.closed(now, points, forbidden), lives);
            }
            if sum >= bounds.proof || least.first >= bounds.disproof || self.left == 0 {
                return Entry::open(sum, least.first);
            }
            let entry = entries[least.at];
            let below = Bounds {
                proof: bounds.proof.saturating_sub(sum).saturating_add(entry.proof),
                disproof: bounds.disproof.min(least.next()),
            };
            let (point, next) = moves[least.at];
            entries[least.at] = self.expand(&next, true, below, point);
        }
    }
}

/// The empty points that none of some moves is on.
fn forbidden(empty: u64, moves: &Moves) -> u64 {
    let points = moves.iter().map(|&(point, _)| point).filter(|&point| point != PASS);
    points.fold(empty, |set, point| set & !(1 << point))
}

/// The points of the moves that matter still, and what those that do not rest on. What a decided move needs is asked for
/// once and kept; moves that are not decided need nothing yet.
fn narrow(
    moves: &Moves,
    needed: &mut [Option<u64>],
    needs: impl Fn(usize) -> Option<u64>,
) -> (u64, u64) {
    let (mut matters, mut points) = (u64::MAX, 0);
    for (at, (&(point, _), needed)) in moves.iter().zip(needed).enumerate() {
        *needed = needed.or_else(|| needs(at));
        if let Some(needs) = *needed
            && serves(point, needs)
        {
            matters &= needs;
            points |= needs;
        }
    }
    (matters, points)
}

/// Whether a decided move does not need its own point: then it decides every other move that it does not need.
fn serves(point: u8, needs: u64) -> bool {
    point == PASS || needs >> point & 1 == 0
}
