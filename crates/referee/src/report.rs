//! The ruling on a record, as the JSON that other programs read.

use indexmap::IndexMap;
use serde::Serialize;
use serde::ser::SerializeMap;
use shinpan_board::{Board, ByPlayer, Player, Point, Position, Stone, symbol};
use shinpan_rules::{
    Analysis, Because, Button, ChainStatus, Cycle, Evidence, Ground, Life, Move, NotNow, Outcome,
    Refusal, Score, Status, Verdict,
};

use crate::action::initial;
use crate::agreement::AgreementReport;
use crate::assumption::AssumedReport;
use crate::note::Note;
use crate::sitting::{Refused, Sitting};

/// The ruling on a record.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Report {
    /// The ruleset.
    pub rules: String,
    /// The phase.
    pub phase: String,
    /// Whose turn it is, or would be.
    pub to_move: String,
    /// Moves made, passes included.
    pub moves: usize,
    /// What stands on the board.
    pub position: Drawn,
    /// Captured stones of each colour.
    pub prisoners: IndexMap<String, u32>,
    /// Who has the button, under rulesets with one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub button: Option<Option<String>>,
    /// Where the player to move may play.
    pub legal: Vec<String>,
    /// Where he may not, and why.
    pub banned: Vec<BannedPoint>,
    /// The move at which the record breaks the rules.
    pub refused: Option<RefusedMove>,
    /// The result, once there is one.
    pub result: Option<ResultReport>,
    /// Japanese 1989: what the Analysis knows of each chain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chains: Option<Vec<ChainReport>>,
    /// Japanese 1989: stones removed before the count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub removed: Option<Vec<String>>,
    /// Japanese 1989: the territory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub territory: Option<IndexMap<String, Vec<String>>>,
    /// Japanese 1989: the bounds of Black's margin while statuses are open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<IndexMap<String, [String; 2]>>,
    /// Japanese 1989: the players' proposal, held against the Analysis.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agreement: Option<AgreementReport>,
    /// What follows if some chains live of which it is not proven, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assuming: Option<AssumedReport>,
    /// A cycle that has just been completed and may be claimed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claimable: Option<Cycle>,
    /// While proof games are played: how the base game and those that are over ended, every step with its clause.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub so_far: Vec<Because>,
    /// What waits for an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pending: Option<String>,
    /// The result the record states, beside ours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recorded: Option<Recorded>,
    /// What had to be mended or supposed while reading. As JSON twice: as `notes`, sentences in English, and as `mended`,
    /// codes with values.
    #[serde(flatten, serialize_with = "both")]
    #[cfg_attr(feature = "openapi", schema(value_type = NotesForm))]
    pub notes: Vec<Note>,
}

/// Notes as sentences and as codes.
fn both<S: serde::Serializer>(notes: &[Note], to: S) -> Result<S::Ok, S::Error> {
    let told: Vec<String> = notes.iter().map(ToString::to_string).collect();
    let mut map = to.serialize_map(Some(2))?;
    map.serialize_entry("notes", &told)?;
    map.serialize_entry("mended", notes)?;
    map.end()
}

/// The form of notes, for descriptions of JSON.
#[cfg(feature = "openapi")]
#[derive(utoipa::ToSchema)]
#[allow(dead_code, reason = "it is only described, never made")]
struct NotesForm {
    /// What had to be mended or supposed while reading, in words.
    notes: Vec<String>,
    /// The same in the same order, as codes with values.
    mended: Vec<crate::note::NoteForm>,
}

/// What stands on a board: rows on a grid, the occupied points on a graph.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum Drawn {
    /// Top row first.
    Rows(Vec<String>),
    /// Point by player.
    Points(IndexMap<String, String>),
}

/// An empty point where the player to move may not play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BannedPoint {
    /// The point.
    pub point: String,
    /// The clause.
    pub clause: String,
    /// Why, in a word.
    pub reason: String,
    /// The number of moves made when the position that would come back last stood.
    pub repeats: Option<usize>,
    /// Under situational superko: who would be to move in that position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<String>,
    /// The chain that would have no liberty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub chain: Vec<String>,
}

/// The move at which a record breaks the rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RefusedMove {
    /// Its number.
    #[serde(rename = "move")]
    pub number: usize,
    /// Whose it was.
    pub player: Option<String>,
    /// The point; `pass`; or the act, as written.
    pub point: String,
    /// Why, in a word.
    pub reason: String,
    /// The clause.
    pub clause: String,
    /// The number of moves made when the position that would come back last stood.
    pub repeats: Option<usize>,
    /// Under situational superko: who would be to move in that position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<String>,
    /// Why, in a sentence.
    pub why: String,
    /// Where it stands in the record, if it stands in one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub place: String,
    /// The chain that would have no liberty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub chain: Vec<String>,
    /// With `not-now`: the same as `why`, as `code` and `with`, its values.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = NotNowForm))]
    pub not_now: Option<Box<NotNow>>,
}

/// The form of why something is not possible now, for descriptions of JSON.
#[cfg(feature = "openapi")]
#[derive(utoipa::ToSchema)]
#[allow(dead_code, reason = "it is only described, never made")]
struct NotNowForm {
    /// With `not-now`: `why` as a code.
    code: Option<String>,
    /// Its values: texts and numbers.
    with: Option<std::collections::BTreeMap<String, serde_json::Value>>,
}

/// A result.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ResultReport {
    /// `win`, `draw`, `no-result` or `ranking`.
    pub outcome: String,
    /// The winner, if there is just one.
    pub winner: Option<String>,
    /// What it rests on.
    pub ground: String,
    /// How far the first is ahead.
    pub margin: Option<String>,
    /// The scores, komi included.
    pub scores: Option<IndexMap<String, String>>,
    /// As SGF's RE.
    pub sgf: Option<String>,
    /// The deciding clause.
    pub clause: String,
    /// The players from first to last, where they are ranked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranking: Option<Vec<Vec<String>>>,
    /// The cycle it rests on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cycle: Option<Cycle>,
    /// Kee: the scoring positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scoring_positions: Option<Vec<Drawn>>,
    /// Every step with its clause.
    pub because: Vec<Because>,
}

/// What is known of a chain (Japanese 1989).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChainReport {
    /// Whose it is.
    pub player: String,
    /// Its points.
    pub points: Vec<String>,
    /// `alive`, `not-alive` or `unproven`.
    pub status: String,
    /// The precedent that decides it.
    pub precedent: Option<String>,
    /// The kos by which the precedent's shape was recognised.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ko_cycle: Option<KoCycleReport>,
    /// Whether it is known to have the other status under the other reading of the ko rule.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub readings_differ: bool,
    /// Positions searched.
    pub nodes: u64,
    /// A line of forced play that shows it.
    pub line: Vec<String>,
    /// Whether the checker accepted its proof, where it was asked to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked: Option<bool>,
    /// Whether it is not proven to live, but assumed to.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub assumed: bool,
    /// What ended the work on it while it was unproven: `nodes`, the states allowed, or `stopped`, its time, or told to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit_code: Option<String>,
    /// What the players agreed: `alive` or `dead`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agreed: Option<String>,
}

/// The kos of a precedent's shape (Japanese 1989).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct KoCycleReport {
    /// The two points of each ko: of the two that the chain shares with an opposing one, and of the third.
    pub kos: Vec<Vec<String>>,
    /// The plays that take and go round through them, the opponent's first, like `W d3`, from a state that ko captures and passes lead to.
    pub captures: Vec<String>,
}

/// The result a record states, beside ours.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Recorded {
    /// As found.
    pub text: String,
    /// Whether it is ours; `null` where it cannot be compared.
    pub agrees: Option<bool>,
    /// What there is to say about it.
    pub note: String,
}

/// What stands on a board given as codes.
#[must_use]
pub fn drawn(board: &Board, codes: &[u8]) -> Drawn {
    let stone = |code: &u8| Stone::from_code(*code).unwrap_or_default();
    match board.shape().grid() {
        Some((columns, _)) => Drawn::Rows(
            codes
                .chunks(columns)
                .map(|row| row.iter().map(|c| symbol(stone(c))).collect())
                .collect(),
        ),
        None => Drawn::Points(
            board
                .points()
                .zip(codes)
                .filter_map(|(point, code)| {
                    Some((board.name(point), stone(code).player()?.to_string()))
                })
                .collect(),
        ),
    }
}

fn by_name<T: Clone>(values: &ByPlayer<T>) -> IndexMap<String, T> {
    values.iter().map(|(player, value)| (player.to_string(), value.clone())).collect()
}

pub(crate) fn names(board: &Board, points: &[Point]) -> Vec<String> {
    points.iter().map(|&point| board.name(point)).collect()
}

fn chain_of(board: &Board, refusal: &Refusal) -> Vec<String> {
    match &refusal.evidence {
        Evidence::NoLiberty(chain) => names(board, chain),
        _ => Vec::new(),
    }
}

impl Report {
    /// The ruling on the state of a sitting.
    #[must_use]
    pub fn of(sitting: &Sitting) -> Report {
        let game = sitting.game();
        let board: &Board = game.board();
        let mut report = Report {
            rules: game.ruleset().id.clone(),
            phase: game.phase().to_owned(),
            to_move: game.to_move().to_string(),
            moves: game.moves_made(),
            position: drawn(board, game.position().codes()),
            prisoners: by_name(&game.prisoners()),
            button: match game.ruleset().button {
                Button::None => None,
                Button::FirstPass { .. } => Some(game.button().map(|player| player.to_string())),
            },
            legal: names(board, &game.legal()),
            banned: game
                .banned()
                .into_iter()
                .map(|ban| BannedPoint {
                    point: board.name(ban.point),
                    clause: ban.refusal.clause.to_string(),
                    reason: ban.refusal.reason.to_string(),
                    repeats: ban.refusal.repeats(),
                    turn: ban.refusal.turn().map(|player| player.to_string()),
                    chain: chain_of(board, &ban.refusal),
                })
                .collect(),
            refused: None,
            result: ResultReport::of(sitting),
            chains: None,
            removed: None,
            territory: None,
            bounds: None,
            agreement: None,
            assuming: None,
            claimable: game.claimable(),
            so_far: match sitting.trials() {
                Some(trials) if *game.status() == Status::InPlay => trials.so_far(),
                _ => Vec::new(),
            },
            pending: sitting.pending().map(|pending| {
                let what = match pending.what {
                    crate::sitting::Proposal::Cycle => "the claim of a cycle",
                    crate::sitting::Proposal::Dead(_) => "the dead stones proposed",
                    crate::sitting::Proposal::Result(_) => "the result proposed",
                    crate::sitting::Proposal::Undo(_) => "taking back, proposed",
                };
                format!("{what} by {} ({})", pending.by, pending.report(board).act)
            }),
            recorded: None,
            notes: Vec::new(),
        };
        if matches!(game.ruleset().life, Life::IndependentlyAlive { .. }) {
            report.add_analysis(sitting);
        }
        report
    }

    /// Japanese 1989, after two passes: what the Analysis knows, or what the players agreed on.
    fn add_analysis(&mut self, sitting: &Sitting) {
        let game = sitting.game();
        let board: &Board = game.board();
        let agreed = match game.status() {
            Status::InPlay => return,
            Status::Stopped => None,
            Status::Over(outcome) => match &outcome.ground {
                Ground::Score(tally) => Some(tally),
                _ => return,
            },
        };
        let analysis = sitting.analysis();
        let position: &Position = game.position();
        let chains = position.chains(board).into_iter().filter_map(|points| {
            let player = position.stone(*points.first()?).player()?;
            let known = analysis.iter().flat_map(|analysis| &analysis.chains);
            let known = known.into_iter().find(|chain| chain.points == points).cloned();
            let chain = known.unwrap_or_else(|| ChainStatus::unproven(player, points));
            let dead = agreed.map(|tally| tally.removed.contains(&chain.points[0]));
            Some(chain_report(board, &chain, dead))
        });
        self.chains = Some(chains.collect());
        let (removed, territory) = match (agreed, &analysis) {
            (Some(tally), _) => (tally.removed.clone(), tally.points.clone()),
            (None, Some(Analysis { certain, .. })) => {
                (certain.removed.clone(), certain.territory.clone())
            }
            (None, None) => return,
        };
        self.removed = Some(names(board, &removed));
        self.territory = Some(by_player(board, &territory));
        if agreed.is_some() {
            return;
        }
        if let Some(analysis) = &analysis {
            match &analysis.outcome {
                Some(outcome) => self.result = Some(result(board, outcome)),
                None => self.bounds = Some(bounds(analysis)),
            }
        }
    }

    /// Adds the move at which the record breaks the rules.
    pub(crate) fn refuse(
        &mut self,
        board: &Board,
        number: usize,
        place: &str,
        act: String,
        refused: &Refused,
    ) {
        self.refused = Some(RefusedMove::of(board, number, place, act, refused));
    }
}

impl RefusedMove {
    /// A refused move or act: its number, where it stands in a record, and the act as written.
    #[must_use]
    pub fn of(
        board: &Board,
        number: usize,
        place: &str,
        act: String,
        refused: &Refused,
    ) -> RefusedMove {
        let refusal = refused.refusal.as_ref();
        RefusedMove {
            number,
            player: refusal.map(|refusal| refusal.player.to_string()),
            point: match refusal.map(|refusal| refusal.made) {
                Some(shinpan_rules::Move::Play(point)) => board.name(point),
                Some(shinpan_rules::Move::Pass) => "pass".to_owned(),
                None => act,
            },
            reason: refused.reason.to_string(),
            clause: refused.clause.to_string(),
            repeats: refusal.and_then(Refusal::repeats),
            turn: refusal.and_then(Refusal::turn).map(|player| player.to_string()),
            why: refused.why.clone(),
            place: place.to_owned(),
            chain: refusal.map(|refusal| chain_of(board, refusal)).unwrap_or_default(),
            not_now: refused.not_now.clone(),
        }
    }
}

impl ResultReport {
    /// The result of a sitting, once there is one.
    pub(crate) fn of(sitting: &Sitting) -> Option<ResultReport> {
        Some(result(sitting.game().board(), &sitting.outcome()?))
    }
}

pub(crate) fn chain_report(board: &Board, chain: &ChainStatus, dead: Option<bool>) -> ChainReport {
    let played = |(player, made): &(Player, Move)| match made {
        Move::Play(point) => format!("{} {}", initial(*player), board.name(*point)),
        Move::Pass => format!("{} pass", initial(*player)),
    };
    ChainReport {
        player: chain.player.to_string(),
        points: names(board, &chain.points),
        status: chain.status.to_string(),
        precedent: chain.precedent.map(|precedent| precedent.to_string()),
        ko_cycle: chain.ko_cycle.as_ref().map(|cycle| KoCycleReport {
            kos: cycle.kos.iter().map(|ko| names(board, ko)).collect(),
            captures: cycle
                .captures
                .iter()
                .map(|&(player, point)| played(&(player, Move::Play(point))))
                .collect(),
        }),
        readings_differ: chain.readings_differ,
        nodes: chain.nodes,
        line: chain.line.iter().map(played).collect(),
        checked: chain.checked,
        assumed: chain.assumed,
        limit_code: chain.limit.map(|limit| limit.to_string()),
        agreed: dead.map(|dead| if dead { "dead" } else { "alive" }.to_owned()),
    }
}

/// The names of each player's points.
pub(crate) fn by_player(
    board: &Board,
    points: &ByPlayer<Vec<Point>>,
) -> IndexMap<String, Vec<String>> {
    points.iter().map(|(player, points)| (player.to_string(), names(board, points))).collect()
}

/// Between what Black's margin must lie.
pub(crate) fn bounds(analysis: &Analysis) -> IndexMap<String, [String; 2]> {
    IndexMap::from([("black".to_owned(), analysis.margin.map(|bound| bound.to_string()))])
}

pub(crate) fn result(board: &Board, outcome: &Outcome) -> ResultReport {
    let text = |score: Score| score.to_string();
    let (ground, cycle, positions) = match &outcome.ground {
        Ground::Score(tally) => {
            ("score", None, tally.scoring_cycle.map(|_| &tally.scoring_positions))
        }
        Ground::LongCycle(cycle) => ("long-cycle", Some(cycle.clone()), None),
        Ground::ProofGames => ("proof-games", None, None),
        Ground::Agreement(_) => ("agreement", None, None),
        Ground::Resignation(_) => ("resignation", None, None),
        Ground::Time(_) => ("time", None, None),
        Ground::Forfeit(_) => ("forfeit", None, None),
        Ground::NoScoringPosition(tally) => {
            ("no-scoring-position", None, Some(&tally.scoring_positions))
        }
    };
    ResultReport {
        outcome: match outcome.verdict {
            Verdict::Win(_) => "win",
            Verdict::Draw => "draw",
            Verdict::NoResult => "no-result",
            Verdict::Ranking(_) => "ranking",
        }
        .to_owned(),
        winner: outcome.winner().map(|player| player.to_string()),
        ground: ground.to_owned(),
        margin: outcome.margin().map(text),
        scores: outcome.scores().map(|scores| {
            scores.iter().map(|(player, &score)| (player.to_string(), text(score))).collect()
        }),
        sgf: outcome.sgf(),
        clause: outcome.clause.to_string(),
        ranking: match &outcome.verdict {
            Verdict::Ranking(places) => Some(
                places
                    .iter()
                    .map(|place| place.iter().map(ToString::to_string).collect())
                    .collect(),
            ),
            _ => None,
        },
        cycle,
        scoring_positions: positions
            .map(|positions| positions.iter().map(|codes| drawn(board, codes)).collect()),
        because: outcome.because.clone(),
    }
}
