//! Whether the axes of a ruleset go together.

use std::fmt;

use crate::axes::{
    Button, Count, DeadStones, Ending, Life, Notice, Sameness, Sequel, Stage, StageName, Supply,
    Then, Window,
};
use crate::clause::Clause;
use crate::ruleset::Ruleset;
use crate::text::shorten;

/// Everything that does not fit in a ruleset.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Incoherent {
    /// The ruleset's name.
    pub ruleset: String,
    /// The faults, one sentence each.
    pub faults: Vec<String>,
}

impl fmt::Display for Incoherent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ruleset `{}`: {}", self.ruleset, shinpan_board::listed(&self.faults, "; "))
    }
}

impl std::error::Error for Incoherent {}

impl Ruleset {
    /// Checks that the axes go together.
    ///
    /// # Errors
    /// All that does not, at once.
    pub fn check(&self) -> Result<(), Incoherent> {
        let mut faults = Vec::new();
        self.check_frame(&mut faults);
        for (number, stage) in self.stages.iter().enumerate() {
            self.check_stage(number, stage, &mut faults);
        }
        self.check_end(&mut faults);
        for clause in self.clauses() {
            if clause.page().is_none() {
                faults.push(format!("there is no clause `{}`", shorten(clause.as_str())));
            }
        }
        if faults.is_empty() {
            Ok(())
        } else {
            Err(Incoherent { ruleset: self.id.clone(), faults })
        }
    }

    /// Every clause the ruleset names, in no particular order, each once.
    #[must_use]
    pub fn clauses(&self) -> Vec<&Clause> {
        let articles = &self.articles;
        let mut clauses = vec![
            &articles.play,
            &articles.capture,
            &articles.suicide,
            &articles.count,
            &articles.winner,
            &articles.agreement,
        ];
        for stage in &self.stages {
            clauses.extend(stage.repetition.iter().map(|rule| &rule.clause));
            if let Supply::Prisoners { clause, .. } = &stage.supply {
                clauses.push(clause);
            }
            match &stage.ending {
                Ending::SuccessivePasses { clause, .. } | Ending::OwnPassRepeated { clause } => {
                    clauses.push(clause);
                }
            }
        }
        match &self.sequel {
            Sequel::Resolutions { clause, .. }
            | Sequel::Resumption { clause }
            | Sequel::ProofGames { clause } => clauses.push(clause),
            Sequel::None => {}
        }
        if let Button::FirstPass { clause, .. } = &self.button {
            clauses.push(clause);
        }
        if let Life::IndependentlyAlive { clause, .. } = &self.life {
            clauses.push(clause);
        }
        clauses.sort();
        clauses.dedup();
        clauses
    }

    fn check_frame(&self, faults: &mut Vec<String>) {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if self.id.is_empty() || self.id.len() > 60 || !self.id.chars().all(plain) {
            faults.push("`id` must be 1 to 60 lower-case letters, digits and hyphens".to_owned());
        }
        let players = self.players;
        if players.least < 2 || players.most > 8 || players.least > players.most {
            faults.push(format!(
                "players from {} to {}: they must be 2 to 8, the least not above the most",
                players.least, players.most
            ));
        }
        if self.stages.is_empty() {
            faults.push("there is no stage to play".to_owned());
        }
        if self.stages.len() > 8 {
            faults.push("there are more than 8 stages".to_owned());
        }
    }

    fn check_stage(&self, number: usize, stage: &Stage, faults: &mut Vec<String>) {
        let name = stage.name.as_str();
        let two_only = self.players.most == 2;
        if let Supply::Prisoners { .. } = stage.supply {
            if self.count == Count::Area {
                faults.push(format!(
                    "stage \"{name}\" plays from prisoners, but `count = \"area\"` ignores them"
                ));
            }
            if !two_only {
                faults.push(format!(
                    "stage \"{name}\" plays from prisoners: that is for two players"
                ));
            }
        }
        if !matches!(stage.name, StageName::Main | StageName::Resolution | StageName::Competition) {
            faults.push(format!("stage \"{name}\" is made by `sequel`, it cannot be listed"));
        }
        match stage.ending {
            Ending::SuccessivePasses { count, white_last, .. } => {
                if count == 0 {
                    faults.push(format!("stage \"{name}\" would end after no pass at all"));
                }
                if white_last && !two_only {
                    faults.push(format!(
                        "in stage \"{name}\" White owes a last pass: that is for two players"
                    ));
                }
                if usize::from(count) < usize::from(self.players.most)
                    && number + 1 == self.stages.len()
                {
                    faults.push(format!(
                        "stage \"{name}\" ends the game after {count} passes, before all of {} players have passed",
                        self.players.most
                    ));
                }
            }
            Ending::OwnPassRepeated { .. } => {
                if self.stages.len() != 1 {
                    faults.push(format!(
                        "stage \"{name}\" ends with a scoring cycle: it must be the only stage"
                    ));
                }
                if self.button != Button::None {
                    faults.push("the button is for games that end by successive passes".to_owned());
                }
            }
        }
        if stage.repetition.len() > 8 {
            faults.push(format!(
                "stage \"{name}\" has {} repetition rules, more than 8",
                stage.repetition.len()
            ));
        }
        let mut adjudicated = 0;
        for rule in &stage.repetition {
            let clause = &rule.clause;
            match &rule.then {
                Then::Forbidden => {
                    if rule.same == Sameness::State {
                        faults.push(format!("{clause}: a play is forbidden by a position or a situation, not by a state"));
                    }
                    if rule.window == Window::BeforePrecedingPlay
                        && rule.same == Sameness::Situational
                    {
                        faults.push(format!("{clause}: basic ko looks at the position"));
                    }
                    if rule.window == Window::SinceLastPass && rule.same == Sameness::Situational {
                        faults.push(format!(
                            "{clause}: the prohibition that a pass lifts looks at the position"
                        ));
                    }
                }
                Then::Adjudicated(how) => {
                    adjudicated += 1;
                    if rule.same != Sameness::State || rule.window != Window::ThisStage {
                        faults.push(format!(
                            "{clause}: a cycle is a `state` that comes back in `this-stage`"
                        ));
                    }
                    if !two_only {
                        faults.push(format!("{clause}: cycles are ruled on between two players"));
                    }
                    if let Notice::Repetitions(times) = how.notice
                        && times < 2
                    {
                        faults.push(format!("{clause}: a state cannot be ruled on at its occurrence number {times}; the least is 2"));
                    }
                }
            }
        }
        if adjudicated > 1 {
            faults.push(format!("stage \"{name}\" rules on cycles in {adjudicated} ways"));
        }
        let endless =
            stage.repetition.iter().all(|rule| rule.window == Window::BeforePrecedingPlay);
        if endless {
            faults.push(format!(
                "nothing ends a cycle in stage \"{name}\": add a superko rule or a ruling on cycles"
            ));
        }
    }

    fn check_end(&self, faults: &mut Vec<String>) {
        let last_from_prisoners =
            self.stages.last().is_some_and(|last| matches!(last.supply, Supply::Prisoners { .. }));
        let last_rules_cycles = self.stages.last().is_some_and(|last| last.cycle_rule().is_some());
        match self.sequel {
            Sequel::None => {}
            Sequel::Resolutions { most, .. } => {
                if !last_from_prisoners || self.stages.len() < 2 {
                    faults.push(
                        "`sequel` repeats a resolution, but the last stage is none".to_owned(),
                    );
                }
                if !(1..=1000).contains(&most) {
                    faults.push(format!("{most} resolutions: there must be 1 to 1000"));
                }
            }
            Sequel::Resumption { .. } => {
                let by_passes = self
                    .stages
                    .last()
                    .is_some_and(|last| matches!(last.ending, Ending::SuccessivePasses { .. }));
                if self.dead_stones == DeadStones::Stand || last_from_prisoners || !by_passes {
                    faults.push("play is resumed where the players differ about dead stones after passes; `dead-stones` must be \"agreed\", and the last stage end by passes and be no resolution".to_owned());
                }
            }
            Sequel::ProofGames { .. } => {
                if !last_from_prisoners || !last_rules_cycles {
                    faults.push("proof games follow a last stage that is played from prisoners and rules on cycles".to_owned());
                }
            }
        }
        if let Life::IndependentlyAlive { .. } = self.life {
            if self.count == Count::Area {
                faults.push(
                    "independent life decides territory; `count` must be \"territory\"".to_owned(),
                );
            }
            if self.stages.len() != 1 || self.players.most != 2 {
                faults.push(
                    "independent life is found after one stage between two players".to_owned(),
                );
            }
            if self.dead_stones == DeadStones::Stand {
                faults.push("where life is analysed the players may agree instead; `dead-stones` must be \"agreed\"".to_owned());
            }
        }
        if self.button != Button::None && (self.stages.len() != 1 || self.players.most != 2) {
            faults.push("the button is for two players and one stage".to_owned());
        }
        if self.button != Button::None && self.count == Count::Territory {
            faults.push(
                "the button is worth half a point of area; `count` must be \"area\"".to_owned(),
            );
        }
    }
}

#[cfg(test)]
mod tests;
