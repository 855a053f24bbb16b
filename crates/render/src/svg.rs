//! A scene as an SVG picture.

mod beside;
mod block;
mod board;
mod describe;
pub(crate) mod film;
mod mark;
mod name;
mod stone;
mod words;

use std::fmt::{self, Write as _};

use crate::grid::Crossings;
use crate::overlay::Overlay;
use crate::{Colour, Error, Scene, Theme};
use name::Name;
use words::Escaped;

/// Fonts asked for: the one that [`crate::to_png`] has compiled in, and then whatever there is.
const FONTS: &str = "DejaVu Sans, Verdana, Noto Sans, Arial, sans-serif";

// Lengths on the page, in line spacings.
const MARGIN: f64 = 0.35;
const TITLE: f64 = 0.5;
const CAPTION: f64 = 0.38;
/// Size of coordinates and of points' names.
const COORDINATE: f64 = 0.34;
const LEADING: f64 = 1.45;
/// Words get at least this much room, however small the board.
const WORDS_WIDTH: f64 = 9.0;

/// Draws a scene. The same scene and theme give the same text, byte for byte.
///
/// The picture has a `<title>` and a `<desc>` that say in words what is on the board, for those
/// who listen to it.
///
/// # Errors
///
/// [`Error::Scene`] if the scene does not pass [`Scene::check`].
pub fn to_svg(scene: &Scene, theme: &Theme) -> Result<String, Error> {
    scene.check()?;
    let crossings = Crossings::of(scene);
    let overlay = Overlay::of(scene);
    let names = if crossings.is_none() { name::of(scene) } else { Vec::new() };
    let frame = Frame::of(scene, theme, crossings.as_ref(), &names);

    let mut sheet = Sheet::new(theme, &frame);
    sheet.open(&describe::title(scene), &describe::board(scene), &frame);
    stone::definitions(&mut sheet, scene);
    board::ground(&mut sheet, &frame);
    board::areas(&mut sheet, scene);
    board(&mut sheet, scene, crossings.as_ref(), &names);
    stone::stones(&mut sheet, scene, &overlay);
    stone::squares(&mut sheet, scene, &overlay);
    block::blocks(&mut sheet, scene);
    mark::marks(&mut sheet, scene, &overlay);
    frame.name_players(&mut sheet);
    frame.words(&mut sheet, &frame.title, &frame.caption);
    beside::piles(&mut sheet, scene, &frame);
    Ok(sheet.close())
}

/// Lines, coordinates or names of points.
fn board(sheet: &mut Sheet<'_>, scene: &Scene, crossings: Option<&Crossings>, names: &[Name]) {
    board::lines(sheet, scene, crossings);
    if sheet.theme.coordinates
        && let Some(crossings) = crossings
    {
        board::coordinates(sheet, crossings);
    }
    for name in names {
        sheet.words(&name.text, (name.x, name.y), name::SIZE, name.anchor, sheet.theme.text);
    }
}

/// A number in a picture: two decimals at most.
struct Number(f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounded = (self.0 * 100.0).round() / 100.0;
        // Adding 0 turns -0 into 0.
        write!(f, "{}", rounded + 0.0)
    }
}

/// To which side of its place a text goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Anchor {
    Start,
    Middle,
    End,
}

impl fmt::Display for Anchor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Start => "start",
            Self::Middle => "middle",
            Self::End => "end",
        })
    }
}

/// The picture being drawn. Places and lengths are given in line spacings, in the scene's own
/// coordinates.
struct Sheet<'a> {
    theme: &'a Theme,
    cell: f64,
    left: f64,
    top: f64,
    out: String,
}

impl<'a> Sheet<'a> {
    fn new(theme: &'a Theme, frame: &Frame) -> Self {
        let cell = f64::from(theme.cell.clamp(1, 400));
        Self { theme, cell, left: frame.left, top: frame.top, out: String::new() }
    }

    fn x(&self, x: f64) -> Number {
        Number((x - self.left) * self.cell)
    }

    fn y(&self, y: f64) -> Number {
        Number((y - self.top) * self.cell)
    }

    fn length(&self, length: f64) -> Number {
        Number(length * self.cell)
    }

    fn stroke(&self) -> f64 {
        f64::from(self.theme.stroke.min(50)) / 100.0
    }

    /// Appends to the picture.
    fn add(&mut self, part: fmt::Arguments<'_>) {
        // Writing to a `String` cannot fail.
        let _ = self.out.write_fmt(part);
    }

    /// Width and height of the picture, in whole pixels, so that the page ends where they end.
    fn size(&self, frame: &Frame) -> (f64, f64) {
        let whole = |length: f64| (length * self.cell).ceil();
        (whole(frame.width), whole(frame.height))
    }

    fn open(&mut self, title: &str, description: &str, frame: &Frame) {
        let (width, height) = self.size(frame);
        self.add(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"{FONTS}\">\n\
             <title>{}</title>\n<desc>{}</desc>\n",
            Escaped(title),
            Escaped(description),
        ));
    }

    fn close(mut self) -> String {
        self.out.push_str("</svg>\n");
        self.out
    }

    /// Text around a place, level with it.
    fn words(&mut self, text: &str, at: (f64, f64), size: f64, anchor: Anchor, fill: Colour) {
        // Half the height of DejaVu's capitals: more alike everywhere than `dominant-baseline`.
        let (x, y) = (self.x(at.0), self.y(at.1 + 0.365 * size));
        let size = self.length(size);
        self.add(format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"{anchor}\" \
             fill=\"{fill}\">{}</text>\n",
            Escaped(text),
        ));
    }

    fn circle(&mut self, at: (f64, f64), radius: f64, paint: &str) {
        let (x, y, r) = (self.x(at.0), self.y(at.1), self.length(radius));
        self.add(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" {paint}/>\n"));
    }

    /// A square, or some other rectangle, around a place.
    fn rectangle(&mut self, at: (f64, f64), width: f64, height: f64, paint: &str) {
        let (x, y) = (self.x(at.0 - width / 2.0), self.y(at.1 - height / 2.0));
        let (width, height) = (self.length(width), self.length(height));
        self.add(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" {paint}/>\n"
        ));
    }

    /// A closed line through places given relative to the first argument.
    fn polygon(&mut self, at: (f64, f64), corners: &[(f64, f64)], paint: &str) {
        self.add(format_args!("<polygon points=\""));
        for (index, corner) in corners.iter().enumerate() {
            let space = if index > 0 { " " } else { "" };
            let (x, y) = (self.x(at.0 + corner.0), self.y(at.1 + corner.1));
            self.add(format_args!("{space}{x},{y}"));
        }
        self.add(format_args!("\" {paint}/>\n"));
    }
}

/// Where the parts of the picture go.
struct Frame {
    /// The scene's coordinates of the page's upper left corner.
    left: f64,
    top: f64,
    /// The page.
    width: f64,
    height: f64,
    /// The board: left, top, right and bottom in the scene's coordinates.
    board: [f64; 4],
    title: Vec<String>,
    /// The players named under the board, with their place.
    players: Vec<(u8, String, (f64, f64))>,
    /// Where the piles of stones beside the board begin.
    piles: Vec<(f64, f64)>,
    /// How far the stones of a pile may reach to the right.
    right: f64,
    caption: Vec<String>,
    /// Middle of the first line of the caption.
    caption_top: f64,
}

impl Frame {
    fn of(scene: &Scene, theme: &Theme, crossings: Option<&Crossings>, names: &[Name]) -> Self {
        let board = bounds(scene, theme, crossings, names);
        let [left, top, right, bottom] = board;
        let named = scene.players.iter().any(|name| !name.is_empty());
        let silent = scene.title.is_empty() && scene.caption.is_empty() && scene.piles.is_empty();
        let wordy = named || !silent;
        let inner = (right - left).max(if wordy { WORDS_WIDTH } else { 0.0 });
        let page_left = (left + right - inner) / 2.0 - MARGIN;

        let title = words::wrap(std::slice::from_ref(&scene.title), TITLE, inner);
        let title_height = match title.len() {
            0 => MARGIN,
            lines => lines as f64 * TITLE * LEADING + 0.5 * MARGIN,
        };
        let mut below = bottom;
        let mut players = Vec::new();
        if named {
            below += 0.8;
            let mut x = page_left + MARGIN + 0.3;
            for (player, name) in (0..).zip(&scene.players) {
                let name = words::clip(name, 24);
                let width = words::width(&name, CAPTION) + 1.1;
                if !players.is_empty() && x + width > page_left + MARGIN + inner + 0.6 {
                    x = page_left + MARGIN + 0.3;
                    below += 0.75;
                }
                players.push((player, name, (x, below)));
                x += width;
            }
            below += 0.2;
        }
        let mut piles = Vec::new();
        for _ in &scene.piles {
            below += beside::HEIGHT;
            piles.push((page_left + MARGIN, below - 0.5));
        }
        below += if piles.is_empty() { 0.0 } else { 0.2 };
        let caption = words::wrap(&scene.caption, CAPTION, inner);
        let caption_top = below + 0.35 + CAPTION / 2.0;
        if !caption.is_empty() {
            below = caption_top + caption.len() as f64 * CAPTION * LEADING - CAPTION;
        }
        let page_top = top - title_height;
        Self {
            left: page_left,
            top: page_top,
            width: inner + 2.0 * MARGIN,
            height: below + MARGIN - page_top,
            board,
            title,
            players,
            piles,
            right: page_left + MARGIN + inner,
            caption,
            caption_top,
        }
    }

    /// Names the players.
    fn name_players(&self, sheet: &mut Sheet<'_>) {
        let ink = sheet.theme.text;
        for (player, name, at) in &self.players {
            stone::sample(sheet, *player, *at);
            sheet.words(name, (at.0 + 0.4, at.1), CAPTION, Anchor::Start, ink);
        }
    }

    /// Writes a title and a caption, this frame's or those of another one like it.
    fn words(&self, sheet: &mut Sheet<'_>, title: &[String], caption: &[String]) {
        let ink = sheet.theme.text;
        let middle = (self.board[0] + self.board[2]) / 2.0;
        let start = self.left + MARGIN;
        for (line, text) in title.iter().enumerate() {
            let y = self.top + (line as f64 + 0.75) * TITLE * LEADING;
            sheet.words(text, (middle, y), TITLE, Anchor::Middle, ink);
        }
        for (line, text) in caption.iter().enumerate() {
            let y = self.caption_top + line as f64 * CAPTION * LEADING;
            sheet.words(text, (start, y), CAPTION, Anchor::Start, ink);
        }
    }
}

/// The board with its border: left, top, right and bottom.
fn bounds(scene: &Scene, theme: &Theme, crossings: Option<&Crossings>, names: &[Name]) -> [f64; 4] {
    if let Some(crossings) = crossings {
        let (cols, rows) = (crossings.grid.cols, crossings.grid.rows);
        let (side, end) = if theme.coordinates { board::label_room(crossings) } else { (0.8, 0.8) };
        return [-side, -end, cols as f64 - 1.0 + side, rows as f64 - 1.0 + end];
    }
    let mut bounds = match scene.points.first() {
        None => [0.0; 4],
        Some(first) => [first.x, first.y, first.x, first.y],
    };
    let mut include = |x: f64, y: f64| {
        bounds = [bounds[0].min(x), bounds[1].min(y), bounds[2].max(x), bounds[3].max(y)];
    };
    for point in &scene.points {
        include(point.x - 0.9, point.y - 0.9);
        include(point.x + 0.9, point.y + 0.9);
    }
    for name in names {
        let [left, top, right, bottom] = name.bounds();
        include(left - 0.3, top - 0.3);
        include(right + 0.3, bottom + 0.3);
    }
    bounds
}
