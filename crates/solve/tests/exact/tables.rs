//! What is kept from one search to the next, under every family of rulesets.

use std::sync::Arc;

use shinpan_board::{Board, Player, parse_rows};
use shinpan_rules::{Game, Komi, Move, Ruleset, Setup, Status};
use shinpan_solve::{Proofs, ProofsError, Solution, Value, at_least, solve, solve_on_threads};
use shinpan_testkit::Dice;

use super::{empty, nodes, set_up};

/// Where a game has to be searched plainly it takes longer.
const MOST: u64 = 20_000;

/// A search with what is kept.
fn search(game: &Game, most: u64, proofs: &mut Proofs) -> Solution {
    solve_on_threads(game, &nodes(most), 1, Some(proofs))
}

fn bytes_of(proofs: &Proofs) -> Vec<u8> {
    proofs.parts().flatten().collect()
}

/// What is kept as bytes and read again.
fn again(proofs: &Proofs, game: &Game) -> Proofs {
    let bytes = bytes_of(proofs);
    let read = Proofs::read(&bytes, game).unwrap();
    assert_eq!(bytes_of(&read), bytes);
    read
}

/// Games of each family, some with moves made.
fn games() -> Vec<Game> {
    let mut moved = empty("japanese-1989", "4x1");
    moved.play(Move::Play(moved.board().point(1).unwrap())).unwrap();
    let mut chinese = empty("chinese", "2x2");
    chinese.play(Move::Play(chinese.board().point(0).unwrap())).unwrap();
    vec![
        empty("long-cycle-2", "3x2"),
        empty("long-cycle-2", "3x3"),
        empty("long-cycle-3", "3x2"),
        empty("long-cycle-3", "4x2"),
        set_up("long-cycle-3", "7x7", &super::neutral(7, 3)),
        empty("kee", "4x2"),
        empty("kee", "3x3"),
        empty("japanese-1989", "3x3"),
        moved,
        chinese,
        empty("long-cycle-1", "3x2"),
        empty("tromp-taylor", "3x3"),
    ]
}

/// A search that was stopped goes on to the value, and one that was done has it at once.
#[test]
fn a_stopped_search_goes_on_under_every_ruleset() {
    for game in games() {
        let told = format!("{} {}", game.ruleset().id, game.board().describe());
        let plain = solve(&game, &nodes(u64::MAX));
        assert!(plain.value.exact().is_some(), "{told}: {:?}", plain.value);
        let mut proofs = Proofs::none(&game);
        let first = search(&game, plain.nodes * 2 / 3, &mut proofs);
        let mut proofs = again(&proofs, &game);
        let second = search(&game, u64::MAX, &mut proofs);
        assert_eq!(second.value, plain.value, "{told}");
        let mut proofs = again(&proofs, &game);
        let third = search(&game, u64::MAX, &mut proofs);
        println!("{told}: {} = {} + {}", plain.nodes, first.nodes, second.nodes);
        assert_eq!(third, Solution { nodes: 0, ..second.clone() }, "{told}");
        // And so has one question.
        let margin = plain.value.exact().and_then(|end| end.margin()).unwrap_or_default();
        let asked = at_least(&game, margin, &nodes(0), 1, Some(&mut proofs));
        assert_eq!((asked.nodes, asked.value.reaches(margin)), (0, plain.value.reaches(margin)));
        if let "long-cycle-2" | "tromp-taylor" = game.ruleset().id.as_str() {
            assert!(second.nodes < plain.nodes, "{told}: {} {}", plain.nodes, second.nodes);
        }
    }
}

/// Bounds that were found are told again, whatever stops the next search.
#[test]
fn bounds_are_not_lost() {
    for game in games() {
        let told = format!("{} {}", game.ruleset().id, game.board().describe());
        let mut proofs = Proofs::none(&game);
        let most = solve(&game, &nodes(u64::MAX)).nodes;
        let mut last = (shinpan_solve::End::Lost, shinpan_solve::End::Won);
        for part in [2, 50, 3, 1, 1000] {
            let bounds = search(&game, most / part, &mut proofs).value.bounds();
            assert!(last.0 <= bounds.0 && bounds.1 <= last.1, "{told} {last:?} {bounds:?}");
            last = bounds;
            proofs = again(&proofs, &game);
        }
    }
}

/// Tables of other boards and rules are refused.
#[test]
fn other_games_are_refused() {
    for name in ["long-cycle-2", "long-cycle-3", "kee", "japanese-1989"] {
        let game = empty(name, "3x2");
        let mut proofs = Proofs::none(&game);
        search(&game, u64::MAX, &mut proofs);
        let bytes = bytes_of(&proofs);
        for other in [empty(name, "2x3"), empty("chinese", "3x2"), empty("aga", "3x2")] {
            assert!(matches!(Proofs::read(&bytes, &other), Err(ProofsError::Foreign(_))));
        }
        let cut = &bytes[..bytes.len() - 9];
        assert!(matches!(Proofs::read(cut, &game), Err(ProofsError::Damaged(_))));
        assert!(matches!(Proofs::read(b"nothing", &game), Err(ProofsError::Unknown)));
    }
}

/// Komi, who is to move, what stands, prisoners and moves that were made are parts of what is asked.
#[test]
fn other_starts_are_other_questions() {
    for name in ["long-cycle-2", "long-cycle-3", "kee", "japanese-1989", "lasker-maas"] {
        let rules = Arc::new(Ruleset::builtin(name).unwrap());
        let board = Arc::new(Board::parse("4x1").unwrap());
        let plain = Setup::empty(Arc::clone(&board), 2);
        let setups = [
            plain.clone(),
            Setup { komi: Komi::from_halves(3).unwrap(), ..plain.clone() },
            Setup { to_move: Player::WHITE, ..plain.clone() },
            Setup { stones: parse_rows(&board, ".X..").unwrap(), ..plain.clone() },
            Setup {
                prisoners: shinpan_board::ByPlayer::new(2, |player| 2 * player.index() as u32),
                ..plain
            },
        ];
        let mut games: Vec<Game> =
            setups.iter().map(|setup| Game::new(Arc::clone(&rules), setup).unwrap()).collect();
        let mut passed = games[0].clone();
        passed.play(Move::Pass).unwrap();
        games.push(passed);
        let mut proofs = Proofs::none(&games[0]);
        for game in &games {
            let found = search(game, MOST, &mut proofs);
            assert_eq!(found.value.bounds(), solve(game, &nodes(MOST)).value.bounds(), "{name}");
            assert_eq!(search(game, 0, &mut proofs).value.bounds(), found.value.bounds(), "{name}");
        }
    }
}

/// Games by dice from positions by dice: what was found of others changes no answer.
#[test]
fn what_others_have_left_changes_no_answer() {
    let mut dice = Dice::new(156);
    for (name, specs) in [
        ("long-cycle-2", ["2x2", "4x1", "3x1"]),
        ("kee", ["2x2", "4x1", "3x1"]),
        ("japanese-1989", ["2x2", "4x1", "3x1"]),
        ("long-cycle-3", ["2x1", "3x1", "2x2"]),
        ("chinese", ["2x2", "4x1", "3x1"]),
    ] {
        let rules = Arc::new(Ruleset::builtin(name).unwrap());
        let (mut compared, mut less, mut more) = (0, 0_u64, 0_u64);
        for spec in specs {
            let board = Arc::new(Board::parse(spec).unwrap());
            let start = Game::new(Arc::clone(&rules), &Setup::empty(Arc::clone(&board), 2));
            let mut proofs = Proofs::none(&start.unwrap());
            for _ in 0..24 {
                let mut game = by_dice(&rules, &board, &mut dice);
                for _ in 0..dice.roll(6) {
                    let mut next = game.clone();
                    let legal = game.legal();
                    let made = dice.roll(legal.len() + 1);
                    next.play(legal.get(made).map_or(Move::Pass, |&point| Move::Play(point)))
                        .unwrap();
                    if *next.status() != Status::InPlay {
                        break;
                    }
                    game = next;
                }
                let plain = solve(&game, &nodes(MOST));
                // Some searches are stopped.
                let most = if dice.chance(3) { plain.nodes / 2 } else { MOST };
                let stopped = search(&game, most, &mut proofs);
                proofs = again(&proofs, &game);
                let found = search(&game, MOST, &mut proofs);
                let told = || (spec, game.position().diagram(&board), game.moves_made());
                match plain.value {
                    Value::Exact(_) => {
                        assert_eq!(found.value, plain.value, "{name} {:?}", told());
                        let both = found.without_draws.zip(plain.without_draws);
                        assert!(both.is_none_or(|(one, two)| one == two), "{name} {:?}", told());
                        let (low, high) = stopped.value.bounds();
                        let value = plain.value.bounds().0;
                        assert!(low <= value && value <= high, "{name} {:?}", told());
                        compared += 1;
                    }
                    _ => {
                        let (found, plain) = (found.value.bounds(), plain.value.bounds());
                        assert!(plain.0 <= found.0 && found.1 <= plain.1, "{name} {:?}", told());
                    }
                }
                less += stopped.nodes + found.nodes;
                more += plain.nodes;
            }
        }
        println!("{name}: {compared}, {less} nodes for {more}");
        assert!(compared > 36, "{name}: {compared}");
    }
}

/// A position that may stand on a board.
fn by_dice(rules: &Arc<Ruleset>, board: &Arc<Board>, dice: &mut Dice) -> Game {
    loop {
        let mut setup = Setup::empty(Arc::clone(board), 2);
        let sign = |_| ['.', '.', 'X', 'O'][dice.roll(4)];
        let signs: Vec<char> = (0..board.len()).map(sign).collect();
        let columns = usize::from(board.describe().starts_with("2x")) * 2;
        let columns = if columns == 0 { board.len() } else { columns };
        let rows: Vec<String> = signs.chunks(columns).map(|row| row.iter().collect()).collect();
        setup.stones = parse_rows(board, &rows.join("\n")).unwrap();
        if dice.chance(2) {
            setup.to_move = Player::WHITE;
        }
        if let Ok(game) = Game::new(Arc::clone(rules), &setup) {
            return game;
        }
    }
}

/// A changed byte is found by the check sum; with another check sum nothing panics.
#[test]
fn changed_bytes_are_refused() {
    let mut dice = Dice::new(1_156);
    for name in ["long-cycle-2", "long-cycle-3", "kee", "japanese-1989", "aga"] {
        let game = empty(name, "2x2");
        let mut proofs = Proofs::none(&game);
        search(&game, u64::MAX, &mut proofs);
        let mut other = game.clone();
        other.play(Move::Play(game.board().point(0).unwrap())).unwrap();
        search(&other, 2_000, &mut proofs);
        let bytes = bytes_of(&proofs);
        for _ in 0..1_000 {
            let mut changed = bytes.clone();
            for _ in 0..=dice.roll(3) {
                changed[dice.roll(bytes.len())] ^= 1 << dice.roll(8);
            }
            if changed == bytes {
                continue;
            }
            assert!(Proofs::read(&changed, &game).is_err(), "{name}");
        }
        // Behind what tells the game.
        let told = "shinpan proofs\n".len();
        let length = u64::from_le_bytes(bytes[told..told + 8].try_into().unwrap()) as usize;
        let begin = told + 8 + length;
        for _ in 0..300 {
            let mut changed = bytes.clone();
            let end = bytes.len() - 4;
            for _ in 0..=dice.roll(4) {
                changed[begin + dice.roll(end - begin)] = dice.roll(256) as u8;
            }
            let sum = crc32fast::hash(&changed[..end]);
            changed[end..].copy_from_slice(&sum.to_le_bytes());
            if let Ok(mut proofs) = Proofs::read(&changed, &game) {
                search(&other, 2_000, &mut proofs);
                search(&game, 2_000, &mut proofs);
                bytes_of(&proofs);
            }
        }
    }
}
