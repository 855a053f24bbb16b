//! Strategies that bring no position back: all moves are played with basic ko alone, each situation once, to ends at which the
//! player's chains are safe.
//!
//! docs/findings/proofs.md, "Checking that nothing comes back", says why that is enough, under superko and where cycles are ruled on.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use shinpan_board::{Player, Point, Stone};
use shinpan_rules::{
    Button, Count, Game, Life, Move, Repetition, Sameness, Score, Setup, Suicide, Then, Window,
};
use smallvec::SmallVec;

use super::images::{Image, Images, Packed};
use super::safe::kept_for_good;
use super::{Flaw, Reached, ended, ends_by_two_passes, reached, rules_on_cycles_alone, told};
use crate::strategy::{Answer, Claim, move_name};
use crate::value::End;

/// Checks answers that bring nothing back.
pub(super) fn check(game: &Game, claim: &Claim, answers: &[Answer]) -> Result<usize, Flaw> {
    fits(game).map_err(Flaw::Beyond)?;
    let idle = answers.first().map(|_| Flaw::Idle(1));
    if let Some(found) = ended(game, claim, idle, None) {
        return found;
    }
    let start = with_basic_ko(game)?;
    let mut walk = Walk::new(game, &start, claim)?;
    walk.read(answers, game)?;
    walk.all(start)?;
    let nodes = walk.nodes.values().flatten();
    let idle = nodes.filter(|node| node.moves == UNSEEN).map(|node| node.answer).min();
    idle.map_or(Ok(walk.made), |number| Err(Flaw::Idle(number as usize + 1)))
}

/// Whether stones count as they stand when two passes have been made, and either superko holds over all of the game or basic ko with a
/// ruling on cycles.
fn fits(game: &Game) -> Result<(), &'static str> {
    let rules = game.ruleset();
    let [stage] = rules.stages.as_slice() else {
        return Err("there is more than one stage");
    };
    if !ends_by_two_passes(stage) {
        return Err("a stage does not end by two passes");
    }
    if rules.count != Count::Area || rules.life != Life::AsItStands {
        return Err("stones do not count as they stand");
    }
    if rules.button != Button::None {
        return Err("there is a button");
    }
    if game.passes_in_row() > 0 {
        return Err("a pass has been made");
    }
    if under_superko(game) {
        return Ok(());
    }
    if !rules_on_cycles_alone(stage) || !stage.bans_ko() {
        return Err("there is neither superko nor basic ko with a ruling on cycles");
    }
    if rules.suicide != Suicide::Forbidden {
        return Err("suicide is allowed");
    }
    if game.moves_in_phase() > 0 {
        return Err("moves of this phase could be part of a cycle");
    }
    if game.ko_point().is_some() {
        return Err("a ban stands");
    }
    Ok(())
}

/// Whether what stood may not come back in all of the game.
fn under_superko(game: &Game) -> bool {
    match game.stage().repetition.as_slice() {
        [rule] => {
            rule.then == Then::Forbidden
                && rule.window == Window::WholeGame
                && rule.same != Sameness::State
        }
        _ => false,
    }
}

/// The game that goes on from here with basic ko and nothing else about repetition.
fn with_basic_ko(game: &Game) -> Result<Game, Flaw> {
    let mut rules = (**game.ruleset()).clone();
    for stage in &mut rules.stages {
        let clause = stage.repetition.first().map(|rule| rule.clause.clone());
        let ko = clause.map(|clause| Repetition {
            clause,
            same: Sameness::Positional,
            window: Window::BeforePrecedingPlay,
            then: Then::Forbidden,
        });
        stage.repetition = ko.into_iter().collect();
    }
    let setup = Setup {
        board: Arc::clone(game.board()),
        players: game.players(),
        stones: game.position().stones().collect(),
        to_move: game.to_move(),
        prisoners: game.prisoners(),
        komi: game.komi(),
        handicap: game.handicap(),
        moves_before: 0,
    };
    Game::new(Arc::new(rules), &setup)
        .map_err(|_| Flaw::Beyond("the game cannot go on from its position"))
}

/// How many moves follow a situation that has not come up, and one that is on the line.
const UNSEEN: u32 = 0;
const OPEN: u32 = u32::MAX;

/// A situation: what stands is told by where the node is kept.
#[derive(Clone, Copy)]
struct Node {
    /// Whether the player of the claim is to move.
    own: bool,
    /// Whether he has just passed.
    passed: bool,
    /// The point that may not be retaken.
    ban: Option<Point>,
    /// The number of his answer, and what it is.
    answer: u32,
    made: Move,
    /// The most moves that follow to an end, or [`UNSEEN`] or [`OPEN`].
    moves: u32,
}

/// What a move leads to.
enum Next {
    /// An end that is as claimed.
    End,
    /// What stands, with the place of its node among those of the position, if there is one.
    Situation(Image, Option<usize>),
}

/// A situation on the line.
struct Frame {
    game: Game,
    /// Where its node is.
    at: (Packed, usize),
    moves: Vec<Move>,
    /// How many of them have been made, and the most moves that follow one.
    next: usize,
    most: u32,
}

struct Walk<'a> {
    claim: &'a Claim,
    images: Images,
    /// Whether chains have to be safe from what the other can do by killing himself.
    suicide: bool,
    /// Black's margin is this much more than the difference of the areas.
    offset: Score,
    /// What stood before the start and may not come back.
    past: FxHashSet<Packed>,
    nodes: FxHashMap<Packed, SmallVec<[Node; 1]>>,
    line: Vec<Frame>,
    /// How many moves were made.
    made: usize,
}

impl<'a> Walk<'a> {
    fn new(game: &Game, start: &Game, claim: &'a Claim) -> Result<Walk<'a>, Flaw> {
        let mut walk = Walk {
            claim,
            images: Images::of(game.board()),
            suicide: game.ruleset().suicide != Suicide::Forbidden,
            offset: counted_empty(start)?,
            past: FxHashSet::default(),
            nodes: FxHashMap::default(),
            line: Vec::new(),
            made: 0,
        };
        if under_superko(game) {
            let past = game.past();
            for (codes, _) in past.split_last().map_or(&[][..], |(_, before)| before) {
                if walk.is_enough(start, codes) {
                    return Err(Flaw::Beyond(
                        "what is claimed was safe before, and might be again",
                    ));
                }
                walk.past.insert(walk.images.standard(codes, None).packed);
            }
        }
        Ok(walk)
    }

    /// Keeps the answers where their situations will be looked for.
    fn read(&mut self, answers: &[Answer], game: &Game) -> Result<(), Flaw> {
        let board = game.board();
        for (number, Answer { at, made }) in answers.iter().enumerate() {
            let on_board = |point: Point| board.point(point.index()).is_some();
            let fits = at.stage == game.stage().name
                && at.codes.len() == board.len()
                && at.codes.iter().all(|&code| code <= 2)
                && at.ko.is_none_or(on_board)
                && !at.passed;
            if !fits {
                return Err(Flaw::Idle(number + 1));
            }
            let image = self.images.standard(&at.codes, at.ko);
            let made = match *made {
                Move::Play(point) => Move::Play(self.images.turned(point, &image)),
                Move::Pass => Move::Pass,
            };
            let nodes = self.nodes.entry(image.packed).or_default();
            if nodes.iter().any(|node| node.ban == image.ban) {
                return Err(Flaw::Twice(number + 1));
            }
            let (ban, answer) = (image.ban, number as u32);
            nodes.push(Node { own: true, passed: false, ban, answer, made, moves: UNSEEN });
        }
        Ok(())
    }

    /// Plays everything that can come up.
    fn all(&mut self, start: Game) -> Result<(), Flaw> {
        self.come_to(start, false)?;
        while let Some(frame) = self.line.last_mut() {
            if let Some(&made) = frame.moves.get(frame.next) {
                let mut after = frame.game.clone();
                let player = after.to_move();
                if let Err(refusal) = after.play(made) {
                    let why = refusal.clause.to_string();
                    return Err(Flaw::Refused { line: self.told(&[]), player, why });
                }
                frame.next += 1;
                self.made += 1;
                let placed = player == self.claim.player && made != Move::Pass;
                let moves = self.come_to(after, placed)?;
                if let Some(frame) = self.line.last_mut() {
                    frame.most = frame.most.max(moves);
                }
            } else if let Some(Frame { game, at: (packed, place), most, .. }) = self.line.pop() {
                let moves = most + 1;
                if let Some(nodes) = self.nodes.get_mut(&packed) {
                    nodes[place].moves = moves;
                }
                self.look_back(&game, &packed, moves)?;
                if let Some(frame) = self.line.last_mut() {
                    frame.most = frame.most.max(moves);
                }
            }
        }
        Ok(())
    }

    /// Goes on from where a move has led, `placed` if it was a play of the player's. The most moves that follow, as far as that is known.
    fn come_to(&mut self, game: Game, placed: bool) -> Result<u32, Flaw> {
        let (image, place) = match self.reach(&game) {
            Ok(Next::End) => return Ok(0),
            Ok(Next::Situation(image, place)) => (image, place),
            Err(end) => return end.flaw(self.claim, || self.told(&[])).map(|()| 0),
        };
        if placed && self.past.contains(&image.packed) {
            return Err(Flaw::Back { line: self.told(&[]) });
        }
        let player = game.to_move();
        let own = player == self.claim.player;
        let nodes = self.nodes.entry(image.packed.clone()).or_default();
        let place = match place {
            Some(place) => place,
            None if own => return Err(Flaw::NoAnswer { line: self.told(&[]), player }),
            None => {
                let passed = game.passes_in_row() > 0;
                let (ban, made) = (image.ban, Move::Pass);
                nodes.push(Node { own, passed, ban, answer: 0, made, moves: UNSEEN });
                nodes.len() - 1
            }
        };
        let node = &mut nodes[place];
        match node.moves {
            UNSEEN => node.moves = OPEN,
            OPEN => return Err(Flaw::Back { line: self.told(&[]) }),
            moves => return Ok(moves),
        }
        let moves = self.moves(&game, &image, place);
        self.line.push(Frame { game, at: (image.packed, place), moves, next: 0, most: 0 });
        Ok(0)
    }

    /// What has been reached; an end that is not as claimed is an error.
    fn reach(&self, game: &Game) -> Result<Next, Reached> {
        let kept = |end: &Reached| end.flaw(self.claim, String::new).is_ok();
        if let Some(end) = reached(game, None) {
            return if kept(&end) { Ok(Next::End) } else { Err(end) };
        }
        let own = game.to_move() == self.claim.player;
        let passed = game.passes_in_row() > 0;
        if own && passed {
            // The player passes, too, if that is good enough; otherwise it is as if nobody had passed.
            let mut over = game.clone();
            let end = over.play(Move::Pass).ok().and_then(|_| reached(&over, None));
            if end.is_some_and(|end| kept(&end)) {
                return Ok(Next::End);
            }
        }
        let image = self.images.standard(game.position().codes(), game.ko_point());
        let nodes = self.nodes.get(&image.packed).map_or(&[][..], SmallVec::as_slice);
        let same =
            |node: &Node| (node.own, node.passed, node.ban) == (own, passed && !own, image.ban);
        let place = nodes.iter().position(same);
        // What has come up is no end.
        let seen = nodes.iter().any(|node| node.moves != UNSEEN);
        if !seen && self.is_enough(game, game.position().codes()) {
            return Ok(Next::End);
        }
        Ok(Next::Situation(image, place))
    }

    /// Whether the player has enough for good where this stands.
    fn is_enough(&self, game: &Game, codes: &[u8]) -> bool {
        let player = self.claim.player;
        let kept = kept_for_good(game.board(), codes, player, self.suicide) as i64;
        let ahead = 2 * kept - game.board().len() as i64;
        let margin = if player == Player::BLACK { ahead } else { -ahead };
        self.claim.kept(End::Margin(self.offset + margin))
    }

    /// The player's answer, or all moves of the other.
    fn moves(&self, game: &Game, image: &Image, place: usize) -> Vec<Move> {
        if game.to_move() != self.claim.player {
            return game.legal().into_iter().map(Move::Play).chain([Move::Pass]).collect();
        }
        let nodes = self.nodes.get(&image.packed);
        let made = nodes.and_then(|nodes| nodes.get(place)).map(|node| match node.made {
            Move::Play(point) => Move::Play(self.images.turned_back(point, image)),
            Move::Pass => Move::Pass,
        });
        made.into_iter().collect()
    }

    /// The same, where the situation is its own image in some symmetries with all images of the answer: lines from an image of where
    /// a line began may go on by any of them.
    fn all_moves(&self, game: &Game, image: &Image, place: usize) -> Vec<Move> {
        let mut moves = self.moves(game, image, place);
        if game.to_move() == self.claim.player
            && let [Move::Play(point)] = moves[..]
        {
            for image in self.images.staying(game.position().codes(), game.ko_point(), point) {
                if !moves.contains(&Move::Play(image)) {
                    moves.push(Move::Play(image));
                }
            }
        }
        moves
    }

    /// No line from a situation with so many moves to come may lead by a play of the player's to what stands in it.
    fn look_back(&self, game: &Game, packed: &Packed, moves: u32) -> Result<(), Flaw> {
        let nodes = self.nodes.get(packed).map_or(&[][..], SmallVec::as_slice);
        let after_a_play = nodes.iter().filter(|node| !node.own && !node.passed);
        let Some(least) = after_a_play.map(|node| node.moves).filter(|&m| m < moves).min() else {
            return Ok(());
        };
        let mut trail = vec![(0, Move::Pass, game.clone())];
        let mut seen = FxHashSet::default();
        let mut next = 0;
        while next < trail.len() {
            let game = trail[next].2.clone();
            let own = game.to_move() == self.claim.player;
            let after = match self.reach(&game) {
                Ok(Next::Situation(image, Some(place))) => {
                    let node = self.nodes.get(&image.packed).and_then(|nodes| nodes.get(place));
                    let far = node.is_some_and(|node| node.moves > least);
                    if far { self.all_moves(&game, &image, place) } else { Vec::new() }
                }
                _ => Vec::new(),
            };
            for made in after {
                let mut after = game.clone();
                if after.play(made).is_err() {
                    continue;
                }
                let stands = after.position().codes();
                if own && made != Move::Pass && stands == trail[0].2.position().codes() {
                    let mut line = vec![move_name(game.board(), made)];
                    let mut at = next;
                    while at > 0 {
                        line.push(move_name(game.board(), trail[at].1));
                        at = trail[at].0;
                    }
                    line.reverse();
                    return Err(Flaw::Back { line: self.told(&line) });
                }
                let passed = after.passes_in_row() > 0;
                if seen.insert((stands.to_vec(), own, passed, after.ko_point())) {
                    trail.push((next, made, after));
                }
            }
            next += 1;
        }
        Ok(())
    }

    /// The line, and what follows it.
    fn told(&self, more: &[String]) -> String {
        let made = |frame: &Frame| {
            let made = frame.moves.get(frame.next.checked_sub(1)?)?;
            Some(move_name(frame.game.board(), *made))
        };
        let mut line: Vec<String> = self.line.iter().filter_map(made).collect();
        line.extend_from_slice(more);
        told(&line)
    }
}

/// Black's margin where nothing stands.
fn counted_empty(game: &Game) -> Result<Score, Flaw> {
    let away: Vec<(Point, Stone)> = game.board().points().map(|p| (p, Stone::EMPTY)).collect();
    let mut empty = game.edited(&away, game.to_move()).ok();
    let over = empty.as_mut().is_some_and(|game| (0..2).all(|_| game.play(Move::Pass).is_ok()));
    match empty.filter(|_| over).and_then(|game| reached(&game, None)) {
        Some(Reached::End([End::Margin(margin), _])) => Ok(margin),
        _ => Err(Flaw::Beyond("an empty board is not counted")),
    }
}
