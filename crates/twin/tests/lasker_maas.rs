//! Lasker-Maas, its options and identities, Button Go and the area rulesets (RULES.md 2).
#![allow(clippy::unwrap_used)]

mod common;

use common::{Random, at, board, moves, ruling, stones};
use shinpan_twin::{Final, Move, Name, Outcome, Reason, area, report};

/// Black's score less White's.
fn difference(result: &Final) -> (i64, i64) {
    let scores = result.scores.clone().unwrap();
    let (black, white) = (scores[0], scores[1]);
    (black.0 * white.1 - white.0 * black.1, black.1 * white.1)
}

#[test]
fn identity_of_territory_and_area() {
    let mut random = Random(0x5eed_0001);
    let mut ended = 0;
    for game in 0..120 {
        let sizes: [&[&str]; 4] =
            [&["...", "..."], &["...", "...", "..."], &["....", "...."], &[".."]];
        let name = if game % 2 == 0 { Name::LaskerMaas } else { Name::LaskerMaasAdjusted };
        let setup = board(name, sizes[game % 4]);
        let mut line = Vec::new();
        let mut main_plays = [0, 0];
        for _ in 0..150 {
            let said = report(&setup, &line);
            if let Some(result) = said.result {
                let points = area(&setup.neighbours, &said.position, 2);
                let expected = points[0] - points[1] - (main_plays[0] - main_plays[1]);
                assert_eq!(difference(&result), (expected, 1), "{line:?}");
                ended += 1;
                break;
            }
            if said.phase == "resolution" {
                assert!(said.prisoners.iter().all(|&stones| stones >= 1));
            }
            let mv = random.mv(&said, 6);
            if said.phase == "main" && mv != Move::Pass {
                main_plays[said.to_move] += 1;
            }
            line.push(mv);
        }
    }
    assert!(ended > 100, "{ended}");
}

#[test]
fn identity_of_button_and_adjusted() {
    let mut random = Random(0x5eed_0002);
    let mut ended = 0;
    for game in 0..120 {
        let sizes: [&[&str]; 3] = [&["...", "..."], &["...", "...", "..."], &["....", "...."]];
        let button = board(Name::Button, sizes[game % 3]);
        let adjusted = board(Name::LaskerMaasAdjusted, sizes[game % 3]);
        let mut line = Vec::new();
        for _ in 0..150 {
            let (a, b) = (report(&button, &line), report(&adjusted, &line));
            assert_eq!((&a.legal, &a.banned), (&b.legal, &b.banned), "{line:?}");
            assert_eq!(a.position, b.position);
            assert_eq!(a.button.is_some(), b.phase != "main");
            assert_eq!(a.result.is_some(), b.result.is_some());
            if let (Some(a), Some(b)) = (a.result.clone(), b.result) {
                let (half, whole) = (difference(&a), difference(&b));
                assert_eq!(whole.1, 1);
                assert_eq!(half.0 * 2, (whole.0 * 2 + 1) * half.1, "{line:?}");
                ended += 1;
                break;
            }
            line.push(random.mv(&a, 7));
        }
    }
    assert!(ended > 100, "{ended}");
}

#[test]
fn prisoner_place_and_refill() {
    // The resolution starts with both refilled.
    let said = ruling(Name::LaskerMaas, &["...", "..."], "pass pass");
    assert_eq!((said.phase.as_str(), said.to_move), ("resolution", 0));
    assert_eq!(said.prisoners, vec![1, 1]);
    // Black takes his only prisoner: one of each is added.
    let said = ruling(Name::LaskerMaas, &["...", "..."], "pass pass A1");
    assert_eq!(said.prisoners, vec![1, 2]);
    let said = ruling(Name::LaskerMaas, &["...", "..."], "pass pass A1 C1");
    assert_eq!(said.prisoners, vec![1, 1]);
    // The first play brings White's to 2 by a capture: Black's one is used and replaced.
    let rows = ["O..", "X.."];
    let said = ruling(Name::LaskerMaas, &rows, "pass pass B2");
    assert_eq!((said.position, said.prisoners), (stones(&[".X.", "X.."]), vec![1, 3]));
    let mut setup = board(Name::LaskerMaas, &rows);
    setup.prisoners = vec![3, 0];
    assert_eq!(report(&setup, &moves(3, 2, "pass pass")).prisoners, vec![4, 1]);
    assert_eq!(report(&setup, &moves(3, 2, "pass pass B2")).prisoners, vec![3, 2]);
    // In `main` nothing is taken from anywhere.
    assert_eq!(report(&setup, &moves(3, 2, "B2")).prisoners, vec![3, 1]);
    // Score: Black 4 empty points (one region) less his prisoners; White has only prisoners.
    let result = report(&setup, &moves(3, 2, "B2 pass pass pass pass")).result.unwrap();
    assert_eq!(result.scores, Some(vec![(1, 1), (-1, 1)]));
    assert_eq!(result.outcome, Outcome::Win(0));
}

#[test]
fn superko_history_continues_and_repeats_counts_passes() {
    let rows = [".."];
    let said = ruling(Name::LaskerMaas, &rows, "A1 B1");
    assert_eq!((said.banned[0].reason, said.banned[0].repeats), (Reason::Superko, Some(1)));
    let said = ruling(Name::LaskerMaas, &rows, "A1 B1 pass pass");
    assert_eq!((said.phase.as_str(), said.to_move), ("resolution", 0));
    assert_eq!((said.banned[0].reason, said.banned[0].repeats), (Reason::Superko, Some(1)));
    let said = ruling(Name::LaskerMaas, &rows, "A1 pass pass pass B1");
    assert_eq!(said.refused.unwrap().reason, Reason::Suicide);
    // X. stood after 1, 2 and 3 moves; the passes that ended `main` count in `repeats`.
    let refused = ruling(Name::LaskerMaas, &rows, "A1 pass pass B1 A1").refused.unwrap();
    assert_eq!((refused.mv, refused.reason, refused.repeats), (5, Reason::Superko, Some(3)));
    let said = ruling(Name::TrompTaylor, &rows, "A1 pass B1");
    let refused = said.refused.unwrap();
    assert_eq!((refused.reason, refused.repeats), (Reason::Superko, Some(0)));
    let said = ruling(Name::TrompTaylor, &rows, "pass A1 pass");
    // The suicide of the pair would recreate the empty board, which stood last after move 1.
    assert_eq!(said.banned[0].repeats, Some(1));
}

#[test]
fn situational_superko() {
    // 1x2: B A1, W B1 (takes), B A1 (takes): X. with White to move stood after move 1.
    let said = ruling(Name::LaskerMaasSituational, &[".."], "A1 B1 A1");
    let refused = said.refused.unwrap();
    assert_eq!((refused.mv, refused.reason, refused.repeats), (3, Reason::Superko, Some(1)));
    // Sending two, returning one: the start is recreated with the other player to move, which is
    // legal. Had the pass that began the end of `main` occurred, that would have stood before.
    let rows = [".....", "..XXX", "XXXOO", "XOOO.", "XO.OX", "XOXX."];
    for passes in ["", "pass pass "] {
        let line = format!("{passes}E3 E1 E2");
        let said = ruling(Name::LaskerMaasSituational, &rows, &line);
        assert_eq!(said.refused, None, "{line}");
        assert_eq!(said.position, stones(&rows));
    }
    // After White's pass Black may not send two again: White to move stood after move 1.
    let line = "E3 E1 E2 pass E3";
    let refused = ruling(Name::LaskerMaasSituational, &rows, line).refused.unwrap();
    assert_eq!((refused.mv, refused.reason, refused.repeats), (5, Reason::Superko, Some(1)));
    // Under `first-pass` the pass does occur: after B pass, W pass the start has stood with White
    // to move, so Black may not return.
    let mut setup = board(Name::LaskerMaasAdjusted, &rows);
    setup.rules.superko_situational = true;
    let refused = report(&setup, &moves(5, 6, "pass pass E3 E1 E2")).refused.unwrap();
    assert_eq!((refused.mv, refused.reason, refused.repeats), (5, Reason::Superko, Some(1)));
}

#[test]
fn adjusted_switches_at_the_first_pass() {
    let said = ruling(Name::LaskerMaasAdjusted, &["..."], "B1 pass");
    assert_eq!((said.phase.as_str(), said.to_move, said.moves), ("resolution", 0, 2));
    assert_eq!(said.prisoners, vec![1, 1]);
    let said = ruling(Name::LaskerMaasAdjusted, &["..."], "B1 pass pass");
    assert_eq!(said.phase, "resolution");
    let said = ruling(Name::LaskerMaasAdjusted, &["..."], "B1 pass pass pass");
    assert_eq!(said.result.unwrap().scores, Some(vec![(1, 1), (-1, 1)]));
}

#[test]
fn more_resolutions() {
    let mut setup = board(Name::LaskerMaas, &["..."]);
    let line = moves(3, 1, "B1 pass pass pass pass A1");
    assert_eq!(report(&setup, &line).refused.unwrap().reason, Reason::Ended);
    setup.rules.resolutions = 2;
    let line = moves(3, 1, "B1 pass pass pass pass pass");
    assert_eq!(report(&setup, &line[..5]).phase, "ended");
    let said = report(&setup, &line);
    assert_eq!((said.phase.as_str(), said.to_move, said.result), ("resolution", 0, None));
    let line = moves(3, 1, "B1 pass pass pass pass pass pass");
    assert_eq!(report(&setup, &line).phase, "ended");
    let line = moves(3, 1, "B1 pass pass pass pass pass pass pass");
    assert_eq!(report(&setup, &line).refused.unwrap().reason, Reason::Ended);
}

#[test]
fn button() {
    // The taking does not count towards the two passes, wherever it stands.
    let said = ruling(Name::Button, &["..."], "pass pass");
    assert_eq!((said.phase.as_str(), said.button), ("main", Some(0)));
    let result = ruling(Name::Button, &["..."], "pass pass pass").result.unwrap();
    assert_eq!(result.scores, Some(vec![(1, 2), (0, 1)]));
    let result = ruling(Name::Button, &["..."], "B1 pass A1 pass pass").result.unwrap();
    assert_eq!(result.scores, Some(vec![(3, 1), (1, 2)]));
    // KataGo's area-with-button game: White's margin is -3 with komi 2.5.
    let rows = ["..X.XO.", "..XXOO.", "...XO..", "..XXO..", "..X.O..", "..XXO..", "...XO.."];
    let mut setup = board(Name::Button, &rows);
    setup.komi_halves = 5;
    let line = moves(7, 7, "D3 D7 B5 E7 pass G5 pass pass");
    let said = report(&setup, &line);
    assert_eq!((said.button, said.refused), (Some(0), None));
    let result = said.result.unwrap();
    assert_eq!(difference(&result).0, 3 * difference(&result).1);
}

#[test]
fn button_lifts_bans() {
    let rows = [".XO.", "X.XO", ".XO."];
    let mut setup = board(Name::Button, &rows);
    setup.to_move = 1;
    let line = moves(4, 3, "B2 pass A1 C2");
    let refused = report(&setup, &moves(4, 3, "B2 pass pass C2")).refused.unwrap();
    assert_eq!((refused.mv, refused.reason, refused.repeats), (4, Reason::Superko, Some(0)));
    assert!(report(&setup, &line[..2]).refused.is_none());
    setup.rules.button_lifts_bans = true;
    let said = report(&setup, &moves(4, 3, "B2 pass pass C2"));
    // The game goes on: the taking and one more pass are not two.
    assert_eq!(said.refused, None);
    // What stands when the button is taken bans from then on.
    let refused = report(&setup, &moves(4, 3, "B2 pass pass C2 B2")).refused.unwrap();
    assert_eq!((refused.reason, refused.repeats), (Reason::Superko, Some(3)));
}

#[test]
fn area_rulesets_end_with_two_passes() {
    for name in [Name::TrompTaylor, Name::Chinese, Name::Aga, Name::NewZealand] {
        let said = ruling(name, &["...", "..."], "B1 pass pass");
        assert_eq!(said.phase, "ended");
        let result = said.result.unwrap();
        assert_eq!((result.outcome, result.ground.as_str()), (Outcome::Win(0), "score"));
        assert_eq!(result.scores, Some(vec![(6, 1), (0, 1)]));
        let said = ruling(name, &["...", "..."], "pass pass");
        assert_eq!(said.result.unwrap().outcome, Outcome::Draw);
    }
    // Aga: White passes last.
    let rows = ["...", "..."];
    let said = ruling(Name::Aga, &rows, "B1 pass pass pass");
    assert_eq!((said.moves, said.to_move, said.refused), (4, 1, None));
    let said = ruling(Name::Aga, &rows, "B1 pass pass pass pass");
    assert_eq!((said.moves, said.refused.unwrap().mv), (4, 5));
    let said = ruling(Name::Aga, &rows, "pass pass pass");
    assert_eq!(said.refused.unwrap().reason, Reason::Ended);
}

#[test]
fn short_superko_game() {
    let rows = ["....."; 5];
    let line = "A2 B1 B2 C2 B3 D1 A3 A1 C1 B1";
    for name in [Name::LaskerMaas, Name::TrompTaylor, Name::Button] {
        let refused = ruling(name, &rows, line).refused.unwrap();
        assert_eq!((refused.mv, refused.point), (10, Some(at(5, 5, "B1"))));
        assert_eq!((refused.reason, refused.repeats), (Reason::Superko, Some(7)));
    }
    for name in [Name::Aga, Name::NewZealand, Name::Japanese1989, Name::LongCycle1] {
        assert_eq!(ruling(name, &rows, line).refused, None, "{name:?}");
    }
}
