//! Strategies with one answer for each situation: kept, and rejected when they are changed.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use shinpan_board::{Board, Player, Point, Position, Stone};
use shinpan_rules::{
    Analyst, ChainStatus, Ending, Game, Ground, HypotheticalKo, LifeStatus, Move, Ruleset, Setup,
    StageName, Status, Verdict,
};
use shinpan_solve::{
    Answer, Claim, End, Flaw, Limit, Limits, Method, Plan, Situation, Strategy, Value, check,
    solve, strategies,
};
use shinpan_testkit::{Dice, OPTIONED, ruleset, setup};
use shinpan_twin::life::{Reading, statuses};

use crate::{empty, neutral, nodes, points, set_up};

const RULES: [&str; 4] = ["long-cycle-1", "long-cycle-3", "chinese", "japanese-1989"];

/// Columns of a board, and what stands on it.
type Seen = (usize, Vec<u8>);

/// The lives of chains by the twin, each position asked for once.
#[derive(Debug, Default)]
struct Twin(Mutex<HashMap<Seen, Vec<ChainStatus>>>);

impl Analyst for Twin {
    fn statuses(&self, board: &Board, position: &Position, _: HypotheticalKo) -> Vec<ChainStatus> {
        let codes = position.codes().to_vec();
        let mut known = self.0.lock().unwrap();
        let found = known.entry((board.shape().grid().unwrap().0, codes)).or_insert_with_key(
            |(_, codes)| {
                let near = |point| board.neighbours(point).map(Point::index).collect();
                let literal =
                    shinpan_twin::life::Board { neighbours: board.points().map(near).collect() };
                let chains = statuses(&literal, codes, Reading::Basic).into_iter();
                let chains = chains.map(|chain| ChainStatus {
                    status: if chain.alive { LifeStatus::Alive } else { LifeStatus::NotAlive },
                    ..ChainStatus::unproven(
                        Player::new(chain.owner).unwrap(),
                        chain.points.iter().map(|&point| Point::new(point as u16)).collect(),
                    )
                });
                chains.collect()
            },
        );
        found.clone()
    }
}

/// A claim that is a point better.
fn raised(claim: &Claim) -> Option<Claim> {
    let one = if claim.player == Player::BLACK { 1 } else { -1 };
    let margin = End::Margin(claim.margin.margin()? + one);
    Some(Claim { margin, ..*claim })
}

/// Checks that all claims about a game are kept, and none that is a point better. Returns how many answers there were.
fn shown(game: &Game, twin: &Twin, told: &str) -> usize {
    let found = solve(game, &nodes(u64::MAX));
    let mut answers = 0;
    let claims = Claim::of(&found);
    let all = strategies(game, &claims, &nodes(u64::MAX)).expect(told);
    for (claim, made) in claims.into_iter().zip(all) {
        let told = format!("{told} {}: {claim}", claim.player);
        let text = made.to_text(game.board());
        assert_eq!(Strategy::read(&text, game.board()), Ok(vec![made.clone()]));
        if let Err(flaw) = check(game, &made, Some(twin)) {
            panic!("{told}: {flaw}\n{text}");
        }
        answers += made.plan.len();
        let Some(claim) = raised(&claim) else { continue };
        assert!(strategies(game, &[claim], &nodes(u64::MAX)).is_err(), "{told}");
        let raised = Strategy { claim, ..made };
        assert!(check(game, &raised, Some(twin)).is_err(), "{told}");
    }
    answers
}

fn starts(rules: &str, spec: &str) -> Vec<Game> {
    let board = Arc::new(Board::parse(spec).unwrap());
    let rules = Arc::new(Ruleset::builtin(rules).unwrap());
    let mut games = Vec::new();
    for code in 0..3_usize.pow(board.len() as u32) {
        let sign = |point: usize| Stone::from_code((code / 3_usize.pow(point as u32) % 3) as u8);
        for to_move in Player::all(2) {
            let mut start = Setup::empty(Arc::clone(&board), 2);
            start.stones = (0..board.len()).map(|point| sign(point).unwrap()).collect();
            start.to_move = to_move;
            games.extend(Game::new(Arc::clone(&rules), &start));
        }
    }
    games
}

fn small_boards_are_shown(boards: &[(&str, usize)]) {
    let twin = Twin::default();
    for rules in RULES {
        for &(spec, every) in boards {
            for game in starts(rules, spec).iter().step_by(every) {
                let told = format!("{rules} {spec} {:?}", game.position().diagram(game.board()));
                assert!(shown(game, &twin, &told) > 0, "{told}");
            }
        }
    }
}

#[test]
fn some_starts_of_small_boards_are_shown() {
    small_boards_are_shown(&[("1x3", 2), ("1x4", 11), ("2x2", 13), ("2x3", 211)]);
}

#[test]
#[ignore = "takes minutes"]
fn every_start_of_small_boards_is_shown() {
    small_boards_are_shown(&[("1x3", 1), ("1x4", 1), ("2x2", 1), ("1x5", 3), ("2x3", 5)]);
    small_boards_are_shown(&[("1x7", 191), ("2x4", 1511)]);
}

/// White's way comes back to a state of the rules, which the table takes for another, unless he is kept from it.
#[test]
fn a_line_of_eight_is_shown() {
    let game = empty("long-cycle-1", "1x8");
    let claims = Player::all(2).map(|player| Claim::new(player, points(2)));
    let made = strategies(&game, &claims.collect::<Vec<_>>(), &nodes(u64::MAX)).unwrap();
    for strategy in &made {
        check(&game, strategy, None).unwrap();
    }
}

/// The search is bounded; where there is no memory for a table of answers a tree of moves is written.
#[test]
fn writing_down_stops_at_limits() {
    let game = empty("chinese", "2x4");
    let claim = [Claim::new(Player::BLACK, points(8))];
    let made = strategies(&game, &claim, &nodes(u64::MAX)).unwrap();
    check(&game, &made[0], None).unwrap();
    let few = strategies(&game, &claim, &nodes(1_000));
    assert!(matches!(few, Err(Limit::Nodes(1_000))));
    let small = Limits { memory: 1000, ..nodes(u64::MAX) };
    let made = strategies(&game, &claim, &small).unwrap();
    assert!(matches!(made[0].plan, Plan::Moves(_)));
    check(&game, &made[0], None).unwrap();
}

/// With options, prisoners and komi.
#[test]
fn random_starts_are_shown() {
    let twin = Twin::default();
    let mut count = 0;
    for seed in 0..250 {
        let mut dice = Dice::new(seed);
        let (name, options) = OPTIONED[dice.roll(OPTIONED.len())];
        let start = setup(&mut dice, 2);
        if !matches!(name, "long-cycle-1" | "chinese") || start.board.len() > 6 {
            continue;
        }
        let rules = ruleset(name, options);
        let Ok(game) = Game::new(Arc::new(rules), &start) else { continue };
        let found = solve(&game, &nodes(1_000));
        if matches!(found.value, Value::Exact(_)) && found.method == Method::Fixpoint {
            count += 1;
            shown(&game, &twin, &format!("seed {seed}: {name} {options:?}"));
        }
    }
    assert!(count > 5, "{count}");
}

/// Whether answers keep a claim, by playing every line with the cycles ruled on as the game does; unless that takes too
/// long.
fn kept(
    game: &Game,
    claim: &Claim,
    answers: &HashMap<Situation, Move>,
    twin: &Twin,
    left: &mut usize,
) -> Option<bool> {
    every_line(game, claim.player, answers, left, &mut |game, left| {
        let (end, no_count) = match game.status() {
            Status::Over(outcome) => (End::of(outcome), outcome.scores().is_none()),
            Status::Stopped | Status::InPlay => (End::of(&game.analyse(twin)?.outcome?), false),
        };
        if no_count && end == End::DRAW {
            return Some(claim.kept_by_draw());
        }
        let counted = claim.kept(end);
        let proof = |prover: Player| Game::proof_game(game, prover, game.moves_made());
        let Some(own) = proof(claim.player).filter(|_| !no_count) else { return Some(counted) };
        let other = proof(claim.player.next(2)).unwrap();
        let own = shows(&own, claim.player, claim.player, answers, left)?;
        let other = shows(&other, claim.player, claim.player.next(2), answers, left)?;
        Some(if counted { own || other } else { own && other })
    })
}

/// Whether answers show that a prover achieves the goal of his proof game, or, if it is the other's, that he does not (LC-8).
fn shows(
    game: &Game,
    player: Player,
    prover: Player,
    answers: &HashMap<Situation, Move>,
    left: &mut usize,
) -> Option<bool> {
    every_line(game, player, answers, left, &mut |game, _| {
        let outcome = game.outcome().unwrap();
        let achieved = match (&outcome.verdict, &outcome.ground) {
            (Verdict::Win(winner), _) => *winner == prover,
            (Verdict::Draw | Verdict::NoResult, Ground::LongCycle(cycle)) => {
                let balanced = cycle.passes[Player::BLACK] == cycle.passes[Player::WHITE];
                balanced && game.phase_number() == 0
            }
            _ => false,
        };
        Some(achieved == (player == prover))
    })
}

/// Whether all lines of answers end well.
fn every_line(
    game: &Game,
    player: Player,
    answers: &HashMap<Situation, Move>,
    left: &mut usize,
    ends_well: &mut dyn FnMut(&Game, &mut usize) -> Option<bool>,
) -> Option<bool> {
    *left = left.checked_sub(1)?;
    if *game.status() != Status::InPlay {
        return ends_well(game, left);
    }
    let moves: Vec<Move> = if game.to_move() == player {
        answers.get(&Situation::of(game)).copied().into_iter().collect()
    } else {
        game.legal().into_iter().map(Move::Play).chain([Move::Pass]).collect()
    };
    let mut all = !moves.is_empty();
    for made in moves {
        let mut next = game.clone();
        all &= next.play(made).is_ok() && every_line(&next, player, answers, left, ends_well)?;
    }
    Some(all)
}

/// A strategy with an answer left out, put twice, added or changed is rejected, unless it keeps its claim all the same.
fn changed_answers(of_each: usize, lines: usize) -> [usize; 4] {
    let twin = Twin::default();
    let (mut kept_all_the_same, mut wrong, mut strict, mut open) = (0, 0, 0, 0);
    for rules in RULES {
        let mut games = vec![empty(rules, "1x3"), empty(rules, "1x4"), empty(rules, "2x2")];
        games.push(set_up(rules, "1x5", ".\nX\n.\nO\n."));
        games.push(set_up(rules, "2x3", "X.\n.O\n.."));
        for game in games {
            let claims = Claim::of(&solve(&game, &nodes(u64::MAX)));
            for made in strategies(&game, &claims, &nodes(u64::MAX)).unwrap() {
                let claim = made.claim;
                let Plan::Answers(answers) = &made.plan else { panic!("cycles are ruled on") };
                let plan = |answers: Vec<Answer>| Strategy { claim, plan: Plan::Answers(answers) };
                for place in (0..answers.len()).step_by(1 + answers.len() / of_each) {
                    let mut cut = answers.clone();
                    let one = cut.remove(place);
                    assert!(check(&game, &plan(cut), Some(&twin)).is_err(), "{rules} {claim}");
                    let twice = [&answers[..], &[one]].concat();
                    let flaw = check(&game, &plan(twice), Some(&twin)).unwrap_err();
                    assert_eq!(flaw, Flaw::Twice(answers.len() + 1));
                    let points = game.board().points().map(Move::Play);
                    for other in points.chain([Move::Pass]) {
                        let mut changed = answers.clone();
                        if std::mem::replace(&mut changed[place].made, other) == other {
                            continue;
                        }
                        let checked = check(&game, &plan(changed.clone()), Some(&twin));
                        let map = changed.iter().map(|answer| (answer.at.clone(), answer.made));
                        let mut left = lines;
                        let all_lines = || kept(&game, &claim, &map.collect(), &twin, &mut left);
                        match checked {
                            Ok(_) => {
                                assert_ne!(all_lines(), Some(false), "{rules} {claim} {changed:?}");
                                kept_all_the_same += 1;
                            }
                            Err(Flaw::Result { .. } | Flaw::Cycle { .. }) => match all_lines() {
                                Some(false) => wrong += 1,
                                // A bad end on a way that completes a cycle before it.
                                Some(true) => strict += 1,
                                None => open += 1,
                            },
                            Err(_) => {}
                        }
                    }
                }
            }
        }
    }
    [kept_all_the_same, wrong, strict, open]
}

#[test]
fn some_changed_answers_are_rejected() {
    let found @ [kept_all_the_same, wrong, strict, open] = changed_answers(3, 300);
    assert!(kept_all_the_same > 20 && wrong + open > 5 && strict < 3, "{found:?}");
}

#[test]
#[ignore = "takes minutes"]
fn changed_answers_are_rejected() {
    let found @ [kept_all_the_same, wrong, strict, open] = changed_answers(40, 5000);
    println!("{found:?}");
    assert!(kept_all_the_same > 200 && wrong > 50 && strict < 50 && open > 0, "{found:?}");
}

#[test]
fn flaws_of_answers_are_told() {
    let game = empty("chinese", "1x2");
    let claim = Claim::new(Player::WHITE, End::Margin(2.into()));
    let made = strategies(&game, &[claim], &nodes(u64::MAX)).unwrap();
    let made = made[0].to_text(game.board());
    let told = |rules: &str, text: &str| {
        let game = empty(rules, "1x2");
        let read = Strategy::read(text, game.board()).unwrap();
        check(&game, &read[0], None).map_err(|flaw| flaw.to_string())
    };
    let (first, answers) = made.split_once('\n').unwrap();
    let idle = answers.lines().count() + 1;
    for (rules, text, expected) in [
        (
            "chinese",
            format!("{first}\nmain ./.: pass\n"),
            "after A2: the strategy has no answer of white".to_owned(),
        ),
        (
            "chinese",
            format!("{made}resolution ./.: pass\n"),
            format!("answer {idle} of the strategy is to a situation that cannot come up"),
        ),
        (
            "chinese",
            format!("{first}\nmain X/.: A2\n"),
            "after A2: white may not make the next move: G-1".to_owned(),
        ),
        (
            "tromp-taylor",
            made.clone(),
            "it cannot be checked: a stage has not basic ko and a ruling on cycles alone"
                .to_owned(),
        ),
    ] {
        assert_eq!(told(rules, &text), Err(expected));
    }
    // One pass and two are the same situation.
    let mut three = ruleset("chinese", &[]);
    for stage in &mut three.stages {
        if let Ending::SuccessivePasses { count, .. } = &mut stage.ending {
            *count = 3;
        }
    }
    let board = Arc::new(Board::parse("1x2").unwrap());
    let game = Game::new(Arc::new(three), &Setup::empty(Arc::clone(&board), 2)).unwrap();
    let read = Strategy::read(&made, &board).unwrap();
    let beyond = Flaw::Beyond("a stage does not end by two passes");
    assert_eq!(check(&game, &read[0], None), Err(beyond));
}

/// LC-7, LC-8: who has no answer in a proof game gives it up, and then the end before it may not be as claimed.
#[test]
fn proof_games_are_shown_too() {
    let game = empty("long-cycle-3", "1x3");
    let found = solve(&game, &nodes(u64::MAX));
    assert_eq!(found.value, Value::Exact(End::Won));
    let claims = Claim::of(&found);
    let made = strategies(&game, &claims, &nodes(u64::MAX)).unwrap();
    let [Strategy { claim, plan: Plan::Answers(answers) }] = &made[..] else { panic!("{made:?}") };
    assert!(check(&game, &made[0], None).is_ok());
    let without = |stages: &[StageName]| {
        let mut left = answers.clone();
        left.retain(|answer| !stages.contains(&answer.at.stage));
        assert!(left.len() < answers.len());
        let cut = Strategy { claim: *claim, plan: Plan::Answers(left) };
        check(&game, &cut, None).unwrap_err().to_string()
    };
    let black = without(&[StageName::ProofBlack1, StageName::ProofBlack2]);
    let white = without(&[StageName::ProofWhite1, StageName::ProofWhite2]);
    let ends = "after A2 pass pass pass pass: the game ends with margin 2; that black achieves the goal of his proof game is";
    assert_eq!(black, format!("{ends} not shown, that white does not is shown"));
    assert_eq!(white, format!("{ends} shown, that white does not is not shown"));
    // What is enough by the count needs one of the two.
    let less = Claim::new(Player::BLACK, points(2));
    let made = strategies(&game, &[less], &nodes(u64::MAX)).unwrap();
    check(&game, &made[0], None).unwrap();
}

/// Larger boards, between walls: the answers are those to what stands on the whole board.
#[test]
fn settled_boards_are_shown() {
    let one_sided = ".XXO.O\nOXXOO.\nXOOOOO\nXXXXXX\n.XXXX.";
    let ko = ".X.XOO.\nX.XX.O.\nXXX.OO.\nX.XOOOO\nXXXXO.O\n.XX.XOO\nX.XXXO.";
    let boards = [("9x9", neutral(9, 4)), ("19x19", neutral(19, 3)), ("6x5", one_sided.to_owned())];
    for (spec, rows) in boards.into_iter().chain([("7x7", ko.to_owned())]) {
        for rules in ["long-cycle-1", "chinese"] {
            let told = format!("{rules} {spec}");
            let game = set_up(rules, spec, &rows);
            let found = solve(&game, &nodes(20_000_000));
            let claims = Claim::of(&found);
            assert!(claims.len() > 1, "{told} {found:?}");
            for made in strategies(&game, &claims, &nodes(20_000_000)).expect(&told) {
                let claim = made.claim;
                let checked = check(&game, &made, None);
                assert!(checked.is_ok(), "{told} {}: {claim}: {checked:?}", claim.player);
                let Plan::Answers(answers) = &made.plan else { panic!("cycles are ruled on") };
                // Every answer is needed, and a claim a point better is not kept.
                let mut cut = answers.clone();
                cut.remove(answers.len() / 2);
                let cut = Strategy { claim, plan: Plan::Answers(cut) };
                let flaw = check(&game, &cut, None).unwrap_err();
                assert!(matches!(flaw, Flaw::NoAnswer { .. }), "{told}: {flaw}");
                let Some(claim) = raised(&claim) else { continue };
                assert!(strategies(&game, &[claim], &nodes(20_000_000)).is_err(), "{told}");
                assert!(check(&game, &Strategy { claim, ..made }, None).is_err(), "{told}");
            }
        }
    }
}

/// What is left out: no walls, eyes in which it cannot be seen what was answered, phases that have begun.
#[test]
fn settled_boards_that_are_not_shown() {
    let claim = [Claim::new(Player::BLACK, points(-24))];
    let refused = |game: &Game| match strategies(game, &claim, &nodes(1_000_000)) {
        Err(Limit::Beyond(why)) => why,
        other => panic!("{other:?}"),
    };
    let why = "on so many points answers are for what is left between walls";
    assert_eq!(refused(&empty("chinese", "5x5")), why);
    let rows = "XXXXX\nX...X\nX...X\nXXXXX\n.X...";
    let why = "what stands is not enough: it does not tell what was answered in an eye of black";
    assert_eq!(refused(&set_up("chinese", "5x5", rows)), why);
    let mut begun = set_up("chinese", "5x5", ".X.X.\nXXXXX\n.....\nOOOOO\n.O.O.");
    begun.play(Move::Pass).unwrap();
    assert_eq!(refused(&begun), "answers are for two players where a phase begins");
    let small = Limits { memory: 1000, ..nodes(1_000_000) };
    let game = set_up("chinese", "5x5", ".X.X.\nXXXXX\n.....\nOOOOO\n.O.O.");
    let few = strategies(&game, &claim, &small);
    assert!(matches!(few, Err(Limit::Memory { allowed: 1000, .. })), "{few:?}");
}
