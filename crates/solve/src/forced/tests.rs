//! What can be forced, held against the table of all states.

mod under_superko;

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
                    let found = solve(&game, None, &limits(), 1, &mut Kept::default()).unwrap();
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
                    let value = with_draws(low, high);
                    let most = 2 * field.points as i64;
                    for halves in (-most - 3..=most + 3).step_by(3) {
                        let margin = Score::new(halves, 2);
                        let found =
                            ask(&game, margin, &limits(), 1, &mut Kept::default()).unwrap().value;
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
