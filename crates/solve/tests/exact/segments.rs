//! Strategies under Kee Rules: kept, and rejected when they are changed.

use std::collections::HashMap;
use std::sync::Arc;

use shinpan_board::{Board, Player};
use shinpan_rules::{Game, Komi, Move, Ruleset, Score, Setup, Status};
use shinpan_solve::{
    Claim, Draws, End, Flaw, Limit, Limits, Passed, Plan, Segment, Strategy, Value, check, solve,
    strategies,
};
use shinpan_testkit::{Dice, setup};

use crate::{empty, nodes, points, set_up};

type Moves = Vec<(usize, Move)>;

fn segments(made: &Strategy) -> &[Segment] {
    let Plan::Segments(segments) = &made.plan else { panic!("{:?}", made.plan) };
    segments
}

/// Checks that all claims about a game are kept, and none that is half a point better. How many moves there were.
fn shown(game: &Game, told: &str) -> usize {
    let found = solve(game, &nodes(u64::MAX));
    let claims = Claim::of(&found);
    let mut moves = 0;
    for made in strategies(game, &claims, &nodes(u64::MAX)).expect(told) {
        let claim = made.claim;
        let text = made.to_text(game.board());
        assert_eq!(Strategy::read(&text, game.board()), Ok(vec![made.clone()]));
        let checked = check(game, &made, None);
        assert_eq!(checked, Ok(made.plan.len()), "{told} {}: {claim}", claim.player);
        moves += made.plan.len();
        let half = Score::new(if claim.player == Player::BLACK { 1 } else { -1 }, 2);
        let margin = End::Margin(claim.margin.margin().unwrap() + half);
        let raised = Strategy { claim: Claim { margin, ..claim }, ..made };
        let flaw = check(game, &raised, None).expect_err(told);
        assert!(matches!(flaw, Flaw::Average { .. }), "{told}: {flaw}");
    }
    moves
}

#[test]
fn empty_boards_are_shown() {
    for board in ["1x1", "1x2", "1x3", "1x4", "2x2", "1x5", "2x3", "1x6", "2x4", "1x7", "3x3"] {
        assert!(shown(&empty("kee", board), board) > 5, "{board}");
    }
}

#[test]
#[ignore = "takes seconds"]
fn larger_boards_are_shown() {
    for board in ["1x8", "2x5"] {
        assert!(shown(&empty("kee", board), board) > 30_000, "{board}");
    }
}

/// A game with stones that stand, and komi that makes a draw worth more or less than what can be scored.
fn random_start(seed: u64) -> Option<Game> {
    let mut dice = Dice::new(seed);
    let mut start = setup(&mut dice, 2);
    start.komi = Komi::from_halves(dice.roll(9) as i64 - 4).unwrap();
    Game::new(Arc::new(Ruleset::builtin("kee").unwrap()), &start).ok()
}

#[test]
fn random_starts_are_shown() {
    let mut count = 0;
    for seed in 0..150 {
        let Some(game) = random_start(seed).filter(|game| game.board().len() <= 6) else {
            continue;
        };
        let found = solve(&game, &nodes(300_000));
        if matches!(found.value, Value::Exact(_)) && *game.status() == Status::InPlay {
            count += 1;
            shown(&game, &format!("seed {seed}"));
        }
    }
    assert!(count > 40, "{count}");
}

/// Lines of best play end with the value.
#[test]
fn lines_end_with_the_value() {
    let mut count = 0;
    for seed in 0..400 {
        let Some(mut game) = random_start(seed) else { continue };
        let found = solve(&game, &nodes(100_000));
        let Some(value) = found.value.exact() else { continue };
        if *game.status() != Status::InPlay {
            continue;
        }
        count += usize::from(!found.line.is_empty());
        for &made in &found.line {
            game.play(made).unwrap();
        }
        let Status::Over(outcome) = game.status() else {
            assert!(found.line.is_empty() || found.line.len() == 100, "seed {seed}");
            continue;
        };
        assert_eq!(End::of(outcome), value, "seed {seed}: {:?}", found.line);
    }
    assert!(count > 100, "{count}");
}

/// What stood before the first pass bans plays in the first segment alone.
#[test]
fn a_game_that_has_begun_is_shown() {
    let mut game = empty("kee", "2x2");
    for name in ["A1", "B1", "A2", "B2"] {
        let point = game.board().parse_point(name).unwrap();
        game.play(Move::Play(point)).unwrap();
    }
    assert!(shown(&game, "2x2") > 50);
    game.play(Move::Pass).unwrap();
    let claim = [Claim::new(Player::BLACK, points(-4))];
    assert!(matches!(strategies(&game, &claim, &nodes(1_000_000)), Err(Limit::Beyond(_))));
    let made = Strategy { claim: claim[0], plan: Plan::Segments(Vec::new()) };
    let beyond = Flaw::Beyond("passes that were made could end the game");
    assert_eq!(check(&game, &made, None), Err(beyond));
}

/// A draw without a scoring position is what the claim says: on 2x2 Black gets 1 or a draw, without a draw -1, and
/// nothing better is found.
#[test]
fn draws_are_as_good_as_claimed() {
    let game = empty("kee", "2x2");
    let made = |margin: i64, draws: Draws| {
        let claim = Claim { player: Player::BLACK, margin: points(margin), draws };
        strategies(&game, &[claim], &nodes(300_000)).map(|mut made| made.remove(0))
    };
    check(&game, &made(-1, Draws::Refused).unwrap(), None).unwrap();
    let enough = made(1, Draws::Enough).unwrap();
    check(&game, &enough, None).unwrap();
    let claim = Claim::new(Player::BLACK, points(1));
    let flaw = check(&game, &Strategy { claim, ..enough }, None).unwrap_err();
    assert!(matches!(&flaw, Flaw::Average { scored, .. } if scored == "nothing"), "{flaw}");
    for (margin, draws) in [(0, Draws::Refused), (1, Draws::Even), (2, Draws::Enough)] {
        assert!(made(margin, draws).is_err(), "{margin} {draws:?}");
    }
}

#[test]
fn writing_down_stops_at_limits() {
    let game = empty("kee", "3x3");
    let claim = [Claim::new(Player::BLACK, points(9))];
    let few = strategies(&game, &claim, &nodes(10_000));
    assert!(matches!(few, Err(Limit::Nodes(_))), "{few:?}");
    let small = Limits { memory: 1000, ..nodes(u64::MAX) };
    assert!(matches!(strategies(&game, &claim, &small), Err(Limit::Memory { allowed: 1000, .. })));
    let beyond = strategies(&empty("kee", "6x6"), &claim, &nodes(u64::MAX));
    assert!(matches!(beyond, Err(Limit::Beyond(_))));
}

/// Whether segments keep a claim, by playing every line to the end of the game; `None` if that takes too long.
struct Lines<'a> {
    claim: Claim,
    segments: HashMap<Option<Passed>, &'a [(usize, Move)]>,
    left: usize,
}

impl Lines<'_> {
    fn kept(&mut self, game: &Game, moves: &[(usize, Move)], depth: usize) -> Option<bool> {
        self.left = self.left.checked_sub(1)?;
        if let Status::Over(outcome) = game.status() {
            return Some(match outcome.scores() {
                Some(_) => self.claim.kept(End::of(outcome)),
                None => self.claim.kept_by_draw(),
            });
        }
        let children: Vec<usize> =
            (0..moves.len()).filter(|&number| moves[number].0 == depth).collect();
        let has: Vec<Move> = game.legal().into_iter().map(Move::Play).chain([Move::Pass]).collect();
        let made: Vec<Move> = children.iter().map(|&number| moves[number].1).collect();
        let mine = game.to_move() == self.claim.player;
        if (mine && made.len() != 1) || (!mine && has.iter().any(|one| !made.contains(one))) {
            return Some(false);
        }
        let mut all = true;
        for (place, &number) in children.iter().enumerate() {
            let end = children.get(place + 1).copied().unwrap_or(moves.len());
            let mut after = game.clone();
            if after.play(moves[number].1).is_err() {
                return Some(false);
            }
            let passed = || Passed { codes: game.position().codes().to_vec(), by: game.to_move() };
            all &= match moves[number].1 {
                Move::Play(_) => self.kept(&after, &moves[number + 1..end], depth + 1)?,
                Move::Pass if matches!(after.status(), Status::Over(_)) => {
                    self.kept(&after, &[], 0)?
                }
                Move::Pass => match self.segments.get(&Some(passed())) {
                    Some(&next) => self.kept(&after, next, 0)?,
                    None => false,
                },
            };
        }
        Some(all)
    }
}

/// With the play of the player at a place left out for a pass.
fn passing(moves: &Moves, place: usize) -> Moves {
    let depth = moves[place].0;
    let rest = moves[place + 1..].iter().position(|&(next, _)| next <= depth);
    let end = rest.map_or(moves.len(), |rest| place + 1 + rest);
    [&moves[..place], &[(depth, Move::Pass)], &moves[end..]].concat()
}

/// Segments with one play left out, those that cannot come up any more left out, too.
fn changed(game: &Game, made: &Strategy, at: usize, place: usize) -> (Strategy, Result<(), Flaw>) {
    let mut all = segments(made).to_vec();
    all[at].moves = passing(&all[at].moves, place);
    loop {
        let strategy = Strategy { claim: made.claim, plan: Plan::Segments(all.clone()) };
        match check(game, &strategy, None) {
            Err(Flaw::SegmentIdle(number)) => drop(all.remove(number - 1)),
            checked => return (strategy, checked.map(|_| ())),
        }
    }
}

/// A strategy with a play left out is accepted or refused as playing every line says.
#[test]
fn changed_plays_are_rejected() {
    let (mut kept, mut wrong, mut open) = (0, 0, 0);
    let games = [
        empty("kee", "1x3"),
        empty("kee", "1x4"),
        empty("kee", "2x2"),
        set_up("kee", "1x5", ".\nX\n.\nO\n."),
        set_up("kee", "1x5", "X\n.\nX\n.\n."),
    ];
    for game in games {
        let claims = Claim::of(&solve(&game, &nodes(u64::MAX)));
        for made in strategies(&game, &claims, &nodes(u64::MAX)).unwrap() {
            let player = made.claim.player;
            for (at, segment) in segments(&made).iter().enumerate() {
                let first = segment.after.as_ref().map_or(game.to_move(), |after| after.by.next(2));
                for (place, &(depth, one)) in segment.moves.iter().enumerate() {
                    let mine = (depth % 2 == 0) == (first == player);
                    if !mine || one == Move::Pass {
                        continue;
                    }
                    let (strategy, checked) = changed(&game, &made, at, place);
                    let all = segments(&strategy).iter();
                    let map = all.map(|one| (one.after.clone(), &one.moves[..]));
                    let mut lines =
                        Lines { claim: made.claim, segments: map.collect(), left: 3_000 };
                    let start = lines.segments[&None];
                    match (lines.kept(&game, start, 0), checked) {
                        (Some(true), Ok(())) => kept += 1,
                        (Some(false), Err(_)) => wrong += 1,
                        (None, _) => open += 1,
                        (said, checked) => panic!("{said:?} {checked:?} {strategy:?}"),
                    }
                }
            }
        }
    }
    assert!(kept > 2 && wrong > 20 && open > 0, "{kept} {wrong} {open}");
}

#[test]
fn flaws_of_segments_are_told() {
    let game = empty("kee", "1x3");
    let claim = [Claim::new(Player::BLACK, points(3))];
    let made = strategies(&game, &claim, &nodes(u64::MAX)).unwrap();
    let text = made[0].to_text(game.board());
    assert_eq!(
        text,
        "black: black's margin is at least 3\nfrom here\nA2\n pass\nafter a pass of white, ./X/.\npass\n\
         after a pass of black, ./X/.\npass\n"
    );
    let told = |text: &str| {
        let read = Strategy::read(text, game.board()).unwrap();
        check(&game, &read[0], None).unwrap_err().to_string()
    };
    let last = "after a pass of black, ./X/.\npass\n";
    for (text, expected) in [
        (text.replace(last, ""), "after A2 pass pass: the strategy has no segment"),
        (format!("{text}{last}"), "segment 4 of the strategy begins where another one does"),
        (
            format!("{text}after a pass of black, X/./.\npass\n"),
            "segment 4 of the strategy cannot come up",
        ),
        (
            text.replace("A2\n pass\n", "A2\n A1\n pass\n"),
            "after A2: white may not make the next move: K-12",
        ),
        (
            text.replace("at least 3", "at least 7/2"),
            "after A2 pass: that pass can come back in 2 passes, which score 3",
        ),
        (
            text.replace("./X/.\npass\n", "./X/.\nA2\n pass\n"),
            "after A2 pass: black may not make the next move: K-5",
        ),
        (
            text.replace("A2\n pass\n", "A2\n pass\n  pass\n"),
            "move 3 of the strategy is deeper than the tree",
        ),
        (
            text.replace("at least 3", "at least -inf without a draw").replacen(" pass\n", "", 1),
            "after A2: the game is not over, and the strategy ends",
        ),
    ] {
        assert_eq!(told(&text), expected, "{text}");
    }
    let read = Strategy::read(&text, game.board()).unwrap();
    for (rules, expected) in [
        ("lasker-maas", "there is more than one stage"),
        ("chinese", "the strategy is one for Kee Rules"),
    ] {
        let flaw = check(&empty(rules, "1x3"), &read[0], None).unwrap_err();
        assert_eq!(flaw, Flaw::Beyond(expected));
    }
    let board = Arc::new(Board::parse("1x3").unwrap());
    let three = Game::new(Arc::new(Ruleset::builtin("kee").unwrap()), &Setup::empty(board, 3));
    let flaw = check(&three.unwrap(), &read[0], None).unwrap_err();
    assert_eq!(flaw, Flaw::Beyond("a claim is about two players"));
}
