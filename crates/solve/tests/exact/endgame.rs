//! Endgames on settled boards, and phases that have begun.

use std::sync::Arc;

use shinpan_board::{Board, Player, parse_rows};
use shinpan_rules::{Game, Komi, Move, Ruleset, Setup, Status};
use shinpan_solve::{End, Limits, Method, Value, at_least, solve, solve_plain};
use shinpan_testkit::{Dice, OPTIONED, ruleset, setup};

use crate::{empty, neutral, nodes, points, set_up};

/// Random games that have begun: what stood before could come back.
#[test]
fn random_games_agree_with_plain_search() {
    let (mut compared, mut left) = (0, 0);
    for seed in 0..4000 {
        let mut dice = Dice::new(seed);
        let (name, options) = OPTIONED[dice.roll(OPTIONED.len())];
        if !matches!(name, "long-cycle-1" | "long-cycle-3" | "chinese") {
            continue;
        }
        let start = setup(&mut dice, 2);
        if start.board.len() > 5 {
            continue;
        }
        let Ok(mut game) = Game::new(Arc::new(ruleset(name, options)), &start) else { continue };
        for _ in 0..dice.roll(10) {
            let legal = game.legal();
            let made = match dice.roll(legal.len() + 1) {
                0 => Move::Pass,
                number => Move::Play(legal[number - 1]),
            };
            if *game.status() != Status::InPlay || game.play(made).is_err() {
                break;
            }
        }
        if *game.status() != Status::InPlay || game.moves_in_phase() == 0 {
            continue;
        }
        let Value::Exact(plain) = solve_plain(&game, &nodes(3_000)).value else { continue };
        let found = solve(&game, &nodes(u64::MAX));
        let moves = (game.first_move() + 1..=game.moves_made()).map(|at| game.move_at(at));
        let moves: Vec<_> = moves.collect();
        let told = format!("seed {seed}: {name} {options:?} {start:?} {moves:?}");
        assert_eq!(found.value, Value::Exact(plain), "{told}");
        compared += 1;
        left += usize::from(found.method == Method::Endgame);
    }
    assert!(compared > 50 && left > 30, "{left} of {compared}");
}

#[test]
fn a_phase_that_has_begun_is_solved() {
    let mut game = empty("long-cycle-1", "1x3");
    let middle = Move::Play(game.board().parse_point("A2").unwrap());
    game.play(middle).unwrap();
    let found = solve(&game, &nodes(100_000));
    assert_eq!((found.method, found.value), (Method::Endgame, Value::Exact(points(2))));
}

/// Two walls with eyes and a row of neutral points between them, on boards to 19x19.
#[test]
fn neutral_points_between_walls() {
    for (side, count) in [(9, 4), (11, 5), (13, 6), (19, 7)] {
        // White fills first; the rest of the middle column is Black's. Where plays cost a point the
        // last neutral one of an odd number does.
        let area = (side - count - count % 2) as i64;
        for (rules, expected) in [
            ("chinese", area),
            // Stones set up count as plays there; passing first or last makes no difference.
            ("long-cycle-1", 0),
            ("long-cycle-3", 0),
            ("japanese-1989", 0),
            ("kee", area),
        ] {
            let game = set_up(rules, &format!("{side}x{side}"), &neutral(side, count));
            let found = solve(&game, &nodes(5_000_000));
            let forced = rules != "japanese-1989" && found.method == Method::Forced;
            let between = if rules == "kee" { Method::Passes } else { Method::Endgame };
            assert!(forced || found.method == between, "{rules} {side}");
            assert_eq!(found.value, Value::Exact(points(expected)), "{rules} {side}");
            if rules == "long-cycle-3" {
                assert!(found.line.is_empty());
                continue;
            }
            let mut played = game;
            for &made in &found.line {
                played.play(made).unwrap();
            }
            assert_ne!(*played.status(), Status::InPlay, "{rules} {side}: {:?}", found.line);
        }
    }
}

/// A ko for one point between settled groups: Black takes it and fills where that gains.
#[test]
fn a_ko_between_settled_groups() {
    let rows = ".X.XOO.\nX.XX.O.\nXXX.OO.\nX.XOOOO\nXXXXO.O\n.XX.XOO\nX.XXXO.";
    for rules in ["chinese", "long-cycle-1", "japanese-1989", "kee"] {
        let game = set_up(rules, "7x7", rows);
        let found = solve(&game, &nodes(20_000_000));
        let exact = found.value.exact();
        assert!(exact.is_some(), "{rules}: {:?}", found.value);
    }
}

/// Half a point decides who wins by the proof games, from `main`, from the resolution, and after moves of it.
#[test]
fn proof_games_on_settled_boards() {
    for (side, count) in [(9, 4), (19, 6)] {
        for (halves, expected) in [(-1, End::Won), (0, points(0)), (1, End::Lost)] {
            let board = Arc::new(Board::parse(&format!("{side}x{side}")).unwrap());
            let mut setup = Setup::empty(board, 2);
            setup.stones = parse_rows(&setup.board, &neutral(side, count)).unwrap();
            setup.komi = Komi::from_halves(halves).unwrap();
            let rules = Arc::new(Ruleset::builtin("long-cycle-3").unwrap());
            let mut game = Game::new(rules, &setup).unwrap();
            let middle = ["E9", "K19"][usize::from(side == 19)];
            let first = Move::Play(game.board().parse_point(middle).unwrap());
            for moves in [&[][..], &[Move::Pass, Move::Pass], &[first]] {
                for &made in moves {
                    game.play(made).unwrap();
                }
                let found = solve(&game, &nodes(5_000_000));
                let told = format!("{side} {halves} {moves:?}: {found:?}");
                assert_eq!(
                    (found.method, found.value),
                    (Method::Endgame, Value::Exact(expected)),
                    "{told}"
                );
                for (margin, reached) in [(0, halves <= 0), (1, halves < 0)] {
                    let asked = at_least(&game, margin.into(), &nodes(5_000_000), 1, None);
                    assert_eq!(
                        asked.value.reaches(margin.into()),
                        Some(reached),
                        "{told} {margin}"
                    );
                }
            }
        }
    }
}

/// Three points without capturing, a ko with a neutral point, a group that cannot live: with the komi of the value nobody wins, and half a
/// point decides.
#[test]
fn proof_games_after_kos_and_life() {
    let ko =
        "XXXX.OOOO/X.XX.OO.O/XXXX.OOOO/XXXXOOOOO/XXXO.OOOO/XXXXOOOOO/XXXXOOOOO/X.XXOOO.O/XXXXOOOOO";
    let group =
        "XXXXXXOOO/X....XO.O/XXOO.XOOO/XXXXXXOOO/X.X.XXOOO/XXXXXXO.O/XXXXXXOOO/XXXXXXOOO/XXXXXXOOO";
    let torazu = ".XXO.O/OXXOO./XOOOOO/XXXXXX/.XXXX.";
    for (board, rows, to_move, value) in [
        ("6x5", torazu, Player::BLACK, -3),
        ("6x5", torazu, Player::WHITE, -3),
        ("9x9", ko, Player::BLACK, 1),
        ("9x9", ko, Player::WHITE, 0),
        ("9x9", group, Player::BLACK, 9),
        ("9x9", group, Player::WHITE, 9),
    ] {
        for (halves, expected) in [(-1, End::Won), (0, points(0)), (1, End::Lost)] {
            let mut setup = Setup::empty(Arc::new(Board::parse(board).unwrap()), 2);
            setup.stones = parse_rows(&setup.board, &rows.replace('/', "\n")).unwrap();
            setup.to_move = to_move;
            setup.komi = Komi::from_halves(2 * value + halves).unwrap();
            let rules = Arc::new(Ruleset::builtin("long-cycle-3").unwrap());
            let game = Game::new(rules, &setup).unwrap();
            let found = solve(&game, &Limits { memory: 512 << 20, ..nodes(5_000_000) });
            assert_eq!(found.value, Value::Exact(expected), "{rows} {to_move} {halves}");
        }
    }
}

/// Passes that were made before the walls stood end no game; those on what is left could.
#[test]
fn passes_before_an_endgame_under_kee() {
    let rows = neutral(9, 4);
    let open: String = rows[..rows.len() - 1].to_owned() + ".";
    let mut game = set_up("kee", "9x9", &open);
    let corner = game.board().parse_point("J1").unwrap();
    for made in [Move::Pass, Move::Pass, Move::Play(corner)] {
        game.play(made).unwrap();
    }
    let found = solve(&game, &nodes(100_000));
    assert_eq!((found.method, found.value), (Method::Passes, Value::Exact(points(5))));
    game.play(Move::Pass).unwrap();
    let found = solve(&game, &nodes(1_000));
    assert!(matches!(found.value, Value::Unknown(_)), "{:?}", found.value);
}

/// A pass that was made while the same walls stood: another one ends the game, with what was scored in between.
#[test]
fn walls_that_were_passed_on_say_nothing_under_kee() {
    let mut game = empty("kee", "13x1");
    let at = |game: &Game, column: usize| {
        let names = "ABCDEFGHJKLMN";
        Move::Play(game.board().parse_point(&format!("{}1", &names[column - 1..column])).unwrap())
    };
    let black = |game: &mut Game, columns: &[usize]| {
        for (number, &column) in columns.iter().enumerate() {
            if number > 0 {
                game.play(Move::Pass).unwrap();
            }
            game.play(at(game, column)).unwrap();
        }
    };
    black(&mut game, &[2, 4, 6, 8, 10, 12]);
    game.play(Move::Pass).unwrap();
    black(&mut game, &[1, 3, 5, 7, 9, 11]);
    game.play(at(&game, 13)).unwrap();
    game.play(Move::Pass).unwrap();
    game.play(Move::Pass).unwrap();
    black(&mut game, &[12, 10, 8, 6, 4, 2]);
    assert_eq!(solve(&game, &nodes(1_000)).value, Value::Exact(points(-13)));
    game.play(Move::Pass).unwrap();
    let Status::Over(outcome) = game.status() else { panic!("{:?}", game.status()) };
    assert_eq!(End::of(outcome), points(-13));
}
