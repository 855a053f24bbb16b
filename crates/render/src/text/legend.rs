//! What the signs under a board mean: only those that are on it.

use std::collections::BTreeSet;

use super::cell::{Cell, area_sign, mark_sign, stone_sign};
use super::{TextOptions, plain};
use crate::grid::Crossings;
use crate::overlay::Overlay;
use crate::{MarkKind, Scene};

/// Lines of the legend are broken here.
const WIDTH: usize = 76;
/// Longer lists are cut.
const MAX_LIST: usize = 12;

/// The legend of a checked scene.
pub(super) fn lines(
    scene: &Scene,
    overlay: &Overlay<'_>,
    cells: &[Cell],
    options: TextOptions,
) -> Vec<String> {
    let mut entries = Vec::new();
    let name = |player: u8| plain(&scene.player_name(player));

    let players: BTreeSet<u8> = scene.stones.iter().map(|stone| stone.player).collect();
    for &player in &players {
        entries.push(format!("{} {}", stone_sign(player, options), name(player)));
    }
    let shown_area = |point: usize| {
        overlay
            .area(point)
            .filter(|&owner| overlay.stone(point).is_none_or(|stone| stone.player != owner))
    };
    let owners: BTreeSet<u8> = (0..cells.len()).filter_map(shown_area).collect();
    for &player in &owners {
        entries.push(format!("{} point of {}", area_sign(player, options), name(player)));
    }
    let example = |wanted: &dyn Fn(usize) -> bool| {
        (0..cells.len()).find(|&point| overlay.stone(point).is_some() && wanted(point))
    };
    let kinds = owners.iter().flat_map(|&owner| [(owner, true), (owner, false)]);
    for (owner, dead) in kinds {
        let dies = |point: usize| overlay.stone(point).is_some_and(|stone| stone.dead) == dead;
        if let Some(point) = example(&|point| shown_area(point) == Some(owner) && dies(point)) {
            let what = if dead { "dead stone" } else { "stone" };
            entries.push(format!("{} {what} on a point of {}", cells[point].text, name(owner)));
        }
    }
    let plainly_dead = |point: usize| {
        shown_area(point).is_none() && overlay.stone(point).is_some_and(|stone| stone.dead)
    };
    if let Some(point) = example(&plainly_dead) {
        entries.push(format!("{} dead stone", cells[point].text));
    }
    if let Some(point) = example(&|p| overlay.stone(p).is_some_and(|stone| stone.label.is_some())) {
        entries.push(format!("{} stone with its label", cells[point].text));
    }
    if let Some(cell) = cells.iter().find(|cell| cell.last) {
        entries.push(format!("({}) last play", cell.text));
    }
    entries.extend(mark_entries(scene));

    let mut lines = wrap(&entries);
    lines.extend(bans(scene));
    lines.extend(blocks(scene, options));
    lines.extend(scene.piles.iter().map(|pile| {
        let what = if pile.label.is_empty() { "beside the board" } else { &pile.label };
        format!("{} {}: {}", stone_sign(pile.player, options), plain(what), pile.stones)
    }));
    lines
}

/// The points counted together, by their first and last point.
fn blocks(scene: &Scene, options: TextOptions) -> Vec<String> {
    let entries: Vec<String> = scene
        .blocks
        .iter()
        .filter_map(|block| {
            let (first, last) = (*block.points.first()?, *block.points.last()?);
            let sign = area_sign(block.player, options);
            let name = |point| plain(&scene.name(point));
            let to = if first == last { String::new() } else { format!("-{}", name(last)) };
            Some(format!("{sign} {} at {}{to}", plain(&block.label), name(first)))
        })
        .collect();
    wrap(&entries)
}

/// Geometric marks: what they stand for, or else their shape; and labels whose meaning is told.
fn mark_entries(scene: &Scene) -> Vec<String> {
    let kinds = [
        (MarkKind::Triangle, "triangle"),
        (MarkKind::Square, "square"),
        (MarkKind::Circle, "circle"),
        (MarkKind::Cross, "cross"),
    ];
    let words = scene.meanings.iter().filter_map(|meaning| match &meaning.kind {
        kind @ MarkKind::Label { text } if scene.marks.iter().any(|mark| mark.kind == *kind) => {
            Some(format!("{} {}", plain(text), plain(&meaning.text)))
        }
        _ => None,
    });
    kinds
        .iter()
        .filter(|(kind, _)| scene.marks.iter().any(|mark| mark.kind == *kind))
        .filter_map(|(kind, shape)| {
            let meaning = scene.meanings.iter().find(|meaning| meaning.kind == *kind);
            let told = meaning.map_or((*shape).to_owned(), |meaning| plain(&meaning.text));
            Some(format!("{} {told}", mark_sign(kind)?))
        })
        .chain(words)
        .collect()
}

/// The banned points and the reasons.
fn bans(scene: &Scene) -> Option<String> {
    let bans: Vec<String> = scene
        .marks
        .iter()
        .filter_map(|mark| match &mark.kind {
            MarkKind::Banned { text } => Some((mark.point, text.as_deref().unwrap_or_default())),
            _ => None,
        })
        .map(|(point, reason)| {
            let name = plain(&scene.name(point));
            if reason.is_empty() { name } else { format!("{name} ({})", plain(reason)) }
        })
        .collect();
    if bans.is_empty() { None } else { Some(format!("! banned: {}", bans.join(", "))) }
}

/// Where a grid is not simply a grid: joined sides, missing lines, lines of its own.
pub(super) fn irregularities(scene: &Scene, crossings: &Crossings) -> Vec<String> {
    let mut lines = Vec::new();
    let pair =
        |(a, b): (usize, usize)| format!("{}-{}", plain(&scene.name(a)), plain(&scene.name(b)));
    let (rows, columns) = (&crossings.around_rows, &crossings.around_columns);
    let mut extra = crossings.others.clone();
    if rows.len() == crossings.grid.rows {
        lines.push("the left and right sides are joined".to_owned());
    } else {
        let ends =
            |&y: &usize| crossings.point(0, y).zip(crossings.point(crossings.grid.cols - 1, y));
        extra.extend(rows.iter().filter_map(ends));
    }
    if columns.len() == crossings.grid.cols {
        lines.push("the top and bottom sides are joined".to_owned());
    } else {
        let ends =
            |&x: &usize| crossings.point(x, 0).zip(crossings.point(x, crossings.grid.rows - 1));
        extra.extend(columns.iter().filter_map(ends));
    }
    lines.extend(list("also joined: ", extra.into_iter().map(pair).collect()));
    lines.extend(list("not joined: ", crossings.gaps().into_iter().map(pair).collect()));
    lines
}

fn list(what: &str, mut items: Vec<String>) -> Option<String> {
    if items.is_empty() {
        return None;
    }
    let more = items.len().saturating_sub(MAX_LIST);
    items.truncate(MAX_LIST);
    let tail = if more > 0 { format!(" and {more} more") } else { String::new() };
    Some(format!("{what}{}{tail}", items.join(", ")))
}

/// Entries side by side, as many as go into a line.
fn wrap(entries: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for entry in entries {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 3 + entry.chars().count() <= WIDTH => {
                line.push_str("   ");
                line.push_str(entry);
            }
            _ => lines.push(entry.clone()),
        }
    }
    lines
}
