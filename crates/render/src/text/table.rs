//! A board without a grid: one line for each point, with its neighbours.

use super::cell::Cell;
use super::{TextOptions, plain};
use crate::Scene;

/// The table of a checked scene's points.
pub(super) fn lines(scene: &Scene, cells: &[Cell], options: TextOptions) -> Vec<String> {
    let names: Vec<String> =
        (0..scene.points.len()).map(|point| plain(&scene.name(point))).collect();
    let mut neighbours = vec![Vec::new(); names.len()];
    for (a, b) in scene.distinct_edges() {
        neighbours[a].push(b);
        neighbours[b].push(a);
    }
    let bracketed = |cell: &Cell| cell.width() + if cell.last { 2 } else { 0 };
    let headings = ["point", "stone", "neighbours"];
    let width = |texts: &mut dyn Iterator<Item = usize>, heading: &str| {
        texts.max().unwrap_or(0).max(heading.len())
    };
    let name_width = width(&mut names.iter().map(|name| name.chars().count()), headings[0]);
    let cell_width = width(&mut cells.iter().map(bracketed), headings[1]);

    let mut lines =
        vec![format!("{:name_width$}  {:cell_width$}  {}", headings[0], headings[1], headings[2])];
    for ((name, cell), mut near) in names.iter().zip(cells).zip(neighbours) {
        near.sort_unstable();
        let near: Vec<&str> = near.iter().map(|&point| names[point].as_str()).collect();
        let text = cell.painted(options);
        let text = if cell.last { format!("({text})") } else { text };
        let space = " ".repeat(cell_width - bracketed(cell));
        let line = format!("{name:name_width$}  {text}{space}  {}", near.join(", "));
        lines.push(line.trim_end().to_owned());
    }
    lines
}
