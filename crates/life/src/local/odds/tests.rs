use shinpan_board::Board;
use shinpan_testkit::Dice;

use super::{CASES, DEAREST, LEARNED, Odds, Turn, WEIGHTS};
use crate::bits::places;
use crate::ground::Ground;
use crate::local::game::PASS;
use crate::local::{Extent, Local};
use crate::windows::tests::{some_positions, state};
use crate::zone::Elsewhere;

#[test]
fn there_is_a_weight_for_each_case() {
    assert_eq!(CASES.iter().sum::<usize>() + 1, WEIGHTS);
    assert_eq!(LEARNED.len(), WEIGHTS);
}

#[test]
fn each_case_is_one_of_those_there_are_and_the_likeliest_play_keeps_its_number() {
    let board = Board::rectangle(6, 6).expect("a board");
    let ground = Ground::<1>::of(&board).expect("a small board");
    let (mut dice, mut dear) = (Dice::new(175), 0);
    for stones in some_positions(&board, 300, 175) {
        let now = state(&ground, &board, &stones);
        let Some(stone) = now.stones[0].first() else { continue };
        let extent = Extent { points: 20, along: true };
        let goal = ground.component(stone, &now.stones[0]);
        let part = Local::around(&ground, &now, 0, &goal, &Elsewhere::NONE, extent);
        let (layout, now) = (&part.reader.layout, part.stones(&now));
        let scene = layout.scene(&now);
        let cluster = layout.cluster(&now, &scene.bodies);
        let points: Vec<u8> = places(layout.empty(&now)).map(|point| point as u8).collect();
        let plays = layout.own_plays(&now, &scene, points);
        let guesses: Vec<u32> = plays.iter().map(|_| 1 + dice.roll(200) as u32).collect();
        let last = if dice.chance(4) { PASS } else { dice.roll(layout.patch.near.len()) as u8 };
        let (scene, cluster, plays, guesses) = (&scene, &cluster, &plays, guesses.as_slice());
        let turn = Turn { now: &now, scene, cluster, last, plays, guesses };
        let odds = Odds::new(&layout.patch);
        for cases in odds.cases(layout, &turn) {
            assert!(cases.iter().zip(CASES).all(|(&case, many)| usize::from(case) < many));
        }
        let prices = odds.prices(layout, &turn, None);
        assert_eq!(prices.len(), plays.len());
        assert!(prices.iter().all(|price| (1.0..=DEAREST).contains(price)), "{prices:?}");
        assert!(plays.is_empty() || prices.contains(&1.0), "{prices:?}");
        dear += prices.iter().filter(|&&price| price > 1.5).count();
    }
    assert!(dear > 100, "{dear}");
}
