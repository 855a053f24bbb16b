//! What is typed at the table.

use shinpan_board::{Board, Player};
use shinpan_referee::{Action, Report, Sitting, Written, initial};
use shinpan_rules::{Clause, Move, Status};

use crate::show;

/// What a line means.
pub(super) enum Said {
    /// Nothing.
    Nothing,
    /// The game is left.
    Quit,
    /// Something is done.
    Act(Action),
    /// The board is wanted.
    Show,
    /// The Analysis is wanted.
    Analyse,
    /// Something is wanted to be read.
    Tell(String),
    /// The record is wanted in a file.
    Save(String),
    /// It could not be understood.
    Fault(String),
}

const HELP: &str = "\
D4, pass (p)            a move of the player to move
undo (u), undo 13       take back: your latest move, or move 13 and what followed it
dead A1 C3              propose dead stones, by one point of each chain; `dead` alone: none
result B+3.5, result draw, ranking black > white = player-3     propose a result
accept (a), decline (d) answer what is proposed or claimed
analyse                 have the chains analysed where the players do not agree (Japanese rules)
claim, request          claim a cycle; ask for what may follow the end, or dispute it
resign                  give up
W resign, all dead A1, referee rule     any act, with who does it
why D4                  why a point is banned; `why` alone: how the game stands
bans, board (b), phase  what is banned; the board; the phase
explain K-13            a clause
log                     everything done so far
save FILE.sgf, save FILE.toml
quit (q)                leave; the journal keeps the game";

/// Understands a line. `seated` says which of the players are programs.
pub(super) fn understand(line: &str, sitting: &Sitting, seated: &[bool]) -> Said {
    let game = sitting.game();
    let board: &Board = game.board();
    let (verb, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    // A graph may have points with the names of commands.
    if rest.is_empty()
        && let Some(point) = board.parse_point(verb)
    {
        return Said::Act(Action::Move(game.to_move(), Move::Play(point)));
    }
    match (verb.to_lowercase().as_str(), rest) {
        ("", _) => return Said::Nothing,
        ("quit" | "q" | "exit", "") => return Said::Quit,
        ("help" | "h" | "?", "") => return Said::Tell(HELP.to_owned()),
        ("board" | "b", "") => return Said::Show,
        ("analyse", "") => return Said::Analyse,
        ("phase", "") => return Said::Tell(game.phase().to_owned()),
        ("bans", "") => {
            let bans = show::bans(&Report::of(sitting));
            let none = "nothing is banned".to_owned();
            return Said::Tell(if bans.is_empty() { none } else { bans.join("\n") });
        }
        ("why", name) => return why(sitting, name),
        ("explain", name) => return explain(name),
        ("log", "") => return Said::Tell(log(sitting)),
        ("save", file) if !file.is_empty() => return Said::Save(file.to_owned()),
        _ => {}
    }
    let text = match (verb.to_lowercase().as_str(), rest) {
        ("accept" | "a", "") => format!("{} accept", answering(sitting)),
        ("decline" | "d", "") => format!("{} decline", answering(sitting)),
        // Those at one keyboard agree; programs always do.
        ("undo" | "u", "") => match own_latest(sitting, seated) {
            Some(number) => format!("all undo {number}"),
            None => "all undo".to_owned(),
        },
        ("undo" | "u", number) => format!("all undo {number}"),
        ("p", "") => format!("{} pass", initial(game.to_move())),
        ("pass" | "resign" | "claim" | "request" | "dead" | "result" | "ranking", _) => {
            format!("{} {line}", initial(game.to_move()))
        }
        _ => line.to_owned(),
    };
    match Action::parse(&text, board, game.players()) {
        Ok(action) => Said::Act(action),
        Err(_) if !text.contains(char::is_whitespace) => {
            let expected = "expected a point of the board, `pass` or another word of `help`";
            Said::Fault(format!("{expected}, found `{line}`"))
        }
        Err(why) => Said::Fault(format!("{why} (`help` lists what can be said)")),
    }
}

/// Who is to answer what is pending.
fn answering(sitting: &Sitting) -> char {
    let game = sitting.game();
    let open = sitting.pending().and_then(|pending| {
        Player::all(game.players()).find(|player| !pending.accepted.contains(player))
    });
    initial(open.unwrap_or(game.to_move()))
}

/// The latest move of a person, where others are programs.
fn own_latest(sitting: &Sitting, seated: &[bool]) -> Option<usize> {
    if !seated.contains(&true) {
        return None;
    }
    let program = |player: Player| seated.get(player.index()).copied().unwrap_or(false);
    let moves = sitting.line().filter_map(|action| match action {
        Action::Move(player, _) => Some(*player),
        _ => None,
    });
    let moves: Vec<Player> = moves.collect();
    moves.iter().rposition(|&player| !program(player)).map(|at| at + 1)
}

fn why(sitting: &Sitting, name: &str) -> Said {
    let game = sitting.game();
    if name.is_empty() {
        let undisputed = game.undisputed();
        let Some(outcome) = undisputed.as_ref().or(game.outcome()) else {
            return Said::Tell(format!("phase {}, {} to move", game.phase(), game.to_move()));
        };
        let steps: Vec<String> =
            outcome.because.iter().map(|step| format!("{} [{}]", step.fact, step.clause)).collect();
        return Said::Tell(steps.join("\n"));
    }
    let Some(point) = game.board().parse_point(name) else {
        return Said::Fault(format!("there is no point `{name}`"));
    };
    let mut trial = sitting.clone();
    let player = game.to_move();
    Said::Tell(match trial.act(&Action::Move(player, Move::Play(point))) {
        Ok(_) if *game.status() == Status::InPlay => format!("{player} may play {name}"),
        Ok(_) => format!("{player} may play {name}: it asks for what may follow"),
        Err(refused) => format!("{player} may not: {} [{}]", refused.why, refused.clause),
    })
}

fn explain(name: &str) -> Said {
    match Clause::new(name).page() {
        Some(page) => Said::Tell(format!(
            "{}: {}\n{}\nSource: {}\nProgram: {}",
            page.id, page.title, page.says, page.source, page.program
        )),
        None => Said::Fault(format!("there is no clause `{name}`")),
    }
}

fn log(sitting: &Sitting) -> String {
    let board: &Board = sitting.game().board();
    let lines = sitting.log().iter().enumerate();
    let lines: Vec<String> =
        lines.map(|(at, action)| format!("{}. {}", at + 1, Written(action, board))).collect();
    lines.join("\n")
}
