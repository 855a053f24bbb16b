//! The commands, by family: one file for each.

mod administration;
mod analysis;
mod counting;
mod moves;
mod records;
mod ruler;
mod rules;
pub(crate) mod setup;
mod shinpan;
mod table;

use shinpan_board::Board;
use shinpan_referee::Sitting;
use shinpan_rules::{Analysis, LifeStatus, Status, readable};

use crate::session::{Session, Told};

/// A command's name, and what it does with its arguments.
type Row = (&'static str, fn(&mut Session, &[&str]) -> Told);

const FAMILIES: [&[Row]; 10] = [
    administration::COMMANDS,
    setup::COMMANDS,
    moves::COMMANDS,
    counting::COMMANDS,
    records::COMMANDS,
    rules::COMMANDS,
    ruler::COMMANDS,
    analysis::COMMANDS,
    shinpan::COMMANDS,
    table::COMMANDS,
];

/// The command with this name.
pub(crate) fn find(name: &str) -> Option<fn(&mut Session, &[&str]) -> Told> {
    all().find(|row| row.0 == name).map(|row| row.1)
}

fn all() -> impl Iterator<Item = &'static Row> {
    FAMILIES.into_iter().flatten()
}

/// No arguments are expected.
fn none(arguments: &[&str]) -> Result<(), String> {
    if arguments.is_empty() { Ok(()) } else { Err("syntax error".to_owned()) }
}

/// So many arguments are expected.
fn exactly<'a, const N: usize>(arguments: &[&'a str]) -> Result<[&'a str; N], String> {
    arguments.try_into().map_err(|_| "syntax error".to_owned())
}

/// How a game stands or ended, for people.
pub(crate) fn result_in_words(sitting: &Sitting) -> String {
    let game = sitting.game();
    match (game.status(), sitting.outcome()) {
        (_, Some(outcome)) => {
            let sgf = outcome.sgf().unwrap_or_default();
            let said = match (sgf.as_str(), outcome.winner()) {
                ("Void", _) => "no result (Void)".to_owned(),
                ("0", _) => "a draw".to_owned(),
                (_, Some(winner)) => format!("{winner} wins ({sgf})"),
                (_, None) => sgf,
            };
            format!("{said} [{}]", outcome.clause)
        }
        (Status::Stopped, None) => {
            let mut said = "the play has ended, and it is open which stones live".to_owned();
            if let Some(analysis) = sitting.analysis() {
                let [low, high] = analysis.margin.map(readable);
                said += &format!(": black's margin lies between {low} and {high}; unproven: ");
                said += &few_unproven(&analysis, game.board());
            }
            said
        }
        (_, None) => {
            format!("the game goes on (phase {}, {} to move)", game.phase(), game.to_move())
        }
    }
}

/// The chains that are unproven, each by its first point; of many the first few.
fn few_unproven(analysis: &Analysis, board: &Board) -> String {
    const SHOWN: usize = 8;
    let open: Vec<String> = analysis
        .chains
        .iter()
        .filter(|chain| chain.status == LifeStatus::Unproven)
        .filter_map(|chain| {
            Some(format!("{} {}", chain.player, board.name(*chain.points.first()?)))
        })
        .collect();
    match open.len().checked_sub(SHOWN) {
        None | Some(0) => open.join(", "),
        Some(more) => format!("{} and {more} more", open[..SHOWN].join(", ")),
    }
}
