//! Different positions with one hash: they can be made, and must deceive nobody.

use std::sync::Arc;

use shinpan_board::{Board, Player, Point, Position};
use shinpan_rules::{Game, Ground, Move, Reason, Ruleset, Setup, Status};

/// Points on which Black stones together have the hash of the empty board: found by elimination
/// over the bits of the hashes of single stones, which no set of 65 can keep apart.
fn points_that_cancel() -> Vec<usize> {
    let board = Board::parse("9x9").unwrap();
    let mut basis: Vec<(u64, u128)> = Vec::new();
    for point in board.points() {
        let mut position = Position::empty(&board);
        position.place(&board, point, Player::BLACK);
        let (mut hash, mut made_of) = (position.hash(), 1u128 << point.index());
        for &(other, others) in &basis {
            if hash ^ other < hash {
                (hash, made_of) = (hash ^ other, made_of ^ others);
            }
        }
        if hash == 0 {
            return (0..128).filter(|index| made_of >> index & 1 == 1).collect();
        }
        basis.push((hash, made_of));
        basis.sort_unstable_by(|one, other| other.cmp(one));
    }
    panic!("there are more points than bits");
}

/// A star around the last point: its other points are those of `cancel` and nothing else.
struct Star {
    board: Arc<Board>,
    leaves: Vec<Point>,
    hub: Point,
}

fn star() -> Star {
    let leaves = points_that_cancel();
    let hub = leaves.iter().max().unwrap() + 1;
    let names: Vec<String> = (0..=hub).map(|index| format!("p{index}")).collect();
    let edges: Vec<(String, String)> =
        leaves.iter().map(|&leaf| (names[leaf].clone(), names[hub].clone())).collect();
    let board = Arc::new(Board::graph(&names, &edges).unwrap());
    let point = |index: usize| board.point(index).unwrap();
    let (leaves, hub) = (leaves.into_iter().map(point).collect(), point(hub));
    Star { board, leaves, hub }
}

/// Everybody passes once on the empty board, then Black fills the leaves while the others pass. What
/// stands then has the hash of the empty board.
fn filled(rules: &str, star: &Star, players: usize, first: Player) -> Game {
    let ruleset = Ruleset::read(rules).unwrap().ruleset;
    let setup = Setup { to_move: first, ..Setup::empty(Arc::clone(&star.board), players) };
    let mut game = Game::new(Arc::new(ruleset), &setup).unwrap();
    let pass_until_black = |game: &mut Game| {
        while game.to_move() != Player::BLACK {
            game.play(Move::Pass).unwrap();
        }
    };
    if first == Player::BLACK {
        game.play(Move::Pass).unwrap();
    }
    pass_until_black(&mut game);
    for &leaf in &star.leaves {
        assert_eq!(game.ruling(Move::Play(leaf)), Ok(()), "{rules}, move {}", game.moves_made());
        game.play(Move::Play(leaf)).unwrap();
        pass_until_black(&mut game);
    }
    assert_eq!(game.position().hash(), 0);
    assert_eq!(
        game.position().stones().filter(|stone| !stone.is_empty()).count(),
        star.leaves.len()
    );
    assert_eq!(*game.status(), Status::InPlay, "{rules}");
    game
}

/// Filling the hub is suicide of all, and brings back the empty board.
#[test]
fn superko_finds_the_position_behind_another_with_its_hash() {
    let star = star();
    for (rules, after) in [("tromp-taylor", 1), ("new-zealand", 0)] {
        let game = filled(rules, &star, 2, Player::WHITE);
        let refusal = game.ruling(Move::Play(star.hub)).unwrap_err();
        assert_eq!((refusal.reason, refusal.repeats()), (Reason::Superko, Some(after)), "{rules}");
        assert!(game.legal().is_empty(), "isolated points and the hub");
    }
}

#[test]
fn a_cycle_is_found_behind_another_state_with_its_hash() {
    let star = star();
    let mut game = filled("chinese, suicide=allowed", &star, 2, Player::WHITE);
    game.play(Move::Play(star.hub)).unwrap();
    let Ground::LongCycle(cycle) = &game.outcome().unwrap().ground else { panic!("no cycle") };
    assert_eq!((cycle.from, cycle.to, cycle.occurrence), (0, 2 * star.leaves.len() + 2, 2));
    assert_eq!(cycle.lost[Player::BLACK] as usize, star.leaves.len() + 1);
}

#[test]
fn a_scoring_cycle_begins_with_a_pass_on_the_same_position() {
    let star = star();
    let mut game = filled("kee, suicide=allowed", &star, 3, Player::BLACK);
    game.play(Move::Play(star.hub)).unwrap();
    assert_eq!(*game.status(), Status::InPlay);
    game.play(Move::Pass).unwrap();
    let Ground::NoScoringPosition(tally) = &game.outcome().unwrap().ground else {
        panic!("Black passed on no position of the cycle")
    };
    // White passed on the empty board second, after Black.
    assert_eq!(tally.scoring_cycle, Some((2, game.moves_made())));
}
