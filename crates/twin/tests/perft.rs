//! Perft: hand counts, known numbers, and agreement with `report`.
#![allow(clippy::unwrap_used)]

mod common;

use common::board;
use shinpan_twin::{Move, Name, Setup, perft, play, report};

#[test]
fn counted_by_hand() {
    // 1x1: no play is ever legal. Two phases of two passes; two passes; three passes.
    assert_eq!(perft(&board(Name::LaskerMaas, &["."]), 6), [1, 1, 1, 1, 1, 0, 0]);
    assert_eq!(perft(&board(Name::LaskerMaasAdjusted, &["."]), 5), [1, 1, 1, 1, 0, 0]);
    assert_eq!(perft(&board(Name::TrompTaylor, &["."]), 4), [1, 1, 1, 0, 0]);
    assert_eq!(perft(&board(Name::Button, &["."]), 5), [1, 1, 1, 1, 0, 0]);
    assert_eq!(perft(&board(Name::Kee, &["."]), 5), [1, 1, 1, 1, 0, 0]);
    // 1x2. Two plays and a pass; each play has one answer that takes and a pass, a pass three.
    // Then X. .O allows only a pass (the retake repeats), X. pass only a pass (suicide), pass O.
    // the take and a pass, and pass pass starts the resolution with three moves.
    assert_eq!(perft(&board(Name::LaskerMaas, &[".."]), 3), [1, 3, 7, 4 + 2 + 2 + 3]);
    assert_eq!(perft(&board(Name::Japanese1989, &[".."]), 3), [1, 3, 7, 4 + 2 + 2]);
    // Tromp-Taylor: X. .O pass as before; every suicide empties the board, which repeats.
    assert_eq!(perft(&board(Name::TrompTaylor, &[".."]), 3), [1, 3, 7, 4 + 2 + 2]);
}

/// Every sequence of any moves whatever of that length that `report` does not refuse, where what
/// comes before has not ended.
fn by_report(setup: &Setup, depth: usize) -> Vec<u64> {
    let mut counts = vec![1];
    let mut alive: Vec<Vec<Move>> = vec![Vec::new()];
    for _ in 0..depth {
        let mut next = Vec::new();
        let mut count = 0;
        for line in alive {
            let before = report(setup, &line);
            if before.phase == "ended" || before.phase == "analysis" {
                continue;
            }
            let mut any = vec![Move::Pass];
            any.extend((0..setup.start.len()).map(Move::Play));
            for mv in any {
                let mut longer = line.clone();
                longer.push(mv);
                let after = report(setup, &longer);
                let legal = match mv {
                    Move::Pass => true,
                    Move::Play(point) => before.legal.contains(&point),
                };
                assert_eq!(after.refused.is_none(), legal, "{longer:?}");
                if legal {
                    count += 1;
                    next.push(longer);
                }
            }
        }
        counts.push(count);
        alive = next;
    }
    counts
}

#[test]
fn agrees_with_report() {
    for name in Name::ALL {
        for rows in [&[".."][..], &["..."], &["..", ".."]] {
            let setup = board(name, rows);
            assert_eq!(perft(&setup, 4), by_report(&setup, 4), "{name:?} {rows:?}");
        }
    }
}

/// The number of simple paths from the empty board in the graph of positions, plays of either
/// colour, suicide allowed (Tromp and Farnebäck's number of games).
fn simple_paths(neighbours: &[Vec<usize>], path: &mut Vec<Vec<u8>>) -> u64 {
    let here = path[path.len() - 1].clone();
    let mut reached = Vec::new();
    let mut total = 1;
    for player in 0..2 {
        for point in 0..here.len() {
            if here[point] == 0 {
                let played = play(neighbours, &here, 2, player, point, true).unwrap();
                reached.push(played.position);
            }
        }
    }
    for position in reached {
        if !path.contains(&position) {
            path.push(position);
            total += simple_paths(neighbours, path);
            path.pop();
        }
    }
    total
}

#[test]
fn known_numbers_of_games() {
    for (rows, games) in [(&["."][..], 1), (&[".."], 9), (&["..."], 907)] {
        let setup = board(Name::TrompTaylor, rows);
        assert_eq!(simple_paths(&setup.neighbours, &mut vec![setup.start.clone()]), games);
    }
}

#[test]
fn pinned() {
    // Not known from elsewhere: what the twin has counted since it was written.
    type Counts = [u64; 7];
    let table: [(Name, Counts, Counts, Counts); 13] = [
        (
            Name::LaskerMaas,
            [1, 3, 7, 11, 17, 20, 16],
            [1, 4, 11, 26, 59, 108, 196],
            [1, 5, 21, 73, 193, 488, 1096],
        ),
        (
            Name::LaskerMaasSituational,
            [1, 3, 7, 11, 17, 20, 16],
            [1, 4, 11, 26, 59, 110, 202],
            [1, 5, 21, 73, 193, 488, 1096],
        ),
        (
            Name::LaskerMaasAdjusted,
            [1, 3, 7, 11, 14, 10, 4],
            [1, 4, 11, 26, 55, 85, 126],
            [1, 5, 21, 73, 188, 440, 864],
        ),
        (
            Name::Button,
            [1, 3, 7, 11, 14, 10, 4],
            [1, 4, 11, 26, 55, 85, 126],
            [1, 5, 21, 73, 188, 440, 864],
        ),
        (
            Name::LongCycle1,
            [1, 3, 7, 11, 17, 20, 16],
            [1, 4, 11, 26, 59, 116, 210],
            [1, 5, 21, 73, 193, 488, 1096],
        ),
        (
            Name::LongCycle2,
            [1, 3, 7, 11, 17, 20, 16],
            [1, 4, 11, 26, 59, 116, 210],
            [1, 5, 21, 73, 193, 488, 1096],
        ),
        (
            Name::LongCycle3,
            [1, 3, 7, 11, 17, 20, 16],
            [1, 4, 11, 26, 59, 116, 210],
            [1, 5, 21, 73, 193, 488, 1096],
        ),
        (
            Name::Kee,
            [1, 3, 7, 11, 14, 16, 16],
            [1, 4, 11, 26, 55, 96, 169],
            [1, 5, 21, 73, 188, 456, 980],
        ),
        (
            Name::Japanese1989,
            [1, 3, 7, 8, 6, 2, 0],
            [1, 4, 11, 22, 41, 66, 92],
            [1, 5, 21, 68, 156, 316, 604],
        ),
        (
            Name::TrompTaylor,
            [1, 3, 7, 8, 6, 2, 0],
            [1, 4, 11, 22, 41, 58, 78],
            [1, 5, 21, 68, 156, 316, 604],
        ),
        (
            Name::Chinese,
            [1, 3, 7, 8, 6, 2, 0],
            [1, 4, 11, 22, 41, 66, 92],
            [1, 5, 21, 68, 156, 316, 604],
        ),
        (
            Name::Aga,
            [1, 3, 7, 8, 6, 2, 0],
            [1, 4, 11, 22, 41, 60, 84],
            [1, 5, 21, 68, 156, 316, 604],
        ),
        (
            Name::NewZealand,
            [1, 3, 7, 10, 12, 12, 10],
            [1, 4, 13, 34, 73, 126, 220],
            [1, 5, 21, 68, 180, 428, 860],
        ),
    ];
    for (name, two, three, square) in table {
        assert_eq!(perft(&board(name, &[".."]), 6), two, "{name:?}");
        assert_eq!(perft(&board(name, &["..."]), 6), three, "{name:?}");
        assert_eq!(perft(&board(name, &["..", ".."]), 6), square, "{name:?}");
    }
}
