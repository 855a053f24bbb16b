//! The fast engine against the twin that recomputes everything from the list of positions.

use std::sync::Arc;

use shinpan_board::{Player, Point};
use shinpan_rules::{Game, Ground, Move, Outcome, Reason, Sequel, Setup, Verdict, perft};

use shinpan_testkit::{Dice, OPTIONED, literal, ruleset, setup};

fn reason(reason: Reason) -> String {
    let text = format!("{reason:?}");
    text
}

fn assert_same(game: &Game, twin: &shinpan_twin::Report, context: &str) {
    assert_eq!(game.phase(), twin.phase, "{context}");
    assert_eq!(game.to_move().index(), twin.to_move, "{context}");
    assert_eq!(game.moves_made(), twin.moves, "{context}");
    assert_eq!(game.position().codes(), twin.position, "{context}");
    let prisoners: Vec<i64> = game.prisoners().iter().map(|(_, &n)| i64::from(n)).collect();
    assert_eq!(prisoners, twin.prisoners, "{context}");
    let legal: Vec<usize> = game.legal().into_iter().map(Point::index).collect();
    assert_eq!(legal, twin.legal, "{context}");
    let banned: Vec<_> = game
        .banned()
        .into_iter()
        .map(|ban| (ban.point.index(), reason(ban.refusal.reason), ban.refusal.repeats()))
        .collect();
    let expected: Vec<_> = twin
        .banned
        .iter()
        .map(|ban| (ban.point, format!("{:?}", ban.reason), ban.repeats))
        .collect();
    assert_eq!(banned, expected, "{context}");
    assert_eq!(game.button().map(Player::index), twin.button, "{context}");
    match (game.outcome(), &twin.result) {
        (None, None) => {}
        (Some(ours), Some(theirs)) => assert_same_end(ours, theirs, context),
        (ours, theirs) => panic!("{context}: {ours:?} against {theirs:?}"),
    }
}

fn assert_same_end(ours: &Outcome, theirs: &shinpan_twin::Final, context: &str) {
    let verdict = match ours.verdict {
        Verdict::Win(player) => format!("Win({})", player.index()),
        Verdict::Draw => "Draw".to_owned(),
        Verdict::NoResult => "NoResult".to_owned(),
        Verdict::Ranking(_) => "Ranking".to_owned(),
    };
    assert_eq!(verdict, format!("{:?}", theirs.outcome), "{context}");
    let scores = ours.scores().map(|scores| {
        scores.iter().map(|(_, score)| (*score.numer(), *score.denom())).collect::<Vec<_>>()
    });
    assert_eq!(scores, theirs.scores, "{context}");
    let ground = match &ours.ground {
        Ground::Score(_) => "score",
        Ground::LongCycle(_) => "long-cycle",
        Ground::NoScoringPosition(_) => "no-scoring-position",
        Ground::ProofGames | Ground::Agreement(_) => "other",
        Ground::Resignation(_) | Ground::Time(_) | Ground::Forfeit(_) => "other",
    };
    assert_eq!(ground, theirs.ground, "{context}");
    if let Ground::LongCycle(cycle) = &ours.ground {
        let theirs = theirs.cycle.as_ref().unwrap();
        let passes: Vec<usize> = cycle.passes.iter().map(|(_, &n)| n as usize).collect();
        assert_eq!(
            (cycle.from, cycle.to, passes),
            (theirs.from, theirs.to, theirs.passes.clone()),
            "{context}"
        );
    }
    if let Ground::Score(tally) | Ground::NoScoringPosition(tally) = &ours.ground {
        let mut ours = tally.scoring_positions.clone();
        let mut theirs = theirs.scoring_positions.clone();
        ours.sort();
        theirs.sort();
        assert_eq!(ours, theirs, "{context}");
    }
}

/// Plays a random game with both; at every step all answers must agree. Illegal moves are tried too.
fn play_both(seed: u64, longest: usize) {
    let mut dice = Dice::new(seed);
    let (name, options) = OPTIONED[dice.roll(OPTIONED.len())];
    let mut rules = ruleset(name, options);
    // What may follow the end is asked for at the table: the referee's tests play that.
    let follows = matches!(rules.sequel, Sequel::ProofGames { .. })
        || matches!(rules.sequel, Sequel::Resolutions { most: 2.., .. });
    if follows {
        rules.sequel = Sequel::None;
    }
    let players = if name == "kee" { 2 + dice.roll(3) } else { 2 };
    let setup = setup(&mut dice, players);
    let mut literal = literal(&setup, name, options);
    if follows {
        literal.rules.resolutions = 1;
        if name == "long-cycle-3" {
            literal.rules.name = shinpan_twin::Name::LongCycle1;
        }
    }
    let mut game = Game::new(Arc::new(rules), &setup).unwrap();
    let context = |moves: &[shinpan_twin::Move]| {
        format!("seed {seed}: {name} {options:?} on {}, {moves:?}", setup.board.describe())
    };
    let mut moves: Vec<shinpan_twin::Move> = Vec::new();
    let eager = 2 + dice.roll(8);
    for _ in 0..longest {
        let twin = shinpan_twin::report(&literal, &moves);
        assert_same(&game, &twin, &context(&moves));
        let made = if dice.chance(eager) {
            Move::Pass
        } else {
            Move::Play(game.board().point(dice.roll(game.board().len())).unwrap())
        };
        let theirs = match made {
            Move::Pass => shinpan_twin::Move::Pass,
            Move::Play(point) => shinpan_twin::Move::Play(point.index()),
        };
        moves.push(theirs);
        match game.play(made) {
            Ok(_) => {}
            Err(refusal) => {
                let twin = shinpan_twin::report(&literal, &moves);
                let refused = twin.refused.as_ref().unwrap_or_else(|| {
                    panic!("{}: {refusal:?} but the twin allows it", context(&moves))
                });
                assert_eq!(
                    (format!("{:?}", refusal.reason), refusal.repeats()),
                    (format!("{:?}", refused.reason), refused.repeats),
                    "{}",
                    context(&moves)
                );
                moves.pop();
                if refusal.reason == Reason::Ended {
                    break;
                }
            }
        }
    }
}

#[test]
fn the_fast_engine_says_what_the_literal_twin_says() {
    for seed in 1..=3000 {
        play_both(seed, 60);
    }
}

#[test]
#[ignore = "minutes: cargo test --release -p shinpan-rules --test laws -- --ignored hundred_thousand"]
fn the_same_in_a_hundred_thousand_games() {
    for seed in 3001..=100_000 {
        play_both(seed, 60);
    }
}

#[test]
fn perft_counts_agree_with_the_twin() {
    for (name, options) in OPTIONED {
        for (board, depth) in [("2x1", 8), ("3x1", 6), ("2x2", 5)] {
            let board = Arc::new(shinpan_board::Board::parse(board).unwrap());
            let setup = Setup::empty(board, 2);
            let game = Game::new(Arc::new(ruleset(name, options)), &setup).unwrap();
            let counts = shinpan_twin::perft(&literal(&setup, name, options), depth);
            assert_eq!(perft(&game, depth), counts, "{name} {options:?}");
        }
    }
}
