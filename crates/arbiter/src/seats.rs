//! Programs that sit at a table with people: their moves, and their answers to what is proposed.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use shinpan_board::{Board, Player, Point, Stone};
use shinpan_gtp::vertex;
use shinpan_referee::{Action, Dead, Proposal, Refused, Sitting};
use shinpan_rules::{Move, Status};

use crate::engine::{Engine, Fault};

/// Patience with everything but the search for a move.
const BRIEF: Duration = Duration::from_secs(20);

/// The programs at a table, and what there is to say about them.
pub struct Seats {
    seats: [Option<Engine>; 2],
    patience: Duration,
    complaints: Vec<(Player, String)>,
}

impl Seats {
    /// Starts the programs and tells them how the game stands. `stop` ends every waiting.
    ///
    /// # Errors
    /// In words, if one cannot be started, or programs do not play such games.
    pub fn start(
        commands: [Option<&str>; 2],
        sitting: &Sitting,
        patience: Duration,
        stop: &Arc<AtomicBool>,
    ) -> Result<Seats, String> {
        if commands.iter().any(Option::is_some)
            && (sitting.game().players() != 2 || sitting.game().board().shape().grid().is_none())
        {
            return Err("GTP programs play games of two players on rectangles".to_owned());
        }
        let mut seats = [None, None];
        for (seat, command) in seats.iter_mut().zip(commands) {
            if let Some(command) = command {
                *seat = Some(Engine::start(command, stop).map_err(|fault| fault.to_string())?);
            }
        }
        let mut engines = Seats { seats, patience, complaints: Vec::new() };
        engines.tell_all(sitting);
        Ok(engines)
    }

    /// Which players are programs.
    #[must_use]
    pub fn seated(&self) -> [bool; 2] {
        [self.seats[0].is_some(), self.seats[1].is_some()]
    }

    /// Which programs have left since this was asked last, and why.
    pub fn complaints(&mut self) -> Vec<(Player, String)> {
        std::mem::take(&mut self.complaints)
    }

    /// What a program does next, if it is for one to do something.
    pub fn next(&mut self, sitting: &Sitting) -> Option<Action> {
        if let Some(pending) = sitting.pending() {
            let open = |player: &Player| {
                !pending.accepted.contains(player) && self.seats[player.index()].is_some()
            };
            let player = Player::all(sitting.game().players().min(2)).find(open)?;
            let agrees = match &pending.what {
                Proposal::Undo(_) | Proposal::Cycle => true,
                Proposal::Result(_) => false,
                Proposal::Dead(dead) => self.agrees(player, dead, sitting),
            };
            return Some(if agrees { Action::Accept(player) } else { Action::Decline(player) });
        }
        let player = sitting.game().to_move();
        if *sitting.game().status() != Status::InPlay || player.index() > 1 {
            return None;
        }
        let command = format!("genmove {}", letter(player));
        let Some(engine) = &mut self.seats[player.index()] else { return None };
        let board: &Board = sitting.game().board();
        match engine.ask(&command, self.patience) {
            Ok(answer) if answer.eq_ignore_ascii_case("resign") => Some(Action::Resign(player)),
            Ok(answer) if answer.eq_ignore_ascii_case("pass") => {
                Some(Action::Move(player, Move::Pass))
            }
            Ok(answer) => match board.parse_point(&answer) {
                Some(point) => Some(Action::Move(player, Move::Play(point))),
                None => {
                    let why = format!("expected a point of the board, found `{answer}`");
                    self.leave(player, &Fault::Garbage { asked: command, why }.to_string());
                    None
                }
            },
            Err(fault) => {
                self.leave(player, &fault.to_string());
                None
            }
        }
    }

    /// A program that is of no more use leaves its seat.
    fn leave(&mut self, player: Player, why: &str) {
        self.seats[player.index()] = None;
        self.complaints.push((player, why.to_owned()));
    }

    /// Something was done: a move is passed on, anything else that changes the board is told anew.
    pub fn heard(&mut self, action: &Action, sitting: &Sitting) {
        match action {
            Action::Move(player, made) => {
                let at = vertex(sitting.game().board(), *made);
                let other = player.next(2);
                if sitting.game().players() == 2 && self.seats[other.index()].is_some() {
                    self.tell(other, &format!("play {} {at}", letter(*player)));
                }
            }
            Action::Undo(..) | Action::Accept(_) | Action::Edit(_) => self.tell_all(sitting),
            _ => {}
        }
    }

    /// A program did what is not allowed; it has made its move on its own board, and leaves.
    pub fn refused(&mut self, sitting: &Sitting, action: &Action, refused: &Refused) {
        if let Action::Move(player, made) = action
            && player.index() < 2
            && self.seats[player.index()].is_some()
            && *player == sitting.game().to_move()
        {
            let at = vertex(sitting.game().board(), *made);
            self.leave(*player, &format!("it played {at}: {} [{}]", refused.why, refused.clause));
        }
    }

    /// Tells every program the game from its beginning, or from the last edit of the position.
    pub fn tell_all(&mut self, sitting: &Sitting) {
        let Some((columns, rows)) = sitting.game().board().shape().grid() else { return };
        let board: &Board = sitting.game().board();
        let size = if columns == rows {
            format!("boardsize {columns}")
        } else {
            format!("rectangular_boardsize {columns} {rows}")
        };
        let mut commands =
            vec![size, "clear_board".to_owned(), format!("komi {}", sitting.setup().komi)];
        let edited = sitting.line().any(|action| matches!(action, Action::Edit(_)));
        let stones: Vec<Stone> = match edited {
            true => sitting.game().position().stones().collect(),
            false => sitting.setup().stones.clone(),
        };
        // No chain is without liberties in the end, and so none is on the way there.
        for (point, stone) in board.points().zip(stones) {
            if let Some(player) = stone.player() {
                commands.push(format!("play {} {}", letter(player), board.name(point)));
            }
        }
        for action in sitting.line().filter(|_| !edited) {
            if let Action::Move(player, made) = action {
                commands.push(format!("play {} {}", letter(*player), vertex(board, *made)));
            }
        }
        for player in [Player::BLACK, Player::WHITE] {
            for command in &commands {
                if self.seats[player.index()].is_some() {
                    self.tell(player, command);
                }
            }
        }
    }

    fn tell(&mut self, player: Player, command: &str) {
        let told = self.seats[player.index()].as_mut().map(|engine| engine.ask(command, BRIEF));
        if let Some(Err(fault)) = told {
            self.leave(player, &fault.to_string());
        }
    }

    /// Whether a program takes the same stones for dead.
    fn agrees(&mut self, player: Player, dead: &Dead, sitting: &Sitting) -> bool {
        let board: &Board = sitting.game().board();
        let position = sitting.game().position();
        let chain = |point: Point| position.chain(point).min();
        let proposed: BTreeSet<Option<Point>> =
            dead.everywhere.iter().map(|&point| chain(point)).collect();
        let told = self.seats[player.index()]
            .as_mut()
            .map(|engine| engine.ask("final_status_list dead", self.patience));
        let Some(Ok(told)) = told else { return false };
        let found: Option<BTreeSet<Option<Point>>> = told
            .split_whitespace()
            .map(|name| {
                let point = board.parse_point(name)?;
                (!position.stone(point).is_empty()).then(|| chain(point))
            })
            .collect();
        found.is_some_and(|found| found == proposed)
    }
}

fn letter(player: Player) -> &'static str {
    if player == Player::BLACK { "b" } else { "w" }
}
