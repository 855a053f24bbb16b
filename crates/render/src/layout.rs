//! Places for the points of a board that came without any.
//!
//! Each connected part is laid out by stress majorization (Gansner, Koren and North, *Graph Drawing
//! by Stress Majorization*, 2004): every two points should be as far apart on the page as they are
//! on the board. It starts from several fixed arrangements and keeps the best, uses no randomness and only
//! such arithmetic (`+ - * /` and square root) as gives the same answer on every machine.

use std::collections::{BTreeMap, VecDeque};

/// Distance on the page between neighbours, in line spacings, that is aimed at.
const EDGE: f64 = 1.8;
/// Two points closer than this make the whole part grow.
const CLEARANCE: f64 = 1.25;
/// ... but by no more than this factor.
const MAX_GROWTH: f64 = 4.0;
/// Space between two parts.
const GAP: f64 = 1.8;
/// Parts with more points than this are placed in rows, without any regard to edges.
const MAX_PART: usize = 3000;
/// Work allowed for one part, in pairs of points looked at.
const WORK: usize = 24_000_000;

/// A part is done when a round improves it by less than this share.
const TOLERANCE: f64 = 1e-8;
/// How far beyond its best place a point is moved, which gets there sooner in the end.
const ZEAL: f64 = 1.4;

type Place = [f64; 2];

/// A place for each of `points` points, in line spacings, `x` to the right and `y` downwards. The
/// smallest `x` and the smallest `y` are 0. Edges that name missing points, or join a point to
/// itself, do not count.
///
/// ```
/// let places = shinpan_render::layout::places(3, &[[0, 1], [1, 2]]);
/// assert!(places[0][0] < places[1][0] && places[1][0] < places[2][0]);
/// ```
#[must_use]
pub fn places(points: usize, edges: &[[usize; 2]]) -> Vec<Place> {
    let mut neighbours = vec![Vec::new(); points];
    for &[a, b] in edges {
        if a != b && a < points && b < points {
            neighbours[a].push(b);
            neighbours[b].push(a);
        }
    }
    for list in &mut neighbours {
        list.sort_unstable();
        list.dedup();
    }
    let parts: Vec<(Vec<usize>, Vec<Place>)> = parts(&neighbours)
        .into_iter()
        .map(|part| {
            let mut places = part_places(&part, &neighbours);
            settle(&mut places, &lines(&part, &neighbours));
            (part, places)
        })
        .collect();
    pack(points, &parts)
}

/// The connected parts, each in the order of a breadth-first walk from its first point.
fn parts(neighbours: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut seen = vec![false; neighbours.len()];
    let mut parts = Vec::new();
    for start in 0..neighbours.len() {
        if seen[start] {
            continue;
        }
        seen[start] = true;
        let mut part = vec![start];
        let mut next = 0;
        while next < part.len() {
            for &neighbour in &neighbours[part[next]] {
                if !seen[neighbour] {
                    seen[neighbour] = true;
                    part.push(neighbour);
                }
            }
            next += 1;
        }
        parts.push(part);
    }
    parts
}

/// The edges of one part, by the part's own order, each once.
fn lines(part: &[usize], neighbours: &[Vec<usize>]) -> Vec<[usize; 2]> {
    let local: BTreeMap<usize, usize> =
        part.iter().enumerate().map(|(index, &point)| (point, index)).collect();
    let mut lines = Vec::new();
    for (index, &point) in part.iter().enumerate() {
        let others = neighbours[point].iter().filter_map(|neighbour| local.get(neighbour));
        lines.extend(others.filter(|&&other| other > index).map(|&other| [index, other]));
    }
    lines
}

/// Places for one part, in the part's own order.
fn part_places(part: &[usize], neighbours: &[Vec<usize>]) -> Vec<Place> {
    let size = part.len();
    if size > MAX_PART {
        let width = (1..).find(|w| w * w >= size).unwrap_or(size);
        return (0..size).map(|i| [(i % width) as f64 * EDGE, (i / width) as f64 * EDGE]).collect();
    }
    let distances = Distances::of(part, neighbours);
    let rounds = (WORK / (size * size).max(1)).clamp(4, 2000);
    let mut best: Option<(f64, Vec<Place>)> = None;
    for mut places in starts(part, &distances) {
        let stress = majorize(&mut places, &distances, rounds);
        if best.as_ref().is_none_or(|(least, _)| stress < *least * 0.999) {
            best = Some((stress, places));
        }
    }
    best.map_or_else(Vec::new, |(_, places)| places)
}

/// How many steps it is from each point of a part to each other.
struct Distances {
    size: usize,
    steps: Vec<u16>,
}

impl Distances {
    fn of(part: &[usize], neighbours: &[Vec<usize>]) -> Self {
        let size = part.len();
        let mut local = vec![usize::MAX; neighbours.len()];
        for (index, &point) in part.iter().enumerate() {
            local[point] = index;
        }
        let mut steps = vec![u16::MAX; size * size];
        let mut queue = VecDeque::new();
        for from in 0..size {
            let row = &mut steps[from * size..(from + 1) * size];
            row[from] = 0;
            queue.push_back(from);
            while let Some(here) = queue.pop_front() {
                for &neighbour in &neighbours[part[here]] {
                    let neighbour = local[neighbour];
                    if row[neighbour] == u16::MAX {
                        row[neighbour] = row[here] + 1;
                        queue.push_back(neighbour);
                    }
                }
            }
        }
        Self { size, steps }
    }

    fn get(&self, a: usize, b: usize) -> f64 {
        f64::from(self.steps[a * self.size + b])
    }

    /// The point furthest from `from`, the first of several.
    fn furthest(&self, from: usize) -> usize {
        let steps = |to: usize| self.steps[from * self.size + to];
        (0..self.size).fold(from, |far, to| if steps(to) > steps(far) { to } else { far })
    }
}

/// Arrangements to begin with.
fn starts(part: &[usize], distances: &Distances) -> Vec<Vec<Place>> {
    let size = part.len();
    let mut by_number: Vec<usize> = (0..size).collect();
    by_number.sort_by_key(|&index| part[index]);
    let radius = 0.25 * size as f64 + 0.5;
    let circle = |order: &[usize]| {
        let mut places = vec![[0.0; 2]; size];
        for (turn, &index) in order.iter().enumerate() {
            let [x, y] = direction(turn, size);
            places[index] = [x * radius, y * radius];
        }
        places
    };
    let walk: Vec<usize> = (0..size).collect();
    let around = circle(&by_number);

    // Across the board from end to end, and sideways from a point halfway between the ends.
    let left = distances.furthest(0);
    let right = distances.furthest(left);
    let side = (0..size)
        .min_by_key(|&p| {
            let (a, b) = (distances.get(left, p) as i64, distances.get(right, p) as i64);
            ((a - b).abs(), -(a + b))
        })
        .unwrap_or(0);
    let across = |sideways: f64| -> Vec<Place> {
        (0..size)
            .map(|p| {
                let along = distances.get(left, p) - distances.get(right, p);
                let aside = sideways * distances.get(side, p);
                [along + 0.01 * around[p][0], aside + 0.01 * around[p][1]]
            })
            .collect()
    };
    if size > 400 {
        return vec![across(1.0)];
    }
    vec![across(0.0), across(1.0), circle(&walk), around]
}

/// Moves the points, one after the other, to where the others would have them, and returns the
/// stress that is left. The unit is one step on the board.
fn majorize(places: &mut [Place], distances: &Distances, rounds: usize) -> f64 {
    let size = places.len();
    let mut before = f64::INFINITY;
    for _ in 0..rounds {
        let mut stress = 0.0;
        for i in 0..size {
            let [xi, yi] = places[i];
            let (mut x, mut y, mut weights) = (0.0, 0.0, 0.0);
            for (j, &[xj, yj]) in places.iter().enumerate() {
                if i == j {
                    continue;
                }
                let ideal = distances.get(i, j);
                let weight = 1.0 / (ideal * ideal);
                let (dx, dy) = (xi - xj, yi - yj);
                let length = (dx * dx + dy * dy).sqrt();
                let pull = if length > 1e-9 { ideal / length } else { 0.0 };
                x += weight * (xj + dx * pull);
                y += weight * (yj + dy * pull);
                weights += weight;
                stress += weight * (length - ideal) * (length - ideal);
            }
            if weights > 0.0 {
                places[i] = [xi + ZEAL * (x / weights - xi), yi + ZEAL * (y / weights - yi)];
            }
        }
        if before - stress < TOLERANCE * before {
            return stress;
        }
        before = stress;
    }
    before
}

/// Turns, scales and shifts a part so that it reads well: long side level, lines level and upright
/// where most of them can be, its first point to the upper left, nothing too close, coordinates from 0.
fn settle(places: &mut [Place], lines: &[[usize; 2]]) {
    let count = places.len().max(1) as f64;
    let mean = places.iter().fold([0.0; 2], |[x, y], p| [x + p[0] / count, y + p[1] / count]);
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for place in places.iter_mut() {
        *place = [place[0] - mean[0], place[1] - mean[1]];
        xx += place[0] * place[0];
        xy += place[0] * place[1];
        yy += place[1] * place[1];
    }
    // The longer axis of the cloud of points, if there is a longer one.
    let spread = ((xx - yy) * (xx - yy) + 4.0 * xy * xy).sqrt();
    if spread > 1e-3 * (xx + yy) {
        let (ax, ay) =
            if xx >= yy { (xx - yy + spread, 2.0 * xy) } else { (2.0 * xy, yy - xx + spread) };
        let length = (ax * ax + ay * ay).sqrt();
        if length > 1e-9 {
            let (ax, ay) = (ax / length, ay / length);
            for place in places.iter_mut() {
                *place = [place[0] * ax + place[1] * ay, place[1] * ax - place[0] * ay];
            }
        }
    }
    straighten(places, lines);
    let first = places.first().copied().unwrap_or_default();
    let flip = [first[0] > 1e-6, first[1] > 1e-6].map(|flip| if flip { -1.0 } else { 1.0 });
    let scale = scale(places);
    for place in places.iter_mut() {
        *place = [place[0] * flip[0] * scale, place[1] * flip[1] * scale];
    }
    let least =
        places.iter().fold([f64::INFINITY; 2], |least, p| [least[0].min(p[0]), least[1].min(p[1])]);
    for place in places.iter_mut() {
        *place = [0, 1].map(|i| ((place[i] - least[i]) * 1000.0).round() / 1000.0);
    }
}

/// Turns a part by less than an eighth, so that its lines are level and upright, if most of them
/// can be.
fn straighten(places: &mut [Place], lines: &[[usize; 2]]) {
    // Four times a line's angle is the same for lines at right angles: average that.
    let (mut real, mut imaginary) = (0.0, 0.0);
    for &[a, b] in lines {
        let (x, y) = (places[b][0] - places[a][0], places[b][1] - places[a][1]);
        let square = (x * x - y * y, 2.0 * x * y);
        let length = x * x + y * y;
        if length > 1e-9 {
            real += (square.0 * square.0 - square.1 * square.1) / (length * length);
            imaginary += 2.0 * square.0 * square.1 / (length * length);
        }
    }
    let size = (real * real + imaginary * imaginary).sqrt();
    if size < 0.5 * lines.len() as f64 || size < 1e-9 {
        return;
    }
    let halved = |(cosine, sine): (f64, f64)| -> (f64, f64) {
        let root = |value: f64| (value.max(0.0) / 2.0).sqrt();
        (root(1.0 + cosine), if sine < 0.0 { -root(1.0 - cosine) } else { root(1.0 - cosine) })
    };
    let (cosine, sine) = halved(halved((real / size, imaginary / size)));
    for place in places.iter_mut() {
        *place = [place[0] * cosine + place[1] * sine, place[1] * cosine - place[0] * sine];
    }
}

/// From steps on the board to line spacings on the page.
fn scale(places: &[Place]) -> f64 {
    if places.len() > MAX_PART {
        return 1.0;
    }
    let mut closest = f64::INFINITY;
    for (index, a) in places.iter().enumerate() {
        for b in &places[..index] {
            let (dx, dy) = (a[0] - b[0], a[1] - b[1]);
            closest = closest.min(dx * dx + dy * dy);
        }
    }
    let closest = closest.sqrt() * EDGE;
    if closest < CLEARANCE { EDGE * (CLEARANCE / closest).min(MAX_GROWTH) } else { EDGE }
}

/// Puts the parts beside and below each other.
fn pack(points: usize, parts: &[(Vec<usize>, Vec<Place>)]) -> Vec<Place> {
    let extent = |places: &[Place]| {
        places.iter().fold([0.0_f64; 2], |most, p| [most[0].max(p[0]), most[1].max(p[1])])
    };
    let extents: Vec<Place> = parts.iter().map(|(_, places)| extent(places)).collect();
    let total: f64 = extents.iter().map(|[w, h]| (w + GAP) * (h + GAP)).sum();
    let widest = extents.iter().fold(0.0_f64, |most, [w, _]| most.max(*w));
    let width = widest.max(1.4 * total.sqrt());

    let mut placed = vec![[0.0; 2]; points];
    let (mut x, mut y, mut height) = (0.0, 0.0, 0.0_f64);
    for ((part, places), [w, h]) in parts.iter().zip(extents) {
        if x > 0.0 && x + w > width {
            (x, y, height) = (0.0, y + height + GAP, 0.0);
        }
        for (&point, place) in part.iter().zip(places) {
            placed[point] = [place[0] + x, place[1] + y].map(|v| (v * 1000.0).round() / 1000.0);
        }
        x += w + GAP;
        height = height.max(h);
    }
    placed
}

/// The direction after `turn` of `turns` equal turns, clockwise from the top. Computed by series,
/// because the sine of the system's library differs between machines in the last bit.
fn direction(turn: usize, turns: usize) -> Place {
    let angle = std::f64::consts::TAU * (turn as f64 / turns.max(1) as f64 - 0.5);
    let (mut sine, mut cosine, mut term) = (0.0, 0.0, 1.0);
    for power in 0..40_u32 {
        match power % 4 {
            0 => cosine += term,
            1 => sine += term,
            2 => cosine -= term,
            _ => sine -= term,
        }
        term *= angle / f64::from(power + 1);
    }
    [-sine, cosine]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn distance(a: Place, b: Place) -> f64 {
        ((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1])).sqrt()
    }

    #[test]
    fn directions_go_around_from_the_top() {
        let close = |a: Place, b: Place| distance(a, b) < 1e-12;
        assert!(close(direction(0, 4), [0.0, -1.0]));
        assert!(close(direction(1, 4), [1.0, 0.0]));
        assert!(close(direction(2, 4), [0.0, 1.0]));
        assert!(close(direction(3, 4), [-1.0, 0.0]));
    }

    #[test]
    fn degenerate_boards_have_places() {
        assert!(places(0, &[]).is_empty());
        assert_eq!(places(1, &[]), [[0.0, 0.0]]);
        assert_eq!(places(1, &[[0, 0], [0, 7]]), [[0.0, 0.0]]);
        let lonely = places(5, &[]);
        for (i, a) in lonely.iter().enumerate() {
            for b in &lonely[..i] {
                assert!(distance(*a, *b) > 1.0, "{lonely:?}");
            }
        }
        assert_eq!(places(2, &[[0, 1], [1, 0], [0, 1]]), [[0.0, 0.0], [1.8, 0.0]]);
    }

    #[test]
    fn a_line_is_straight_and_a_ring_is_round() {
        let line = places(5, &[[0, 1], [1, 2], [2, 3], [3, 4]]);
        for (i, place) in line.iter().enumerate() {
            assert!(distance(*place, [1.8 * i as f64, 0.0]) < 0.05, "{line:?}");
        }
        let edges: Vec<[usize; 2]> = (0..8).map(|i| [i, (i + 1) % 8]).collect();
        let ring = places(8, &edges);
        let sides: Vec<f64> = edges.iter().map(|&[a, b]| distance(ring[a], ring[b])).collect();
        let (least, most) =
            sides.iter().fold((9.0_f64, 0.0_f64), |(l, m), s| (l.min(*s), m.max(*s)));
        assert!(most - least < 0.05, "{sides:?}");
    }

    #[test]
    fn points_keep_clear_of_each_other() {
        let star: Vec<[usize; 2]> = (1..13).map(|leaf| [0, leaf]).collect();
        let complete: Vec<[usize; 2]> = (0..8).flat_map(|a| (0..a).map(move |b| [a, b])).collect();
        for (points, edges) in [(13, star), (8, complete)] {
            let places = places(points, &edges);
            for (i, a) in places.iter().enumerate() {
                for b in &places[..i] {
                    assert!(distance(*a, *b) > 1.2, "{places:?}");
                }
            }
        }
    }

    #[test]
    fn a_square_grid_is_level() {
        let grid = crate::Scene::grid(6, 6).unwrap();
        let places = places(36, &grid.edges);
        let level = |a: usize, b: usize| (places[a][1] - places[b][1]).abs() < 0.4;
        assert!(level(0, 5) != level(0, 30), "{places:?}");
    }

    #[test]
    fn four_hundred_points_are_quick() {
        let edges: Vec<[usize; 2]> =
            (0..400).flat_map(|i| [[i, (i + 1) % 400], [i, (i * 7 + 3) % 400]]).collect();
        let places = places(400, &edges);
        assert!(places.iter().flatten().all(|v| v.is_finite() && *v >= 0.0));
    }
}
