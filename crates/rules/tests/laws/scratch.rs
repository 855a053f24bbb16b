use std::sync::Arc;
use shinpan_board::{Board};
use shinpan_rules::*;
use shinpan_testkit::Dice;
#[test]
fn search() {
    let mut best = usize::MAX;
    for seed in 1..400000 {
        let mut dice = Dice::new(seed);
        let board = Arc::new(Board::rectangle(2 + dice.roll(3), 1 + dice.roll(2)).unwrap());
        let rules = Arc::new(Ruleset::builtin("lasker-maas-situational").unwrap());
        let mut game = Game::new(rules, &Setup::empty(Arc::clone(&board), 2)).unwrap();
        let mut moves: Vec<String> = Vec::new();
        let eager = 2 + dice.roll(5);
        let mut ended = None;
        for _ in 0..50 {
            if *game.status() != Status::InPlay { break; }
            if let Some((k, second)) = ended {
                for ban in game.banned() {
                    if ban.refusal.reason == Reason::Superko && game.to_move().next(2) == second {
                        let after = game.position().codes_after(&board, ban.point, game.to_move());
                        if Some(after) == game.position_after(k) && ban.refusal.repeats().unwrap() < k - 1 && moves.len() < best {
                            best = moves.len();
                            println!("{} {:?} then {} refused, repeats {:?}", board.describe(), moves.join(" "), board.name(ban.point), ban.refusal.repeats());
                        }
                    }
                }
            }
            let legal = game.legal();
            let made = if legal.is_empty() || dice.chance(eager) { Move::Pass } else { Move::Play(legal[dice.roll(legal.len())]) };
            let mover = game.to_move();
            moves.push(match made { Move::Pass => "-".into(), Move::Play(p) => board.name(p).to_lowercase() });
            game.play(made).unwrap();
            if ended.is_none() && game.phase() == "resolution" { ended = Some((game.moves_made(), mover)); }
        }
    }
}
