//! Superko: proof numbers against plain search.

use std::sync::Arc;

use shinpan_board::{Board, Player, parse_rows};
use shinpan_rules::{Game, Move, Ruleset, Score, Setup, Status};
use shinpan_solve::{
    Claim, End, Limit, Method, Plan, Proofs, ProofsError, Strategy, Value, at_least, check, solve,
    solve_plain, strategies,
};
use shinpan_testkit::{Dice, OPTIONED, ruleset, settled, setup};

use crate::{empty, nodes, points, set_up, value};

const FAMILY: [&str; 7] = [
    "lasker-maas",
    "lasker-maas-situational",
    "lasker-maas-adjusted",
    "button",
    "tromp-taylor",
    "aga",
    "new-zealand",
];

#[test]
fn empty_lines_agree_with_plain_search() {
    for rules in FAMILY {
        for board in ["1x1", "1x2", "1x3"] {
            let game = empty(rules, board);
            let plain = solve_plain(&game, &nodes(u64::MAX));
            let fast = solve(&game, &nodes(u64::MAX));
            assert_eq!(fast.method, Method::ProofNumbers);
            assert_eq!(plain.value, fast.value, "{rules} {board}");
        }
    }
}

/// Random positions with their histories, random rulesets and boards.
#[test]
fn random_games_agree_with_plain_search() {
    let mut solved = 0;
    for seed in 0..600 {
        let mut dice = Dice::new(seed);
        let (name, options) = OPTIONED[dice.roll(OPTIONED.len())];
        let rules = ruleset(name, options);
        if !FAMILY.contains(&name) || name == "kee" {
            continue;
        }
        let start = setup(&mut dice, 2);
        if start.board.len() > 6 {
            continue;
        }
        let Ok(mut game) = Game::new(Arc::new(rules), &start) else { continue };
        for _ in 0..dice.roll(14) {
            let legal = game.legal();
            let made = match dice.roll(legal.len() + 1) {
                0 => Move::Pass,
                number => Move::Play(legal[number - 1]),
            };
            if *game.status() != Status::InPlay || game.play(made).is_err() {
                break;
            }
        }
        let plain = solve_plain(&game, &nodes(2_500));
        let Value::Exact(_) = plain.value else { continue };
        let fast = solve(&game, &nodes(u64::MAX));
        assert_eq!(plain.value, fast.value, "seed {seed}: {name} {options:?}");
        if fast.method == Method::ProofNumbers {
            solved += 1;
            follow(&game, &fast.line, fast.value);
        }
    }
    assert!(solved > 40, "{solved}");
}

/// The line that is shown is legal and leads to the value.
fn follow(game: &Game, line: &[Move], value: Value) {
    let mut game = game.clone();
    for &made in line {
        game.play(made).unwrap();
    }
    let outcome = game.outcome().expect("the line ends the game");
    let scores = outcome.scores().unwrap();
    let margin = scores[Player::BLACK] - scores[Player::WHITE];
    assert_eq!(Value::Exact(End::Margin(margin)), value);
}

#[test]
fn known_values_come_out() {
    for (rules, board, expected) in [
        ("tromp-taylor", "1x1", 0),
        ("tromp-taylor", "1x2", 0),
        ("tromp-taylor", "1x3", 3),
        ("tromp-taylor", "1x4", 4),
        ("tromp-taylor", "1x5", 0),
        ("tromp-taylor", "2x2", 1),
        ("tromp-taylor", "2x3", 0),
        ("tromp-taylor", "3x3", 9),
        ("lasker-maas", "1x1", 0),
        ("lasker-maas", "1x2", 0),
        ("lasker-maas", "1x3", 2),
        ("lasker-maas", "1x4", 3),
        ("lasker-maas", "1x5", 0),
    ] {
        let solution = value(rules, board);
        assert_eq!(solution.value, Value::Exact(points(expected)), "{rules} {board}");
        follow(&empty(rules, board), &solution.line, solution.value);
    }
}

#[test]
fn strategies_are_checked_with_the_rules_alone() {
    for (rules, board, value) in [
        ("tromp-taylor", "1x4", 4),
        ("lasker-maas", "1x4", 3),
        ("aga", "2x2", 1),
        ("button", "1x3", 0),
    ] {
        let game = empty(rules, board);
        let half = i64::from(rules == "button");
        let margin = Score::new(if half == 1 { 5 } else { 2 * value }, 2);
        for player in [Player::BLACK, Player::WHITE] {
            let claim = Claim::new(player, End::Margin(margin));
            let found = strategies(&game, &[claim], &nodes(u64::MAX)).unwrap().remove(0);
            let text = found.to_text(game.board());
            assert_eq!(Strategy::read(&text, game.board()), Ok(vec![found.clone()]));
            let Plan::Moves(mut moves) = found.plan.clone() else { panic!("{rules} has superko") };
            assert_eq!(check(&game, &found, None), Ok(moves.len()), "{rules} {board}");
            // A better claim is not kept, and no lie about it helps.
            let more = if player == Player::BLACK { margin + 1 } else { margin - 1 };
            let claim = Claim::new(player, End::Margin(more));
            assert!(strategies(&game, &[claim], &nodes(u64::MAX)).is_err());
            assert!(check(&game, &Strategy { claim, ..found.clone() }, None).is_err());
            moves.pop();
            let cut = Strategy { plan: Plan::Moves(moves), ..found };
            assert!(check(&game, &cut, None).is_err());
        }
    }
}

#[test]
fn flaws_are_told() {
    let game = empty("tromp-taylor", "1x2");
    let told = |text: &str| {
        let read = Strategy::read(text, game.board()).map_err(|fault| fault.to_string())?;
        check(&game, &read[0], None).map_err(|flaw| flaw.to_string())
    };
    for (text, expected) in [
        ("x", "line 1: expected a point of the board or `pass`, found `x`"),
        ("A1", "line 1: expected a claim before the first move, found `A1`"),
        (
            "black: black's margin is at most 1",
            "line 1: expected a claim like `black: black's margin is at least 3`, found `black: black's margin is at most 1`",
        ),
        (
            "black: black's margin is at least 0",
            "after no move: the game is not over, and the strategy ends",
        ),
        (
            "black: black's margin is at least 0\npass\n pass\n",
            "after pass: expected the 3 moves that white has, found 1",
        ),
        (
            "black: black's margin is at least 1\npass\n pass\n",
            "after pass pass: the game ends with margin 0",
        ),
        (
            "black: black's margin is at least 0\npass\n pass\n  pass\n",
            "after pass pass: the game is over, and the strategy goes on",
        ),
    ] {
        assert_eq!(told(text), Err(expected.to_owned()), "{text}");
    }
}

/// Endgames between settled stones: on small boards as found by hand, on large ones a row of neutral
/// points between two walls with eyes.
#[test]
fn endgames_of_settled_boards() {
    let rows = ".X.XO.O\nX.XXOO.\n.XXOO.O\nXX.XOOO\n.XXXO.O\nX.X.XOO\n.XXX.O.";
    let mut game = set_up("tromp-taylor", "7x7", rows);
    let found = solve(&game, &nodes(1_000_000));
    assert!(found.value.exact().is_some(), "{:?}", found.value);
    follow(&game, &found.line, found.value);
    for (side, neutral) in [(9, 4), (11, 5), (13, 6), (19, 7)] {
        let middle = side / 2;
        let rows: Vec<String> = (0..side)
            .map(|row| {
                let sign = |column: usize| {
                    let eye = (row == 1 || row == side - 2) && (column == 1 || column == side - 2);
                    if eye || (column == middle && row < neutral) {
                        '.'
                    } else if column <= middle {
                        'X'
                    } else {
                        'O'
                    }
                };
                (0..side).map(sign).collect()
            })
            .collect();
        game = set_up("tromp-taylor", &format!("{side}x{side}"), &rows.join("\n"));
        let found = solve(&game, &nodes(1_000_000));
        // White fills first; the rest of the middle column is Black's.
        let expected = side - neutral - neutral % 2;
        assert_eq!(found.value, Value::Exact(points(expected as i64)), "{side}");
        follow(&game, &found.line, found.value);
    }
}

/// After a pass the second one counts dead stones where they stand.
#[test]
fn stones_that_are_left_when_the_game_ends_count() {
    let rows = ".XO.\nXXXX\n.X.X";
    let mut game = set_up("tromp-taylor", "4x3", rows);
    let before = solve(&game, &nodes(u64::MAX));
    assert_eq!(before.value, Value::Exact(points(12)));
    game.play(Move::Pass).unwrap();
    game.play(Move::Play(game.legal()[0])).unwrap();
    let captured = solve(&game, &nodes(u64::MAX));
    assert_eq!(captured.value, Value::Exact(points(12)));
    // Black passes with the stone still there.
    let mut setup = Setup::empty(Arc::new(Board::parse("4x3").unwrap()), 2);
    setup.stones = parse_rows(&setup.board, rows).unwrap();
    let mut game = Game::new(Arc::new(Ruleset::builtin("tromp-taylor").unwrap()), &setup).unwrap();
    game.play(Move::Pass).unwrap();
    let found = solve(&game, &nodes(u64::MAX));
    // Seven stones and three eyes against one stone.
    assert_eq!(found.value, Value::Exact(points(9)));
}

/// One question has the answer that the value gives, on one thread and on two.
#[test]
fn one_question_is_answered_as_the_value_says() {
    for rules in FAMILY {
        for board in ["1x4", "2x2", "3x2", "4x2"] {
            let game = empty(rules, board);
            let Some(End::Margin(value)) = value(rules, board).value.exact() else {
                panic!("{rules} {board}: no count")
            };
            let points = game.board().len() as i64;
            for halves in (-2 * points - 3..=2 * points + 3).step_by(5) {
                let margin = Score::new(halves, 2);
                let threads = 1 + halves.rem_euclid(2) as usize;
                let found = at_least(&game, margin, &nodes(u64::MAX), threads, None);
                assert_eq!(found.value.reaches(margin), Some(value >= margin), "{rules} {board}");
                let (low, high) = found.value.bounds();
                assert!((low..=high).contains(&End::Margin(value)), "{rules} {board} {margin}");
            }
        }
    }
}

/// What a player gets all of is asked for as such on larger boards; numbers that are too large are no margins.
#[test]
fn all_there_is_is_asked_for_alone() {
    let game = set_up("aga", "6x3", "......\n.X..X.\n......");
    for (margin, reached) in [(18, true), (19, false), (i64::MAX, false), (i64::MIN, true)] {
        let margin = Score::from(margin);
        let found = at_least(&game, margin, &nodes(u64::MAX), 1, None);
        assert_eq!(found.value.reaches(margin), Some(reached), "{margin}");
    }
    // Nothing between 17 and 18 is possible.
    let margin = Score::new(35, 2);
    assert_eq!(
        at_least(&game, margin, &nodes(u64::MAX), 1, None).value.reaches(margin),
        Some(true)
    );
    for threads in [1, 2] {
        let found = at_least(&game, Score::from(18), &nodes(1000), threads, None);
        assert_eq!(found.value.reaches(Score::from(18)), None);
        assert!(found.nodes <= 1100, "{}", found.nodes);
        let (Value::Between(.., limit) | Value::Unknown(limit)) = found.value else { panic!() };
        assert_eq!(limit, Limit::Nodes(1000));
    }
}

/// What a search by depth found is kept as bytes, and a search that has it goes on from there.
#[test]
fn a_search_by_depth_goes_on() {
    let margin = Score::from(15);
    for rules in ["aga", "chinese"] {
        let game = empty(rules, "3x5");
        let asked =
            |most: u64, proofs: &mut Proofs| at_least(&game, margin, &nodes(most), 1, Some(proofs));
        let fresh = asked(u64::MAX, &mut Proofs::none(&game));
        assert_eq!(fresh.value.reaches(margin), Some(true), "{rules}");
        let mut stopped = Proofs::none(&game);
        let first = asked(fresh.nodes / 2, &mut stopped);
        assert_eq!(first.value.reaches(margin), None, "{rules}");
        let bytes: Vec<u8> = stopped.parts().flatten().collect();
        let mut read = Proofs::read(&bytes, &game).unwrap();
        assert_eq!(read.parts().flatten().collect::<Vec<_>>(), bytes);
        let second = asked(u64::MAX, &mut read);
        assert_eq!(second.value.reaches(margin), Some(true), "{rules}");
        let bytes: Vec<u8> = read.parts().flatten().collect();
        let third = asked(u64::MAX, &mut Proofs::read(&bytes, &game).unwrap());
        println!("{rules}: {} {} {}", fresh.nodes, second.nodes, third.nodes);
        assert!(third.nodes * 2 < fresh.nodes, "{rules}: {} {}", fresh.nodes, third.nodes);
        // Tables of other boards and rules, and what was cut short, are refused.
        for other in [empty(rules, "5x3"), empty("new-zealand", "3x5")] {
            assert!(matches!(Proofs::read(&bytes, &other), Err(ProofsError::Foreign(_))));
        }
        let cut = &bytes[..bytes.len() - 9];
        assert!(matches!(Proofs::read(cut, &game), Err(ProofsError::Damaged(_))));
    }
}

/// What is said without search, or how a game ended.
fn without_search(game: &Game) -> (End, End) {
    match game.status() {
        Status::Over(outcome) => (End::of(outcome), End::of(outcome)),
        _ => solve(game, &nodes(0)).value.bounds(),
    }
}

/// What safe chains hold without search on settled boards, points next to them included: no move of the opponent's makes it less, and
/// some move of the player's does not. So it is what the game ends with at least. (With one wall for each player: where several chains become
/// safe one after the other what is told anew may be less.)
#[test]
fn what_is_held_without_search_is_kept() {
    let (mut states, mut held) = (0, 0);
    for seed in 0..90 {
        let mut dice = Dice::new(seed);
        let Some(setup) = settled(&mut dice) else { continue };
        for name in FAMILY {
            let rules = Arc::new(Ruleset::builtin(name).unwrap());
            let mut game = Game::new(rules, &setup).unwrap();
            while *game.status() == Status::InPlay && game.moves_made() < 40 {
                let (low, high) = without_search(&game);
                let moves: Vec<Move> =
                    game.legal().into_iter().map(Move::Play).chain([Move::Pass]).collect();
                let after: Vec<(End, End)> = moves
                    .iter()
                    .map(|&made| {
                        let mut next = game.clone();
                        next.play(made).unwrap();
                        without_search(&next)
                    })
                    .collect();
                let told = || {
                    let (drawn, by) = (game.position().diagram(game.board()), game.to_move());
                    let (phase, passes) = (game.phase_number(), game.passes_in_row());
                    format!("{seed}: {name} {drawn:?} {by} {phase} {passes} {moves:?}")
                };
                let (kept, lost) = match game.to_move() {
                    Player::BLACK => (
                        after.iter().any(|next| next.0 >= low),
                        after.iter().position(|next| next.1 > high),
                    ),
                    _ => (
                        after.iter().any(|next| next.1 <= high),
                        after.iter().position(|next| next.0 < low),
                    ),
                };
                assert!(kept, "{}: {low} {high} {after:?}", told());
                assert_eq!(lost, None, "{}: {low} {high} {after:?}", told());
                states += 1;
                let all = Score::from(2 * game.board().len() as i64);
                let range = high.margin().unwrap() - low.margin().unwrap();
                held += usize::from(range < all);
                // Passes are made as often as plays.
                let made = if dice.chance(2) { moves.len() - 1 } else { dice.roll(moves.len()) };
                game.play(moves[made]).unwrap();
            }
        }
    }
    println!("{held} of {states}");
    assert!(held > 1000 && held * 2 > states, "{held} of {states}");
}
