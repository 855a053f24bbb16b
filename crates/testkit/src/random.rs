//! Random boards, positions, rulesets and games.

use std::sync::Arc;

use crate::dice::Dice;

use shinpan_board::{Board, ByPlayer, Player, Position, Stone};
use shinpan_rules::{Komi, Ruleset, Setup, set_option};

/// A ruleset by name, with options that are set.
pub type Named = (&'static str, &'static [(&'static str, &'static str)]);

/// Every built-in ruleset, and every option that the twin knows.
pub const OPTIONED: [Named; 34] = [
    ("lasker-maas", &[]),
    ("lasker-maas", &[("superko", "situational")]),
    ("lasker-maas", &[("superko_history", "phase")]),
    ("lasker-maas", &[("phase_switch", "first-pass"), ("superko", "situational")]),
    ("lasker-maas-situational", &[]),
    ("lasker-maas-adjusted", &[]),
    ("button", &[]),
    ("button", &[("button_lifts_bans", "true")]),
    ("long-cycle-1", &[]),
    ("long-cycle-1", &[("cycles", "3")]),
    ("long-cycle-1", &[("cycles", "claim")]),
    ("long-cycle-2", &[]),
    ("long-cycle-2", &[("superko_history", "phase")]),
    ("long-cycle-2", &[("cycles", "claim")]),
    ("long-cycle-2", &[("superko", "situational")]),
    ("kee", &[]),
    ("kee", &[]),
    ("kee", &[("scoring", "territory")]),
    ("kee", &[("suicide", "allowed")]),
    ("japanese-1989", &[]),
    ("japanese-1989", &[("cycles", "2")]),
    ("japanese-1989", &[("cycles", "4")]),
    ("tromp-taylor", &[]),
    ("chinese", &[]),
    ("chinese", &[("cycles", "claim")]),
    ("chinese", &[("suicide", "allowed")]),
    ("aga", &[]),
    ("new-zealand", &[]),
    ("lasker-maas", &[("suicide", "allowed")]),
    ("long-cycle-1", &[("phase_switch", "first-pass")]),
    ("long-cycle-3", &[]),
    ("long-cycle-3", &[("cycles", "3")]),
    ("lasker-maas", &[("resolutions", "3")]),
    ("lasker-maas-situational", &[("resolutions", "2")]),
];

/// The ruleset with its options set.
///
/// # Panics
/// If there is no such ruleset or option.
pub fn ruleset(name: &str, options: &[(&str, &str)]) -> Ruleset {
    let mut ruleset = Ruleset::builtin(name).expect("within bounds");
    for (key, value) in options {
        set_option(&mut ruleset, key, value).expect("within bounds");
    }
    ruleset.check().expect("within bounds");
    ruleset
}

/// A small board: a line, a rectangle, a torus or a random graph.
///
/// # Panics
/// Never: the boards are within bounds.
pub fn board(dice: &mut Dice) -> Board {
    match dice.roll(6) {
        0 => Board::rectangle(1 + dice.roll(6), 1).expect("within bounds"),
        1 | 2 => Board::rectangle(1 + dice.roll(4), 1 + dice.roll(4)).expect("within bounds"),
        3 => Board::torus(1 + dice.roll(4), 1 + dice.roll(4)).expect("within bounds"),
        _ => {
            let points = 2 + dice.roll(7);
            let names: Vec<String> = (0..points).map(|index| format!("p{index}")).collect();
            let mut edges = Vec::new();
            for to in 1..points {
                for from in 0..to {
                    if dice.chance(3) {
                        edges.push((names[from].clone(), names[to].clone()));
                    }
                }
            }
            Board::graph(&names, &edges).expect("within bounds")
        }
    }
}

/// A small board, often with stones on it, and anybody to move.
///
/// # Panics
/// Never: the numbers are within bounds.
pub fn setup(dice: &mut Dice, players: usize) -> Setup {
    let board = Arc::new(board(dice));
    let mut setup = Setup::empty(Arc::clone(&board), players);
    if dice.chance(2) {
        let stones: Vec<Stone> = (0..board.len())
            .map(|_| {
                Stone::from_code(dice.roll(players + 2).min(players) as u8).expect("within bounds")
            })
            .collect();
        if Position::from_stones(&board, players, &stones).is_ok() {
            setup.stones = stones;
        }
    }
    setup.to_move = Player::new(dice.roll(players)).expect("within bounds");
    setup.prisoners =
        ByPlayer::new(players, |_| if dice.chance(2) { 0 } else { dice.roll(4) as u32 });
    setup.komi = Komi::from_halves(dice.roll(9) as i64 - 4).expect("within bounds");
    setup
}
