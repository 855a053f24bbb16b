//! A session: one client, one sitting.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use shinpan_board::{Board, Player, Stone};
use shinpan_referee::{Action, Edit, Refused, Sitting};
use shinpan_rules::{Analysis, Analyst, Komi, Move, Ruleset, Sequel, Setup, Status};

use crate::codec::{LONGEST, parse_command, written};
use crate::commands;
use crate::player::{Advice, Effort, Player as Honest};

/// How a session begins.
#[derive(Clone, Debug)]
pub struct Options {
    /// The ruleset.
    pub ruleset: Ruleset,
    /// The komi.
    pub komi: Komi,
    /// Columns and rows of the board.
    pub size: (usize, usize),
    /// From what the player's random numbers come: the same seed and the same commands give the
    /// same answers.
    pub seed: u64,
    /// How many games the player plays out for each move, and how far it solves small boards.
    pub effort: Effort,
    /// Whether `final_score` may rest on the player's opinion of what is dead.
    pub estimate: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            ruleset: Ruleset::builtin("chinese")
                .unwrap_or_else(|| shinpan_rules::builtin().remove(0)),
            komi: Komi::from_halves(15).unwrap_or_default(),
            size: (19, 19),
            seed: 0,
            effort: Effort { playouts: 400, nodes: 50_000 },
            estimate: false,
        }
    }
}

/// What is sent back for a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The text, with the empty line that ends it.
    pub text: String,
    /// Whether the session is over.
    pub quit: bool,
}

/// The time a player has: GTP knows a main time and so many stones in each period after it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Clock {
    /// Seconds left, as the controller said last.
    pub(crate) left: Option<u64>,
}

/// One client's game, and what the client has set.
pub struct Session {
    pub(crate) options: Options,
    /// The ruleset and komi that the client has set last, and no record: a record that names none is ruled on by these.
    pub(crate) own: (Ruleset, Komi),
    pub(crate) sitting: Sitting,
    pub(crate) player: Honest,
    pub(crate) clocks: [Clock; 2],
    pub(crate) quit: bool,
    /// Who decides which chains are independently alive where the rules ask for it; nobody, and all
    /// statuses stay open.
    analyst: Option<Arc<dyn Analyst>>,
    /// The last position that was analysed for an opinion.
    supposed: Option<(Vec<u8>, Analysis)>,
    interrupt: Arc<AtomicBool>,
}

/// What a command answers: a text, or an error message.
pub(crate) type Told = Result<String, String>;

impl Session {
    /// A session with an empty board.
    ///
    /// # Errors
    /// If there is no such board, or the ruleset is not for two players.
    pub fn new(options: Options) -> Result<Session, String> {
        let (columns, rows) = options.size;
        let board = Board::rectangle(columns, rows).map_err(|fault| fault.to_string())?;
        let sitting = begin(&options, &Arc::new(board))?;
        let interrupt = Arc::new(AtomicBool::new(false));
        Ok(Session {
            player: Honest::new(options.seed, Arc::clone(&interrupt)),
            own: (options.ruleset.clone(), options.komi),
            options,
            sitting,
            clocks: [Clock::default(); 2],
            quit: false,
            analyst: None,
            supposed: None,
            interrupt,
        })
    }

    /// What stops a search that is going on.
    #[must_use]
    pub fn interrupt(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.interrupt)
    }

    /// Who decides which chains are independently alive. It may heed [`Session::interrupt`].
    pub fn set_analyst(&mut self, analyst: Arc<dyn Analyst>) {
        self.analyst = Some(analyst);
    }

    /// The sitting as it stands.
    #[must_use]
    pub fn sitting(&self) -> &Sitting {
        &self.sitting
    }

    /// Answers a line; `None` if there is nothing on it.
    pub fn answer(&mut self, line: &str) -> Option<Answer> {
        let command = parse_command(line)?;
        let arguments: Vec<&str> = command.arguments.iter().map(String::as_str).collect();
        let text = match commands::find(&command.name) {
            _ if line.len() > LONGEST => Err(format!("a line of more than {LONGEST} bytes")),
            Some(run) => run(self, &arguments),
            None => Err("unknown command".to_owned()),
        };
        // What interrupted this command shall not interrupt the next.
        self.interrupt.store(false, Ordering::Relaxed);
        Some(Answer { text: written(command.id, &text), quit: self.quit })
    }

    /// The sitting, with the chains analysed if that is due. It is done once for each end of play.
    pub(crate) fn analysed(&mut self) -> &Sitting {
        if let Some(analyst) = &self.analyst {
            self.sitting.analyse(&**analyst);
        }
        &self.sitting
    }

    /// What the Analysis of Japanese 1989 finds in the position, whatever the ruleset: no ruling, but
    /// the best there is for an opinion. Only after a pass, as it takes its time, and once for each
    /// position.
    pub(crate) fn supposed(&mut self) -> Option<Analysis> {
        let game = self.sitting.game();
        let passed = game.moves_made() > game.first_move()
            && matches!(game.move_at(game.moves_made()), Some((_, Move::Pass)));
        let analyst = self.analyst.as_ref().filter(|_| passed)?;
        let codes = game.position().codes();
        if self.supposed.as_ref().is_none_or(|(known, _)| known != codes) {
            let ruleset = Arc::new(Ruleset::builtin("japanese-1989")?);
            let mut setup = Setup::empty(Arc::clone(game.board()), 2);
            setup.stones = game.position().stones().collect();
            let mut stopped = Sitting::new(ruleset, &setup).ok()?;
            for player in [Player::BLACK, Player::WHITE] {
                stopped.act(&Action::Move(player, Move::Pass)).ok()?;
            }
            stopped.analyse(&**analyst);
            self.supposed = Some((codes.to_vec(), stopped.analysis()?));
        }
        self.supposed.as_ref().map(|(_, analysis)| analysis.clone())
    }

    pub(crate) fn board(&self) -> &Arc<Board> {
        self.sitting.game().board()
    }

    /// A new game on a board, by the ruleset and komi that are set.
    pub(crate) fn restart(&mut self, board: &Arc<Board>) -> Result<(), String> {
        self.sitting = begin(&self.options, board)?;
        self.clocks = [Clock::default(); 2];
        Ok(())
    }

    /// A new game from this setup, on the board that is there.
    pub(crate) fn set_up(&mut self, stones: Vec<Stone>, to_move: Player, handicap: u32) -> Told {
        let mut setup = Setup::empty(Arc::clone(self.board()), 2);
        (setup.stones, setup.to_move, setup.handicap) = (stones, to_move, handicap);
        setup.komi = self.options.komi;
        let ruleset = Arc::new(self.options.ruleset.clone());
        self.sitting = Sitting::new(ruleset, &setup).map_err(|fault| fault.to_string())?;
        Ok(String::new())
    }

    /// The same game by another ruleset or komi. All that was done has to be allowed under it.
    pub(crate) fn reseat(&mut self, ruleset: &Ruleset, komi: Komi) -> Result<(), String> {
        let setup = Setup { komi, ..self.sitting.setup().clone() };
        let mut sitting =
            Sitting::new(Arc::new(ruleset.clone()), &setup).map_err(|fault| fault.to_string())?;
        for action in self.sitting.line() {
            sitting.act(action).map_err(|refused| {
                let number = sitting.game().moves_made() + 1;
                let told = told(&refused);
                format!("the game cannot go on under these rules: at move {number} {told}")
            })?;
        }
        self.sitting = sitting;
        self.options.ruleset = ruleset.clone();
        self.options.komi = komi;
        Ok(())
    }

    /// A move of a colour. If it is not that colour's turn, it is set to move (G-7): the protocol
    /// lets a colour play twice.
    pub(crate) fn play(&mut self, player: Player, made: Move) -> Result<(), String> {
        let game = self.sitting.game();
        let illegal = |refused: Refused| format!("illegal move: {}", told(&refused));
        // A pass that White owes asks for nothing.
        let owed = *game.status() != Status::InPlay && game.ruling_for(player, made).is_ok();
        if !owed
            && let Some(mut resumed) = self.resumed(player)
            && resumed.act(&Action::Move(player, made)).is_ok()
        {
            self.sitting = resumed;
            return Ok(());
        }
        if player == game.to_move() || *game.status() != Status::InPlay {
            return match self.sitting.act(&Action::Move(player, made)) {
                Ok(_) => Ok(()),
                Err(refused) => Err(illegal(refused)),
            };
        }
        let mut turned = self.sitting.clone();
        let edit = Edit { changes: Vec::new(), to_move: player };
        turned.act(&Action::Edit(edit)).map_err(illegal)?;
        turned.act(&Action::Move(player, made)).map_err(illegal)?;
        self.sitting = turned;
        Ok(())
    }

    /// The sitting after a dispute, where play is over and the rules let a player ask for more: the
    /// protocol has no word for that but a further move.
    fn resumed(&self, player: Player) -> Option<Sitting> {
        let over = *self.sitting.game().status() != Status::InPlay;
        let may = matches!(self.sitting.ruleset().sequel, Sequel::Resumption { .. });
        let mut resumed = (over && may).then(|| self.sitting.clone())?;
        resumed.act(&Action::Request(player)).is_ok().then_some(resumed)
    }

    /// What the player would do now, and thinks of the position.
    pub(crate) fn advice(&mut self, player: Player) -> Result<Advice, String> {
        if let Some(resumed) = self.resumed(player)
            && resumed.game().to_move() == player
        {
            return Ok(self.player.advise(&resumed, self.options.effort));
        }
        let game = self.sitting.game();
        if *game.status() != Status::InPlay {
            return Err(format!("the game is over: {}", commands::result_in_words(&self.sitting)));
        }
        let hurried = self.clocks.get(player.index()).and_then(|clock| clock.left);
        let mut effort = self.options.effort;
        if let Some(left) = hurried {
            let few = u32::try_from(left).unwrap_or(u32::MAX);
            effort.playouts = effort.playouts.min(few.saturating_mul(10).saturating_add(20));
            effort.nodes = effort.nodes.min(left.saturating_mul(1000));
        }
        if player == game.to_move() {
            return Ok(self.player.advise(&self.sitting, effort));
        }
        let mut turned = self.sitting.clone();
        let edit = Edit { changes: Vec::new(), to_move: player };
        turned.act(&Action::Edit(edit)).map_err(|refused| told(&refused))?;
        Ok(self.player.advise(&turned, effort))
    }
}

/// A refusal in a line.
pub(crate) fn told(refused: &Refused) -> String {
    format!("{} [{}]", refused.why, refused.clause)
}

fn begin(options: &Options, board: &Arc<Board>) -> Result<Sitting, String> {
    let mut setup = Setup::empty(Arc::clone(board), 2);
    setup.komi = options.komi;
    let ruleset = Arc::new(options.ruleset.clone());
    Sitting::new(ruleset, &setup).map_err(|fault| fault.to_string())
}
