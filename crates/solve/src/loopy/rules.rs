//! The loopy family: what the fixpoints have to know of a ruleset, read from its axes.

use shinpan_rules::{
    Balanced, Button, Count, Ending, Game, HypotheticalKo, KoAfterPasses, Life, Ruleset, Sameness,
    Sequel, Suicide, Supply, Then, Unbalanced, Window,
};

use crate::superko::SuperkoRules;
use crate::value::Limit;

/// A ruleset with basic ko whose cycles are ruled on, and which two play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LoopyRules {
    pub(crate) stages: Vec<StageRules>,
    /// Whether a ban that stood before the passes stands again in the next stage.
    pub(crate) ko_stands: bool,
    /// Whether the Analysis decides which chains live when the play is over (J-5 to J-7).
    pub(crate) life: bool,
}

/// What differs between stages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct StageRules {
    /// What a play costs the player who makes it.
    pub(crate) cost: i32,
    /// Whether the player who passed more often in a cycle wins by it; otherwise nobody does.
    pub(crate) favours: bool,
}

impl LoopyRules {
    /// One stage with basic ko whose plays cost nothing and whose cycles favour nobody.
    pub(crate) fn area() -> LoopyRules {
        let stages = vec![StageRules { cost: 0, favours: false }];
        LoopyRules { stages, ko_stands: false, life: false }
    }

    /// Reads a ruleset.
    ///
    /// # Errors
    /// Why it is not of this family.
    pub(crate) fn of(ruleset: &Ruleset) -> Result<LoopyRules, Limit> {
        let rules = LoopyRules::of_stages(ruleset)?;
        if rules.stages.last().is_none_or(|last| (last.cost != 0) != rules.life) {
            let why = "plays cost points to the end, or cost none where life is decided";
            return Err(Limit::Beyond(why.to_owned()));
        }
        Ok(rules)
    }

    /// Reads a ruleset whose last stage is under superko: what is ruled on cycles before it, the rules of that stage, and
    /// whether its superko remembers what stood before it.
    ///
    /// # Errors
    /// Why it is not such a ruleset.
    pub(crate) fn before_superko(
        ruleset: &Ruleset,
    ) -> Result<(LoopyRules, SuperkoRules, bool), Limit> {
        let beyond = |why: &str| Err(Limit::Beyond(why.to_owned()));
        let Some((last, before)) = ruleset.stages.split_last().filter(|(_, b)| !b.is_empty())
        else {
            return beyond("there is no stage before the last");
        };
        let mut last = last.clone();
        let remembers = last.repetition.iter().any(|rule| rule.window == Window::WholeGame);
        for rule in &mut last.repetition {
            // It is all of the game that begins there.
            if rule.window == Window::ThisStage {
                rule.window = Window::WholeGame;
            }
        }
        let stages = |stages| Ruleset { stages, ..ruleset.clone() };
        let superko = SuperkoRules::of(&stages(vec![last]))?;
        let before = LoopyRules::of_stages(&stages(before.to_vec()))?;
        if superko.situational || superko.suicide != Suicide::Forbidden || before.stages.len() != 1
        {
            return beyond("the last stage is not under positional superko after one other");
        }
        Ok((before, superko, remembers))
    }

    /// Reads a ruleset whose last stage may be followed by proof games: what it is without them.
    ///
    /// # Errors
    /// Why it is not such a ruleset.
    pub(crate) fn before_proofs(ruleset: &Ruleset) -> Result<LoopyRules, Limit> {
        let Sequel::ProofGames { .. } = ruleset.sequel else {
            return Err(Limit::Beyond("there are no proof games".to_owned()));
        };
        let rules = LoopyRules::of(&Ruleset { sequel: Sequel::None, ..ruleset.clone() })?;
        match rules.stages.as_slice() {
            [StageRules { cost: 1, .. }, StageRules { cost: 0, .. }] if !rules.life => Ok(rules),
            _ => Err(Limit::Beyond("there are not just a main phase and a resolution".to_owned())),
        }
    }

    fn of_stages(ruleset: &Ruleset) -> Result<LoopyRules, Limit> {
        let beyond = |why: &str| Err(Limit::Beyond(why.to_owned()));
        let mut ko_stands = true;
        let mut stages = Vec::new();
        for stage in &ruleset.stages {
            let superko = stage.repetition.iter().any(|rule| {
                rule.then == Then::Forbidden && rule.window != Window::BeforePrecedingPlay
            });
            let (Some((_, cycles)), true, false) = (stage.cycle_rule(), stage.bans_ko(), superko)
            else {
                return beyond("a stage has not basic ko and a ruling on cycles alone");
            };
            let positional = stage.repetition.iter().all(|rule| match rule.then {
                Then::Forbidden => rule.same == Sameness::Positional,
                Then::Adjudicated(_) => rule.window == Window::ThisStage,
            });
            if !positional {
                return beyond("a repetition rule looks at something else");
            }
            let Ending::SuccessivePasses { count: 2, ko_ban, .. } = stage.ending else {
                return beyond("a stage does not end by two passes");
            };
            ko_stands &= ko_ban == KoAfterPasses::Stands;
            // A balanced cycle gives nobody anything, whether it is called a draw or no result.
            match cycles.balanced {
                Balanced::Draw | Balanced::NoResult => {}
            }
            let cost = match (ruleset.count, &stage.supply) {
                (Count::Territory, Supply::Bowl) => 1,
                (Count::Territory, Supply::Prisoners { .. }) | (Count::Area, _) => 0,
            };
            stages
                .push(StageRules { cost, favours: cycles.unbalanced == Unbalanced::FavouredWins });
        }
        if ruleset.suicide != Suicide::Forbidden {
            return beyond("suicide is allowed");
        }
        if ruleset.button != Button::None {
            return beyond("there is a button");
        }
        let life = match ruleset.life {
            Life::AsItStands => false,
            Life::IndependentlyAlive { hypothetical_ko: HypotheticalKo::Basic, .. } => true,
            Life::IndependentlyAlive { hypothetical_ko: HypotheticalKo::KoPass, .. } => {
                return beyond("imagined play has another ko rule");
            }
        };
        match ruleset.sequel {
            // A dispute is about stones agreed to be dead; here they count as they stand.
            Sequel::None | Sequel::Resumption { .. } => {}
            Sequel::Resolutions { most, .. } if most <= 1 => {}
            Sequel::Resolutions { .. } | Sequel::ProofGames { .. } => {
                return beyond("more may be asked for at the end");
            }
        }
        if stages.iter().any(|stage| stage.cost != 0 && !stage.favours) {
            return beyond("plays cost points where cycles favour nobody");
        }
        Ok(LoopyRules { stages, ko_stands, life })
    }

    /// Whether cycles favour nobody: all are draws.
    pub(crate) fn draws(&self) -> bool {
        self.stages.iter().all(|stage| !stage.favours)
    }

    /// The stage a game is in.
    pub(crate) fn stage_of(game: &Game) -> usize {
        game.ruleset().stages.iter().position(|stage| stage == game.stage()).unwrap_or(0)
    }
}
