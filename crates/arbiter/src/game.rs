//! One game between two programs.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

use shinpan_board::{Board, Player, Point};
use shinpan_gtp::vertex;
use shinpan_referee::{Action, Dead, Fault as Loss, Record, Sitting, Written, write_sgf};
use shinpan_rules::{Ground, Move, Ruleset, Sequel, Status};

use crate::engine::{Engine, Fault};
use crate::plan::Plan;
use crate::report::{AnalysisReport, EngineFault, GameReport, SaidScores};
use crate::table::{Table, TableError};

/// The programs at a table.
pub struct Players {
    /// Black's and White's.
    pub engines: [Engine; 2],
    /// What they call themselves.
    pub names: [String; 2],
    /// One that follows the game and says its score.
    pub referee: Option<Engine>,
}

/// How a game went.
pub struct Finished {
    /// What is told of it.
    pub report: GameReport,
    /// The sitting as it stands.
    pub sitting: Sitting,
}

/// Why a game does not go on.
enum Halt {
    /// A program did something wrong.
    Fault(EngineFault),
    /// It has to be left unfinished.
    Unfinished(String),
    /// The journal cannot be written.
    Accident(std::io::Error),
}

impl From<TableError> for Halt {
    fn from(fault: TableError) -> Halt {
        match fault {
            TableError::Journal(error) => Halt::Accident(error),
            TableError::Refused(refused) => {
                Halt::Unfinished(format!("{} [{}]", refused.why, refused.clause))
            }
        }
    }
}

const SIDES: [Player; 2] = [Player::BLACK, Player::WHITE];

/// Patience with everything but the search for a move.
const BRIEF: Duration = Duration::from_secs(20);

struct Round<'a> {
    plan: &'a Plan,
    table: Table,
    players: Players,
    /// Moves made when the players were last asked about dead stones.
    asked_at: Option<usize>,
    agreed: Option<bool>,
}

/// Plays a game, or goes on with one, until it ends or cannot go on. `sgf` is where its record is
/// written at the end, whatever end it is.
///
/// # Errors
/// If a file cannot be written. What the programs do wrong is in the report.
pub fn play_game(
    plan: &Plan,
    number: usize,
    table: Table,
    players: Players,
    sgf: &Path,
) -> std::io::Result<Finished> {
    let begun = Instant::now();
    let mut round = Round { plan, table, players, asked_at: None, agreed: None };
    let halt = round.run();
    let (fault, unfinished) = match halt {
        Ok(()) => (None, None),
        Err(Halt::Accident(error)) => return Err(error),
        Err(Halt::Unfinished(why)) => (None, Some(why)),
        Err(Halt::Fault(fault)) => round.rule_on(fault)?,
    };
    // J-5: what the players have not agreed on is analysed; nothing is due anywhere else.
    round.table.analyse(&*plan.analyst);
    // Who has resigned or lost on time has no score that could be compared.
    let counted = match round.table.sitting().game().status() {
        Status::InPlay => false,
        Status::Stopped => true,
        Status::Over(outcome) => matches!(outcome.ground, Ground::Score(_)),
    };
    let said = if counted && fault.is_none() { round.scores() } else { SaidScores::default() };
    let sitting = round.table.sitting().clone();
    let result = sitting.outcome().and_then(|outcome| outcome.sgf());
    let all: Vec<&String> =
        [&said.black, &said.white, &said.referee].into_iter().flatten().collect();
    let same = result
        .as_ref()
        .filter(|_| !all.is_empty())
        .map(|own| all.iter().all(|said| same_score(said, own)));
    let ground = shinpan_referee::Report::of(&sitting).result.map(|result| result.ground);
    let [black, white] = round.players.names.clone();
    let report = GameReport {
        game: number,
        black,
        white,
        swapped: plan.swapped(number),
        rules: sitting.ruleset().id.clone(),
        komi: sitting.setup().komi.to_string(),
        moves: sitting.game().moves_made(),
        result,
        ground,
        agreed: round.agreed,
        analysis: AnalysisReport::of(&sitting),
        said,
        same,
        fault,
        unfinished,
        milliseconds: begun.elapsed().as_millis() as u64,
    };
    write_record(&sitting, &report, sgf)?;
    Ok(Finished { report, sitting })
}

/// `B+5.0` is `B+5.5`'s form of `B+5`.
fn same_score(said: &str, own: &str) -> bool {
    let plain = |text: &str| match text.split_once('.') {
        Some((whole, half)) if half.bytes().all(|byte| byte == b'0') => whole.to_owned(),
        _ => text.to_owned(),
    };
    plain(said.trim()) == plain(own)
}

/// The record as SGF, in one piece or not at all.
fn write_record(sitting: &Sitting, report: &GameReport, sgf: &Path) -> std::io::Result<()> {
    let mut record: Record = sitting.record();
    record.about.push(("PB".to_owned(), report.black.clone()));
    record.about.push(("PW".to_owned(), report.white.clone()));
    record.result.get_or_insert_with(|| "?".to_owned());
    let text = write_sgf(&record).map_err(|fault| std::io::Error::other(fault.to_string()))?;
    let beside = sgf.with_extension("sgf.part");
    std::fs::write(&beside, text)?;
    std::fs::rename(&beside, sgf)
}

impl Round<'_> {
    fn run(&mut self) -> Result<(), Halt> {
        self.set_up()?;
        loop {
            self.agree()?;
            let game = self.table.sitting().game();
            if *game.status() != Status::InPlay {
                return Ok(());
            }
            if game.moves_made() >= self.plan.most_moves {
                return Err(Halt::Unfinished(format!("{} moves were made", game.moves_made())));
            }
            // Nobody at this table claims anything; the third time the referee does.
            if game.claimable().is_some_and(|cycle| cycle.occurrence >= 3) {
                self.table.act(&Action::RefereeRules)?;
                continue;
            }
            self.one_move()?;
        }
    }

    /// Tells everybody the board, the komi and what has been played.
    fn set_up(&mut self) -> Result<(), Halt> {
        let sitting = self.table.sitting();
        let setup = sitting.setup();
        let Some((columns, rows)) = setup.board.shape().grid() else {
            return Err(Halt::Unfinished("GTP is for rectangles".to_owned()));
        };
        let size = if columns == rows {
            format!("boardsize {columns}")
        } else {
            format!("rectangular_boardsize {columns} {rows}")
        };
        let mut commands = vec![size, "clear_board".to_owned(), format!("komi {}", setup.komi)];
        for action in sitting.line() {
            if let Action::Move(player, made) = action {
                let at = vertex(&setup.board, *made);
                commands.push(format!("play {} {at}", letter(*player)));
            }
        }
        let ruleset = sitting.ruleset();
        let named = Ruleset::builtin(&ruleset.id).is_some_and(|builtin| builtin == **ruleset);
        let rules = named.then(|| ruleset.id.clone());
        for who in 0..3 {
            if self.engine(who).is_none() {
                continue;
            }
            for command in &commands {
                self.told(who, command)?;
            }
            // A program that knows our rulesets plays by the right one; others, and rulesets
            // without a name, are told on the programs' command lines.
            let knows = self.engine(who).is_some_and(|engine| engine.knows("shinpan-rules", BRIEF));
            if let Some(rules) = rules.as_ref().filter(|_| knows) {
                self.told(who, &format!("shinpan-rules {rules}"))?;
            }
        }
        Ok(())
    }

    fn engine(&mut self, who: usize) -> Option<&mut Engine> {
        match who {
            0 | 1 => Some(&mut self.players.engines[who]),
            _ => self.players.referee.as_mut(),
        }
    }

    fn fault(&self, who: usize, fault: &Fault) -> Halt {
        if let Fault::Stopped { .. } = fault {
            return Halt::Unfinished("it was stopped".to_owned());
        }
        Halt::Fault(EngineFault {
            by: ["black", "white", "referee"][who].to_owned(),
            kind: fault.kind().to_owned(),
            what: fault.to_string(),
            at: self.table.sitting().game().moves_made() + 1,
        })
    }

    /// Tells a program something that it has to accept.
    fn told(&mut self, who: usize, command: &str) -> Result<String, Halt> {
        let answer = self.engine(who).map(|engine| engine.ask(command, BRIEF));
        answer.unwrap_or_else(|| Ok(String::new())).map_err(|fault| self.fault(who, &fault))
    }

    fn one_move(&mut self) -> Result<(), Halt> {
        let game = self.table.sitting().game();
        let player = game.to_move();
        let who = player.index();
        // Where dead stones are taken off by play, KGS has a command for it.
        let cleaning = game.phase() != "main" && game.phase() != "competition"
            || self.table.sitting().line().any(|action| matches!(action, Action::Request(_)));
        let patience = self.plan.patience;
        let engine = &mut self.players.engines[who];
        let cleanup = cleaning && engine.knows("kgs-genmove_cleanup", BRIEF);
        let command = if cleanup { "kgs-genmove_cleanup" } else { "genmove" };
        let command = format!("{command} {}", letter(player));
        let answer = engine.ask(&command, patience).map_err(|fault| self.fault(who, &fault))?;
        if answer.eq_ignore_ascii_case("resign") {
            self.table.act(&Action::Resign(player))?;
            return Ok(());
        }
        let board: &Board = self.table.sitting().game().board();
        let made = if answer.eq_ignore_ascii_case("pass") {
            Some(Move::Pass)
        } else {
            board.parse_point(&answer).map(Move::Play)
        };
        let Some(made) = made else {
            let why = format!("expected a point of the {}, found `{answer}`", board.in_words());
            return Err(self.fault(who, &Fault::Garbage { asked: command, why }));
        };
        let at = vertex(board, made);
        match self.table.act(&Action::Move(player, made)) {
            Ok(_) => {}
            Err(TableError::Journal(error)) => return Err(Halt::Accident(error)),
            Err(TableError::Refused(refused)) => {
                return Err(Halt::Fault(EngineFault {
                    by: player.to_string(),
                    kind: "illegal".to_owned(),
                    what: format!("it played {at}: {} [{}]", refused.why, refused.clause),
                    at: self.table.sitting().game().moves_made() + 1,
                }));
            }
        }
        for other in (0..3).filter(|&other| other != who) {
            self.told(other, &format!("play {} {at}", letter(player)))?;
        }
        Ok(())
    }

    /// Where the players may agree on dead stones, they are asked once for each end of play. If they
    /// say the same, that is agreed; otherwise there is a dispute, which resumes play where the rules
    /// say so.
    fn agree(&mut self) -> Result<(), Halt> {
        let game = self.table.sitting().game();
        let now = game.moves_made();
        let open = match game.status() {
            Status::InPlay => game.phase() == "resolution",
            Status::Stopped => true,
            Status::Over(outcome) => {
                matches!(outcome.ground, Ground::Score(_)) && self.agreed != Some(true)
            }
        };
        let may = open && game.without_dead(&[Vec::new()]).is_ok();
        if !may
            || self.asked_at == Some(now)
            || (self.asked_at.is_some() && *game.status() == Status::InPlay)
        {
            return Ok(());
        }
        self.asked_at = Some(now);
        let Some(black) = self.dead(0)? else { return Ok(()) };
        let Some(white) = self.dead(1)? else { return Ok(()) };
        let dead = |points: &BTreeSet<Point>| Dead {
            everywhere: points.iter().copied().collect(),
            at: Vec::new(),
        };
        if black == white {
            self.agreed = Some(true);
            let [one, other] = SIDES;
            let dead = dead(&black);
            self.table.act(&Action::Dead(Some(one), dead.clone()))?;
            self.table.act(&Action::Accept(other))?;
            return self.tell_agreement(dead);
        }
        self.agreed = Some(false);
        let [one, other] = SIDES;
        self.table.act(&Action::Dead(Some(one), dead(&black)))?;
        self.table.act(&Action::Decline(other))?;
        let resumes = matches!(self.table.sitting().ruleset().sequel, Sequel::Resumption { .. });
        if resumes && *self.table.sitting().game().status() != Status::InPlay {
            match self.table.act(&Action::Request(other)) {
                // Where nobody played since the last dispute, what stands counts.
                Ok(_) | Err(TableError::Refused(_)) => {}
                Err(TableError::Journal(error)) => return Err(Halt::Accident(error)),
            }
        }
        Ok(())
    }

    /// Whoever keeps a sitting of his own hears what was agreed.
    fn tell_agreement(&mut self, dead: Dead) -> Result<(), Halt> {
        let board = std::sync::Arc::clone(self.table.sitting().game().board());
        let act = Action::Dead(None, dead);
        let act = format!("shinpan-act {}", Written(&act, &board));
        for who in 0..3 {
            if self.engine(who).is_some_and(|engine| engine.knows("shinpan-act", BRIEF)) {
                self.told(who, &act)?;
            }
        }
        Ok(())
    }

    /// The chains that a program takes for dead, by their first points; nothing if it does not say.
    fn dead(&mut self, who: usize) -> Result<Option<BTreeSet<Point>>, Halt> {
        let engine = &mut self.players.engines[who];
        let told = match engine.ask("final_status_list dead", self.plan.patience) {
            Ok(told) => told,
            Err(Fault::Error { .. }) => return Ok(None),
            Err(fault) => return Err(self.fault(who, &fault)),
        };
        let game = self.table.sitting().game();
        let (board, position): (&Board, _) = (game.board(), game.position());
        let mut chains = BTreeSet::new();
        for name in told.split_whitespace() {
            let point = board.parse_point(name).filter(|&point| !position.stone(point).is_empty());
            let Some(point) = point else {
                let why = format!("expected stones on the board, found `{name}`");
                let asked = "final_status_list dead".to_owned();
                return Err(self.fault(who, &Fault::Garbage { asked, why }));
            };
            chains.extend(position.chain(point).min());
        }
        Ok(Some(chains))
    }

    /// What everybody says the score is. Who cannot say it, or has gone, says nothing.
    fn scores(&mut self) -> SaidScores {
        let patience = self.plan.patience;
        let mut said: [Option<String>; 3] = [None, None, None];
        for (who, said) in said.iter_mut().enumerate() {
            *said = self.engine(who).and_then(|engine| engine.ask("final_score", patience).ok());
        }
        let [black, white, referee] = said;
        SaidScores { black, white, referee }
    }

    /// What a program did wrong costs it the game. The other referee's fault costs nobody anything,
    /// and neither does that a legal move was refused: that is a dispute between programs.
    fn rule_on(
        &mut self,
        fault: EngineFault,
    ) -> std::io::Result<(Option<EngineFault>, Option<String>)> {
        let loser = SIDES.into_iter().find(|side| side.name() == fault.by);
        let refused = fault.kind == "error" && fault.what.contains("`play ");
        // What was counted stands, whatever a program does afterwards.
        if matches!(self.table.sitting().game().status(), Status::Over(_)) {
            return Ok((Some(fault), None));
        }
        let Some(loser) = loser.filter(|_| !refused) else {
            let why = format!("{}: {}", fault.by, fault.what);
            return Ok((Some(fault), Some(why)));
        };
        let loss = if fault.kind == "silent" { Loss::Time } else { Loss::Forfeit };
        match self.table.act(&Action::Lost(loser, loss)) {
            Ok(_) => Ok((Some(fault), None)),
            Err(TableError::Journal(error)) => Err(error),
            Err(TableError::Refused(refused)) => Ok((Some(fault), Some(refused.why))),
        }
    }
}

fn letter(player: Player) -> &'static str {
    if player == Player::BLACK { "b" } else { "w" }
}
