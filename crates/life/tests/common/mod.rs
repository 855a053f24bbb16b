//! Boards and positions for tests, and the twin's answers beside ours.

#![allow(dead_code)]

use shinpan_board::{Board, Position, Stone};
use shinpan_life::{Limits, Reading, Status, analyse};
use shinpan_testkit::Dice;
use shinpan_twin::life::ChainStatus;

/// Boards by name: `2x3`, `torus 3x3`.
pub(crate) fn boards(names: &str) -> Vec<Board> {
    let mut boards = Vec::new();
    let mut torus = false;
    for name in names.split([' ', ',']).filter(|name| !name.is_empty()) {
        if name == "torus" {
            torus = true;
        } else {
            let name = if torus { format!("torus {name}") } else { name.to_owned() };
            torus = false;
            boards.push(Board::parse(&name).expect("a board"));
        }
    }
    boards
}

/// The same board for the twin.
pub(crate) fn twin(board: &Board) -> shinpan_twin::life::Board {
    let near = |point| board.neighbours(point).map(|near| near.index()).collect();
    shinpan_twin::life::Board { neighbours: board.points().map(near).collect() }
}

/// A connected graph of so many points, with some edges more than a tree has.
pub(crate) fn random_graph(dice: &mut Dice, points: usize) -> Board {
    let names: Vec<String> = (0..points).map(|point| format!("p{point}")).collect();
    let mut edges = Vec::new();
    for point in 1..points {
        edges.push((dice.roll(point), point));
    }
    for _ in 0..dice.roll(points) + 1 {
        let (one, other) = (dice.roll(points), dice.roll(points));
        let edge = (one.min(other), one.max(other));
        if one != other && !edges.contains(&edge) {
            edges.push(edge);
        }
    }
    let edges: Vec<(String, String)> =
        edges.iter().map(|&(one, other)| (names[one].clone(), names[other].clone())).collect();
    Board::graph(&names, &edges).expect("a graph")
}

/// A position in which every chain has a liberty: 0 empty, 1 Black, 2 White.
pub(crate) fn random_stones(board: &Board, dice: &mut Dice) -> Vec<u8> {
    let twin = twin(board);
    let empty = 1 + dice.roll(5);
    loop {
        let mut stones: Vec<u8> = Vec::new();
        for _ in 0..board.len() {
            stones.push(if dice.roll(8) < empty { 0 } else { 1 + dice.roll(2) as u8 });
        }
        // Larger chains: let some stones take the side of a neighbour.
        for _ in 0..dice.roll(board.len()) {
            let point = dice.roll(board.len());
            let near = &twin.neighbours[point];
            if !near.is_empty() {
                let other = stones[near[dice.roll(near.len())]];
                if other != 0 && stones[point] != 0 {
                    stones[point] = other;
                }
            }
        }
        if twin.is_legal(&stones) {
            return stones;
        }
    }
}

/// The position of these stones.
pub(crate) fn position(board: &Board, stones: &[u8]) -> Position {
    let stones: Vec<Stone> =
        stones.iter().map(|&code| Stone::from_code(code).expect("two players")).collect();
    Position::from_stones(board, 2, &stones).expect("a position")
}

/// Only the search, so many states for each chain and aim.
pub(crate) fn search(nodes: u64) -> Limits<'static> {
    Limits { nodes, states: 0, asked: None, whole: 0, threads: 1, stop: &|| false }
}

/// Only what is decided by writing down all states.
pub(crate) fn table(states: usize) -> Limits<'static> {
    Limits { nodes: 0, states, asked: None, whole: 15, threads: 1, stop: &|| false }
}

/// The search, and parts of the board that chains which stay close off.
pub(crate) fn spaces(nodes: u64, states: usize) -> Limits<'static> {
    Limits { nodes, states, asked: None, whole: 0, threads: 1, stop: &|| false }
}

/// A position as text.
pub(crate) fn show(board: &Board, stones: &[u8]) -> String {
    format!("{}\n{}", board.describe(), position(board, stones).diagram(board).join("\n"))
}

/// The twin's name of a reading of the ko rule.
pub(crate) fn of_the_twin(reading: Reading) -> shinpan_twin::life::Reading {
    match reading {
        Reading::Basic => shinpan_twin::life::Reading::Basic,
        Reading::KoPass => shinpan_twin::life::Reading::KoPass,
    }
}

/// Holds our answers to the twin's: what is proved must be so. Answers how many chains are proved, and
/// how many there are.
pub(crate) fn agree(
    board: &Board,
    stones: &[u8],
    expected: &[ChainStatus],
    reading: Reading,
    limits: &Limits<'_>,
) -> (usize, usize) {
    let chains = analyse(board, &position(board, stones), reading, limits, &mut |_| {});
    let mut proved = 0;
    for chain in &chains {
        let points: Vec<usize> = chain.points.iter().map(|point| point.index()).collect();
        let truth = expected.iter().find(|truth| truth.points == points).expect("the same chains");
        let wrong = match chain.status {
            Status::Alive => !truth.alive,
            Status::NotAlive => truth.alive,
            Status::Unproven => continue,
        };
        assert!(
            !wrong,
            "{reading:?}: {:?} is said of the chain at {}, which the twin denies\n{}",
            chain.status,
            board.name(chain.points[0]),
            show(board, stones)
        );
        proved += 1;
    }
    (proved, chains.len())
}

/// A position with many stones of one side and few of the other.
pub(crate) fn lopsided_stones(board: &Board, dice: &mut Dice) -> Vec<u8> {
    let twin = twin(board);
    loop {
        let (most, few, empty) = (1 + dice.roll(2) as u8, dice.roll(4), 2 + dice.roll(4));
        let stones: Vec<u8> = (0..board.len())
            .map(|_| match dice.roll(10) {
                number if number < empty => 0,
                number if number < empty + few => 3 - most,
                _ => most,
            })
            .collect();
        if twin.is_legal(&stones) {
            return stones;
        }
    }
}

/// Holds what the search proves to what the table of all states says. Answers how many chains are
/// proved, and how many there are.
pub(crate) fn consistent(
    board: &Board,
    stones: &[u8],
    reading: Reading,
    nodes: u64,
    states: usize,
) -> (usize, usize) {
    let position = position(board, stones);
    let truth = analyse(board, &position, reading, &table(states), &mut |_| {});
    let chains = analyse(board, &position, reading, &search(nodes), &mut |_| {});
    let mut proved = 0;
    for (chain, truth) in chains.iter().zip(&truth) {
        if chain.status == Status::Unproven || truth.status == Status::Unproven {
            continue;
        }
        proved += 1;
        assert_eq!(
            chain.status,
            truth.status,
            "{reading:?}: the chain at {}\n{}{:?}",
            board.name(chain.points[0]),
            show(board, stones),
            twin(board).neighbours
        );
    }
    (proved, chains.len())
}
