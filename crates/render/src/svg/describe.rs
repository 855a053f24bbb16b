//! What is on the board, in words, for those who cannot see it.

use std::collections::BTreeMap;

use crate::{MarkKind, Scene};

/// The picture's title.
pub(super) fn title(scene: &Scene) -> String {
    if !scene.title.is_empty() {
        return scene.title.clone();
    }
    match scene.grid {
        Some(grid) => format!("Go board, {} by {}", grid.cols, grid.rows),
        None => format!("Go board of {} points", scene.points.len()),
    }
}

fn many(number: usize, what: &str) -> String {
    let s = if number == 1 { "" } else { "s" };
    format!("{number} {what}{s}")
}

/// The picture's description, in sentences.
pub(super) fn board(scene: &Scene) -> String {
    let mut sentences = Vec::new();
    sentences.push(match scene.grid {
        Some(grid) => {
            format!("A board of {} and {}.", many(grid.cols, "column"), many(grid.rows, "row"))
        }
        None => format!("A board of {}.", many(scene.points.len(), "point")),
    });

    let mut stones: BTreeMap<(u8, bool), Vec<String>> = BTreeMap::new();
    for stone in &scene.stones {
        let name = scene.name(stone.point);
        let text = match &stone.label {
            Some(label) => format!("{name} ({label})"),
            None => name,
        };
        stones.entry((stone.player, stone.dead)).or_default().push(text);
    }
    for ((player, dead), points) in stones {
        let dead = if dead { ", dead" } else { "" };
        sentences.push(format!("{}{dead}: {}.", scene.player_name(player), points.join(", ")));
    }

    let mut areas: BTreeMap<u8, Vec<String>> = BTreeMap::new();
    for area in &scene.areas {
        areas.entry(area.player).or_default().push(scene.name(area.point));
    }
    for (player, points) in areas {
        sentences.push(format!("Area of {}: {}.", scene.player_name(player), points.join(", ")));
    }

    for block in &scene.blocks {
        let points: Vec<String> = block.points.iter().map(|&point| scene.name(point)).collect();
        let (player, label) = (scene.player_name(block.player), &block.label);
        sentences.push(format!("Counted together for {player} ({label}): {}.", points.join(", ")));
    }

    for pile in &scene.piles {
        let player = scene.player_name(pile.player);
        sentences.push(format!("Beside the board: {} of {player}.", pile.stones));
    }

    for mark in &scene.marks {
        let name = scene.name(mark.point);
        sentences.push(match &mark.kind {
            MarkKind::LastMove => format!("Last move: {name}."),
            MarkKind::Triangle => format!("Triangle: {name}."),
            MarkKind::Square => format!("Square: {name}."),
            MarkKind::Circle => format!("Circle: {name}."),
            MarkKind::Cross => format!("Cross: {name}."),
            MarkKind::Label { text } => format!("Marked {text}: {name}."),
            MarkKind::Banned { text: Some(text) } if !text.is_empty() => {
                format!("Banned: {name} ({text}).")
            }
            MarkKind::Banned { .. } => format!("Banned: {name}."),
        });
    }
    sentences.join(" ")
}
