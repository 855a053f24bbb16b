//! On small boards nothing is unproven: the states are written down, and every chain agrees with the
//! slow twin in both readings of the ko rule.

mod common;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use common::{agree, boards, of_the_twin, position, random_graph, random_stones, table};
use shinpan_board::{Board, Shape};
use shinpan_life::{Limits, Reading, Status, analyse};
use shinpan_testkit::Dice;
use shinpan_twin::life::{
    ChainStatus, all_statuses, letters, packed_statuses_of, statuses, statuses_of,
};

const READINGS: [Reading; 2] = [Reading::Basic, Reading::KoPass];

fn every_position(board: &Board, reading: Reading) {
    let twin = common::twin(board);
    for (stones, expected) in all_statuses(&twin, of_the_twin(reading)) {
        if !is_first_of_its_images(board, &stones) {
            continue;
        }
        let (proved, all) = agree(board, &stones, &expected, reading, &table(1 << 22));
        assert_eq!(proved, all, "{}", common::show(board, &stones));
    }
}

/// Whether no turning, mirroring or exchange of colours makes a lesser list of these stones. That the images of
/// a position have the same statuses is a law of its own (`laws.rs`).
fn is_first_of_its_images(board: &Board, stones: &[u8]) -> bool {
    let Shape::Rectangle { columns, rows } = board.shape() else { return true };
    let (columns, rows) = (usize::from(columns), usize::from(rows));
    (0..16).all(|image| {
        let (turned, exchanged) = (image & 4 != 0, image & 8 != 0);
        if turned && columns != rows {
            return true;
        }
        let code = |at: usize| {
            let (mut x, mut y) = (at % columns, at / columns);
            if image & 1 != 0 {
                x = columns - 1 - x;
            }
            if image & 2 != 0 {
                y = rows - 1 - y;
            }
            if turned {
                (x, y) = (y, x);
            }
            match stones[y * columns + x] {
                stone @ 1..=2 if exchanged => 3 - stone,
                stone => stone,
            }
        };
        (0..stones.len()).map(code).ge(stones.iter().copied())
    })
}

fn random_positions(board: &Board, seed: u64, count: usize) {
    let twin = common::twin(board);
    let mut dice = Dice::new(seed);
    let positions: Vec<_> = (0..count).map(|_| random_stones(board, &mut dice)).collect();
    for reading in READINGS {
        let answers = statuses_of(&twin, positions.clone(), of_the_twin(reading));
        for (stones, expected) in answers {
            let (proved, all) = agree(board, &stones, &expected, reading, &table(1 << 22));
            assert_eq!(proved, all, "{}", common::show(board, &stones));
        }
    }
}

#[test]
fn every_position_of_tiny_boards() {
    for board in boards("1x1 1x2 1x3 1x4 1x5 2x2 2x3") {
        READINGS.into_iter().for_each(|reading| every_position(&board, reading));
    }
}

#[test]
fn random_positions_of_small_boards_and_graphs() {
    for (seed, board) in boards("2x4 3x3 torus 3x3").iter().enumerate() {
        random_positions(board, seed as u64, 3);
    }
    for seed in 0..4 {
        random_positions(&random_graph(&mut Dice::new(seed), 8), seed, 2);
    }
}

/// An odd number of states, too, is divided between the sides' tables.
#[test]
fn however_few_the_states_the_work_ends_and_nothing_is_wrong() {
    let board = &boards("3x3")[0];
    let mut dice = Dice::new(5);
    let positions: Vec<_> = (0..12).map(|_| random_stones(board, &mut dice)).collect();
    let (mut open, mut decided) = (0, 0);
    for reading in READINGS {
        let answers = statuses_of(&common::twin(board), positions.clone(), of_the_twin(reading));
        for (stones, expected) in answers {
            for states in [1, 2, 3, 11, 51, 201, 1001, 5001] {
                let asked = AtomicUsize::new(0);
                let stop = || {
                    assert!(asked.fetch_add(1, Ordering::Relaxed) < 10_000, "no end");
                    false
                };
                let limits = Limits { stop: &stop, ..table(states) };
                let (proved, all) = agree(board, &stones, &expected, reading, &limits);
                (open, decided) = (open + all - proved, decided + proved);
            }
        }
    }
    assert!(open > 100 && decided > 100, "{open} {decided}");
}

/// The whole board is looked at, whatever lives on it.
#[test]
fn a_living_chain_is_no_end_of_a_small_board() {
    let board = &boards("3x3")[0];
    let mut stones = vec![0; board.len()];
    for (name, code) in [("b3", 1), ("b2", 1), ("a1", 1), ("a2", 2)] {
        stones[board.parse_point(name).expect("a point").index()] = code;
    }
    for reading in READINGS {
        let expected = statuses(&common::twin(board), &stones, of_the_twin(reading));
        assert_eq!(agree(board, &stones, &expected, reading, &table(1 << 22)), (3, 3));
    }
}

/// `BOARDS="3x3 2x4" cargo test --release -p shinpan-life --test exact -- --ignored`.
#[test]
#[ignore = "takes long without optimisation"]
fn every_position_of_small_boards() {
    let names = std::env::var("BOARDS").unwrap_or("1x6 1x7 2x4 3x3".into());
    for board in boards(&names) {
        READINGS.into_iter().for_each(|reading| every_position(&board, reading));
        println!("{} agrees", board.describe());
    }
}

/// As the programs look at a position, with so many states at most.
fn usual(states: usize) -> Limits<'static> {
    Limits { nodes: 20_000, states, ..table(0) }
}

/// What the test below printed of some positions: the board, the reading, the stones, and the twin's letters.
#[test]
fn positions_of_larger_boards_that_the_twin_has_decided() {
    for line in include_str!("larger-boards.txt").lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let &[name, reading, rows, expected] = &words[..] else { panic!("{line}") };
        let board = &boards(name)[0];
        let reading = if reading == "Basic" { Reading::Basic } else { Reading::KoPass };
        let stones = shinpan_twin::life::Board::stones(&rows.replace('/', ""));
        let limits = usual(2_000_000);
        let found = analyse(board, &position(board, &stones), reading, &limits, &mut |_| {});
        let chains: Vec<ChainStatus> = found
            .iter()
            .map(|chain| ChainStatus {
                points: chain.points.iter().map(|point| point.index()).collect(),
                owner: usize::from(stones[chain.points[0].index()]) - 1,
                alive: match chain.status {
                    Status::Alive => true,
                    Status::NotAlive => false,
                    Status::Unproven => panic!("{line}: {:?} is open", chain.points),
                },
            })
            .collect();
        assert_eq!(letters(&chains), expected, "{line}");
    }
}

/// `BOARDS="3x5 4x4" COUNT=100 SEED=1 cargo test --release -p shinpan-life --test exact larger_boards -- --ignored
/// --nocapture` prints what the twin says of each position, and of
/// `POSITION=.X.O/XOOO/.OOO/OOOO` if that is given. The limits are those of the programs: a chain may be left
/// open on sixteen points, and then the position is marked.
#[test]
#[ignore = "takes long"]
fn random_positions_of_larger_boards() {
    let number = |name: &str, usual| {
        std::env::var(name).ok().and_then(|number| number.parse().ok()).unwrap_or(usual)
    };
    let names = std::env::var("BOARDS").unwrap_or("3x4".into());
    let limits = usual(number("STATES", 2_000_000));
    for board in &boards(&names) {
        let mut dice = Dice::new(number("SEED", 1) as u64);
        let mut positions: Vec<_> =
            (0..number("COUNT", 20)).map(|_| random_stones(board, &mut dice)).collect();
        if let Ok(rows) = std::env::var("POSITION") {
            positions.push(shinpan_twin::life::Board::stones(&rows.replace('/', "")));
        }
        for reading in READINGS {
            let (mut proved, mut all) = (0, 0);
            let answers =
                packed_statuses_of(&common::twin(board), positions.clone(), of_the_twin(reading));
            for (stones, expected) in answers {
                let begun = Instant::now();
                let (here, chains) = agree(board, &stones, &expected, reading, &limits);
                let rows = position(board, &stones).diagram(board).join("/").replace(' ', "");
                let open = if here < chains { " open" } else { "" };
                let (found, took) = (letters(&expected), begun.elapsed());
                println!("{} {reading:?} {rows} {found}{open} {took:.1?}", board.describe());
                proved += here;
                all += chains;
            }
            println!("{} agrees, {reading:?}: {proved} of {all} chains", board.describe());
        }
    }
}
