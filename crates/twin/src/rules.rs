//! The rulesets and their options (RULES.md 2.7, 2.9, 3.3 to 3.5, 4, 5).

/// A ruleset with its options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Which ruleset.
    pub name: Name,
    /// What is done about a cycle (section 3.3), where the ruleset knows cycles.
    pub cycles: Cycles,
    /// Superko compares the player to move too (section 2.7), where the ruleset has superko.
    pub superko_situational: bool,
    /// The first pass of the game starts `resolution` (section 2.7), where there is a resolution.
    pub first_pass_switch: bool,
    /// Under Button Go: positions before the taking of the button ban nothing (section 2.9).
    pub button_lifts_bans: bool,
    /// Superko looks back to the start of the phase only (section 3.4).
    pub superko_history_phase: bool,
    /// Under Kee: territory scoring instead of area scoring (section 4.1).
    pub kee_territory: bool,
    /// Suicide is allowed.
    pub suicide: bool,
    /// How many resolutions the players may have (section 2.7).
    pub resolutions: u32,
}

/// The names of the rulesets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Name {
    /// Section 2.
    LaskerMaas,
    /// Section 2.7, `superko = situational`.
    LaskerMaasSituational,
    /// Section 2.7, `phase_switch = first-pass`.
    LaskerMaasAdjusted,
    /// Section 2.9.
    Button,
    /// Section 3.1 to 3.3.
    LongCycle1,
    /// Section 3.4.
    LongCycle2,
    /// Section 3.5.
    LongCycle3,
    /// Section 4.
    Kee,
    /// Section 5 (the Competition only).
    Japanese1989,
    /// Area, positional superko, suicide, two passes.
    TrompTaylor,
    /// Area, basic ko, a cycle is no result, two passes.
    Chinese,
    /// Area, situational superko, two passes, White passes last.
    Aga,
    /// Area, situational superko, suicide, two passes.
    NewZealand,
}

impl Name {
    /// All of them.
    pub const ALL: [Name; 13] = [
        Name::LaskerMaas,
        Name::LaskerMaasSituational,
        Name::LaskerMaasAdjusted,
        Name::Button,
        Name::LongCycle1,
        Name::LongCycle2,
        Name::LongCycle3,
        Name::Kee,
        Name::Japanese1989,
        Name::TrompTaylor,
        Name::Chinese,
        Name::Aga,
        Name::NewZealand,
    ];
}

/// The policies about a cycle (section 3.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cycles {
    /// Ruled at the first completion.
    Automatic,
    /// Ruled at this occurrence of the state.
    Repetitions(u32),
    /// Only ruled when claimed, so never by itself.
    Claim,
}

impl Rules {
    /// A ruleset with its default options.
    pub fn new(name: Name) -> Rules {
        Rules {
            name,
            cycles: Cycles::Automatic,
            superko_situational: name == Name::LaskerMaasSituational
                || name == Name::Aga
                || name == Name::NewZealand,
            first_pass_switch: name == Name::LaskerMaasAdjusted,
            button_lifts_bans: false,
            superko_history_phase: false,
            kee_territory: false,
            suicide: name == Name::TrompTaylor || name == Name::NewZealand,
            resolutions: 1,
        }
    }

    /// Section 2 and 3: the rulesets with a main phase and a resolution.
    pub(crate) fn has_resolution(&self) -> bool {
        match self.name {
            Name::LaskerMaas
            | Name::LaskerMaasSituational
            | Name::LaskerMaasAdjusted
            | Name::LongCycle1
            | Name::LongCycle2
            | Name::LongCycle3 => true,
            Name::Button
            | Name::Kee
            | Name::Japanese1989
            | Name::TrompTaylor
            | Name::Chinese
            | Name::Aga
            | Name::NewZealand => false,
        }
    }
}
