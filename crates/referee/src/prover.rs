//! The prover of independent life at the service of the rules.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use shinpan_board::{Board, Point, Position};
use shinpan_life::{
    Asked, Chain, Claim, Differs, Limits, MOST_POINTS, Proof, Reading, Status, analyse, check,
};
use shinpan_rules::Status::Stopped;
use shinpan_rules::{
    AnalysisLimit, Analyst, ChainStatus, Game, HypotheticalKo, KoCycle, Life, LifeStatus, Move,
    Precedent, assumed,
};

use crate::assumption::Assumption;

/// Decides who lives by proof, within a budget. What the budget leaves undecided is unproven.
#[derive(Clone)]
pub struct Prover {
    /// States that may be looked at for one chain.
    pub nodes: u64,
    /// States of a small board, or of a closed space, that may be written down to decide chains exactly, as far as
    /// `nodes` goes; see [`Prover::states_in`].
    pub states: usize,
    /// A point of the chain that matters most, if there is one: it is looked at before the others, in the first rounds with more states than these have.
    /// Where an Analysis is due the work ends once it is known whether that chain lives and whether it is removed; the others have two rounds all the same.
    pub asked: Option<Point>,
    /// Whether an independent checker goes through every proof again. What it rejects is unproven.
    pub check_proofs: bool,
    /// Threads at work on one position: a second one takes the chains of the other side.
    pub threads: NonZeroUsize,
    /// Asked now and then; `true` ends the work.
    pub stop: Arc<dyn Fn() -> bool + Send + Sync>,
    /// Hears of each chain as soon as it is decided: how many are, how many there are, the chain.
    pub tell: Tell,
}

/// What hears of decided chains.
pub type Tell = Arc<dyn Fn(usize, usize, &ChainStatus) + Send + Sync>;

/// Bytes that a state of a small board or a closed space takes, about.
const BYTES: u64 = 100;
/// More states than this are never written down, whatever the memory.
const MOST_STATES: u64 = 1 << 28;

impl Prover {
    /// The number of states looked at for one chain if nothing else is asked.
    pub const NODES: u64 = 20_000;
    /// The seconds that programs give to the Analysis of a record if nothing else is asked.
    pub const SECONDS: f64 = 10.0;
    /// The memory for states of a small board, or of a closed space, if nothing else is asked, in MiB.
    pub const MEMORY: u64 = 512;
    /// The number of such states if nothing else is asked.
    pub const STATES: usize = Prover::states_in(Prover::MEMORY);
    /// The most points of a board that is written down whole before anything else is tried.
    pub const WHOLE: usize = 16;
}

impl Default for Prover {
    fn default() -> Prover {
        Prover {
            nodes: Prover::NODES,
            states: Prover::STATES,
            asked: None,
            check_proofs: false,
            threads: NonZeroUsize::MIN,
            stop: Arc::new(|| false),
            tell: Arc::new(|_, _, _| {}),
        }
    }
}

impl fmt::Debug for Prover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prover").field("nodes", &self.nodes).finish_non_exhaustive()
    }
}

/// What a prover has found, with its proofs.
#[derive(Clone, Debug, Default)]
pub struct Proven {
    chains: Vec<Chain>,
    statuses: Vec<ChainStatus>,
    reading: Reading,
    /// The board on which chains live that are assumed to, if any are.
    with_eyes: Option<Arc<Board>>,
}

impl Proven {
    /// The proof of the status of the chain at a point. There is none where the strategy is too long to be
    /// written down.
    #[must_use]
    pub fn proof(&self, point: Point) -> Option<&Proof> {
        self.chain(point)?.proof.as_deref()
    }

    /// What was found of every chain.
    pub(crate) fn into_statuses(self) -> Vec<ChainStatus> {
        self.statuses
    }

    /// What was found of the chain at a point.
    pub(crate) fn chain(&self, point: Point) -> Option<&Chain> {
        self.chains.iter().find(|chain| chain.points.contains(&point))
    }

    /// The board that the proofs are about, if it is another than that of the game: chains that are assumed to live have two eyes there.
    #[must_use]
    pub fn with_eyes(&self) -> Option<&Board> {
        self.with_eyes.as_deref()
    }

    /// A stone of each chain that is assumed to live.
    pub(crate) fn assumed(&self) -> Vec<Point> {
        assumed(&self.statuses)
    }

    /// The reading of the ko rule that was asked for.
    pub(crate) fn reading(&self) -> Reading {
        self.reading
    }
}

impl Analyst for Proven {
    fn statuses(&self, _: &Board, _: &Position, _: HypotheticalKo) -> Vec<ChainStatus> {
        self.statuses.clone()
    }
}

impl Prover {
    /// As many states of a small board, or of a closed space, as go into so many MiB, about. Where one side's table is kept for
    /// the other's, or two threads are at work, it may be as much again.
    #[must_use]
    pub const fn states_in(mebibytes: u64) -> usize {
        let states = mebibytes.saturating_mul(1 << 20) / BYTES;
        if states < MOST_STATES { states as usize } else { MOST_STATES as usize }
    }

    /// The same, with one chain that matters most.
    #[must_use]
    pub fn asked(&self, point: Point) -> Prover {
        Prover { asked: Some(point), ..self.clone() }
    }

    /// Decides the chains of a game that is over but for its Analysis, and keeps the proofs. Where no Analysis is
    /// due there is nothing to find.
    #[must_use]
    pub fn prove_due(&self, game: &Game) -> Proven {
        match (&game.ruleset().life, game.status()) {
            (Life::IndependentlyAlive { hypothetical_ko, .. }, Stopped) => {
                let (board, reading) = (game.board(), reading_of(*hypothetical_ko));
                let enough = |chains: &[Chain]| self.is_settled(game, chains, &[]);
                self.prove_on(board, board, game.position(), reading, &enough)
            }
            _ => Proven::default(),
        }
    }

    /// The same, as if the chains at some points lived.
    ///
    /// # Errors
    /// As [`Assumption::new`] has.
    pub fn prove_due_assuming(&self, game: &Game, alive: &[Point]) -> Result<Proven, String> {
        match (&game.ruleset().life, game.status()) {
            (Life::IndependentlyAlive { hypothetical_ko, .. }, Stopped) => {
                let assumption = Assumption::new(game.board(), game.position(), alive)?;
                let enough = |chains: &[Chain]| self.is_settled(game, chains, &assumption.alive);
                let reading = reading_of(*hypothetical_ko);
                Ok(self.prove_with(&assumption, game.board(), reading, &enough))
            }
            _ => Ok(Proven::default()),
        }
    }

    /// Whether it is known of the chain asked about that it lives, or does not, and whether it is removed (J-6), by what is known of all chains and of those
    /// that are assumed to live.
    fn is_settled(&self, game: &Game, chains: &[Chain], assumed: &[Point]) -> bool {
        let holds = |chain: &&Chain| self.asked.is_some_and(|asked| chain.points.contains(&asked));
        let Some(chain) = chains.iter().find(holds) else { return false };
        let assumed = |chain: &Chain| chain.points.iter().any(|point| assumed.contains(point));
        let known = chains.iter().map(|chain| ChainStatus {
            status: if assumed(chain) { LifeStatus::Alive } else { life_status(chain.status) },
            ..ChainStatus::unproven(chain.player, chain.points.clone())
        });
        match chain.status {
            Status::Alive => true,
            Status::NotAlive => game.analysed(known.collect()).is_some_and(|analysis| {
                let among = |removed: &[Point]| chain.points.iter().any(|at| removed.contains(at));
                among(&analysis.certain.removed) == among(&analysis.possible.removed)
            }),
            Status::Unproven => false,
        }
    }

    /// Decides the chains of a position, and keeps the proofs.
    #[must_use]
    pub fn prove(
        &self,
        board: &Board,
        position: &Position,
        hypothetical_ko: HypotheticalKo,
    ) -> Proven {
        self.prove_on(board, board, position, reading_of(hypothetical_ko), &|_| false)
    }

    /// Decides the chains of a position as if some of them lived, and keeps the proofs: they are about the board of the
    /// assumption. The chains that are assumed to live do so on it.
    #[must_use]
    pub fn prove_assuming(
        &self,
        assumption: &Assumption,
        board: &Board,
        hypothetical_ko: HypotheticalKo,
    ) -> Proven {
        self.prove_with(assumption, board, reading_of(hypothetical_ko), &|_| false)
    }

    /// The same, until what is known is enough.
    fn prove_with(
        &self,
        assumption: &Assumption,
        board: &Board,
        reading: Reading,
        enough: &(dyn Fn(&[Chain]) -> bool + Sync),
    ) -> Proven {
        let (with_eyes, position) = (Arc::clone(&assumption.board), &assumption.position);
        let mut proven = self.prove_on(board, &with_eyes, position, reading, enough);
        for known in &mut proven.statuses {
            if known.points.iter().any(|point| assumption.alive.contains(point)) {
                let chain = ChainStatus::unproven(known.player, std::mem::take(&mut known.points));
                *known = ChainStatus { status: LifeStatus::Alive, assumed: true, ..chain };
            }
        }
        Proven { with_eyes: Some(with_eyes), ..proven }
    }

    /// Decides the chains of a position until what is known is enough, and tells of them by a board that may lack some of the other's empty points.
    fn prove_on(
        &self,
        told: &Board,
        board: &Board,
        position: &Position,
        reading: Reading,
        enough: &(dyn Fn(&[Chain]) -> bool + Sync),
    ) -> Proven {
        let met = AtomicBool::new(false);
        let enough = |chains: &[Chain]| {
            let met_now = enough(chains);
            met.fetch_or(met_now, Ordering::Relaxed);
            met_now
        };
        let limits = Limits {
            nodes: self.nodes,
            states: self.states,
            asked: self.asked.map(|point| Asked { point, enough: &enough }),
            whole: Prover::WHOLE,
            threads: self.threads.get(),
            stop: &*self.stop,
        };
        let all = position.chains(board).len();
        let mut decided = 0;
        let mut tell = |chain: &Chain| {
            decided += 1;
            (self.tell)(decided, all, &status(told, (board, reading), chain));
        };
        let chains = analyse(board, position, reading, &limits, &mut tell);
        let limit = match met.load(Ordering::Relaxed) || (self.stop)() {
            true => AnalysisLimit::Stopped,
            false => AnalysisLimit::Nodes,
        };
        // Of larger boards nothing is known, whatever is allowed.
        let limit = (board.len() <= MOST_POINTS).then_some(limit);
        let statuses = chains.iter().map(|chain| {
            let mut known = status(told, (board, reading), chain);
            if known.status == LifeStatus::Unproven {
                known.limit = limit;
            }
            if self.check_proofs
                && let Some(proof) = &chain.proof
            {
                let accepted = accepted(board, position, reading, chain, proof);
                known.checked = Some(accepted);
                if !accepted {
                    known.status = LifeStatus::Unproven;
                }
            }
            known
        });
        Proven { statuses: statuses.collect(), chains, reading, with_eyes: None }
    }
}

impl Analyst for Prover {
    fn statuses(
        &self,
        board: &Board,
        position: &Position,
        hypothetical_ko: HypotheticalKo,
    ) -> Vec<ChainStatus> {
        self.prove(board, position, hypothetical_ko).statuses
    }
}

/// The prover's name of a reading of the ko rule.
pub(crate) fn reading_of(ko: HypotheticalKo) -> Reading {
    match ko {
        HypotheticalKo::Basic => Reading::Basic,
        HypotheticalKo::KoPass => Reading::KoPass,
    }
}

/// Whether the checker accepts the proof of a chain's status.
fn accepted(
    board: &Board,
    position: &Position,
    reading: Reading,
    chain: &Chain,
    proof: &Proof,
) -> bool {
    let Some(claim) = claim(chain) else { return false };
    let points: Vec<u16> = chain.points.iter().map(|point| point.index() as u16).collect();
    let owner = chain.player.index() as u8;
    check(board, position.codes(), chain.reading(reading), (owner, &points, claim), proof).is_ok()
}

/// What a proof of a chain's status has to show.
pub(crate) fn claim(chain: &Chain) -> Option<Claim> {
    match chain.status {
        Status::Alive => Some(Claim::Lives),
        Status::NotAlive => Some(Claim::NeverLives),
        Status::Unproven => None,
    }
}

fn life_status(status: Status) -> LifeStatus {
    match status {
        Status::Alive => LifeStatus::Alive,
        Status::NotAlive => LifeStatus::NotAlive,
        Status::Unproven => LifeStatus::Unproven,
    }
}

/// What is told of a chain on the board of the game; its proof is about a board that may have more points.
fn status(told: &Board, (board, reading): (&Board, Reading), chain: &Chain) -> ChainStatus {
    let status = life_status(chain.status);
    let line = chain
        .proof
        .as_ref()
        .and_then(|proof| proof.line(board, chain.reading(reading), &chain.points))
        .map(|line| line.plays)
        .unwrap_or_default();
    let opponent = chain.player.next(2);
    let movers = [opponent, chain.player].into_iter().cycle();
    let here = |at: Point| told.point(at.index());
    let made = |at: Option<Point>| at.and_then(here).map_or(Move::Pass, Move::Play);
    let ko_cycle = chain.cycle.as_ref().map(|cycle| KoCycle {
        kos: cycle.kos,
        captures: movers.clone().zip(cycle.captures.iter().copied()).collect(),
    });
    ChainStatus {
        status,
        precedent: match chain.differs {
            Some(Differs::TripleKo) => Some(Precedent::TripleKo),
            Some(Differs::DoubleKoDeath) => Some(Precedent::DoubleKoDeath),
            Some(Differs::Otherwise) | None => None,
        },
        ko_cycle,
        readings_differ: chain.differs.is_some(),
        nodes: chain.nodes,
        line: movers.zip(line.into_iter().map(made)).collect(),
        ..ChainStatus::unproven(chain.player, chain.points.clone())
    }
}
