//! Independent life on tiny boards: facts that were found by hand, laws, and totals.

use shinpan_twin::life::{
    Board, ChainStatus, Formation, Reading, all_statuses, count, formations, letters,
    packed_statuses_of, statuses,
};

const READINGS: [Reading; 2] = [Reading::Basic, Reading::KoPass];

fn judged(board: &Board, diagram: &str, reading: Reading) -> String {
    letters(&statuses(board, &Board::stones(diagram), reading))
}

/// Under both readings, which agree.
fn alive(columns: usize, rows: usize, diagram: &str) -> String {
    let board = Board::rectangle(columns, rows);
    let [basic, ko_pass] = READINGS.map(|reading| judged(&board, diagram, reading));
    assert_eq!(basic, ko_pass, "{diagram}");
    basic
}

#[test]
fn what_a_formation_is() {
    let board = Board::rectangle(4, 2);
    let standing = |diagram| formations(&board, &Board::stones(diagram), 0);
    let all = vec![1, 2, 4, 5, 6, 7];
    assert_eq!(standing(".XX. XXXX"), [Formation { eyes: [0, 3], points: all }]);
    // Another liberty; an opposing stone at an eye; one eye; the opponent's.
    assert_eq!(standing(".X.X XXX."), []);
    assert_eq!(standing(".XXO XXX."), []);
    assert_eq!(standing(".XXX XXXX"), []);
    assert_eq!(standing(".OO. OOOO"), []);
    // Two eyes next to each other are none.
    assert_eq!(standing("..XX XXXX"), []);
    // Two chains, both adjacent to both eyes.
    let square = Board::rectangle(2, 2);
    let diagonal = Formation { eyes: [1, 2], points: vec![0, 3] };
    assert_eq!(formations(&square, &Board::stones("X. .X"), 0), [diagonal]);
    // Two chains with three eyes between them: no two eyes are all of a chain's liberties.
    let line = Board::rectangle(5, 1);
    assert_eq!(formations(&line, &Board::stones(".X.X."), 0), []);
    // Other chains on the board do not matter.
    let wide = Board::rectangle(6, 1);
    let left = Formation { eyes: [0, 2], points: vec![1] };
    assert_eq!(formations(&wide, &Board::stones(".X.O.X"), 0), []);
    assert_eq!(formations(&Board::graph(4, &[(0, 1), (1, 2)]), &[0, 1, 0, 1], 0), [left]);
}

#[test]
fn a_formation_that_stands_is_life() {
    assert_eq!(alive(3, 1, ".X."), "X");
    assert_eq!(alive(4, 2, ".XX. XXXX"), "X");
    assert_eq!(alive(2, 2, "X. .X"), "XX");
}

#[test]
fn life_that_is_forced() {
    // Whatever White plays, Black divides four points in a row.
    assert_eq!(alive(4, 2, ".... XXXX"), "X");
    // White takes the middle of three.
    assert_eq!(alive(3, 2, "... XXX"), "x");
    // A stone in the middle completes either chain.
    assert_eq!(alive(5, 1, ".X.X."), "XX");
    // Every play of Black is suicide; White takes the stone and has two eyes.
    assert_eq!(alive(4, 1, "X.O."), "xO");
    // The white stone cannot live and cannot kill.
    assert_eq!(alive(5, 2, "O.X.X XXXXX"), "oX");
}

#[test]
fn one_eye_and_seki_are_not_life() {
    assert_eq!(alive(3, 3, "XXX XXX XX."), "x");
    // Two chains share two liberties; whoever plays there is taken.
    assert_eq!(alive(5, 2, "XX.OO XX.OO"), "xo");
    // Four points that bend in the corner are not enough here.
    assert_eq!(alive(4, 2, "...X .XXX"), "x");
}

/// White has two eyes, one of them large with a black stone in it. He cannot be taken, and cannot reach a
/// formation: when he takes the stone, three points are open, and Black plays there.
#[test]
fn uncapturable_is_not_independently_alive() {
    assert_eq!(alive(5, 1, "OO.X."), "ox");
}

/// The same with two black stones, on twelve points.
#[test]
#[ignore = "takes minutes unless built with --release"]
fn uncapturable_is_not_independently_alive_on_twelve_points() {
    assert_eq!(alive(6, 2, "OOOO.X OOOOX."), "oxx");
}

/// Which reading is the better one for the owner depends on the position.
#[test]
fn readings_differ_about_a_ko() {
    let both = |columns, rows, diagram| {
        let board = Board::rectangle(columns, rows);
        READINGS.map(|reading| judged(&board, diagram, reading))
    };
    assert_eq!(both(3, 3, "XOO .X. X.."), ["xoXX", "xoxx"]);
    assert_eq!(both(4, 2, ".OOO OX.."), ["oox", "Oox"]);
}

/// Removal, territory, score. The white stone is removed; prisoners count against their owner.
#[test]
fn what_is_counted() {
    let board = Board::rectangle(5, 2);
    let stones = Board::stones("O.X.X XXXXX");
    let counted = count(&board, &stones, &statuses(&board, &stones, Reading::Basic), [2, 0]);
    assert_eq!(counted.removed, [0]);
    assert_eq!(counted.territory, [vec![0, 1, 3], vec![]]);
    assert_eq!(counted.score, [1, -1]);
}

/// Nothing is removed and nothing is territory where no chain is alive.
#[test]
fn nothing_is_counted_in_a_seki() {
    let board = Board::rectangle(5, 2);
    let stones = Board::stones("XX.OO XX.OO");
    let counted = count(&board, &stones, &statuses(&board, &stones, Reading::Basic), [0, 0]);
    assert_eq!(counted.removed, []);
    assert_eq!(counted.territory, [vec![], vec![]]);
}

/// A region that borders living chains of both is dame, and a dead stone between both stays.
#[test]
fn a_dead_stone_between_living_chains_stays() {
    let board = Board::rectangle(9, 1);
    let stones = Board::stones(".X.XO.O.X");
    let said =
        |points: &[usize], owner, alive| ChainStatus { points: points.to_vec(), owner, alive };
    let statuses = [
        said(&[1], 0, true),
        said(&[3], 0, true),
        said(&[4], 1, true),
        said(&[6], 1, true),
        said(&[8], 0, false),
    ];
    let counted = count(&board, &stones, &statuses, [0, 0]);
    assert_eq!(counted.removed, [8]);
    assert_eq!(counted.territory, [vec![0, 2], vec![5, 7, 8]]);
    let stones = Board::stones(".X.XO.OX.");
    let statuses = [
        said(&[1], 0, true),
        said(&[3], 0, true),
        said(&[4], 1, false),
        said(&[6], 1, true),
        said(&[7], 0, false),
    ];
    let counted = count(&board, &stones, &statuses, [0, 0]);
    assert_eq!(counted.removed, [7]);
    assert_eq!(counted.territory, [vec![0, 2], vec![7, 8]]);
}

/// A position by itself is judged as among all positions of its board.
#[test]
fn one_position_and_all_positions_agree() {
    let pentagon = Board::graph(6, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (0, 5), (5, 2)]);
    for board in [pentagon, Board::rectangle(3, 2), Board::rectangle(6, 1)] {
        for reading in READINGS {
            for (stones, expected) in all_statuses(&board, reading).iter().step_by(5) {
                assert_eq!(&statuses(&board, stones, reading), expected, "{stones:?}");
            }
        }
    }
}

/// The statuses do not depend on how points are numbered, nor on the names of the colours.
#[test]
fn turned_boards_and_other_colours() {
    let board = Board::rectangle(4, 2);
    for reading in READINGS {
        let all = all_statuses(&board, reading);
        let of = |stones: &[u8]| {
            let found = all.iter().find(|(position, _)| position == stones);
            found.map(|(_, statuses)| statuses.clone()).unwrap_or_default()
        };
        for (stones, expected) in &all {
            let mut turned: Vec<u8> = stones.clone();
            turned.reverse();
            for stone in &mut turned {
                *stone = [0, 2, 1][usize::from(*stone)];
            }
            let mut back: Vec<ChainStatus> = of(&turned);
            for chain in &mut back {
                chain.owner = 1 - chain.owner;
                chain.points = chain.points.iter().rev().map(|point| 7 - point).collect();
            }
            back.sort_by_key(|chain| chain.points[0]);
            assert_eq!(&back, expected, "{stones:?}");
        }
    }
}

/// The lines of `life-totals.txt` say: columns and rows, positions, chains, and how many of
/// the chains are alive with basic ko and with passing for ko.
fn totals(of_size: impl Fn(usize) -> bool) {
    let mut checked = 0;
    for line in include_str!("life-totals.txt").lines().filter(|line| !line.starts_with('#')) {
        let (size, expected) = line.split_once(": ").expect("a colon after the size");
        let (columns, rows) = size.split_once('x').expect("columns x rows");
        let [columns, rows] = [columns, rows].map(|n| n.parse().expect("a number"));
        if !of_size(columns * rows) {
            continue;
        }
        let board = Board::rectangle(columns, rows);
        let [basic, ko_pass] = READINGS.map(|reading| all_statuses(&board, reading));
        let chains = |all: &[(Vec<u8>, Vec<ChainStatus>)]| -> Vec<bool> {
            all.iter().flat_map(|(_, chains)| chains).map(|chain| chain.alive).collect()
        };
        let living = |all| chains(all).into_iter().filter(|&alive| alive).count();
        let (positions, all) = (basic.len(), chains(&basic).len());
        let found = format!("{positions} {all} {} {}", living(&basic), living(&ko_pass));
        assert_eq!(found, expected, "{size}");
        checked += 1;
    }
    assert!(checked > 0);
}

#[test]
fn totals_up_to_nine_points() {
    totals(|points| points <= 9);
}

#[test]
#[ignore = "takes minutes unless built with --release"]
fn totals_beyond_nine_points() {
    totals(|points| points > 9);
}

/// Bodies joined by kos. Of a ko, one point is next to the one body and the other to the other.
fn kos() -> Board {
    // White's body 0 with its eye 1, and Black's body 2 without one.
    let bodies = [(0, 1), (0, 2)];
    // Two kos between them, 3-4 and 5-6.
    let shared = [(0, 3), (3, 4), (4, 2), (0, 5), (5, 6), (6, 2)];
    // A third, 7-8, between Black's body and other stones of White at 9, which have the eyes 10 and 11.
    let external = [(9, 7), (7, 8), (8, 2), (9, 10), (9, 11)];
    Board::graph(12, &[&bodies[..], &shared, &external].concat())
}

/// The precedent of the triple ko with one eye and one external ko: passing for ko finds it, basic ko
/// does not.
#[test]
#[ignore = "takes minutes unless built with --release"]
fn triple_ko_with_one_eye_and_an_external_ko() {
    // Black holds one of the shared kos and the external one, White the other shared one.
    let stones = [2, 0, 1, 1, 0, 0, 2, 1, 0, 2, 0, 0];
    let [basic, ko_pass] = READINGS.map(|reading| letters(&statuses(&kos(), &stones, reading)));
    assert_eq!((basic.as_str(), ko_pass.as_str()), ("oxxoxO", "OxxOxO"));
}

/// Packed into numbers the fixpoint says the same of every chain of every position.
fn packed_agrees(board: &Board) {
    for reading in READINGS {
        let all = all_statuses(board, reading);
        let positions = all.iter().map(|(stones, _)| stones.clone()).collect();
        assert_eq!(packed_statuses_of(board, positions, reading), all, "{reading:?}");
    }
}

#[test]
fn packed_into_numbers_it_is_the_same() {
    let pentagon = Board::graph(6, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (0, 5), (5, 2)]);
    packed_agrees(&pentagon);
    for (columns, rows) in [(1, 1), (5, 1), (2, 2), (3, 2), (7, 1)] {
        packed_agrees(&Board::rectangle(columns, rows));
    }
}

#[test]
#[ignore = "takes long without optimisation"]
fn packed_into_numbers_it_is_the_same_on_nine_and_ten_points() {
    for (columns, rows) in [(4, 2), (3, 3), (5, 2)] {
        packed_agrees(&Board::rectangle(columns, rows));
    }
}
