//! Lasker-Maas (Sensei's Library, "Lasker-Maas Rules", draft of March 1995) and its relatives.

use super::{passes, superko};
use crate::axes::{
    Button, Count, DeadStones, HandicapBonus, Life, Players, Refill, Sameness, Sequel, Stage,
    StageName, Suicide, Supply,
};
use crate::clause::Clause;
use crate::ruleset::{Articles, Ruleset};

pub(super) fn lasker_maas() -> Ruleset {
    Ruleset {
        id: "lasker-maas".to_owned(),
        title: "Lasker-Maas".to_owned(),
        source: "Lasker-Maas Rules (Robert Maas, March 1995, after Edward Lasker)".to_owned(),
        suicide: Suicide::Forbidden,
        count: Count::Territory,
        dead_stones: DeadStones::Agreed,
        handicap_bonus: HandicapBonus::None,
        players: Players { least: 2, most: 2 },
        articles: Articles {
            play: Clause::new("LM-1"),
            capture: Clause::new("LM-3"),
            suicide: Clause::new("LM-2"),
            count: Clause::new("LM-8"),
            winner: Clause::new("LM-12"),
            agreement: Clause::new("LM-9"),
        },
        button: Button::None,
        life: Life::AsItStands,
        sequel: Sequel::Resolutions { most: 1, clause: Clause::new("LM-11") },
        stages: vec![
            Stage {
                name: StageName::Main,
                supply: Supply::Bowl,
                ending: passes(2, "LM-5"),
                repetition: vec![superko("LM-4", Sameness::Positional)],
            },
            Stage {
                name: StageName::Resolution,
                supply: Supply::Prisoners { refill: Refill::AtOnce, clause: Clause::new("LM-6") },
                ending: passes(2, "LM-7"),
                repetition: vec![superko("LM-4", Sameness::Positional)],
            },
        ],
    }
}

/// The post of September 1995: situational superko.
pub(super) fn situational() -> Ruleset {
    let mut ruleset = lasker_maas();
    ruleset.id = "lasker-maas-situational".to_owned();
    ruleset.title = "Lasker-Maas, situational superko".to_owned();
    ruleset.source = "Lasker-Maas Rules, the post of September 1995".to_owned();
    for stage in &mut ruleset.stages {
        stage.repetition = vec![superko("LM-4S", Sameness::Situational)];
    }
    ruleset
}

/// Adjusted Lasker-Maas: the first pass of the game starts `resolution`.
pub(super) fn adjusted() -> Ruleset {
    let mut ruleset = lasker_maas();
    ruleset.id = "lasker-maas-adjusted".to_owned();
    ruleset.title = "Adjusted Lasker-Maas".to_owned();
    ruleset.source = "Lasker-Maas Rules, \"Equivalence with Button Go\"".to_owned();
    if let Some(main) = ruleset.stages.first_mut() {
        main.ending = passes(1, "LM-10");
    }
    ruleset
}

/// Button Go: area, positional superko, half a point for the first pass.
pub(super) fn button() -> Ruleset {
    Ruleset {
        id: "button".to_owned(),
        title: "Button Go".to_owned(),
        source:
            "Lasker-Maas Rules, \"Equivalence with Button Go\"; Sensei's Library, \"Button Go\""
                .to_owned(),
        count: Count::Area,
        articles: Articles {
            play: Clause::new("G-1"),
            capture: Clause::new("A-1"),
            suicide: Clause::new("A-2"),
            count: Clause::new("B-2"),
            winner: Clause::new("B-2"),
            agreement: Clause::new("A-11"),
        },
        button: Button::FirstPass { lifts_bans: false, clause: Clause::new("B-1") },
        sequel: Sequel::None,
        stages: vec![Stage {
            name: StageName::Main,
            supply: Supply::Bowl,
            ending: passes(2, "A-8"),
            repetition: vec![superko("A-4", Sameness::Positional)],
        }],
        ..lasker_maas()
    }
}
