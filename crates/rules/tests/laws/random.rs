//! Random boards, positions, rulesets and games.

use std::sync::Arc;

use shinpan_board::{Board, ByPlayer, Player, Position, Stone};
use shinpan_rules::{Komi, Ruleset, Setup, set_option};

/// A small generator of pseudo-random numbers (xorshift), so that a failing game has a number.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 20) % sides as u64) as usize
    }

    pub(crate) fn chance(&mut self, one_in: usize) -> bool {
        self.roll(one_in) == 0
    }
}

pub(crate) const OPTIONED: [(&str, &[(&str, &str)]); 30] = [
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
];

pub(crate) fn ruleset(name: &str, options: &[(&str, &str)]) -> Ruleset {
    let mut ruleset = Ruleset::builtin(name).unwrap();
    for (key, value) in options {
        set_option(&mut ruleset, key, value).unwrap();
    }
    ruleset.check().unwrap();
    ruleset
}

pub(crate) fn board(dice: &mut Dice) -> Board {
    match dice.roll(6) {
        0 => Board::rectangle(1 + dice.roll(6), 1).unwrap(),
        1 | 2 => Board::rectangle(1 + dice.roll(4), 1 + dice.roll(4)).unwrap(),
        3 => Board::torus(1 + dice.roll(4), 1 + dice.roll(4)).unwrap(),
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
            Board::graph(&names, &edges).unwrap()
        }
    }
}

pub(crate) fn setup(dice: &mut Dice, players: usize) -> Setup {
    let board = Arc::new(board(dice));
    let mut setup = Setup::empty(Arc::clone(&board), players);
    if dice.chance(2) {
        let stones: Vec<Stone> = (0..board.len())
            .map(|_| Stone::from_code(dice.roll(players + 2).min(players) as u8).unwrap())
            .collect();
        if Position::from_stones(&board, players, &stones).is_ok() {
            setup.stones = stones;
        }
    }
    setup.to_move = Player::new(dice.roll(players)).unwrap();
    setup.prisoners =
        ByPlayer::new(players, |_| if dice.chance(2) { 0 } else { dice.roll(4) as u32 });
    setup.komi = Komi::from_halves(dice.roll(9) as i64 - 4).unwrap();
    setup
}
