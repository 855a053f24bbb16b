//! The superko family: what a search has to know of a ruleset, read from its axes.

use shinpan_rules::{
    Button, Count, Ending, Life, Ruleset, Sameness, Sequel, Suicide, Supply, Then, Window,
};

use crate::value::Limit;

/// A ruleset whose repetition rule is superko over the whole game, whose stones count as they stand
/// and which two play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SuperkoRules {
    /// Whether the player to move belongs to what may not come back.
    pub(crate) situational: bool,
    pub(crate) suicide: Suicide,
    pub(crate) stages: Vec<StageRules>,
    /// Whether the first pass takes a button worth half a point.
    pub(crate) button: bool,
}

/// What differs between stages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct StageRules {
    /// How many passes end it: 1 or 2.
    pub(crate) passes: u8,
    /// What a play costs the player who makes it, in points (docs/findings/proofs.md, "Territory as
    /// area").
    pub(crate) cost: i32,
}

impl SuperkoRules {
    /// Reads a ruleset.
    ///
    /// # Errors
    /// Why it is not of this family.
    pub(crate) fn of(ruleset: &Ruleset) -> Result<SuperkoRules, Limit> {
        let beyond = |why: &str| Err(Limit::Beyond(why.to_owned()));
        let mut same = None;
        let mut stages = Vec::new();
        for stage in &ruleset.stages {
            let [rule] = stage.repetition.as_slice() else {
                return beyond("a stage has not just one rule of repetition");
            };
            let whole = rule.window == Window::WholeGame && rule.then == Then::Forbidden;
            if !whole || same.is_some_and(|same| same != rule.same) {
                return beyond("repetition is not forbidden in all of the game alike");
            }
            same = Some(rule.same);
            let Ending::SuccessivePasses { count: passes @ (1 | 2), .. } = stage.ending else {
                return beyond("a stage does not end by one or two passes");
            };
            let cost = match (ruleset.count, &stage.supply) {
                (Count::Territory, Supply::Bowl) => 1,
                (Count::Territory, Supply::Prisoners { .. }) | (Count::Area, _) => 0,
            };
            stages.push(StageRules { passes, cost });
        }
        let situational = match same {
            Some(Sameness::Positional) => false,
            Some(Sameness::Situational) => true,
            Some(Sameness::State) | None => return beyond("there is no superko rule"),
        };
        let button = match ruleset.button {
            Button::None => false,
            Button::FirstPass { lifts_bans: false, .. } => true,
            Button::FirstPass { lifts_bans: true, .. } => {
                return beyond("taking the button lifts bans");
            }
        };
        if ruleset.life != Life::AsItStands {
            return beyond("life is not decided by play");
        }
        match ruleset.sequel {
            // A dispute is about stones agreed to be dead; here they count as they stand.
            Sequel::None | Sequel::Resumption { .. } => {}
            Sequel::Resolutions { most, .. } if most <= 1 => {}
            _ => return beyond("more may be asked for at the end"),
        }
        if stages.last().is_none_or(|last| last.cost != 0) {
            return beyond("plays cost points to the end");
        }
        Ok(SuperkoRules { situational, suicide: ruleset.suicide, stages, button })
    }

    pub(crate) fn may_lose(&self, own: u32) -> bool {
        match self.suicide {
            Suicide::Forbidden => false,
            Suicide::MultiStone => own > 1,
            Suicide::Allowed => true,
        }
    }

    /// How passes stand at the start.
    pub(crate) fn start(&self) -> Mode {
        Mode { stage: 0, passes: 0, button: self.button }
    }

    /// What a pass leads to: the mode, and what it gives the passer in half points; or the end.
    #[inline]
    pub(crate) fn after_pass(&self, mode: Mode) -> Passed {
        if mode.button {
            return Passed::On(Mode { button: false, ..mode }, 1);
        }
        let passes = mode.passes + 1;
        if passes < self.stages[usize::from(mode.stage)].passes {
            Passed::On(Mode { passes, ..mode }, 0)
        } else if usize::from(mode.stage) + 1 < self.stages.len() {
            Passed::On(Mode { stage: mode.stage + 1, passes: 0, ..mode }, 0)
        } else {
            Passed::Over
        }
    }
}

/// How far the passes have come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Mode {
    pub(crate) stage: u8,
    pub(crate) passes: u8,
    /// The button has not been taken.
    pub(crate) button: bool,
}

/// What a pass leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Passed {
    /// The game goes on; the passer has gained so many half points.
    On(Mode, i32),
    /// The game is counted.
    Over,
}
