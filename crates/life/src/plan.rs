//! A guess how many plays in a row the owner needs for two eyes, and which.
//!
//! It only steers: which plays are tried first, and which are not tried at all. No proof rests on it.

use smallvec::SmallVec;

use crate::bits::Bits;
use crate::ground::Ground;
use crate::safety::Safety;
use crate::state::State;

/// Plays that would make life, were the opponent to pass.
#[derive(Clone, Copy)]
pub(crate) struct Plan<const W: usize> {
    /// How many plays in a row.
    pub(crate) cost: u32,
    /// The points of the best plans.
    pub(crate) first: Bits<W>,
    /// The points of these and the nearly as good plans, and of what is about to be captured.
    pub(crate) points: Bits<W>,
}

const FAR: u8 = 5;
/// What no plan costs.
const HOPELESS: u32 = 24;

struct Eye<const W: usize> {
    /// The points it would take up.
    space: Bits<W>,
    /// The points to fill for it.
    missing: Bits<W>,
    /// Further plays to join it to the chain.
    apart: u32,
}

/// Looks for plans.
pub(crate) fn plan<const W: usize>(
    ground: &Ground<W>,
    state: &State<W>,
    owner: usize,
    goal: &Bits<W>,
    safety: &Safety<W>,
) -> Plan<W> {
    let own = state.stones[owner];
    let other = state.stones[owner ^ 1];
    let empty = state.empty(ground);
    let mut home = Bits::NONE;
    for stone in (*goal & own).iter() {
        if !home.has(stone) {
            home |= safety.cluster(stone);
        }
    }
    let mut extra = 0;
    if home.is_empty() {
        home = *goal;
        extra = 1;
    }
    // How many plays away from the chain every point is; stones of the owner cost nothing.
    let mut away = vec![FAR; ground.len()];
    let mut from = vec![u16::MAX; ground.len()];
    let mut steps: [Vec<u16>; FAR as usize + 4] = Default::default();
    for point in home.iter() {
        away[usize::from(point)] = 0;
        steps[0].push(point);
    }
    let mut hard = Bits::NONE;
    let mut weak = Bits::NONE;
    let mut step = 0;
    while step < usize::from(FAR) {
        let Some(point) = steps[step].pop() else {
            step += 1;
            continue;
        };
        if usize::from(away[usize::from(point)]) < step {
            continue;
        }
        for &near in ground.neighbours(point) {
            let cost = if own.has(near) {
                0
            } else if other.has(near) {
                if hard.has(near) {
                    continue;
                }
                if weak.has(near) && weak.has(point) {
                    0
                } else {
                    let chain = ground.component(near, &other);
                    let liberties = state.liberties(ground, &chain).count();
                    if liberties > 3 {
                        hard |= chain;
                        continue;
                    }
                    weak |= chain;
                    liberties
                }
            } else {
                1
            };
            let total = step + cost;
            if total < usize::from(away[usize::from(near)]) {
                away[usize::from(near)] = total as u8;
                from[usize::from(near)] = point;
                steps[total].push(near);
                if own.has(near) && cost == 0 {
                    for mate in safety.cluster(near).iter() {
                        if total < usize::from(away[usize::from(mate)]) {
                            away[usize::from(mate)] = total as u8;
                            from[usize::from(mate)] = near;
                            steps[total].push(mate);
                        }
                    }
                }
            }
        }
    }
    let mut eyes: Vec<(u32, Eye<W>)> = Vec::new();
    if let Some(stone) = (*goal & own).first() {
        for region in safety.eye_regions(stone) {
            let mut apart = 0;
            for stone in (ground.around(region) & own).iter() {
                if !leads_through(&from, &away, stone, region) || region.count() > 1 {
                    apart = apart.max(u32::from(away[usize::from(stone)]));
                } else {
                    apart = HOPELESS;
                }
            }
            if apart < HOPELESS {
                eyes.push((apart, Eye { space: *region, missing: Bits::NONE, apart }));
            }
        }
    }
    for point in (0..ground.len() as u16).filter(|&point| {
        away[usize::from(point)] < FAR - 1 && (empty.has(point) || weak.has(point))
    }) {
        let mut missing = Bits::NONE;
        let mut apart = 0;
        let mut possible = true;
        for &near in ground.neighbours(point) {
            if own.has(near) {
                if leads_through(&from, &away, near, &Bits::<W>::of(point)) {
                    possible = false;
                    break;
                }
                apart = apart.max(u32::from(away[usize::from(near)]));
            } else if empty.has(near) {
                missing.insert(near);
                apart = apart.max(u32::from(away[usize::from(near)]).saturating_sub(1));
            } else if weak.has(near) {
                let chain = ground.component(near, &other);
                missing |= state.liberties(ground, &chain);
                missing.insert(near);
            } else {
                possible = false;
                break;
            }
        }
        if weak.has(point) {
            let chain = ground.component(point, &other);
            missing |= state.liberties(ground, &chain);
        }
        missing.remove(point);
        if possible {
            let cost = missing.count() as u32 + apart;
            eyes.push((cost, Eye { space: Bits::of(point), missing, apart }));
        }
    }
    eyes.sort_by_key(|eye| eye.0);
    eyes.truncate(24);
    let mut best = HOPELESS;
    let mut pairs: SmallVec<[(u32, usize, usize); 64]> = SmallVec::new();
    for (index, (cost, one)) in eyes.iter().enumerate() {
        if *cost > best + 1 {
            break;
        }
        for (further, (_, two)) in eyes.iter().enumerate().skip(index + 1) {
            if one.space.meets(&two.missing)
                || two.space.meets(&one.missing)
                || one.space.meets(&two.space)
            {
                continue;
            }
            let total = (one.missing | two.missing).count() as u32 + one.apart.max(two.apart);
            if total <= best + 1 {
                best = best.min(total);
                pairs.push((total, index, further));
            }
        }
    }
    let mut points = Bits::NONE;
    let mut first = Bits::NONE;
    pairs.sort_unstable();
    for (total, one, two) in pairs {
        if total > best + 1 || points.count() > 14 {
            break;
        }
        if total > best && first.is_empty() {
            first = points;
        }
        for eye in [&eyes[one].1, &eyes[two].1] {
            points |= eye.missing & empty;
            if eye.apart > 0 {
                for near in (ground.around(&eye.space) | eye.missing).iter() {
                    let mut at = near;
                    while at != u16::MAX && away[usize::from(at)] > 0 {
                        if empty.has(at) {
                            points.insert(at);
                        }
                        at = from[usize::from(at)];
                    }
                }
            }
        }
    }
    if first.is_empty() {
        first = points;
    }
    // What is in atari, or nearly, around the chain: to be saved or to be taken.
    points |= state.last_liberties(ground, ground.around(&home) & (other | own));
    Plan { cost: best + extra, first, points }
}

/// Whether the way from a point to the chain goes through some points.
fn leads_through<const W: usize>(from: &[u16], away: &[u8], point: u16, gate: &Bits<W>) -> bool {
    let mut at = point;
    while at != u16::MAX && away[usize::from(at)] > 0 {
        if gate.has(at) {
            return true;
        }
        at = from[usize::from(at)];
    }
    false
}
