//! Our own record, in TOML: for what SGF cannot say (graphs, more than two players, claims,
//! agreements, proof games).

mod rules;

use std::fmt::Write as _;
use std::sync::Arc;

use indexmap::IndexMap;
use serde::Deserialize;
use shinpan_board::{Board, ByPlayer, MAX_PLAYERS, Player, Stone, parse_rows};
use shinpan_rules::{Komi, Ruleset};
use toml::{Table, Value};

use crate::action::{Action, Written, short};
use crate::record::{Entry, Limits, Record, RecordError, What, line_and_column};

pub use rules::{rules_file, with_rules_file};

/// Captured stones of a player that a record may give.
const MOST_PRISONERS: u32 = 1_000_000;
/// Bytes of a record that is read once more to say what is wrong with it: a large one takes too much memory.
const MOST_REREAD: usize = 1 << 16;
/// Fields that are tables, or may be.
const TABLES: [&str; 4] = ["board", "position", "prisoners", "about"];
/// Fields that none of these has, but by chance.
const FIELDS: [&str; 8] =
    ["moves", "players", "to_move", "board", "position", "prisoners", "handicap", "about"];

/// The fields of the record.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Native {
    rules: Option<Value>,
    komi: Option<Value>,
    players: Option<Whole>,
    to_move: Option<String>,
    board: Option<BoardField>,
    position: Option<PositionField>,
    prisoners: Option<IndexMap<String, Whole>>,
    handicap: Option<Whole>,
    result: Option<String>,
    about: Option<IndexMap<String, String>>,
    #[serde(default)]
    moves: MovesField,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a list of moves like `[\"B A1\", \"W pass\"]`")]
enum MovesField {
    List(Vec<String>),
}

impl Default for MovesField {
    fn default() -> MovesField {
        MovesField::List(Vec::new())
    }
}

#[derive(Clone, Copy, Deserialize)]
#[serde(untagged, expecting = "expected a whole number")]
enum Whole {
    Number(i64),
}

#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "expected a board like `\"9x9\"` or `{ points = [\"a\", \"b\"], edges = [[\"a\", \"b\"]] }`"
)]
enum BoardField {
    Grid(String),
    Graph(GraphField),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GraphField {
    points: Vec<String>,
    #[serde(default)]
    edges: Vec<(String, String)>,
}

#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "expected a position as rows, or on a graph as a table like `{ a = \"black\" }`"
)]
enum PositionField {
    Rows(String),
    List(Vec<String>),
    Points(IndexMap<String, String>),
}

pub(crate) fn read(text: &str) -> Result<Record, RecordError> {
    record_of(toml::from_str(text).map_err(|fault| toml_fault(text, &fault))?)
}

/// The opening of a sitting as JSON: the fields of the record, and `"event": 0`.
pub(crate) fn write_opening(record: &Record) -> Result<serde_json::Value, RecordError> {
    let opening = Record { entries: Vec::new(), result: None, ..record.clone() };
    let table: Table =
        toml::from_str(&write_toml(&opening)?).map_err(|fault| RecordError::new("", fault))?;
    let fault = |fault| RecordError::new("", fault);
    let mut json = serde_json::Map::from_iter([("event".to_owned(), 0.into())]);
    for (key, value) in table {
        if key != "moves" {
            json.insert(key, serde_json::to_value(value).map_err(fault)?);
        }
    }
    Ok(serde_json::Value::Object(json))
}

/// Reads an opening.
pub(crate) fn read_opening(line: &[u8]) -> Result<Record, RecordError> {
    let mut json: serde_json::Map<String, serde_json::Value> =
        serde_json::from_slice(line).map_err(|fault| RecordError::new("1:1", fault))?;
    json.remove("event");
    read_fields(json)
}

/// Reads a record from the fields of the TOML record, as JSON.
///
/// # Errors
/// What was found, where, and what was expected.
pub fn read_fields(
    fields: serde_json::Map<String, serde_json::Value>,
) -> Result<Record, RecordError> {
    let fields = serde_json::Value::Object(fields);
    record_of(serde_json::from_value(fields).map_err(|fault| RecordError::new("", fault))?)
}

fn record_of(native: Native) -> Result<Record, RecordError> {
    let board = match native.board {
        None => {
            return Err(RecordError::new(
                "board",
                "a record must say its board, like `board = \"9x9\"`",
            ));
        }
        Some(BoardField::Grid(spec)) => Board::parse(&spec),
        Some(BoardField::Graph(graph)) => Board::graph(&graph.points, &graph.edges),
    }
    .map_err(|fault| RecordError::new("board", fault))?;
    let players = match native.players {
        None => 2,
        Some(Whole::Number(number)) => usize::try_from(number)
            .ok()
            .filter(|number| (2..=MAX_PLAYERS).contains(number))
            .ok_or_else(|| {
                RecordError::new(
                    "players",
                    format!("expected 2 to {MAX_PLAYERS} players, found {number}"),
                )
            })?,
    };
    let player = |place: &str, name: &str| {
        let found = Player::parse(name).filter(|player| player.index() < players);
        found.ok_or_else(|| {
            RecordError::new(
                place,
                format!("expected one of the {players} players, found `{}`", short(name)),
            )
        })
    };
    let to_move = native.to_move.map_or(Ok(Player::BLACK), |name| player("to_move", &name))?;
    let stones = match native.position {
        None => vec![Stone::EMPTY; board.len()],
        Some(PositionField::Rows(rows)) => {
            parse_rows(&board, &rows).map_err(|fault| RecordError::new("position", fault))?
        }
        Some(PositionField::List(rows)) => parse_rows(&board, &rows.join("\n"))
            .map_err(|fault| RecordError::new("position", fault))?,
        Some(PositionField::Points(points)) => {
            let mut stones = vec![Stone::EMPTY; board.len()];
            for (name, owner) in &points {
                let point = board.parse_point(name).ok_or_else(|| {
                    RecordError::new(
                        "position",
                        format!("the board has no point `{}`", short(name)),
                    )
                })?;
                let stone = player("position", owner)?.stone();
                if !std::mem::replace(&mut stones[point.index()], stone).is_empty() {
                    let twice = format!("the point {} is there twice", board.name(point));
                    return Err(RecordError::new("position", twice));
                }
            }
            stones
        }
    };
    if let Some(stone) =
        stones.iter().filter_map(|stone| stone.player()).find(|p| p.index() >= players)
    {
        return Err(RecordError::new(
            "position",
            format!("a stone of {stone} stands there, but there are {players} players"),
        ));
    }
    let mut prisoners = ByPlayer::new(players, |_| 0);
    let mut told = ByPlayer::new(players, |_| false);
    for (name, Whole::Number(count)) in native.prisoners.iter().flatten() {
        let owner = player("prisoners", name)?;
        if std::mem::replace(&mut told[owner], true) {
            return Err(RecordError::new("prisoners", format!("{owner} is there twice")));
        }
        prisoners[owner] = checked_prisoners((*count).into(), owner)?;
    }
    let handicap = native
        .handicap
        .map_or(Ok(0), |Whole::Number(number)| checked_handicap(number.into(), &board))?;
    let komi = native.komi.as_ref().map(read_komi).transpose()?;
    let rules = native.rules.as_ref().map(rules::read_rules).transpose()?;
    let mut limits = Limits::of(&board);
    let MovesField::List(moves) = native.moves;
    let entries = moves
        .iter()
        .enumerate()
        .map(|(index, text)| {
            let place = format!("moves[{}]", index + 1);
            let action = Action::parse(text, &board, players)
                .map_err(|fault| RecordError::new(place.as_str(), fault))?;
            let what = What::Act(action);
            limits.count(&what, &place)?;
            Ok(Entry { place, what })
        })
        .collect::<Result<Vec<_>, RecordError>>()?;
    Ok(Record {
        rules,
        rules_fault: None,
        komi,
        komi_fault: None,
        board: Arc::new(board),
        players,
        stones,
        to_move,
        prisoners,
        handicap,
        entries,
        marked: ByPlayer::new(players, |_| Vec::new()),
        result: native.result,
        about: native.about.unwrap_or_default().into_iter().collect(),
        notes: Vec::new(),
        left_out: Vec::new(),
        tolerates_extra_passes: false,
    })
}

/// How many stones of a player were captured before, if a record can say so many.
///
/// # Errors
/// What was found, and what was expected.
pub fn checked_prisoners(count: i128, owner: Player) -> Result<u32, RecordError> {
    u32::try_from(count).ok().filter(|&count| count <= MOST_PRISONERS).ok_or_else(|| {
        let why = format!("expected 0 to {MOST_PRISONERS} stones of {owner}, found {count}");
        RecordError::new("prisoners", why)
    })
}

/// How many handicap stones there are, if they are not more than the points of the board.
///
/// # Errors
/// What was found, and what was expected.
pub fn checked_handicap(number: i128, board: &Board) -> Result<u32, RecordError> {
    let most = board.len();
    u32::try_from(number).ok().filter(|&stones| stones as usize <= most).ok_or_else(|| {
        let why = format!("expected 0 to {most} stones on this board, found {number}");
        RecordError::new("handicap", why)
    })
}

fn read_komi(value: &Value) -> Result<Komi, RecordError> {
    let text = match value {
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    text.parse().map_err(|fault| RecordError::new("komi", fault))
}

fn toml_fault(text: &str, fault: &toml::de::Error) -> RecordError {
    let place = fault.span().map_or_else(String::new, |span| line_and_column(text, span.start));
    // No TOML at all.
    let other = place.starts_with("1:") && fault.message().starts_with("key with no value");
    let other = other.then(|| "; a record is SGF, which begins with `(;`, or TOML".to_owned());
    let hint = other.or_else(|| misplaced(text)).unwrap_or_default();
    RecordError::new(place, fault.message().to_owned() + &hint)
}

/// A word about fields of the record that stand in one of its tables, where there are any: in TOML all that follows a header belongs to it.
fn misplaced(text: &str) -> Option<String> {
    let record: Table = (text.len() <= MOST_REREAD).then(|| toml::from_str(text).ok())??;
    TABLES.into_iter().find_map(|table| {
        let fields = record.get(table)?.as_table()?;
        let field = FIELDS.into_iter().find(|&field| fields.contains_key(field))?;
        Some(format!("; {}", stands_in(field, table)))
    })
}

fn stands_in(field: &str, table: &str) -> String {
    format!("`{field}` stands in `[{table}]`: what is about the whole record comes before it")
}

/// Writes a record as TOML. What the form cannot hold (edits of the position, unreadable moves) is
/// refused, so that nothing is lost in silence.
///
/// # Errors
/// What cannot be written, and where it stands.
pub fn write_toml(record: &Record) -> Result<String, RecordError> {
    let mut text = String::new();
    let quote = |value: &str| Value::String(value.to_owned()).to_string();
    let board = &record.board;
    // Writing to a string cannot fail.
    if let Some(rules) = &record.rules {
        let builtin = Ruleset::builtin(&rules.ruleset.id);
        if builtin.as_ref() == Some(&rules.ruleset) {
            let _ = writeln!(text, "rules = {}", quote(&rules.ruleset.id));
        }
    }
    if let Some(komi) = record.komi {
        let _ = writeln!(text, "komi = {komi}");
    }
    let _ =
        writeln!(text, "players = {}\nto_move = {}", record.players, quote(record.to_move.name()));
    if record.handicap > 0 {
        let _ = writeln!(text, "handicap = {}", record.handicap);
    }
    if let Some(result) = &record.result {
        let _ = writeln!(text, "result = {}", quote(result));
    }
    let signs: String = record.stones.iter().map(|&stone| shinpan_board::symbol(stone)).collect();
    if let Some((columns, _)) = board.shape().grid() {
        let _ = writeln!(text, "board = {}", quote(&board.describe()));
        if record.stones.iter().any(|stone| !stone.is_empty()) {
            let _ = writeln!(text, "position = \"\"\"");
            for row in signs.as_bytes().chunks(columns) {
                let _ = writeln!(text, "{}", String::from_utf8_lossy(row));
            }
            let _ = writeln!(text, "\"\"\"");
        }
    }
    let held: Vec<String> = record
        .prisoners
        .iter()
        .filter(|(_, count)| **count > 0)
        .map(|(player, count)| format!("{player} = {count}"))
        .collect();
    if !held.is_empty() {
        let _ = writeln!(text, "prisoners = {{ {} }}", held.join(", "));
    }
    let _ = writeln!(text, "moves = [");
    for entry in &record.entries {
        match &entry.what {
            What::Act(action) => {
                let _ = writeln!(text, "  {},", quote(&Written(action, board).to_string()));
            }
            What::Edit(_) | What::ToMove(_) => {
                return Err(RecordError::new(
                    entry.place.as_str(),
                    "the position is edited in the middle of the game, which a TOML record cannot say",
                ));
            }
            What::Unreadable { found, .. } => {
                return Err(RecordError::new(
                    entry.place.as_str(),
                    format!("`{}` is no move that could be written", short(found)),
                ));
            }
        }
    }
    let _ = writeln!(text, "]");
    if board.shape().grid().is_none() {
        write_graph(&mut text, record);
    }
    if let Some(rules) = &record.rules
        && Ruleset::builtin(&rules.ruleset.id).as_ref() != Some(&rules.ruleset)
    {
        let table = Table::from_iter([(
            "rules".to_owned(),
            Value::Table(
                Table::try_from(&rules.ruleset).map_err(|f| RecordError::new("rules", f))?,
            ),
        )]);
        text.push('\n');
        text.push_str(&toml::to_string(&table).map_err(|fault| RecordError::new("rules", fault))?);
    }
    if !record.about.is_empty() {
        let _ = writeln!(text, "\n[about]");
        for (key, value) in &record.about {
            let _ = writeln!(text, "{} = {}", quote(key), quote(value));
        }
    }
    Ok(text)
}

fn write_graph(text: &mut String, record: &Record) {
    let board = &record.board;
    let quote = |value: &str| Value::String(value.to_owned()).to_string();
    let names: Vec<String> = board.points().map(|point| quote(&board.name(point))).collect();
    let _ = writeln!(text, "\n[board]\npoints = [{}]\nedges = [", names.join(", "));
    for (point, near) in board.edges() {
        let _ = writeln!(text, "  [{}, {}],", names[point.index()], names[near.index()]);
    }
    let _ = writeln!(text, "]");
    if record.stones.iter().any(|stone| !stone.is_empty()) {
        let _ = writeln!(text, "\n[position]");
        for (point, stone) in board.points().zip(&record.stones) {
            if let Some(player) = stone.player() {
                let _ = writeln!(text, "{} = {}", names[point.index()], quote(player.name()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_written_and_read_back() {
        for text in [
            "rules = \"kee\"\nboard = \"5x5\"\nplayers = 3\nkomi = 0.5\nmoves = [\"B A1\", \"W pass\", \"3 C2\"]",
            "rules = { like = \"lasker-maas\", superko = \"situational\" }\nboard = \"torus 3x3\"\n\
             position = \"\"\"\n.X.\nO..\n...\n\"\"\"\nprisoners = { black = 2 }\nto_move = \"white\"\n\
             moves = [\"W resign\"]\nresult = \"B+R\"",
            "rules = \"kee\"\nplayers = 4\nmoves = [\"B hub\"]\n[board]\npoints = [\"hub\", \"x\", \"y\"]\n\
             edges = [[\"hub\", \"x\"], [\"y\", \"hub\"]]\n[position]\nx = \"player-3\"\n[about]\nPB = \"a\\\"b\"",
        ] {
            let record = read(text).unwrap();
            let written = write_toml(&record).unwrap();
            let again = read(&written).unwrap_or_else(|fault| panic!("{fault}\n{written}"));
            assert_eq!(write_toml(&again).unwrap(), written);
            assert_eq!(
                (again.board, again.stones, again.entries),
                (record.board, record.stones, record.entries)
            );
            assert_eq!(
                (again.rules, again.komi, again.players),
                (record.rules, record.komi, record.players)
            );
            assert_eq!((again.about, again.result), (record.about, record.result));
        }
    }

    #[test]
    fn faults_say_where() {
        let told = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(
            told("rules = \"kee\"\n"),
            "board: a record must say its board, like `board = \"9x9\"`"
        );
        assert_eq!(
            told("board = \"53x53\""),
            "board: a board of 53x53 points: each side must be 1 to 52"
        );
        assert_eq!(
            told("board = \"3x3\"\nmoves = [\"B A1\", \"B Q9\"]"),
            "moves[2]: expected a point of the 3x3 board, `pass` or an act after `B`, found `Q9`"
        );
        assert_eq!(
            told("board = \"3x3\"\nkomi = 0.3"),
            "komi: expected a komi that is a multiple of 1/2 between -10000 and 10000, found `0.3`"
        );
        assert_eq!(
            told("board = \"3x3\"\nplayers = 9"),
            "players: expected 2 to 8 players, found 9"
        );
        assert_eq!(
            told("board = \"3x3\"\nmove = []"),
            "2:1: unknown field `move`, expected one of `rules`, `komi`, `players`, `to_move`, `board`, `position`, `prisoners`, `handicap`, `result`, `about`, `moves`"
        );
        assert_eq!(told("board = \"3x3\nkomi = 1"), "1:13: invalid basic string, expected `\"`");
        assert_eq!(
            told("board = \"2x2\"\nposition = \"..\""),
            "position: rows in the position: 1, on the board: 2"
        );
    }
}
