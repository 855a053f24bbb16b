//! The Analysis: what follows once it is known which chains are independently alive (J-5 to J-7).
//!
//! Who lives is decided by an [`Analyst`], outside of this crate; what is removed, whose the territory
//! is and what the score is, here. A status that was not proven may be either. As Black's margin only
//! grows when a black chain becomes alive or a white one ceases to be
//! (`docs/decisions/0027-bounds-of-the-margin.md`), two counts give exact bounds: all open statuses
//! as they are best for Black, and all as they are best for White.

use std::fmt;

use shinpan_board::{Board, ByPlayer, MAX_PLAYERS, Player, Point, Position, Stone, regions};

use crate::axes::HypotheticalKo;
use crate::history::Move;
use crate::komi::Score;
use crate::ruling::Outcome;

/// Who decides which chains are independently alive.
pub trait Analyst: fmt::Debug + Send + Sync {
    /// What is known of the chains of a position, under this reading of the ko rule. A chain that is
    /// not named is unproven.
    fn statuses(
        &self,
        board: &Board,
        position: &Position,
        hypothetical_ko: HypotheticalKo,
    ) -> Vec<ChainStatus>;
}

/// Whether a chain is independently alive (J-5), as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LifeStatus {
    /// Proven: its owner, moving second, forces a two-eye-formation on one of its points.
    Alive,
    /// Proven: the opponent, moving first, prevents that.
    NotAlive,
    /// Not known.
    Unproven,
}

/// A shape that is decided by precedent (J-10).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Precedent {
    /// A triple ko with one eye and one external ko.
    TripleKo,
    /// A double ko death and a basic ko elsewhere about a last protective move.
    DoubleKoDeath,
}

/// Three kos and the captures that go round through them: the shape of a precedent (J-10). By it the opponent would keep a chain's owner from life
/// if a ko had only not to be retaken at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KoCycle {
    /// The kos, each by the two points on which its stones are taken in turn. The first two are between the chain and the
    /// opposing one that shares them, the third is elsewhere.
    pub kos: [[Point; 2]; 3],
    /// The plays that take, in their order, the opponent's first, from a state that ko captures and passes lead to.
    pub captures: Vec<(Player, Point)>,
}

/// What ended the work on a chain before it was decided.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AnalysisLimit {
    /// The states that were allowed.
    Nodes,
    /// Its time, or somebody who asked for the end.
    Stopped,
}

/// What is known of a chain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChainStatus {
    /// Whose it is.
    pub player: Player,
    /// Its points, in the board's order.
    pub points: Vec<Point>,
    /// Whether it is independently alive.
    pub status: LifeStatus,
    /// The precedent that decides it, if one does.
    pub precedent: Option<Precedent>,
    /// The cycle by which the precedent's shape was recognised.
    pub ko_cycle: Option<KoCycle>,
    /// Whether it is known to have the other status under the other reading of the ko rule.
    pub readings_differ: bool,
    /// States searched for it.
    pub nodes: u64,
    /// A line of forced play that shows it, the opponent moving first.
    pub line: Vec<(Player, Move)>,
    /// Whether a checker accepted its proof, if there is one that was checked.
    pub checked: Option<bool>,
    /// Whether it is not proven to live, but assumed to.
    pub assumed: bool,
    /// What ended the work on it before it was decided, if it was worked on and is not.
    pub limit: Option<AnalysisLimit>,
}

/// A game's Analysis: the statuses, and what follows from them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Analysis {
    /// Every chain, in the order of the chains' first points.
    pub chains: Vec<ChainStatus>,
    /// What holds whatever the unproven statuses are.
    pub certain: Settlement,
    /// What holds under some of the statuses that the unproven chains may have.
    pub possible: Settlement,
    /// Between what Black's margin must lie, komi included.
    pub margin: [Score; 2],
    /// The outcome, unless an unproven status could change it.
    pub outcome: Option<Outcome>,
}

/// What is removed, and whose territory is whose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settlement {
    /// The stones that are removed (J-6), in the board's order.
    pub removed: Vec<Point>,
    /// The territory of each player (J-7), in the board's order.
    pub territory: ByPlayer<Vec<Point>>,
}

impl Analysis {
    /// A point of each chain that is not proven to live, but assumed to.
    #[must_use]
    pub fn assumed(&self) -> Vec<Point> {
        assumed(&self.chains)
    }
}

/// A point of each chain that is not proven to live, but assumed to.
#[must_use]
pub fn assumed(chains: &[ChainStatus]) -> Vec<Point> {
    let assumed = chains.iter().filter(|chain| chain.assumed);
    assumed.filter_map(|chain| chain.points.first().copied()).collect()
}

impl LifeStatus {
    /// The word used in rulings.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            LifeStatus::Alive => "alive",
            LifeStatus::NotAlive => "not-alive",
            LifeStatus::Unproven => "unproven",
        }
    }
}

impl fmt::Display for LifeStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Precedent {
    /// The word used in rulings.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Precedent::TripleKo => "triple-ko",
            Precedent::DoubleKoDeath => "double-ko-death",
        }
    }
}

impl fmt::Display for Precedent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl AnalysisLimit {
    /// The word used in rulings.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            AnalysisLimit::Nodes => "nodes",
            AnalysisLimit::Stopped => "stopped",
        }
    }
}

impl fmt::Display for AnalysisLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl ChainStatus {
    /// A chain of which nothing is known.
    #[must_use]
    pub fn unproven(player: Player, points: Vec<Point>) -> ChainStatus {
        let (status, precedent) = (LifeStatus::Unproven, None);
        let (nodes, line, checked) = (0, Vec::new(), None);
        ChainStatus {
            player,
            points,
            status,
            precedent,
            ko_cycle: None,
            readings_differ: false,
            nodes,
            line,
            checked,
            assumed: false,
            limit: None,
        }
    }
}

/// Every chain of a position, with what `known` says about it.
pub(crate) fn complete(
    board: &Board,
    position: &Position,
    mut known: Vec<ChainStatus>,
) -> Vec<ChainStatus> {
    let chains = position.chains(board).into_iter().filter_map(|points| {
        let player = position.stone(*points.first()?).player()?;
        let found = known.iter().position(|chain| chain.points == points);
        Some(match found {
            Some(at) => ChainStatus { player, ..known.swap_remove(at) },
            None => ChainStatus::unproven(player, points),
        })
    });
    chains.collect()
}

/// Settles the open statuses in a player's favour: of them his own chains are alive, the others not.
pub(crate) fn settle(
    board: &Board,
    codes: &[u8],
    players: usize,
    chains: &[ChainStatus],
    favoured: Player,
) -> Settlement {
    let mut alive = vec![false; codes.len()];
    for chain in chains {
        let lives = match chain.status {
            LifeStatus::Alive => true,
            LifeStatus::NotAlive => false,
            LifeStatus::Unproven => chain.player == favoured,
        };
        for point in chain.points.iter().filter(|_| lives) {
            alive[point.index()] = true;
        }
    }
    let mut removed: Vec<Point> =
        Player::all(players).flat_map(|player| removal(board, codes, &alive, player)).collect();
    removed.sort_unstable();
    removed.dedup();
    let mut after = codes.to_vec();
    for point in &removed {
        after[point.index()] = 0;
    }
    Settlement { territory: territory(board, &after, players, &alive), removed }
}

/// J-6: the stones that `player`'s independently alive chains remove. Without these chains the board
/// falls into parts; one counts if it borders them and holds nothing but empty points and opposing
/// chains that are not independently alive.
fn removal(board: &Board, codes: &[u8], alive: &[bool], player: Player) -> Vec<Point> {
    let own = player.stone().code();
    let wall = |point: Point| codes[point.index()] == own && alive[point.index()];
    let mut seen = vec![false; codes.len()];
    let mut removed = Vec::new();
    for start in board.points() {
        if wall(start) || std::mem::replace(&mut seen[start.index()], true) {
            continue;
        }
        let (mut part, mut next) = (vec![start], 0);
        let (mut borders, mut only_these) = (false, true);
        while let Some(&point) = part.get(next) {
            next += 1;
            only_these &= codes[point.index()] != own && !alive[point.index()];
            for near in board.neighbours(point) {
                if wall(near) {
                    borders = true;
                } else if !std::mem::replace(&mut seen[near.index()], true) {
                    part.push(near);
                }
            }
        }
        if borders && only_these {
            removed.extend(part.into_iter().filter(|point| codes[point.index()] != 0));
        }
    }
    removed
}

/// J-7: the empty regions, after the removal, whose neighbours are all stones of one player's
/// independently alive chains.
fn territory(board: &Board, after: &[u8], players: usize, alive: &[bool]) -> ByPlayer<Vec<Point>> {
    let mut territory = ByPlayer::new(players.min(MAX_PLAYERS), |_| Vec::new());
    for region in regions(board, after) {
        let Some(owner) = region.owner() else { continue };
        let lives = |near: Point| after[near.index()] == Stone::EMPTY.code() || alive[near.index()];
        if region.points.iter().all(|&point| board.neighbours(point).all(lives)) {
            territory[owner].extend(region.points);
        }
    }
    for (_, points) in territory.iter_mut() {
        points.sort_unstable();
    }
    territory
}

/// Of two settlements, one as good as can be for Black and one for White, what holds in both.
pub(crate) fn both(for_black: &Settlement, for_white: &Settlement) -> Settlement {
    let removed = for_black.removed.iter().filter(|point| for_white.removed.contains(point));
    Settlement {
        removed: removed.copied().collect(),
        territory: territory_of(for_white, for_black),
    }
}

/// Of the same two, what holds in one of them: each player's territory is the largest where he is
/// favoured.
pub(crate) fn either(for_black: &Settlement, for_white: &Settlement) -> Settlement {
    let mut removed = [&for_black.removed[..], &for_white.removed[..]].concat();
    removed.sort_unstable();
    removed.dedup();
    Settlement { removed, territory: territory_of(for_black, for_white) }
}

/// Black's territory in one settlement, everybody else's in another.
fn territory_of(black: &Settlement, others: &Settlement) -> ByPlayer<Vec<Point>> {
    others.territory.map(|player, points| {
        if player == Player::BLACK { black.territory[player].clone() } else { points.clone() }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statuses_and_precedents_are_words() {
        let statuses = [LifeStatus::Alive, LifeStatus::NotAlive, LifeStatus::Unproven];
        assert_eq!(
            statuses.map(|status| format!("{status:>9}")),
            ["    alive", "not-alive", " unproven"]
        );
        let precedents = [Precedent::TripleKo, Precedent::DoubleKoDeath];
        assert_eq!(precedents.map(|shape| shape.to_string()), ["triple-ko", "double-ko-death"]);
    }
}
