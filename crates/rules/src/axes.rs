//! The axes of a ruleset: each an enum whose values are what some text of the rules asks for.

use serde::{Deserialize, Serialize};

use crate::clause::Clause;

/// How many can play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Players {
    /// The fewest.
    pub least: u8,
    /// The most.
    pub most: u8,
}

/// May a player leave his own chain without liberties?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Suicide {
    /// No (every seed).
    Forbidden,
    /// Yes, if the chain has two stones or more.
    MultiStone,
    /// Yes.
    Allowed,
}

/// The name of a stage, as the phase is called in rulings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StageName {
    /// The first, or the only one.
    Main,
    /// Lasker-Maas: play with prisoners that settles life and death.
    Resolution,
    /// Japanese 1989: the play before the Analysis.
    Competition,
    /// Long cycle 3: Black's proof game, first phase.
    #[serde(rename = "proof-black-1")]
    ProofBlack1,
    /// Long cycle 3: Black's proof game, second phase.
    #[serde(rename = "proof-black-2")]
    ProofBlack2,
    /// Long cycle 3: White's proof game, first phase.
    #[serde(rename = "proof-white-1")]
    ProofWhite1,
    /// Long cycle 3: White's proof game, second phase.
    #[serde(rename = "proof-white-2")]
    ProofWhite2,
}

impl StageName {
    /// All of them.
    pub const ALL: [StageName; 7] = [
        StageName::Main,
        StageName::Resolution,
        StageName::Competition,
        StageName::ProofBlack1,
        StageName::ProofBlack2,
        StageName::ProofWhite1,
        StageName::ProofWhite2,
    ];

    /// The phase's name in rulings: `main`, `resolution`, `proof-black-1`, ...
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            StageName::Main => "main",
            StageName::Resolution => "resolution",
            StageName::Competition => "competition",
            StageName::ProofBlack1 => "proof-black-1",
            StageName::ProofBlack2 => "proof-black-2",
            StageName::ProofWhite1 => "proof-white-1",
            StageName::ProofWhite2 => "proof-white-2",
        }
    }
}

/// Where the stones that are played come from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Supply {
    /// An endless supply.
    Bowl,
    /// The prisoner place: a play takes one of the mover's own captured stones from it.
    #[serde(rename_all = "kebab-case")]
    Prisoners {
        /// When a pair of stones is added.
        refill: Refill,
        /// The clause that says so.
        clause: Clause,
    },
}

/// When the prisoner place gets a pair of stones, one of each colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Refill {
    /// The reading chosen (docs/decisions/0005): whenever a colour has none at the start of the stage or after a
    /// play is complete.
    AtOnce,
    /// The other reading: when the player who is about to play has none.
    WhenNeeded,
}

/// A rule about what comes back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Repetition {
    /// The clause.
    pub clause: Clause,
    /// What has to be the same.
    pub same: Sameness,
    /// Which part of the past is looked at.
    pub window: Window,
    /// What follows.
    pub then: Then,
}

/// What makes two moments of a game the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sameness {
    /// The position.
    Positional,
    /// The position and the player to move.
    Situational,
    /// The position, the player to move and the point banned by the ko rule (docs/decisions/0003).
    State,
}

/// A slice of the history.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Window {
    /// The one position before the preceding move, if that move was an opposing play (basic ko).
    BeforePrecedingPlay,
    /// From the last pass on, the position it was made on included (Kee).
    SinceLastPass,
    /// From the start of this stage on.
    ThisStage,
    /// All of it.
    WholeGame,
}

/// What follows from a repetition.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Then {
    /// The play is not allowed.
    Forbidden,
    /// The cycle is ruled on and ends the game.
    Adjudicated(Adjudication),
}

/// How a cycle is ruled on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Adjudication {
    /// When.
    pub notice: Notice,
    /// What is compared.
    pub measure: Measure,
    /// What a balanced cycle means.
    pub balanced: Balanced,
    /// What an unbalanced cycle means.
    pub unbalanced: Unbalanced,
}

/// When a cycle is noticed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Notice {
    /// As soon as it is complete.
    Automatic,
    /// When its state occurs for the n-th time (2 is as soon as it is complete).
    Repetitions(u32),
    /// When somebody claims it and nobody breaks it.
    Claim,
}

/// What the players did in a cycle that is compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// How often each passed. The one who passed more often is favoured.
    Passes,
    /// How many stones each lost. The one who lost fewer is favoured.
    StonesLost,
}

/// The result of a balanced cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Balanced {
    /// The game is drawn.
    Draw,
    /// The game has no result.
    NoResult,
}

/// The result of an unbalanced cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unbalanced {
    /// The favoured player wins.
    FavouredWins,
    /// The game has no result.
    NoResult,
}

/// What ends a stage.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Ending {
    /// So many passes one after the other.
    #[serde(rename_all = "kebab-case")]
    SuccessivePasses {
        /// How many.
        count: u8,
        /// Whether White owes one more pass when Black made the last of them.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        white_last: bool,
        /// Whether a ko ban that stood before the passes stands again in the next stage.
        #[serde(default, skip_serializing_if = "KoAfterPasses::is_default")]
        ko_ban: KoAfterPasses,
        /// The clause.
        clause: Clause,
    },
    /// A player passes on a position on which he has passed before; the moves since then are the
    /// scoring cycle.
    #[serde(rename_all = "kebab-case")]
    OwnPassRepeated {
        /// The clause.
        clause: Clause,
    },
}

/// What becomes of a ko ban when passes end a stage and another begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KoAfterPasses {
    /// The reading chosen (docs/decisions/0004): as if the passes had not been made, it stands again.
    #[default]
    Stands,
    /// The other reading: the passes lifted it.
    Lifted,
}

impl KoAfterPasses {
    fn is_default(&self) -> bool {
        *self == KoAfterPasses::default()
    }
}

/// A part of the game with rules of its own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Stage {
    /// Its name.
    pub name: StageName,
    /// Where the stones come from.
    pub supply: Supply,
    /// What ends it.
    pub ending: Ending,
    /// What may not come back, and what follows when it does.
    pub repetition: Vec<Repetition>,
}

impl Stage {
    /// Whether it has a basic ko rule.
    #[must_use]
    pub fn bans_ko(&self) -> bool {
        self.repetition.iter().any(|rule| rule.window == Window::BeforePrecedingPlay)
    }

    /// How it rules on cycles, and by which clause, if it does.
    #[must_use]
    pub fn cycle_rule(&self) -> Option<(&Clause, Adjudication)> {
        self.repetition.iter().find_map(|rule| match rule.then {
            Then::Adjudicated(how) => Some((&rule.clause, how)),
            Then::Forbidden => None,
        })
    }
}

/// What can follow when the stages are over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Sequel {
    /// Nothing.
    None,
    /// The last stage may be played so many times in all, if the players ask for it.
    #[serde(rename_all = "kebab-case")]
    Resolutions {
        /// The most.
        most: u32,
        /// The clause.
        clause: Clause,
    },
    /// Play, if a player asks for it because the players differ about dead stones.
    #[serde(rename_all = "kebab-case")]
    Resumption {
        /// The clause.
        clause: Clause,
    },
    /// Two proof games, if a player asks for them (long cycle 3).
    #[serde(rename_all = "kebab-case")]
    ProofGames {
        /// The clause.
        clause: Clause,
    },
}

/// The button: half a point for the first pass.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Button {
    /// There is none.
    None,
    /// The first pass of the game takes it, and counts towards no ending.
    #[serde(rename_all = "kebab-case")]
    FirstPass {
        /// Whether taking it lifts the bans of the superko rule.
        lifts_bans: bool,
        /// The clause.
        clause: Clause,
    },
}

/// Which stones count when the play is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Life {
    /// All that stand on the board.
    AsItStands,
    /// Those proven independently alive, or agreed on.
    #[serde(rename_all = "kebab-case")]
    IndependentlyAlive {
        /// The ko rule of imagined play.
        hypothetical_ko: HypotheticalKo,
        /// The clause.
        clause: Clause,
    },
}

/// The ko rule of the sequences imagined in the Analysis.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HypotheticalKo {
    /// Basic ko, as the text of the seed says.
    Basic,
    /// A ko may be retaken only after a pass for it.
    KoPass,
}

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Count {
    /// Stones, and regions that touch one player's stones only.
    Area,
    /// Regions that touch one player's stones only, less the captured stones of that colour.
    Territory,
}

/// May the players agree which stones are dead?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DeadStones {
    /// No: stones that stand, count.
    Stand,
    /// Yes: they are removed before the count, and become prisoners where prisoners count.
    Agreed,
}

/// What White gets for Black's handicap stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HandicapBonus {
    /// Nothing.
    None,
    /// A point for each of them.
    Stones,
    /// A point for each of them but one.
    StonesLessOne,
}
