//! The board itself: ground, lines, star points, coordinates, and the paint of areas.

use super::{Anchor, COORDINATE, Frame, Sheet, name, words};
use crate::grid::Crossings;
use crate::{Colour, Scene, label};

/// From the outermost line to the nearer edge of the coordinates.
const TO_LABELS: f64 = 0.7;
/// From the coordinates to the edge of the board.
const BEYOND_LABELS: f64 = 0.26;
/// Length of the piece of a line that leaves the board to come in again on the other side.
const STUB: f64 = 0.55;
/// Above so many comparisons no line is bent around a point.
const WORK: usize = 4_000_000;

/// How far the board reaches beyond its outermost lines, at the sides and at the ends, so that
/// there is room for coordinates.
pub(super) fn label_room(crossings: &Crossings) -> (f64, f64) {
    let numbers = words::width(&crossings.grid.rows.to_string(), COORDINATE);
    (TO_LABELS + numbers + BEYOND_LABELS, TO_LABELS + COORDINATE * 0.75 + BEYOND_LABELS)
}

/// Page and board.
pub(super) fn ground(sheet: &mut Sheet<'_>, frame: &Frame) {
    let theme = sheet.theme;
    let page = theme.page;
    sheet.add(format_args!("<rect width=\"100%\" height=\"100%\" fill=\"{page}\"/>\n"));
    let [left, top, right, bottom] = frame.board;
    let board = theme.board;
    let fill = if theme.shaded {
        grain(sheet);
        format!("url(#{}-board)", theme.name)
    } else {
        board.to_string()
    };
    let edge = if theme.shaded {
        format!("stroke=\"{}\" stroke-width=\"1\"", board.mix(Colour(0), 30))
    } else {
        String::new()
    };
    let middle = ((left + right) / 2.0, (top + bottom) / 2.0);
    let paint = format!("rx=\"{}\" fill=\"{fill}\" {edge}", sheet.length(0.08));
    sheet.rectangle(middle, right - left, bottom - top, &paint);
}

/// Quiet stripes, repeated across the board.
fn grain(sheet: &mut Sheet<'_>) {
    const STRIPES: [(u32, i32); 9] =
        [(0, 3), (11, -2), (23, 4), (31, -3), (46, 2), (58, -4), (69, 3), (83, -1), (100, 4)];
    let (name, board) = (sheet.theme.name, sheet.theme.board);
    let (x1, x2) = (sheet.x(sheet.left), sheet.x(sheet.left + 3.7));
    sheet.add(format_args!(
        "<linearGradient id=\"{name}-board\" gradientUnits=\"userSpaceOnUse\" x1=\"{x1}\" \
         y1=\"0\" x2=\"{x2}\" y2=\"{}\" spreadMethod=\"reflect\">",
        sheet.length(0.2),
    ));
    for (at, light) in STRIPES {
        let towards = if light > 0 { Colour(0xff_ffff) } else { Colour(0) };
        let colour = board.mix(towards, light.unsigned_abs());
        sheet.add(format_args!("<stop offset=\"{at}%\" stop-color=\"{colour}\"/>"));
    }
    sheet.add(format_args!("</linearGradient>\n"));
}

/// Paints the points that count for someone.
pub(super) fn areas(sheet: &mut Sheet<'_>, scene: &Scene) {
    if scene.areas.is_empty() || sheet.theme.paint == 0 {
        return;
    }
    let opacity = f64::from(sheet.theme.paint.min(100)) / 100.0;
    sheet.add(format_args!("<g class=\"areas\" fill-opacity=\"{opacity}\">\n"));
    for area in &scene.areas {
        let point = &scene.points[area.point];
        let fill = sheet.theme.stones[usize::from(area.player)];
        if scene.grid.is_some() {
            let paint = format!("fill=\"{fill}\" shape-rendering=\"crispEdges\"");
            sheet.rectangle((point.x, point.y), 1.0, 1.0, &paint);
        } else {
            sheet.circle((point.x, point.y), 0.57, &format!("fill=\"{fill}\""));
        }
    }
    sheet.add(format_args!("</g>\n"));
}

/// Lines, star points, and the points of a board without a grid.
pub(super) fn lines(sheet: &mut Sheet<'_>, scene: &Scene, crossings: Option<&Crossings>) {
    let (line, width) = (sheet.theme.line, sheet.length(sheet.stroke()));
    sheet.add(format_args!(
        "<path class=\"lines\" fill=\"none\" stroke=\"{line}\" stroke-width=\"{width}\" \
         stroke-linecap=\"round\" d=\""
    ));
    match crossings {
        Some(crossings) => {
            straight(sheet, crossings);
            around(sheet, crossings);
            others(sheet, scene, &crossings.others);
        }
        None => {
            let edges: Vec<(usize, usize)> = scene.distinct_edges().into_iter().collect();
            others(sheet, scene, &edges);
        }
    }
    sheet.add(format_args!("\"/>\n"));
    // Without lines of a grid, or any line at all, a point would not be seen.
    let mut joined = vec![false; scene.points.len()];
    if scene.grid.is_some() {
        for &point in scene.edges.iter().flatten() {
            joined[point] = true;
        }
    }
    for (point, _) in scene.points.iter().zip(joined).filter(|(_, joined)| !joined) {
        sheet.circle((point.x, point.y), 0.12, &format!("class=\"point\" fill=\"{line}\""));
    }
    let Some(crossings) = crossings else { return };
    for (x, y) in crossings.grid.stars() {
        if crossings.point(x, y).is_some() {
            let paint = format!("class=\"star\" fill=\"{line}\"");
            sheet.circle((x as f64, y as f64), 0.09, &paint);
        }
    }
}

fn segment(sheet: &mut Sheet<'_>, from: (f64, f64), to: (f64, f64)) {
    let (x1, y1, x2, y2) = (sheet.x(from.0), sheet.y(from.1), sheet.x(to.0), sheet.y(to.1));
    sheet.add(format_args!("M{x1} {y1}L{x2} {y2}"));
}

/// The lines of the grid, each as long as it goes on.
fn straight(sheet: &mut Sheet<'_>, crossings: &Crossings) {
    let (cols, rows) = (crossings.grid.cols, crossings.grid.rows);
    for y in 0..rows {
        for (from, to) in runs(cols, |x| crossings.right(x, y)) {
            segment(sheet, (from as f64, y as f64), (to as f64, y as f64));
        }
    }
    for x in 0..cols {
        for (from, to) in runs(rows, |y| crossings.down(x, y)) {
            segment(sheet, (x as f64, from as f64), (x as f64, to as f64));
        }
    }
}

/// First and last place of each stretch of places joined to the next one.
fn runs(length: usize, joined: impl Fn(usize) -> bool) -> Vec<(usize, usize)> {
    let mut runs = Vec::new();
    let mut from = 0;
    for here in 0..length {
        if !joined(here) {
            if here > from {
                runs.push((from, here));
            }
            from = here + 1;
        }
    }
    runs
}

/// Pieces of the lines that go around the board.
fn around(sheet: &mut Sheet<'_>, crossings: &Crossings) {
    let right = crossings.grid.cols as f64 - 1.0;
    let bottom = crossings.grid.rows as f64 - 1.0;
    for y in crossings.around_rows.iter().map(|&y| y as f64) {
        segment(sheet, (-STUB, y), (0.0, y));
        segment(sheet, (right, y), (right + STUB, y));
    }
    for x in crossings.around_columns.iter().map(|&x| x as f64) {
        segment(sheet, (x, -STUB), (x, 0.0));
        segment(sheet, (x, bottom), (x, bottom + STUB));
    }
}

/// Edges that are not lines of the grid, bent where they would run through another point.
fn others(sheet: &mut Sheet<'_>, scene: &Scene, edges: &[(usize, usize)]) {
    let place = |point: usize| (scene.points[point].x, scene.points[point].y);
    let careful = edges.len().saturating_mul(scene.points.len()) <= WORK;
    for &(a, b) in edges {
        let (from, to) = (place(a), place(b));
        let hit = careful
            && (0..scene.points.len())
                .any(|c| c != a && c != b && name::distance(place(c), from, to) < 0.3);
        if !hit {
            segment(sheet, from, to);
            continue;
        }
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = (dx * dx + dy * dy).sqrt().max(0.01);
        let bend = (0.4 * length).clamp(0.9, 1.3) / length;
        let control = ((from.0 + to.0) / 2.0 - dy * bend, (from.1 + to.1) / 2.0 + dx * bend);
        let (x1, y1, x2, y2) = (sheet.x(from.0), sheet.y(from.1), sheet.x(to.0), sheet.y(to.1));
        let (cx, cy) = (sheet.x(control.0), sheet.y(control.1));
        sheet.add(format_args!("M{x1} {y1}Q{cx} {cy} {x2} {y2}"));
    }
}

/// Letters above and below, numbers left and right.
pub(super) fn coordinates(sheet: &mut Sheet<'_>, crossings: &Crossings) {
    let (cols, rows) = (crossings.grid.cols, crossings.grid.rows);
    let ink = sheet.theme.text;
    let numbers = words::width(&rows.to_string(), COORDINATE);
    let beside = TO_LABELS + numbers / 2.0;
    let beyond = TO_LABELS + COORDINATE * 0.375;
    sheet.add(format_args!("<g class=\"coordinates\" aria-hidden=\"true\">\n"));
    for x in 0..cols {
        let letters = label::column(x);
        for y in [-beyond, rows as f64 - 1.0 + beyond] {
            sheet.words(&letters, (x as f64, y), COORDINATE, Anchor::Middle, ink);
        }
    }
    for y in 0..rows {
        let number = label::row(rows, y).to_string();
        for x in [-beside, cols as f64 - 1.0 + beside] {
            sheet.words(&number, (x, y as f64), COORDINATE, Anchor::Middle, ink);
        }
    }
    sheet.add(format_args!("</g>\n"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_goes_on_as_long_as_points_are_joined() {
        let joined = [true, true, false, false, true, false];
        assert_eq!(runs(6, |here| joined[here]), [(0, 2), (4, 5)]);
        assert_eq!(runs(1, |_| false), []);
        assert_eq!(runs(0, |_| false), []);
    }
}
