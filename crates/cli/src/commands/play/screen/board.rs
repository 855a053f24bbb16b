//! The board in cells of the terminal: the scene that every picture is drawn from, with a cursor.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use shinpan_render::{MarkKind, Scene};

use super::place;

/// The point next to another in a direction, or the same if there is none: the nearest of those that
/// lie there, those straight ahead first.
pub(super) fn neighbour(scene: &Scene, from: usize, right: f64, down: f64) -> usize {
    let (x, y) = place(scene, from);
    let distance = |to: usize| {
        let (to_x, to_y) = place(scene, to);
        let ahead = (to_x - x) * right + (to_y - y) * down;
        let aside = ((to_x - x) * down).abs() + ((to_y - y) * right).abs();
        (ahead > 1e-6 && aside <= 2.0 * ahead).then_some(ahead + 2.0 * aside)
    };
    let near = (0..scene.points.len()).filter_map(|to| Some((distance(to)?, to)));
    near.min_by(|one, other| one.0.total_cmp(&other.0)).map_or(from, |(_, to)| to)
}

/// The board: which points are marked as dead, and where the cursor is.
pub(super) struct Board<'a> {
    pub(super) scene: &'a Scene,
    pub(super) cursor: usize,
    pub(super) marked: &'a [usize],
}

/// A sign and how it is shown.
struct Cell {
    sign: char,
    style: Style,
}

const INK: [Color; 8] = [
    Color::Cyan,
    Color::White,
    Color::Yellow,
    Color::Green,
    Color::Magenta,
    Color::Blue,
    Color::LightRed,
    Color::LightGreen,
];

impl Board<'_> {
    /// What stands on a point: a stone, the sign of whose it is, a ban, or nothing. The signs are
    /// those of `shinpan render --as text`.
    fn cell(&self, point: usize) -> Cell {
        let stones = ['X', 'O', '3', '4', '5', '6', '7', '8'];
        let areas = ['x', 'o', 'c', 'd', 'e', 'f', 'g', 'h'];
        let ink = |player: u8| Style::new().fg(INK[usize::from(player) % INK.len()]);
        let marks = || self.scene.marks.iter().filter(|mark| mark.point == point);
        let area = self.scene.areas.iter().find(|area| area.point == point);
        if let Some(stone) = self.scene.stones.iter().find(|stone| stone.point == point) {
            let mut style = ink(stone.player).add_modifier(Modifier::BOLD);
            if marks().any(|mark| mark.kind == MarkKind::LastMove) {
                style = style.add_modifier(Modifier::UNDERLINED);
            }
            if self.marked.contains(&point) || stone.dead {
                style = style.add_modifier(Modifier::CROSSED_OUT | Modifier::DIM);
            }
            return Cell { sign: stones[usize::from(stone.player) % stones.len()], style };
        }
        if marks().any(|mark| matches!(mark.kind, MarkKind::Banned { .. })) {
            return Cell {
                sign: '!',
                style: Style::new().fg(Color::Red).add_modifier(Modifier::BOLD),
            };
        }
        match area {
            Some(area) => Cell {
                sign: areas[usize::from(area.player) % areas.len()],
                style: ink(area.player),
            },
            None => Cell { sign: '.', style: Style::new().add_modifier(Modifier::DIM) },
        }
    }

    /// What stands before and behind a sign: the cursor, a stone marked dead, the last move, or a
    /// chain that is unproven.
    fn around(&self, point: usize) -> (char, char) {
        let unproven = |kind: &MarkKind| matches!(kind, MarkKind::Label { text } if text == "?");
        let marks = || self.scene.marks.iter().filter(|mark| mark.point == point);
        let dead = self.scene.stones.iter().any(|stone| stone.point == point && stone.dead);
        let behind = if self.marked.contains(&point) || dead {
            '\''
        } else if marks().any(|mark| unproven(&mark.kind)) {
            '?'
        } else {
            ' '
        };
        match (point == self.cursor, marks().any(|mark| mark.kind == MarkKind::LastMove)) {
            (true, _) => ('[', if behind == ' ' { ']' } else { behind }),
            (false, true) => ('(', if behind == ' ' { ')' } else { behind }),
            (false, false) => (' ', behind),
        }
    }

    /// Draws into an area; what does not fit is left out around the cursor.
    pub(super) fn draw(&self, area: Rect, buffer: &mut Buffer) {
        // A grid has a cell of three columns for each point and its coordinates around it; elsewhere
        // points have room for their names.
        let grid = self.scene.grid.is_some();
        let (wide, high) = if grid { (3.0, 1.0) } else { (8.0, 2.0) };
        let spot = |point: usize| {
            let (x, y) = place(self.scene, point);
            ((x * wide).round() as i64, (y * high).round() as i64)
        };
        let (margin_x, margin_y) = if grid { (3, 1) } else { (1, 0) };
        let least = (0..self.scene.points.len()).map(spot);
        let (left, top) = least.fold((i64::MAX, i64::MAX), |(a, b), (x, y)| (a.min(x), b.min(y)));
        let (width, height) = (i64::from(area.width), i64::from(area.height));
        let (cursor_x, cursor_y) = spot(self.cursor);
        // The part that is seen: all of it, or so far that the cursor is in it.
        let seen = |at: i64, room: i64| (at - (room - 4).max(1)).max(0);
        let shift_x = seen(cursor_x - left + margin_x, width);
        let shift_y = seen(cursor_y - top + margin_y, height);
        let mut put = |x: i64, y: i64, text: &str, style: Style| {
            let (x, y) = (x - left - shift_x + margin_x, y - top - shift_y + margin_y);
            if (0..width).contains(&x) && (0..height).contains(&y) {
                let room = (width - x) as usize;
                buffer.set_stringn(area.x + x as u16, area.y + y as u16, text, room, style);
            }
        };
        for point in 0..self.scene.points.len() {
            let (x, y) = spot(point);
            let Cell { sign, style } = self.cell(point);
            let (before, behind) = self.around(point);
            let frame = if point == self.cursor {
                Style::new().fg(Color::LightYellow).add_modifier(Modifier::BOLD)
            } else {
                Style::new()
            };
            put(x, y, &before.to_string(), frame);
            put(x + 1, y, &sign.to_string(), style);
            put(x + 2, y, &behind.to_string(), frame);
            if !grid {
                let name: String = self.scene.name(point).chars().take(4).collect();
                put(x + 3, y, &name, Style::new().add_modifier(Modifier::DIM));
            }
        }
        if grid {
            self.coordinates(&mut put, spot);
        }
    }

    fn coordinates(
        &self,
        put: &mut impl FnMut(i64, i64, &str, Style),
        spot: impl Fn(usize) -> (i64, i64),
    ) {
        let dim = Style::new().add_modifier(Modifier::DIM);
        for point in 0..self.scene.points.len() {
            let (x, y) = spot(point);
            let name = self.scene.name(point);
            let digits = name.trim_start_matches(|c: char| c.is_ascii_alphabetic());
            let letters = &name[..name.len() - digits.len()];
            let (first_x, first_y) = spot(0);
            if y == first_y {
                put(x + 1, y - 1, letters, dim);
            }
            if x == first_x {
                put(x - 3, y, &format!("{digits:>2}"), dim);
            }
        }
    }
}
