//! Piles of stones beside the board.

use super::{Anchor, CAPTION, Frame, Sheet, stone, words};
use crate::Scene;

/// Height of a pile with its label.
pub(super) const HEIGHT: f64 = 1.9;
/// From the label to the middle of the stones below it.
const BELOW: f64 = 0.2;
/// From one stone to the next, if there is room.
const STEP: f64 = 0.75;
/// So many stones of a pile are drawn; its number tells how many there are.
pub(super) const MOST: usize = 100;

/// Draws all piles.
pub(super) fn piles(sheet: &mut Sheet<'_>, scene: &Scene, frame: &Frame) {
    for (index, pile) in scene.piles.iter().enumerate() {
        let shown = (pile.stones as usize).min(MOST);
        label(sheet, scene, frame, index);
        sheet.add(format_args!("<g class=\"pile\">\n"));
        for number in 0..shown {
            stone::lone(sheet, pile.player, place(frame, index, number, shown));
        }
        sheet.add(format_args!("</g>\n"));
    }
}

/// Writes what a pile is and how many stones it has.
pub(super) fn label(sheet: &mut Sheet<'_>, scene: &Scene, frame: &Frame, index: usize) {
    let (Some(pile), Some(&(x, y))) = (scene.piles.get(index), frame.piles.get(index)) else {
        return;
    };
    let name = scene.player_name(pile.player);
    let what = if pile.label.is_empty() { &name } else { &pile.label };
    let text = format!("{}: {}", words::clip(what, 40), pile.stones);
    sheet.words(&text, (x, y - 0.55), CAPTION, Anchor::Start, sheet.theme.text);
}

/// Where a stone of a pile lies, in which at most `most` stones are shown.
pub(super) fn place(frame: &Frame, index: usize, number: usize, most: usize) -> (f64, f64) {
    let (x, y) = frame.piles.get(index).copied().unwrap_or_default();
    let left = x + stone::RADIUS;
    let room = (frame.right - stone::RADIUS - left).max(0.0);
    let step = STEP.min(room / most.saturating_sub(1).max(1) as f64);
    (left + step * number as f64, y + BELOW)
}
