//! Zones: the points whose contents a proof looked at.
//!
//! A zone is *closed* in a state when it holds every chain it meets whole, and a liberty of each. Then
//! nothing played outside it changes what stands in it, and what is proved in one state holds in every
//! state that agrees with it on the zone. The rules by which zones grow, and why, are in
//! `docs/life.md`, "Zones".

use crate::bits::Bits;
use crate::ground::Ground;
use crate::state::{Played, State};

/// What other proofs hold.
#[derive(Clone, Copy)]
pub(crate) struct Elsewhere<const W: usize> {
    /// Stones that they keep: these have a liberty elsewhere.
    pub(crate) kept: Bits<W>,
    /// Empty points that they need.
    pub(crate) needed: Bits<W>,
}

impl<const W: usize> Elsewhere<W> {
    /// There are no other proofs.
    pub(crate) const NONE: Elsewhere<W> = Elsewhere { kept: Bits::NONE, needed: Bits::NONE };
}

/// The smallest closed zone we find that holds `zone`.
pub(crate) fn closed<const W: usize>(
    ground: &Ground<W>,
    state: &State<W>,
    zone: Bits<W>,
    elsewhere: &Elsewhere<W>,
) -> Bits<W> {
    let mut closed = zone;
    for side in 0..2 {
        let mut rest = zone & state.stones[side];
        while let Some(stone) = rest.first() {
            let chain = ground.component(stone, &state.stones[side]);
            rest = rest.without(&chain);
            closed |= chain;
            if chain.meets(&elsewhere.kept) {
                continue;
            }
            let liberties = state.liberties(ground, &chain);
            if !liberties.meets(&closed)
                && let Some(liberty) =
                    liberties.without(&elsewhere.needed).first().or(liberties.first())
            {
                closed.insert(liberty);
            }
        }
    }
    closed
}

/// The zone before a play of the prover, from the zone after it.
pub(crate) fn before_own<const W: usize>(
    ground: &Ground<W>,
    state: &State<W>,
    side: usize,
    point: u16,
    played: &Played<W>,
    after: &Bits<W>,
    elsewhere: &Elsewhere<W>,
) -> Bits<W> {
    let mut zone = *after;
    zone.insert(point);
    let hemmed = ground.near(point).within(&state.stones[side ^ 1]);
    if hemmed {
        // It may be a retake: what is not taken has to show why this is not the ko.
        zone |= *ground.near(point) & played.state.stones[side ^ 1];
    }
    zone = closed(ground, &played.state, zone, elsewhere);
    if !played.taken.is_empty() {
        zone |= played.taken | ground.around(&played.taken);
    }
    closed(ground, state, zone, elsewhere)
}

/// What a play of the other side adds to the zone: where it takes stones, what shows that it does.
pub(crate) fn before_other<const W: usize>(
    ground: &Ground<W>,
    played: &Played<W>,
    after: &Bits<W>,
) -> Bits<W> {
    if played.taken.is_empty() {
        *after
    } else {
        *after | played.taken | ground.around(&played.taken)
    }
}

/// What shows that `side` may not play on an empty point of the zone: the chains around it, their
/// surroundings, and another liberty of each opposing chain there.
pub(crate) fn forbidden<const W: usize>(
    ground: &Ground<W>,
    state: &State<W>,
    side: usize,
    point: u16,
    elsewhere: &Elsewhere<W>,
) -> Bits<W> {
    let mut zone = Bits::of(point) | *ground.near(point);
    let banned = point == state.ban;
    for &near in ground.neighbours(point) {
        if state.stones[side].has(near) {
            let chain = ground.component(near, &state.stones[side]);
            zone |= chain | ground.around(&chain);
        } else if state.stones[side ^ 1].has(near) {
            let chain = ground.component(near, &state.stones[side ^ 1]);
            zone |= chain;
            if chain.meets(&elsewhere.kept) {
                continue;
            }
            let other = state.liberties(ground, &chain).without(&Bits::of(point));
            match other.first() {
                Some(_) if other.meets(&zone) => {}
                Some(liberty) => {
                    zone.insert(other.without(&elsewhere.needed).first().unwrap_or(liberty))
                }
                // Only where the ban is on retaking this very stone.
                None if banned => zone |= ground.around(&chain),
                None => {}
            }
        }
    }
    zone
}
