//! Classical cycles under the rulesets that know cycles, and under superko (RULES.md 3, 5).
#![allow(clippy::unwrap_used)]

mod common;

use common::{at, board, moves, ruling};
use shinpan_twin::{Ban, Cycle, Cycles, Name, Outcome, Reason, Report, report};

/// Triple ko, Black to take first.
const TRIPLE: [&str; 6] = ["OOOOOOO", "OXO.O.O", "X.XOXOX", "XXXXXXX", "OOOOOOO", "......."];
const TRIPLE_CYCLE: &str = "D5 B4 F5 D4 B5 F4";
/// Eternal life, Black to move.
const ETERNAL: [&str; 5] = ["........", "OOOOOO..", "XXXXXO..", "XOOOXXOO", ".O.X.OX."];
const ETERNAL_CYCLE: &str = "C1 E1 D1 F1";
/// Sending two (Black), returning one; White answers once with a pass.
const SENDING: [&str; 6] = [".....", "..XXX", "XX.OO", "XOOO.", "XO.OX", "XOXX."];
const SENDING_LINE: &str = "C4 pass E3 E1 E2";
/// The moonshine life of the classical positions; Black attacks.
const MOONSHINE: [&str; 9] = [
    "O.OXXXXXX",
    ".OXXXXX.X",
    "OOXXXXXXX",
    "XXXXXXXXX",
    "OOOOXXX.X",
    ".O.OXXXXX",
    "OXOOXXXXX",
    "XXXOOXXXX",
    ".X.XOXXXX",
];
const MOONSHINE_CYCLE: &str = "B9 C1 A4 C9 D1 A3";

fn with_policy(name: Name, rows: &[&str], text: &str, cycles: Cycles) -> Report {
    let mut setup = board(name, rows);
    setup.rules.cycles = cycles;
    report(&setup, &moves(rows[0].len(), rows.len(), text))
}

fn decided(said: &Report) -> (Outcome, usize, usize, Vec<usize>) {
    let result = said.result.clone().unwrap();
    assert_eq!((result.ground.as_str(), &result.scores), ("long-cycle", &None));
    let Cycle { from, to, passes } = result.cycle.unwrap();
    (result.outcome, from, to, passes)
}

#[test]
fn triple_ko_completes_with_the_move_after_the_sixth() {
    // After the sixth move the position of the start stands again with Black to move, but Black
    // may not retake: by section 1 another state. The seventh move completes the cycle.
    let seven = format!("{TRIPLE_CYCLE} D5");
    for (name, outcome) in [
        (Name::LongCycle1, Outcome::Draw),
        (Name::LongCycle2, Outcome::Draw),
        (Name::LongCycle3, Outcome::Draw),
        (Name::Japanese1989, Outcome::NoResult),
        (Name::Chinese, Outcome::NoResult),
    ] {
        let said = ruling(name, &TRIPLE, TRIPLE_CYCLE);
        assert_eq!((said.refused, said.result), (None, None), "{name:?}");
        assert_eq!(
            said.banned.iter().find(|ban| ban.reason == Reason::Ko),
            Some(&Ban { point: at(7, 6, "F5"), reason: Reason::Ko, repeats: Some(5) })
        );
        let said = ruling(name, &TRIPLE, &seven);
        assert_eq!(decided(&said), (outcome, 1, 7, vec![0, 0]), "{name:?}");
        assert_eq!(said.phase, "ended");
    }
}

#[test]
fn triple_ko_under_superko() {
    for name in [Name::LaskerMaas, Name::LaskerMaasAdjusted, Name::Button, Name::TrompTaylor] {
        let said = ruling(name, &TRIPLE, TRIPLE_CYCLE);
        let refused = said.refused.unwrap();
        assert_eq!(
            (refused.mv, refused.reason, refused.repeats),
            (6, Reason::Superko, Some(0)),
            "{name:?}"
        );
        // White may not take at B4 either: that would be the position after move 4.
        let expected = [("B4", 4), ("F4", 0)].map(|(name, repeats)| Ban {
            point: at(7, 6, name),
            reason: Reason::Superko,
            repeats: Some(repeats),
        });
        for ban in expected {
            assert!(said.banned.contains(&ban), "{name:?} {ban:?} in {:?}", said.banned);
        }
    }
}

#[test]
fn policies() {
    let twice = format!("{TRIPLE_CYCLE} {TRIPLE_CYCLE}");
    let said = with_policy(Name::LongCycle1, &TRIPLE, &twice, Cycles::Claim);
    assert_eq!((said.refused, said.result), (None, None));
    let three = Cycles::Repetitions(3);
    let said = with_policy(Name::LongCycle1, &TRIPLE, &twice, three);
    assert_eq!((said.refused, said.result), (None, None));
    let said = with_policy(Name::LongCycle1, &TRIPLE, &format!("{twice} D5"), three);
    assert_eq!(decided(&said), (Outcome::Draw, 7, 13, vec![0, 0]));
}

#[test]
fn eternal_life() {
    for (name, outcome) in [
        (Name::LongCycle1, Outcome::Draw),
        (Name::LongCycle2, Outcome::Draw),
        (Name::LongCycle3, Outcome::Draw),
        (Name::Japanese1989, Outcome::NoResult),
        (Name::Chinese, Outcome::NoResult),
    ] {
        let said = ruling(name, &ETERNAL, ETERNAL_CYCLE);
        assert_eq!(decided(&said), (outcome, 0, 4, vec![0, 0]), "{name:?}");
        assert_eq!(said.prisoners, vec![2, 2]);
    }
    let refused = ruling(Name::LaskerMaas, &ETERNAL, ETERNAL_CYCLE).refused.unwrap();
    assert_eq!((refused.mv, refused.reason, refused.repeats), (4, Reason::Superko, Some(0)));
}

#[test]
fn sending_two_returning_one() {
    for (name, outcome) in [
        (Name::LongCycle1, Outcome::Win(1)),
        (Name::LongCycle2, Outcome::Win(1)),
        (Name::LongCycle3, Outcome::Win(1)),
        // Black lost two stones, White one.
        (Name::Japanese1989, Outcome::Win(1)),
        (Name::Chinese, Outcome::NoResult),
    ] {
        let said = ruling(name, &SENDING, SENDING_LINE);
        assert_eq!(decided(&said), (outcome, 1, 5, vec![0, 1]), "{name:?}");
        assert_eq!(said.prisoners, vec![2, 1]);
    }
    // Superko: Black may not return. Positional: the position stood last after White's pass;
    // situational: with White to move it stood last before it.
    for (name, repeats) in [(Name::TrompTaylor, 2), (Name::LaskerMaas, 2), (Name::Aga, 1)] {
        let refused = ruling(name, &SENDING, SENDING_LINE).refused.unwrap();
        assert_eq!(
            (refused.mv, refused.reason, refused.repeats),
            (5, Reason::Superko, Some(repeats))
        );
    }
}

#[test]
fn moonshine_life() {
    let seven = format!("{MOONSHINE_CYCLE} B9");
    let said = ruling(Name::LongCycle1, &MOONSHINE, &seven);
    assert_eq!(decided(&said), (Outcome::Draw, 1, 7, vec![0, 0]));
    // In the resolution: variant 1 still draws, variant 2 has superko there.
    let later = format!("pass pass {seven}");
    let said = ruling(Name::LongCycle1, &MOONSHINE, &later);
    assert_eq!(decided(&said), (Outcome::Draw, 3, 9, vec![0, 0]));
    let refused = ruling(Name::LongCycle2, &MOONSHINE, &later).refused.unwrap();
    assert_eq!((refused.mv, refused.reason, refused.repeats), (8, Reason::Superko, Some(2)));
}

#[test]
fn a_cycle_does_not_cross_phases() {
    // One round in `main`, then the resolution, whose start has the ban that stood on F5. What
    // stood in `main` does not complete a cycle; the round's end repeats the resolution's start.
    let both = format!("{TRIPLE_CYCLE} pass pass {TRIPLE_CYCLE}");
    let all = moves(7, 6, &both);
    let setup = board(Name::LongCycle1, &TRIPLE);
    for made in 8..14 {
        let said = report(&setup, &all[..made]);
        assert_eq!((said.phase.as_str(), said.moves), ("resolution", made));
    }
    let f5 = Ban { point: at(7, 6, "F5"), reason: Reason::Ko, repeats: Some(5) };
    assert!(report(&setup, &all[..8]).banned.contains(&f5));
    assert_eq!(decided(&report(&setup, &all)), (Outcome::Draw, 8, 14, vec![0, 0]));
}

#[test]
fn variant_3_proof_games() {
    // A base game ended by two passes, then Black's proof game: he brings about the cycle in its
    // first phase. In White's, White cannot (here: both pass through both phases).
    let base = "pass pass pass pass";
    let said = ruling(Name::LongCycle3, &MOONSHINE, base);
    assert_eq!((said.phase.as_str(), said.moves), ("ended", 4));
    let base_result = said.result.unwrap();
    assert_eq!(base_result.ground, "score");
    let black = format!("{base} {MOONSHINE_CYCLE}");
    let said = ruling(Name::LongCycle3, &MOONSHINE, &black);
    assert_eq!((said.phase.as_str(), said.moves, said.to_move), ("proof-black-1", 10, 0));
    // The cycle is complete: White's proof game, from the base game's end, Black to move.
    let said = ruling(Name::LongCycle3, &MOONSHINE, &format!("{black} B9"));
    assert_eq!((said.phase.as_str(), said.moves, said.to_move), ("proof-white-1", 11, 0));
    assert_eq!(said.position, common::stones(&MOONSHINE));
    let white = format!("{black} B9 pass pass");
    let said = ruling(Name::LongCycle3, &MOONSHINE, &white);
    assert_eq!((said.phase.as_str(), said.result), ("proof-white-2", None));
    let said = ruling(Name::LongCycle3, &MOONSHINE, &format!("{white} pass pass"));
    // Komi decides whether White wins his: without it Black has the territory.
    let result = said.result.unwrap();
    assert_eq!((result.outcome, result.ground.as_str()), (Outcome::Win(0), "proof-games"));
    assert_eq!((result.scores, result.cycle), (None, None));
    let refused = ruling(Name::LongCycle3, &MOONSHINE, &format!("{white} pass pass pass"));
    assert_eq!(refused.refused.unwrap().reason, Reason::Ended);

    // With a large komi White wins his own by score: both achieved, the base result stands.
    let mut setup = board(Name::LongCycle3, &MOONSHINE);
    setup.komi_halves = 401;
    let said = report(&setup, &moves(9, 9, &format!("{white} pass pass")));
    let result = said.result.unwrap();
    assert_eq!((result.outcome, result.ground.as_str()), (Outcome::Win(1), "score"));

    // A balanced cycle in the second phase is failure: White, who has the komi, gets one there.
    let second = format!("{white} {MOONSHINE_CYCLE} B9");
    let said = report(&setup, &moves(9, 9, &second));
    let result = said.result.unwrap();
    assert_eq!((result.outcome, result.ground.as_str()), (Outcome::Win(0), "proof-games"));
}

#[test]
fn the_proof_games_must_be_asked_for_after_two_passes() {
    // A base game that ended by a cycle is over.
    let said = ruling(Name::LongCycle3, &TRIPLE, &format!("{TRIPLE_CYCLE} D5 B4"));
    assert_eq!(said.refused.unwrap().reason, Reason::Ended);
    // The request does not help a move that is not allowed.
    let said = ruling(Name::LongCycle3, &MOONSHINE, "pass pass pass pass A9");
    assert_eq!(said.refused.unwrap().reason, Reason::Occupied);
    assert_eq!((said.phase.as_str(), said.moves), ("ended", 4));
}

#[test]
fn a_ko_ban_stands_again_after_the_two_passes() {
    let rows = [".XO.", "X.XO", ".XO."];
    // White takes at B2, Black passes, White passes: Black may not retake.
    for name in [Name::LongCycle1, Name::LongCycle3] {
        let mut setup = board(name, &rows);
        setup.to_move = 1;
        let c2 = Ban { point: at(4, 3, "C2"), reason: Reason::Ko, repeats: Some(0) };
        for passes in ["B2 pass pass", "B2 pass pass pass pass"] {
            let said = report(&setup, &moves(4, 3, passes));
            if said.phase == "resolution" {
                assert!(said.banned.contains(&c2), "{passes}");
            } else {
                let said = report(&setup, &moves(4, 3, &format!("{passes} C2")));
                let expected = if name == Name::LongCycle3 { Reason::Ko } else { Reason::Ended };
                assert_eq!(said.refused.unwrap().reason, expected);
            }
        }
        // One pass and the ban is gone.
        let said = report(&setup, &moves(4, 3, "B2 pass D3 C2"));
        assert_eq!(said.refused, None);
    }
    // The Japanese ban does not outlive a pass, and the Competition is over after two.
    let mut setup = board(Name::Japanese1989, &rows);
    setup.to_move = 1;
    let said = report(&setup, &moves(4, 3, "B2 pass pass"));
    assert_eq!((said.phase.as_str(), said.result), ("analysis", None));
    assert!(said.legal.is_empty() && said.banned.is_empty());
    let said = report(&setup, &moves(4, 3, "B2 pass pass C2"));
    assert_eq!(said.refused.unwrap().reason, Reason::Ended);
}
