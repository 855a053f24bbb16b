//! Any board, any ruleset, any moves: what is kept is what there is, and the list of legal plays is
//! what is ruled move by move.
#![no_main]

mod case;

use std::sync::Arc;

use case::Case;
use libfuzzer_sys::fuzz_target;
use shinpan_rules::{Evidence, Game, Move, Reason, Status};

fuzz_target!(|case: Case| {
    let board = Arc::clone(&case.setup.board);
    let Ok(mut game) = Game::new(Arc::new(case.ruleset), &case.setup) else { return };
    let mut spare = 0;
    for (number, byte) in case.moves.into_iter().enumerate() {
        let legal = game.legal();
        // Every point is asked about now and then only: it takes longer than all the rest.
        let asked = if number % 8 == 0 { board.len() } else { 0 };
        let banned = if asked > 0 { game.banned() } else { Vec::new() };
        for point in board.points().take(asked) {
            let ruling = game.ruling(Move::Play(point));
            assert_eq!(ruling.is_ok(), legal.contains(&point));
            assert_eq!(game.is_legal(point), ruling.is_ok());
            let ban = banned.iter().find(|ban| ban.point == point);
            match ruling {
                Ok(()) => assert!(ban.is_none()),
                Err(refusal) if matches!(refusal.reason, Reason::Occupied | Reason::Ended) => {
                    assert!(ban.is_none());
                }
                Err(refusal) => {
                    assert_eq!(ban.map(|ban| &ban.refusal), Some(&refusal));
                    if let Evidence::Repeats { after, .. } = refusal.evidence {
                        let mut next = game.position().clone();
                        next.place(&board, point, game.to_move());
                        let stood = game.position_after(after);
                        assert!(stood.is_none_or(|stood| stood == next.codes()));
                    }
                }
            }
        }
        // One in eight is any play at all; the others are legal, so that games go on.
        let any = byte % 8 == 0 || legal.is_empty();
        let choice = usize::from(byte / 8);
        let made = match if any {
            board.point(choice)
        } else {
            legal.get(choice % (legal.len() + 1)).copied()
        } {
            Some(point) => Move::Play(point),
            None => Move::Pass,
        };
        let (moves_made, codes) = (game.moves_made(), game.position().codes().to_vec());
        let allowed = game.ruling(made);
        let played = game.play(made);
        assert_eq!(allowed.is_ok(), played.is_ok());
        game.position().validate(&board).expect("a sound position");
        if played.is_err() {
            assert_eq!(game.moves_made(), moves_made);
            assert_eq!(game.position().codes(), codes);
        } else {
            assert_eq!(game.moves_made(), moves_made + 1);
            let stood = game.position_after(moves_made);
            assert_eq!(stood.as_deref(), Some(&codes[..]));
        }
        if *game.status() != Status::InPlay {
            assert!(game.legal().is_empty() && game.banned().is_empty());
            let _ = game.analysed(Vec::new());
            let dead: Vec<_> = board.points().take(usize::from(byte)).collect();
            drop(game.without_dead(&[dead]));
            spare += 1;
            if spare > 3 || game.resume().is_err() {
                return;
            }
        }
        if let Some(cycle) = game.claimable() {
            assert!(cycle.from < cycle.to && cycle.to == game.moves_made());
        }
    }
});
