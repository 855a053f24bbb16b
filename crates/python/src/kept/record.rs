//! A record as a text: TOML, and what TOML cannot say. Notes on how it was read are left out.

use serde::{Deserialize, Serialize};
use shinpan_board::{Board, ByPlayer, Player, Point, Stone};
use shinpan_referee::{Action, Entry, Record, What, Written, write_toml};

/// What is kept.
#[derive(Serialize, Deserialize)]
struct Kept {
    /// The record without its entries.
    toml: String,
    rules_komi: Option<String>,
    rules_fault: Option<String>,
    komi_fault: Option<String>,
    entries: Vec<(String, Done)>,
    marked: Vec<Vec<usize>>,
    left_out: Vec<String>,
    tolerates_extra_passes: bool,
}

/// A `What`. Points are numbers, stones their codes.
#[derive(Serialize, Deserialize)]
enum Done {
    Act(String),
    Edit(Vec<(usize, u8)>),
    ToMove(String),
    Unreadable { player: String, found: String, why: String },
}

/// A record as text.
///
/// # Errors
/// In words, if its ruleset cannot be written.
pub(crate) fn write(record: &Record) -> Result<String, String> {
    let opening = Record { entries: Vec::new(), ..record.clone() };
    let indices = |points: &Vec<Point>| points.iter().map(|point| point.index()).collect();
    let kept = Kept {
        toml: write_toml(&opening).map_err(|fault| fault.to_string())?,
        rules_komi: record.rules.as_ref().and_then(|rules| rules.komi).map(|komi| komi.to_string()),
        rules_fault: record.rules_fault.clone(),
        komi_fault: record.komi_fault.clone(),
        entries: record
            .entries
            .iter()
            .map(|entry| (entry.place.clone(), Done::of(&entry.what, &record.board)))
            .collect(),
        marked: record.marked.iter().map(|(_, points)| indices(points)).collect(),
        left_out: record.left_out.clone(),
        tolerates_extra_passes: record.tolerates_extra_passes,
    };
    serde_json::to_string(&kept).map_err(|fault| fault.to_string())
}

/// The record of a text.
///
/// # Errors
/// In words, if it is no such text.
pub(crate) fn read(text: &str) -> Result<Record, String> {
    let kept: Kept = serde_json::from_str(text).map_err(|fault| fault.to_string())?;
    let mut record =
        Record::read(kept.toml.as_bytes(), 1, &[]).map_err(|fault| fault.to_string())?;
    if let (Some(rules), Some(komi)) = (&mut record.rules, kept.rules_komi) {
        rules.komi = Some(komi.parse().map_err(|fault| format!("{fault}"))?);
    }
    for (place, done) in kept.entries {
        let what = done.read(&record.board, record.players)?;
        record.entries.push(Entry { place, what });
    }
    let board = record.board.clone();
    let mut marked = kept.marked.into_iter().map(|indices| points(&indices, &board));
    record.marked = ByPlayer::new(record.players, |_| marked.next().unwrap_or_default());
    Ok(Record {
        rules_fault: kept.rules_fault,
        komi_fault: kept.komi_fault,
        left_out: kept.left_out,
        tolerates_extra_passes: kept.tolerates_extra_passes,
        ..record
    })
}

fn points(indices: &[usize], board: &Board) -> Vec<Point> {
    indices.iter().filter_map(|&index| board.point(index)).collect()
}

impl Done {
    fn of(what: &What, board: &Board) -> Done {
        match what {
            What::Act(action) => Done::Act(Written(action, board).to_string()),
            What::Edit(changes) => Done::Edit(
                changes.iter().map(|(point, stone)| (point.index(), stone.code())).collect(),
            ),
            What::ToMove(player) => Done::ToMove(player.name().to_owned()),
            What::Unreadable { player, found, why } => Done::Unreadable {
                player: player.name().to_owned(),
                found: found.clone(),
                why: why.clone(),
            },
        }
    }

    fn read(self, board: &Board, players: usize) -> Result<What, String> {
        let player = |name: &str| Player::parse(name).ok_or_else(|| format!("no player: {name}"));
        Ok(match self {
            Done::Act(text) => What::Act(Action::parse(&text, board, players)?),
            Done::Edit(changes) => {
                let read = |(index, code)| Some((board.point(index)?, Stone::from_code(code)?));
                let changes = changes.into_iter().map(read).collect::<Option<_>>();
                What::Edit(changes.ok_or("no point of the board, or no stone")?)
            }
            Done::ToMove(name) => What::ToMove(player(&name)?),
            Done::Unreadable { player: name, found, why } => {
                What::Unreadable { player: player(&name)?, found, why }
            }
        })
    }
}
