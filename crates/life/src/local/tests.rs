//! The reader against a plain search of the same game.

use std::collections::HashMap;

use shinpan_board::Board;
use shinpan_testkit::Dice;

use super::game::{Layout, Moves, PASS, Stones};
use super::pairs::Cluster;
use super::reader::Reader;
use super::room::View;
use super::{ANY, Local, Outlook};
use crate::bits::{Bits, places};
use crate::ground::Ground;
use crate::patch::Patch;
use crate::state::State;
use crate::windows::tests::state;

/// Whether the owner has got there as it stands: his chain is connected to a safe group, or has two eyes without
/// an inside.
fn stands(layout: &Layout, now: &Stones) -> bool {
    let home = layout.home(now);
    if layout.prey != 0 {
        return shuts_in(layout, now);
    }
    if home.groups & layout.safe != 0 {
        return true;
    }
    let strangers = layout.patch.groups() & !home.groups;
    let no_eye = layout.patch.open
        | layout.patch.beside(strangers)
        | now.hostile
        | now.own
        | !layout.patch.reach(home);
    let (mut rest, mut eyes) = (layout.patch.all() & !home.stones, 0);
    while let Some(region) = layout.patch.take_component(rest, &mut rest) {
        eyes += u32::from(region & no_eye == 0);
    }
    eyes >= 2
}

/// Whether as it stands the owner's chain has two eyes in which only opposing stones are not next to it, or is connected to a safe group, and
/// leaves no two points for eyes around the prey.
fn shuts_in(layout: &Layout, now: &Stones) -> bool {
    let (home, patch) = (layout.home(now), &layout.patch);
    let reach = patch.reach(home);
    let elsewhere = patch.open | patch.beside(patch.groups() & !home.groups);
    let (mut rest, mut eyes) = (patch.all() & !home.stones, 0);
    while let Some(region) = patch.take_component(rest, &mut rest) {
        let away = region & !reach;
        let eye = away & (now.hostile | !now.others) == 0;
        eyes += u32::from(eye && region & (elsewhere | now.hostile) == 0);
        if region & layout.prey != 0 {
            let room = away & (now.hostile | !now.others);
            let two = |one: usize| places(room).any(|p| p != one && patch.near[one] >> p & 1 == 0);
            if region & elsewhere != 0 || places(room).any(two) {
                return false;
            }
        }
    }
    eyes >= 2 || home.groups & layout.safe != 0
}

/// The owner's plays, one by one.
fn own_plays(layout: &Layout, now: &Stones) -> Moves {
    let play = |point: usize| layout.own_play(now, point).map(|(next, _)| (point as u8, next));
    places(layout.empty(now)).filter_map(play).collect()
}

/// The opponent's pass and his plays, one by one.
fn others_moves(layout: &Layout, now: &Stones) -> Moves {
    let play = |point: usize| layout.others_play(now, point).map(|next| (point as u8, next));
    let plays = places(layout.empty(now)).filter_map(play);
    std::iter::once((PASS, *now)).chain(plays).collect()
}

fn cluster(layout: &Layout, now: &Stones) -> Cluster {
    layout.cluster(now, &layout.scene(now).bodies)
}

/// Whether the owner wins, all moves of both sides gone through.
pub(super) fn wins(
    layout: &Layout,
    now: &Stones,
    own_turn: bool,
    known: &mut HashMap<(Stones, bool), bool>,
) -> bool {
    if let Some(&won) = known.get(&(*now, own_turn)) {
        return won;
    }
    let won = if now.lost & 1 == 1 {
        false
    } else if own_turn {
        own_plays(layout, now).iter().any(|(_, next)| wins(layout, next, false, known))
    } else {
        stands(layout, now)
            || others_moves(layout, now).iter().all(|(_, next)| wins(layout, next, true, known))
    };
    known.insert((*now, own_turn), won);
    won
}

/// A part of a grid by dice, with groups around it.
fn any_part(dice: &mut Dice) -> (Layout, Stones) {
    let (columns, rows) = (2 + dice.roll(4), 1 + dice.roll(2));
    let len = columns * rows;
    let groups = 1 + dice.roll(3);
    let (near, beside, touches) = (vec![0; len], vec![0; groups], vec![0; len]);
    let mut patch = Patch { near, open: 0, beside, touches };
    let safe = if groups > 1 && dice.chance(4) { 2 } else { 0 };
    let mut others = 0;
    for point in 0..len {
        if point % columns + 1 < columns {
            patch.near[point] |= 1 << (point + 1);
            patch.near[point + 1] |= 1 << point;
        }
        if point + columns < len {
            patch.near[point] |= 1 << (point + columns);
            patch.near[point + columns] |= 1 << point;
        }
        for group in 0..groups {
            if dice.chance(2) {
                patch.beside[group] |= 1 << point;
                patch.touches[point] |= 1 << group;
            }
        }
        if dice.chance(20) {
            patch.open |= 1 << point;
        }
        if dice.chance(6) {
            others |= 1 << point;
        }
    }
    let mut layout = Layout::new(patch, safe, 2, false);
    if dice.chance(3) {
        // A chain of his opponent's that he has to shut in, or points where none is to live.
        layout.prey = match others {
            0 => 1 << dice.roll(len),
            _ => layout.patch.component(others, others & others.wrapping_neg()),
        };
    }
    (layout, Stones { own: 0, others, hostile: 0, lost: 0 })
}

/// Nothing is decided that is not so, all moves gone through.
pub(super) fn all_decided_is_so(reader: &Reader, all: &mut HashMap<(Stones, bool), bool>) {
    for (state, own_turn, won) in reader.all_decided() {
        let so = wins(&reader.layout, &state, own_turn, all);
        assert_eq!(won, so, "{:?} {state:?} {own_turn}", reader.layout.patch);
    }
}

#[test]
fn what_is_read_by_windows_is_so() {
    let mut dice = Dice::new(17);
    let (mut won, mut missed) = (0, 0);
    for _ in 0..3000 {
        let (layout, now) = any_part(&mut dice);
        let mut all = HashMap::new();
        let plain = wins(&layout, &now, false, &mut all);
        let mut reader = Reader::new(layout);
        let read = reader.outlook_by_windows(&now, (&[2, 4, 6], 10_000), &|| false);
        if read == Outlook::Won {
            assert!(plain, "{:?} {now:?}", (&reader.layout.patch, reader.layout.safe));
            won += 1;
        } else {
            missed += usize::from(plain);
        }
        // Nor is anything on the way decided that is not so.
        all_decided_is_so(&reader, &mut all);
    }
    assert!(won > 200 && missed < won / 2, "{won} {missed}");
}

#[test]
fn what_is_read_is_so() {
    let mut dice = Dice::new(7);
    let (mut won, mut lost, mut by_pairs, mut prey) = (0, 0, 0, 0);
    for _ in 0..4000 {
        let (layout, now) = any_part(&mut dice);
        let mut all = HashMap::new();
        let plain = wins(&layout, &now, false, &mut all);
        let settled = layout.settled(&now, &cluster(&layout, &now)).is_some();
        by_pairs += usize::from(settled && !stands(&layout, &now));
        assert!(plain || !settled, "{:?} {now:?}", (&layout.patch, layout.safe));
        let mut reader = Reader::new(layout);
        let read = reader.outlook((&now, false), (1_000_000, ANY), &|| false) == Outlook::Won;
        assert_eq!(read, plain, "{:?} {now:?}", (&reader.layout.patch, reader.layout.safe));
        all_decided_is_so(&reader, &mut all);
        if read {
            won += 1
        } else {
            lost += 1
        }
        if read {
            prey += usize::from(reader.layout.prey & now.others != 0);
            follows(&mut reader, &now, &mut HashMap::new());
        }
    }
    assert!(won > 200 && lost > 200 && by_pairs > 50, "{won} {lost} {by_pairs}");
    assert!(prey > 30, "{prey}");
}

/// Whoever follows the answers wins, whatever the opponent plays.
fn follows(reader: &mut Reader, now: &Stones, seen: &mut HashMap<Stones, ()>) {
    if stands(&reader.layout, now) || seen.insert(*now, ()).is_some() {
        return;
    }
    for (_, after) in others_moves(&reader.layout, now) {
        let (answer, _) = reader.answer(&after, 1_000_000);
        let answer = answer.unwrap_or_else(|| panic!("no answer to {after:?}"));
        let (next, _) = reader.layout.own_play(&after, answer).expect("a play");
        follows(reader, &next, seen);
    }
}

/// A part with one more group, which two points that are open to others tie to the chain asked about.
fn with_a_tie_for_nothing(layout: Layout) -> Layout {
    let Layout { mut patch, safe, eyes, keeping, .. } = layout;
    let both = 0b11 << patch.near.len();
    patch.near.extend([0, 0]);
    patch.touches.extend([1 | 1 << patch.beside.len(); 2]);
    patch.open |= both;
    patch.beside[0] |= both;
    patch.beside.push(both);
    Layout::new(patch, safe, eyes, keeping)
}

#[test]
fn what_is_settled_comes_to_its_end_without_the_ties_for_nothing() {
    let mut dice = Dice::new(13);
    let mut played = 0;
    for _ in 0..20_000 {
        let (layout, mut now) = any_part(&mut dice);
        let needed = layout.patch.near.len();
        let layout = with_a_tie_for_nothing(layout);
        if layout.settled(&now, &cluster(&layout, &now)).is_none() {
            continue;
        }
        assert!(layout.settled_by_few(&now).is_some(), "{:?} {now:?}", layout.patch);
        let mut reader = Reader::new(layout);
        // His opponent passes.
        while !stands(&reader.layout, &now) {
            let (answer, _) = reader.answer(&now, 1_000_000);
            let answer = answer.expect("a settled state is won");
            assert!(answer < needed, "{:?} {now:?}", reader.layout.patch);
            now = reader.layout.own_play(&now, answer).expect("a play").0;
            played += 1;
        }
    }
    assert!(played > 100, "{played}");
}

#[test]
fn what_a_move_leads_to_is_seen_from_the_state_before() {
    let mut dice = Dice::new(11);
    let (mut after_others, mut after_own, mut left) = (0, 0, 0);
    for _ in 0..2000 {
        let (layout, mut now) = any_part(&mut dice);
        let room = |state: &Stones, view: &View| layout.room(state, &layout.scene(state), view);
        for turn in 0..8 {
            if now.lost & 1 == 1 {
                break;
            }
            let (scene, points) =
                (layout.scene(&now), || places(layout.empty(&now)).map(|at| at as u8));
            let view = layout.view(&now, layout.cluster(&now, &scene.bodies));
            let others = layout.others_moves(&now, &scene, points());
            assert_eq!(others, others_moves(&layout, &now));
            let own = layout.own_plays(&now, &scene, points());
            assert_eq!(own, own_plays(&layout, &now));
            for (point, next) in &others[1..] {
                if next.own == now.own && next.lost == now.lost {
                    let after = layout.room_after(next, usize::from(*point), (&scene, &view));
                    let fresh = layout.view(next, cluster(&layout, next));
                    assert_eq!(after, room(next, &fresh), "{now:?} {point}");
                    after_others += 1;
                }
            }
            for (point, next) in &own {
                if next.others != now.others {
                    continue;
                }
                let at = usize::from(*point);
                let bodies = scene.bodies.after(&layout.patch, at);
                assert_eq!(bodies.sorted(), layout.scene(next).bodies.sorted());
                let mut cluster = layout.cluster(next, &bodies);
                if layout.is_left_by(next, at, &scene.bodies, &view.cluster) {
                    cluster = view.cluster.clone();
                    let settled = layout.settled(&now, &cluster).is_some();
                    assert!(settled || layout.settled(next, &cluster).is_none());
                    left += 1;
                }
                let after = layout.view_after(&view, cluster.clone());
                let after = layout.room(next, &scene, &after);
                assert_eq!(after, room(next, &layout.view(next, cluster)), "{now:?} {point}");
                after_own += 1;
            }
            let moves = if turn % 2 == 1 { own } else { others };
            if moves.is_empty() {
                break;
            }
            now = moves[dice.roll(moves.len())].1;
        }
    }
    assert!(after_others > 10_000 && after_own > 10_000, "{after_others} {after_own}");
    assert!(left > 500, "{left}");
}

/// A chain on 5x2 with two eyes, and these as a part.
fn with_two_eyes() -> (Board, Ground<1>, State<1>, Local<1>) {
    let board = Board::rectangle(5, 2).expect("a board");
    let ground = Ground::<1>::of(&board).expect("a small board");
    let before = state(&ground, &board, &[0, 1, 0, 1, 0, 1, 1, 1, 1, 0]);
    let eyes: Bits<1> = [0, 2].into_iter().collect();
    let part = Local::within(&ground, &before, 0, &Bits::of(1), &eyes).expect("few points");
    (board, ground, before, part)
}

#[test]
fn what_stands_is_whole_where_a_stone_outside_the_part_has_joined_it() {
    let (board, ground, before, part) = with_two_eyes();
    let after = state(&ground, &board, &[0, 1, 0, 1, 1, 1, 1, 1, 1, 0]);
    for state in [before, after] {
        let certificate = part.certificate(&ground, &state).expect("two eyes");
        let all: Vec<u16> = state.stones[0].iter().collect();
        assert_eq!(certificate.clusters[0].stones, all);
        assert_eq!(certificate.eyes.len(), 2);
    }
}

#[test]
fn nothing_stands_by_a_chain_that_was_taken() {
    let (board, ground, before, part) = with_two_eyes();
    assert!(part.certificate(&ground, &before).is_some());
    let after = state(&ground, &board, &[0, 0, 0, 1, 0, 1, 1, 1, 1, 0]);
    assert!(part.certificate(&ground, &after).is_none());
}
