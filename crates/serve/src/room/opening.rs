//! From what a new room begins.

use std::sync::Arc;

use serde_json::{Map, Value, json};
use shinpan_board::Board;
use shinpan_gtp::star_points;
use shinpan_referee::{Action, Options, Record, Sitting, judge, read_fields};
use shinpan_rules::{Komi, ReadRuleset, Ruleset};

use crate::error::{ApiError, Code};
use crate::wire::NewRoom;

/// The ruleset of a room that names none.
const RULES: &str = "lasker-maas";
/// The board of a room that names none.
const BOARD: &str = "19x19";
/// The most points of a board: those of the largest rectangle.
const POINTS: usize = 52 * 52;

/// The sitting that a new room begins with.
pub(crate) fn sit_down(new: &NewRoom) -> Result<Sitting, ApiError> {
    let record = match &new.record {
        Some(text) => {
            others_left_out(new)?;
            Record::read(text.as_bytes(), new.game.unwrap_or(1), &new.variation)?
        }
        None => {
            of_record_left_out(new)?;
            read_fields(fields(new)?).map_err(as_input)?
        }
    };
    if record.board.len() > POINTS {
        let found = record.board.len();
        let why = format!("a board of {found} points: at most {POINTS} are played on here");
        return Err(ApiError::new(Code::TooLarge, why));
    }
    let options = match &new.record {
        Some(_) => Options { rules: rules(new)?, komi: komi(new)?, ..Options::default() },
        None => Options::default(),
    };
    let judged = judge(&record, &options)?;
    match judged.refused {
        None => Ok(judged.sitting),
        Some((entry, refused)) => {
            let why = format!("the record breaks the rules: {} [{}]", refused.why, refused.clause);
            let place = (!entry.place.is_empty()).then_some(entry.place);
            Err(ApiError { place, ..ApiError::new(Code::BadRecord, why) })
        }
    }
}

/// What stands in the request is no record: the place is a field of it.
fn as_input(fault: shinpan_referee::RecordError) -> ApiError {
    ApiError { code: Code::BadInput, ..ApiError::from(fault) }
}

fn others_left_out(new: &NewRoom) -> Result<(), ApiError> {
    let given = [
        ("board", new.board.is_some()),
        ("players", new.players.is_some()),
        ("handicap", new.handicap.is_some()),
        ("position", new.position.is_some()),
        ("to_move", new.to_move.is_some()),
        ("prisoners", new.prisoners.is_some()),
    ];
    none_given(&given, |field| {
        format!("`{field}` and `record`: expected one of them, the record says it")
    })
}

fn of_record_left_out(new: &NewRoom) -> Result<(), ApiError> {
    let given = [("game", new.game.is_some()), ("variation", !new.variation.is_empty())];
    none_given(&given, |field| format!("{field}: expected a `record` beside it, found none"))
}

/// Refuses the first field that is given.
fn none_given(given: &[(&str, bool)], why: impl Fn(&str) -> String) -> Result<(), ApiError> {
    match given.iter().find(|(_, given)| *given) {
        None => Ok(()),
        Some((field, _)) => Err(ApiError::bad_input(why(field))),
    }
}

fn rules(new: &NewRoom) -> Result<Option<ReadRuleset>, ApiError> {
    match &new.rules {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => ruleset(text).map(Some),
        Some(other) => Err(ApiError::bad_input(format!(
            "rules: expected a text beside `record`, found {other}"
        ))),
    }
}

/// Reads a ruleset as it is written in requests: a name, KataGo's names, or a whole one as TOML. No
/// file is ever read.
pub(crate) fn ruleset(text: &str) -> Result<ReadRuleset, ApiError> {
    Ruleset::read(text).map_err(|fault| ApiError::bad_input(format!("rules: {fault}")))
}

fn komi(new: &NewRoom) -> Result<Option<Komi>, ApiError> {
    new.komi.as_ref().filter(|komi| !komi.is_null()).map(read_komi).transpose()
}

/// Reads a komi, a text or a number.
pub(crate) fn read_komi(komi: &Value) -> Result<Komi, ApiError> {
    let text = match komi {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    text.parse().map_err(|fault| ApiError::bad_input(format!("komi: {fault}")))
}

/// The fields of the TOML record.
fn fields(new: &NewRoom) -> Result<Map<String, Value>, ApiError> {
    let mut fields = Map::new();
    let mut put = |field: &str, value: Option<Value>| {
        if let Some(value) = value.filter(|value| !value.is_null()) {
            fields.insert(field.to_owned(), value);
        }
    };
    let board = new.board.clone().unwrap_or_else(|| json!(BOARD));
    put("rules", Some(new.rules.clone().unwrap_or_else(|| json!(RULES))));
    put("komi", new.komi.clone());
    put("players", new.players.map(Value::from));
    put("handicap", new.handicap.map(Value::from));
    put("prisoners", new.prisoners.as_ref().map(|prisoners| json!(prisoners)));
    put("position", new.position.clone());
    put("to_move", new.to_move.clone().map(Value::from));
    if let (Some(handicap @ 1..), None) = (new.handicap, &new.position) {
        put("position", Some(handicap_stones(&board, handicap)?));
        // White moves after the handicap stones.
        put("to_move", Some(json!(new.to_move.as_deref().unwrap_or("white"))));
    }
    put("board", Some(board));
    Ok(fields)
}

/// Black's stones on the star points.
fn handicap_stones(board: &Value, handicap: u32) -> Result<Value, ApiError> {
    let wrong = |why: String| ApiError::bad_input(format!("handicap: {why}"));
    let spec = board.as_str().ok_or_else(|| {
        wrong("a graph has no star points: say where they stand with `position`".to_owned())
    })?;
    let board =
        Board::parse(spec).map_err(|fault| ApiError::bad_input(format!("board: {fault}")))?;
    let points = star_points(&board, handicap as usize).ok_or_else(|| {
        let board = board.in_words();
        wrong(format!("the {board} has no star points for {handicap} stones"))
    })?;
    let stones = points.iter().map(|&point| (board.name(point), json!("black")));
    Ok(Value::Object(stones.collect()))
}

/// A sitting from what is stored of it: the opening and the events, as a journal has them.
pub(crate) fn sit_down_again<'a>(
    opening: &str,
    events: impl Iterator<Item = &'a str>,
) -> Result<Sitting, String> {
    let mut fields: Map<String, Value> =
        serde_json::from_str(opening).map_err(|fault| fault.to_string())?;
    fields.remove("event");
    let record = read_fields(fields).map_err(|fault| fault.to_string())?;
    let mut sitting = record.sit_down().map_err(|fault| fault.to_string())?;
    let board = Arc::clone(sitting.game().board());
    for (number, event) in events.enumerate() {
        let number = number + 1;
        let event: Map<String, Value> =
            serde_json::from_str(event).map_err(|fault| format!("event {number}: {fault}"))?;
        let act = event.get("act").and_then(Value::as_str).unwrap_or_default();
        let action = Action::parse(act, &board, sitting.game().players())
            .map_err(|fault| format!("event {number}: {fault}"))?;
        sitting.act(&action).map_err(|refused| {
            format!("event {number}: `{act}` is refused: {} [{}]", refused.why, refused.clause)
        })?;
    }
    Ok(sitting)
}
