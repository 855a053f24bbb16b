//! Closed spaces: what is found of a part of the board is so on the whole board, and the precedents.

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use common::{position, spaces, table};
use shinpan_board::{Board, Point};
use shinpan_life::{
    Asked, Chain, Claim, Differs, Limits, Proof, Reading, Space, Status, Step, analyse, check,
};
use shinpan_testkit::Dice;

/// The bodies and kos of the first precedent as a graph: White's body 0 with its eye 1, Black's body 2
/// without one, two kos between them, 3-4 and 5-6, and a third, 7-8, between Black's body and other stones
/// of White at 9, which have the eyes 10 and 11.
fn kos() -> Board {
    let names: Vec<String> = (0..12).map(|point| format!("p{point}")).collect();
    let edges = [
        (0, 1),
        (0, 2),
        (0, 3),
        (3, 4),
        (4, 2),
        (0, 5),
        (5, 6),
        (6, 2),
        (9, 7),
        (7, 8),
        (8, 2),
        (9, 10),
        (9, 11),
    ];
    let edges: Vec<(String, String)> =
        edges.iter().map(|&(one, other)| (names[one].clone(), names[other].clone())).collect();
    Board::graph(&names, &edges).expect("a graph")
}

/// The stones of a diagram, row by row, as codes; spaces between rows do not matter.
fn drawn(diagram: &str) -> Vec<u8> {
    let codes = diagram.chars().filter_map(|letter| ".XO".find(letter));
    codes.map(|code| code as u8).collect()
}

fn accepted(board: &Board, stones: &[u8], reading: Reading, chain: &Chain) {
    let Some(proof) = &chain.proof else { return };
    let points: Vec<u16> = chain.points.iter().map(|point| point.index() as u16).collect();
    let claim = if chain.status == Status::Alive { Claim::Lives } else { Claim::NeverLives };
    let question = (chain.player.index() as u8, points.as_slice(), claim);
    let verdict = check(board, stones, chain.reading(reading), question, proof);
    assert_eq!(verdict, Ok(()), "{}", common::show(board, stones));
}

#[test]
fn a_triple_ko_with_one_eye_is_decided_by_precedent() {
    let board = kos();
    let stones = [2, 0, 1, 1, 0, 0, 2, 1, 0, 2, 0, 0];
    let chains =
        analyse(&board, &position(&board, &stones), Reading::Basic, &table(1 << 20), &mut |_| {});
    let found: Vec<_> =
        chains.iter().map(|chain| (chain.points[0].index(), chain.status, chain.differs)).collect();
    use Status::{Alive, NotAlive};
    let triple = Some(Differs::TripleKo);
    assert_eq!(
        found,
        [
            (0, Alive, triple),
            (2, NotAlive, None),
            (3, NotAlive, None),
            (6, Alive, triple),
            (7, NotAlive, None),
            (9, Alive, None),
        ]
    );
    chains.iter().for_each(|chain| accepted(&board, &stones, Reading::Basic, chain));
    for chain in &chains {
        let Some(kos) = goes_round(&board, chain) else { continue };
        assert_eq!(kos, [[3, 4], [5, 6], [7, 8]]);
    }
}

/// The kos of the cycle by which a precedent was recognised, if one was. The captures come back to where they began, and whoever takes in a ko
/// is not who took there before.
fn goes_round(board: &Board, chain: &Chain) -> Option<[[usize; 2]; 3]> {
    let precedent = matches!(chain.differs, Some(Differs::TripleKo | Differs::DoubleKoDeath));
    assert_eq!(chain.cycle.is_some(), precedent);
    let cycle = chain.cycle.as_ref()?;
    assert_eq!(cycle.captures.len() % 2, 0);
    let mut in_kos = 0;
    for [one, other] in cycle.kos {
        assert!(board.neighbours(one).any(|near| near == other));
        let plays = cycle.captures.iter().enumerate();
        let here: Vec<_> = plays.filter(|&(_, &point)| point == one || point == other).collect();
        assert!(!here.is_empty());
        let next = here.iter().cycle().skip(1);
        assert!(
            here.iter().zip(next).all(|(now, next)| { now.1 != next.1 && now.0 % 2 != next.0 % 2 })
        );
        in_kos += here.len();
    }
    assert_eq!(in_kos, cycle.captures.len());
    Some(cycle.kos.map(|ko| ko.map(Point::index)))
}

/// On a board where the triple ko is only a part, and the external ko is with other living stones.
#[test]
fn a_triple_ko_on_a_board_is_decided_by_precedent() {
    let board = Board::parse("5x8").expect("a board");
    let diagram = ".XXX. XX.XX OOXOO OOOOO OXO.O X.XOX XX.XX XXXXX";
    let stones = drawn(diagram);
    let limits = spaces(2000, 500_000);
    let chains = analyse(&board, &position(&board, &stones), Reading::Basic, &limits, &mut |_| {});
    let (mut alive, mut decided) = (0, 0);
    for chain in &chains {
        accepted(&board, &stones, Reading::Basic, chain);
        decided += usize::from(chain.status != Status::Unproven);
        if let Some(kos) = goes_round(&board, chain) {
            let names = kos.as_flattened().iter().map(|&at| board.name(Point::new(at as u16)));
            assert_eq!(names.collect::<Vec<_>>(), ["B4", "B3", "D4", "D3", "C7", "C6"]);
            assert_eq!((chain.player.index(), chain.status), (0, Status::Alive));
            alive += 1;
        }
    }
    assert_eq!((alive, decided), (3, chains.len()));
}

/// The chain around a corner lives outside, but what shows it first needs a point of the corner.
#[test]
fn a_space_ends_at_a_chain_that_lives_without_it() {
    let board = Board::parse("8x6").expect("a board");
    let stones = drawn(".OXX.O.. O.OXOO.. ...XO... XXXXO... OOOOO... ........");
    let limits = spaces(20_000, 100_000);
    let chains = analyse(&board, &position(&board, &stones), Reading::Basic, &limits, &mut |_| {});
    for chain in &chains {
        let lives = chain.player.index() == 1;
        assert_eq!(chain.status, if lives { Status::Alive } else { Status::NotAlive });
        assert!(chain.proof.is_some());
        accepted(&board, &stones, Reading::Basic, chain);
    }
    assert_eq!(chains.len(), 5);
}

/// Whenever the work is stopped, what is proven by then stays as it is.
#[test]
fn a_status_does_not_depend_on_when_the_work_is_stopped() {
    let stones = [2, 0, 1, 1, 0, 0, 2, 1, 0, 2, 0, 0];
    let board = kos();
    let position = position(&board, &stones);
    let (mut open, mut differing) = (0, 0);
    for whole in [0, 50] {
        let statuses = |most: usize| {
            let calls = AtomicUsize::new(0);
            let stop = || calls.fetch_add(1, Ordering::Relaxed) >= most;
            let limits = Limits { whole, stop: &stop, ..spaces(2000, 100_000) };
            let chains = analyse(&board, &position, Reading::Basic, &limits, &mut |_| {});
            let statuses: Vec<Status> = chains.into_iter().map(|chain| chain.status).collect();
            (statuses, calls.into_inner())
        };
        let (all, calls) = statuses(usize::MAX);
        differing += all.iter().filter(|&&status| status == Status::Alive).count();
        for most in (0..200).chain((200..calls).step_by(1 + calls / 200)) {
            let (found, _) = statuses(most);
            for (found, all) in found.into_iter().zip(&all) {
                open += usize::from(found == Status::Unproven);
                assert!(found == Status::Unproven || found == *all, "after {most}");
            }
        }
    }
    assert!(open > 100 && differing == 6, "{open} {differing}");
}

/// A graph of at most fourteen points with bodies that have two eyes of their own, or four points in a
/// row, and a few points between them; and what stands on it.
fn with_walls(dice: &mut Dice) -> (Board, Vec<u8>) {
    let core = 3 + dice.roll(4);
    let mut edges: Vec<(usize, usize)> = (1..core).map(|point| (dice.roll(point), point)).collect();
    for _ in 0..dice.roll(core) {
        let (one, other) = (dice.roll(core), dice.roll(core));
        let edge = (one.min(other), one.max(other));
        if one != other && !edges.contains(&edge) {
            edges.push(edge);
        }
    }
    let mut stones = vec![0; core];
    for wall in 0..1 + dice.roll(2) {
        let body = stones.len();
        stones.push(if dice.chance(3) { 1 + wall as u8 % 2 } else { 1 + dice.roll(2) as u8 });
        let row = dice.chance(4) && core < 5;
        let eyes = if row { 4 } else { 2 };
        for eye in 0..eyes {
            edges.push((body, body + 1 + eye));
            if row && eye > 0 {
                edges.push((body + eye, body + 1 + eye));
            }
            stones.push(0);
        }
        let mut touched: Vec<usize> = (0..1 + dice.roll(3)).map(|_| dice.roll(core)).collect();
        touched.sort_unstable();
        touched.dedup();
        edges.extend(touched.into_iter().map(|point| (point, body)));
    }
    let names: Vec<String> = (0..stones.len()).map(|point| format!("p{point}")).collect();
    let named: Vec<(String, String)> =
        edges.iter().map(|&(one, other)| (names[one].clone(), names[other].clone())).collect();
    let board = Board::graph(&names, &named).expect("a graph");
    let twin = common::twin(&board);
    loop {
        stones[..core].fill_with(|| dice.roll(3) as u8);
        if twin.is_legal(&stones) {
            return (board, stones);
        }
    }
}

/// What parts of a board give is held to the table of the whole board, in both readings, and the checker
/// accepts it.
fn parts_agree(seeds: std::ops::Range<u64>) {
    let (mut parts, mut all, mut together) = (0, 0, 0);
    for seed in seeds {
        let (board, stones) = with_walls(&mut Dice::new(seed));
        for reading in [Reading::Basic, Reading::KoPass] {
            let place = position(&board, &stones);
            let truth = analyse(&board, &place, reading, &table(400_000), &mut |_| {});
            let chains = analyse(&board, &place, reading, &spaces(1, 100_000), &mut |_| {});
            let last = chains.last().and_then(|chain| chain.points.first()).copied();
            let asked = last.map(|point| Asked { point, enough: &|_| false });
            let limits = Limits { asked, ..spaces(1, 100_000) };
            let asked = analyse(&board, &place, reading, &limits, &mut |_| {});
            for (asked, chain) in asked.iter().zip(&chains) {
                accepted(&board, &stones, reading, asked);
                let open = |chain: &Chain| chain.status == Status::Unproven;
                assert!(open(asked) || open(chain) || asked.status == chain.status, "{seed}");
            }
            let shared = |one: &Chain, other: &Chain| match (&one.proof, &other.proof) {
                (Some(one), Some(other)) => Arc::ptr_eq(one, other) && by_space(one),
                _ => false,
            };
            for (at, chain) in chains.iter().enumerate() {
                together += usize::from(chains[..at].iter().any(|other| shared(other, chain)));
            }
            for (chain, truth) in chains.iter().zip(&truth) {
                all += 1;
                accepted(&board, &stones, reading, chain);
                if truth.status == Status::Unproven || chain.status == Status::Unproven {
                    continue;
                }
                let whole = |chain: &Chain| {
                    chain.proof.as_ref().is_none_or(|proof| match proof.nodes.last() {
                        Some(node) => match &node.step {
                            Step::Space(space) => space.points.len() == board.len(),
                            _ => true,
                        },
                        None => true,
                    })
                };
                parts += usize::from(!whole(chain));
                assert_eq!(
                    chain.status,
                    truth.status,
                    "{seed} {reading:?}: the chain at {}\n{:?} {stones:?}",
                    board.name(chain.points[0]),
                    common::twin(&board).neighbours
                );
            }
        }
    }
    println!("{parts} of {all} chains by parts of the board, {together} together with others");
    assert!(parts * 20 > all, "{parts} of {all}");
    assert!(together * 200 > all, "{together} of {all}");
}

/// Whether a proof is a strategy in a closed space.
fn by_space(proof: &Proof) -> bool {
    proof.nodes.last().is_some_and(|node| matches!(node.step, Step::Space(_)))
}

#[test]
fn parts_agree_with_the_whole_board() {
    parts_agree(0..40);
}

/// Thirteen lines, White's chain of E7 shut in with black stones inside: a few hundred states decide it, but the stones
/// beside it take ten thousands.
#[test]
fn the_chain_asked_about_is_decided_before_others_have_their_tables() {
    let rows = [
        "XXXXX.XXXXXXX",
        "XXXXXXXXXXXXX",
        "XXXXXXXXXXXXX",
        "XXXXXXXXXXX.X",
        "XXXXXXXXXXXXX",
        "XXXXXXXXXXXXX",
        "XXXXOOOOXXXXX",
        "XXXO.X.OOXXXX",
        "XXXO..X.OXXXX",
        "XXXOX..OOXXXX",
        "XXXXO.OXXXXXX",
        "XXXXXXXXXXXXX",
        "XXXXXXXXXXXXX",
    ];
    let board = Board::rectangle(13, 13).expect("a board");
    let stones = drawn(&rows.concat());
    let point = board.parse_point("E7").expect("a point");
    let asked = Some(Asked { point, enough: &|_| false });
    let limits = Limits { asked, whole: 15, ..spaces(20_000, 100_000) };
    let mut told = Vec::new();
    let place = position(&board, &stones);
    analyse(&board, &place, Reading::Basic, &limits, &mut |chain| told.push(chain.clone()));
    let of_it = |chain: &Chain| chain.points.contains(&point);
    let turn = told.iter().position(of_it).expect("it is decided");
    assert_eq!(told[turn].status, Status::NotAlive);
    let by_table = |chain: &&Chain| chain.proof.as_deref().is_some_and(by_space);
    assert_eq!(told.iter().find(by_table).map(of_it), Some(true));
}

/// The chain of E5 is decided in its closed space, by more states than one has in the third round. The stones inside it take as many, and wait.
#[test]
fn the_space_of_the_chain_asked_about_does_not_wait_for_searches_for_others() {
    let rows = [
        "OOOOOOOOO",
        "O.OOOOOOO",
        "OOOOOOOOO",
        "OOOOOOOOO",
        ".OOOXXXXX",
        "OOOOX...X",
        "OOOOX....",
        "OOOOX.O..",
        "OOOOX.O..",
    ];
    let board = Board::rectangle(9, 9).expect("a board");
    let asked = board.parse_point("E5").expect("a point");
    let decided = AtomicBool::new(false);
    let stop = || decided.load(Ordering::Relaxed);
    let all = Some(Asked { point: asked, enough: &|_| false });
    let limits = Limits { asked: all, stop: &stop, ..spaces(1 << 20, 4_000_000) };
    let place = position(&board, &drawn(&rows.concat()));
    let mut told = Vec::new();
    analyse(&board, &place, Reading::Basic, &limits, &mut |chain| {
        told.push((board.name(chain.points[0]).to_owned(), chain.status));
        decided.fetch_or(chain.points.contains(&asked), Ordering::Relaxed);
    });
    let expected = [("A9", Status::Alive), ("E5", Status::NotAlive)];
    assert_eq!(told, expected.map(|(name, status)| (name.to_owned(), status)));
}

/// A board of more points than a part with walls may have, and one of more than fit.
#[test]
fn boards_of_up_to_sixty_two_points_are_looked_at_whole() {
    let rows = ["OOOOOOOO.O", "OXXXXXXXOO", "OX.OOO.XOO", "OXOO.OXXOO", "OXXXXXXXOO", "OOOOOOO.OO"];
    for (more, expected) in [(0, Status::NotAlive), (1, Status::Unproven)] {
        let rows = [rows.to_vec(), vec!["OOOOOOOOOO"; more]].concat();
        let board = Board::rectangle(10, rows.len()).expect("a board");
        let stones = drawn(&rows.concat());
        let place = position(&board, &stones);
        let chains = analyse(&board, &place, Reading::Basic, &spaces(20, 20_000), &mut |_| {});
        let outer = chains.iter().find(|chain| chain.points[0].index() == 0).expect("White's ring");
        assert_eq!(outer.status, expected, "{more}");
        if more == 0 {
            assert!(outer.proof.as_deref().is_some_and(by_space));
            accepted(&board, &stones, Reading::Basic, outer);
        }
    }
}

/// Four lines, White without room for two eyes: what refutes a life in which the eleven stones are not lost leads into thousands
/// of states, and what refutes any life does not.
#[test]
fn the_attacker_follows_what_refutes_any_life() {
    let board = Board::rectangle(4, 4).expect("a board");
    let stones = drawn(".X.O XOOO .OOO OOOO");
    let place = position(&board, &stones);
    let chains = analyse(&board, &place, Reading::Basic, &table(8_000), &mut |_| {});
    let white = chains.iter().find(|chain| chain.points.len() == 11).expect("White's stones");
    assert_eq!(white.status, Status::NotAlive);
    accepted(&board, &stones, Reading::Basic, white);
}

#[test]
fn with_few_states_the_work_ends_and_claims_nothing() {
    let board = Board::rectangle(4, 4).expect("a board");
    let place = position(&board, &drawn(".X.O XOOO .OOO OOOO"));
    // Half of them are for each side; the first turns have 2,000.
    for states in [1, 2, 1_999, 3_999, 4_000, 4_001, 12_000] {
        let chains = analyse(&board, &place, Reading::Basic, &table(states), &mut |_| {});
        let white = chains.iter().find(|chain| chain.points.len() == 11).expect("White's stones");
        assert_ne!(white.status, Status::Alive, "{states} states");
    }
}

/// Changes one thing of a strategy, so that it must fall. (Where the opponent shuts in, a certificate may say more
/// than is needed.)
fn tamper(space: &mut Space, claim: Claim, dice: &mut Dice) -> Option<&'static str> {
    match dice.roll(3) {
        0 if !space.answers.is_empty() => {
            space.answers.remove(dice.roll(space.answers.len()));
            Some("a choice dropped")
        }
        1 if !space.settled.is_empty() => {
            let at = dice.roll(space.settled.len());
            let certificate = &mut space.settled[at].certificate;
            certificate.eyes.pop()?;
            (claim == Claim::Lives).then_some("an eye dropped")
        }
        2 if !space.settled.is_empty() => {
            let at = dice.roll(space.settled.len());
            let cluster = space.settled[at].certificate.clusters.first_mut()?;
            cluster.stones.pop()?;
            // One that a pair joins may not be needed.
            let one_chain = cluster.pairs.is_empty();
            (claim == Claim::Lives && one_chain).then_some("a stone left out")
        }
        _ => None,
    }
}

#[test]
fn a_strategy_that_was_tampered_with_is_rejected() {
    let mut dice = Dice::new(3);
    let (mut strategies, mut settled, mut rejected) = (0, 0, 0);
    for _ in 0..120 {
        let board = Board::parse(["2x6", "3x5", "2x7"][dice.roll(3)]).expect("a board");
        let stones = common::lopsided_stones(&board, &mut dice);
        let place = position(&board, &stones);
        for chain in analyse(&board, &place, Reading::Basic, &table(4000), &mut |_| {}) {
            accepted(&board, &stones, Reading::Basic, &chain);
            let Some(proof) = &chain.proof else { continue };
            let claim =
                if chain.status == Status::Alive { Claim::Lives } else { Claim::NeverLives };
            for _ in 0..6 {
                let mut proof = Proof::clone(proof);
                let Some(Step::Space(space)) = proof.nodes.last_mut().map(|node| &mut node.step)
                else {
                    continue;
                };
                strategies += 1;
                settled += space.settled.len();
                let Some(change) = tamper(space, claim, &mut dice) else { continue };
                let points: Vec<u16> =
                    chain.points.iter().map(|point| point.index() as u16).collect();
                let question = (chain.player.index() as u8, points.as_slice(), claim);
                assert!(
                    check(&board, &stones, Reading::Basic, question, &proof).is_err(),
                    "{change} is not seen\n{}",
                    common::show(&board, &stones)
                );
                rejected += 1;
            }
        }
    }
    println!("{rejected} rejected, of {strategies}; {settled} ends by certificates");
    assert!(rejected > 100 && settled > 100, "{rejected} {settled}");
}

/// `SEEDS=1-300 cargo test --release -p shinpan-life --test spaces -- --ignored`.
#[test]
#[ignore = "takes long without optimisation"]
fn many_parts_agree_with_the_whole_board() {
    let range = std::env::var("SEEDS").unwrap_or("1-300".into());
    let (from, to) = range.split_once('-').expect("SEEDS=FROM-TO");
    parts_agree(from.parse().expect("a number")..to.parse().expect("a number"));
}
