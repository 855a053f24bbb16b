//! Random records, written as TOML, read back and ruled on, against the twin: positions, bans,
//! refusals, cycles, proof games, further resolutions and results.

use shinpan_board::{ByPlayer, Stone};
use shinpan_referee::{Options, Record, Report, judge, write_toml};
use shinpan_rules::ReadRuleset;
use shinpan_testkit::{Dice, OPTIONED, literal, ruleset, setup};
use shinpan_twin::{Final, Move, Outcome};

fn player(index: usize) -> &'static str {
    ["black", "white", "player-3", "player-4"][index]
}

/// A record of these moves, by way of its text.
fn record(
    setup: &shinpan_rules::Setup,
    rules: &shinpan_rules::Ruleset,
    moves: &[(usize, Move)],
) -> Record {
    let mut stones = setup.stones.clone();
    stones.resize(setup.board.len(), Stone::EMPTY);
    let entries = moves.iter().enumerate().map(|(index, (by, made))| {
        let by = shinpan_board::Player::new(*by).unwrap();
        let made = match made {
            Move::Pass => shinpan_rules::Move::Pass,
            Move::Play(point) => shinpan_rules::Move::Play(setup.board.point(*point).unwrap()),
        };
        shinpan_referee::Entry {
            place: format!("moves[{}]", index + 1),
            what: shinpan_referee::What::Act(shinpan_referee::Action::Move(by, made)),
        }
    });
    let record = Record {
        rules: Some(ReadRuleset::from(rules.clone())),
        rules_fault: None,
        komi: Some(setup.komi),
        komi_fault: None,
        board: setup.board.clone(),
        players: setup.players,
        stones,
        to_move: setup.to_move,
        prisoners: setup.prisoners.clone(),
        handicap: 0,
        entries: entries.collect(),
        marked: ByPlayer::new(setup.players, |_| Vec::new()),
        result: None,
        about: Vec::new(),
        notes: Vec::new(),
        left_out: Vec::new(),
        tolerates_extra_passes: false,
    };
    let text = write_toml(&record).unwrap();
    Record::read(text.as_bytes(), 1, &[]).unwrap_or_else(|fault| panic!("{fault}\n{text}"))
}

fn compare(ours: &Report, twin: &shinpan_twin::Report, names: &[String], context: &str) {
    assert_eq!(ours.phase, twin.phase, "{context}");
    assert_eq!(ours.to_move, player(twin.to_move), "{context}");
    assert_eq!(ours.moves, twin.moves, "{context}");
    let prisoners: Vec<i64> = ours.prisoners.values().map(|&count| i64::from(count)).collect();
    assert_eq!(prisoners, twin.prisoners, "{context}");
    let legal: Vec<&String> = twin.legal.iter().map(|&point| &names[point]).collect();
    assert_eq!(ours.legal.iter().collect::<Vec<_>>(), legal, "{context}");
    let banned: Vec<_> = ours
        .banned
        .iter()
        .map(|ban| (ban.point.clone(), ban.reason.clone(), ban.repeats))
        .collect();
    let expected: Vec<_> = twin
        .banned
        .iter()
        .map(|ban| {
            (names[ban.point].clone(), format!("{:?}", ban.reason).to_lowercase(), ban.repeats)
        })
        .collect();
    assert_eq!(banned, expected, "{context}");
    let refused = ours.refused.as_ref().map(|r| (r.number, r.reason.clone(), r.repeats));
    let expected =
        twin.refused.as_ref().map(|r| (r.mv, format!("{:?}", r.reason).to_lowercase(), r.repeats));
    assert_eq!(refused, expected, "{context}");
    let button = ours.button.clone().flatten();
    assert_eq!(button.as_deref(), twin.button.map(player), "{context}");
    // The twin makes no Analysis; on a bare board none is needed.
    if ours.phase == "analysis" && twin.position.iter().all(|&code| code == 0) {
        assert_eq!(ours.result.as_ref().unwrap().ground, "score", "{context}");
        return;
    }
    assert_eq!(ours.result.is_some(), twin.result.is_some(), "{context}");
    if let (Some(ours), Some(theirs)) = (&ours.result, &twin.result) {
        let (outcome, winner) = match theirs.outcome {
            Outcome::Win(by) => ("win", Some(player(by))),
            Outcome::Draw => ("draw", None),
            Outcome::NoResult => ("no-result", None),
            Outcome::Ranking => ("ranking", ours.winner.as_deref()),
        };
        assert_eq!((ours.outcome.as_str(), ours.winner.as_deref()), (outcome, winner), "{context}");
        assert_eq!(ours.ground, theirs.ground, "{context}");
        assert_eq!(scores(ours), literal_scores(theirs), "{context}");
        let cycle = ours.cycle.as_ref().map(|cycle| (cycle.from, cycle.to));
        assert_eq!(cycle, theirs.cycle.as_ref().map(|cycle| (cycle.from, cycle.to)), "{context}");
    }
}

fn scores(result: &shinpan_referee::ResultReport) -> Option<Vec<String>> {
    result.scores.as_ref().map(|scores| scores.values().cloned().collect())
}

fn literal_scores(theirs: &Final) -> Option<Vec<String>> {
    let text = |&(top, bottom): &(i64, i64)| match bottom {
        1 => top.to_string(),
        _ => format!("{top}/{bottom}"),
    };
    theirs.scores.as_ref().map(|scores| scores.iter().map(text).collect())
}

fn rule_on(seed: u64) {
    let mut dice = Dice::new(seed);
    let (name, options) = OPTIONED[dice.roll(OPTIONED.len())];
    let rules = ruleset(name, options);
    let players = if name == "kee" { 2 + dice.roll(3) } else { 2 };
    let setup = setup(&mut dice, players);
    let literal = literal(&setup, name, options);
    let names: Vec<String> = setup.board.points().map(|point| setup.board.name(point)).collect();
    let eager = 1 + dice.roll(8);
    let mut moves: Vec<Move> = Vec::new();
    let mut by: Vec<usize> = Vec::new();
    let mut wrong_left = dice.roll(3);
    for _ in 0..10 + dice.roll(50) {
        let twin = shinpan_twin::report(&literal, &moves);
        let careless = wrong_left > 0 && dice.chance(6);
        let made = if dice.chance(eager + 1) {
            Move::Pass
        } else if careless || twin.legal.is_empty() {
            Move::Play(dice.roll(names.len()))
        } else {
            Move::Play(twin.legal[dice.roll(twin.legal.len())])
        };
        moves.push(made);
        by.push(twin.to_move);
        if shinpan_twin::report(&literal, &moves).refused.is_some() {
            // Usually left out, sometimes the end of the record.
            if wrong_left == 0 || dice.chance(2) {
                moves.pop();
                by.pop();
            } else {
                break;
            }
            wrong_left = wrong_left.saturating_sub(1);
        }
    }
    let twin = shinpan_twin::report(&literal, &moves);
    let list: Vec<(usize, Move)> = by.into_iter().zip(moves.iter().copied()).collect();
    let record = record(&setup, &rules, &list);
    let context = format!("seed {seed}: {name} {options:?}\n{}", write_toml(&record).unwrap());
    let judged = judge(&record, &Options::default()).unwrap();
    compare(&judged.report, &twin, &names, &context);
    // The state after some earlier move.
    if twin.moves > 0 {
        let at = dice.roll(twin.moves + 1);
        let twin = shinpan_twin::report(&literal, &moves[..at]);
        let judged = judge(&record, &Options { at: Some(at), ..Options::default() }).unwrap();
        compare(&judged.report, &twin, &names, &format!("at {at}, {context}"));
    }
}

#[test]
fn rulings_on_random_records_are_those_of_the_twin() {
    for seed in 1..=2500 {
        rule_on(seed);
    }
}

#[test]
#[ignore = "minutes: cargo test --release -p shinpan-referee --test table -- --ignored hundred_thousand"]
fn the_same_on_a_hundred_thousand_records() {
    for seed in 2501..=100_000 {
        rule_on(seed);
    }
}
