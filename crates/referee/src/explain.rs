//! Why a chain lives or not, and what becomes of it.

mod reasons;
mod tree;

use indexmap::IndexSet;
use serde::Serialize;
use shinpan_board::{Board, Player, Point, Shape};
use shinpan_life::{Claim, Node, Pair, Proof, Reading, Step};
use shinpan_render::{Mark, MarkKind, Scene};
use shinpan_rules::{
    Analysis, AnalysisLimit, Because, ChainStatus, Clause, Fact, Game, KoCycle, Life, LifeStatus,
    Named, PartNames, PointNames, Ruleset, When,
};
use shinpan_sgf as sgf;

use crate::picture::{Shows, picture};
use crate::prover::reading_of;
use crate::report::{ChainReport, chain_report, names};
use crate::sitting::Sitting;
use reasons::{Here, Reasons};

/// Why a chain lives or not, and what becomes of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Explanation {
    /// The chain and its status.
    pub chain: ChainReport,
    /// Every step with its clause.
    pub because: Vec<Because>,
}

/// Explains the chain at a point, by the Analysis of the sitting, and by its proof where there is one at hand: then it is told, too, by what the chain's line
/// of play ends. A proof on the assumption that some chains live is about `with_eyes`, on which they do
/// ([`Proven::with_eyes`](crate::Proven::with_eyes)).
///
/// # Errors
/// In words, if there is no Analysis, or no stone stands there.
pub fn explain(
    sitting: &Sitting,
    point: Point,
    proof: Option<&Proof>,
    with_eyes: Option<&Board>,
) -> Result<Explanation, String> {
    let (analysis, chain) = chain_at(sitting, point)?;
    let board = sitting.game().board();
    let own = chain.player;
    let other = own.next(2);
    let life = match chain.status {
        // By a precedent: the proof is of the other reading.
        LifeStatus::Alive if chain.precedent.is_some() => {
            Fact::LivesPassingForKo { player: Named(own) }
        }
        LifeStatus::Alive => Fact::Lives { player: Named(own) },
        LifeStatus::NotAlive => Fact::Prevented { opponent: Named(other), player: Named(own) },
        LifeStatus::Unproven => match chain.limit {
            Some(AnalysisLimit::Stopped) => Fact::LifeUnprovenInTime {},
            Some(AnalysisLimit::Nodes) => Fact::LifeUnprovenInStates {},
            None => Fact::LifeUnproven {},
        },
    };
    let mut because = vec![Because::new(&Clause::new("J-5"), life)];
    let assumed = analysis.assumed();
    if !assumed.is_empty() {
        let fact = Fact::AssumedAlive { points: PointNames(names(board, &assumed)) };
        because.push(Because::new(&Clause::new("J-5"), fact));
    }
    let proof = proof.filter(|proof| shows(proof, &chain));
    let facts = proof.map(|proof| line_facts(sitting, &chain, (proof, with_eyes)));
    because.extend(facts.into_iter().flatten().map(|fact| Because::new(&Clause::new("J-5"), fact)));
    if let Some(precedent) = chain.precedent {
        let fact = Fact::ByPrecedent { precedent: precedent.as_str() };
        because.push(Because::new(&Clause::new("J-10"), fact));
        let kos = chain.ko_cycle.as_ref().map(|cycle| precedent_kos(board, other, cycle));
        because.extend(kos.map(|fact| Because::new(&Clause::new("J-10"), fact)));
    } else if chain.readings_differ {
        because.push(Because::new(&Clause::new("J-10"), Fact::ReadingsDiffer {}));
    }
    because.push(Because::new(&Clause::new("J-6"), fate(board, &analysis, &chain)));
    Ok(Explanation { chain: chain_report(board, &chain, None), because })
}

/// The board with what is removed, whose territory is whose and what is open, and the chain marked.
///
/// # Errors
/// In words, if there is no Analysis, or no stone stands there, or the board is too large to draw.
pub fn explained_picture(sitting: &Sitting, point: Point) -> Result<Scene, String> {
    let (_, chain) = chain_at(sitting, point)?;
    let shows = Shows { territory: true, ..Shows::default() };
    let mut scene = picture(sitting, shows).map_err(|fault| fault.to_string())?;
    let of_chain = |mark: &Mark| chain.points.iter().any(|point| point.index() == mark.point);
    scene.marks.retain(|mark| !of_chain(mark));
    let mark = |point: &Point| Mark { point: point.index(), kind: MarkKind::Triangle };
    scene.marks.extend(chain.points.iter().map(mark));
    scene.tell(MarkKind::Triangle, "the chain asked about");
    Ok(scene)
}

/// The explanation as an SGF file: the position with the chain marked, and the proof as variations:
/// the moves of the side that proves, and every answer to them that may be played. A proof on the assumption that some chains live is about
/// `with_eyes`, on which they do ([`Proven::with_eyes`](crate::Proven::with_eyes)).
///
/// # Errors
/// In words, if there is no Analysis, no stone stands there, or SGF cannot hold the board.
pub fn explained_sgf(
    sitting: &Sitting,
    point: Point,
    proof: Option<&Proof>,
    with_eyes: Option<&Board>,
) -> Result<String, String> {
    let (analysis, chain) = chain_at(sitting, point)?;
    let explanation = explain(sitting, point, proof, with_eyes)?;
    let game = sitting.game();
    let board: &Board = game.board();
    let Shape::Rectangle { columns, rows } = board.shape() else {
        return Err("SGF holds games on rectangles only".to_owned());
    };
    let place = |point: Point| -> String {
        let at = board.column_and_row(point).and_then(|(column, row)| {
            sgf::Point::new(u8::try_from(column).ok()?, u8::try_from(row).ok()?)
        });
        at.map(|at| at.to_string()).unwrap_or_default()
    };
    let places = |points: &[Point]| points.iter().map(|&point| place(point)).collect::<Vec<_>>();
    let stones = |player: Player| {
        let stands = |point: &Point| game.position().stone(*point).player() == Some(player);
        places(&board.points().filter(stands).collect::<Vec<_>>())
    };
    let steps: Vec<String> =
        explanation.because.iter().map(|step| format!("{} [{}]", step.fact, step.clause)).collect();
    let size = if columns == rows { columns.to_string() } else { format!("{columns}:{rows}") };
    let mut root: Vec<(&str, Vec<String>)> = vec![
        ("FF", vec!["4".to_owned()]),
        ("GM", vec!["1".to_owned()]),
        ("CA", vec!["UTF-8".to_owned()]),
        ("SZ", vec![size]),
        ("KM", vec![game.komi().to_string()]),
    ];
    if Ruleset::builtin(&game.ruleset().id).as_ref() == Some(&**game.ruleset()) {
        root.push(("RU", vec![game.ruleset().id.clone()]));
    }
    root.push(("AB", stones(Player::BLACK)));
    root.push(("AW", stones(Player::WHITE)));
    root.push(("PL", vec![letter(chain.player.next(2)).to_owned()]));
    root.push(("TR", places(&chain.points)));
    let removed: Vec<Point> = analysis.certain.removed.clone();
    root.push((
        "MA",
        places(&removed.into_iter().filter(|p| !chain.points.contains(p)).collect::<Vec<_>>()),
    ));
    root.push(("TB", places(&analysis.certain.territory[Player::BLACK])));
    root.push(("TW", places(&analysis.certain.territory[Player::WHITE])));
    root.push(("C", vec![steps.join("\n")]));
    let mut file = sgf::Collection::new();
    let node = file.add_game().map_err(|fault| fault.to_string())?;
    for (key, values) in root.into_iter().filter(|(_, values)| !values.is_empty()) {
        file.add_property(node, key, values).map_err(|fault| fault.to_string())?;
    }
    if let Some(proof) = proof {
        let at = |index: u16| board.point(usize::from(index)).map(place).unwrap_or_default();
        let about = (proof, with_eyes.unwrap_or(board), reading(game.ruleset(), &chain));
        let reasons = reasons(sitting, &chain, (proof, with_eyes));
        tree::write(&mut file, node, about, &reasons, &at).map_err(|fault| fault.to_string())?;
    }
    Ok(file.to_sgf())
}

/// The kos by which a precedent was recognised, whose chain `opponent` keeps from life by them.
fn precedent_kos(board: &Board, opponent: Player, cycle: &KoCycle) -> Fact {
    let [first, second, third] = &cycle.kos;
    let captures: Vec<Point> = cycle.captures.iter().map(|&(_, point)| point).collect();
    Fact::PrecedentKos {
        opponent: Named(opponent),
        shared: PartNames([first, second].map(|ko| PointNames(names(board, ko))).into()),
        third: PointNames(names(board, third)),
        captures: PointNames(names(board, &captures)),
    }
}

/// The reading of the ko rule in which a chain's status is proven.
fn reading(ruleset: &Ruleset, chain: &ChainStatus) -> Reading {
    match (&ruleset.life, chain.precedent) {
        (Life::IndependentlyAlive { hypothetical_ko, .. }, None) => reading_of(*hypothetical_ko),
        _ => Reading::KoPass,
    }
}

fn letter(player: Player) -> &'static str {
    if player == Player::BLACK { "B" } else { "W" }
}

fn chain_at(sitting: &Sitting, point: Point) -> Result<(Analysis, ChainStatus), String> {
    let game = sitting.game();
    let analysis = sitting.analysis().ok_or_else(|| no_analysis(game))?;
    let chain = analysis.chains.iter().find(|chain| chain.points.contains(&point)).cloned();
    let chain = chain
        .ok_or_else(|| format!("{} is empty: only chains live or die", game.board().name(point)))?;
    Ok((analysis, chain))
}

/// That a game has no Analysis now, why, and what helps.
pub(crate) fn no_analysis(game: &Game) -> String {
    let (rules, phase) = (&game.ruleset().id, game.phase());
    let why = match &game.ruleset().life {
        Life::IndependentlyAlive { .. } => {
            "it follows the two passes that end the competition; `passes` adds them"
        }
        _ => "rulesets like `japanese-1989` have one, which may be asked for with `rules`",
    };
    format!("there is no Analysis under `{rules}` in the phase `{phase}`: {why}")
}

/// Whether a proof is about what was found of a chain.
fn shows(proof: &Proof, chain: &ChainStatus) -> bool {
    let claim = match chain.status {
        LifeStatus::Alive => Claim::Lives,
        LifeStatus::NotAlive => Claim::NeverLives,
        LifeStatus::Unproven => return false,
    };
    proof.player() == Some(chain.player)
        && proof.nodes.last().is_some_and(|node| node.claim == claim)
}

/// J-5: what a chain's proof says where its line of play goes, and by what the line ends.
fn line_facts(
    sitting: &Sitting,
    chain: &ChainStatus,
    (proof, with_eyes): (&Proof, Option<&Board>),
) -> Vec<Fact> {
    let board = sitting.game().board();
    let reading = reading(sitting.game().ruleset(), chain);
    let line = proof.line(with_eyes.unwrap_or(board), reading, &chain.points);
    let Some(line) = line else { return Vec::new() };
    let when = if line.plays.is_empty() { When::Now } else { When::LineEnd };
    let reasons = reasons(sitting, chain, (proof, with_eyes));
    let nodes: Vec<&Node> = line.nodes.iter().filter_map(|&at| proof.nodes.get(at)).collect();
    let tie = |node: &&Node| match node.step {
        Step::Joined(_, pair) => Some(pair),
        _ => None,
    };
    let ties: Vec<Pair> = nodes.iter().filter_map(tie).collect();
    let here = Here { now: line.after.position(), when, ties: &ties };
    let below = line.nodes.iter().copied().map(Some).skip(1).chain([None]);
    let mut facts: Vec<Fact> =
        nodes.iter().zip(below).flat_map(|(node, below)| reasons.of(node, below, here)).collect();
    if let Some(node) = nodes.last().filter(|_| line.whole)
        && matches!(node.step, Step::Space(_))
    {
        facts.extend(reasons.standing(node, here));
    }
    let mut told: Vec<Fact> = Vec::new();
    for fact in facts {
        // The end of a link says again what it leads to.
        let beside = matches!(fact, Fact::LedTo { .. } | Fact::ShutInBy { .. });
        let said = |other: &Fact| {
            *other == fact
                || beside && std::mem::discriminant(other) == std::mem::discriminant(&fact)
        };
        if !told.iter().any(said) {
            told.push(fact);
        }
    }
    told
}

fn reasons<'a>(
    sitting: &'a Sitting,
    chain: &'a ChainStatus,
    (proof, with_eyes): (&'a Proof, Option<&'a Board>),
) -> Reasons<'a> {
    let game = sitting.game();
    let chain = (chain.player, &chain.points[..]);
    Reasons::new(proof, (game.board(), with_eyes), game.position(), chain)
}

/// J-6: whether a chain is removed, and why.
fn fate(board: &Board, analysis: &Analysis, chain: &ChainStatus) -> Fact {
    let (own, other) = (chain.player, chain.player.next(2));
    let (player, opponent) = (Named(own), Named(other));
    let first = |chain: &ChainStatus| names(board, &chain.points[..1]).join("");
    if chain.status == LifeStatus::Alive {
        return Fact::StaysAlive {};
    }
    if chain.points.iter().any(|point| analysis.certain.removed.contains(point)) {
        return Fact::RemovedHere { player, opponent };
    }
    if chain.points.iter().any(|point| analysis.possible.removed.contains(point)) {
        return Fact::FateOpen {};
    }
    let around = part(board, analysis, chain);
    let lives = |chain: &&ChainStatus| chain.player == own && chain.status == LifeStatus::Alive;
    if let Some(living) = around.iter().copied().find(lives) {
        return Fact::StaysWith { opponent, player, point: first(living) };
    }
    // Were all of the other player's there unproven, they might live, and it might be removed.
    let dead = |chain: &&ChainStatus| chain.player == other && chain.status == LifeStatus::NotAlive;
    match around.iter().copied().find(dead) {
        Some(beside) => Fact::StaysBeside { opponent, point: first(beside) },
        None => Fact::StaysUnbordered { opponent },
    }
}

/// The chains in the part of the board without the living chains of the other player in which a
/// chain stands, the nearest first.
fn part<'a>(board: &Board, analysis: &'a Analysis, chain: &ChainStatus) -> Vec<&'a ChainStatus> {
    let mut wall = vec![false; board.len()];
    for chain in analysis
        .chains
        .iter()
        .filter(|other| other.player != chain.player && other.status == LifeStatus::Alive)
    {
        for point in &chain.points {
            wall[point.index()] = true;
        }
    }
    let mut part = chain.points.clone();
    let mut seen = wall;
    for point in &part {
        seen[point.index()] = true;
    }
    let mut next = 0;
    while let Some(&point) = part.get(next) {
        next += 1;
        for near in board.neighbours(point) {
            if !std::mem::replace(&mut seen[near.index()], true) {
                part.push(near);
            }
        }
    }
    let at = |point: &Point| analysis.chains.iter().position(|chain| chain.points.contains(point));
    let met: IndexSet<usize> = part.iter().filter_map(at).collect();
    met.into_iter().map(|at| &analysis.chains[at]).collect()
}
