//! Whatever is done at a table, in whatever order, it is accepted or refused, and never panics; a
//! refused act changes nothing; and what was accepted, done anew, gives the same sitting.

use std::sync::Arc;

use shinpan_board::{Player, Stone};
use shinpan_referee::{Action, AgreedResult, Dead, Edit, Fault, Record, Report, Sitting, Written};
use shinpan_rules::{Move, Ruleset, Setup, Verdict};
use shinpan_testkit::{Dice, setup};

const RULESETS: [&str; 19] = [
    "lasker-maas",
    "lasker-maas, resolutions=3",
    "lasker-maas-situational",
    "lasker-maas-adjusted",
    "button",
    "long-cycle-1",
    "long-cycle-1, cycles=claim",
    "long-cycle-2",
    "long-cycle-2, cycles=claim",
    "long-cycle-3",
    "long-cycle-3, cycles=claim",
    "kee",
    "kee, scoring=territory",
    "japanese-1989",
    "japanese-1989, cycles=claim",
    "chinese",
    "aga",
    "new-zealand",
    "tromp-taylor",
];

fn sit_down(dice: &mut Dice) -> Sitting {
    let rules = Ruleset::read(RULESETS[dice.roll(RULESETS.len())]).unwrap().ruleset;
    let players = if rules.players.most > 2 { 2 + dice.roll(3) } else { 2 };
    let setup = setup(dice, players);
    Sitting::new(Arc::new(rules), &setup).unwrap()
}

fn random_action(dice: &mut Dice, sitting: &Sitting) -> Action {
    let game = sitting.game();
    let player = if dice.chance(6) {
        Player::new(dice.roll(game.players())).unwrap()
    } else {
        game.to_move()
    };
    let point = |dice: &mut Dice| game.board().point(dice.roll(game.board().len())).unwrap();
    let anybody = |dice: &mut Dice| Player::new(dice.roll(game.players())).unwrap();
    let by = |dice: &mut Dice| if dice.chance(3) { None } else { Some(player) };
    match dice.roll(28) {
        0 if dice.chance(6) => Action::Resign(player),
        1 => Action::Claim(player),
        2 | 3 | 24 | 25 => Action::Accept(anybody(dice)),
        4 => Action::Decline(player),
        5 if dice.chance(8) => Action::RefereeRules,
        6 => {
            let mut dead = Dead::default();
            for _ in 0..dice.roll(3) {
                dead.everywhere.push(point(dice));
            }
            if dice.chance(4) {
                dead.at.push((1 + dice.roll(3), vec![point(dice)]));
            }
            Action::Dead(by(dice), dead)
        }
        7 if dice.chance(3) => {
            Action::Result(by(dice), AgreedResult { verdict: Verdict::Draw, margin: None })
        }
        26 => {
            let from = if dice.chance(2) { None } else { Some(dice.roll(game.moves_made() + 2)) };
            Action::Undo(by(dice), from)
        }
        27 if dice.chance(12) => {
            Action::Lost(anybody(dice), if dice.chance(2) { Fault::Time } else { Fault::Forfeit })
        }
        27 if dice.chance(4) => {
            let stone = Stone::from_code(dice.roll(game.players() + 1) as u8).unwrap();
            Action::Edit(Edit { changes: vec![(point(dice), stone)], to_move: anybody(dice) })
        }
        8 => Action::Request(player),
        9..=12 => Action::Move(player, Move::Pass),
        _ => Action::Move(player, Move::Play(point(dice))),
    }
}

#[test]
fn random_acts_never_panic_and_refused_ones_change_nothing() {
    let mut ended = 0;
    for seed in 1..=1500 {
        let mut dice = Dice::new(seed);
        let mut sitting = sit_down(&mut dice);
        for _ in 0..60 {
            let action = random_action(&mut dice, &sitting);
            let (before, log) = (Report::of(&sitting), sitting.log().len());
            match sitting.act(&action) {
                Ok(_) => assert_eq!(sitting.log().len(), log + 1, "seed {seed}: {action:?}"),
                Err(_) => {
                    assert_eq!(Report::of(&sitting), before, "seed {seed}: {action:?}");
                    assert_eq!(sitting.log().len(), log, "seed {seed}: {action:?}");
                }
            }
        }
        ended += usize::from(sitting.game().outcome().is_some());
    }
    assert!(ended > 300, "only {ended} games ended");
}

#[test]
fn what_is_possible_is_accepted_and_nothing_else() {
    let mut seen = std::collections::BTreeMap::<&str, usize>::new();
    for seed in 1..=300 {
        let mut dice = Dice::new(seed);
        let mut sitting = sit_down(&mut dice);
        for _ in 0..50 {
            // A refused act is a state like any other.
            let _ = sitting.act(&random_action(&mut dice, &sitting));
            let players = sitting.game().players();
            let accepted = |action: &Action| sitting.clone().act(action).is_ok();
            let all: Vec<Player> = Player::all(players).collect();
            let verdict = match players {
                2 => Verdict::Draw,
                _ => Verdict::Ranking(vec![all.clone()]),
            };
            let result = AgreedResult { verdict, margin: None };
            for &player in &all {
                let by = Some(player);
                let mut acts = vec![
                    ("resign", Action::Resign(player)),
                    ("claim", Action::Claim(player)),
                    ("accept", Action::Accept(player)),
                    ("decline", Action::Decline(player)),
                    ("dead", Action::Dead(by, Dead::default())),
                    ("result", Action::Result(by, result.clone())),
                    ("request", Action::Request(player)),
                    ("undo", Action::Undo(by, None)),
                ];
                // A pass after the end that asks for what may follow is a request; one that White owes
                // is a move.
                let game = sitting.game();
                if game.outcome().is_none() || game.ruling_for(player, Move::Pass).is_ok() {
                    acts.insert(0, ("move", Action::Move(player, Move::Pass)));
                }
                let accepted: Vec<&str> =
                    acts.iter().filter(|(_, act)| accepted(act)).map(|(kind, _)| *kind).collect();
                assert_eq!(sitting.possible(player), accepted, "seed {seed}, {player}");
                accepted.iter().for_each(|kind| *seen.entry(kind).or_default() += 1);
            }
            let edit = Edit { changes: vec![], to_move: sitting.game().to_move().next(players) };
            let referee = [
                ("rule", Action::RefereeRules),
                ("time", Action::Lost(Player::BLACK, Fault::Time)),
                ("forfeit", Action::Lost(Player::WHITE, Fault::Forfeit)),
                ("edit", Action::Edit(edit)),
            ];
            let accepted: Vec<&str> =
                referee.iter().filter(|(_, act)| accepted(act)).map(|(kind, _)| *kind).collect();
            assert_eq!(sitting.possible_for_referee(), accepted, "seed {seed}");
            accepted.iter().for_each(|kind| *seen.entry(kind).or_default() += 1);
        }
    }
    assert!(seen.len() == 13 && seen.values().all(|&times| times > 20), "{seen:?}");
}

#[test]
fn frames_show_every_state_that_stands_and_what_came_back() {
    let (mut repeated, mut undone) = (0, 0);
    for seed in 1..=300 {
        let mut dice = Dice::new(seed);
        let mut sitting = sit_down(&mut dice);
        for _ in 0..60 {
            let _ = sitting.act(&random_action(&mut dice, &sitting));
        }
        let (frames, trail) = sitting.frames().unwrap();
        assert_eq!(trail.len(), frames.len());
        assert_eq!(frames.len(), 1 + sitting.line().count(), "seed {seed}");
        undone += usize::from(frames.len() <= sitting.log().len());
        let mut again = Sitting::new(Arc::clone(sitting.ruleset()), sitting.setup()).unwrap();
        for (number, frame) in frames.iter().enumerate() {
            if let Some(action) = number.checked_sub(1).and_then(|at| sitting.line().nth(at)) {
                again.act(action).unwrap();
                let board = again.game().board();
                assert_eq!(frame.act.as_deref(), Some(&*Written(action, board).to_string()));
                assert_eq!(sitting.log()[frame.event - 1], *action, "seed {seed}");
            }
            let report = Report::of(&again);
            assert_eq!((&frame.position, &frame.phase), (&report.position, &report.phase));
            assert_eq!((&frame.prisoners, &frame.result), (&report.prisoners, &report.result));
            let before = frames[..number].iter().rposition(|b| b.position == frame.position);
            assert_eq!(frame.repeats, before.filter(|b| b + 1 != number), "seed {seed}");
            repeated += usize::from(frame.repeats.is_some());
        }
        assert_eq!(Report::of(&again).position, Report::of(&sitting).position, "seed {seed}");
    }
    assert!(repeated > 20 && undone > 30, "{repeated} {undone}");
}

#[test]
fn what_is_taken_back_leaves_what_was_before_it() {
    let (mut undone, mut far) = (0, 0);
    for seed in 1..=150 {
        let mut dice = Dice::new(seed);
        let mut sitting = sit_down(&mut dice);
        for _ in 0..300 {
            let game = sitting.game();
            let made = game.moves_made();
            let action = match dice.roll(8) {
                0 => Action::Undo(None, None),
                1 if dice.chance(4) => Action::Undo(None, Some(1 + dice.roll(made + 1))),
                1 => Action::Undo(None, Some(made.saturating_sub(dice.roll(40)).max(1))),
                2 => random_action(&mut dice, &sitting),
                _ => match game.legal() {
                    legal if legal.is_empty() => Action::Move(game.to_move(), Move::Pass),
                    legal => {
                        Action::Move(game.to_move(), Move::Play(legal[dice.roll(legal.len())]))
                    }
                },
            };
            if !sitting.act(&action).is_ok_and(|applied| applied.taken_back.is_some()) {
                continue;
            }
            undone += 1;
            far += usize::from(made > sitting.game().moves_made() + 16);
            let mut again = sitting.anew().unwrap();
            for action in sitting.line() {
                again.act(action).unwrap();
            }
            assert_eq!(Report::of(&again), Report::of(&sitting), "seed {seed}");
            let (ours, theirs) = (sitting.game(), again.game());
            assert_eq!(ours.legal(), theirs.legal(), "seed {seed}");
            assert_eq!(ours.moves_made(), theirs.moves_made(), "seed {seed}");
            assert_eq!(sitting.pending(), again.pending(), "seed {seed}");
        }
    }
    assert!(undone > 5000 && far > 50, "{undone} {far}");
}

#[test]
fn where_moves_are_refused_what_was_taken_back_is_left_out_too() {
    // White's third move is suicide everywhere, so every ruleset is asked about the final position,
    // to which neither it nor the second move that was taken back belongs.
    let text = "rules = \"tromp-taylor\"\nboard = \"3x3\"\nposition = \"\"\"\n.X.\nX..\n...\n\"\"\"\n\
                to_move = \"white\"\nmoves = [\"W C1\", \"B B1\", \"B undo\", \"W accept\", \
                \"B C3\", \"W A3\", \"all undo 3\", \"W C2\"]";
    let record = Record::read(text.as_bytes(), 1, &[]).unwrap();
    assert_eq!(record.line().len(), 3);
    let rows = vec![".XX".to_owned(), "X.O".to_owned(), "..O".to_owned()];
    for judged in shinpan_referee::compare(&record, &shinpan_referee::Options::default()).unwrap() {
        assert_eq!(judged.report.position, shinpan_referee::Drawn::Rows(rows.clone()));
    }
}

#[test]
fn what_is_done_after_a_move_is_one_property_of_its_sgf() {
    let text = "rules = \"chinese\"\nboard = \"3x3\"\nmoves = [\"B B2\", \"W pass\", \"B pass\", \"all dead B2\", \"B request\"]";
    let record = Record::read(text.as_bytes(), 1, &[]).unwrap();
    let sgf = shinpan_referee::write_sgf(&record).unwrap();
    assert!(sgf.contains("SHPACT[all dead B2][B request]"), "{sgf}");
    let again = Record::read(sgf.as_bytes(), 1, &[]).unwrap();
    assert!(again.all_notes().is_empty(), "{:?}", again.all_notes());
    assert_eq!(record.line().len(), again.line().len());
}

/// All that can be seen of a sitting.
fn seen(sitting: &Sitting) -> String {
    let line: Vec<String> =
        sitting.line().map(|act| Written(act, sitting.game().board()).to_string()).collect();
    let report = serde_json::to_string(&Report::of(sitting)).unwrap();
    let pending = sitting.pending().map(|pending| (pending.by, &pending.accepted, pending.act()));
    let trials = sitting.trials().map(|trials| trials.achieved());
    format!("{report} {line:?} {pending:?} {trials:?}")
}

#[test]
fn the_events_done_anew_give_the_same_sitting_from_any_prefix() {
    let (mut taken_back, mut proof_games, mut resumed, mut as_sgf) = (0, 0, 0, 0);
    for seed in 1..=700 {
        let mut dice = Dice::new(seed);
        let mut sitting = sit_down(&mut dice);
        let (rules, setup) = (Arc::clone(sitting.ruleset()), sitting.setup().clone());
        let mut journal = format!("{}\n", sitting.opening().unwrap());
        let mut states = vec![seen(&sitting)];
        for _ in 0..60 {
            // As it is written: a point named twice is named once.
            let action = random_action(&mut dice, &sitting);
            let board = sitting.game().board();
            let text = Written(&action, board).to_string();
            let Ok(action) = Action::parse(&text, board, setup.players) else { continue };
            if let Ok(event) = sitting.enact(&action) {
                assert_eq!(event.event, states.len());
                taken_back += usize::from(event.taken_back.is_some());
                resumed += usize::from(
                    matches!(action, Action::Request(_))
                        && ["main", "resolution"].contains(&&*event.phase),
                );
                states.push(seen(&sitting));
                journal += &format!("{}\n", serde_json::to_string(&event).unwrap());
            }
        }
        proof_games += usize::from(sitting.trials().is_some());
        // Act by act.
        let mut again = Sitting::new(rules, &setup).unwrap();
        assert_eq!(seen(&again), states[0], "seed {seed}");
        for (action, state) in sitting.log().iter().zip(&states[1..]) {
            again.act(action).unwrap();
            assert_eq!(&seen(&again), state, "seed {seed}: {action:?}");
        }
        // From the text of a prefix, cut off in the middle of the next line.
        let lines: Vec<&str> = journal.split_inclusive('\n').collect();
        let events = dice.roll(lines.len());
        let mut text = lines[..=events].concat();
        if let Some(next) = lines.get(events + 1) {
            text += &next[..dice.roll(next.len())];
        }
        let record = Record::read(text.as_bytes(), 1, &[])
            .unwrap_or_else(|fault| panic!("seed {seed}: {fault}\n{text}"));
        let read = record.sit_down().unwrap_or_else(|fault| panic!("seed {seed}: {fault}\n{text}"));
        assert_eq!(seen(&read), states[events], "seed {seed}\n{text}");
        // What stands, written as a record and read back.
        let whole = again.record();
        let toml = shinpan_referee::write_toml(&whole).unwrap();
        let read = Record::read(toml.as_bytes(), 1, &[]).unwrap().sit_down().unwrap();
        assert_eq!(Report::of(&read), Report::of(&sitting), "seed {seed}\n{toml}");
        // SGF has two players and rectangles.
        if let Ok(sgf) = shinpan_referee::write_sgf(&whole) {
            let read = Record::read(sgf.as_bytes(), 1, &[]).unwrap().sit_down().unwrap();
            assert_eq!(Report::of(&read), Report::of(&sitting), "seed {seed}\n{sgf}");
            as_sgf += 1;
        }
    }
    let seen = (taken_back, proof_games, resumed, as_sgf);
    assert!(taken_back > 300 && proof_games > 10 && resumed > 20 && as_sgf > 200, "{seen:?}");
}

/// What cannot be written in a record cannot be agreed on at the table.
#[test]
fn two_agree_on_a_result_and_more_on_a_ranking() {
    let [black, white] = [Player::BLACK, Player::WHITE];
    let third = Player::new(2).unwrap();
    let agree = |players: usize, verdict: Verdict| {
        let rules = Arc::new(Ruleset::read("kee").unwrap().ruleset);
        let board = Arc::new(shinpan_board::Board::parse("2x2").unwrap());
        let mut sitting = Sitting::new(rules, &Setup::empty(board, players)).unwrap();
        let agreed = sitting.act(&Action::Result(None, AgreedResult { verdict, margin: None }));
        agreed.map(|_| ()).map_err(|refused| format!("{} [{}]", refused.why, refused.clause))
    };
    for verdict in [Verdict::Win(white), Verdict::Draw, Verdict::NoResult] {
        assert_eq!(agree(2, verdict.clone()), Ok(()));
        let told = "with more than two players all agree on a ranking, not on a result [K-14]";
        assert_eq!(agree(3, verdict), Err(told.to_owned()));
    }
    assert_eq!(agree(3, Verdict::Ranking(vec![vec![third], vec![black, white]])), Ok(()));
    for wrong in
        [vec![vec![black, third]], vec![vec![black], vec![third], vec![white], vec![black]]]
    {
        let told = "the ranking must name all 3 players [K-14]";
        assert_eq!(agree(3, Verdict::Ranking(wrong)), Err(told.to_owned()));
    }
    let told = "two players agree on a result, not on a ranking [K-14]";
    assert_eq!(agree(2, Verdict::Ranking(vec![vec![white], vec![black]])), Err(told.to_owned()));
    let told = "player-3 does not take part: there are 2 players [K-14]";
    assert_eq!(agree(2, Verdict::Win(third)), Err(told.to_owned()));
}
