//! How often rulesets disagree, and why.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use shinpan_rules::Score;

use crate::row::Row;

/// What came of a job.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Summary {
    /// Records, the broken ones included.
    pub records: u64,
    /// Records with a row that is an error.
    pub broken: u64,
    /// Files in folders that were left out, being of no kind that holds records.
    pub left_out: u64,
    /// The rulesets as they were asked for, each with its counts.
    pub rules: Vec<Tally>,
    /// Each two of the rulesets, in that order.
    pub pairs: Vec<Pair>,
    /// The rows of the record that is being added.
    #[serde(skip)]
    open: Vec<Verdict>,
}

/// What one ruleset made of the records.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// The ruleset, as asked for.
    pub name: String,
    /// Won by Black.
    pub black: u64,
    /// Won by White.
    pub white: u64,
    /// Drawn.
    pub draw: u64,
    /// Without result, by a cycle.
    pub no_result: u64,
    /// Won by another player, or ranked without one winner.
    pub other: u64,
    /// The play is over, and what is unproven leaves the result open.
    pub unproven: u64,
    /// The record ends before the game does.
    pub unfinished: u64,
    /// A move is illegal.
    pub refused: u64,
    /// Not ruled on.
    pub errors: u64,
    /// The result is the recorded one.
    pub agrees: u64,
    /// It is not.
    pub disagrees: u64,
    /// Plays that brought back an earlier position.
    pub repetitions: u64,
    /// Records with such a play.
    pub repeating: u64,
    /// Games that a cycle ended.
    pub cycles: u64,
    /// Chains, where life and death was asked about.
    pub chains: u64,
    /// Those left unproven.
    pub chains_unproven: u64,
}

/// How two rulesets compare.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Pair {
    /// One ruleset.
    pub one: String,
    /// The other.
    pub other: String,
    /// Records that both ruled on.
    pub compared: u64,
    /// Records on which they agree: on the result, or on the move that is illegal.
    pub same: u64,
    /// Records that have no result under either: the play goes on, or it is open which stones live.
    #[serde(default)]
    pub undecided: u64,
    /// Records on which they do not: how, and how often for which reason.
    pub differ: BTreeMap<Disagreement, BTreeMap<String, u64>>,
}

/// How two rulings on a record differ: what comes first decides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Disagreement {
    /// A move is illegal under one of them, or another move is.
    Legality,
    /// There is a result under one of them only.
    Open,
    /// Somebody else wins, or it is a draw or no result under one of them.
    Winner,
    /// The winner is the same, and the difference of the scores is not.
    Margin,
}

impl Disagreement {
    /// In a word.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Disagreement::Legality => "legality",
            Disagreement::Open => "open",
            Disagreement::Winner => "winner",
            Disagreement::Margin => "margin",
        }
    }
}

/// What a row says, as far as it is compared.
#[derive(Clone, PartialEq, Debug)]
struct Verdict {
    record: (String, Option<String>, u32),
    error: bool,
    refused: Option<(u32, String)>,
    result: Option<(String, Option<String>)>,
    ground: String,
    leads: Option<Vec<Score>>,
    unproven: bool,
}

impl Verdict {
    fn of(row: &Row) -> Verdict {
        let reason = row.refused_reason.clone().unwrap_or_default();
        let clause = row.refused_clause.as_deref().unwrap_or_default();
        Verdict {
            record: (row.source.clone(), row.member.clone(), row.game),
            error: row.status == "error",
            refused: row.refused_move.map(|number| (number, format!("{reason} ({clause})"))),
            result: row.outcome.clone().map(|outcome| (outcome, row.winner.clone())),
            ground: row.ground.clone().unwrap_or_default(),
            leads: row.leads(),
            unproven: row.phase.as_deref() == Some("analysis") && row.outcome.is_none(),
        }
    }

    /// Whether there is neither a result nor a move that is refused.
    fn undecided(&self) -> bool {
        self.result.is_none() && self.refused.is_none()
    }

    /// How it differs from another, and why.
    fn against(&self, other: &Verdict) -> Option<(Disagreement, String)> {
        let number = |verdict: &Verdict| verdict.refused.as_ref().map(|(number, _)| *number);
        if number(self) != number(other) {
            // Whoever refuses first has the reason.
            let first = match (number(self), number(other)) {
                (Some(one), Some(two)) if one < two => self,
                (Some(_), None) => self,
                _ => other,
            };
            let why = first.refused.as_ref().map(|(_, why)| why.clone()).unwrap_or_default();
            return Some((Disagreement::Legality, why));
        }
        let grounds = || {
            let mut grounds = [self.ground.as_str(), other.ground.as_str()];
            grounds.sort_unstable();
            match grounds {
                ["score", "score"] => "the count".to_owned(),
                [one, two] if one == two => one.to_owned(),
                [one, two] => format!("{one} against {two}"),
            }
        };
        match (&self.result, &other.result) {
            (None, None) => None,
            (Some(one), Some(two)) if one == two && self.leads == other.leads => None,
            (Some(one), Some(two)) if one == two && self.ground == other.ground => {
                Some((Disagreement::Margin, grounds()))
            }
            // Won by the same player, but by a cycle under one and by points under the other.
            (Some(one), Some(two)) if one == two => Some((Disagreement::Margin, grounds())),
            (Some(_), Some(_)) => Some((Disagreement::Winner, grounds())),
            (Some(_), None) | (None, Some(_)) => {
                let open = if self.result.is_none() { self } else { other };
                let why = if open.unproven { "unproven chains" } else { "the play goes on" };
                Some((Disagreement::Open, why.to_owned()))
            }
        }
    }
}

impl Summary {
    /// Nothing is added yet. The rows of a record come together, one for each of the rulesets in this order.
    #[must_use]
    pub fn new(rules: Vec<String>) -> Summary {
        let mut pairs = Vec::new();
        for (at, one) in rules.iter().enumerate() {
            for other in &rules[at + 1..] {
                let (one, other) = (one.clone(), other.clone());
                pairs.push(Pair { one, other, ..Pair::default() });
            }
        }
        let tally = |name| Tally { name, ..Tally::default() };
        Summary { rules: rules.into_iter().map(tally).collect(), pairs, ..Summary::default() }
    }

    /// Whether there were records, and not one could be ruled on under any of the rulesets.
    #[must_use]
    pub fn nothing_ruled_on(&self) -> bool {
        self.records > 0 && self.rules.iter().all(|tally| tally.errors == self.records)
    }

    /// Adds the next row.
    pub fn add(&mut self, row: &Row) {
        if self.open.len() == self.rules.len() {
            self.end();
        }
        let verdict = Verdict::of(row);
        if let Some(tally) = self.rules.get_mut(self.open.len()) {
            tally.add(row, &verdict);
        }
        self.open.push(verdict);
    }

    /// Everything is added.
    pub fn end(&mut self) {
        let open = std::mem::take(&mut self.open);
        if open.is_empty() {
            return;
        }
        self.records += 1;
        self.broken += u64::from(open.iter().any(|verdict| verdict.error));
        let mut pairs = self.pairs.iter_mut();
        for at in 0..self.rules.len() {
            for other in at + 1..self.rules.len() {
                let Some(pair) = pairs.next() else { return };
                let (Some(one), Some(two)) = (open.get(at), open.get(other)) else { continue };
                if one.error || two.error {
                    continue;
                }
                pair.compared += 1;
                match one.against(two) {
                    None if one.undecided() && two.undecided() => pair.undecided += 1,
                    None => pair.same += 1,
                    Some((how, why)) => {
                        *pair.differ.entry(how).or_default().entry(why).or_default() += 1;
                    }
                }
            }
        }
    }
}

impl Pair {
    /// On how many records they differ so.
    #[must_use]
    pub fn count(&self, how: Disagreement) -> u64 {
        self.differ.get(&how).map_or(0, |reasons| reasons.values().sum())
    }
}

impl Tally {
    fn add(&mut self, row: &Row, verdict: &Verdict) {
        let place = match (&verdict.result, row.winner.as_deref()) {
            _ if verdict.error => &mut self.errors,
            _ if verdict.refused.is_some() && verdict.result.is_none() => &mut self.refused,
            (Some(_), Some("black")) => &mut self.black,
            (Some(_), Some("white")) => &mut self.white,
            (Some((outcome, None)), _) if outcome == "draw" => &mut self.draw,
            (Some((outcome, None)), _) if outcome == "no-result" => &mut self.no_result,
            (Some(_), _) => &mut self.other,
            (None, _) if verdict.unproven => &mut self.unproven,
            (None, _) => &mut self.unfinished,
        };
        *place += 1;
        match row.agrees {
            Some(true) => self.agrees += 1,
            Some(false) => self.disagrees += 1,
            None => {}
        }
        self.repetitions += u64::from(row.repetitions.unwrap_or_default());
        self.repeating += u64::from(row.repetitions.unwrap_or_default() > 0);
        self.cycles += u64::from(row.ground.as_deref() == Some("long-cycle"));
        self.chains += u64::from(row.chains.unwrap_or_default());
        self.chains_unproven += u64::from(row.chains_unproven.unwrap_or_default());
    }

    /// The parts of all records, with their names, as a picture shows them.
    #[must_use]
    pub fn parts(&self) -> [(&'static str, u64); 9] {
        [
            ("Black wins", self.black),
            ("White wins", self.white),
            ("draw", self.draw),
            ("no result", self.no_result),
            ("other", self.other),
            ("unproven", self.unproven),
            ("unfinished", self.unfinished),
            ("illegal move", self.refused),
            ("error", self.errors),
        ]
    }
}
