//! What is written for one point.

use anstyle::{Ansi256Color, AnsiColor, Color, Style};

use super::{TextOptions, plain};
use crate::overlay::Overlay;
use crate::{MarkKind, Stone};

/// Longer labels are cut.
const MAX_LABEL: usize = 4;

/// The sign of a player's stone.
pub(super) fn stone_sign(player: u8, options: TextOptions) -> char {
    let signs = if options.unicode {
        ['●', '○', '③', '④', '⑤', '⑥', '⑦', '⑧']
    } else {
        ['X', 'O', '3', '4', '5', '6', '7', '8']
    };
    signs[usize::from(player) % signs.len()]
}

/// The sign of an empty point that counts for a player.
pub(super) fn area_sign(player: u8, options: TextOptions) -> char {
    let signs = if options.unicode {
        ['▪', '▫', 'c', 'd', 'e', 'f', 'g', 'h']
    } else {
        ['x', 'o', 'c', 'd', 'e', 'f', 'g', 'h']
    };
    signs[usize::from(player) % signs.len()]
}

/// The sign of a mark, if it has one of its own.
pub(super) fn mark_sign(mark: &MarkKind) -> Option<char> {
    match mark {
        MarkKind::Triangle => Some('^'),
        MarkKind::Square => Some('#'),
        MarkKind::Circle => Some('@'),
        MarkKind::Cross => Some('*'),
        MarkKind::Banned { .. } => Some('!'),
        MarkKind::LastMove | MarkKind::Label { .. } => None,
    }
}

/// What is written for one point.
pub(super) struct Cell {
    pub(super) text: String,
    /// Whether this was the last play.
    pub(super) last: bool,
    style: Style,
}

impl Cell {
    pub(super) fn of(overlay: &Overlay<'_>, point: usize, options: TextOptions) -> Self {
        let marks = overlay.marks(point);
        let area = overlay.area(point);
        let banned = marks.iter().any(|mark| matches!(mark, MarkKind::Banned { .. }));
        let mut signs: Vec<char> = marks.iter().filter_map(|mark| mark_sign(mark)).collect();
        signs.sort_unstable();
        signs.dedup();
        let labels = marks.iter().filter_map(|mark| match mark {
            MarkKind::Label { text } => Some(short(text)),
            _ => None,
        });

        let (mut text, style) = match overlay.stone(point) {
            Some(stone) => (stone_text(stone, area, options), stone_style(stone)),
            None => {
                let nothing = if options.unicode { '·' } else { '.' };
                let marked = !signs.is_empty() || labels.clone().next().is_some();
                match area {
                    Some(player) => (area_sign(player, options).to_string(), area_style(player)),
                    None if marked => (String::new(), Style::new().bold()),
                    None => (nothing.to_string(), Style::new().dimmed()),
                }
            }
        };
        text.extend(labels);
        text.extend(signs);
        let style = if banned { red() } else { style };
        let last = marks.contains(&&MarkKind::LastMove);
        Self { text, last, style }
    }

    /// How many columns the cell takes.
    pub(super) fn width(&self) -> usize {
        self.text.chars().count()
    }

    /// The cell's text, coloured if that is wanted.
    pub(super) fn painted(&self, options: TextOptions) -> String {
        if options.colour {
            format!("{}{}{}", self.style.render(), self.text, self.style.render_reset())
        } else {
            self.text.clone()
        }
    }
}

/// A stone, with what belongs to it.
fn stone_text(stone: &Stone, area: Option<u8>, options: TextOptions) -> String {
    let mut text = stone_sign(stone.player, options).to_string();
    if let Some(label) = stone.label.as_deref().map(short).filter(|label| !label.is_empty()) {
        if text.chars().all(|sign| sign.is_ascii_digit()) {
            text.push(':');
        }
        text.push_str(&label);
    }
    match area.filter(|&owner| owner != stone.player) {
        Some(owner) => text.push(area_sign(owner, options)),
        None if stone.dead => text.push('\''),
        None => {}
    }
    text
}

fn short(label: &str) -> String {
    plain(label).chars().take(MAX_LABEL).collect()
}

/// Each player's background and the ink that can be read on it: black, white, and the terminal's
/// nearest to the colours of the pictures.
const COLOURS: [(Color, AnsiColor); 8] = [
    (Color::Ansi256(Ansi256Color(16)), AnsiColor::BrightWhite),
    (Color::Ansi256(Ansi256Color(231)), AnsiColor::Black),
    (Color::Ansi256(Ansi256Color(166)), AnsiColor::Black),
    (Color::Ansi256(Ansi256Color(25)), AnsiColor::BrightWhite),
    (Color::Ansi256(Ansi256Color(36)), AnsiColor::Black),
    (Color::Ansi256(Ansi256Color(227)), AnsiColor::Black),
    (Color::Ansi256(Ansi256Color(74)), AnsiColor::Black),
    (Color::Ansi256(Ansi256Color(175)), AnsiColor::Black),
];

fn stone_style(stone: &Stone) -> Style {
    let (back, ink) = COLOURS[usize::from(stone.player) % COLOURS.len()];
    let style = Style::new().bg_color(Some(back)).fg_color(Some(ink.into()));
    if stone.dead { style.dimmed() } else { style.bold() }
}

fn area_style(player: u8) -> Style {
    match player {
        0 | 1 => Style::new().italic(),
        _ => Style::new().fg_color(Some(COLOURS[usize::from(player) % COLOURS.len()].0)),
    }
}

fn red() -> Style {
    Style::new().bold().fg_color(Some(AnsiColor::Red.into()))
}
