//! `Game`.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use shinpan_board::ByPlayer;
use shinpan_referee::{Action, RefusedMove, Report, Shows, Sitting, Written, initial};
use shinpan_rules::{Game as Played, Setup, Status};
use shinpan_solve::Settled;

use crate::asked::{self, BoardLike, Rules, Stones, fraction, seconds};
use crate::board::Board;
use crate::errors::{fault_at, refused, to_json};
use crate::judge::{Budget, ruling};
use crate::picture;
use crate::position::Position;
use crate::record::Record;
use crate::ruleset::Ruleset;
use crate::work::released;
use crate::{kept, proof, solve};

// What the signatures show.
const _: () = assert!(Settled::NODES == 5_000_000 && Settled::MEMORY == 512 << 20);

/// What a move or an act did.
#[pyclass(frozen, get_all, module = "shinpan")]
pub(crate) struct Applied {
    /// The points of the stones that were removed.
    captured: Vec<String>,
    /// Steps worth telling: clause and fact.
    because: Vec<(String, String)>,
    /// The clause that ended a phase or the game, if one did.
    ended_by: Option<String>,
    /// The number of the first move that was taken back, if moves were.
    taken_back: Option<usize>,
}

#[pymethods]
impl Applied {
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let Applied { captured, because, ended_by, taken_back } = self;
        let told = (captured, because, ended_by, *taken_back).into_pyobject(py)?;
        Ok((py.get_type::<Applied>().getattr("_of")?, told))
    }

    #[staticmethod]
    fn _of(
        captured: Vec<String>,
        because: Vec<(String, String)>,
        ended_by: Option<String>,
        taken_back: Option<usize>,
    ) -> Applied {
        Applied { captured, because, ended_by, taken_back }
    }

    fn __repr__(&self) -> String {
        let captured = self.captured.join(" ");
        let ended = self.ended_by.as_ref();
        let ended = ended.map_or_else(String::new, |clause| format!(", ended by {clause}"));
        format!("<Applied: captured [{captured}]{ended}>")
    }
}

/// A game at a table: moves, claims, agreements, with every refusal a ruling.
///
/// >>> game = Game("kee", "2x1")
/// >>> game.play("A1").captured
/// []
/// >>> game.play("B1").captured
/// ['A1']
/// >>> game.play("A1")
/// Traceback (most recent call last):
///     ...
/// shinpan.errors.Refused: black A1: it would bring back the position after move 1, and nobody has passed since [K-13]
/// >>> try:
/// ...     game.play("A1")
/// ... except Refused as refused:
/// ...     print(refused.refusal.reason, refused.refusal.repeats)
/// ...     print(refused.position)
/// cyclic 1
/// X.
/// >>> game.play("pass").ended_by is None
/// True
#[pyclass(frozen, module = "shinpan")]
pub(crate) struct Game {
    sitting: Mutex<Sitting>,
}

impl From<Sitting> for Game {
    fn from(sitting: Sitting) -> Game {
        Game { sitting: Mutex::new(sitting) }
    }
}

impl Game {
    /// The sitting, for as long as nothing of Python is called.
    pub(crate) fn sitting(&self) -> MutexGuard<'_, Sitting> {
        self.sitting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn do_it(&self, py: Python<'_>, action: &Action) -> PyResult<Applied> {
        let mut sitting = self.sitting();
        let board = Arc::clone(sitting.game().board());
        let names = |points: &[(shinpan_board::Point, shinpan_board::Player)]| {
            points.iter().map(|&(point, _)| board.name(point)).collect()
        };
        match sitting.act(action) {
            Ok(applied) => Ok(Applied {
                captured: names(&applied.removed),
                because: applied
                    .because
                    .iter()
                    .map(|step| (step.clause.to_string(), step.fact.to_string()))
                    .collect(),
                ended_by: applied.ended_by.map(|clause| clause.to_string()),
                taken_back: applied.taken_back,
            }),
            Err(why) => {
                let number = sitting.game().moves_made() + 1;
                let act = Written(action, &board).to_string();
                let told = RefusedMove::of(&board, number, "", act, &why);
                let players = sitting.game().players();
                let earlier = told.repeats.and_then(|after| sitting.position_after(after));
                drop(sitting);
                let earlier =
                    earlier.map(|codes| Position::of_codes(&board, players, &codes)).transpose()?;
                Err(refused(py, &told, earlier)?)
            }
        }
    }
}

#[pymethods]
impl Game {
    /// A game under a ruleset on a board, from an empty board or a position.
    #[new]
    #[pyo3(signature = (rules, board, *, komi=None, position=None, to_move="black", prisoners=None, handicap=0,
        players=None))]
    #[allow(clippy::too_many_arguments, reason = "keywords of a Python function")]
    fn new(
        rules: Rules<'_>,
        board: BoardLike<'_>,
        komi: Option<Bound<'_, PyAny>>,
        position: Option<Stones<'_>>,
        to_move: &str,
        prisoners: Option<BTreeMap<String, Bound<'_, PyAny>>>,
        #[pyo3(from_py_with = asked::handicap)] handicap: i128,
        #[pyo3(from_py_with = asked::players)] players: Option<i128>,
    ) -> PyResult<Game> {
        let (read, board) = (rules.read()?, board.read()?);
        let players = match (&position, players) {
            (Some(Stones::Position(position)), None) => position.players,
            (_, players) => asked::players_of(players)?,
        };
        let stones = position.map(|stones| stones.read(&board)).transpose()?;
        let setup = Setup {
            stones: stones.unwrap_or_default(),
            to_move: asked::player(to_move, players)?,
            prisoners: asked::prisoners_of(prisoners, players)?,
            komi: asked::komi(komi.as_ref())?.or(read.komi).unwrap_or_default(),
            handicap: asked::handicap_on(&board, handicap)?,
            ..Setup::empty(board, players)
        };
        let sitting = Sitting::new(Arc::new(read.ruleset), &setup);
        sitting.map(Game::from).map_err(|fault| fault_at("position", fault))
    }

    /// Makes a move: the name of a point, or `pass`, for the player to move or for `by`.
    ///
    /// Raises `Refused`, which carries the ruling; then nothing has changed.
    #[pyo3(signature = (point, by=None))]
    fn play(&self, py: Python<'_>, point: &str, by: Option<&str>) -> PyResult<Applied> {
        let (next, players) = {
            let sitting = self.sitting();
            (sitting.game().to_move(), sitting.game().players())
        };
        let player = by.map_or(Ok(next), |name| asked::player(name, players))?;
        self.act(py, &format!("{} {point}", initial(player)))
    }

    /// Does what a text says: `B D4`, `W pass`, `B resign`, `W claim`, `B accept`, `all dead A1 C3`, `all result B+3.5`,
    /// `B undo`, `referee rule`, ....
    ///
    /// >>> game = Game("chinese", "3x3")
    /// >>> _ = game.act("B B2"), game.act("W resign")
    /// >>> game.result.sgf
    /// 'B+R'
    fn act(&self, py: Python<'_>, text: &str) -> PyResult<Applied> {
        let action = {
            let sitting = self.sitting();
            let game = sitting.game();
            Action::parse(text, game.board(), game.players()).map_err(|why| fault_at("act", why))?
        };
        self.do_it(py, &action)
    }

    /// The ruleset it began under.
    #[getter]
    fn rules(&self) -> Ruleset {
        let ruleset = (**self.sitting().ruleset()).clone();
        Ruleset { read: ruleset.into() }
    }

    /// The board.
    #[getter]
    fn board(&self) -> Board {
        Board { board: Arc::clone(self.sitting().game().board()) }
    }

    /// What stands on the board.
    #[getter]
    fn position(&self) -> Position {
        let sitting = self.sitting();
        let game = sitting.game();
        let (board, players) = (Arc::clone(game.board()), game.players());
        Position { board, position: game.position().clone(), players }
    }

    /// What stood on the board after so many moves, or `None` if there was no such moment.
    fn position_after(
        &self,
        #[pyo3(from_py_with = asked::moves)] moves: usize,
    ) -> PyResult<Option<Position>> {
        let (codes, board, players) = {
            let sitting = self.sitting();
            let game = sitting.game();
            (sitting.position_after(moves), Arc::clone(game.board()), game.players())
        };
        codes.map(|codes| Position::of_codes(&board, players, &codes)).transpose()
    }

    /// How many play.
    #[getter]
    fn players(&self) -> usize {
        self.sitting().game().players()
    }

    /// Whose turn it is, or would be.
    #[getter]
    fn to_move(&self) -> &'static str {
        self.sitting().game().to_move().name()
    }

    /// The phase: `main`, `resolution`, ..., `analysis`, `ended`.
    #[getter]
    fn phase(&self) -> &'static str {
        self.sitting().game().phase()
    }

    /// Whether moves can be made no more.
    #[getter]
    fn over(&self) -> bool {
        *self.sitting().game().status() != Status::InPlay
    }

    /// How many moves have been made, passes included.
    #[getter]
    fn moves(&self) -> usize {
        self.sitting().game().moves_made()
    }

    /// The komi, exact.
    #[getter]
    fn komi<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let komi = self.sitting().game().komi();
        fraction(py, komi.score())
    }

    /// Captured stones of each colour.
    #[getter]
    fn prisoners(&self) -> BTreeMap<&'static str, u32> {
        let held: ByPlayer<u32> = self.sitting().game().prisoners();
        held.iter().map(|(player, &count)| (player.name(), count)).collect()
    }

    /// Where the player to move may play.
    #[getter]
    fn legal(&self) -> Vec<String> {
        let sitting = self.sitting();
        let game = sitting.game();
        game.legal().into_iter().map(|point| game.board().name(point)).collect()
    }

    /// Whether the player to move may play there.
    fn is_legal(&self, point: &str) -> PyResult<bool> {
        let sitting = self.sitting();
        let point = asked::point(sitting.game().board(), point)?;
        Ok(sitting.game().is_legal(point))
    }

    /// The empty points where the player to move may not play, with the reasons.
    ///
    /// >>> game = Game("kee", "2x1")
    /// >>> _ = game.play("A1"), game.play("B1")
    /// >>> [(ban.point, ban.clause, ban.repeats) for ban in game.bans]
    /// [('A1', 'K-13', 1)]
    #[getter]
    fn bans<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.ruling(py)?.getattr("banned")
    }

    /// The result, once there is one.
    #[getter]
    fn result<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.ruling(py)?.getattr("result")
    }

    /// The kinds of acts that would be accepted from a player now.
    ///
    /// >>> Game("chinese", "3x3").possible("black")
    /// ['move', 'resign', 'result']
    fn possible(&self, player: &str) -> PyResult<Vec<&'static str>> {
        let sitting = self.sitting();
        let player = asked::player(player, sitting.game().players())?;
        Ok(sitting.possible(player))
    }

    /// The ruling on the game as it stands.
    fn ruling<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (json, copy) = {
            let sitting = self.sitting();
            (to_json(&Report::of(&sitting))?, Game::from(sitting.clone()))
        };
        ruling(py, json, copy)
    }

    /// Has the chains analysed where that is due (Japanese 1989, once the play is over), and gives the ruling that
    /// follows. What is found stays with the game.
    #[pyo3(signature = (*, max_nodes=20_000, max_seconds=10.0, max_memory=512, check_proofs=false))]
    fn analyse<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = asked::max_nodes)] max_nodes: u64,
        max_seconds: Option<f64>,
        #[pyo3(from_py_with = asked::max_memory)] max_memory: u64,
        check_proofs: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let budget = Budget::new(max_nodes, max_seconds, max_memory, check_proofs)?;
        let mut sitting = self.sitting().clone();
        let analysed = released(py, None, |stop| {
            sitting.analyse(&budget.prover(stop));
            sitting
        })?;
        *self.sitting() = analysed;
        self.ruling(py)
    }

    /// Why a chain lives or not, once the play is over under a ruleset that asks (Japanese 1989), with the proof. The
    /// game is not changed.
    ///
    /// >>> game = Game("japanese-1989", "5x2", position="XX.XX/.XXX.")
    /// >>> _ = game.play("pass"), game.play("pass")
    /// >>> why = game.explain("C1")
    /// >>> why.chain.status, why.because[0].clause
    /// ('alive', 'J-5')
    /// >>> check_proof(why.proof).status
    /// 'alive'
    #[pyo3(signature = (point, *, max_nodes=20_000, max_seconds=10.0, max_memory=512, check_proofs=false))]
    fn explain<'py>(
        &self,
        py: Python<'py>,
        point: &str,
        #[pyo3(from_py_with = asked::max_nodes)] max_nodes: u64,
        max_seconds: Option<f64>,
        #[pyo3(from_py_with = asked::max_memory)] max_memory: u64,
        check_proofs: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let budget = Budget::new(max_nodes, max_seconds, max_memory, check_proofs)?;
        let sitting = self.sitting().clone();
        let point = asked::point(sitting.game().board(), point)?;
        proof::explain(py, sitting, point, &budget)
    }

    /// What best play comes to in the phase that decides which stones live: `resolution`, or the play resumed. A
    /// `Settlement`; `NothingToSettle` where nothing is decided by play. `max_memory` is in MiB. The game is not changed.
    ///
    /// >>> game = Game("lasker-maas", "4x1", position=".XO.")
    /// >>> _ = game.play("pass"), game.play("pass")
    /// >>> settled = game.settle()
    /// >>> settled.phase, settled.resumed, settled.solution.value
    /// ('resolution', False, Fraction(4, 1))
    #[pyo3(signature = (*, max_nodes=5_000_000, max_seconds=None, max_memory=512))]
    fn settle<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = asked::max_nodes)] max_nodes: u64,
        max_seconds: Option<f64>,
        #[pyo3(from_py_with = asked::max_memory)] max_memory: u64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let game = self.sitting().game().clone();
        solve::settle(py, &game, max_nodes, seconds(max_seconds)?, max_memory)
    }

    /// What was done and not taken back, as a record.
    fn record(&self) -> Record {
        Record { record: self.sitting().record() }
    }

    /// Another game that stands as this one does.
    fn copy(&self) -> Game {
        Game::from(self.sitting().clone())
    }

    fn __copy__(&self) -> Game {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Game {
        self.copy()
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let text = kept::game::write(&self.sitting()).map_err(|why| fault_at("game", why))?;
        Ok((py.get_type::<Game>().getattr("_of")?, PyTuple::new(py, [text])?))
    }

    #[staticmethod]
    fn _of(text: &str) -> PyResult<Game> {
        kept::game::read(text).map(Game::from).map_err(|why| fault_at("game", why))
    }

    /// The picture as SVG; `numbers` numbers the moves from this one on.
    #[pyo3(signature = (*, numbers=None, banned=true, territory=true))]
    fn svg(
        &self,
        #[pyo3(from_py_with = asked::numbers)] numbers: Option<usize>,
        banned: bool,
        territory: bool,
    ) -> PyResult<String> {
        picture::sitting(&self.sitting(), Shows { numbers_from: numbers, banned, territory })
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(None, true, true)
    }

    fn __str__(&self) -> String {
        let sitting = self.sitting();
        sitting.game().position().diagram(sitting.game().board()).join("\n")
    }

    fn __repr__(&self) -> String {
        let sitting = self.sitting();
        let game: &Played = sitting.game();
        let (rules, board) = (&sitting.ruleset().id, game.board().describe());
        format!(
            "<Game of {rules} on {board}: {} moves, phase {}, {} to move>",
            game.moves_made(),
            game.phase(),
            game.to_move()
        )
    }
}
