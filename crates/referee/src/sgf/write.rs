//! A record as SGF.

use shinpan_board::{Player, Point, Shape, Stone};
use shinpan_rules::{Move, Ruleset};
use shinpan_sgf as sgf;
use shinpan_sgf::{Collection, NodeId};

use super::{ACTS, PRISONERS};
use crate::action::{Action, Written, short};
use crate::record::{Record, RecordError, What};

/// Writes a record as SGF: two players on a rectangle. Acts that SGF has no property for go into a
/// private one, so that nothing is lost.
///
/// # Errors
/// What SGF cannot hold: other boards, more players, rulesets without a name.
pub fn write_sgf(record: &Record) -> Result<String, RecordError> {
    let Shape::Rectangle { columns, rows } = record.board.shape() else {
        return Err(RecordError::new(
            "board",
            "SGF holds games on rectangles only; keep the TOML record",
        ));
    };
    if record.players != 2 {
        return Err(RecordError::new(
            "players",
            "SGF holds games of two players only; keep the TOML record",
        ));
    }
    let board = &record.board;
    let mut file = Collection::new();
    let root = file.add_game().map_err(|error| RecordError::new("", error))?;
    let mut put = |node, key: &str, values: Vec<String>| {
        file.add_property(node, key, values).map_err(|error| RecordError::new(key, error))
    };
    let one = |text: &str| vec![text.to_owned()];
    put(root, "FF", one("4"))?;
    put(root, "GM", one("1"))?;
    put(root, "CA", one("UTF-8"))?;
    let size = if columns == rows { columns.to_string() } else { format!("{columns}:{rows}") };
    put(root, "SZ", vec![size])?;
    if let Some(rules) = &record.rules {
        put(root, "RU", one(name_of(&rules.ruleset)?))?;
    }
    if let Some(komi) = record.komi {
        put(root, "KM", vec![komi.to_string()])?;
    }
    if record.handicap > 0 {
        put(root, "HA", vec![record.handicap.to_string()])?;
    }
    for (key, value) in &record.about {
        if key.len() == 2 && key.bytes().all(|byte| byte.is_ascii_uppercase()) {
            put(root, key, one(value))?;
        } else {
            return Err(RecordError::new("about", format!("SGF has no property for `{key}`")));
        }
    }
    if let Some(result) = &record.result {
        put(root, "RE", one(result))?;
    }
    let held: Vec<String> = record
        .prisoners
        .iter()
        .filter(|(_, count)| **count > 0)
        .map(|(player, count)| format!("{player} {count}"))
        .collect();
    if !held.is_empty() {
        put(root, PRISONERS, held)?;
    }
    let place = |point: Point| -> String {
        let at = board.column_and_row(point).and_then(|(col, row)| {
            sgf::Point::new(u8::try_from(col).ok()?, u8::try_from(row).ok()?)
        });
        at.map(|at| at.to_string()).unwrap_or_default()
    };
    let list = |player: Option<Player>, changes: &[(Point, Stone)]| -> Vec<String> {
        changes
            .iter()
            .filter(|(_, stone)| stone.player() == player)
            .map(|(p, _)| place(*p))
            .collect()
    };
    let start: Vec<(Point, Stone)> = board
        .points()
        .zip(record.stones.iter().copied())
        .filter(|(_, stone)| !stone.is_empty())
        .collect();
    for (key, player) in [("AB", Player::BLACK), ("AW", Player::WHITE)] {
        let points = list(Some(player), &start);
        if !points.is_empty() {
            put(root, key, points)?;
        }
    }
    let letter = |player: Player| if player == Player::BLACK { "B" } else { "W" };
    // Without it whoever moves first is taken to be the one to move.
    let first = record.entries.iter().find_map(|entry| match &entry.what {
        What::Act(Action::Move(player, _)) => Some(*player),
        _ => None,
    });
    let other = first.is_some_and(|player| player != record.to_move);
    if record.to_move != Player::BLACK || !start.is_empty() || other {
        put(root, "PL", one(letter(record.to_move)))?;
    }
    let mut node = root;
    // What is done beside moves after those of a node.
    let mut acts: Vec<String> = Vec::new();
    for entry in &record.entries {
        let add = |file: &mut Collection, acts: &mut Vec<String>| {
            write_acts(file, node, acts)?;
            file.add_child(node).map_err(|error| RecordError::new("", error))
        };
        let set = |file: &mut Collection, node, key: &str, values: Vec<String>| {
            file.add_property(node, key, values).map_err(|error| RecordError::new(key, error))
        };
        match &entry.what {
            What::Act(Action::Move(player, made)) => {
                node = add(&mut file, &mut acts)?;
                let value = match made {
                    Move::Pass => String::new(),
                    Move::Play(point) => place(*point),
                };
                set(&mut file, node, letter(*player), vec![value])?;
            }
            What::Act(Action::Edit(edit)) => {
                node = add(&mut file, &mut acts)?;
                for (key, player) in
                    [("AB", Some(Player::BLACK)), ("AW", Some(Player::WHITE)), ("AE", None)]
                {
                    let points = list(player, &edit.changes);
                    if !points.is_empty() {
                        set(&mut file, node, key, points)?;
                    }
                }
                set(&mut file, node, "PL", vec![letter(edit.to_move).to_owned()])?;
            }
            What::Act(action) => {
                acts.push(Written(action, board).to_string());
            }
            What::Edit(changes) => {
                node = add(&mut file, &mut acts)?;
                for (key, player) in
                    [("AB", Some(Player::BLACK)), ("AW", Some(Player::WHITE)), ("AE", None)]
                {
                    let points = list(player, changes);
                    if !points.is_empty() {
                        set(&mut file, node, key, points)?;
                    }
                }
            }
            What::ToMove(player) => {
                node = add(&mut file, &mut acts)?;
                set(&mut file, node, "PL", vec![letter(*player).to_owned()])?;
            }
            What::Unreadable { found, .. } => {
                return Err(RecordError::new(
                    entry.place.as_str(),
                    format!("`{}` is no move that could be written", short(found)),
                ));
            }
        }
    }
    write_acts(&mut file, node, &mut acts)?;
    Ok(file.to_sgf())
}

/// The name under which a ruleset is read back: its own, or KataGo's.
fn name_of(ruleset: &Ruleset) -> Result<&str, RecordError> {
    let katago = ruleset.title.strip_prefix("KataGo rules ").unwrap_or_default();
    let same = |name: &&str| Ruleset::read(name).is_ok_and(|read| read.ruleset.same_rules(ruleset));
    [ruleset.id.as_str(), katago].into_iter().find(same).ok_or_else(|| {
        RecordError::new(
            "rules",
            "SGF can only name a ruleset, and this one has no name of its own; keep the TOML record",
        )
    })
}

/// Writes what was done beside moves into its node, if there is any.
fn write_acts(
    file: &mut Collection,
    node: NodeId,
    acts: &mut Vec<String>,
) -> Result<(), RecordError> {
    if acts.is_empty() {
        return Ok(());
    }
    let acts = std::mem::take(acts);
    file.add_property(node, ACTS, acts).map_err(|error| RecordError::new(ACTS, error))
}
