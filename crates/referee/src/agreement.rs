//! What the players propose after the play, held against the Analysis: which parts are proven right,
//! proven wrong, or unproven, and what the score is in each reading.

use indexmap::IndexMap;
use serde::Serialize;
use shinpan_board::{Board, Point};
use shinpan_rules::{Analysis, Ground, Outcome, Settlement, Status};

use crate::record::Record;
use crate::report::{ResultReport, bounds, names, result};
use crate::sitting::Sitting;

/// What the Analysis says to a part of a proposal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Judgement {
    /// It is so, whatever the unproven statuses are.
    Right,
    /// It is not so, whatever they are.
    Wrong,
    /// That depends on a status that is not proven.
    Unproven,
}

/// A chain that is proposed to be dead, or to stay.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ProposedChain {
    /// Whose it is.
    pub player: String,
    /// Its points.
    pub points: Vec<String>,
    /// `dead`: it is removed; `stays`: it is not.
    pub proposed: String,
    /// Whether the Analysis removes it or not, as proposed.
    pub judgement: Judgement,
    /// Whether it is independently alive.
    pub status: String,
}

/// The territory that is proposed for a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ProposedTerritory {
    /// Points that are his.
    pub right: Vec<String>,
    /// Points that are not.
    pub wrong: Vec<String>,
    /// Points of which it is not known.
    pub unproven: Vec<String>,
    /// Points that are his and were not proposed.
    pub missing: Vec<String>,
}

/// The players' proposal and the Analysis.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AgreementReport {
    /// `dead`: stones named as dead; `marks`: territory marked in the record (SGF's `TB` and `TW`).
    pub source: String,
    /// Every chain.
    pub chains: Vec<ProposedChain>,
    /// The territory of each player.
    pub territory: IndexMap<String, ProposedTerritory>,
    /// What the proposal gives; none where it cannot be counted.
    pub agreed: Option<ResultReport>,
    /// What the Analysis gives; none while a status that can change it is unproven.
    pub analysed: Option<ResultReport>,
    /// Between what Black's margin must lie by the Analysis.
    pub bounds: IndexMap<String, [String; 2]>,
}

/// What the players agreed on, or what the record's last node marks as territory, held against an Analysis.
pub(crate) fn agreement(
    record: &Record,
    sitting: &Sitting,
    whole: bool,
    analysis: &Analysis,
) -> Option<AgreementReport> {
    let game = sitting.game();
    let (source, proposal, outcome) = match game.status() {
        Status::Over(outcome) => match &outcome.ground {
            Ground::Score(tally) => {
                let (removed, territory) = (tally.removed.clone(), tally.points.clone());
                ("dead", Settlement { removed, territory }, Some((**outcome).clone()))
            }
            _ => return None,
        },
        Status::Stopped if whole => {
            let proposal = marked(record, analysis)?;
            let outcome = game.proposed(&proposal);
            ("marks", proposal, outcome)
        }
        Status::Stopped | Status::InPlay => return None,
    };
    Some(report(game.board(), source, &proposal, outcome, analysis))
}

/// The settlement that a record's marks propose: chains that stand on points marked as the other
/// player's are dead, and all points marked are territory, those of the dead stones too.
fn marked(record: &Record, analysis: &Analysis) -> Option<Settlement> {
    if record.marked.iter().all(|(_, points)| points.is_empty()) {
        return None;
    }
    let mut removed = Vec::new();
    let mut stays = Vec::new();
    for chain in &analysis.chains {
        let of_another = record.marked.iter().any(|(player, points)| {
            player != chain.player && chain.points.iter().any(|point| points.contains(point))
        });
        if of_another { &mut removed } else { &mut stays }.extend(&chain.points);
    }
    removed.sort_unstable();
    let territory = record
        .marked
        .map(|_, points| points.iter().copied().filter(|point| !stays.contains(point)).collect());
    Some(Settlement { removed, territory })
}

fn report(
    board: &Board,
    source: &str,
    proposal: &Settlement,
    outcome: Option<Outcome>,
    analysis: &Analysis,
) -> AgreementReport {
    let judge = |so: bool, certain: bool, possible: bool| match (so, certain, possible) {
        (true, true, _) | (false, _, false) => Judgement::Right,
        (true, _, false) | (false, true, _) => Judgement::Wrong,
        (_, false, true) => Judgement::Unproven,
    };
    let Analysis { certain, possible, .. } = analysis;
    let chains = analysis.chains.iter().map(|chain| {
        let in_it = |points: &[Point]| chain.points.iter().any(|point| points.contains(point));
        let dead = in_it(&proposal.removed);
        ProposedChain {
            player: chain.player.to_string(),
            points: names(board, &chain.points),
            proposed: if dead { "dead" } else { "stays" }.to_owned(),
            judgement: judge(dead, in_it(&certain.removed), in_it(&possible.removed)),
            status: chain.status.to_string(),
        }
    });
    let territory = proposal.territory.iter().map(|(player, proposed)| {
        let (certain, possible) = (&certain.territory[player], &possible.territory[player]);
        let pick = |wanted: Judgement| {
            let points = proposed.iter().copied().filter(|point| {
                judge(true, certain.contains(point), possible.contains(point)) == wanted
            });
            names(board, &points.collect::<Vec<_>>())
        };
        let missing: Vec<Point> =
            certain.iter().copied().filter(|point| !proposed.contains(point)).collect();
        let told = ProposedTerritory {
            right: pick(Judgement::Right),
            wrong: pick(Judgement::Wrong),
            unproven: pick(Judgement::Unproven),
            missing: names(board, &missing),
        };
        (player.to_string(), told)
    });
    AgreementReport {
        source: source.to_owned(),
        chains: chains.collect(),
        territory: territory.collect(),
        agreed: outcome.map(|outcome| result(board, &outcome)),
        analysed: analysis.outcome.as_ref().map(|outcome| result(board, outcome)),
        bounds: bounds(analysis),
    }
}
