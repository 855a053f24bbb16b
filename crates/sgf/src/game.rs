//! A game of Go as its record tells it: what is said about it, and what happens in each node.

use std::fmt;

use crate::error::{prefix, shown};
use crate::line::{PathError, VariationPath, follow};
use crate::property::Property;
use crate::tree::Node;
use crate::{Location, RecordedResult, Repair, RepairKind, Size};

/// Game-info properties: they may stand in the root or in a later node of a line.
const ABOUT_THE_GAME: [&str; 15] =
    ["KM", "RU", "RE", "HA", "PB", "PW", "BR", "WR", "US", "GN", "EV", "PC", "DT", "TM", "OT"];

/// Black or White.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Black.
    Black,
    /// White.
    White,
}

impl Colour {
    /// `B` or `W`.
    pub fn letter(self) -> char {
        match self {
            Colour::Black => 'B',
            Colour::White => 'W',
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Colour::Black => "Black",
            Colour::White => "White",
        })
    }
}

/// One game of a collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game<'a> {
    root: Node<'a>,
}

impl<'a> Game<'a> {
    pub(crate) fn new(root: Node<'a>) -> Self {
        Game { root }
    }

    /// The first node.
    pub fn root(&self) -> Node<'a> {
        self.root
    }

    /// The nodes of the game, parents before children and variations in order.
    pub fn nodes(&self) -> impl Iterator<Item = Node<'a>> + use<'a> {
        self.root.descendants()
    }

    /// The nodes from the root to the end, always the first of the variations.
    pub fn main_line(&self) -> impl Iterator<Item = Node<'a>> + use<'a> {
        std::iter::successors(Some(self.root), Node::first_child)
    }

    /// The nodes from the root to the end, along the variations that `path` names.
    pub fn line(&self, path: &VariationPath) -> Result<Vec<Node<'a>>, PathError> {
        follow(self.root, path)
    }

    /// What is said about the game, in the root or else along its main line.
    ///
    /// ```
    /// let collection = shinpan_sgf::parse(b"(;GM[1]SZ[9]KM[6.5]RE[W+R];B[ee])")?;
    /// let info = collection.game(0).expect("a game").info()?;
    /// assert_eq!(info.size.to_string(), "9x9");
    /// assert_eq!(info.komi.as_deref(), Some("6.5"));
    ///
    /// let chess = shinpan_sgf::parse(b"(;GM[3])")?;
    /// let error = chess.game(0).expect("a game").info().unwrap_err();
    /// assert_eq!(error.to_string(), "1:3: GM[3] is not Go");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn info(&self) -> Result<GameInfo, GameError> {
        GameInfo::read(*self, self.main_line())
    }

    /// The same along another line, from the root on.
    pub fn info_along(&self, line: &[Node<'a>]) -> Result<GameInfo, GameError> {
        GameInfo::read(*self, line.iter().copied())
    }
}

/// What a game says about itself; texts are as found, read as SimpleText.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameInfo {
    /// The board, from `SZ`; 19x19 if there is none.
    pub size: Size,
    /// The value of `SZ`.
    pub size_found: Option<String>,
    /// The edition of the format, from `FF`, if it is a number.
    pub ff: Option<u32>,
    /// Komi, from `KM`.
    pub komi: Option<String>,
    /// The rules, from `RU`.
    pub rules: Option<String>,
    /// The result, from `RE`.
    pub result: Option<String>,
    /// The handicap, from `HA`.
    pub handicap: Option<String>,
    /// Black's name, from `PB`.
    pub black: Option<String>,
    /// White's name, from `PW`.
    pub white: Option<String>,
    /// Black's rank, from `BR`.
    pub black_rank: Option<String>,
    /// White's rank, from `WR`.
    pub white_rank: Option<String>,
    /// Who moves first, from `PL`.
    pub to_play: Option<String>,
    /// The encoding declared, from `CA`.
    pub charset: Option<String>,
    /// The program that wrote the file, from `AP`.
    pub application: Option<String>,
    /// Who entered the game, from `US`.
    pub user: Option<String>,
    /// The game's name, from `GN`.
    pub name: Option<String>,
    /// The event, from `EV`.
    pub event: Option<String>,
    /// The place, from `PC`.
    pub place: Option<String>,
    /// The date, from `DT`.
    pub date: Option<String>,
    /// The main time, from `TM`.
    pub time: Option<String>,
    /// The overtime, from `OT`.
    pub overtime: Option<String>,
    /// What was put right in reading the values.
    pub notes: Vec<Repair>,
}

impl GameInfo {
    fn read<'a>(
        game: Game<'a>,
        line: impl Iterator<Item = Node<'a>>,
    ) -> Result<GameInfo, GameError> {
        let root = game.root;
        let mut notes = Vec::new();
        let said = about_the_game(root, line, &mut notes);
        let text = |identifier: &str| {
            let found = said.iter().find(|property| property.is(identifier)).copied();
            let found = found.or_else(|| root.property(identifier));
            found.map(|property| property.value().simple_text().into_owned())
        };
        if let Some(property) = root.property("GM") {
            let found = property.value().simple_text();
            if !found.trim().is_empty() && found.trim().parse() != Ok(1) {
                let what = GameErrorKind::NotGo { found: found.into_owned() };
                return Err(GameError { at: property.location(), what });
            }
        }
        Ok(GameInfo {
            size: size(game, &mut notes)?,
            size_found: text("SZ"),
            ff: text("FF").and_then(|ff| ff.trim().parse().ok()),
            komi: text("KM"),
            rules: text("RU"),
            result: text("RE"),
            handicap: text("HA"),
            black: text("PB"),
            white: text("PW"),
            black_rank: text("BR"),
            white_rank: text("WR"),
            to_play: text("PL"),
            charset: text("CA"),
            application: text("AP"),
            user: text("US"),
            name: text("GN"),
            event: text("EV"),
            place: text("PC"),
            date: text("DT"),
            time: text("TM"),
            overtime: text("OT"),
            notes,
        })
    }

    /// What the result says.
    pub fn recorded_result(&self) -> Option<RecordedResult> {
        self.result.as_deref().map(RecordedResult::parse)
    }
}

/// The first game-info property of each kind that is not blank, else the first; and what is odd about them.
fn about_the_game<'a>(
    root: Node<'a>,
    line: impl Iterator<Item = Node<'a>>,
    notes: &mut Vec<Repair>,
) -> Vec<Property<'a>> {
    let blank = |property: &Property<'a>| property.value().simple_text().trim().is_empty();
    let mut said: Vec<Property<'a>> = Vec::new();
    for node in line {
        for property in node.properties() {
            let identifier = property.identifier();
            if !ABOUT_THE_GAME.contains(&identifier.as_ref()) {
                continue;
            }
            let mut note = |what| notes.push(Repair { at: property.location(), what });
            let identifier = identifier.into_owned();
            let before = said.iter().position(|before| before.is(&identifier));
            if let Some(at) = before
                && (blank(&property) || !blank(&said[at]))
            {
                let found = property.value().simple_text();
                if !blank(&property) && found != said[at].value().simple_text() {
                    let found = found.into_owned();
                    note(RepairKind::OtherInfo { identifier, found });
                }
                continue;
            }
            let count = property.values().len();
            if count > 1 {
                note(RepairKind::MoreValues { identifier: identifier.clone(), count });
            }
            if node != root && !blank(&property) {
                note(RepairKind::LateInfo { identifier });
            }
            match before {
                Some(at) => said[at] = property,
                None => said.push(property),
            }
        }
    }
    said
}

fn size(game: Game<'_>, notes: &mut Vec<Repair>) -> Result<Size, GameError> {
    let Some(property) = game.root.property("SZ") else {
        notes.extend(beyond_nineteen(game));
        return Ok(Size::NINETEEN);
    };
    let value = property.value();
    let raw = value.simple_text();
    let side = |text: &str| text.trim().parse().ok();
    let sides = match raw.split_once(':') {
        Some((cols, rows)) => side(cols).zip(side(rows)),
        None => side(&raw).map(|side: u8| (side, side)),
    };
    let Some(size) = sides.and_then(|(cols, rows)| Size::new(cols, rows)) else {
        let what = GameErrorKind::BadSize { found: format!("[{}]", value.raw()) };
        return Err(GameError { at: value.location(), what });
    };
    let identifier = "SZ".to_owned();
    let note = |what| Repair { at: value.location(), what };
    let count = property.values().len();
    if count > 1 {
        notes.push(note(RepairKind::MoreValues { identifier: identifier.clone(), count }));
    }
    if raw.contains(':') && size.cols == size.rows {
        let (raw, read_as) = (raw.into_owned(), size.cols.to_string());
        notes.push(note(RepairKind::Reread { identifier, raw, read_as }));
    } else if raw.contains(char::is_whitespace) {
        notes.push(note(RepairKind::Blanks { identifier, raw: raw.into_owned() }));
    }
    Ok(size)
}

/// The first stone outside 19x19 that the largest board has room for.
fn beyond_nineteen(game: Game<'_>) -> Option<Repair> {
    let largest = Size { cols: 52, rows: 52 };
    let stones = game.nodes().flat_map(|node| node.properties()).filter(|property| {
        ["B", "W", "AB", "AW", "AE"].iter().any(|identifier| property.is(identifier))
    });
    let value = stones.flat_map(|property| property.values()).find(|value| {
        value.as_move(Size::NINETEEN).is_none()
            && value.as_area(Size::NINETEEN).is_none()
            && value.as_area(largest).is_some()
    })?;
    let what = RepairKind::SizeAssumed { raw: format!("[{}]", value.raw()) };
    Some(Repair { at: value.location(), what })
}

/// A record that is not one of a game on a board of 1x1 to 52x52.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{what}", prefix(*.at))]
pub struct GameError {
    /// Where in the input.
    pub at: Option<Location>,
    /// What is wrong.
    pub what: GameErrorKind,
}

/// The kinds of [`GameError`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GameErrorKind {
    /// `GM` names another game.
    #[error("GM[{found}] is not Go")]
    NotGo {
        /// The value of `GM`.
        found: String,
    },
    /// `SZ` is no size of a board.
    #[error("expected a size from 1 to 52, or two such as `5:7`, after `SZ`, found {}", shown(.found))]
    BadSize {
        /// The value of `SZ`.
        found: String,
    },
}
