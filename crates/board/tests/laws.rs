//! Laws of the board on random graphs: what is kept equals what is found anew.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use proptest::prelude::*;
use shinpan_board::{Board, Player, Point, Position, Stone};

/// Grids, tori, lines and graphs with random edges.
fn boards() -> impl Strategy<Value = Board> {
    let side = 1usize..6;
    let graph = (2usize..12).prop_flat_map(|points| {
        proptest::collection::btree_set((0..points, 0..points), 0..points * 3).prop_map(
            move |pairs| {
                let names: Vec<String> = (0..points).map(|index| format!("p{index}")).collect();
                let mut ends: Vec<(usize, usize)> = pairs
                    .into_iter()
                    .filter(|(a, b)| a != b)
                    .map(|(a, b)| (a.min(b), a.max(b)))
                    .collect();
                ends.sort_unstable();
                ends.dedup();
                let edges: Vec<(String, String)> =
                    ends.iter().map(|&(a, b)| (names[a].clone(), names[b].clone())).collect();
                Board::graph(&names, &edges).unwrap()
            },
        )
    });
    prop_oneof![
        (side.clone(), side.clone()).prop_map(|(c, r)| Board::rectangle(c, r).unwrap()),
        (side.clone(), side).prop_map(|(c, r)| Board::torus(c, r).unwrap()),
        graph,
    ]
}

/// The definition of a chain: stones of one player, from each of which one gets to all others.
fn literal_chain(board: &Board, codes: &[u8], start: Point) -> Vec<Point> {
    let mut chain = vec![start];
    let mut next = 0;
    while let Some(&stone) = chain.get(next) {
        next += 1;
        for near in board.neighbours(stone) {
            if codes[near.index()] == codes[start.index()] && !chain.contains(&near) {
                chain.push(near);
            }
        }
    }
    chain.sort_unstable();
    chain
}

/// Everything that can be asked about chains, against the definition.
fn assert_chains(board: &Board, position: &Position) {
    let mut chains: Vec<Vec<Point>> = Vec::new();
    for point in board.points() {
        let kept: Vec<Point> = position.chain(point).collect();
        if position.stone(point).is_empty() {
            assert_eq!((kept.len(), position.chain_size(point)), (0, 0));
            assert_eq!(position.liberties(board, point), []);
            assert!(board.points().all(|other| !position.same_chain(point, other)));
            assert!(board.points().all(|other| !position.same_chain(other, point)));
            continue;
        }
        assert_eq!(kept[0], point);
        let chain = literal_chain(board, position.codes(), point);
        assert_eq!(kept.len(), chain.len());
        assert!(kept.iter().all(|stone| chain.contains(stone)));
        assert_eq!(position.chain_size(point), chain.len());
        for other in board.points() {
            assert_eq!(position.same_chain(point, other), chain.contains(&other));
        }
        let liberties: Vec<Point> = board
            .points()
            .filter(|&free| position.stone(free).is_empty())
            .filter(|&free| board.neighbours(free).any(|near| chain.contains(&near)))
            .collect();
        assert_eq!(position.liberties(board, point), liberties);
        if chain[0] == point {
            chains.push(chain);
        }
    }
    assert_eq!(position.chains(board), chains);
}

/// The definition of a play, with sets and flood fill only.
fn literal_place(board: &Board, codes: &[u8], at: Point, code: u8) -> (Vec<u8>, usize, usize) {
    let mut codes = codes.to_vec();
    codes[at.index()] = code;
    let breathless = |codes: &[u8], start: Point| -> Vec<Point> {
        let mut chain = vec![start];
        let mut next = 0;
        while let Some(&stone) = chain.get(next) {
            next += 1;
            for near in board.neighbours(stone) {
                if codes[near.index()] == 0 {
                    return Vec::new();
                }
                if codes[near.index()] == codes[start.index()] && !chain.contains(&near) {
                    chain.push(near);
                }
            }
        }
        chain
    };
    let mut taken: Vec<Point> = board
        .points()
        .filter(|point| codes[point.index()] != 0 && codes[point.index()] != code)
        .flat_map(|point| breathless(&codes, point))
        .collect();
    taken.sort_unstable();
    taken.dedup();
    for point in &taken {
        codes[point.index()] = 0;
    }
    let own = breathless(&codes, at);
    for point in &own {
        codes[point.index()] = 0;
    }
    (codes, taken.len(), own.len())
}

proptest! {
    #[test]
    fn plays_are_what_the_definition_says(
        board in boards(),
        players in 2usize..9,
        choices in proptest::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 1..120),
    ) {
        let mut position = Position::empty(&board);
        let mut mover = Player::BLACK;
        for (choice, suicide_allowed) in choices {
            let empty: Vec<Point> =
                board.points().filter(|&point| position.stone(point).is_empty()).collect();
            if empty.is_empty() {
                break;
            }
            let at = *choice.get(&empty);
            let before = position.clone();
            let told = position.consequence(&board, at, mover);
            let (codes, taken, lost) =
                literal_place(&board, position.codes(), at, mover.stone().code());
            prop_assert_eq!(told.lost, lost);
            prop_assert_eq!(position.is_suicide(&board, at, mover), lost > 0);
            for player in Player::all(players) {
                let all = board.neighbours(at).all(|near| position.stone(near) == player.stone());
                prop_assert_eq!(position.is_enclosed(&board, at, player), all);
            }
            prop_assert_eq!(&position.codes_after(&board, at, mover), &codes);
            if told.lost > 0 && !suicide_allowed {
                continue;
            }
            let placed = position.place(&board, at, mover);
            prop_assert_eq!((placed.captured, placed.lost), (taken, lost));
            prop_assert_eq!(position.codes(), &codes[..]);
            prop_assert_eq!(position.hash(), told.hash);
            prop_assert_eq!(position.removed().len(), taken + lost);
            for &(point, owner) in position.removed() {
                if placed.lost == 0 {
                    prop_assert_eq!(before.stone(point).player(), Some(owner));
                }
            }
            let chains: usize = told.captures.iter().map(|&at| before.chain_size(at)).sum();
            prop_assert_eq!(chains, taken);
            if let Err(fault) = position.validate(&board) {
                prop_assert!(false, "{}", fault);
            }
            assert_chains(&board, &position);
            // The ban of basic ko: where the owner of one stone taken brings the position back.
            let back = match position.removed() {
                &[(taken, owner)] if owner != mover => {
                    let (codes, _, lost) = literal_place(
                        &board, position.codes(), taken, owner.stone().code(),
                    );
                    (lost == 0 && codes == before.codes()).then_some(taken)
                }
                _ => None,
            };
            prop_assert_eq!(position.retake(&board, at), back);
            mover = mover.next(players);
        }
    }

    #[test]
    fn a_position_set_up_from_its_stones_is_the_same(
        board in boards(),
        codes in proptest::collection::vec(0u8..4, 144),
    ) {
        let stones: Vec<_> = codes
            .iter()
            .take(board.len())
            .map(|&code| shinpan_board::Stone::from_code(code).unwrap())
            .collect();
        if let Ok(position) = Position::from_stones(&board, 3, &stones) {
            prop_assert!(position.validate(&board).is_ok());
            prop_assert!(position.stones().eq(stones.iter().copied()));
            let mut edited = Position::empty(&board);
            let bare = stones.iter().all(|stone| stone.is_empty());
            prop_assert_eq!(edited == position, bare);
            let mut changes: Vec<_> = board.points().zip(stones).collect();
            changes.push((Point::new(60_000), Player::BLACK.stone()));
            edited.edit(&board, &changes);
            prop_assert!(edited == position);
            prop_assert!(edited.validate(&board).is_ok());
        }
    }
}

/// Whatever is asked about a point of some other board, nothing happens and nobody panics.
#[test]
fn points_of_other_boards_carry_nothing() {
    for spec in ["1x1", "3x2", "torus 3x3"] {
        let board = Board::parse(spec).unwrap();
        for index in [board.len() as u16, board.len() as u16 + 1, 10_000, u16::MAX] {
            let (point, mut position) = (Point::new(index), Position::empty(&board));
            assert!(position.stone(point).is_empty());
            assert_eq!((position.chain(point).count(), position.chain_size(point)), (0, 0));
            assert!(!position.same_chain(point, point));
            let _ = position.consequence(&board, point, Player::WHITE);
            let _ = position.is_suicide(&board, point, Player::WHITE);
            let _ = position.is_enclosed(&board, point, Player::WHITE);
            assert_eq!(position.place(&board, point, Player::WHITE), Default::default());
            position.edit(&board, &[(point, Player::WHITE.stone())]);
            assert!(position == Position::empty(&board) && position.validate(&board).is_ok());
            assert_eq!(position.codes().len(), board.len());
        }
    }
}

/// A star: as many neighbours as a board can have, each a chain of its own in atari.
#[test]
fn a_point_with_ten_thousand_neighbours_is_asked_about_at_once() {
    let names: Vec<String> = (0..10_000).map(|index| format!("p{index}")).collect();
    let edges: Vec<_> = names[1..].iter().map(|leaf| (names[0].clone(), leaf.clone())).collect();
    let board = Board::graph(&names, &edges).unwrap();
    let stones: Vec<_> = board
        .points()
        .map(|point| if point.index() == 0 { Stone::EMPTY } else { Player::BLACK.stone() })
        .collect();
    let mut position = Position::from_stones(&board, 2, &stones).unwrap();
    let hub = Point::new(0);
    for _ in 0..1000 {
        assert!(position.is_suicide(&board, hub, Player::BLACK));
        assert!(!position.is_suicide(&board, hub, Player::WHITE));
        assert!(position.is_enclosed(&board, hub, Player::BLACK));
    }
    assert_eq!(position.place(&board, hub, Player::WHITE).captured, 9999);
    assert!(position.validate(&board).is_ok());
}

/// How many colourings of a board by two players leave every chain a liberty.
fn legal_positions(spec: &str) -> usize {
    let board = Board::parse(spec).unwrap();
    let total = 3usize.pow(board.len() as u32);
    let mut stones = vec![Stone::EMPTY; board.len()];
    (0..total)
        .filter(|&number| {
            let mut rest = number;
            for stone in &mut stones {
                *stone = Stone::from_code((rest % 3) as u8).unwrap();
                rest /= 3;
            }
            Position::from_stones(&board, 2, &stones).is_ok()
        })
        .count()
}

/// OEIS A094777 for squares, A102620 for lines; Tromp and Farnebäck, "Combinatorics of Go", for all.
#[test]
fn legal_positions_are_counted_right() {
    for (board, expected) in [
        ("1x1", 1),
        ("1x2", 5),
        ("1x3", 15),
        ("4x1", 41),
        ("2x2", 57),
        ("3x2", 489),
        ("4x2", 4125),
        ("3x3", 12675),
    ] {
        assert_eq!(legal_positions(board), expected, "{board}");
    }
}

#[test]
#[ignore = "a minute: cargo test -p shinpan-board --test laws -- --ignored"]
fn legal_positions_of_four_rows_are_counted_right() {
    assert_eq!((legal_positions("4x3"), legal_positions("4x4")), (321_689, 24_318_165));
}
