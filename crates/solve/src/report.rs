//! A solution as JSON.

use serde::Serialize;
use shinpan_board::Player;
use shinpan_rules::{Game, Move, Score, Status};

use crate::several::{Proven, Share};
use crate::value::{End, Limit, Method, Solution, Value};

/// What was found, as every interface tells it. Margins are Black's, komi included.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SolutionReport {
    /// The ruleset.
    pub rules: String,
    /// Black's margin as an exact rational, if it is proven.
    pub value: Option<String>,
    /// `win`, `draw` or `loss` for Black, if that is proven.
    pub outcome: Option<String>,
    /// The least and the most that is proven.
    pub bounds: [String; 2],
    /// Moves of best play, as far as they were found.
    pub line: Vec<String>,
    /// What the search looked at.
    pub nodes: u64,
    /// How long it took.
    pub seconds: f64,
    /// Whether the value is proven.
    pub exact: bool,
    /// What Black can force if a draw by a cycle counted as his loss, and as his win.
    pub without_draws: Option<[String; 2]>,
    /// How it was found.
    pub method: String,
    /// Why no more is known.
    pub limit: Option<String>,
    /// The same as a code: `nodes`, `stopped` (by its time, or when told to), `memory`, `beyond` (no method reaches it), `asked` (what
    /// was asked is answered, and no more was looked for), or `refused` (nothing was solved: the record breaks the rules).
    pub limit_code: Option<&'static str>,
    /// The margin that was asked about, if one was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<String>,
    /// Where a margin was asked about: whether Black gets it, or null where the bounds do not say it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reached: Option<Option<bool>>,
    /// With more than two players: what each can get against all the others together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<Vec<ShareReport>>,
}

/// What one of more than two players can get against all the others together: the least and the most that is proven,
/// each an average or `draw`.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ShareReport {
    /// Who.
    pub player: String,
    /// If a draw without a scoring position is less than any average.
    pub draws_lost: [String; 2],
    /// If it is more than any.
    pub draws_won: [String; 2],
}

impl SolutionReport {
    /// What was found of a game, in so many seconds.
    #[must_use]
    pub fn of(game: &Game, found: &Solution, seconds: f64) -> SolutionReport {
        let (low, high) = found.value.bounds();
        let margin = found.value.exact().and_then(|end| end.margin());
        let limit = match &found.value {
            Value::Exact(_) => None,
            Value::Between(_, _, limit) | Value::Unknown(limit) => Some(limit),
        };
        SolutionReport {
            rules: game.ruleset().id.clone(),
            value: margin.map(|margin| margin.to_string()),
            outcome: found.value.verdict().map(|verdict| verdict.as_str().to_owned()),
            bounds: [low.to_string(), high.to_string()],
            line: line(game, &found.line),
            nodes: found.nodes,
            seconds,
            exact: found.value.exact().is_some(),
            without_draws: found.without_draws.map(|(a, b)| [a.to_string(), b.to_string()]),
            method: found.method.as_str().to_owned(),
            limit: limit.map(ToString::to_string),
            limit_code: limit.map(Limit::code),
            at_least: None,
            reached: None,
            players: None,
        }
    }

    /// That nothing was solved, as the record that led to the game breaks the rules.
    #[must_use]
    pub fn nothing(game: &Game) -> SolutionReport {
        SolutionReport {
            rules: game.ruleset().id.clone(),
            value: None,
            outcome: None,
            bounds: [End::Lost.to_string(), End::Won.to_string()],
            line: Vec::new(),
            nodes: 0,
            seconds: 0.0,
            exact: false,
            without_draws: None,
            method: "none".to_owned(),
            limit: Some("the record breaks the rules".to_owned()),
            limit_code: Some("refused"),
            at_least: None,
            reached: None,
            players: None,
        }
    }

    /// With the answer to the question whether Black gets at least a margin.
    #[must_use]
    pub fn asked(self, margin: Score, found: &Value) -> SolutionReport {
        let reached = Some(found.reaches(margin));
        SolutionReport { at_least: Some(margin.to_string()), reached, ..self }
    }

    /// What each of more than two players can get, as `shares` says it, in so many seconds. There is no value then.
    #[must_use]
    pub fn of_shares(
        game: &Game,
        found: &Result<(Vec<Share>, u64), Limit>,
        seconds: f64,
    ) -> SolutionReport {
        let (shares, nodes) = found.as_ref().map_or((&[][..], 0), |(all, nodes)| (all, *nodes));
        let proven = || shares.iter().flat_map(|share| [&share.draws_lost, &share.draws_won]);
        let limit = found.as_ref().err().or_else(|| proven().find_map(|one| one.limit.as_ref()));
        SolutionReport {
            nodes,
            seconds,
            exact: limit.is_none(),
            method: Method::Passes.as_str().to_owned(),
            limit: limit.map(ToString::to_string),
            limit_code: limit.map(Limit::code),
            players: Some(shares.iter().map(ShareReport::of).collect()),
            ..SolutionReport::nothing(game)
        }
    }
}

impl ShareReport {
    fn of(share: &Share) -> ShareReport {
        let told = |proven: &Proven| [proven.least.to_string(), proven.most.to_string()];
        ShareReport {
            player: share.player.to_string(),
            draws_lost: told(&share.draws_lost),
            draws_won: told(&share.draws_won),
        }
    }
}

/// The moves of a line from here on, each with its player: `B A1`, `W pass`. It ends where the game does: by a cycle that is ruled on, for one, of
/// which the states of a search need not know.
#[must_use]
pub fn line(game: &Game, moves: &[Move]) -> Vec<String> {
    let initial = |player| if player == Player::BLACK { 'B' } else { 'W' };
    let mut game = game.clone();
    let mut written = Vec::new();
    for &made in moves {
        let player = game.to_move();
        if *game.status() != Status::InPlay || game.play(made).is_err() {
            break;
        }
        written.push(match made {
            Move::Play(point) => format!("{} {}", initial(player), game.board().name(point)),
            Move::Pass => format!("{} pass", initial(player)),
        });
    }
    written
}
