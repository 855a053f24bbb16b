//! The identities that the texts of the rules state or imply.

use std::sync::Arc;

use shinpan_board::{Board, Player};
use shinpan_rules::{Game, Komi, Move, Ruleset, Score, Setup};

use shinpan_testkit::Dice;

fn game(name: &str, board: &Arc<Board>) -> Game {
    let ruleset = Ruleset::builtin(name).unwrap();
    Game::new(Arc::new(ruleset), &Setup::empty(Arc::clone(board), 2)).unwrap()
}

fn random_move(game: &Game, dice: &mut Dice, eager: usize) -> Move {
    let legal = game.legal();
    if legal.is_empty() || dice.chance(eager) {
        Move::Pass
    } else {
        Move::Play(legal[dice.roll(legal.len())])
    }
}

fn difference(game: &Game) -> Score {
    let scores = game.outcome().unwrap().scores().unwrap();
    scores[Player::BLACK] - scores[Player::WHITE]
}

/// Area difference of the position as it stands.
fn area(game: &Game) -> i64 {
    let mut area = 0;
    for region in shinpan_board::regions(game.board(), game.position().codes()) {
        match region.owner() {
            Some(Player::BLACK) => area += region.points.len() as i64,
            Some(_) => area -= region.points.len() as i64,
            None => {}
        }
    }
    for stone in game.position().stones() {
        match stone.player() {
            Some(Player::BLACK) => area += 1,
            Some(_) => area -= 1,
            None => {}
        }
    }
    area
}

/// Lasker-Maas differs from area by the plays made in `main`.
#[test]
fn lasker_maas_is_area_less_the_plays_of_the_main_phase() {
    for name in ["lasker-maas", "lasker-maas-situational", "lasker-maas-adjusted", "long-cycle-2"] {
        for seed in 1..150 {
            let mut dice = Dice::new(seed);
            let board = Arc::new(Board::rectangle(1 + dice.roll(5), 1 + dice.roll(4)).unwrap());
            let mut game = game(name, &board);
            while game.phase() != "ended" {
                let made = random_move(&game, &mut dice, 6);
                game.play(made).unwrap();
            }
            if game.outcome().unwrap().scores().is_none() {
                continue;
            }
            let plays = game.plays_in_first_stage();
            let plays = i64::from(plays[Player::BLACK]) - i64::from(plays[Player::WHITE]);
            assert_eq!(difference(&game), Score::from(area(&game) - plays), "{name}, seed {seed}");
        }
    }
}

/// For the same moves Button Go's difference is Adjusted Lasker-Maas's
/// plus a half. (Black moves first: the identity needs it.)
#[test]
fn button_go_is_adjusted_lasker_maas_plus_a_half() {
    for seed in 1..300 {
        let mut dice = Dice::new(seed);
        let board = Arc::new(Board::rectangle(1 + dice.roll(5), 1 + dice.roll(4)).unwrap());
        let mut adjusted = game("lasker-maas-adjusted", &board);
        let mut button = game("button", &board);
        while adjusted.phase() != "ended" {
            assert_eq!(adjusted.legal(), button.legal(), "seed {seed}");
            let made = random_move(&adjusted, &mut dice, 6);
            adjusted.play(made).unwrap();
            button.play(made).unwrap();
        }
        assert_eq!(button.phase(), "ended");
        assert_eq!(difference(&button), difference(&adjusted) + Score::new(1, 2), "seed {seed}");
    }
}

/// The commentary on Lasker-Maas: a play of the second phase fills a point and uses up a prisoner, so
/// no play or pass of it changes the difference, but for stones and regions it captures or closes:
/// the difference stays that of area less the plays of the first phase, at every moment.
#[test]
fn plays_of_the_resolution_cost_nothing() {
    let mut plays_seen = 0;
    for seed in 1..200 {
        let mut dice = Dice::new(seed);
        let board = Arc::new(Board::rectangle(1 + dice.roll(5), 1 + dice.roll(4)).unwrap());
        let mut game = game("lasker-maas", &board);
        while game.phase() != "ended" {
            let made = random_move(&game, &mut dice, 5);
            game.play(made).unwrap();
            if game.phase() != "resolution" {
                continue;
            }
            plays_seen += usize::from(made != Move::Pass);
            let mut stopped = game.clone();
            stopped.agree_dead(&[Vec::new()]).unwrap();
            let plays = game.plays_in_first_stage();
            let plays = i64::from(plays[Player::BLACK]) - i64::from(plays[Player::WHITE]);
            assert_eq!(difference(&stopped), Score::from(area(&game) - plays), "seed {seed}");
        }
    }
    assert!(plays_seen > 500, "only {plays_seen} plays were met");
}

/// The long-cycle rule's parenthesis: in a cycle, passing more often and capturing more stones are the same thing.
#[test]
fn who_passes_more_in_a_cycle_captures_more() {
    let mut cycles = 0;
    for seed in 1..4000 {
        let mut dice = Dice::new(seed);
        let board = Arc::new(Board::rectangle(1 + dice.roll(3), 1 + dice.roll(2)).unwrap());
        let ruleset = Ruleset::read("long-cycle-1, cycles=claim").unwrap().ruleset;
        let mut game = Game::new(Arc::new(ruleset), &Setup::empty(board, 2)).unwrap();
        for _ in 0..60 {
            if game.phase() == "ended" {
                break;
            }
            let made = random_move(&game, &mut dice, 9);
            game.play(made).unwrap();
            if let Some(cycle) = game.claimable() {
                cycles += 1;
                let passes =
                    i64::from(cycle.passes[Player::BLACK]) - i64::from(cycle.passes[Player::WHITE]);
                let captured =
                    i64::from(cycle.lost[Player::WHITE]) - i64::from(cycle.lost[Player::BLACK]);
                assert_eq!(passes, captured, "seed {seed}: {cycle:?}");
            }
        }
    }
    assert!(cycles > 1000, "only {cycles} cycles were met");
}

/// Kee: every game ends, and everybody is ranked or the game is drawn.
#[test]
fn every_kee_game_ends_and_ranks_everybody() {
    for seed in 1..200 {
        let mut dice = Dice::new(seed);
        let players = 2 + dice.roll(3);
        let board = Arc::new(Board::rectangle(1 + dice.roll(3), 1 + dice.roll(2)).unwrap());
        let mut setup = Setup::empty(board, players);
        setup.komi = Komi::from_halves(1).unwrap();
        let kee = Arc::new(Ruleset::builtin("kee").unwrap());
        let mut game = Game::new(kee, &setup).unwrap();
        let eager = 3 + dice.roll(20);
        let bound =
            (setup.board.len() + 1) * 3usize.pow(setup.board.len() as u32) * players * players;
        while game.phase() != "ended" {
            let made = random_move(&game, &mut dice, eager);
            game.play(made).unwrap();
            assert!(game.moves_made() <= bound, "seed {seed}");
        }
        let outcome = game.outcome().unwrap();
        match &outcome.verdict {
            shinpan_rules::Verdict::Ranking(places) => {
                assert_eq!(places.iter().map(Vec::len).sum::<usize>(), players);
            }
            shinpan_rules::Verdict::Win(_) | shinpan_rules::Verdict::Draw => {}
            shinpan_rules::Verdict::NoResult => panic!("Kee games always have a result"),
        }
    }
}
