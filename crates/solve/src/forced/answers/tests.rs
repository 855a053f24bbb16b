//! Strategies that bring nothing back, held against the checker and against play under the rules.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shinpan_board::{Board, Stone};
use shinpan_rules::{Ruleset, Setup, Status};
use shinpan_testkit::Dice;

use super::*;
use crate::checker::{Flaw, check};
use crate::compact::{Field, Stones, safe};
use crate::solve::solve;
use crate::starts::start;

static NEVER: AtomicBool = AtomicBool::new(false);

const RULES: [&str; 4] = ["chinese", "tromp-taylor", "aga", "new-zealand"];

fn limits(nodes: u64) -> Limits<'static> {
    Limits { nodes, memory: 64 << 20, stop: &NEVER, progress: &|_| {} }
}

fn empty(rules: &str, spec: &str) -> Game {
    let rules = Arc::new(Ruleset::builtin(rules).unwrap());
    Game::new(rules, &Setup::empty(Arc::new(Board::parse(spec).unwrap()), 2)).unwrap()
}

/// A position that is thrown with dice, if it can be.
fn thrown(dice: &mut Dice) -> Option<Game> {
    let spec = ["4x1", "6x1", "2x2", "3x2", "4x2", "3x3", "3x3"][dice.roll(7)];
    let board = Arc::new(Board::parse(spec).unwrap());
    let mut start = Setup::empty(Arc::clone(&board), 2);
    let code = |dice: &mut Dice| [0, 0, 1, 2][dice.roll(4)];
    start.stones = board.points().map(|_| Stone::from_code(code(dice)).unwrap()).collect();
    start.to_move = [Player::BLACK, Player::WHITE][dice.roll(2)];
    let rules = Arc::new(Ruleset::builtin(RULES[dice.roll(4)]).unwrap());
    Game::new(rules, &start).ok()
}

fn raised(claim: &Claim) -> Option<Claim> {
    let one = if claim.player == Player::BLACK { 1 } else { -1 };
    Some(Claim { margin: End::Margin(claim.margin.margin()? + one), ..*claim })
}

/// Answers for all images, and how the player goes on where his chains are safe.
struct Follower<'a> {
    claim: &'a Claim,
    answers: HashMap<(Vec<u8>, Option<Point>), Move>,
    field: Field<u32>,
}

impl<'a> Follower<'a> {
    fn new(game: &Game, strategy: &'a Strategy) -> Follower<'a> {
        let Plan::Unrepeated(answers) = &strategy.plan else { panic!("{:?}", strategy.claim) };
        let field = Field::<u32>::new(game.board()).unwrap();
        let mut all = HashMap::new();
        for Answer { at, made } in answers {
            for symmetry in &field.symmetries {
                let turned = |point: Point| Point::new(symmetry.point(point.index()) as u16);
                let stones = symmetry.position(Stones::of_codes(&at.codes));
                let made = match *made {
                    Move::Play(point) => Move::Play(turned(point)),
                    Move::Pass => Move::Pass,
                };
                all.insert((stones.codes(field.points), at.ko.map(turned)), made);
            }
        }
        Follower { claim: &strategy.claim, answers: all, field }
    }

    /// What the player does: his answer, a second pass that ends the game well, or what safe chains ask for.
    fn made(&self, game: &Game) -> Move {
        let mut over = game.clone();
        over.play(Move::Pass).unwrap();
        let counted = over.outcome().filter(|outcome| outcome.scores().is_some());
        if counted.is_some_and(|outcome| self.claim.kept(End::of(outcome))) {
            return Move::Pass;
        }
        let codes = game.position().codes().to_vec();
        // Under superko a ko is a ban for one move as well.
        let ko = game.ko_point().or_else(|| retake(game));
        if let Some(&made) = self.answers.get(&(codes.clone(), ko)) {
            return made;
        }
        let stones = Stones::<u32>::of_codes(&codes);
        let player = self.claim.player.index();
        let suicide = game.ruleset().suicide != Suicide::Forbidden;
        let kept = safe(&self.field, stones, player, suicide).regions;
        let other = stones.0[1 - player] & kept;
        let near = (self.field.widen(other) & kept & !stones.taken()).points().next();
        near.map_or(Move::Pass, |point| Move::Play(Point::new(point as u16)))
    }

    /// Plays a game against dice: whether it ends as claimed, nothing that the player does being refused.
    fn keeps(&self, game: &Game, dice: &mut Dice) -> bool {
        let mut game = game.clone();
        for _ in 0..400 {
            match game.status() {
                Status::InPlay => {}
                Status::Over(outcome) => {
                    return outcome.scores().is_some() && self.claim.kept(End::of(outcome));
                }
                Status::Stopped => return false,
            }
            let made = if game.to_move() == self.claim.player {
                self.made(&game)
            } else {
                let legal = game.legal();
                let passes = legal.is_empty() || dice.roll(6) == 0;
                if passes { Move::Pass } else { Move::Play(legal[dice.roll(legal.len())]) }
            };
            if game.play(made).is_err() {
                return false;
            }
        }
        false
    }
}

/// The point on which the preceding play took one stone, as basic ko bans it.
fn retake(game: &Game) -> Option<Point> {
    let (player, Move::Play(point)) = game.move_at(game.moves_made())? else { return None };
    let before = game.position_after(game.moves_made() - 1)?;
    let stones = before.iter().map(|&code| Stone::from_code(code).unwrap()).collect();
    let setup = Setup { stones, to_move: player, ..Setup::empty(Arc::clone(game.board()), 2) };
    let mut with_ko = Game::new(Arc::new(Ruleset::builtin("chinese").unwrap()), &setup).ok()?;
    with_ko.play(Move::Play(point)).ok()?;
    with_ko.ko_point()
}

/// Writes down a strategy, reads it again, checks it and follows it; a point more is neither written down nor accepted. How many
/// answers it has.
fn shown(game: &Game, claim: &Claim, nodes: u64, dice: &mut Dice) -> Result<Strategy, Limit> {
    let made = strategies(game, &[*claim], &limits(nodes))?.remove(0);
    let told = format!("{} {claim} {:?}", game.ruleset().id, game.position().diagram(game.board()));
    let text = made.to_text(game.board());
    assert_eq!(Strategy::read(&text, game.board()), Ok(vec![made.clone()]), "{told}");
    if let Err(flaw) = check(game, &made, None) {
        panic!("{told}: {flaw}\n{text}");
    }
    let follower = Follower::new(game, &made);
    assert!((0..20).all(|_| follower.keeps(game, dice)), "{told}\n{text}");
    if let Some(claim) = raised(claim) {
        assert!(check(game, &Strategy { claim, ..made.clone() }, None).is_err(), "{told}");
        assert!(strategies(game, &[claim], &limits(nodes)).is_err(), "{told}");
    }
    Ok(made)
}

#[test]
fn small_boards_are_shown() {
    let mut dice = Dice::new(1);
    for rules in RULES {
        for (spec, margin) in [("3x1", 3), ("4x1", 4), ("4x2", 8), ("3x3", 9), ("2x5", 10)] {
            let game = empty(rules, spec);
            for player in Player::all(2) {
                let claim = Claim::new(player, End::Margin(margin.into()));
                let made = shown(&game, &claim, u64::MAX, &mut dice).unwrap();
                assert_eq!(made.plan.is_empty(), player == Player::WHITE);
            }
        }
    }
}

/// From positions that are thrown, for what each player can get.
#[test]
fn thrown_positions_are_shown() {
    let (mut count, mut refused) = (0, 0);
    for seed in 0..400 {
        let mut dice = Dice::new(seed);
        let Some(game) = thrown(&mut dice) else { continue };
        let Some(value) = solve(&game, &limits(100_000)).value.exact() else { continue };
        for player in Player::all(2) {
            match shown(&game, &Claim::new(player, value), 20_000, &mut dice) {
                Ok(made) => count += usize::from(made.plan.len() > 1),
                Err(_) => refused += 1,
            }
        }
    }
    assert!(count > 100, "{count} {refused}");
}

/// Strategies with an answer changed by dice are rejected, or keep their claim all the same; with one left out, put twice or added
/// they are rejected.
#[test]
fn changed_strategies_are_rejected() {
    let mut flaws = [0; 6];
    let (mut kept, mut lost) = (0, 0);
    for seed in 0..400 {
        let mut dice = Dice::new(seed);
        let Some(game) = thrown(&mut dice) else { continue };
        let Some(value) = solve(&game, &limits(100_000)).value.exact() else { continue };
        let claim = Claim::new([Player::BLACK, Player::WHITE][dice.roll(2)], value);
        let Ok(mut made) = strategies(&game, &[claim], &limits(20_000)) else { continue };
        let Plan::Unrepeated(answers) = &made[0].plan else { panic!("{claim}") };
        if answers.is_empty() {
            continue;
        }
        let answers = answers.clone();
        let mut checked = |answers: Vec<Answer>| {
            made[0].plan = Plan::Unrepeated(answers);
            (check(&game, &made[0], None), made[0].clone())
        };
        let place = dice.roll(answers.len());
        let mut cut = answers.clone();
        let one = cut.remove(place);
        let (found, _) = checked(cut);
        assert!(matches!(found, Err(Flaw::NoAnswer { .. })), "{found:?}");
        let (found, _) = checked([&answers[..], std::slice::from_ref(&one)].concat());
        assert_eq!(found, Err(Flaw::Twice(answers.len() + 1)));
        let mut passed = answers.clone();
        passed[place].at.passed = true;
        assert_eq!(checked(passed).0, Err(Flaw::Idle(place + 1)));
        for _ in 0..20 {
            let mut changed = answers.clone();
            for _ in 0..=dice.roll(3) {
                let place = dice.roll(answers.len());
                let Answer { at, made } = &mut changed[place];
                let free = game.board().points().filter(|point| at.codes[point.index()] == 0);
                let moves: Vec<Move> = free.map(Move::Play).chain([Move::Pass]).collect();
                *made = moves[dice.roll(moves.len())];
            }
            let (found, strategy) = checked(changed);
            let follower = Follower::new(&game, &strategy);
            let keeps = (0..30).all(|_| follower.keeps(&game, &mut dice));
            lost += usize::from(!keeps);
            match found {
                Ok(_) => {
                    assert!(
                        keeps,
                        "{} {claim} {}",
                        game.ruleset().id,
                        strategy.to_text(game.board())
                    );
                    kept += 1;
                }
                Err(Flaw::Refused { .. }) => flaws[0] += 1,
                Err(Flaw::NoAnswer { .. }) => flaws[1] += 1,
                Err(Flaw::Result { .. }) => flaws[2] += 1,
                Err(Flaw::Back { .. }) => flaws[3] += 1,
                Err(Flaw::Idle(_)) => flaws[4] += 1,
                Err(_) => flaws[5] += 1,
            }
        }
    }
    // Refused, not answered, badly ended, come back, idle, and others, of which there are none.
    let least = [20, 500, 30, 50, 1, 0];
    assert!(flaws.iter().zip(least).all(|(&count, least)| count >= least), "{flaws:?}");
    assert!(flaws[5] == 0 && kept > 100 && lost > 500, "{flaws:?} {kept} {lost}");
}

/// A strategy from behind a first move, with that move before it: what stood first may come back, with another player to move or a ban.
#[test]
fn a_first_position_that_comes_back_is_seen() {
    let rules = Arc::new(Ruleset::builtin("aga").unwrap());
    let board = Arc::new(Board::parse("3x3").unwrap());
    let (mut accepted, mut back) = (0, 0);
    for (black, white) in [(138, 48), (42, 144), (418, 24), (202, 48), (136, 54), (160, 27)] {
        let first = start(&rules, &board, Stones([black, white]), BLACK);
        for bound in [-7, 0, 1, 2] {
            let claim = Claim::new(Player::BLACK, End::Margin(bound.into()));
            for made in first.legal() {
                let mut next = first.clone();
                next.play(Move::Play(made)).unwrap();
                // A game of its own, which knows nothing of the first position.
                let next = next.edited(&[], Player::WHITE).unwrap();
                let Ok(found) = strategies(&next, &[claim], &limits(2_000)) else { continue };
                assert!(check(&next, &found[0], None).is_ok());
                let Plan::Unrepeated(mut answers) = found[0].plan.clone() else {
                    panic!("{claim}")
                };
                let at = Situation::of(&first);
                answers.push(Answer { at, made: Move::Play(made) });
                let whole = Strategy { claim, plan: Plan::Unrepeated(answers) };
                match check(&first, &whole, None) {
                    Ok(_) => accepted += 1,
                    Err(Flaw::Back { line }) => {
                        assert!(line.starts_with(&board.name(made)), "{line}");
                        back += 1;
                    }
                    // The first situation comes up in it.
                    Err(flaw) => assert!(matches!(flaw, Flaw::Twice(_) | Flaw::Idle(_)), "{flaw}"),
                }
            }
        }
    }
    assert!(accepted > 10 && back > 5, "{accepted} {back}");
}
