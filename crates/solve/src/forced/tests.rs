//! What can be forced, held against the table of all states.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shinpan_board::Board;
use shinpan_rules::{Ruleset, Score, Suicide};

use super::asker::Shared;
use super::question::Bans;
use super::slots::Numbers;
use super::steps::{Numbered, Steps};
use super::threats::Threats;
use super::unrepeated::Unrepeated;
use super::*;
use crate::compact::{Stones, owned, safe};
use crate::loopy::Solved;
use crate::starts::start;
use crate::superko;

static NEVER: AtomicBool = AtomicBool::new(false);

fn limits() -> Limits<'static> {
    Limits { nodes: u64::MAX, memory: 64 << 20, stop: &NEVER, progress: &|_| {} }
}

/// What is said holds for what the table proves of the states of RULES, and where cycles are draws it is nearly always as much.
#[test]
fn what_can_be_forced_agrees_with_the_table() {
    let (mut met, mut ended) = (0, 0);
    let (mut open, mut all_starts) = (0, 0);
    for (spec, every) in [("2x2", 1), ("1x5", 1), ("3x2", 3), ("3x3", 41)] {
        let board = Arc::new(Board::parse(spec).unwrap());
        let field = Field::<u32>::new(&board).unwrap();
        for name in ["chinese", "long-cycle-1"] {
            let rules = Arc::new(Ruleset::builtin(name).unwrap());
            let loopy = LoopyRules::of(&rules).unwrap();
            let all = Solved::of(&field, &loopy, &limits()).unwrap();
            for stones in all.positions().step_by(every) {
                for to_move in [BLACK, WHITE] {
                    let game = start(&rules, &board, stones, to_move);
                    let told =
                        format!("{name} {spec} {to_move} {:?}", game.position().diagram(&board));
                    let (value, proven) = all.proven(&loopy, &game, &limits());
                    assert_eq!(value, proven, "{told}");
                    let found = solve(&game, None, &limits(), 1).unwrap();
                    let (least, most) = found.value.bounds();
                    assert!(least <= value && value <= most, "{told}: {least} {value} {most}");
                    if let Some((low, high)) = found.without_draws {
                        assert_eq!((low, high), all.bounds(&game), "{told}");
                    }
                    if name == "chinese" {
                        open += usize::from(found.without_draws.is_none());
                        all_starts += 1;
                    }
                    met += usize::from(found.value.exact().is_some());
                    let mut played = game.clone();
                    for &made in &found.line {
                        played.play(made).unwrap();
                    }
                    if let Status::Over(outcome) = played.status() {
                        assert_eq!(End::of(outcome), value, "{told}");
                        ended += 1;
                    }
                }
            }
        }
    }
    assert!(met > 400 && ended > 150, "{met} {ended}");
    assert!(open * 8 < all_starts, "{open} of {all_starts}");
}

/// One question is answered as the value says, if it is answered; where cycles are draws it nearly always is.
#[test]
fn one_question_is_answered_as_the_table_says() {
    let mut answers = [0; 3];
    for (spec, every) in [("2x2", 3), ("1x5", 5), ("3x2", 23), ("3x3", 521)] {
        let board = Arc::new(Board::parse(spec).unwrap());
        let field = Field::<u32>::new(&board).unwrap();
        for name in ["chinese", "long-cycle-1"] {
            let rules = Arc::new(Ruleset::builtin(name).unwrap());
            let all = Solved::of(&field, &LoopyRules::of(&rules).unwrap(), &limits()).unwrap();
            for stones in all.positions().step_by(every) {
                for to_move in [BLACK, WHITE] {
                    let game = start(&rules, &board, stones, to_move);
                    let (low, high) = all.bounds(&game);
                    let value = low.max(high.min(End::DRAW));
                    let most = 2 * field.points as i64;
                    for halves in (-most - 3..=most + 3).step_by(3) {
                        let margin = Score::new(halves, 2);
                        let found = ask(&game, margin, &limits(), 1).unwrap().value;
                        let told =
                            format!("{name} {spec} {to_move} {stones:?} {margin}: {found:?}");
                        let (least, most) = found.bounds();
                        assert!(least <= value && value <= most, "{told} {value}");
                        let answer = found.reaches(margin);
                        if name == "chinese" {
                            answers[answer.map_or(2, usize::from)] += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(answers[0] > 200 && answers[1] > 200 && answers[2] < 30, "{answers:?}");
}

/// The search by depth alone, on several threads too: its answers are those of the table.
#[test]
fn what_is_found_by_depth_agrees_with_the_table() {
    let mut answers = [0; 3];
    for (spec, every, threads) in [("2x2", 1, 1), ("1x5", 2, 2), ("3x2", 7, 1), ("3x3", 331, 2)] {
        let board = Arc::new(Board::parse(spec).unwrap());
        let field = Field::<u32>::new(&board).unwrap();
        let points = field.points as i16;
        for name in ["chinese", "long-cycle-1"] {
            let rules = Ruleset::builtin(name).unwrap();
            let loopy = LoopyRules::of(&rules).unwrap();
            let rules = Arc::new(rules);
            let all = Solved::of(&field, &loopy, &limits()).unwrap();
            let play = Play { field: &field, rules: &loopy, bans: Bans::BasicKo, sure: false };
            for stones in all.positions().step_by(every) {
                for to_move in [BLACK, WHITE] {
                    let game = start(&rules, &board, stones, to_move);
                    let (low, high) = all.bounds(&game);
                    let state = State { stones, to_move, passed: false, ban: None };
                    let limits = limits();
                    let shared = Shared::new(&play, &limits, limits.memory / 2);
                    let mut asker = Asker::new(play, &shared, threads);
                    for bound in [1 - points, 0, 1, points - 1, points] {
                        // Plays count from here on.
                        let paid = Score::new(offset(&game), 2);
                        let wanted = End::Margin(paid + i64::from(bound));
                        let question = Question { state, stage: 0, bound };
                        let told = format!("{name} {spec} {to_move} {stones:?} {bound}");
                        let answer = asker.deepen(&question, 2_000).unwrap();
                        match answer {
                            Some(true) => assert!(low >= wanted, "{told}: {low}"),
                            Some(false) => assert!(high < wanted, "{told}: {high}"),
                            None => {}
                        }
                        answers[answer.map_or(2, usize::from)] += 1;
                    }
                }
            }
        }
    }
    let [no, yes, open] = answers;
    assert!(no > 200 && yes > 400 && open > 0, "{answers:?}");
}

/// The moves that a search by depth sees are those of the rules, and found under the numbers they have by themselves.
#[test]
fn steps_are_the_moves_with_their_numbers() {
    let rules = LoopyRules::area();
    let (mut kos, mut suicides) = (0, 0);
    for (spec, every) in [("2x2", 1), ("1x5", 1), ("3x2", 1), ("3x3", 1)] {
        let board = Arc::new(Board::parse(spec).unwrap());
        let field = Field::<u32>::new(&board).unwrap();
        let chinese = Ruleset::builtin("chinese").unwrap();
        let all = Solved::of(&field, &LoopyRules::of(&chinese).unwrap(), &limits()).unwrap();
        for bans in [Bans::BasicKo, Bans::Superko(Suicide::MultiStone)] {
            let play = Play { field: &field, rules: &rules, bans, sure: false };
            let numbers = Numbers::new(&play).unwrap();
            for (place, stones) in all.positions().step_by(every).enumerate() {
                let empty: Vec<usize> = (field.all & !stones.taken()).points().collect();
                let ban = empty.get(place % 7).copied();
                let state = State { stones, to_move: place % 2, passed: place % 3 == 0, ban };
                let question = Question { state, stage: 0, bound: 1 };
                let steps = Steps::new(&play, &numbers, &question);
                for &point in &empty {
                    let step = steps.play(point);
                    let told = format!("{spec} {question:?} {point}");
                    let placed = stones.place(&field, point, state.to_move);
                    match step.filter(|_| placed.lost.any()) {
                        Some(step) => {
                            assert_eq!(bans, Bans::Superko(Suicide::MultiStone), "{told}");
                            assert!(state.to_move == WHITE && placed.lost.size() > 1, "{told}");
                            assert_eq!(step.question.state.stones, placed.stones, "{told}");
                            suicides += 1;
                        }
                        None => {
                            let next = play.play(&question, point).map(|next| next.state);
                            assert_eq!(step.map(|step| step.question.state), next, "{told}");
                        }
                    }
                    if let Some(step) = step {
                        let again = Numbered::new(&play, &numbers, step.question);
                        assert_eq!((step.number, step.turn), (again.number, again.turn), "{told}");
                        kos += usize::from(step.question.state.ban.is_some());
                    }
                }
            }
        }
    }
    assert!(kos > 50 && suicides > 50, "{kos} {suicides}");
}

/// What a strategy gets that brings nothing back, a search gets that remembers all that stood.
#[test]
fn strategies_that_bring_nothing_back_are_enough_under_superko() {
    let mut found = 0;
    for (name, suicide) in [
        ("tromp-taylor", Suicide::Forbidden),
        ("aga", Suicide::Forbidden),
        ("tromp-taylor", Suicide::Allowed),
        ("new-zealand", Suicide::Allowed),
    ] {
        let rules = Arc::new(Ruleset { suicide, ..Ruleset::builtin(name).unwrap() });
        for (spec, every) in [("2x2", 1), ("1x6", 3), ("3x2", 3), ("3x3", 331), ("4x2", 331)] {
            let board = Arc::new(Board::parse(spec).unwrap());
            let field = Field::<u32>::new(&board).unwrap();
            let area = LoopyRules::area();
            let chinese = LoopyRules::of(&Ruleset::builtin("chinese").unwrap()).unwrap();
            let all = Solved::of(&field, &chinese, &limits()).unwrap();
            let play =
                Play { field: &field, rules: &area, bans: Bans::Superko(suicide), sure: false };
            let points = field.points as i16;
            for stones in all.positions().step_by(every) {
                for to_move in [BLACK, WHITE] {
                    let game = start(&rules, &board, stones, to_move);
                    let value =
                        superko::solve(&game, None, &limits(), u64::MAX, 1, None).unwrap().value;
                    let (value, _) = value.bounds();
                    let past: Vec<Stones<u32>> =
                        game.past().iter().map(|(codes, _)| Stones::of_codes(codes)).collect();
                    let state = State { stones, to_move, passed: false, ban: None };
                    let limits = limits();
                    let shared = Shared::new(&play, &limits, limits.memory / 2);
                    let mut asker = Asker::new(play, &shared, 1);
                    for bound in [2 - points, 0, 1, 2, points - 2, points] {
                        let question = Question { state, stage: 0, bound };
                        if asker.deepen(&question, 2_000).unwrap() != Some(true) {
                            continue;
                        }
                        let mut strategy = asker.write_down(&past, 1 << 20).unwrap();
                        if strategy.find(&question).unwrap() {
                            let wanted = End::Margin((offset(&game) / 2 + i64::from(bound)).into());
                            let told = format!("{name} {suicide:?} {spec} {to_move} {stones:?}");
                            assert!(value >= wanted, "{told}: {value} {wanted}");
                            found += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(found > 500, "{found}");
}

/// Follows the lines of a strategy for so many moves; the number of plays of Black's that bring a position back.
fn brought_back(
    strategy: &Unrepeated<'_, '_, u32>,
    play: &Play<'_, u32>,
    numbers: &Numbers,
    question: &Question<u32>,
    line: &mut Vec<Stones<u32>>,
    moves: usize,
) -> usize {
    let at = Numbered::new(play, numbers, *question);
    let Some((_, made)) = strategy.won(&at).filter(|_| moves > 0) else { return 0 };
    let steps = Steps::new(play, numbers, question);
    let black = question.state.to_move == BLACK;
    line.push(question.state.stones);
    let mut back = 0;
    for point in (0..=play.field.points).filter(|point| !black || *point == made) {
        let pass = point == play.field.points;
        if !pass && question.state.stones.taken().meets(1 << point) {
            continue;
        }
        let Some(next) = (if pass { steps.pass() } else { steps.play(point) }) else { continue };
        let again = !pass && line.contains(&next.question.state.stones);
        back += usize::from(black && again);
        if !again {
            back += brought_back(strategy, play, numbers, &next.question, line, moves - 1);
        }
    }
    line.pop();
    back
}

/// Positions of 3x3 from which Black's nearest way to his goal brings the first position back.
#[test]
fn a_strategy_does_without_plays_that_bring_a_position_back() {
    let field = Field::<u32>::new(&Board::parse("3x3").unwrap()).unwrap();
    let rules = LoopyRules::area();
    let play =
        Play { field: &field, rules: &rules, bans: Bans::Superko(Suicide::Forbidden), sure: false };
    let numbers = Numbers::new(&play).unwrap();
    let mut tried = 0;
    for (black, white) in [(138, 48), (42, 144), (418, 24), (202, 48), (136, 54), (160, 27)] {
        let state =
            State { stones: Stones([black, white]), to_move: BLACK, passed: false, ban: None };
        for bound in [-7, 0, 1, 2] {
            let question = Question { state, stage: 0, bound };
            let limits = limits();
            let shared = Shared::new(&play, &limits, limits.memory / 2);
            let mut asker = Asker::new(play, &shared, 1);
            if asker.deepen(&question, 2_000).unwrap() == Some(true) {
                let mut strategy = asker.write_down(&[], 1 << 20).unwrap();
                assert!(strategy.find(&question).unwrap());
                let mut line = Vec::new();
                let back = brought_back(&strategy, &play, &numbers, &question, &mut line, 9);
                assert_eq!(back, 0, "{question:?}");
                tried += 1;
            }
        }
    }
    assert!(tried > 10, "{tried}");
}

/// States that symmetries lead to each other are one, but what stood before is not.
#[test]
fn what_stood_before_is_not_brought_back_in_any_image() {
    let field = Field::<u32>::new(&Board::parse("3x3").unwrap()).unwrap();
    let rules = LoopyRules::area();
    let play =
        Play { field: &field, rules: &rules, bans: Bans::Superko(Suicide::Forbidden), sure: false };
    let state = State { stones: Stones([16, 0]), to_move: WHITE, passed: false, ban: None };
    let question = Question { state, stage: 0, bound: 9 };
    for white in (0..9).filter(|&white| white != 4).map(Some).chain([None]) {
        // All that Black can answer to this stone stood before.
        let others =
            (0..9).filter(|&black| white.is_some_and(|white| black != white && black != 4));
        let past: Vec<Stones<u32>> =
            others.map(|black| Stones([16 | 1 << black, 1 << white.unwrap()])).collect();
        let limits = limits();
        let shared = Shared::new(&play, &limits, limits.memory / 2);
        let mut asker = Asker::new(play, &shared, 1);
        assert_eq!(asker.deepen(&question, 1 << 20).unwrap(), Some(true));
        let mut strategy = asker.write_down(&past, 1 << 20).unwrap();
        assert_eq!(strategy.find(&question).unwrap(), white.is_none(), "{white:?}");
    }
}

/// Asks by depth alone whether Black gets every point; nothing or one stone of his in the middle stands.
/// Under superko a strategy is written down too.
fn takes_all(spec: &str, opened: bool, bans: Bans, memory: u64, threads: usize) -> Option<bool> {
    let field = Field::<u32>::new(&Board::parse(spec).unwrap()).unwrap();
    let rules = LoopyRules::area();
    let play = Play { field: &field, rules: &rules, bans, sure: bans == Bans::BasicKo };
    let limits = Limits { memory, ..limits() };
    let shared = Shared::new(&play, &limits, limits.memory / 2);
    let mut asker = Asker::new(play, &shared, threads);
    let (stone, to_move) = if opened { (1 << (field.points / 2), WHITE) } else { (0, BLACK) };
    let state = State { stones: Stones([stone, 0]), to_move, passed: false, ban: None };
    let question = Question { state, stage: 0, bound: field.points as i16 };
    let answer = asker.deepen(&question, u64::MAX / 64).unwrap();
    println!("{spec} {bans:?}: {} nodes", asker.nodes());
    if bans == Bans::BasicKo || answer != Some(true) {
        return answer;
    }
    let mut strategy = asker.write_down(&[], memory).unwrap();
    let found = strategy.find(&question).unwrap();
    println!("a strategy of {} states", strategy.size());
    Some(found)
}

#[test]
fn black_takes_all_of_small_boards() {
    let superko = [Suicide::Forbidden, Suicide::MultiStone, Suicide::Allowed].map(Bans::Superko);
    for bans in superko.into_iter().chain([Bans::BasicKo]) {
        for (spec, opened) in [("3x3", true), ("4x2", false), ("5x3", true)] {
            assert_eq!(takes_all(spec, opened, bans, 64 << 20, 2), Some(true), "{spec} {bans:?}");
        }
    }
}

/// On one thread, so the figures are the same each time:
/// `cargo test --release -p shinpan-solve --lib black_takes_all_of_4x5 -- --ignored --nocapture`
#[test]
#[ignore = "two minutes of a processor where the code is optimized"]
fn black_takes_all_of_4x5() {
    for bans in [Bans::BasicKo, Bans::Superko(Suicide::Forbidden), Bans::Superko(Suicide::Allowed)]
    {
        assert_eq!(takes_all("5x4", false, bans, 1 << 30, 1), Some(true));
    }
}

/// `cargo test --release -p shinpan-solve --lib black_takes_all_of_5x5_from -- --ignored --nocapture`
#[test]
#[ignore = "15 minutes of a processor or more where the code is optimized, and 4 GB"]
fn black_takes_all_of_5x5_from_the_centre() {
    assert_eq!(takes_all("5x5", true, Bans::BasicKo, 8 << 30, 2), Some(true));
}

/// `cargo test --release -p shinpan-solve --lib black_takes_all_of_5x5_under_superko -- --ignored --nocapture`
#[test]
#[ignore = "two hours of a processor where the code is optimized, and 11 GB"]
fn black_takes_all_of_5x5_under_superko() {
    let superko = Bans::Superko(Suicide::Forbidden);
    assert_eq!(takes_all("5x5", true, superko, 8 << 30, 2), Some(true));
}

/// "Regions without room": who owns so much gets it from the table, too.
#[test]
fn what_is_owned_can_be_kept() {
    let mut more = 0;
    for spec in ["6x2", "4x3"] {
        let board = Arc::new(Board::parse(spec).unwrap());
        let field = Field::<u32>::new(&board).unwrap();
        let rules = Arc::new(Ruleset::builtin("chinese").unwrap());
        let all = Solved::of(&field, &LoopyRules::of(&rules).unwrap(), &limits()).unwrap();
        for stones in all.positions() {
            let kept = owned(&field, stones, BLACK);
            let eyes = safe(&field, stones, BLACK, false);
            if kept.size() <= (eyes.stones | eyes.regions).size() {
                continue;
            }
            more += 1;
            let least = 2 * i64::from(kept.size()) - field.points as i64;
            for to_move in [BLACK, WHITE] {
                let game = start(&rules, &board, stones, to_move);
                let (low, _) = all.bounds(&game);
                assert!(
                    low >= End::Margin(least.into()),
                    "{spec} {to_move} {stones:?}: {low} {least}"
                );
            }
        }
    }
    assert!(more > 100, "{more}");
}

/// "Threats": where Black has a play that is enough he gets as much from the table, and so he does after all of White's moves but
/// those that are left to be looked at.
#[test]
fn what_is_threatened_agrees_with_the_table() {
    let [mut ends, mut over, mut answered, mut open] = [0; 4];
    for (spec, every) in [("3x2", 1), ("6x1", 1), ("3x3", 1), ("6x2", 11), ("4x3", 11)] {
        let board = Arc::new(Board::parse(spec).unwrap());
        let field = Field::<u32>::new(&board).unwrap();
        let rules = Arc::new(Ruleset::builtin("chinese").unwrap());
        let area = LoopyRules::area();
        let all = Solved::of(&field, &LoopyRules::of(&rules).unwrap(), &limits()).unwrap();
        let play = Play { field: &field, rules: &area, bans: Bans::BasicKo, sure: true };
        let threats = Threats::new(&play, 1 << 12).unwrap();
        let points = field.points as i16;
        for stones in all.positions().step_by(every) {
            for bound in [points, points - 2, 1] {
                let has = |stones: Stones<u32>, to_move: usize| {
                    let (low, _) = all.bounds(&start(&rules, &board, stones, to_move));
                    low >= End::Margin(i64::from(bound).into())
                };
                let told = format!("{spec} {stones:?} {bound}");
                let of = |to_move| Question {
                    state: State { stones, to_move, passed: false, ban: None },
                    stage: 0,
                    bound,
                };
                let empty = field.all & !stones.taken();
                for ban in empty.points().map(Some).chain([None]) {
                    let at = Question { state: State { ban, ..of(BLACK).state }, ..of(BLACK) };
                    if threats.end(&play, &at) {
                        let mut next = empty.points().filter_map(|made| play.play(&at, made));
                        assert!(next.any(|next| has(next.state.stones, WHITE)), "{told} {ban:?}");
                        ends += 1;
                    }
                }
                let Some(left) = threats.left(&play, &of(WHITE)) else { continue };
                assert!(has(stones, BLACK), "{told}");
                if left == 0 {
                    assert!(has(stones, WHITE), "{told}");
                    over += 1;
                }
                for made in empty.points() {
                    let Some(next) = play.play(&of(WHITE), made) else { continue };
                    if left >> made & 1 == 0 {
                        assert!(has(next.state.stones, BLACK), "{told} {made}");
                        answered += 1;
                    } else {
                        open += usize::from(!has(next.state.stones, BLACK));
                    }
                }
            }
        }
    }
    assert!(ends > 1_000 && over > 100, "{ends} {over}");
    assert!(answered > 1_000 && open > 100, "{answered} {open}");
}

/// A key that does not fit into a word would stand for several questions.
#[test]
fn too_many_questions_are_not_numbered() {
    let rules = LoopyRules::of(&Ruleset::builtin("chinese").unwrap()).unwrap();
    for (spec, numbered) in [("5x6", true), ("6x6", false), ("7x7", false), ("7x9", false)] {
        let board = Board::parse(spec).unwrap();
        let field = Field::<u64>::new(&board).unwrap();
        let play = Play { field: &field, rules: &rules, bans: Bans::BasicKo, sure: false };
        assert_eq!(Numbers::new(&play).is_some(), numbered, "{spec}");
    }
}

/// What was found is kept: in turns that are each too short for all of it the answer is found all the same.
#[test]
fn a_search_for_all_goes_on() {
    let board = Arc::new(Board::parse("5x3").unwrap());
    let game = start(&Arc::new(Ruleset::builtin("aga").unwrap()), &board, Stones::default(), BLACK);
    let asked = |nodes: u64, kept: &mut Kept| {
        let mut spent = 0;
        let found = all_under_superko(&game, true, &limits(), nodes, 1, &mut spent, kept);
        (found.map(|found| found.value), spent)
    };
    let all = Value::Exact(End::Margin(15.into()));
    let (found, nodes) = asked(u64::MAX, &mut Kept::default());
    assert_eq!(found, Ok(all.clone()));
    let mut kept = Kept::default();
    let turns = (0..20).map(|_| asked(nodes / 3, &mut kept).0);
    let turns: Vec<_> = turns.take_while(|found| *found != Ok(all.clone())).collect();
    assert!((1..20).contains(&turns.len()), "{turns:?}");
    let stopped = |found: &Result<Value, Limit>| matches!(found, Err(Limit::Nodes(_)));
    assert!(kept.bytes() > 0 && turns.iter().all(stopped), "{turns:?}");
    let (_, again) = asked(u64::MAX, &mut kept);
    println!("{nodes} nodes, {} turns before the last, {again} nodes then", turns.len());
    assert!(again < nodes);
}
