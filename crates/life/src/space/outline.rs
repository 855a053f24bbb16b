//! Where a part of the board ends: at chains that stay.

use crate::bits::Bits;
use crate::extract::standing;
use crate::ground::Ground;
use crate::search::Search;
use crate::state::State;

use super::field::{ATTACKER, Field, MOST_OF_ALL, MOST_PLACES, MOST_WALLS, Moment, OWNER};

/// A proof that keeps chains of the prover.
pub(crate) struct Keeps<const W: usize> {
    /// Its place in the search that found it.
    pub(crate) found: u32,
    zone: Bits<W>,
    body: Bits<W>,
    answers: bool,
}

/// Of the proofs of life of a side's chains in the position itself, those that can stand as walls.
pub(crate) fn keeps<const W: usize>(
    ground: &Ground<W>,
    state: &State<W>,
    lives: &Search<'_, W>,
) -> Vec<Keeps<W>> {
    let own = &state.stones[lives.question.owner];
    let usable = lives.standing(state).into_iter().filter_map(|at| {
        let found = &lives.found[at as usize];
        let body = ground.stones(&found.kept, own);
        if body.is_empty() {
            return None;
        }
        let quiet = standing(lives, found).is_some_and(|certificate| certificate.is_quiet());
        Some(Keeps { found: at, zone: found.zone, body, answers: !quiet })
    });
    usable.collect()
}

/// A part of the board, and what it is made of.
pub(crate) struct Outline {
    pub(crate) field: Field,
    /// The board's points, by their place.
    pub(crate) points: Vec<u16>,
    /// The proofs that keep the prover's walls.
    pub(crate) walls: Vec<u32>,
    pub(crate) outside: bool,
    pub(crate) answers: bool,
    /// How many liberties outside each of the other side's walls has at least.
    pub(crate) spare: u8,
    pub(crate) start: Moment,
}

/// The part of the board that holds the seeds. `fence` are stones of the other side that it may end at.
pub(crate) fn outline<const W: usize>(
    ground: &Ground<W>,
    state: &State<W>,
    owner: usize,
    prover: usize,
    keeps: &[Keeps<W>],
    fence: &Bits<W>,
    seeds: &Bits<W>,
) -> Option<Outline> {
    let side = if prover == OWNER { owner } else { owner ^ 1 };
    let [own, other] = [state.stones[side], state.stones[side ^ 1]];
    let empty = state.empty(ground);
    let mut kept = Bits::NONE;
    for keep in keeps {
        kept |= keep.body;
    }
    let mut fence = fence.without(seeds);
    kept = kept.without(seeds);
    'again: loop {
        let space = ground.all.without(&kept).without(&fence);
        let mut points = Bits::NONE;
        for seed in (*seeds & space).iter() {
            if !points.has(seed) {
                points |= ground.component(seed, &space);
            }
        }
        let most = if points == ground.all { MOST_OF_ALL } else { MOST_PLACES };
        if points.is_empty() || points.count() > most {
            return None;
        }
        let ring = ground.around(&points);
        let mut walls: Vec<&Keeps<W>> = Vec::new();
        let (mut zone, mut stay) = (Bits::NONE, Bits::NONE);
        let mut rest = ring & own;
        while let Some(stone) = rest.first() {
            let chain = ground.component(stone, &own);
            rest = rest.without(&chain);
            if chain.within(&stay) {
                continue;
            }
            let fits = |keep: &&Keeps<W>| {
                chain.within(&keep.body)
                    && !keep.zone.meets(&points)
                    && !(keep.zone & zone).meets(&empty)
            };
            let best = keeps.iter().filter(fits).min_by_key(|keep| keep.zone.count());
            let Some(best) = best else {
                kept = kept.without(&chain);
                continue 'again;
            };
            zone |= best.zone;
            stay |= best.body;
            walls.push(best);
        }
        let mut foreign: Vec<(Bits<W>, bool)> = Vec::new();
        let mut spare = usize::MAX;
        let mut rest = ring & other;
        while let Some(stone) = rest.first() {
            let chain = ground.component(stone, &other);
            rest = rest.without(&chain);
            let open = ground.all.without(&points).without(&stay);
            let touchy = (ground.component(stone, &open) & zone).meets(&empty);
            let liberties = state.liberties(ground, &chain);
            if chain.meets(&zone) || touchy && !liberties.meets(&points) {
                fence = fence.without(&chain);
                continue 'again;
            }
            if !touchy {
                spare = spare.min(liberties.without(&points).count());
            }
            foreign.push((chain, touchy));
        }
        if foreign.len() + 1 > MOST_WALLS {
            return None;
        }
        let (found, answers) =
            (walls.iter().map(|keep| keep.found), walls.iter().any(|keep| keep.answers));
        return Some(Outline {
            walls: found.collect(),
            outside: points != ground.all,
            answers,
            spare: if spare == usize::MAX { 0 } else { spare.min(2) as u8 },
            ..draw(ground, state, (owner, prover), &points, &stay, &foreign)
        });
    }
}

/// The part in words.
fn draw<const W: usize>(
    ground: &Ground<W>,
    state: &State<W>,
    (owner, prover): (usize, usize),
    points: &Bits<W>,
    stay: &Bits<W>,
    foreign: &[(Bits<W>, bool)],
) -> Outline {
    let list: Vec<u16> = points.iter().collect();
    let mut number = vec![usize::MAX; ground.len()];
    for (at, &point) in list.iter().enumerate() {
        number[usize::from(point)] = at;
    }
    // The prover's walls are one: what is connected to any of them stays.
    let home = list.len();
    for stone in stay.iter() {
        number[usize::from(stone)] = home;
    }
    for (at, (chain, _)) in foreign.iter().enumerate() {
        for stone in chain.iter() {
            number[usize::from(stone)] = home + 1 + at;
        }
    }
    let mut near = vec![0_u64; home + 1 + foreign.len()];
    let mut walls = [0; 2];
    let mut touchy = 0;
    for &point in &list {
        let here = number[usize::from(point)];
        for &next in ground.neighbours(point) {
            let there = number[usize::from(next)];
            if there < near.len() {
                near[here] |= 1 << there;
                near[there] |= 1 << here;
            }
        }
    }
    if near[home] != 0 {
        walls[prover] |= 1 << home;
    }
    for (at, &(_, exposed)) in foreign.iter().enumerate() {
        walls[prover ^ 1] |= 1 << (home + 1 + at);
        touchy |= u64::from(exposed) << (home + 1 + at);
    }
    let stones = [owner, owner ^ 1].map(|side| {
        (*points & state.stones[side])
            .iter()
            .fold(0, |set, point| set | 1 << number[usize::from(point)])
    });
    let field = Field { near, open: (1 << home) - 1, walls, touchy };
    let start = Moment { stones, bans: [0; 2], mover: ATTACKER as u8, elsewhere: 0 };
    let (outside, answers, spare) = (false, false, 0);
    Outline { field, points: list, walls: Vec::new(), outside, answers, spare, start }
}

impl Outline {
    /// The places of some points of the board.
    pub(crate) fn places<const W: usize>(&self, points: &Bits<W>) -> u64 {
        let places = self.points.iter().enumerate().filter(|&(_, &point)| points.has(point));
        places.fold(0, |set, (at, _)| set | 1 << at)
    }
}
