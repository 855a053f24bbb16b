//! What a game says of itself besides its rulings.

use std::sync::Arc;

use shinpan_board::{Board, Player};
use shinpan_rules::{Game, GameError, Ground, Komi, Move, Ruleset, Setup};

fn game(rules: &str, board: &str, players: usize) -> Game {
    let board = Arc::new(Board::parse(board).unwrap());
    let setup = Setup { komi: Komi::from_halves(13).unwrap(), ..Setup::empty(board, players) };
    Game::new(Arc::new(Ruleset::read(rules).unwrap().ruleset), &setup).unwrap()
}

/// Plays moves by their names; `-` is a pass.
fn play(game: &mut Game, moves: &str) {
    for name in moves.split_whitespace() {
        let point = game.board().parse_point(name);
        game.play(point.map_or(Move::Pass, Move::Play)).unwrap();
    }
}

#[test]
fn players_and_komi_are_those_of_the_setup() {
    for players in 2..=8 {
        let three = game("kee", "3x3", players);
        assert_eq!((three.players(), three.komi()), (players, Komi::from_halves(13).unwrap()));
    }
}

#[test]
fn moves_and_passes_are_counted_in_their_phase() {
    let mut game = game("lasker-maas", "3x1", 2);
    let told = |game: &Game| (game.phase(), game.passes_in_row(), game.moves_in_phase());
    assert_eq!(told(&game), ("main", 0, 0));
    play(&mut game, "b1 -");
    assert_eq!(told(&game), ("main", 1, 2));
    play(&mut game, "- -");
    assert_eq!(told(&game), ("resolution", 1, 1));
    play(&mut game, "a1");
    assert_eq!(told(&game), ("resolution", 0, 2));
    play(&mut game, "- -");
    assert_eq!((game.phase(), game.moves_in_phase(), game.moves_made()), ("ended", 4, 7));
}

/// What superko over the whole game looks back on: every moment, but for passes that were unmade.
#[test]
fn the_past_is_every_moment_that_was_not_unmade() {
    let (black, white) = (Player::BLACK, Player::WHITE);
    let mut situational = game("lasker-maas-situational", "2x1", 2);
    assert_eq!(situational.past(), [(vec![0, 0], black)]);
    play(&mut situational, "a1 -");
    let three = [(vec![0, 0], black), (vec![1, 0], white), (vec![1, 0], black)];
    assert_eq!(situational.past(), three);
    // The second pass ends the phase: the first is as if it had not been made.
    play(&mut situational, "-");
    assert_eq!(situational.past(), [&three[..2], &[(vec![1, 0], white)]].concat());
}

/// play may be resumed, and once nobody has played since it was, what stands counts.
#[test]
fn play_is_not_resumed_again_for_nothing() {
    let mut game = game("chinese", "3x1", 2);
    let told = "nobody has played since the play was resumed: what stands, counts";
    play(&mut game, "- -");
    assert_eq!(game.resume().unwrap().as_str(), "A-13");
    play(&mut game, "b1 - -");
    assert_eq!(game.resume().unwrap().as_str(), "A-13");
    play(&mut game, "- -");
    assert_eq!(
        (game.phase(), game.resume().map_err(|why| why.to_string())),
        ("ended", Err(told.to_owned()))
    );
}

/// LM-9: agreement where the resolution would begin skips it, and with it the pair of prisoners added for it.
#[test]
fn agreement_where_a_resolution_begins_leaves_its_pairs_out() {
    let mut game = game("lasker-maas", "3x1", 2);
    let counted = |game: &Game| match game.without_dead(&[Vec::new()]).unwrap().ground {
        Ground::Score(tally) => tally.prisoners.iter().map(|(_, &count)| count).collect(),
        _ => Vec::new(),
    };
    play(&mut game, "b1 - -");
    assert_eq!(
        (game.phase(), game.prisoners().iter().map(|(_, &count)| count).sum()),
        ("resolution", 2_u32)
    );
    assert_eq!(counted(&game), [0, 0]);
    play(&mut game, "-");
    assert_eq!(counted(&game), [1, 1]);
}

#[test]
fn a_ruleset_says_how_many_may_play() {
    for (rules, players) in [("japanese-1989", 1), ("japanese-1989", 3), ("kee", 1)] {
        let ruleset = Arc::new(Ruleset::builtin(rules).unwrap());
        let setup = Setup::empty(Arc::new(Board::parse("3x3").unwrap()), players);
        let refused = Game::new(ruleset, &setup).map(|_| ()).unwrap_err();
        assert!(matches!(refused, GameError::Players { found, .. } if found == players), "{rules}");
    }
}

/// LC-7: each of the two has a proof game, from where the base game ended.
#[test]
fn both_players_have_a_proof_game() {
    let mut base = game("long-cycle-3", "2x1", 2);
    assert_eq!(base.phase(), "main");
    play(&mut base, "a1 - - - -");
    for (prover, phase) in [(Player::BLACK, "proof-black-1"), (Player::WHITE, "proof-white-1")] {
        let proof = Game::proof_game(&base, prover, base.moves_made()).unwrap();
        assert_eq!((proof.phase(), proof.position()), (phase, base.position()));
    }
    assert!(Game::proof_game(&game("long-cycle-1", "2x1", 2), Player::BLACK, 0).is_none());
}
