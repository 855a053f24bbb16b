//! Kee Rules: the worked game of RULES.md 4 and the seed's games.
#![allow(clippy::unwrap_used)]

mod common;

use common::{at, board, moves, ruling, stones};
use shinpan_twin::{Ban, Name, Outcome, Reason, Setup, report};

const WORKED: &str = "A1 A2 pass pass A1 pass pass A2 pass";

#[test]
fn worked_game() {
    // One column, two rows: A2 is index 0, A1 index 1. What is banned after each move.
    type Expected = (&'static [usize], Option<(usize, Reason, Option<usize>)>);
    let expected: [Expected; 9] = [
        (&[0, 1], None),
        (&[0], None),
        (&[], Some((1, Reason::Cyclic, Some(1)))),
        (&[], Some((1, Reason::Suicide, None))),
        (&[1], None),
        (&[], Some((0, Reason::Cyclic, Some(4)))),
        (&[], Some((0, Reason::Suicide, None))),
        (&[0], None),
        (&[], Some((1, Reason::Cyclic, Some(7)))),
    ];
    let setup = board(Name::Kee, &[".", "."]);
    let all = moves(1, 2, WORKED);
    for (made, (legal, banned)) in expected.iter().enumerate() {
        let said = report(&setup, &all[..made]);
        let bans: Vec<Ban> =
            banned.iter().map(|&(point, reason, repeats)| Ban { point, reason, repeats }).collect();
        assert_eq!((said.legal.as_slice(), &said.banned), (*legal, &bans), "after {made}");
        assert_eq!((said.phase.as_str(), said.result), ("main", None), "after {made}");
    }
    let said = report(&setup, &all);
    assert_eq!(said.phase, "ended");
    let result = said.result.unwrap();
    assert_eq!((result.outcome, result.ground.as_str()), (Outcome::Draw, "score"));
    assert_eq!(result.scores, Some(vec![(1, 1), (1, 1)]));
    // The repositioned cycle is moves 5 6 7 8 9 4: .X passed by W 6 and B 7, O. by B 9 and W 4.
    assert_eq!(result.scoring_positions, vec![vec![0, 1], vec![2, 0]]);
    let said = ruling(Name::Kee, &[".", "."], &format!("{WORKED} pass"));
    let refused = said.refused.unwrap();
    assert_eq!((refused.mv, refused.point, refused.reason), (10, None, Reason::Ended));
}

#[test]
fn two_by_one() {
    let said = ruling(Name::Kee, &[".."], "A1 B1 pass pass A1 pass pass B1 pass");
    let result = said.result.unwrap();
    assert_eq!(result.scoring_positions, vec![stones(&["X."]), stones(&[".O"])]);
    assert_eq!((result.outcome, result.scores), (Outcome::Draw, Some(vec![(1, 1), (1, 1)])));
    assert_eq!(said.prisoners, vec![2, 1]);
}

#[test]
fn komi_is_added_to_the_average_and_territory_subtracts_prisoners_once() {
    let mut setup = board(Name::Kee, &[".."]);
    setup.komi_halves = 1;
    let all = moves(2, 1, "A1 B1 pass pass A1 pass pass B1 pass");
    let result = report(&setup, &all).result.unwrap();
    assert_eq!((result.outcome, result.scores), (Outcome::Win(1), Some(vec![(1, 1), (3, 2)])));
    setup.rules.kee_territory = true;
    let result = report(&setup, &all).result.unwrap();
    // Territory averages 1/2 each; Black lost two stones, White one.
    assert_eq!((result.outcome, result.scores), (Outcome::Win(1), Some(vec![(-3, 2), (0, 1)])));
}

#[test]
fn two_by_two_has_no_scoring_position() {
    let line = "A2 B1 A1 B2 A2 pass A1 B2 pass B1 A2 pass";
    let all = moves(2, 2, line);
    let setup = board(Name::Kee, &["..", ".."]);
    assert_eq!(report(&setup, &all[..11]).phase, "main");
    let result = report(&setup, &all).result.unwrap();
    assert_eq!((result.outcome, result.scores), (Outcome::Draw, None));
    assert_eq!(result.ground, "no-scoring-position");
    assert!(result.scoring_positions.is_empty());
}

#[test]
fn two_by_three_has_no_scoring_position() {
    let line = "B2 B1 A2 A1 C2 C1 B2 pass A2 pass C2 B1 pass A1 pass C1 B2 pass";
    let all = moves(3, 2, line);
    let setup = board(Name::Kee, &["...", "..."]);
    assert_eq!(report(&setup, &all[..17]).phase, "main");
    let said = report(&setup, &all);
    assert_eq!((said.refused, said.moves), (None, 18));
    assert_eq!(said.result.unwrap().ground, "no-scoring-position");
}

#[test]
fn simple_ko_on_a_full_board() {
    let setup = board(Name::Kee, &[".OX.", "O.OX"]);
    let all = moves(4, 2, "B1 pass pass C1 pass D2");
    let ban = |name: &str, repeats| Ban {
        point: at(4, 2, name),
        reason: Reason::Cyclic,
        repeats: Some(repeats),
    };
    let after = |n: usize| report(&setup, &all[..n]);
    // W2 may not retake, W4 may, B5 may not.
    assert!(after(1).legal.is_empty());
    assert!(after(1).banned.contains(&ban("C1", 0)));
    // The case says that Black has nothing to do at move 3. He has: A2 would take all of White.
    let instead = report(&setup, &moves(4, 2, "B1 pass A2"));
    assert_eq!((instead.refused, instead.position), (None, stones(&["X.X.", ".X.X"])));
    assert!(after(3).legal.contains(&at(4, 2, "C1")));
    assert!(after(4).legal.is_empty());
    assert!(after(4).banned.contains(&ban("B1", 3)));
    let end = after(6);
    assert_eq!((end.refused, end.moves), (None, 6));
    assert_eq!(end.position, stones(&[".O.O", "O.O."]));
    // Under positional and situational superko W4 is illegal.
    for name in [Name::LaskerMaas, Name::Aga] {
        let said = ruling(name, &[".OX.", "O.OX"], "B1 pass pass C1");
        // The first two passes have ended `main`; in Aga they end the game.
        let refused = said.refused.unwrap();
        assert_eq!(refused.mv, 4);
        assert_eq!(
            (refused.reason, refused.repeats),
            if name == Name::Aga { (Reason::Ended, None) } else { (Reason::Superko, Some(0)) }
        );
    }
}

/// The seed's three-player game on a 5x2 board.
fn three() -> Setup {
    let mut setup = board(Name::Kee, &[".XO.O", "X.XO."]);
    setup.players = 3;
    setup.prisoners = vec![0, 0, 0];
    setup
}

#[test]
fn three_players() {
    let setup = three();
    let all = moves(5, 2, "D2 pass C2 pass pass pass D2 C2 pass D2 pass");
    let d2 = at(5, 2, "D2");
    let c2 = at(5, 2, "C2");
    // W2 and B4 may not snap back, B7, W8 and B10 may, W11 may not.
    for (made, point, repeats) in [(1, c2, Some(0)), (3, d2, Some(2)), (10, c2, Some(9))] {
        let said = report(&setup, &all[..made]);
        assert!(said.banned.contains(&Ban { point, reason: Reason::Cyclic, repeats }), "{made}");
    }
    assert_eq!(report(&setup, &all[..10]).phase, "main");
    let said = report(&setup, &all);
    assert_eq!((&said.refused, said.moves), (&None, 11));
    assert_eq!(said.prisoners, vec![2, 2, 1]);
    let result = said.result.unwrap();
    assert_eq!(result.scoring_positions, vec![stones(&[".X3.O", "X.XO."])]);
    assert_eq!((result.outcome, result.ground.as_str()), (Outcome::Ranking, "score"));
    assert_eq!(result.scores, Some(vec![(5, 1), (3, 1), (1, 1)]));
}

#[test]
fn three_players_pass_at_once() {
    let said = report(&three(), &moves(5, 2, "pass pass pass pass"));
    // The cycle is W, R, B: all three passed on the starting position.
    let result = said.result.unwrap();
    assert_eq!(result.scoring_positions.len(), 1);
    assert_eq!(said.to_move, 1);
    assert_eq!(result.scores, Some(vec![(5, 1), (5, 1), (0, 1)]));
}

#[test]
fn two_players_need_three_passes() {
    let said = ruling(Name::Kee, &["...", "..."], "pass pass");
    assert_eq!(said.phase, "main");
    let result = ruling(Name::Kee, &["...", "..."], "pass pass pass").result.unwrap();
    assert_eq!((result.outcome, result.ground.as_str()), (Outcome::Draw, "score"));
    assert_eq!(result.scores, Some(vec![(0, 1), (0, 1)]));
}

#[test]
fn errata_of_the_seed() {
    // Sending two returning one: B3 may not return (no pass since the start).
    let rows = [".X.X", "OOX.", "OOOO"];
    let said = ruling(Name::Kee, &rows, "A3 C3 B3");
    let refused = said.refused.unwrap();
    assert_eq!((refused.mv, refused.reason, refused.repeats), (3, Reason::Cyclic, Some(0)));
    let said = ruling(Name::Kee, &rows, "A3 C3 pass D2");
    assert_eq!(said.refused, None);
    assert!(!said.position.contains(&1));
    // The second story: B1 returns one, W2 passes, B3 sends two, W4 takes them (the pass lifted
    // that ban), and B5 may not return: the position W2 passed on stood last after that pass.
    let said = ruling(Name::Kee, &["..OX", "OOX.", "OOOO"], "B3 pass A3 C3 B3");
    let refused = said.refused.unwrap();
    assert_eq!((refused.mv, refused.reason, refused.repeats), (5, Reason::Cyclic, Some(2)));
}

#[test]
fn suicide_option() {
    let mut setup = board(Name::Kee, &[".O.", "O.."]);
    let all = moves(3, 2, "A2");
    assert_eq!(report(&setup, &all).refused.unwrap().reason, Reason::Suicide);
    // A single stone's suicide recreates the position that stands.
    setup.rules.suicide = true;
    let refused = report(&setup, &all).refused.unwrap();
    assert_eq!((refused.reason, refused.repeats), (Reason::Cyclic, Some(0)));
    // Two stones: the mover's own chain becomes prisoners of his colour.
    let mut setup = board(Name::Kee, &["X.O", "OO."]);
    setup.rules.suicide = true;
    let said = report(&setup, &moves(3, 2, "B2"));
    assert_eq!((said.refused, said.prisoners), (None, vec![2, 0]));
    assert_eq!(said.position, stones(&["..O", "OO."]));
}
