use shinpan_board::Board;
use shinpan_testkit::Dice;

use super::{ALL, CASES, DEAREST, LEARNED, Odds, SUMS, Turn, Weights};
use crate::bits::places;
use crate::ground::Ground;
use crate::local::game::PASS;
use crate::local::past::Past;
use crate::local::{Extent, Local};
use crate::windows::tests::{some_positions, state};
use crate::zone::Elsewhere;

#[test]
fn there_is_a_weight_for_each_case() {
    assert_eq!(CASES.iter().sum::<usize>(), ALL);
    let text = include_str!("weights.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let numbers = lines.flat_map(str::split_whitespace).map(|number| number.parse::<i32>());
    assert_eq!(numbers.filter(Result::is_ok).count(), ALL * (SUMS + 1) + 2 * SUMS);
    assert_eq!(LEARNED.cases.len(), ALL);
}

#[test]
fn what_is_weighed_together_counts_from_nothing_on() {
    let mut weights = Weights::read("");
    let cases = [0; CASES.len()];
    assert_eq!(weights.weigh(&cases), ([0.0; SUMS], 0.0));
    (weights.first[0], weights.counts[0]) = (-1.0, 2.0);
    weights.cases[0][0] = 3.0;
    weights.cases[CASES[0]][SUMS] = 0.5;
    assert_eq!(weights.weigh(&cases).1, 4.5);
    weights.cases[0][0] = 0.5;
    assert_eq!(weights.weigh(&cases).1, 0.5);
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
        let view = layout.view(&now, layout.cluster(&now, &scene.bodies));
        let points: Vec<u8> = places(layout.empty(&now)).map(|point| point as u8).collect();
        let plays = layout.own_plays(&now, &scene, points);
        let last = if dice.chance(4) { PASS } else { dice.roll(layout.patch.near.len()) as u8 };
        let likely = if dice.chance(3) { plays.first().map(|play| play.0) } else { None };
        let (scene, view, plays) = (&scene, &view, &plays);
        let signs = &Past::new(layout.patch.near.len()).signs(&now, last, plays);
        let turn = Turn { now: &now, scene, view, last, plays, likely, signs };
        let odds = Odds::new(&layout.patch);
        for cases in odds.cases(layout, &turn) {
            assert!(cases.iter().zip(CASES).all(|(&case, many)| usize::from(case) < many));
        }
        let prices = odds.prices(layout, &turn);
        assert_eq!(prices.len(), plays.len());
        assert!(prices.iter().all(|price| (1.0..=DEAREST).contains(price)), "{prices:?}");
        assert!(plays.is_empty() || prices.contains(&1.0), "{prices:?}");
        dear += prices.iter().filter(|&&price| price > 1.5).count();
    }
    assert!(dear > 100, "{dear}");
}
