//! The edges of single rules, each on the smallest board that shows it.

use std::sync::Arc;

use shinpan_board::{Board, Player, Point, parse_rows};
use shinpan_rules::{Game, Ground, Move, Reason, Ruleset, Setup, Status, Verdict};

/// A game from a position in rows.
fn game(rules: &str, rows: &str, to_move: Player) -> Game {
    let columns = rows.lines().next().unwrap().len();
    let board = Arc::new(Board::rectangle(columns, rows.lines().count()).unwrap());
    let stones = parse_rows(&board, rows).unwrap();
    let setup = Setup { stones, to_move, ..Setup::empty(board, 2) };
    Game::new(Arc::new(Ruleset::read(rules).unwrap().ruleset), &setup).unwrap()
}

fn at(game: &Game, name: &str) -> Point {
    game.board().parse_point(name).unwrap()
}

/// Plays moves by their names; `-` is a pass.
fn play(game: &mut Game, moves: &str) {
    for name in moves.split_whitespace() {
        let made = if name == "-" { Move::Pass } else { Move::Play(at(game, name)) };
        game.play(made).unwrap();
    }
}

/// Black takes a ko at C2.
const KO: &str = ".XO.\nXO.O\n.XO.";

#[test]
fn only_basic_ko_bans_a_point() {
    for (rules, banned) in [("chinese", true), ("japanese-1989", true), ("tromp-taylor", false)] {
        let mut game = game(rules, KO, Player::BLACK);
        play(&mut game, "c2");
        assert_eq!(game.ko_point(), banned.then(|| at(&game, "b2")), "{rules}");
        let reason = game.ruling(Move::Play(at(&game, "b2"))).unwrap_err().reason;
        assert_eq!(reason, if banned { Reason::Ko } else { Reason::Superko }, "{rules}");
        play(&mut game, "-");
        assert_eq!(game.ko_point(), None, "{rules}");
    }
}

#[test]
fn a_ko_ban_outlives_the_passes_that_end_a_phase_unless_it_is_lifted() {
    for (rules, stands) in [("long-cycle-1", true), ("long-cycle-1, ko_ban=lifted", false)] {
        let mut game = game(rules, KO, Player::BLACK);
        play(&mut game, "c2 - -");
        assert_eq!((game.phase(), game.to_move()), ("resolution", Player::WHITE));
        assert_eq!(game.ko_point(), stands.then(|| at(&game, "b2")), "{rules}");
    }
    // One pass leaves the move to the player whom the ban did not bind.
    let mut game = game("long-cycle-1, phase_switch=first-pass", KO, Player::BLACK);
    play(&mut game, "c2 -");
    assert_eq!((game.phase(), game.to_move()), ("resolution", Player::BLACK));
    assert_eq!(game.ko_point(), None);
    assert_eq!(game.ruling(Move::Play(at(&game, "b2"))), Ok(()));
}

/// A suicide of one stone changes nothing: it bans the other player's suicides of one stone.
#[test]
fn a_suicide_of_one_stone_bans_another() {
    let mut both = game("chinese, suicide=allowed", ".O.X.", Player::WHITE);
    play(&mut both, "- a1");
    assert_eq!((both.status(), both.ko_point()), (&Status::InPlay, None));
    let refusal = both.ruling(Move::Play(at(&both, "e1"))).unwrap_err();
    assert_eq!((refusal.reason, refusal.repeats()), (Reason::Ko, Some(1)));
    // White has none here: nothing is banned, so the state is that of the beginning.
    let mut one = game("chinese, suicide=allowed", ".O.", Player::WHITE);
    play(&mut one, "- a1");
    let outcome = one.outcome().unwrap();
    assert_eq!(outcome.verdict, Verdict::NoResult);
    assert!(
        matches!(&outcome.ground, Ground::LongCycle(cycle) if (cycle.from, cycle.to) == (0, 2))
    );
}

#[test]
fn the_record_of_moves_can_be_read_back() {
    let board = Arc::new(Board::parse("2x1").unwrap());
    let setup = Setup { moves_before: 10, ..Setup::empty(board, 2) };
    let ruleset = Arc::new(Ruleset::builtin("tromp-taylor").unwrap());
    let mut game = Game::new(ruleset, &setup).unwrap();
    play(&mut game, "a1 -");
    assert_eq!((game.first_move(), game.moves_made()), (10, 12));
    let a1 = at(&game, "a1");
    let made: Vec<_> = (9..14).map(|number| game.move_at(number)).collect();
    let (play, pass) = ((Player::BLACK, Move::Play(a1)), (Player::WHITE, Move::Pass));
    assert_eq!(made, [None, None, Some(play), Some(pass), None]);
    let stood: Vec<_> = (9..14).map(|moves| game.position_after(moves)).collect();
    let (empty, one) = (Some(vec![0, 0]), Some(vec![1, 0]));
    assert_eq!(stood, [None, empty, one.clone(), one, None]);
}
