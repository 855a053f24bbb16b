//! A ruleset: a plain value, composed of axes.

use serde::{Deserialize, Serialize};

use crate::axes::{
    Button, Count, DeadStones, HandicapBonus, Life, Players, Repetition, Sequel, Stage, Suicide,
};
use crate::clause::Clause;

/// A ruleset.
///
/// It can be written as a TOML file, read back from one ([`Ruleset::from_toml`]), and changed
/// field by field; [`Ruleset::check`] says whether the fields go together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Ruleset {
    /// The name it is asked for by.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Where it comes from.
    pub source: String,
    /// May a chain be left without liberties by its own player?
    pub suicide: Suicide,
    /// What is counted.
    pub count: Count,
    /// May the players agree which stones are dead?
    pub dead_stones: DeadStones,
    /// What White gets for handicap stones.
    pub handicap_bonus: HandicapBonus,
    /// How many can play.
    pub players: Players,
    /// The clauses of what every game has.
    pub articles: Articles,
    /// The button.
    pub button: Button,
    /// Which stones count.
    pub life: Life,
    /// What can follow when the stages are over.
    pub sequel: Sequel,
    /// The stages, in order.
    pub stages: Vec<Stage>,
}

/// The clauses that stand behind what every ruleset has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Articles {
    /// A stone is put on an empty point, in turn.
    pub play: Clause,
    /// Chains without liberties are removed.
    pub capture: Clause,
    /// Whether a chain may be left without liberties by its own player.
    pub suicide: Clause,
    /// How points are counted.
    pub count: Clause,
    /// Who wins.
    pub winner: Clause,
    /// What the players may agree on.
    pub agreement: Clause,
}

impl Ruleset {
    /// Whether the rules are the same, whatever they are called and wherever they come from.
    #[must_use]
    pub fn same_rules(&self, other: &Ruleset) -> bool {
        let (id, title, source) = (self.id.clone(), self.title.clone(), self.source.clone());
        *self == Ruleset { id, title, source, ..other.clone() }
    }

    /// Every repetition rule of every stage.
    pub(crate) fn repetitions(&self) -> impl Iterator<Item = &Repetition> {
        self.stages.iter().flat_map(|stage| &stage.repetition)
    }
}
