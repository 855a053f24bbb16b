//! Stones, the signs that tell their owners apart, and the small squares of territory.

use std::collections::BTreeSet;

use super::{Anchor, Sheet, words};
use crate::overlay::Overlay;
use crate::{Colour, MarkKind, Scene, Stone};

/// Radius of a stone.
pub(super) const RADIUS: f64 = 0.47;
const DEAD_RADIUS: f64 = 0.4;
/// Radius of a stone beside a player's name.
const SAMPLE_RADIUS: f64 = 0.25;
/// Side of the square on a point of territory.
const TERRITORY: f64 = 0.32;
/// Longer labels are cut.
const MAX_LABEL: usize = 6;

/// Gradients for the stones that occur.
pub(super) fn definitions(sheet: &mut Sheet<'_>, scene: &Scene) {
    let theme = sheet.theme;
    if !theme.shaded {
        return;
    }
    let named = (0..).zip(&scene.players).map(|(player, _)| player);
    let piled = scene.piles.iter().map(|pile| pile.player);
    let players: BTreeSet<u8> =
        scene.stones.iter().map(|stone| stone.player).chain(named).chain(piled).collect();
    if players.is_empty() {
        return;
    }
    let (white, black, name) = (Colour(0xff_ffff), Colour(0), theme.name);
    sheet.add(format_args!(
        "<defs>\n<radialGradient id=\"{name}-shadow\"><stop offset=\"70%\" stop-opacity=\"0.4\"/>\
         <stop offset=\"100%\" stop-opacity=\"0\"/></radialGradient>\n"
    ));
    for player in players {
        let fill = theme.stones[usize::from(player)];
        let (light, dark) = if player == 1 { (100, 14) } else { (38, 22) };
        sheet.add(format_args!(
            "<radialGradient id=\"{name}-stone-{player}\" cx=\"36%\" cy=\"30%\" r=\"74%\">\
             <stop offset=\"0\" stop-color=\"{}\"/><stop offset=\"55%\" stop-color=\"{fill}\"/>\
             <stop offset=\"100%\" stop-color=\"{}\"/></radialGradient>\n",
            fill.mix(white, light),
            fill.mix(black, dark),
        ));
    }
    sheet.add(format_args!("</defs>\n"));
}

/// All stones with their labels.
pub(super) fn stones(sheet: &mut Sheet<'_>, scene: &Scene, overlay: &Overlay<'_>) {
    for stone in &scene.stones {
        one(sheet, scene, overlay, stone);
    }
}

/// A stone with its label.
pub(super) fn one(sheet: &mut Sheet<'_>, scene: &Scene, overlay: &Overlay<'_>, stone: &Stone) {
    let point = &scene.points[stone.point];
    let marks = overlay.marks(stone.point);
    // A last move is a ring, which leaves the middle free.
    let busy = stone.label.is_some() || marks.iter().any(|m| **m != MarkKind::LastMove);
    draw(sheet, stone, (point.x, point.y), busy);
}

/// The squares of territory, where no living stone is.
pub(super) fn squares(sheet: &mut Sheet<'_>, scene: &Scene, overlay: &Overlay<'_>) {
    for area in &scene.areas {
        if overlay.stone(area.point).is_none_or(|stone| stone.dead) {
            let point = &scene.points[area.point];
            territory(sheet, area.player, (point.x, point.y));
        }
    }
}

fn draw(sheet: &mut Sheet<'_>, stone: &Stone, at: (f64, f64), busy: bool) {
    let player = stone.player;
    let opacity = if stone.dead { " opacity=\"0.6\"" } else { "" };
    sheet.add(format_args!("<g class=\"stone player-{player}\"{opacity}>\n"));
    let radius = if stone.dead { DEAD_RADIUS } else { RADIUS };
    if sheet.theme.shaded && !stone.dead {
        let paint = format!("fill=\"url(#{}-shadow)\"", sheet.theme.name);
        sheet.circle((at.0 + 0.04, at.1 + 0.06), radius * 1.12, &paint);
    }
    disc(sheet, player, at, radius);
    let ink = sheet.theme.stones[usize::from(player)].ink();
    match (&stone.label, busy) {
        (_, false) => emblem(sheet, player, at, 1.0),
        (None, true) => emblem(sheet, player, (at.0, at.1 + 0.37), 0.5),
        (Some(label), true) => {
            emblem(sheet, player, (at.0, at.1 + 0.34), 0.5);
            let label = words::clip(label, MAX_LABEL);
            let size = words::fit(&label, 0.46, 0.72);
            let up = if player < 2 { 0.0 } else { 0.05 };
            sheet.words(&label, (at.0, at.1 - up), size, Anchor::Middle, ink);
        }
    }
    sheet.add(format_args!("</g>\n"));
}

/// A stone that is on no point, or on its way.
pub(super) fn lone(sheet: &mut Sheet<'_>, player: u8, at: (f64, f64)) {
    draw(sheet, &Stone::new(0, player), at, false);
}

/// A small stone for the list of players.
pub(super) fn sample(sheet: &mut Sheet<'_>, player: u8, at: (f64, f64)) {
    disc(sheet, player, at, SAMPLE_RADIUS);
    emblem(sheet, player, at, SAMPLE_RADIUS / RADIUS);
}

fn disc(sheet: &mut Sheet<'_>, player: u8, at: (f64, f64), radius: f64) {
    let theme = sheet.theme;
    let (fill, rim) = (theme.stones[usize::from(player)], theme.rims[usize::from(player)]);
    let width = if theme.shaded { 0.015 } else { sheet.stroke() };
    let fill = if theme.shaded {
        format!("url(#{}-stone-{player})", theme.name)
    } else {
        fill.to_string()
    };
    let paint =
        format!("fill=\"{fill}\" stroke=\"{rim}\" stroke-width=\"{}\"", sheet.length(width));
    sheet.circle(at, radius - width / 2.0, &paint);
}

/// The small square on a point that counts for a player.
fn territory(sheet: &mut Sheet<'_>, player: u8, at: (f64, f64)) {
    let (fill, ink) = {
        let fill = sheet.theme.stones[usize::from(player)];
        (fill, fill.ink().mix(fill, 30))
    };
    let width = sheet.length(0.03);
    let paint =
        format!("class=\"territory\" fill=\"{fill}\" stroke=\"{ink}\" stroke-width=\"{width}\"");
    sheet.rectangle(at, TERRITORY, TERRITORY, &paint);
    emblem(sheet, player, at, 0.5);
}

/// The sign by which the third player and those after him are known without colour.
fn emblem(sheet: &mut Sheet<'_>, player: u8, at: (f64, f64), scale: f64) {
    let paint = format!("fill=\"{}\"", sheet.theme.stones[usize::from(player)].ink());
    let (long, thick) = (0.42 * scale, 0.1 * scale);
    let shifted = |x: f64, y: f64| (at.0 + x * scale, at.1 + y * scale);
    match player {
        2 => sheet.rectangle(at, long, thick, &paint),
        3 => sheet.rectangle(at, thick, long, &paint),
        4 => {
            let (l, t) = (long / 2.0, thick / 2.0);
            let plus = [
                (-t, -l),
                (t, -l),
                (t, -t),
                (l, -t),
                (l, t),
                (t, t),
                (t, l),
                (-t, l),
                (-t, t),
                (-l, t),
                (-l, -t),
                (-t, -t),
            ];
            sheet.polygon(at, &plus, &paint);
        }
        5 => {
            sheet.rectangle(shifted(0.0, -0.1), long, thick, &paint);
            sheet.rectangle(shifted(0.0, 0.1), long, thick, &paint);
        }
        6 => {
            let r = 0.19 * scale;
            sheet.polygon(at, &[(0.0, -r), (r, 0.0), (0.0, r), (-r, 0.0)], &paint);
        }
        7 => {
            for (x, y) in [(0.0, -0.14), (-0.14, 0.11), (0.14, 0.11)] {
                sheet.circle(shifted(x, y), 0.085 * scale, &paint);
            }
        }
        _ => {}
    }
}
