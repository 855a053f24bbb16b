//! The problems of life and death are what they are said to be.

use std::sync::LazyLock;

use shinpan_board::{Player, Point, Stone, regions};
use shinpan_testkit::problems::{EMPTY_POINTS, OF_EACH, Place, Problem, file, problems};

static PROBLEMS: LazyLock<Vec<Problem>> = LazyLock::new(problems);

#[test]
fn the_file_holds_the_problems() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/problems/problems.toml");
    let stored = std::fs::read_to_string(path).expect("the file can be read");
    assert!(
        stored == file(&PROBLEMS),
        "corpus/problems/problems.toml is not what `cargo run -p shinpan-testkit --example problems` prints"
    );
}

#[test]
fn there_are_as_many_of_each_size_and_place() {
    let problems = &*PROBLEMS;
    assert_eq!(problems.len(), EMPTY_POINTS.count() * Place::ALL.len() * OF_EACH);
    for empty in EMPTY_POINTS {
        let of_size = |problem: &&Problem| problem.empty == empty;
        assert_eq!(problems.iter().filter(of_size).count(), Place::ALL.len() * OF_EACH);
    }
    for (index, problem) in problems.iter().enumerate() {
        assert!(problems[..index].iter().all(|other| other.name != problem.name));
    }
}

/// Found anew from the stones: the region is what the wall leaves, the wall has two eyes and cannot be
/// taken, and only the region has anything else.
#[test]
fn the_region_is_enclosed() {
    for problem in &*PROBLEMS {
        let Problem { name, board, stones, asked, defender, wall, region, empty } = problem;
        let position = problem.position();
        let codes: Vec<u8> = stones.iter().map(|stone| stone.code()).collect();
        let attacker = Player::new(1 - defender.index()).expect("there are two");

        let chain: Vec<Point> = position.chain(wall[0]).collect();
        assert_eq!(chain.len(), wall.len(), "{name}: the wall is one chain");
        assert!(wall.iter().all(|&point| position.stone(point) == attacker.stone()), "{name}");
        let eyes: Vec<Point> = board
            .points()
            .filter(|point| !wall.contains(point) && !region.contains(point))
            .collect();
        assert_eq!(eyes.len(), 2, "{name}");
        for eye in eyes {
            assert_eq!(position.stone(eye), Stone::EMPTY, "{name}");
            assert!(board.neighbours(eye).all(|next| wall.contains(&next)), "{name}");
        }
        let inside: usize = regions(board, &codes)
            .iter()
            .filter(|part| region.contains(&part.points[0]))
            .map(|part| part.points.len())
            .sum();
        assert_eq!(inside, *empty, "{name}");
        assert!(region.contains(asked) && position.stone(*asked) == defender.stone(), "{name}");
        assert!(position.liberties(board, *asked).len() >= 2, "{name}");
    }
}
