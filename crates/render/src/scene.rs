//! The scene: everything that is to be seen on one picture of a board.

use std::collections::{BTreeSet, HashMap, HashSet};

use serde::{Deserialize, Serialize};

use crate::{Error, Fault, Grid, label, layout};

/// Scenes with more points than this are not drawn.
pub const MAX_POINTS: usize = 65_536;
/// Scenes with more edges than this are not drawn.
pub const MAX_EDGES: usize = 1_000_000;
/// Players are counted from 0 to 7.
pub const MAX_PLAYERS: usize = 8;
/// No point may be further than this from 0, in either direction.
pub const MAX_COORDINATE: f64 = 10_000.0;
/// So many faults of a scene are told at once.
const MAX_FAULTS: usize = 20;

/// A picture of a board, without any idea of the rules.
///
/// # JSON
///
/// Every list may be left out when it is empty. Points, and players, are named by their index,
/// counted from 0.
///
/// ```
/// # let scene = shinpan_render::Scene::from_json(r#"
/// {
///   "title": "Move 9",
///   "points": [
///     { "name": "A1", "x": 0, "y": 0 },
///     { "name": "B1", "x": 1, "y": 0 }
///   ],
///   "edges": [[0, 1]],
///   "grid": { "cols": 2, "rows": 1 },
///   "players": ["Ann", "Bea"],
///   "stones": [{ "point": 1, "player": 1, "label": "8", "dead": false }],
///   "marks": [
///     { "point": 1, "kind": "last_move" },
///     { "point": 0, "kind": { "banned": { "text": "ko" } } },
///     { "point": 0, "kind": "circle" }
///   ],
///   "meanings": [{ "kind": "circle", "text": "where the ko is" }],
///   "areas": [{ "point": 0, "player": 1 }],
///   "blocks": [{ "points": [0], "player": 1, "label": "1" }],
///   "piles": [{ "player": 0, "stones": 2, "label": "Ann's captured stones" }],
///   "caption": ["Ann cannot retake."]
/// }
/// # "#)?;
/// # assert!(scene.check().is_ok());
/// # assert_eq!(shinpan_render::Scene::from_json(&scene.to_json())?, scene);
/// # Ok::<(), shinpan_render::Error>(())
/// ```
///
/// `x` grows to the right and `y` downwards; the unit is the distance between two lines. The kinds
/// of marks are `"last_move"`, `"triangle"`, `"square"`, `"circle"`, `"cross"`,
/// `{"label": {"text": "a"}}` and `{"banned": {"text": "ko"}}`, or `{"banned": {}}`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Scene {
    /// One line above the board.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The points of the board.
    pub points: Vec<Point>,
    /// The lines of the board, as pairs of points.
    pub edges: Vec<[usize; 2]>,
    /// Present if the points lie on the crossings of a rectangle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grid: Option<Grid>,
    /// The players' names. When there are any, the picture says whose stones are whose.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<String>,
    /// The stones, at most one on a point.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stones: Vec<Stone>,
    /// The marks, any number on a point.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
    /// What marks stand for, told below the board where it is drawn as text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub meanings: Vec<Meaning>,
    /// Points that count for a player, at most one player for a point.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub areas: Vec<Area>,
    /// Points counted together, each point in at most one block.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub blocks: Vec<Block>,
    /// Stones beside the board.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub piles: Vec<Pile>,
    /// Lines below the board.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub caption: Vec<String>,
}

/// A point of the board and its place on the page.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Point {
    /// What people call it, such as `A1`. When empty, [`Scene::name`] finds a name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// To the right, in line spacings.
    pub x: f64,
    /// Downwards, in line spacings.
    pub y: f64,
}

/// A stone.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stone {
    /// Where it lies.
    pub point: usize,
    /// Whose it is, 0 to 7.
    pub player: u8,
    /// Written on it: the number of its move, as a rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Drawn dimmed: dead, or otherwise about to leave the board.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dead: bool,
}

impl Stone {
    /// A living stone without a label.
    #[must_use]
    pub fn new(point: usize, player: u8) -> Self {
        Self { point, player, label: None, dead: false }
    }
}

/// A mark on a point.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// Where it is.
    pub point: usize,
    /// What it looks like.
    pub kind: MarkKind,
}

/// The kinds of marks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum MarkKind {
    /// The latest move.
    LastMove,
    /// A triangle.
    Triangle,
    /// A square.
    Square,
    /// A circle.
    Circle,
    /// A diagonal cross.
    Cross,
    /// A letter or a short word.
    Label {
        /// The letter.
        text: String,
    },
    /// A play here is not allowed.
    Banned {
        /// A short reason, such as `ko` or the name of a rule.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
}

/// What all marks of a kind stand for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Meaning {
    /// The kind: a shape.
    pub kind: MarkKind,
    /// In a few words, without control characters.
    pub text: String,
}

/// A point that counts for a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Area {
    /// The point.
    pub point: usize,
    /// Its owner, 0 to 7.
    pub player: u8,
}

/// Points counted together: outlined on a grid, with a number or a word in their middle.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Block {
    /// The points.
    pub points: Vec<usize>,
    /// For whom they count, 0 to 7.
    pub player: u8,
    /// Written in the middle: how many they are, as a rule.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
}

/// Stones beside the board, told by their number; a picture shows the first of them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pile {
    /// Whose stones they are, 0 to 7.
    pub player: u8,
    /// How many.
    pub stones: u32,
    /// What they are.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
}

impl Scene {
    /// Tells what marks of a kind stand for, if there are any.
    pub fn tell(&mut self, kind: MarkKind, text: &str) {
        if self.marks.iter().any(|mark| mark.kind == kind) {
            self.meanings.push(Meaning { kind, text: text.to_owned() });
        }
    }

    /// An empty rectangle. Points go from left to right and then from top to bottom, so that point
    /// `y * cols + x` is in column `x` from the left and row `y` from the top.
    ///
    /// # Errors
    ///
    /// If a side is 0, or there are more than [`MAX_POINTS`] points.
    pub fn grid(cols: usize, rows: usize) -> Result<Self, Error> {
        let grid = Grid { cols, rows };
        if grid.crossings().is_none() {
            return Err(Error::Scene(vec![Fault::GridSize { cols, rows }]));
        }
        let mut scene = Self { grid: Some(grid), ..Self::default() };
        for y in 0..rows {
            for x in 0..cols {
                let here = y * cols + x;
                let name = label::crossing(rows, x, y);
                scene.points.push(Point { name, x: x as f64, y: y as f64 });
                if x + 1 < cols {
                    scene.edges.push([here, here + 1]);
                }
                if y + 1 < rows {
                    scene.edges.push([here, here + cols]);
                }
            }
        }
        Ok(scene)
    }

    /// An empty rectangle whose opposite sides are joined. A side of one or two points has nothing
    /// to join.
    ///
    /// # Errors
    ///
    /// As for [`Scene::grid`].
    pub fn torus(cols: usize, rows: usize) -> Result<Self, Error> {
        let mut scene = Self::grid(cols, rows)?;
        if cols > 2 {
            scene.edges.extend((0..rows).map(|y| [y * cols + cols - 1, y * cols]));
        }
        if rows > 2 {
            scene.edges.extend((0..cols).map(|x| [(rows - 1) * cols + x, x]));
        }
        Ok(scene)
    }

    /// An empty board of any shape, laid out by [`layout::places`].
    ///
    /// # Errors
    ///
    /// If an edge names a point that does not exist, or joins a point to itself.
    pub fn graph<S: Into<String>>(
        names: impl IntoIterator<Item = S>,
        edges: impl IntoIterator<Item = [usize; 2]>,
    ) -> Result<Self, Error> {
        let mut scene = Self::default();
        scene.edges.extend(edges);
        scene.points.extend(names.into_iter().map(|name| Point {
            name: name.into(),
            x: 0.0,
            y: 0.0,
        }));
        scene.check()?;
        let places = layout::places(scene.points.len(), &scene.edges);
        for (point, [x, y]) in scene.points.iter_mut().zip(places) {
            (point.x, point.y) = (x, y);
        }
        Ok(scene)
    }

    /// Reads the JSON form.
    ///
    /// # Errors
    ///
    /// If the text is not the JSON form of a scene. Whether the scene can be drawn is another
    /// question, for [`Scene::check`].
    pub fn from_json(json: &str) -> Result<Self, Error> {
        serde_json::from_str(json).map_err(|error| Error::Json(error.to_string()))
    }

    /// Writes the JSON form. Places that are not numbers become `null`, which cannot be read back.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Looks for everything that would keep the scene from being drawn.
    ///
    /// # Errors
    ///
    /// [`Error::Scene`] with all faults, or the first twenty.
    pub fn check(&self) -> Result<(), Error> {
        let mut faults = Vec::new();
        self.check_sizes(&mut faults);
        if faults.is_empty() {
            self.check_places(&mut faults);
            self.check_edges(&mut faults);
            self.check_things(&mut faults);
        }
        faults.truncate(MAX_FAULTS);
        if faults.is_empty() { Ok(()) } else { Err(Error::Scene(faults)) }
    }

    fn check_sizes(&self, faults: &mut Vec<Fault>) {
        let sizes = [
            ("points", self.points.len(), MAX_POINTS),
            ("edges", self.edges.len(), MAX_EDGES),
            ("players", self.players.len(), MAX_PLAYERS),
            ("piles", self.piles.len(), MAX_PLAYERS),
        ];
        for (what, found, most) in sizes {
            if found > most {
                faults.push(Fault::TooMany { what, found, most });
            }
        }
        if let Some(grid @ Grid { cols, rows }) = self.grid
            && grid.crossings().is_none()
        {
            faults.push(Fault::GridSize { cols, rows });
        }
    }

    fn check_places(&self, faults: &mut Vec<Fault>) {
        let near = |value: f64| value.abs() <= MAX_COORDINATE;
        let mut taken = HashMap::new();
        for (index, point) in self.points.iter().enumerate() {
            match self.grid {
                Some(grid @ Grid { cols, rows }) => match grid.crossing(point.x, point.y) {
                    None => faults.push(Fault::OffGrid { point: index, cols, rows }),
                    Some(crossing) => {
                        if let Some(first) = taken.insert(crossing, index) {
                            faults.push(Fault::SamePlace { first, second: index });
                        }
                    }
                },
                None if near(point.x) && near(point.y) => {}
                None => faults.push(Fault::Place { point: index }),
            }
        }
    }

    fn check_edges(&self, faults: &mut Vec<Fault>) {
        for (index, &[a, b]) in self.edges.iter().enumerate() {
            self.check_point("edge", index, a, faults);
            self.check_point("edge", index, b, faults);
            if a == b {
                faults.push(Fault::Loop { edge: index, point: a });
            }
        }
    }

    fn check_things(&self, faults: &mut Vec<Fault>) {
        let mut stones = HashSet::new();
        for (index, stone) in self.stones.iter().enumerate() {
            self.check_point("stone", index, stone.point, faults);
            check_player("stone", index, stone.player, faults);
            if !stones.insert(stone.point) {
                faults.push(Fault::Twice { what: "stone", point: stone.point });
            }
        }
        for (index, mark) in self.marks.iter().enumerate() {
            self.check_point("mark", index, mark.point, faults);
        }
        let mut areas = HashSet::new();
        for (index, area) in self.areas.iter().enumerate() {
            self.check_point("area", index, area.point, faults);
            check_player("area", index, area.player, faults);
            if !areas.insert(area.point) {
                faults.push(Fault::Twice { what: "area", point: area.point });
            }
        }
        let mut blocks = HashSet::new();
        for (index, block) in self.blocks.iter().enumerate() {
            check_player("block", index, block.player, faults);
            for &point in &block.points {
                self.check_point("block", index, point, faults);
                if !blocks.insert(point) {
                    faults.push(Fault::Twice { what: "block", point });
                }
            }
        }
        for (index, pile) in self.piles.iter().enumerate() {
            check_player("pile", index, pile.player, faults);
        }
    }

    fn check_point(&self, what: &'static str, index: usize, point: usize, faults: &mut Vec<Fault>) {
        let points = self.points.len();
        if point >= points {
            faults.push(Fault::NoSuchPoint { what, index, point, points });
        }
    }

    /// What to call a point: its own name, or its coordinates on a grid, or its number from 1.
    #[must_use]
    pub fn name(&self, point: usize) -> String {
        let Some(found) = self.points.get(point) else { return format!("#{}", point + 1) };
        if !found.name.is_empty() {
            return found.name.clone();
        }
        match self.grid.and_then(|grid| Some((grid.rows, grid.crossing(found.x, found.y)?))) {
            Some((rows, (x, y))) => label::crossing(rows, x, y),
            None => format!("#{}", point + 1),
        }
    }

    /// What to call a player: the name given, or else Black, White, player 3 and so on.
    #[must_use]
    pub fn player_name(&self, player: u8) -> String {
        match self.players.get(usize::from(player)) {
            Some(name) if !name.is_empty() => name.clone(),
            _ => match player {
                0 => "Black".to_owned(),
                1 => "White".to_owned(),
                _ => format!("player {}", u16::from(player) + 1),
            },
        }
    }

    /// The edges with the smaller point first, each once, in order.
    pub(crate) fn distinct_edges(&self) -> BTreeSet<(usize, usize)> {
        self.edges.iter().map(|&[a, b]| (a.min(b), a.max(b))).collect()
    }
}

fn check_player(what: &'static str, index: usize, player: u8, faults: &mut Vec<Fault>) {
    if usize::from(player) >= MAX_PLAYERS {
        faults.push(Fault::NoSuchPlayer { what, index, player });
    }
}
