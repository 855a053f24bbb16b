//! A strategy in a part of the board: followed through all that the other side may do.

use std::collections::{HashMap, HashSet};

use super::board::{Ground, Set};
use super::certificate::needs_no_answer;
use super::model::Model;
use super::{Checker, Verdict, demand, prover};
use crate::analysis::Reading;
use crate::proof::{Answer, Claim, Node, Space, Step};

/// What stands, the points where the owner and his opponent may not retake, and how often the other
/// side has been elsewhere. Who is to move is known from where it stands.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Moment {
    stones: Vec<u8>,
    bans: [Vec<u16>; 2],
    elsewhere: u8,
}

/// The part, and what is outside.
struct Part<'a> {
    ground: &'a Ground,
    reading: Reading,
    space: &'a Space,
    /// The codes of the owner and of his opponent.
    codes: [u8; 2],
    /// 0 if the owner proves that he lives, 1 if his opponent proves that he never does.
    prover: usize,
    goal: Set,
    inside: Set,
    /// Whether the walls of the side that proves may have to be answered.
    answers: bool,
    /// The other side's stones around the part which have to keep a liberty in it.
    touchy: Set,
    /// The part on a small board, where certificates are held to what they say.
    model: Model<'a>,
}

impl Checker<'_> {
    /// What stands around a part of the board, and the strategy in it.
    /// See docs/life.md, "Closed spaces".
    pub(super) fn space(&self, at: usize, node: &Node, space: &Space) -> Verdict {
        let ground = self.ground;
        let owns = prover(node);
        let known = |point: &u16| usize::from(*point) < ground.len();
        demand(
            space.points.iter().all(known)
                && space.points.len() <= 62
                && space.points.is_sorted_by(|one, next| one < next),
            || "the points of the part are not as they should be".into(),
        )?;
        let inside = ground.set(&space.points);
        demand(inside.has_all(&node.cover), || "the cover is outside the part".into())?;
        demand(node.kept.is_empty() && node.ban.is_none(), || "a part keeps no stone".into())?;
        let whole = ground.set(&(0..ground.len() as u16).collect::<Vec<_>>());
        let mut kept = ground.set(&[]);
        let mut zones = ground.set(&[]);
        let mut answers = false;
        for &wall in &space.walls {
            demand(wall < at, || "it rests on a later node".into())?;
            let below = &self.proof.nodes[wall];
            demand(below.owner + 1 == owns && below.claim == Claim::Lives, || {
                "a wall's proof is about something else".into()
            })?;
            demand(below.home.is_empty(), || "a wall holds beside another proof only".into())?;
            demand(!matches!(below.step, Step::Own(..)), || "the wrong side moves".into())?;
            demand(!self.ko[wall], || "a wall rests on a ko".into())?;
            self.looks_like(wall, &node.stones, &whole)?;
            answers |= !matches!(&below.step, Step::Stands(standing) if needs_no_answer(standing));
            for &point in &below.zone {
                let free = node.stones[usize::from(point)] == 0;
                demand(!(inside.has(point) || free && zones.has(point)), || {
                    format!("two proofs need {point}")
                })?;
                zones.add(point);
            }
            for &stone in &below.kept {
                for mate in ground.chain(&node.stones, stone) {
                    kept.add(mate);
                }
            }
        }
        let mut touchy = ground.set(&[]);
        let codes = [node.owner + 1, 2 - node.owner];
        let mut around = [ground.set(&[]), ground.set(&[])];
        for stone in ground.around(&space.points) {
            let code = node.stones[usize::from(stone)];
            demand(code != 0, || format!("the part is open at {stone}"))?;
            around[usize::from(code != codes[0])].add(stone);
            let chain = ground.chain(&node.stones, stone);
            demand(chain.iter().all(|&mate| !inside.has(mate)), || {
                format!("the chain at {stone} is inside and outside")
            })?;
            if code == owns {
                demand(kept.has(stone), || format!("the wall at {stone} is not kept"))?;
                continue;
            }
            demand(!chain.iter().any(|&mate| zones.has(mate)), || {
                format!("a wall's proof needs the stone at {stone}")
            })?;
            let open = ground.connected(stone, |near| !inside.has(near) && !kept.has(near));
            let liberties = ground.liberties(&node.stones, &chain);
            let (within, beyond): (Vec<u16>, Vec<u16>) =
                liberties.into_iter().partition(|&liberty| inside.has(liberty));
            if open.iter().any(|&point| zones.has(point) && node.stones[usize::from(point)] == 0) {
                demand(!within.is_empty(), || format!("the wall at {stone} is exposed"))?;
                chain.iter().for_each(|&mate| touchy.add(mate));
            } else {
                demand(beyond.len() >= usize::from(space.spare), || {
                    format!("the wall at {stone} has too few liberties outside")
                })?;
            }
        }
        let goal = ground.set(&node.cover);
        let model = Model::of(ground, space, node.claim, &goal, &around);
        let part = Part {
            ground,
            reading: self.reading,
            space,
            codes,
            prover: usize::from(node.claim == Claim::NeverLives),
            goal,
            inside,
            answers,
            touchy,
            model,
        };
        part.follow(&node.stones)
    }
}

impl Part<'_> {
    /// Follows the strategy from these stones, the owner's opponent to move.
    fn follow(&self, stones: &[u8]) -> Verdict {
        let mut answers: HashMap<Moment, &Answer> = HashMap::new();
        for answer in &self.space.answers {
            let moment = self.read(stones, answer);
            if answers.insert(moment, answer).is_some() {
                return Err("two choices in one moment".into());
            }
        }
        let start = Moment { stones: stones.to_vec(), bans: Default::default(), elsewhere: 0 };
        let mut seen: HashSet<Moment> = HashSet::new();
        // Moments with the side that proves to move, and what their number must be below.
        let mut open = Vec::new();
        if self.prover == 0 {
            if self.model.settles(&start.stones, self.codes)? {
                return Ok(());
            }
            self.others_move(&start, u32::MAX, &mut open)?;
        } else {
            open.push((start, u32::MAX));
        }
        while let Some((moment, below)) = open.pop() {
            if self.prover == 0 && self.reached(&moment.stones)
                || self.prover == 1 && self.is_shut(&moment.stones)
            {
                continue;
            }
            let Some(answer) = answers.get(&moment) else {
                return Err("a moment has no choice".into());
            };
            if self.prover == 0 && answer.rank >= below {
                return Err("a choice is no nearer to the goal".into());
            }
            if !seen.insert(moment.clone()) {
                continue;
            }
            let after = self.chosen(&moment, answer.play)?;
            if self.prover == 0 && self.reached(&after.stones) {
                continue;
            }
            if self.prover == 1 && self.reached(&after.stones) {
                return Err("the owner reaches his goal".into());
            }
            if self.prover == 1 && self.is_shut(&after.stones) {
                continue;
            }
            if self.model.settles(&after.stones, self.codes)? {
                continue;
            }
            self.others_move(&after, answer.rank, &mut open)?;
        }
        Ok(())
    }

    /// The moment that a choice is for.
    fn read(&self, stones: &[u8], answer: &Answer) -> Moment {
        let mut stones = stones.to_vec();
        let mut bans: [Vec<u16>; 2] = Default::default();
        for (bit, &point) in self.space.points.iter().enumerate() {
            let has = |word: u64| word >> bit & 1 == 1;
            if let Some(place) = stones.get_mut(usize::from(point)) {
                *place = match (has(answer.stones[0]), has(answer.stones[1])) {
                    (true, _) => self.codes[0],
                    (_, true) => self.codes[1],
                    _ => 0,
                };
            }
            for (side, bans) in bans.iter_mut().enumerate() {
                if has(answer.bans[side]) {
                    bans.push(point);
                }
            }
        }
        Moment { stones, bans, elsewhere: answer.elsewhere }
    }

    /// What the choice of the side that proves leads to.
    fn chosen(&self, moment: &Moment, play: Option<u16>) -> Result<Moment, String> {
        let Some(point) = play else {
            let for_a_ko = self.reading == Reading::KoPass && !moment.bans[0].is_empty();
            if self.prover == 0 && !for_a_ko {
                return Err("an owner who passes loses".into());
            }
            return Ok(Moment { bans: Default::default(), ..moment.clone() });
        };
        if !self.inside.has(point) || moment.bans[self.prover].contains(&point) {
            return Err(format!("the play at {point} is banned, or outside"));
        }
        let Some(after) = self.play(moment, point, self.prover) else {
            return Err(format!("the play at {point} is not legal"));
        };
        // Chains of the other side that reach outside must not be taken: here they keep a liberty, or
        // there are liberties outside which take longer to fill.
        let other = self.codes[1 - self.prover];
        for &near in self.ground.near(point) {
            if after.stones[usize::from(near)] == other {
                let chain = self.ground.chain(&after.stones, near);
                let reaches_out = chain.iter().any(|&stone| !self.inside.has(stone));
                let touchy = chain.iter().any(|&stone| self.touchy.has(stone));
                let late = moment.elsewhere >= self.space.spare;
                if reaches_out && (late || touchy) && !self.breathes(&after.stones, &chain) {
                    return Err(format!("the play at {point} may take what is outside"));
                }
            }
        }
        Ok(after)
    }

    /// Whether a chain has a liberty in the part.
    fn breathes(&self, stones: &[u8], chain: &[u16]) -> bool {
        self.ground.liberties(stones, chain).iter().any(|&liberty| self.inside.has(liberty))
    }

    /// All that the other side may do, and where it leads.
    fn others_move(&self, moment: &Moment, rank: u32, open: &mut Vec<(Moment, u32)>) -> Verdict {
        let side = 1 - self.prover;
        let outside = self.space.points.len() < self.ground.len();
        let elsewhere = moment.elsewhere.saturating_add(1).min(self.space.spare);
        let ko_pass = self.reading == Reading::KoPass;
        // A pass, and a play elsewhere, which under basic ko lifts a ban as well.
        if side == 1 || outside || ko_pass && !moment.bans[0].is_empty() {
            open.push((Moment { bans: Default::default(), elsewhere, ..moment.clone() }, rank));
        }
        if ko_pass && outside {
            open.push((Moment { elsewhere, ..moment.clone() }, rank));
        }
        let freed = self.answers && !ko_pass;
        for &point in &self.space.points {
            if moment.bans[side].contains(&point) && !freed {
                continue;
            }
            let Some(after) = self.play(moment, point, side) else { continue };
            for stone in self.touchy.points() {
                let chain = self.ground.chain(&after.stones, stone);
                if !self.breathes(&after.stones, &chain) {
                    return Err(format!("the play at {point} exposes the wall at {stone}"));
                }
            }
            if self.prover == 1 && self.reached(&after.stones) {
                return Err(format!("the owner reaches his goal at {point}"));
            }
            open.push((after, rank));
        }
        Ok(())
    }

    /// A play in the part, with the bans that follow. Chains that reach outside are never taken.
    fn play(&self, moment: &Moment, point: u16, side: usize) -> Option<Moment> {
        let (stones, taken) = self.put(&moment.stones, point, side)?;
        let mut bans: [Vec<u16>; 2] = Default::default();
        if self.reading == Reading::KoPass {
            for (side, bans) in bans.iter_mut().enumerate() {
                let still = moment.bans[side].iter().filter(|&&ban| {
                    self.put(&stones, ban, side).is_some_and(|(after, taken)| {
                        self.can_retake(&stones, &after, &taken, side)
                    })
                });
                bans.extend(still);
            }
        }
        if self.can_retake(&moment.stones, &stones, &taken, side)
            && !bans[1 - side].contains(&taken[0])
        {
            bans[1 - side].push(taken[0]);
            bans[1 - side].sort_unstable();
        }
        Some(Moment { stones, bans, elsewhere: moment.elsewhere })
    }

    /// Whether what a play took is one stone, put back by which the position would be as before.
    fn can_retake(&self, before: &[u8], after: &[u8], taken: &[u16], side: usize) -> bool {
        matches!(taken, &[one]
            if self.put(after, one, 1 - side).is_some_and(|(back, _)| back == before))
    }

    fn put(&self, stones: &[u8], point: u16, side: usize) -> Option<(Vec<u8>, Vec<u16>)> {
        if stones[usize::from(point)] != 0 {
            return None;
        }
        let mut next = stones.to_vec();
        next[usize::from(point)] = self.codes[side];
        let gone = |next: &[u8], at: u16| {
            let chain = self.ground.chain(next, at);
            let dead = chain.iter().all(|&stone| self.inside.has(stone))
                && self.ground.liberties(next, &chain).is_empty();
            dead.then_some(chain)
        };
        let mut taken = Vec::new();
        for &near in self.ground.near(point) {
            if next[usize::from(near)] == self.codes[1 - side]
                && let Some(chain) = gone(&next, near)
            {
                chain.iter().for_each(|&stone| next[usize::from(stone)] = 0);
                taken.extend(chain);
            }
        }
        gone(&next, point).is_none().then_some((next, taken))
    }

    /// Whether the owner has what he wants: for him to prove, or for his opponent to rule out.
    fn reached(&self, stones: &[u8]) -> bool {
        let own = self.codes[0];
        let mut seen = self.ground.set(&[]);
        for point in self.goal.points() {
            if stones[usize::from(point)] != own || seen.has(point) {
                continue;
            }
            let chain = self.ground.chain(stones, point);
            chain.iter().for_each(|&stone| seen.add(stone));
            let joined = chain.iter().any(|&stone| !self.inside.has(stone));
            let lives = if self.prover == 0 {
                self.has_eyes(stones, &chain)
            } else {
                self.may_be_formed(stones, &chain)
            };
            if joined || lives {
                return true;
            }
        }
        false
    }

    /// Two empty points next to the chain and to stones of the owner only; the other chains there are
    /// next to both or reach outside.
    fn may_be_formed(&self, stones: &[u8], chain: &[u16]) -> bool {
        let own = self.codes[0];
        let eyes: Vec<u16> = self
            .ground
            .liberties(stones, chain)
            .into_iter()
            .filter(|&eye| {
                self.ground.near(eye).iter().all(|&near| stones[usize::from(near)] == own)
            })
            .collect();
        let serves = |stone: u16, one: u16, other: u16| {
            let mate = self.ground.chain(stones, stone);
            let around = self.ground.around(&mate);
            mate.iter().any(|&stone| !self.inside.has(stone))
                || around.contains(&one) && around.contains(&other)
        };
        eyes.iter().enumerate().any(|(index, &one)| {
            eyes[index + 1..].iter().any(|&other| {
                let mut near = self.ground.near(one).iter().chain(self.ground.near(other));
                near.all(|&stone| serves(stone, one, other))
            })
        })
    }

    /// Whether the chain is among chains of the owner that all have two eyes, or reach outside: parts of
    /// the board without them that are next to the chain at every point.
    fn has_eyes(&self, stones: &[u8], chain: &[u16]) -> bool {
        let mut chains = self.chains(stones, self.codes[0]);
        loop {
            let members = self.ground.set(chains.iter().flatten());
            let mut eyes: Vec<Vec<u16>> = Vec::new();
            let mut met = members.clone();
            for &point in &self.space.points {
                if !met.has(point) {
                    let region = self.ground.connected(point, |near| !members.has(near));
                    region.iter().for_each(|&point| met.add(point));
                    if region.iter().all(|&point| self.inside.has(point)) {
                        eyes.push(region);
                    }
                }
            }
            let before = chains.len();
            chains.retain(|chain| {
                let around = self.ground.set(&self.ground.around(chain));
                chain.iter().any(|&stone| !self.inside.has(stone))
                    || eyes.iter().filter(|eye| around.has_all(eye)).count() >= 2
            });
            if !chains.iter().any(|other| other.contains(&chain[0])) {
                return false;
            }
            if chains.len() == before {
                return true;
            }
        }
    }

    /// The chains of a side in the part or around it.
    fn chains(&self, stones: &[u8], code: u8) -> Vec<Vec<u16>> {
        let mut chains: Vec<Vec<u16>> = Vec::new();
        let mut seen = self.ground.set(&[]);
        for point in 0..self.ground.len() as u16 {
            let relevant = self.inside.has(point)
                || self.ground.near(point).iter().any(|&near| self.inside.has(near));
            if relevant && stones[usize::from(point)] == code && !seen.has(point) {
                let chain = self.ground.chain(stones, point);
                chain.iter().for_each(|&stone| seen.add(stone));
                chains.push(chain);
            }
        }
        chains
    }

    /// Whether the opponent may pass for ever: his chains that reach outside, and those with two eyes in
    /// which every point but the owner's stones is next to the chain, leave the goal no two eyes.
    fn is_shut(&self, stones: &[u8]) -> bool {
        let own = self.codes[0];
        let mut chains = self.chains(stones, self.codes[1]);
        let all_inside = |points: &[u16]| points.iter().all(|&point| self.inside.has(point));
        loop {
            let members = self.ground.set(chains.iter().flatten());
            let mut met = members.clone();
            let mut eyes: Vec<Vec<u16>> = Vec::new();
            for &point in &self.space.points {
                if !met.has(point) {
                    let mut region = self.ground.connected(point, |near| !members.has(near));
                    region.iter().for_each(|&point| met.add(point));
                    if all_inside(&region) {
                        region.retain(|&point| stones[usize::from(point)] != own);
                        eyes.push(region);
                    }
                }
            }
            let before = chains.len();
            chains.retain(|chain| {
                let around = self.ground.set(&self.ground.around(chain));
                !all_inside(chain) || eyes.iter().filter(|eye| around.has_all(eye)).count() >= 2
            });
            if chains.len() != before {
                continue;
            }
            let beside = |point: u16| self.ground.near(point).iter().any(|&near| members.has(near));
            let mut room: Vec<u16> = Vec::new();
            let mut met = members.clone();
            for start in self.goal.points() {
                if met.has(start) {
                    continue;
                }
                let part = self.ground.connected(start, |near| !members.has(near));
                part.iter().for_each(|&point| met.add(point));
                if !all_inside(&part) {
                    return false;
                }
                room.extend(
                    part.into_iter()
                        .filter(|&point| !beside(point) && stones[usize::from(point)] != own),
                );
            }
            return room.iter().all(|&one| {
                room.iter().all(|&other| one == other || self.ground.near(one).contains(&other))
            });
        }
    }
}
