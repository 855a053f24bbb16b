//! Any board, any ruleset, any moves: what is kept is what there is, and the list of legal plays is
//! what is ruled move by move.
#![no_main]

use std::sync::Arc;

use arbitrary::{Arbitrary, Unstructured};
use libfuzzer_sys::fuzz_target;
use shinpan_board::{Board, ByPlayer, Player, Stone};
use shinpan_rules::{
    Evidence, Game, Komi, Move, OPTIONS, Reason, Ruleset, Setup, Status, builtin, set_option,
};

#[derive(Debug)]
struct Case {
    ruleset: Ruleset,
    setup: Setup,
    moves: Vec<u8>,
}

impl<'a> Arbitrary<'a> for Case {
    fn arbitrary(u: &mut Unstructured<'a>) -> arbitrary::Result<Case> {
        let mut ruleset = u.choose(&builtin())?.clone();
        for _ in 0..u.int_in_range(0..=3)? {
            let (key, values, _) = u.choose(&OPTIONS)?;
            let values: Vec<&str> = values.split(" | ").collect();
            let value = *u.choose(&values)?;
            let number = u.int_in_range(1..=5)?.to_string();
            let value = if value.starts_with("a number") { &number } else { value };
            let before = ruleset.clone();
            if set_option(&mut ruleset, key, value).is_err() || ruleset.check().is_err() {
                ruleset = before;
            }
        }
        let players = u.int_in_range(ruleset.players.least..=ruleset.players.most.min(4))?.into();
        let board = board(u)?;
        let stones = if u.ratio(1, 2)? {
            (0..board.len())
                .map(|_| {
                    let code = u.int_in_range(0..=players as u8 + 2)?;
                    Ok(Stone::from_code(code % (players as u8 + 1)).unwrap_or_default())
                })
                .collect::<arbitrary::Result<_>>()?
        } else {
            Vec::new()
        };
        let to_move = Player::new(u.int_in_range(0..=players - 1)?).unwrap_or(Player::BLACK);
        let mut prisoners = ByPlayer::new(players, |_| 0);
        for (_, count) in prisoners.iter_mut() {
            *count = u.int_in_range(0..=3)?;
        }
        let komi = Komi::from_halves(u.int_in_range(-5..=15)?).unwrap_or_default();
        let setup = Setup {
            board: Arc::new(board),
            players,
            stones,
            to_move,
            prisoners,
            komi,
            handicap: u.int_in_range(0..=3)?,
            moves_before: u.int_in_range(0..=2)?,
        };
        let moves = u.bytes(u.len().min(400))?.to_vec();
        Ok(Case { ruleset, setup, moves })
    }
}

fn board(u: &mut Unstructured<'_>) -> arbitrary::Result<Board> {
    let (columns, rows) = (u.int_in_range(1..=5)?, u.int_in_range(1..=5)?);
    let board = match u.int_in_range(0..=3)? {
        0 => Board::torus(columns, rows),
        1 => Board::rectangle(columns, rows),
        2 => Board::rectangle(columns * 2, 1),
        _ => {
            let names: Vec<String> = (0..columns + rows).map(|n| format!("p{n}")).collect();
            let mut edges = Vec::new();
            for to in 0..names.len() {
                for from in 0..to {
                    if u.ratio(1, 2)? {
                        edges.push((names[from].clone(), names[to].clone()));
                    }
                }
            }
            Board::graph(&names, &edges)
        }
    };
    board.map_err(|_| arbitrary::Error::IncorrectFormat)
}

fuzz_target!(|case: Case| {
    let board = Arc::clone(&case.setup.board);
    let Ok(mut game) = Game::new(Arc::new(case.ruleset), &case.setup) else { return };
    let mut spare = 0;
    for byte in case.moves {
        let legal = game.legal();
        let banned = game.banned();
        for point in board.points() {
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
                    if let Evidence::Repeats { after } = refusal.evidence {
                        let mut next = game.position().clone();
                        next.place(&board, point, game.to_move());
                        let stood = game.position_after(after);
                        assert!(stood.is_none_or(|stood| stood == next.codes()));
                    }
                }
            }
        }
        let made = match board.point(usize::from(byte) % (board.len() + 2)) {
            Some(point) => Move::Play(point),
            None => Move::Pass,
        };
        let before = game.clone();
        let allowed = game.ruling(made);
        let played = game.play(made);
        assert_eq!(allowed.is_ok(), played.is_ok());
        game.position().validate(&board).expect("a sound position");
        if played.is_err() {
            assert_eq!(game.moves_made(), before.moves_made());
            assert_eq!(game.position().codes(), before.position().codes());
        } else {
            assert_eq!(game.moves_made(), before.moves_made() + 1);
            let stood = game.position_after(before.moves_made());
            assert_eq!(stood.as_deref(), Some(before.position().codes()));
        }
        if *game.status() != Status::InPlay {
            assert!(game.legal().is_empty() && game.banned().is_empty());
            let _ = game.analysed(Vec::new());
            let dead: Vec<_> = board.points().take(usize::from(byte)).collect();
            drop(game.without_dead(&[dead]));
            spare += 1;
            if spare > 3 || game.resume_resolution().is_err() {
                return;
            }
        }
        if let Some(cycle) = game.claimable() {
            assert!(cycle.from < cycle.to && cycle.to == game.moves_made());
        }
    }
});
