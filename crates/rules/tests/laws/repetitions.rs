//! The list of repetitions is what a look at all positions finds.

use std::sync::Arc;

use shinpan_rules::{Game, Move, Status};
use shinpan_testkit::{Dice, OPTIONED, ruleset, setup};

#[test]
fn repetitions_are_found_by_looking_at_every_position() {
    let mut repeating = 0;
    for seed in 1..=400 {
        let mut dice = Dice::new(seed);
        let (name, options) = OPTIONED[dice.roll(OPTIONED.len())];
        let Ok(mut game) = Game::new(Arc::new(ruleset(name, options)), &setup(&mut dice, 2)) else {
            continue;
        };
        for _ in 0..150 {
            if *game.status() != Status::InPlay {
                break;
            }
            let legal = game.legal();
            let made = match legal.len() {
                0 => Move::Pass,
                _ if dice.chance(8) => Move::Pass,
                all => Move::Play(legal[dice.roll(all)]),
            };
            game.play(made).unwrap();
        }
        let first = game.first_move();
        let expected: Vec<(usize, usize)> = (first + 1..=game.moves_made())
            .filter(|&at| matches!(game.move_at(at), Some((_, Move::Play(_)))))
            .filter_map(|at| {
                let now = game.position_after(at);
                let before = (first..at).rev().find(|&before| game.position_after(before) == now);
                Some((at, before?))
            })
            .collect();
        repeating += usize::from(!expected.is_empty());
        assert_eq!(game.repetitions(), expected, "seed {seed}, {name} {options:?}");
    }
    assert!(repeating > 20, "{repeating}");
}
