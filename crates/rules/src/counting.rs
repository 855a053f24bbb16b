//! Counting: whose points are whose.

use shinpan_board::{Board, ByPlayer, Player, Point, Stone, regions};

use crate::axes::Count;

/// The points of each player in a position given as codes: area (A-10, B-2, K-18: stones, and
/// regions that touch only theirs) or territory (LM-8, J-7: such regions alone). A region that touches
/// no stone, or stones of several players, is nobody's.
pub(crate) fn points(
    board: &Board,
    players: usize,
    codes: &[u8],
    count: Count,
) -> ByPlayer<Vec<Point>> {
    let mut held = match count {
        Count::Area => codes.to_vec(),
        Count::Territory => vec![Stone::EMPTY.code(); codes.len()],
    };
    for region in regions(board, codes) {
        if let Some(owner) = region.owner() {
            for point in region.points {
                held[point.index()] = owner.stone().code();
            }
        }
    }
    let mut points: ByPlayer<Vec<Point>> = ByPlayer::new(players, |_| Vec::new());
    for (point, &code) in board.points().zip(&held) {
        if let Some(player) = Stone::from_code(code).and_then(Stone::player) {
            points[player].push(point);
        }
    }
    points
}

/// Removes stones from codes and says how many of each colour there were.
pub(crate) fn remove(codes: &mut [u8], players: usize, stones: &[Point]) -> ByPlayer<u32> {
    let mut removed = ByPlayer::new(players, |_| 0);
    for point in stones {
        let Some(code) = codes.get_mut(point.index()) else { continue };
        if let Some(player) = Stone::from_code(*code).and_then(Stone::player) {
            removed[player] += 1;
        }
        *code = 0;
    }
    removed
}

/// Orders the players from the highest score to the lowest; equals stand together.
pub(crate) fn rank<T: Ord + Copy>(scores: &ByPlayer<T>) -> Vec<Vec<Player>> {
    let mut order: Vec<(Player, T)> =
        scores.iter().map(|(player, &score)| (player, score)).collect();
    order.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    order
        .chunk_by(|a, b| a.1 == b.1)
        .map(|equals| equals.iter().map(|&(player, _)| player).collect())
        .collect()
}
