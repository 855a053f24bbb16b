//! Positions, chains and plays (RULES.md 1).

/// What a play leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The position after the play.
    pub position: Vec<u8>,
    /// How many stones of each colour the play removed.
    pub removed: Vec<i64>,
}

/// Section 1, chain: the maximal connected set of points holding the same as `point` does (of an
/// empty point: its region).
pub fn chain(neighbours: &[Vec<usize>], position: &[u8], point: usize) -> Vec<usize> {
    let mut found = vec![point];
    let mut looked_at = 0;
    while looked_at < found.len() {
        for &next in &neighbours[found[looked_at]] {
            if position[next] == position[point] && !found.contains(&next) {
                found.push(next);
            }
        }
        looked_at += 1;
    }
    found
}

/// Section 1, liberty: whether an empty point is adjacent to the chain.
fn has_liberty(neighbours: &[Vec<usize>], position: &[u8], chain: &[usize]) -> bool {
    chain.iter().any(|&stone| neighbours[stone].iter().any(|&next| position[next] == 0))
}

/// Section 1, play: `player` (0-based) puts a stone on the empty `point`; all opposing chains left
/// without liberties are removed; suicide is then checked. `None`: it is suicide and forbidden.
/// Where suicide is allowed, the mover's own chain without liberties is removed.
pub fn play(
    neighbours: &[Vec<usize>],
    position: &[u8],
    players: usize,
    player: usize,
    point: usize,
    suicide: bool,
) -> Option<Played> {
    let colour = player as u8 + 1;
    let mut placed = position.to_vec();
    placed[point] = colour;

    let mut dead = Vec::new();
    for stone in 0..placed.len() {
        if placed[stone] != 0 && placed[stone] != colour {
            let opposing = chain(neighbours, &placed, stone);
            if !has_liberty(neighbours, &placed, &opposing) {
                dead.push(stone);
            }
        }
    }
    let mut after = placed.clone();
    for &stone in &dead {
        after[stone] = 0;
    }

    let own = chain(neighbours, &after, point);
    if !has_liberty(neighbours, &after, &own) {
        if !suicide {
            return None;
        }
        dead.extend(&own);
        for &stone in &own {
            after[stone] = 0;
        }
    }

    let mut removed = vec![0; players];
    for stone in dead {
        removed[placed[stone] as usize - 1] += 1;
    }
    Some(Played { position: after, removed })
}
