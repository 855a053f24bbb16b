//! What happens in a node: moves, stones set up, whose turn it is.

use std::collections::HashSet;

use crate::error::{prefix, shown};
use crate::property::{Property, Value};
use crate::tree::Node;
use crate::{Area, Colour, Location, Point, Repair, RepairKind, Size, Where};

/// One thing that happens in a node.
#[derive(Clone, Debug)]
pub struct Event<'a> {
    /// The property that says so; for stones set up, the first of them.
    pub property: Property<'a>,
    /// What happens.
    pub kind: EventKind,
    /// What was put right in reading it.
    pub notes: Vec<Repair>,
}

impl<'a> Event<'a> {
    /// The node it happens in.
    pub fn node(&self) -> Node<'a> {
        self.property.node()
    }

    /// Where the property stands in the input.
    pub fn location(&self) -> Option<Location> {
        self.property.location()
    }
}

/// The kinds of [`Event`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EventKind {
    /// A move or a pass, `B` or `W`.
    Move {
        /// Who moves.
        colour: Colour,
        /// Where.
        at: Where,
    },
    /// All stones that the node sets up or takes away, `AB`, `AW` and `AE`.
    Setup(Setup),
    /// Whose turn it is, `PL`.
    Player(Colour),
    /// A property that the standard does not know; it is in [`Event::property`].
    Private,
    /// A value that cannot be read; the rest of the node can.
    Unreadable(ValueFault),
}

/// Stones set up, each point once in its list, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// Points of `AB`.
    pub black: Vec<Point>,
    /// Points of `AW`.
    pub white: Vec<Point>,
    /// Points of `AE`.
    pub empty: Vec<Point>,
}

/// A value that cannot be read, the first of its property.
///
/// Shown as ``3:17: expected a point of the 9x9 board after `B`, found `[jj]` ``.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}expected {expected} after `{identifier}`, found {}{}", prefix(*.at), shown(.found), others(*.more))]
pub struct ValueFault {
    /// Where the value's `[` stands in the input.
    pub at: Option<Location>,
    /// The property's identifier.
    pub identifier: String,
    /// The value with its brackets.
    pub found: String,
    /// What should have been there.
    pub expected: Expected,
    /// How many further values of the property cannot be read either.
    pub more: usize,
}

fn others(count: usize) -> String {
    if count == 0 { String::new() } else { format!(" and {count} more") }
}

/// What a [`ValueFault`] missed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Expected {
    /// A point of this board.
    #[error("a point of the {0} board")]
    Point(Size),
    /// A point or a rectangle of this board.
    #[error("a point or two corners on the {0} board")]
    Area(Size),
    /// One value, not several.
    #[error("one value")]
    OneValue,
    /// `B` or `W`.
    #[error("`B` or `W`")]
    Colour,
}

impl<'a> Node<'a> {
    /// What happens in this node on a board of this size, in the order of the file.
    ///
    /// ```
    /// use shinpan_sgf::Size;
    /// let collection = shinpan_sgf::parse(b"(;SZ[9]\n;B[jj]C[x]W[aa])")?;
    /// let node = collection.game(0).expect("a game").main_line().nth(1).expect("a node");
    /// let events = node.events(Size { cols: 9, rows: 9 });
    /// let shinpan_sgf::EventKind::Unreadable(fault) = &events[0].kind else { panic!() };
    /// let text = "2:3: expected a point of the 9x9 board after `B`, found `[jj]`";
    /// assert_eq!(fault.to_string(), text);
    /// assert!(matches!(events[1].kind, shinpan_sgf::EventKind::Move { .. }));
    /// # Ok::<(), shinpan_sgf::Error>(())
    /// ```
    pub fn events(&self, size: Size) -> Vec<Event<'a>> {
        let mut reader = Reader { size, events: Vec::new(), setup: None };
        for property in self.properties() {
            let identifier = property.identifier();
            match identifier.as_ref() {
                "B" => reader.moves(property, Colour::Black),
                "W" => reader.moves(property, Colour::White),
                "AB" => reader.stones(property, 0),
                "AW" => reader.stones(property, 1),
                "AE" => reader.stones(property, 2),
                "PL" => reader.player(property),
                _ if property.is_private() => reader.push(property, EventKind::Private),
                _ => {}
            }
        }
        reader.events
    }
}

struct Reader<'a> {
    size: Size,
    events: Vec<Event<'a>>,
    setup: Option<SetupInWork>,
}

struct SetupInWork {
    /// Its place among the events.
    index: usize,
    /// For each point of the board, the lists it is in.
    lists: Vec<[bool; 3]>,
    /// The rectangles of each list: to expand one again and again would take for ever.
    areas: HashSet<(usize, Area)>,
}

const LISTS: [&str; 3] = ["AB", "AW", "AE"];

impl<'a> Reader<'a> {
    fn push(&mut self, property: Property<'a>, kind: EventKind) {
        self.events.push(Event { property, kind, notes: Vec::new() });
    }

    /// Reports one value, and the number of others that it stands for.
    fn fault(&mut self, property: Property<'a>, value: Value<'a>, expected: Expected, more: usize) {
        let fault = ValueFault {
            at: value.location(),
            identifier: property.identifier().into_owned(),
            found: format!("[{}]", value.raw().chars().take(60).collect::<String>()),
            expected,
            more,
        };
        self.push(property, EventKind::Unreadable(fault));
    }

    /// Reports values after the first, where there should be none.
    fn surplus(&mut self, property: Property<'a>) {
        let mut values = property.values().skip(1);
        if let Some(value) = values.next() {
            self.fault(property, value, Expected::OneValue, values.len());
        }
    }

    fn moves(&mut self, property: Property<'a>, colour: Colour) {
        let value = property.value();
        match value.as_move(self.size) {
            None => self.fault(property, value, Expected::Point(self.size), 0),
            Some(at) => {
                let notes = blanks(property, value).into_iter().collect();
                let kind = EventKind::Move { colour, at };
                self.events.push(Event { property, kind, notes });
            }
        }
        self.surplus(property);
    }

    fn player(&mut self, property: Property<'a>) {
        let value = property.value();
        let raw = value.simple_text();
        let colour = match raw.trim().to_ascii_lowercase().as_str() {
            "b" | "black" | "1" => Some(Colour::Black),
            "w" | "white" | "2" => Some(Colour::White),
            _ => None,
        };
        match colour {
            None => self.fault(property, value, Expected::Colour, 0),
            Some(colour) => {
                let read_as = colour.letter().to_string();
                let notes = if raw == read_as {
                    Vec::new()
                } else {
                    let identifier = "PL".to_owned();
                    let what = RepairKind::Reread { identifier, raw: raw.into_owned(), read_as };
                    vec![Repair { at: value.location(), what }]
                };
                self.events.push(Event { property, kind: EventKind::Player(colour), notes });
            }
        }
        self.surplus(property);
    }

    fn stones(&mut self, property: Property<'a>, list: usize) {
        let events = &mut self.events;
        let Size { cols, rows } = self.size;
        let setup = self.setup.get_or_insert_with(|| {
            let kind = EventKind::Setup(Setup::default());
            events.push(Event { property, kind, notes: Vec::new() });
            let points = usize::from(cols) * usize::from(rows);
            let lists = vec![[false; 3]; points];
            SetupInWork { index: events.len() - 1, lists, areas: HashSet::new() }
        });
        let mut notes = Notes::default();
        let mut bad = None;
        let mut more = 0;
        let Event { kind: EventKind::Setup(stones), .. } = &mut events[setup.index] else { return };
        let points = match list {
            0 => &mut stones.black,
            1 => &mut stones.white,
            _ => &mut stones.empty,
        };
        for value in property.values() {
            match value.as_area(self.size) {
                Some(area) => {
                    notes.spelling(property, value, area);
                    let again = area.is_large() && !setup.areas.insert((list, area));
                    let taken = if again { 1 } else { usize::MAX };
                    for point in area.points().take(taken) {
                        let known = &mut setup.lists
                            [usize::from(point.row) * usize::from(cols) + usize::from(point.col)];
                        if let Some(first) = known.iter().position(|&is_in| is_in) {
                            notes.doubled(value, point, LISTS[first]);
                        }
                        if !std::mem::replace(&mut known[list], true) {
                            points.push(point);
                        }
                    }
                }
                None if value.raw().trim().is_empty() => {
                    notes.empty.get_or_insert(value);
                }
                None if bad.is_none() => bad = Some(value),
                None => more += 1,
            }
        }
        notes.report(LISTS[list], &mut events[setup.index].notes);
        if let Some(value) = bad {
            self.fault(property, value, Expected::Area(self.size), more);
        }
    }
}

/// What is to be said about one list of stones, once for each kind.
#[derive(Default)]
struct Notes<'a> {
    blanks: Option<Repair>,
    reread: Option<Repair>,
    empty: Option<Value<'a>>,
    doubled: Option<(Value<'a>, Point, &'static str)>,
    doubles: usize,
}

impl<'a> Notes<'a> {
    fn spelling(&mut self, property: Property<'a>, value: Value<'a>, area: Area) {
        if value.raw().len() == 2 {
            return;
        }
        let raw = value.simple_text();
        let read_as = area.to_string();
        if raw.contains(char::is_whitespace) {
            if self.blanks.is_none() {
                self.blanks = blanks(property, value);
            }
        } else if raw != read_as && self.reread.is_none() {
            let identifier = property.identifier().into_owned();
            let what = RepairKind::Reread { identifier, raw: raw.into_owned(), read_as };
            self.reread = Some(Repair { at: value.location(), what });
        }
    }

    fn doubled(&mut self, value: Value<'a>, point: Point, first: &'static str) {
        self.doubled.get_or_insert((value, point, first));
        self.doubles += 1;
    }

    fn report(self, identifier: &str, out: &mut Vec<Repair>) {
        let identifier = || identifier.to_owned();
        out.extend(self.blanks);
        out.extend(self.reread);
        out.extend(self.empty.map(|value| {
            let what = RepairKind::EmptyList { identifier: identifier() };
            Repair { at: value.location(), what }
        }));
        out.extend(self.doubled.map(|(value, point, first)| {
            let (identifier, count) = (identifier(), self.doubles);
            let what = RepairKind::DoubledPoints { identifier, count, point, first };
            Repair { at: value.location(), what }
        }));
    }
}

fn blanks<'a>(property: Property<'a>, value: Value<'a>) -> Option<Repair> {
    let raw = value.simple_text();
    if !raw.contains(char::is_whitespace) {
        return None;
    }
    let identifier = property.identifier().into_owned();
    let what = RepairKind::Blanks { identifier, raw: raw.chars().take(60).collect() };
    Some(Repair { at: value.location(), what })
}
