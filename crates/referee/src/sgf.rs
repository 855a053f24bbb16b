//! SGF as a record: what the file says, in our terms. (`write.rs` is the way back.)

mod info;
mod marks;
mod write;

use std::collections::BTreeSet;
use std::sync::Arc;

use shinpan_board::{Board, ByPlayer, Player, Point, Stone};
use shinpan_rules::Move;
use shinpan_sgf as sgf;
use shinpan_sgf::{Colour, EventKind, Location, VariationPath, Where};

use crate::action::{Action, short};
use crate::note::{Note, Notes, Supposed};
use crate::record::{Entry, Limits, Record, RecordError, What, affordable, cut};

use info::{read_handicap, read_komi, read_rules};
use marks::marked;
pub use write::write_sgf;

/// Acts that SGF has no property for, one a value, as our TOML writes them.
const ACTS: &str = "SHPACT";
/// Prisoners at the start, by player.
const PRISONERS: &str = "SHPPRISONERS";

/// The properties that a record carries, or that say how the file is written.
const CARRIED: [&str; 28] = [
    "FF", "GM", "CA", "SZ", "RU", "KM", "HA", "RE", "AB", "AW", "AE", "PL", "B", "W", "PB", "BR",
    "PW", "WR", "GN", "EV", "PC", "DT", "AP", "US", "TM", "OT", ACTS, PRISONERS,
];

/// Whether a file is SGF rather than our TOML: a game tree opens in it, and it is text up to the first
/// value. Some files are filled up with NUL behind the game; what has it before or in the beginning is
/// an archive, a picture, or two bytes a character without a mark that says so.
pub(crate) fn looks_like_sgf(bytes: &[u8]) -> bool {
    const UTF_32: &[u8] = b"\xff\xfe\0\0";
    let value = find(bytes, b'(').and_then(|open| Some(open + find(&bytes[open..], b'[')?));
    let utf_16 = [b"\xff\xfe", b"\xfe\xff"].iter().any(|mark| bytes.starts_with(*mark));
    if bytes.starts_with(UTF_32) || !utf_16 && bytes[..value.unwrap_or(bytes.len())].contains(&0) {
        return false;
    }
    if utf_16 {
        return true;
    }
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let start = text.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(0);
    if text[start..].starts_with(b"(") {
        return true;
    }
    let opens = text.iter().enumerate().any(|(at, &byte)| {
        byte == b'('
            && text[at + 1..].iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b';')
    });
    // Our TOML may hold `(;` in a comment; then it still reads as TOML.
    let is_toml =
        |text: &str| affordable(text).is_ok() && toml::from_str::<toml::Table>(text).is_ok();
    opens && !std::str::from_utf8(text).is_ok_and(is_toml)
}

fn find(bytes: &[u8], sought: u8) -> Option<usize> {
    bytes.iter().position(|&byte| byte == sought)
}

fn fault(at: Option<Location>, what: impl ToString) -> RecordError {
    RecordError::new(at.map(|at| at.to_string()).unwrap_or_default(), what)
}

/// What a node may hold at most: far more than a board has points, and little enough that a file made
/// of nothing else is refused at once.
fn limits() -> sgf::Limits {
    sgf::Limits { properties_per_node: 200, values_per_property: 5_000, ..sgf::Limits::default() }
}

/// An SGF file written anew: every game, variation and property as it was, in UTF-8, with what had
/// to be mended. `None` if the file is not SGF.
///
/// # Errors
/// If it cannot be read.
#[must_use]
pub fn tidy_sgf(bytes: &[u8]) -> Option<Result<(String, Vec<Note>), RecordError>> {
    looks_like_sgf(bytes).then(|| {
        let collection =
            sgf::parse_with(bytes, &limits()).map_err(|error| fault(error.at, error.what))?;
        let notes = collection.repairs().iter().map(Note::from).collect();
        Ok((collection.to_sgf(), notes))
    })
}

pub(crate) fn read(
    bytes: &[u8],
    number: usize,
    variation: &[usize],
) -> Result<Record, RecordError> {
    Games::read(bytes)?.record(number, variation)
}

/// The games of an SGF file.
pub(crate) struct Games {
    collection: sgf::Collection,
    /// What had to be mended in the whole file.
    repairs: Notes,
}

impl Games {
    pub(crate) fn read(bytes: &[u8]) -> Result<Games, RecordError> {
        let collection =
            sgf::parse_with(bytes, &limits()).map_err(|error| fault(error.at, error.what))?;
        let repairs = collection.repairs().iter().map(Note::from).collect();
        Ok(Games { collection, repairs })
    }

    pub(crate) fn len(&self) -> usize {
        self.collection.games().len()
    }

    /// One of the games, counted from 1, by one line of its tree.
    pub(crate) fn record(&self, number: usize, variation: &[usize]) -> Result<Record, RecordError> {
        let count = self.len();
        let game = number.checked_sub(1).and_then(|index| self.collection.game(index)).ok_or_else(
            || {
                RecordError::new(
                    "--game",
                    format!("expected 1 to {count}, the games in the file, found {number}"),
                )
            },
        )?;
        let mut notes = self.repairs.clone();
        if count > 1 {
            notes.push(Supposed::OneOfGames { count, number }.into());
        }
        record_of(&game, variation, notes)
    }
}

fn record_of(
    game: &sgf::Game<'_>,
    variation: &[usize],
    mut notes: Notes,
) -> Result<Record, RecordError> {
    let path = VariationPath::new(variation.iter().copied());
    let line = game.line(&path).map_err(|error| fault(error.at, error.what))?;
    let info = game.info_along(&line).map_err(|error| fault(error.at, error.what))?;
    notes.extend(info.notes.iter().map(Note::from));
    let board = Board::rectangle(info.size.cols.into(), info.size.rows.into())
        .map_err(|error| RecordError::new("SZ", error))?;
    let (rules, rules_fault) = read_rules(&info, &mut notes);
    let (komi, komi_fault) = read_komi(&info, &mut notes);
    let mut reader = Reader {
        board: &board,
        stones: vec![Stone::EMPTY; board.len()],
        to_move: None,
        prisoners: ByPlayer::new(2, |_| 0),
        entries: Vec::new(),
        limits: Limits::of(&board),
        begun: false,
        edited: false,
    };
    let mut left_out = BTreeSet::new();
    for &node in &line {
        if node.branches() {
            left_out.insert("variations".to_owned());
        }
        for property in node.properties() {
            let name = property.identifier();
            if !CARRIED.contains(&name.as_ref()) {
                left_out.insert(cut(&name, 40));
            }
        }
        let events = node.events(info.size);
        let moves = events.iter().filter(|event| matches!(event.kind, EventKind::Move { .. }));
        if let Some(at) = node.location()
            && (moves.clone().count() > 1 || (node.parent().is_none() && moves.count() > 0))
        {
            notes.push(Note::at(at.to_string(), Supposed::MovesShareANode {}));
        }
        for event in events {
            notes.extend(event.notes.iter().map(Note::from));
            reader.event(&event)?;
        }
    }
    let handicap = read_handicap(&info, &reader.stones, &mut notes);
    let Reader { stones, to_move, prisoners, entries, .. } = reader;
    let first = entries.iter().find_map(|entry| match &entry.what {
        What::Act(Action::Move(player, _)) | What::Unreadable { player, .. } => Some(*player),
        _ => None,
    });
    if info.size_found.is_none() {
        notes.push(Supposed::NoSize {}.into());
    }
    if to_move.is_none() && first.map_or(handicap >= 2, |first| first == Player::WHITE) {
        notes.push(Supposed::NoFirstPlayer {}.into());
    }
    let given = if handicap >= 2 { Player::WHITE } else { Player::BLACK };
    let about = [
        ("PB", &info.black),
        ("BR", &info.black_rank),
        ("PW", &info.white),
        ("WR", &info.white_rank),
        ("GN", &info.name),
        ("EV", &info.event),
        ("PC", &info.place),
        ("DT", &info.date),
        ("AP", &info.application),
        ("US", &info.user),
        ("TM", &info.time),
        ("OT", &info.overtime),
    ]
    .into_iter()
    .filter_map(|(key, value)| Some((key.to_owned(), value.clone()?)))
    .filter(|(_, value)| !value.is_empty())
    .collect();
    let marked = marked(&line, info.size, &board, &mut notes);
    Ok(Record {
        rules,
        rules_fault,
        komi,
        komi_fault,
        board: Arc::new(board),
        players: 2,
        stones,
        to_move: to_move.or(first).unwrap_or(given),
        prisoners,
        handicap,
        entries,
        marked,
        result: info.result.clone().filter(|text| !text.trim().is_empty()),
        about,
        notes: notes.told(),
        left_out: left_out.into_iter().collect(),
        tolerates_extra_passes: true,
    })
}

struct Reader<'a> {
    board: &'a Board,
    stones: Vec<Stone>,
    to_move: Option<Player>,
    prisoners: ByPlayer<u32>,
    entries: Vec<Entry>,
    limits: Limits,
    /// A move has been read: setup is an edit from here on.
    begun: bool,
    /// The position was edited, and nobody has moved since.
    edited: bool,
}

fn player(colour: Colour) -> Player {
    match colour {
        Colour::Black => Player::BLACK,
        Colour::White => Player::WHITE,
    }
}

impl Reader<'_> {
    fn point(&self, point: sgf::Point) -> Option<Point> {
        self.board.at(point.col.into(), point.row.into())
    }

    fn event(&mut self, event: &sgf::Event<'_>) -> Result<(), RecordError> {
        let place = event.location().map(|at| at.to_string()).unwrap_or_default();
        match &event.kind {
            EventKind::Move { colour, at } => {
                let made = match at {
                    Where::Pass => Move::Pass,
                    Where::Point(point) => match self.point(*point) {
                        Some(point) => Move::Play(point),
                        None => {
                            return Err(RecordError::new(place, "the point is not on the board"));
                        }
                    },
                };
                self.moved(player(*colour), &place);
                self.push(place, What::Act(Action::Move(player(*colour), made)))?;
            }
            EventKind::Setup(setup) => {
                let lists = [
                    (&setup.black, Player::BLACK.stone()),
                    (&setup.white, Player::WHITE.stone()),
                    (&setup.empty, Stone::EMPTY),
                ];
                let changes: Vec<(Point, Stone)> = lists
                    .into_iter()
                    .flat_map(|(points, stone)| points.iter().map(move |&point| (point, stone)))
                    .filter_map(|(point, stone)| Some((self.point(point)?, stone)))
                    .collect();
                if self.begun {
                    self.edited = true;
                    self.push(place, What::Edit(changes))?;
                } else {
                    self.limits.count_other(&place)?;
                    for (point, stone) in changes {
                        self.stones[point.index()] = stone;
                    }
                }
            }
            EventKind::Player(colour) => {
                if self.begun {
                    self.edited = false;
                    self.push(place, What::ToMove(player(*colour)))?;
                } else {
                    self.to_move = Some(player(*colour));
                }
            }
            EventKind::Private => self.private(&event.property, &place)?,
            EventKind::Unreadable(bad) => {
                let by = match bad.identifier.as_str() {
                    "B" => Player::BLACK,
                    "W" => Player::WHITE,
                    _ => {
                        return Err(fault(
                            bad.at,
                            format!(
                                "expected {} after `{}`, found `{}`",
                                bad.expected,
                                bad.identifier,
                                crate::action::short(&bad.found)
                            ),
                        ));
                    }
                };
                self.moved(by, &place);
                let why = format!("expected {}", bad.expected);
                self.push(place, What::Unreadable { player: by, found: bad.found.clone(), why })?;
            }
            _ => {}
        }
        Ok(())
    }

    /// After an edit without `PL`, whoever moves is to move.
    fn moved(&mut self, by: Player, place: &str) {
        self.begun = true;
        if std::mem::take(&mut self.edited) {
            self.entries.push(Entry { place: place.to_owned(), what: What::ToMove(by) });
        }
    }

    fn private(&mut self, property: &sgf::Property<'_>, place: &str) -> Result<(), RecordError> {
        match property.identifier().as_ref() {
            ACTS => {
                for value in property.values() {
                    let action = Action::parse(&value.text(), self.board, 2)
                        .map_err(|why| RecordError::new(place, format!("in {ACTS}: {why}")))?;
                    self.push(place.to_owned(), What::Act(action))?;
                }
            }
            PRISONERS => {
                for value in property.values() {
                    let text = value.text();
                    let bad = || {
                        RecordError::new(
                            place,
                            format!(
                                "in {PRISONERS}: expected like `black 2`, found `{}`",
                                short(&text)
                            ),
                        )
                    };
                    let (owner, count) = text.split_once(' ').ok_or_else(bad)?;
                    let owner = Player::parse(owner).filter(|p| p.index() < 2).ok_or_else(bad)?;
                    self.prisoners[owner] =
                        count.trim().parse().ok().filter(|&n| n <= 1_000_000).ok_or_else(bad)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn push(&mut self, place: String, what: What) -> Result<(), RecordError> {
        self.limits.count(&what, &place)?;
        self.entries.push(Entry { place, what });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notes(text: &str) -> Vec<String> {
        let record = read(text.as_bytes(), 1, &[]).unwrap();
        record.notes.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn komi_in_other_units_is_read_and_said() {
        let komi = |text: &str| {
            read(format!("(;SZ[9]KM[{text}])").as_bytes(), 1, &[])
                .unwrap()
                .komi
                .map(|k| k.to_string())
        };
        assert_eq!(komi("6.5").as_deref(), Some("6.5"));
        assert_eq!(komi("3.75").as_deref(), Some("7.5"));
        assert_eq!(komi("375").as_deref(), Some("7.5"));
        assert_eq!(komi("650").as_deref(), Some("6.5"));
        assert_eq!(komi("6,5").as_deref(), Some("6.5"));
        assert_eq!(komi("").as_deref(), None);
        assert_eq!(
            notes("(;SZ[9]KM[375])"),
            ["KM[375] is read as hundredths of a stone: komi 7.5"]
        );
        assert!(read(b"(;SZ[9]KM[1e400])", 1, &[]).unwrap().komi_fault.is_some());
    }

    #[test]
    fn white_moves_first_after_handicap_stones() {
        let record = read(b"(;SZ[9]HA[2]AB[cc][gg])", 1, &[]).unwrap();
        assert_eq!((record.to_move, record.handicap), (Player::WHITE, 2));
        let record = read(b"(;SZ[9];W[aa];B[bb])", 1, &[]).unwrap();
        assert_eq!(record.to_move, Player::WHITE);
    }

    #[test]
    fn rules_are_read_or_the_fault_is_kept() {
        let rules = |text: &str| {
            let record = read(format!("(;SZ[9]RU[{text}])").as_bytes(), 1, &[]).unwrap();
            (record.rules.map(|read| read.ruleset.id), record.rules_fault)
        };
        assert_eq!(rules("Japanese"), (Some("japanese-1989".to_owned()), None));
        assert_eq!(rules("Chinese, Pair Go").0.as_deref(), Some("chinese"));
        assert_eq!(rules("Tromp/Taylor").0.as_deref(), Some("tromp-taylor"));
        assert_eq!(rules("NZ").0.as_deref(), Some("new-zealand"));
        assert!(rules("GOE").1.unwrap().contains("fighting and disturbing kos"));
        assert!(rules("Calvinball").1.unwrap().contains("there is no ruleset `Calvinball`"));
    }

    #[test]
    fn handicaps_that_contradict_what_stands_are_told() {
        assert_eq!(
            notes("(;SZ[9]PL[W]HA[5]AB[aa][bb])"),
            ["HA[5], but the number of black stones set up is 2"]
        );
        assert_eq!(notes("(;SZ[9]PL[W]HA[2]AB[aa][bb])"), [""; 0]);
        assert_eq!(
            notes("(;SZ[2]HA[9]AB[aa][bb])"),
            ["HA[9] on a board of 4 points, it is left out"]
        );
    }

    #[test]
    fn variations_are_not_held_by_toml() {
        let all = |text: &[u8], variation: &[usize]| {
            let record = read(text, 1, variation).unwrap();
            record.all_notes().iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        let lost = "left out, a TOML record does not hold them: C variations";
        assert_eq!(all(b"(;SZ[3]C[x];B[aa](;W[bb])(;W[cc]))", &[2]), [lost]);
        assert_eq!(all(b"(;SZ[3];B[aa](;W[bb]))", &[]), [""; 0]);
    }

    #[test]
    fn what_is_written_is_read_back() {
        let text = "rules = \"lasker-maas\"\nboard = \"5x4\"\nkomi = 0.5\nprisoners = { white = 3 }\n\
            position = \"\"\"\n.X...\nO....\n.....\n.....\n\"\"\"\nto_move = \"white\"\nresult = \"B+2.5\"\n\
            moves = [\"W C2\", \"B pass\", \"W pass\", \"all dead A3\"]\n[about]\nPB = \"a]b\\\\c\"\n";
        let record = crate::native::read(text).unwrap();
        let again = read(write_sgf(&record).unwrap().as_bytes(), 1, &[]).unwrap();
        let acts = |record: &Record| {
            record.entries.iter().map(|entry| entry.what.clone()).collect::<Vec<_>>()
        };
        assert_eq!(acts(&again), acts(&record));
        assert_eq!(
            (again.stones, again.to_move, again.komi),
            (record.stones, record.to_move, record.komi)
        );
        assert_eq!(
            (again.prisoners, again.about, again.result),
            (record.prisoners, record.about, record.result)
        );
        assert_eq!(again.rules, record.rules);
    }

    #[test]
    fn our_toml_is_not_taken_for_sgf() {
        assert!(looks_like_sgf(b" (;GM[1])"));
        assert!(looks_like_sgf(b"From: me\n\n(;GM[1])"));
        assert!(!looks_like_sgf(b"# a comment (; in it\nboard = \"3x3\""));
        assert!(!looks_like_sgf(b""));
        // UTF-16 says that it is; NUL is filling behind a game and nothing before it.
        assert!(looks_like_sgf(b"\xff\xfe(\0;\0S\0Z\0[\0") && looks_like_sgf(b"\xfe\xff\0(\0;"));
        assert!(!looks_like_sgf(b"(\0;\0S\0Z\0[\0") && !looks_like_sgf(b"\xff\xfe\0\0(\0\0\0"));
        assert!(looks_like_sgf(b"(;SZ[9])\0\0") && !looks_like_sgf(b"PK\0[(;SZ[9])"));
    }
}
