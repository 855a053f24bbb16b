//! Random moves, legal or not, under every ruleset and random options: what must always hold.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Random, board};
use shinpan_twin::{Cycles, Move, Name, Reason, Setup, report};

/// A setup with random options on a random small graph, empty.
fn setup(random: &mut Random) -> Setup {
    let name = Name::ALL[random.below(Name::ALL.len())];
    let mut setup = match random.below(3) {
        0 => board(name, &["...", "..."]),
        1 => board(name, &["..."]),
        _ => {
            let mut setup = board(name, &["....."]);
            // Turn the row into some other graph.
            for point in 0..5 {
                let other = random.below(5);
                if other != point && !setup.neighbours[point].contains(&other) {
                    setup.neighbours[point].push(other);
                    setup.neighbours[other].push(point);
                }
            }
            setup
        }
    };
    if name == Name::Kee {
        setup.players = 2 + random.below(3);
        setup.prisoners = vec![0; setup.players];
    }
    setup.komi_halves = random.below(7) as i64 - 3;
    setup.to_move = random.below(setup.players);
    setup.rules.cycles = match random.below(4) {
        0 => Cycles::Claim,
        1 => Cycles::Repetitions(3),
        _ => Cycles::Automatic,
    };
    setup.rules.superko_situational ^= random.below(4) == 0;
    setup.rules.first_pass_switch ^= random.below(6) == 0;
    setup.rules.button_lifts_bans = random.below(2) == 0;
    setup.rules.superko_history_phase = random.below(2) == 0;
    setup.rules.kee_territory = random.below(2) == 0;
    setup.rules.suicide ^= random.below(5) == 0;
    setup.rules.resolutions = 1 + random.below(2) as u32;
    setup
}

#[test]
fn what_always_holds() {
    let mut random = Random(0x5eed_0003);
    let mut proofs = 0;
    for _ in 0..1500 {
        let setup = setup(&mut random);
        let mut line: Vec<Move> = Vec::new();
        for _ in 0..40 {
            let said = report(&setup, &line);
            assert_eq!((said.moves, &said.refused), (line.len(), &None));
            let over = said.phase == "ended" || said.phase == "analysis";
            assert_eq!(said.result.is_some(), said.phase == "ended");
            let empty = said.position.iter().filter(|&&stone| stone == 0).count();
            let named = said.legal.len() + said.banned.len();
            assert_eq!(named, if over { 0 } else { empty });
            if said.phase == "resolution" || said.phase.starts_with("proof") {
                assert!(said.prisoners.iter().all(|&stones| stones >= 1));
            }
            for ban in &said.banned {
                let seen = ban.repeats.is_some();
                assert_eq!(seen, ban.reason != Reason::Suicide);
                assert!(ban.repeats.is_none_or(|made| made <= said.moves));
            }
            if said.phase == "proof-white-2" {
                proofs += 1;
            }
            // Any move at all, passes often.
            let mv = match random.below(3) {
                0 => Move::Pass,
                1 => Move::Play(random.below(setup.start.len() + 1)),
                _ => random.mv(&said, 4),
            };
            let mut longer = line.clone();
            longer.push(mv);
            let after = report(&setup, &longer);
            let Some(refused) = after.refused.clone() else {
                line = longer;
                continue;
            };
            assert_eq!(refused.mv, longer.len());
            let mut before = after;
            before.refused = None;
            assert_eq!(before, said);
            if over {
                continue;
            }
            // A refused move is a play, on a point that is not legal, and for the reason given.
            let point = refused.point.unwrap();
            assert!(!said.legal.contains(&point));
            match said.banned.iter().find(|ban| ban.point == point) {
                Some(ban) => {
                    assert_eq!((ban.reason, ban.repeats), (refused.reason, refused.repeats));
                }
                None => assert_eq!(refused.reason, Reason::Occupied),
            }
        }
    }
    assert!(proofs > 0);
}

#[test]
fn kee_games_end() {
    // Random games of two to four players end, and every prefix of the line is legal.
    let mut random = Random(0x5eed_0004);
    for game in 0..30 {
        let mut setup = board(Name::Kee, if game % 2 == 0 { &["..."] } else { &["..", ".."] });
        setup.players = 2 + game % 3;
        setup.prisoners = vec![0; setup.players];
        let mut line = Vec::new();
        loop {
            let said = report(&setup, &line);
            if said.result.is_some() {
                break;
            }
            line.push(random.mv(&said, 3));
            assert!(line.len() < 400);
        }
    }
}
