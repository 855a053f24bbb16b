//! The fast engine against the twin that recomputes everything from the list of positions.

use std::sync::Arc;

use shinpan_board::{Player, Point};
use shinpan_rules::{Game, Ground, Move, Outcome, Reason, Setup, Verdict, perft};

use crate::random::{Dice, OPTIONED, ruleset, setup};

/// The twin's setup for ours.
pub(crate) fn literal(setup: &Setup, name: &str, options: &[(&str, &str)]) -> shinpan_twin::Setup {
    use shinpan_twin::{Cycles, Name, Rules};
    let name = match name {
        "lasker-maas" => Name::LaskerMaas,
        "lasker-maas-situational" => Name::LaskerMaasSituational,
        "lasker-maas-adjusted" => Name::LaskerMaasAdjusted,
        "button" => Name::Button,
        "long-cycle-1" => Name::LongCycle1,
        "long-cycle-2" => Name::LongCycle2,
        "long-cycle-3" => Name::LongCycle3,
        "kee" => Name::Kee,
        "japanese-1989" => Name::Japanese1989,
        "tromp-taylor" => Name::TrompTaylor,
        "chinese" => Name::Chinese,
        "aga" => Name::Aga,
        "new-zealand" => Name::NewZealand,
        other => panic!("the twin has no {other}"),
    };
    let mut rules = Rules::new(name);
    for &(key, value) in options {
        match key {
            "superko" => rules.superko_situational = value == "situational",
            "superko_history" => rules.superko_history_phase = value == "phase",
            "phase_switch" => rules.first_pass_switch = value == "first-pass",
            "button_lifts_bans" => rules.button_lifts_bans = value == "true",
            "scoring" => rules.kee_territory = value == "territory",
            "suicide" => rules.suicide = value == "allowed",
            "cycles" => {
                rules.cycles = match value {
                    "claim" => Cycles::Claim,
                    "automatic" => Cycles::Automatic,
                    number => Cycles::Repetitions(number.parse().unwrap()),
                }
            }
            other => panic!("the twin has no option {other}"),
        }
    }
    let board = &setup.board;
    let mut start: Vec<u8> = setup.stones.iter().map(|stone| stone.code()).collect();
    start.resize(board.len(), 0);
    shinpan_twin::Setup {
        neighbours: board
            .points()
            .map(|point| board.neighbours(point).map(Point::index).collect())
            .collect(),
        players: setup.players,
        start,
        to_move: setup.to_move.index(),
        prisoners: setup.prisoners.iter().map(|(_, &count)| i64::from(count)).collect(),
        komi_halves: (setup.komi.score() * 2).to_integer(),
        rules,
    }
}

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
        Ground::ProofGames | Ground::Agreement | Ground::Resignation(_) => "other",
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
    let rules = ruleset(name, options);
    let players = if name == "kee" { 2 + dice.roll(3) } else { 2 };
    let setup = setup(&mut dice, players);
    let literal = literal(&setup, name, options);
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
