//! Marks: last move, shapes, letters, bans.

use super::{Anchor, Sheet, stone, words};
use crate::overlay::Overlay;
use crate::{MarkKind, Scene};

/// Thickness of a shape's outline.
const THICK: f64 = 0.065;
/// Longer letters and reasons are cut.
const MAX_TEXT: usize = 10;

/// Draws all marks of a checked scene.
pub(super) fn marks(sheet: &mut Sheet<'_>, scene: &Scene, overlay: &Overlay<'_>) {
    for mark in &scene.marks {
        let point = &scene.points[mark.point];
        let at = (point.x, point.y);
        let stone = overlay.stone(mark.point);
        let ink = match stone {
            Some(stone) => sheet.theme.stones[usize::from(stone.player)].ink(),
            None => sheet.theme.text,
        };
        let outline = format!(
            "fill=\"none\" stroke=\"{ink}\" stroke-width=\"{}\" stroke-linejoin=\"round\"",
            sheet.length(THICK)
        );
        match &mark.kind {
            MarkKind::LastMove => {
                let free = stone.is_none_or(|stone| stone.player < 2 && stone.label.is_none());
                if free {
                    sheet.circle(at, 0.14, &format!("class=\"last-move\" fill=\"{ink}\""));
                } else {
                    let width = sheet.length(0.05);
                    let ring = format!(
                        "class=\"last-move\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"{width}\""
                    );
                    sheet.circle(at, stone::RADIUS - 0.05, &ring);
                }
            }
            MarkKind::Triangle => {
                sheet.polygon(at, &[(0.0, -0.3), (0.26, 0.15), (-0.26, 0.15)], &outline);
            }
            MarkKind::Square => sheet.rectangle(at, 0.44, 0.44, &outline),
            MarkKind::Circle => sheet.circle(at, 0.25, &outline),
            MarkKind::Cross => {
                let (x1, y1) = (sheet.x(at.0 - 0.2), sheet.y(at.1 - 0.2));
                let (x2, y2) = (sheet.x(at.0 + 0.2), sheet.y(at.1 + 0.2));
                sheet.add(format_args!(
                    "<path d=\"M{x1} {y1}L{x2} {y2}M{x1} {y2}L{x2} {y1}\" {outline}/>\n"
                ));
            }
            MarkKind::Label { text } => {
                let text = words::clip(text, MAX_TEXT);
                let size = words::fit(&text, 0.5, 0.86);
                if stone.is_none() {
                    knock_out(sheet, at, 0.34);
                }
                sheet.words(&text, at, size, Anchor::Middle, ink);
            }
            MarkKind::Banned { text } => banned(sheet, at, text.as_deref().unwrap_or_default()),
        }
    }
}

/// Takes the lines away from under a letter.
fn knock_out(sheet: &mut Sheet<'_>, at: (f64, f64), radius: f64) {
    let paint = format!("fill=\"{}\"", sheet.theme.board);
    sheet.circle(at, radius, &paint);
}

/// The sign of a ban, and its reason in small letters.
fn banned(sheet: &mut Sheet<'_>, at: (f64, f64), reason: &str) {
    let reason = words::clip(reason, MAX_TEXT);
    let (centre, radius) = if reason.is_empty() { (at, 0.27) } else { ((at.0, at.1 - 0.12), 0.22) };
    let (colour, ground) = (sheet.theme.banned, sheet.theme.board.mix(sheet.theme.page, 30));
    let slant = radius * std::f64::consts::FRAC_1_SQRT_2;
    let (x1, y1) = (sheet.x(centre.0 - slant), sheet.y(centre.1 - slant));
    let (x2, y2) = (sheet.x(centre.0 + slant), sheet.y(centre.1 + slant));
    let line = format!("stroke=\"{colour}\" stroke-width=\"{}\"", sheet.length(0.075));
    sheet.add(format_args!("<g class=\"banned\">\n"));
    sheet.circle(centre, radius, &format!("fill=\"{ground}\" {line}"));
    sheet.add(format_args!("<path d=\"M{x1} {y1}L{x2} {y2}\" {line}/>\n"));
    if !reason.is_empty() {
        let size = words::fit(&reason, 0.24, 0.94);
        let below = (at.0, at.1 + 0.32);
        let plate =
            format!("fill=\"{ground}\" fill-opacity=\"0.85\" rx=\"{}\"", sheet.length(0.04));
        sheet.rectangle(below, words::width(&reason, size) + 0.04, size * 1.15, &plate);
        sheet.words(&reason, below, size, Anchor::Middle, colour);
    }
    sheet.add(format_args!("</g>\n"));
}
