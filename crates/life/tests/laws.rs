//! What a status may not depend on: the budget, the names of the colours, how the board lies.

mod common;

use common::{lopsided_stones, position, random_stones, show, spaces};
use shinpan_board::Board;
use shinpan_life::{Limits, Reading, Status, analyse};
use shinpan_testkit::Dice;

/// The status at each point, as far as a stone stands there.
fn statuses(
    board: &Board,
    stones: &[u8],
    reading: Reading,
    limits: &Limits<'_>,
) -> Vec<Option<Status>> {
    let mut found = vec![None; stones.len()];
    for chain in analyse(board, &position(board, stones), reading, limits, &mut |_| {}) {
        for point in chain.points {
            found[point.index()] = Some(chain.status);
        }
    }
    found
}

/// Where both are proven they are the same. Answers how many points that is.
fn no_contradiction(
    board: &Board,
    stones: &[u8],
    one: &[Option<Status>],
    other: impl Iterator<Item = Option<Status>>,
) -> usize {
    let mut both = 0;
    for (&one, other) in one.iter().zip(other) {
        if let (Some(one), Some(other)) = (one, other)
            && one != Status::Unproven
            && other != Status::Unproven
        {
            assert_eq!(one, other, "{}", show(board, stones));
            both += 1;
        }
    }
    both
}

fn samples(count: u64) -> impl Iterator<Item = (Board, Vec<u8>, Reading)> {
    (0..count).map(|seed| {
        let mut dice = Dice::new(seed);
        let name = ["4x4", "5x4", "6x3", "5x5"][dice.roll(4)];
        let board = Board::parse(name).expect("a board");
        let stones = if dice.chance(2) {
            random_stones(&board, &mut dice)
        } else {
            lopsided_stones(&board, &mut dice)
        };
        (board, stones, [Reading::Basic, Reading::KoPass][dice.roll(2)])
    })
}

/// More states never turn a proven status over.
#[test]
fn a_status_does_not_depend_on_the_budget() {
    let mut both = 0;
    for (board, stones, reading) in samples(40) {
        let little = statuses(&board, &stones, reading, &spaces(20, 500));
        let more = statuses(&board, &stones, reading, &spaces(300, 6000));
        both += no_contradiction(&board, &stones, &little, more.into_iter());
    }
    assert!(both > 100, "{both}");
}

/// Two threads do the same work as one, and each decided chain is told once.
#[test]
fn what_is_found_does_not_depend_on_threads() {
    let mut decided = 0;
    for (board, stones, reading) in samples(40) {
        let position = position(&board, &stones);
        let [one, two] = [1, 2].map(|threads| {
            let limits = Limits { threads, ..spaces(100, 2000) };
            let mut told = Vec::new();
            let chains = analyse(&board, &position, reading, &limits, &mut |chain| {
                told.push(chain.points[0]);
            });
            told.sort_unstable();
            let known: Vec<_> = chains
                .iter()
                .filter(|chain| chain.status != Status::Unproven)
                .map(|chain| chain.points[0])
                .collect();
            assert_eq!(told, known, "{}", show(&board, &stones));
            chains.into_iter().map(|c| (c.points, c.status, c.nodes, c.proof)).collect::<Vec<_>>()
        });
        assert_eq!(one, two, "{}", show(&board, &stones));
        decided += one.iter().filter(|(_, status, ..)| *status != Status::Unproven).count();
    }
    assert!(decided > 50, "{decided}");
}

#[test]
fn a_status_does_not_depend_on_the_names_of_the_colours() {
    let mut both = 0;
    for (board, stones, reading) in samples(40) {
        let swapped: Vec<u8> = stones.iter().map(|&code| [0, 2, 1][usize::from(code)]).collect();
        let limits = spaces(100, 2000);
        let one = statuses(&board, &stones, reading, &limits);
        let other = statuses(&board, &swapped, reading, &limits);
        both += no_contradiction(&board, &stones, &one, other.into_iter());
    }
    assert!(both > 100, "{both}");
}

/// The board turned by half.
#[test]
fn a_status_does_not_depend_on_how_the_board_lies() {
    let mut both = 0;
    for (board, stones, reading) in samples(40) {
        let turned: Vec<u8> = stones.iter().rev().copied().collect();
        let limits = spaces(100, 2000);
        let one = statuses(&board, &stones, reading, &limits);
        let other = statuses(&board, &turned, reading, &limits);
        both += no_contradiction(&board, &stones, &one, other.into_iter().rev());
    }
    assert!(both > 100, "{both}");
}
