use shinpan_testkit::Dice;

use super::{AFTER, CASES, Past};
use crate::local::game::{Moves, PASS, Stones};
use crate::local::numbers::Entry;

fn stones(own: u64, others: u64) -> Stones {
    Stones { own, others, hostile: 0, lost: 0 }
}

fn plays(points: impl IntoIterator<Item = u8>) -> Moves {
    points.into_iter().map(|point| (point, stones(0, 0))).collect()
}

#[test]
fn a_play_is_known_by_the_likest_state_in_which_it_won_or_lost() {
    let mut past = Past::new(8);
    let now = stones(0b0000_0011, 0b1100_0000);
    let of = |past: &Past, now: Stones, last: u8| past.signs(&now, last, &plays([3]))[0];
    assert_eq!(of(&past, now, 2)[3..], [123, 123, 123, 123]);
    past.won(&now, (2, 3), 0b1111_0011);
    // The same, after the same move, and after another: nothing is against it, nothing differs; it never lost.
    assert_eq!(of(&past, now, 2)[3..], [3, 120, 3, 120]);
    assert_eq!(of(&past, now, PASS)[3..], [123, 123, 3, 120]);
    // A stone of the owner's more, on a point that the win rests on and on one that it does not.
    assert_eq!(of(&past, stones(0b0001_0011, 0b1100_0000), 2)[3], 4 + 3);
    assert_eq!(of(&past, stones(0b0000_0111, 0b1100_0000), 2)[3], 3);
    // One less, and two of the opponent's more.
    assert_eq!(of(&past, stones(0b0000_0001, 0b1111_0000), 2)[3], 3 * 20 + 3);
    // It lost where one of these two stood, and for a loss what is against the owner is nothing against it.
    past.tried(&stones(0b0000_0011, 0b1101_0000), (2, 3), 10, Entry::lost(0b1111_1111));
    assert_eq!(of(&past, stones(0b0000_0011, 0b1111_0000), 2)[3..5], [2 * 20, 4 + 2]);
    // Losses are kept as long as there are not too many later ones.
    for _ in 0..AFTER {
        past.tried(&stones(0, 0b1111_1111), (2, 3), 10, Entry::lost(0b1111_1111));
    }
    assert_eq!(of(&past, stones(0b0000_0011, 0b1111_0000), 2)[4] / 20, 4);
}

#[test]
fn plays_that_won_more_often_after_a_move_come_first() {
    let mut past = Past::new(5);
    let now = stones(0, 0);
    for (last, play, often) in [(0, 3, 2), (PASS, 2, 5), (1, 4, 1)] {
        (0..often).for_each(|_| past.won(&now, (last, play), 1));
    }
    assert_eq!(past.sorted(0b11111, 0)[..], [3, 2, 4, 0, 1]);
    assert_eq!(past.sorted(0b11011, PASS)[..], [3, 4, 0, 1]);
    assert_eq!(past.sorted(0b11111, 1)[..], [2, 4, 3, 0, 1]);
}

#[test]
fn each_case_is_one_of_those_there_are() {
    let mut dice = Dice::new(177);
    let mut seen = CASES.map(|many| vec![false; many]);
    for _ in 0..40 {
        let points = 4 + dice.roll(12);
        let mut past = Past::new(points);
        let all = (1_u64 << points) - 1;
        for _ in 0..300 {
            let some =
                |dice: &mut Dice| dice.roll(1 << points) as u64 & dice.roll(1 << points) as u64;
            let own = some(&mut dice);
            let now = stones(own, some(&mut dice) & !own);
            let last = if dice.chance(4) { PASS } else { dice.roll(points) as u8 };
            let play = dice.roll(points) as u8;
            let needed = some(&mut dice) | 1;
            match dice.roll(4) {
                0 | 1 => past.won(&now, (last, play), needed),
                2 => past.tried(&now, (last, play), 1 + dice.roll(500) as u64, Entry::open(9, 9)),
                _ => past.tried(&now, (last, play), 1 + dice.roll(50) as u64, Entry::lost(all)),
            }
            for signs in past.signs(&now, last, &plays(0..points as u8)) {
                for ((sign, many), seen) in signs.into_iter().zip(CASES).zip(&mut seen) {
                    assert!(usize::from(sign) < many, "{signs:?}");
                    seen[usize::from(sign)] = true;
                }
            }
        }
    }
    let seen = seen.iter().flatten().filter(|&&seen| seen).count();
    assert!(seen > 350, "{seen}");
}
