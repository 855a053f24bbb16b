//! The main job: the ruling on a record.

use std::sync::Arc;

use shinpan_board::{Board, Point, Stone};
use shinpan_rules::{
    Analyst, GameError, Komi, Move, Named, NotNow, Notice, ReadRuleset, Reason, Ruleset, Status,
    builtin, set_option,
};

use crate::action::{Action, Dead, Written, short};
use crate::agreement::agreement;
use crate::frame::Hears;
use crate::note::{Note, Notes, Supposed};
use crate::record::{Entry, Record, RecordError, What};
use crate::report::Report;
use crate::sitting::{Applied, Refused, Sitting};

/// What is asked of a ruling beside the record.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The ruleset, instead of the record's.
    pub rules: Option<ReadRuleset>,
    /// The komi, instead of the record's.
    pub komi: Option<Komi>,
    /// The dead stones the players agree on at the end: names of points.
    pub dead: Option<Vec<String>>,
    /// Rule on the state after so many moves.
    pub at: Option<usize>,
    /// The passes that end the play are added where the record, or what is ruled on of it, stops before them.
    pub passes: bool,
    /// When cycles are ruled on, instead of what the ruleset says.
    pub cycles: Option<Notice>,
    /// Who decides which chains are independently alive; nobody, and all statuses stay open.
    pub analyst: Option<Arc<dyn Analyst>>,
}

/// A ruling with the sitting it was given on.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The ruling.
    pub report: Report,
    /// The sitting as it stands.
    pub sitting: Sitting,
    /// The first move that was refused, with its entry.
    pub refused: Option<(Entry, Refused)>,
}

/// Rules on a record.
///
/// # Errors
/// If there is no ruleset to rule by, or an option does not fit the record.
pub fn judge(record: &Record, options: &Options) -> Result<Judged, RecordError> {
    follow(record, options, &mut |_, _, _| {})
}

/// Rules on a record, and tells of each step: the start, and every entry that was done.
pub(crate) fn follow(
    record: &Record,
    options: &Options,
    hears: &mut Hears<'_>,
) -> Result<Judged, RecordError> {
    let (ruleset, set_komi, mut notes) = choose_rules(record, options)?;
    let komi = options.komi.or(record.komi).or(set_komi).unwrap_or_default();
    if let (None, Some(fault)) = (options.komi, &record.komi_fault) {
        return Err(RecordError::new("", fault));
    }
    let ruleset = Arc::new(ruleset);
    let setup = record.setup(komi);
    let mut sitting = Sitting::new(Arc::clone(&ruleset), &setup)
        .map_err(|fault| RecordError::new(place_of(&fault), fault))?;
    if let Some(at) = options.at
        && at > record.moves()
    {
        let why =
            format!("the record has {} moves, there is no state after move {at}", record.moves());
        return Err(RecordError::new("--at", why));
    }
    // Before anything takes its time.
    let dead = options.dead.as_ref().map(|names| read_dead(names, &record.board)).transpose()?;
    hears(None, &sitting, None);
    let mut refused = None;
    let mut made = 0;
    let mut whole = true;
    let mut skipped = Vec::new();
    for entry in &record.entries {
        if options.at == Some(made) {
            whole = false;
            break;
        }
        analyse(&mut sitting, options);
        match apply(&mut sitting, entry, record) {
            // Not one more: moves may have been taken back.
            Step::Done(applied) => {
                made = sitting.game().moves_made();
                hears(Some(entry), &sitting, Some(&applied));
            }
            Step::Skipped => skipped.push(entry),
            Step::Edited(what) => {
                notes.push(Note::at(&entry.place, what));
                hears(Some(entry), &sitting, None);
            }
            Step::Refused(why) => {
                refused = Some((entry.clone(), *why));
                break;
            }
            Step::Fault(fault) => return Err(fault),
        }
    }
    if options.passes && refused.is_none() {
        let count = pass_on(&mut sitting, hears);
        notes.extend((count > 0).then(|| Note::from(Supposed::PassesAdded { count })));
    }
    match skipped.as_slice() {
        [] => {}
        [one] => {
            notes.push(Note::at(&one.place, Supposed::PassAfterTheEnd {}));
        }
        [first, ..] => {
            let what = Supposed::PassesAfterTheEnd { count: skipped.len() };
            notes.push(Note::at(&first.place, what));
        }
    }
    let cannot = |refused: Refused| {
        let hint = match refused.not_now.as_deref() {
            Some(NotNow::PhaseGoesOn { .. }) => "; `passes` adds the passes that end it",
            _ => "",
        };
        RecordError::new("--dead", format!("{}{hint} [{}]", refused.why, refused.clause))
    };
    // Where an Analysis is due, a fault is told before that takes its time.
    if let Some(dead) = dead.as_ref().filter(|_| *sitting.game().status() == Status::Stopped) {
        sitting.without_dead(dead).map_err(cannot)?;
    }
    analyse(&mut sitting, options);
    if let Some(dead) = dead {
        sitting.act(&Action::Dead(None, dead)).map_err(cannot)?;
    }
    let mut report = Report::of(&sitting);
    if let Some((entry, why)) = &refused {
        let act = match &entry.what {
            What::Act(action) => Written(action, &record.board).to_string(),
            What::Unreadable { found, .. } => found.clone(),
            What::Edit(_) | What::ToMove(_) => "position".to_owned(),
        };
        report.refuse(&record.board, made + 1, &entry.place, act, why);
        if let (Some(told), What::Unreadable { player, .. }) = (&mut report.refused, &entry.what) {
            told.player = Some(player.to_string());
        }
    }
    let whole = whole && refused.is_none();
    report.agreement =
        sitting.analysis().and_then(|analysis| agreement(record, &sitting, whole, &analysis));
    report.compare_recorded(record, whole);
    report.notes = record.notes.iter().cloned().chain(notes).collect::<Notes>().told();
    Ok(Judged { report, sitting, refused })
}

/// Rules on a record under every built-in ruleset that takes so many players: on the record itself,
/// or on its final position where its moves are not legal under a ruleset.
///
/// # Errors
/// If an option does not fit the record.
pub fn compare(record: &Record, options: &Options) -> Result<Vec<Judged>, RecordError> {
    let all = "a record is compared under every built-in ruleset as it is; `judge` takes one";
    if options.rules.is_some() {
        return Err(RecordError::new("--rules", format!("{all}, with its options")));
    }
    if options.cycles.is_some() {
        return Err(RecordError::new("--cycles", format!("{all} with another rule of cycles")));
    }
    let mut rulings = Vec::new();
    for ruleset in builtin() {
        let takes = usize::from(ruleset.players.least)..=usize::from(ruleset.players.most);
        if !takes.contains(&record.players) {
            continue;
        }
        let id = ruleset.id.clone();
        let options =
            Options { rules: Some(ReadRuleset { ruleset, komi: None }), ..options.clone() };
        // A ruleset without agreement on dead stones is ruled on as the stones stand.
        let mut judged = match judge(record, &options) {
            Ok(judged) => judged,
            Err(fault) if fault.place == "--dead" => {
                let mut judged = judge(record, &Options { dead: None, ..options.clone() })?;
                judged.report.notes.push(Supposed::DeadNotUsed { why: fault.what }.into());
                judged
            }
            Err(fault) => return Err(fault),
        };
        // Where the game was over before the record is, its result is the ruling.
        let over = judged.report.result.is_some() || judged.report.phase == "analysis";
        match &judged.refused {
            Some(_) if !over => judged = on_final_position(record, &options, &judged)?,
            Some((_, refused)) if refused.reason == Reason::Ended => {
                judged.report.notes.push(Supposed::OverBefore {}.into());
            }
            _ => {}
        }
        debug_assert_eq!(judged.report.rules, id);
        rulings.push(judged);
    }
    Ok(rulings)
}

/// The players pass until the play is over; how often.
fn pass_on(sitting: &mut Sitting, hears: &mut Hears<'_>) -> usize {
    // Each passes twice in a row at most, in each phase.
    let game = sitting.game();
    let most = 2 * game.players() * game.ruleset().stages.len();
    let mut count = 0;
    while count < most && matches!(sitting.game().status(), Status::InPlay) {
        let action = Action::Move(sitting.game().to_move(), Move::Pass);
        let Ok(applied) = sitting.act(&action) else { break };
        count += 1;
        let entry = Entry { place: String::new(), what: What::Act(action) };
        hears(Some(&entry), sitting, Some(&applied));
    }
    count
}

/// A ruleset refuses a move of the record: the moves are executed as they stand, and the ruling is
/// on the position they lead to.
fn on_final_position(
    record: &Record,
    options: &Options,
    refused: &Judged,
) -> Result<Judged, RecordError> {
    let reached = execute(record, options.at);
    let last = Record {
        stones: reached.stones,
        to_move: reached.to_move,
        prisoners: reached.prisoners,
        entries: Vec::new(),
        ..record.clone()
    };
    let options = Options { at: None, dead: None, ..options.clone() };
    let mut judged = judge(&last, &options)?;
    judged.report.refused.clone_from(&refused.report.refused);
    judged.report.recorded = None;
    judged.report.notes.push(Supposed::FinalPosition {}.into());
    Ok(judged)
}

/// Where a record's moves lead when nothing but occupied points stops them.
struct Reached {
    stones: Vec<Stone>,
    to_move: shinpan_board::Player,
    prisoners: shinpan_board::ByPlayer<u32>,
}

fn execute(record: &Record, at: Option<usize>) -> Reached {
    let board = &record.board;
    let mut position = shinpan_board::Position::from_stones(board, record.players, &record.stones)
        .unwrap_or_else(|_| shinpan_board::Position::empty(board));
    let (mut to_move, mut prisoners) = (record.to_move, record.prisoners.clone());
    let mut made = 0;
    for entry in record.line() {
        if at == Some(made) {
            break;
        }
        match &entry.what {
            What::Act(Action::Edit(edit)) => {
                position.edit(board, &edit.changes);
                to_move = edit.to_move;
            }
            What::Act(Action::Move(player, made_move)) => {
                made += 1;
                to_move = player.next(record.players);
                if let Move::Play(point) = made_move {
                    position.place(board, *point, *player);
                    for &(_, owner) in position.removed() {
                        prisoners[owner] += 1;
                    }
                }
            }
            What::Edit(changes) => position.edit(board, changes),
            What::ToMove(player) => to_move = *player,
            What::Act(_) | What::Unreadable { .. } => {}
        }
    }
    Reached { stones: position.stones().collect(), to_move, prisoners }
}

/// The field of a record that a game cannot begin with.
fn place_of(fault: &GameError) -> &'static str {
    match fault {
        GameError::Position(_) => "position",
        GameError::Players { .. } => "players",
        GameError::ToMove(_) => "to_move",
    }
}

fn choose_rules(
    record: &Record,
    options: &Options,
) -> Result<(Ruleset, Option<Komi>, Vec<Note>), RecordError> {
    let mut notes: Vec<Note> = Vec::new();
    let read = match (&options.rules, &record.rules, &record.rules_fault) {
        (Some(rules), _, _) => rules.clone(),
        (None, Some(rules), _) => rules.clone(),
        (None, None, Some(fault)) => return Err(RecordError::new("rules", fault)),
        (None, None, None) if record.tolerates_extra_passes => {
            notes.push(Supposed::NoRules {}.into());
            Ruleset::builtin("japanese-1989")
                .map(ReadRuleset::from)
                .ok_or_else(|| RecordError::new("rules", "there is no ruleset"))?
        }
        (None, None, None) => {
            return Err(RecordError::new(
                "rules",
                "the record names no ruleset: give one, like `rules = \"kee\"` or --rules kee",
            ));
        }
    };
    let mut ruleset = read.ruleset;
    if let Some(notice) = options.cycles {
        if notice != Notice::Automatic && !ruleset.rules_on_cycles() {
            notes.push(Supposed::CyclesNotRuledOn { rules: ruleset.id.clone() }.into());
        }
        ruleset.set_notice(notice);
    }
    Ok((ruleset, read.komi, notes))
}

/// J-5: once the play is over, and before the players agree on anything.
fn analyse(sitting: &mut Sitting, options: &Options) {
    if let Some(analyst) = &options.analyst {
        sitting.analyse(&**analyst);
    }
}

enum Step {
    Done(Applied),
    Skipped,
    Edited(Supposed),
    Refused(Box<Refused>),
    Fault(RecordError),
}

fn apply(sitting: &mut Sitting, entry: &Entry, record: &Record) -> Step {
    match &entry.what {
        What::Act(action) => match sitting.act(action) {
            Ok(applied) => Step::Done(applied),
            Err(_)
                if record.tolerates_extra_passes
                    && matches!(action, Action::Move(_, Move::Pass))
                    && *sitting.game().status() != Status::InPlay =>
            {
                Step::Skipped
            }
            Err(refused) => Step::Refused(Box::new(refused)),
        },
        What::Unreadable { player, found, why } => Step::Refused(Box::new(Refused {
            reason: shinpan_rules::Reason::Unreadable,
            clause: shinpan_rules::Clause::new("G-1"),
            why: format!("{player} played `{}`: {why}", short(found)),
            refusal: None,
            not_now: None,
        })),
        What::ToMove(player) if *player == sitting.game().to_move() => {
            Step::Done(Applied::default())
        }
        What::ToMove(player) => edit(sitting, &entry.place, &[], *player),
        What::Edit(changes) => edit(sitting, &entry.place, changes, sitting.game().to_move()),
    }
}

/// G-7: the game goes on from an edited position, with a history of its own.
fn edit(
    sitting: &mut Sitting,
    place: &str,
    changes: &[(Point, Stone)],
    to_move: shinpan_board::Player,
) -> Step {
    let moves = sitting.game().moves_made();
    match sitting.edit(changes, to_move) {
        Ok(true) if changes.is_empty() => {
            Step::Edited(Supposed::PlayerSet { player: Named(to_move), moves })
        }
        Ok(true) => Step::Edited(Supposed::PositionEdited { moves }),
        Ok(false) if *sitting.game().status() == Status::InPlay => Step::Done(Applied::default()),
        Ok(false) => Step::Edited(Supposed::EditAfterTheEnd { moves }),
        Err(fault) => Step::Fault(RecordError::new(place, fault)),
    }
}

/// K-18: points after `@N` are meant in the scoring position N, those before in each.
fn read_dead(names: &[String], board: &Board) -> Result<Dead, RecordError> {
    Dead::parse(&names.join(","), board).map_err(|fault| RecordError::new("--dead", fault))
}

/// The points that an option names, some of which may be empty.
///
/// # Errors
/// If the board has no such point.
pub fn read_points(
    option: &str,
    names: &[String],
    board: &Board,
) -> Result<Vec<Point>, RecordError> {
    let names = names.iter().map(|name| name.trim()).filter(|name| !name.is_empty());
    let point = |name: &str| {
        board.parse_point(name).ok_or_else(|| {
            let (board, found) = (board.in_words(), short(name));
            RecordError::new(option, format!("expected points of the {board}, found `{found}`"))
        })
    };
    names.map(point).collect()
}

/// A ruleset with options set by name, as `--option KEY=VALUE` gives them.
///
/// # Errors
/// If an option is unknown, has a wrong value, or the whole no longer goes together.
pub fn with_options(
    read: &mut ReadRuleset,
    options: &[(String, String)],
) -> Result<(), RecordError> {
    for (key, value) in options {
        set_option(&mut read.ruleset, key, value)
            .map_err(|fault| RecordError::new("--option", fault))?;
    }
    read.ruleset.check().map_err(|fault| RecordError::new("--option", fault))
}
