//! What a player has for good: chains that can never be captured, and the points he can keep by answering.
//!
//! docs/findings/proofs.md, "What safe chains are worth", says why; this is the checker's own way to find it.

use shinpan_board::{Board, Player, Point};
use smallvec::SmallVec;

/// A connected part of the points that are not the player's stones.
struct Region {
    size: usize,
    empty: usize,
    /// The player's chains around it, each with how many of its points, and of its empty points, are next to the chain.
    around: SmallVec<[Around; 4]>,
}

struct Around {
    chain: usize,
    beside: usize,
    empty: usize,
}

/// How many points a player can have whatever the other does: those of his safe chains, and of the regions that these alone surround
/// and one of them is next to everywhere. `suicide`: whether it is allowed.
pub(super) fn kept_for_good(board: &Board, codes: &[u8], player: Player, suicide: bool) -> usize {
    let own = player.stone().code();
    let (part_of, sizes) = parts(board, codes, own);
    let is_chain = |part: usize| sizes[part].1;
    let mut regions: Vec<Option<Region>> = sizes
        .iter()
        .map(|&(size, chain)| (!chain).then(|| Region { size, empty: 0, around: SmallVec::new() }))
        .collect();
    for point in board.points() {
        let Some(region) = &mut regions[part_of[point.index()]] else { continue };
        let empty = usize::from(codes[point.index()] == 0);
        region.empty += empty;
        let mut seen: SmallVec<[usize; 4]> = SmallVec::new();
        for near in board.neighbours(point) {
            let chain = part_of[near.index()];
            if !is_chain(chain) || seen.contains(&chain) {
                continue;
            }
            seen.push(chain);
            match region.around.iter_mut().find(|around| around.chain == chain) {
                Some(around) => {
                    around.beside += 1;
                    around.empty += empty;
                }
                None => region.around.push(Around { chain, beside: 1, empty }),
            }
        }
    }
    let mut safe: Vec<bool> = sizes.iter().map(|&(_, chain)| chain).collect();
    let alone = |region: &Region, safe: &[bool]| region.around.iter().all(|a| safe[a.chain]);
    let held = |region: &Region, around: &Around| around.beside == region.size;
    let eye = |region: &Region, around: &Around| {
        held(region, around) || !suicide && around.empty == region.empty
    };
    loop {
        let mut eyes = vec![0_usize; sizes.len()];
        for region in regions.iter().flatten().filter(|region| alone(region, &safe)) {
            let of = region.around.iter().filter(|around| eye(region, around));
            of.for_each(|around| eyes[around.chain] += 1);
        }
        let mut changed = false;
        for (safe, &eyes) in safe.iter_mut().zip(&eyes) {
            changed |= *safe && eyes < 2;
            *safe &= eyes >= 2;
        }
        if !changed {
            break;
        }
    }
    let stones = sizes.iter().zip(&safe).filter(|(_, safe)| **safe).map(|((size, _), _)| *size);
    let whole = |region: &&Region| region.around.iter().any(|around| held(region, around));
    let kept = regions.iter().flatten().filter(|region| alone(region, &safe)).filter(whole);
    stones.sum::<usize>() + kept.map(|region| region.size).sum::<usize>()
}

/// The part of each point, and for each part its size and whether it is a chain of these stones; the others are regions.
fn parts(board: &Board, codes: &[u8], own: u8) -> (Vec<usize>, Vec<(usize, bool)>) {
    const NONE: usize = usize::MAX;
    let mut part_of = vec![NONE; board.len()];
    let mut sizes = Vec::new();
    let mut left: Vec<Point> = Vec::new();
    for start in board.points() {
        if part_of[start.index()] != NONE {
            continue;
        }
        let chain = codes[start.index()] == own;
        let (part, mut size) = (sizes.len(), 0);
        part_of[start.index()] = part;
        left.push(start);
        while let Some(point) = left.pop() {
            size += 1;
            for near in board.neighbours(point) {
                let at = near.index();
                if part_of[at] == NONE && (codes[at] == own) == chain {
                    part_of[at] = part;
                    left.push(near);
                }
            }
        }
        sizes.push((size, chain));
    }
    (part_of, sizes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compact::{Field, Stones, safe};

    /// The checker's own way and the searches' find the same, on every position of small boards and some of larger ones.
    #[test]
    fn the_same_is_safe_as_for_the_searches() {
        let mut found = 0;
        for (spec, every) in
            [("7x1", 1), ("4x2", 1), ("3x3", 1), ("5x2", 7), ("4x3", 31), ("5x3", 997)]
        {
            let board = Board::parse(spec).unwrap();
            let field = Field::<u32>::new(&board).unwrap();
            for number in (0..3_u32.pow(board.len() as u32)).step_by(every) {
                let code = |point: u32| (number / 3_u32.pow(point) % 3) as u8;
                let codes: Vec<u8> = (0..board.len() as u32).map(code).collect();
                let stones = Stones::of_codes(&codes);
                if !stones.breathes(&field) {
                    continue;
                }
                for (index, player) in Player::all(2).enumerate() {
                    for suicide in [false, true] {
                        let kept = kept_for_good(&board, &codes, player, suicide);
                        let safe = safe(&field, stones, index, suicide);
                        let told = format!("{spec} {player} {suicide} {codes:?}");
                        assert_eq!(
                            kept,
                            (safe.stones | safe.regions).count_ones() as usize,
                            "{told}"
                        );
                        found += usize::from(kept > 0);
                    }
                }
            }
        }
        assert!(found > 1_000, "{found}");
    }
}
