//! What can be forced so that superko never stands in the way.

use super::*;

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
