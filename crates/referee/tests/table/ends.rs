//! By what the line of a proof ends is told, and it is so.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use shinpan_board::{Board, Player, Point, Position, Stone};
use shinpan_life::{EyePart, Line, Proof, Reading, Step};
use shinpan_referee::{Judged, Options, Proven, Prover, Record, explain, explained_sgf, judge};
use shinpan_rules::{Fact, PartNames, PointNames, Ruleset, When};
use shinpan_testkit::Dice;

/// How often each code was told.
type Told = BTreeMap<&'static str, usize>;

/// What is told of a chain, and what stands where its line ends.
struct End<'a> {
    board: &'a Board,
    now: &'a Position,
    owner: Player,
    chain: &'a [Point],
    facts: Vec<Fact>,
}

impl End<'_> {
    fn at(&self, name: &str) -> Point {
        self.board.parse_point(name).unwrap()
    }

    fn points(&self, names: &PointNames) -> Vec<Point> {
        names.0.iter().map(|name| self.at(name)).collect()
    }

    fn is(&self, player: Player, point: Point) -> bool {
        self.now.stone(point).player() == Some(player)
    }

    fn near(&self, points: &[Point]) -> Vec<Point> {
        let near = points.iter().flat_map(|&point| self.board.neighbours(point));
        near.filter(|near| !points.contains(near)).collect()
    }

    /// What is connected to some points by others.
    fn connected(&self, from: &[Point], by: impl Fn(Point) -> bool) -> Vec<Point> {
        let mut found: Vec<Point> = from.to_vec();
        let mut next = 0;
        while let Some(&point) = found.get(next) {
            next += 1;
            let near = self.board.neighbours(point);
            let further = near.filter(|near| by(*near) && !found.contains(near));
            found.extend(further.collect::<BTreeSet<_>>());
        }
        found
    }

    /// The owner's stones connected to the chain, by pairs too.
    fn body(&self) -> Vec<Point> {
        let pairs: Vec<Vec<Point>> = self
            .facts
            .iter()
            .flat_map(|fact| match fact {
                Fact::OneOfTwo { pairs, .. } => pairs.0.clone(),
                Fact::TiedBy { pair, .. } => vec![pair.clone()],
                _ => Vec::new(),
            })
            .map(|pair| self.points(&pair))
            .collect();
        let own = |point: Point| self.is(self.owner, point);
        let stands: Vec<Point> = self.chain.iter().copied().filter(|&at| own(at)).collect();
        let mut body = self.connected(&stands, own);
        loop {
            let before = body.len();
            for pair in &pairs {
                let near = |&at: &Point| self.board.neighbours(at).any(|near| body.contains(&near));
                if pair.iter().all(near) {
                    let both = self.near(&pair[..1]).into_iter();
                    let both = both.filter(|&at| own(at) && self.near(&pair[1..]).contains(&at));
                    // What a pair joins is next to both of its points, maybe by other stones.
                    let more: Vec<Point> =
                        both.chain(self.near(pair)).filter(|&at| own(at)).collect();
                    body = self.connected(&[body, more].concat(), own);
                }
            }
            body.sort_unstable();
            body.dedup();
            if body.len() == before {
                return body;
            }
        }
    }

    /// Eyes are regions between the owner's stones, next to what the chain is connected to, and there are two.
    fn holds_eyes(&self, eyes: &PartNames) {
        let body = self.body();
        let mut count = eyes.0.len();
        for fact in &self.facts {
            let Fact::CutInTwo { eye, pair, .. } = fact else { continue };
            count += usize::from(eyes.0.contains(eye));
            let (eye, pair) = (self.points(eye), self.points(pair));
            assert_eq!(pair.len(), 2);
            for cut in pair {
                let rest: Vec<Point> = eye.iter().copied().filter(|&point| point != cut).collect();
                let part = self.connected(&rest[..1], |point| rest.contains(&point));
                assert!(eye.contains(&cut) && part.len() < rest.len(), "{cut:?} cuts nothing");
            }
        }
        assert!(count >= 2, "{eyes}");
        let mut seen = BTreeSet::new();
        for eye in &eyes.0 {
            let points = self.points(eye);
            assert!(points.iter().all(|&point| seen.insert(point)), "{eyes} share a point");
            assert!(!points.iter().any(|&point| self.is(self.owner, point)), "a stone in {eye}");
            let paired = |fact: &Fact| matches!(fact, Fact::OneOfTwo { .. });
            let part = self.connected(&points[..1], |at| points.contains(&at));
            // A stone that a pair joins may part an eye.
            assert!(
                part.len() == points.len() || self.facts.iter().any(paired),
                "{eye} is not one"
            );
            let around = self.near(&points);
            assert!(around.iter().all(|&near| self.is(self.owner, near)), "{eye} is open");
            assert!(around.iter().any(|near| body.contains(near)), "{eye} is another's");
        }
    }

    /// The opponent's chains named leave no two points for eyes around the chain.
    fn holds_walls(&self, names: &PointNames) {
        let opponent = self.owner.next(2);
        let named = self.points(names);
        assert!(named.iter().all(|&point| self.is(opponent, point)), "{names}");
        let walls = self.connected(&named, |point| self.is(opponent, point));
        let free: Vec<Point> =
            self.chain.iter().copied().filter(|point| !walls.contains(point)).collect();
        let mut part = self.connected(&free, |point| !walls.contains(&point));
        part.retain(|&point| {
            let beside = self.board.neighbours(point).any(|near| walls.contains(&near));
            !beside && !self.is(self.owner, point)
        });
        for &one in &part {
            let apart = |&&other: &&Point| {
                one != other && !self.board.neighbours(one).any(|near| near == other)
            };
            assert_eq!(part.iter().find(apart), None, "{names} leave room");
        }
    }

    /// Parts of the board share no point, and none holds a stone of the owner's.
    fn holds_parts(&self, parts: &PartNames) {
        let mut seen = BTreeSet::new();
        for point in parts.0.iter().flat_map(|part| self.points(part)) {
            assert!(seen.insert(point) && !self.is(self.owner, point), "{parts}");
        }
        assert!(!seen.is_empty());
    }

    /// Holds what is told to what stands, and counts it.
    fn hold(&self, step: &Step, whole: bool, told: &mut Told) {
        let mut count = |code| *told.entry(code).or_default() += 1;
        let empty = |point: &Point| self.now.stone(*point) == Stone::EMPTY;
        let mut ends = 0;
        for fact in &self.facts {
            let ended = match fact {
                Fact::HasEyes { when, eyes, .. } => {
                    self.holds_eyes(eyes);
                    count(if *when == When::Now { "eyes now" } else { "eyes" });
                    true
                }
                Fact::CutInTwo { .. } => {
                    count("cut");
                    false
                }
                Fact::OneOfTwo { pairs, .. } => {
                    assert!(pairs.0.iter().flat_map(|pair| self.points(pair)).all(|at| empty(&at)));
                    count("pairs");
                    false
                }
                Fact::TiedBy { .. } => {
                    count("tied");
                    false
                }
                Fact::LeaveNoRoom { points, .. } => {
                    self.holds_walls(points);
                    count("no room");
                    true
                }
                Fact::NoRoom { .. } => {
                    self.holds_walls(&PointNames(Vec::new()));
                    count("none");
                    true
                }
                Fact::ShutInBy { points, .. } => {
                    if whole {
                        self.holds_walls(points);
                    }
                    count("shut in");
                    true
                }
                Fact::LedTo { points, .. } => {
                    let named = self.points(points);
                    assert!(named.iter().all(|&at| self.is(self.owner, at)), "{points}");
                    if matches!(step, Step::Reached) {
                        assert!(named.iter().any(|at| self.body().contains(at)), "{points}");
                    }
                    count("led");
                    true
                }
                Fact::ClosedOff { points, .. } => {
                    let points = self.points(points);
                    assert!(self.near(&points).iter().all(|at| !empty(at)));
                    count("closed");
                    false
                }
                Fact::OnTheWholeBoard { .. } => {
                    count("board");
                    false
                }
                Fact::InSmallParts { parts, .. } => {
                    self.holds_parts(parts);
                    count("small parts");
                    true
                }
                Fact::AnEyeInEach { parts, .. } => {
                    self.holds_parts(parts);
                    assert_eq!(parts.0.len(), 2);
                    count("apart");
                    true
                }
                _ => false,
            };
            ends += usize::from(ended);
        }
        assert!(ends > 0 || !whole, "nothing is told of the end");
        assert!(ends < 3, "too much is told of the end");
    }
}

/// What stands after the moves of a line, by the board alone.
fn played(board: &Board, position: &Position, owner: Player, line: &Line<'_>) -> Position {
    let mut position = position.clone();
    let mut mover = owner;
    for play in &line.plays {
        mover = mover.next(2);
        if let Some(point) = *play {
            assert_eq!(position.stone(point), Stone::EMPTY);
            position.place(board, point, mover);
        }
    }
    position
}

/// Holds what is told of every chain of a position that is decided.
fn hold_all(judged: &mut Judged, prover: &Prover, told: &mut Told) {
    let proven: Proven = prover.prove_due(judged.sitting.game());
    judged.sitting.analyse(&proven);
    let board = Arc::clone(judged.sitting.game().board());
    let start = judged.sitting.game().position().clone();
    for chain in judged.sitting.analysis().unwrap().chains {
        let Some(proof) = proven.proof(chain.points[0]) else { continue };
        let reading = if chain.precedent.is_some() { Reading::KoPass } else { Reading::Basic };
        let line = proof.line(&board, reading, &chain.points).unwrap();
        let now = played(&board, &start, chain.player, &line);
        assert_eq!(now.codes(), line.after.position().codes());
        let explanation = explain(&judged.sitting, chain.points[0], Some(proof), None).unwrap();
        let facts: Vec<Fact> = explanation
            .because
            .iter()
            .filter(|step| step.clause.as_str() == "J-5")
            .map(|step| step.fact.clone())
            .collect();
        let name = board.name(chain.points[0]);
        println!("{name} {:?}\n{:?} {facts:?}", explanation.chain.line, now.diagram(&board));
        let (owner, points) = (chain.player, &chain.points[..]);
        let end = End { board: &board, now: &now, owner, chain: points, facts };
        let step = &proof.nodes[*line.nodes.last().unwrap()].step;
        end.hold(step, line.whole, told);
        *told.entry(if line.whole { "whole" } else { "cut off" }).or_default() += 1;
        in_the_file(judged, chain.points[0], proof, &end.facts);
    }
}

/// What is told of the end of the line stands in the file, too: at the root and, as it stands there, at the end.
fn in_the_file(judged: &Judged, point: Point, proof: &Proof, facts: &[Fact]) {
    if proof.nodes.len() > 500 || matches!(proof.nodes.last().unwrap().step, Step::Space(_)) {
        return;
    }
    let sgf = explained_sgf(&judged.sitting, point, Some(proof), None).unwrap();
    if sgf.contains("it is cut off here") {
        return;
    }
    let file = shinpan_sgf::parse(sgf.as_bytes()).unwrap();
    let root = file.games().next().unwrap().root();
    let comments: Vec<String> = root
        .descendants()
        .filter_map(|node| Some(node.property("C")?.value().text().into_owned()))
        .collect();
    for fact in facts.iter().skip(1) {
        let text = fact.to_string();
        assert!(comments[0].contains(&text), "{sgf}");
        let there = text.replace("at the end of the line", "as it stands");
        assert!(there == text || comments[1..].iter().any(|other| other.contains(&there)), "{sgf}");
    }
}

fn read(bytes: &[u8]) -> Judged {
    let rules = Some(Ruleset::read("japanese-1989").unwrap());
    let record = Record::read(bytes, 1, &[]).unwrap();
    judge(&record, &Options { rules, ..Options::default() }).unwrap()
}

fn position(board: &str, rows: &str) -> Judged {
    let text = format!(
        "board = \"{board}\"\nmoves = [\"B pass\", \"W pass\"]\nposition = \"\"\"\n{rows}\n\"\"\""
    );
    read(text.as_bytes())
}

/// In games, on small boards and where the search is cut short: eyes, walls, parts of the board.
#[test]
fn by_what_a_line_ends_is_told() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut told = Told::new();
    for (file, nodes, states) in [
        ("examples/gnugo-9x9.sgf", 200, 50_000),
        ("corpus/selfplay/13x13-001.sgf", 20, 50_000),
        ("corpus/selfplay/13x13-001.sgf", 1, 50_000),
        ("corpus/selfplay/13x13-003.sgf", 100, 0),
        ("corpus/selfplay/13x13-010.sgf", 20, 0),
    ] {
        let prover = Prover { nodes, states, ..Prover::default() };
        hold_all(&mut read(&std::fs::read(root.join(file)).unwrap()), &prover, &mut told);
    }
    let (board, mut dice) = (Board::rectangle(5, 4).unwrap(), Dice::new(3));
    let mut left = 25;
    while left > 0 {
        let stones: Vec<Stone> =
            board.points().filter_map(|_| Stone::from_code([0, 0, 1, 2][dice.roll(4)])).collect();
        let Ok(random) = Position::from_stones(&board, 2, &stones) else { continue };
        left -= 1;
        let rows = random.diagram(&board).join("\n");
        for nodes in [0, 200] {
            let prover = Prover { nodes, states: 20_000, ..Prover::default() };
            hold_all(&mut position("5x4", &rows), &prover, &mut told);
        }
    }
    println!("{told:?}");
    for (code, least) in [
        ("whole", 100),
        ("eyes", 50),
        ("eyes now", 3),
        ("cut", 2),
        ("pairs", 5),
        ("tied", 1),
        ("no room", 10),
        ("shut in", 1),
        ("led", 3),
        ("closed", 1),
        ("board", 10),
        ("small parts", 1),
    ] {
        let found = told.get(code).copied().unwrap_or_default();
        assert!(found >= least, "{code}: {found}");
    }
}

/// Proofs of which numbers were changed are no proofs; what is told of them may be anything, but it is told.
#[test]
fn what_is_no_proof_is_told_of_too() {
    let rows = ".XX.OX.X.\nXOOXOXXXX\nO.OOOOOOO\n.O..O.O.O\nOOOOO.OO.";
    let mut dice = Dice::new(5);
    let mut changed = 0;
    for (nodes, states) in [(0, 0), (50, 0), (0, 20_000)] {
        let prover = Prover { nodes, states, ..Prover::default() };
        let mut judged = position("9x5", rows);
        let proven = prover.prove_due(judged.sitting.game());
        judged.sitting.analyse(&proven);
        for chain in judged.sitting.analysis().unwrap().chains {
            let Some(proof) = proven.proof(chain.points[0]) else { continue };
            let text = serde_json::to_string(proof).unwrap();
            for _ in 0..200 {
                let mut bytes = text.clone().into_bytes();
                for _ in 0..=dice.roll(4) {
                    let at = dice.roll(bytes.len());
                    if bytes[at].is_ascii_digit() {
                        bytes[at] = b'0' + dice.roll(10) as u8;
                    }
                }
                let Ok(other) = serde_json::from_slice::<Proof>(&bytes) else { continue };
                changed += usize::from(other != *proof);
                explain(&judged.sitting, chain.points[0], Some(&other), None).unwrap();
                explained_sgf(&judged.sitting, chain.points[0], Some(&other), None).unwrap();
            }
        }
    }
    assert!(changed > 500, "{changed}");
}

/// What is told of a chain after the first step, under J-5.
fn words(judged: &mut Judged, at: &str, proven: &Proven, proof: Option<&Proof>) -> Vec<String> {
    judged.sitting.analyse(proven);
    let point = judged.sitting.game().board().parse_point(at).unwrap();
    let proof = proof.or_else(|| proven.proof(point));
    let told = explain(&judged.sitting, point, proof, proven.with_eyes()).unwrap();
    let steps = told.because.iter().skip(1).filter(|step| step.clause.as_str() == "J-5");
    steps.map(|step| step.fact.to_string()).collect()
}

#[test]
fn no_room_is_told_where_nothing_shuts_in() {
    let prover = |states| Prover { nodes: 20, states, ..Prover::default() };
    let told = |states| {
        let mut judged = position("2x1", "X.");
        let proven = prover(states).prove_due(judged.sitting.game());
        words(&mut judged, "A1", &proven, None)
    };
    let end = "as it stands, there is no room for a two-eye-formation of black";
    assert_eq!(told(0), [end]);
    assert_eq!(told(100), ["on the whole board white has an answer to everything", end]);
}

#[test]
fn two_parts_are_told() {
    let mut judged = position("5x2", ".X.X.\nXXXXX");
    let proven = Prover::default().prove_due(judged.sitting.game());
    let board = judged.sitting.game().board();
    let mut proof = proven.proof(board.parse_point("B2").unwrap()).unwrap().clone();
    let part =
        |points: &[u16]| EyePart { points: points.to_vec(), proof: Proof { nodes: Vec::new() } };
    proof.nodes.last_mut().unwrap().step = Step::Apart(vec![part(&[0]), part(&[4, 2])]);
    let told = words(&mut judged, "B2", &proven, Some(&proof));
    assert_eq!(
        told,
        [
            "in each of these two parts of the board black gets an eye, whatever happens elsewhere: A2, C2 E2"
        ]
    );
}

/// The eyes of chains that are assumed to live are no points of the board.
#[test]
fn chains_that_are_assumed_to_live_are_named() {
    let mut judged = position("7x4", ".XO..O.\n..O.OO.\nOOO.O..\nX...O..");
    let board = Arc::clone(judged.sitting.game().board());
    let at = |name: &str| board.parse_point(name).unwrap();
    let prover = Prover { states: 0, ..Prover::default() };
    let proven = prover.prove_due_assuming(judged.sitting.game(), &[at("C3")]).unwrap();
    let assumed = "assumed to live, without a proof: the chains at C4";
    let pair = "as it stands, where one point of a pair is taken white plays the other, which joins chains or closes an eye: D3 D2";
    assert_eq!(
        words(&mut judged, "E3", &proven, None),
        [assumed, "it is joined to chains of white that are assumed to live: C4", pair]
    );
    let no_room = "as it stands, chains of white that stand for good leave black no room for a two-eye-formation: C4";
    assert_eq!(words(&mut judged, "B4", &proven, None), [assumed, no_room, pair]);
}
