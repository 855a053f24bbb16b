//! Points counted together: an outline on a grid, and a plate with their number.

use std::collections::HashSet;

use super::{Anchor, Sheet, words};
use crate::{Block, Scene};

/// Thickness of the outline.
const THICK: f64 = 0.09;
/// How far within its points' squares an outline runs.
const INSET: f64 = 0.06;
/// Longer labels are cut.
const MAX_LABEL: usize = 8;

/// Draws the blocks of a checked scene.
pub(super) fn blocks(sheet: &mut Sheet<'_>, scene: &Scene) {
    for block in &scene.blocks {
        sheet.add(format_args!("<g class=\"block\">\n"));
        if scene.grid.is_some() {
            outline(sheet, scene, block);
        }
        plate(sheet, scene, block);
        sheet.add(format_args!("</g>\n"));
    }
}

/// The sides of the points' squares behind which another point is not in the block.
fn outline(sheet: &mut Sheet<'_>, scene: &Scene, block: &Block) {
    let square = |x: f64, y: f64| ((x * 2.0).round() as i64, (y * 2.0).round() as i64);
    let places: Vec<(f64, f64)> =
        block.points.iter().map(|&point| (scene.points[point].x, scene.points[point].y)).collect();
    let inside: HashSet<(i64, i64)> = places.iter().map(|&(x, y)| square(x, y)).collect();
    let out = |x: f64, y: f64| !inside.contains(&square(x, y));
    let fill = sheet.theme.stones[usize::from(block.player)];
    let width = sheet.length(THICK);
    sheet.add(format_args!(
        "<path fill=\"none\" stroke=\"{fill}\" stroke-width=\"{width}\" stroke-linecap=\"square\" d=\""
    ));
    for &(x, y) in &places {
        for (dx, dy) in [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)] {
            if !out(x + dx, y + dy) {
                continue;
            }
            let far = 0.5 - INSET;
            // Towards a neighbour in the block the side goes on to the edge of the square, and
            // around an inner corner a little further.
            let reach =
                |sx: f64, sy: f64| match (out(x + sx, y + sy), out(x + sx + dx, y + sy + dy)) {
                    (true, _) => far,
                    (false, true) => 0.5,
                    (false, false) => 0.5 + INSET,
                };
            let (ex, ey) = (dy.abs(), dx.abs());
            let (back, forth) = (reach(-ex, -ey), reach(ex, ey));
            let (mx, my) = (x + dx * far, y + dy * far);
            let (x1, y1) = (sheet.x(mx - ex * back), sheet.y(my - ey * back));
            let (x2, y2) = (sheet.x(mx + ex * forth), sheet.y(my + ey * forth));
            sheet.add(format_args!("M{x1} {y1}L{x2} {y2}"));
        }
    }
    sheet.add(format_args!("\"/>\n"));
}

/// The label, in the middle of the block if that is in it, or else on its middle point.
fn plate(sheet: &mut Sheet<'_>, scene: &Scene, block: &Block) {
    let place = |&point: &usize| (scene.points[point].x, scene.points[point].y);
    let Some(middle) = block.points.get(block.points.len() / 2).map(place) else { return };
    if block.label.is_empty() {
        return;
    }
    let count = block.points.len() as f64;
    let sum = block.points.iter().map(place).fold((0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1));
    let mean = (sum.0 / count, sum.1 / count);
    let within = |(x, y): (f64, f64)| {
        block
            .points
            .iter()
            .map(place)
            .any(|at| (at.0 - x).abs() <= 0.51 && (at.1 - y).abs() <= 0.51)
    };
    let at = if scene.grid.is_some() && within(mean) { mean } else { middle };
    let label = words::clip(&block.label, MAX_LABEL);
    let size = words::fit(&label, if count < 6.0 { 0.46 } else { 0.7 }, 1.4);
    let fill = sheet.theme.stones[usize::from(block.player)];
    let paint = format!(
        "fill=\"{fill}\" stroke=\"{}\" stroke-width=\"{}\" rx=\"{}\"",
        fill.ink(),
        sheet.length(0.03),
        sheet.length(0.15)
    );
    sheet.rectangle(at, words::width(&label, size) + 0.25, size * 1.3, &paint);
    sheet.words(&label, at, size, Anchor::Middle, fill.ink());
}
