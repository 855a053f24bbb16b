//! Lasker-Maas with the long-cycle rule, variants 1 to 3 (Sensei's Library, "Lasker Maas Rules With
//! Long Cycle Rule").

use super::{basic_ko, lasker_maas::lasker_maas, long_cycle, superko};
use crate::axes::{Balanced, Measure, Sameness, Sequel, StageName, Unbalanced};
use crate::clause::Clause;
use crate::ruleset::Ruleset;

pub(super) fn variant_1() -> Ruleset {
    let mut ruleset = lasker_maas();
    ruleset.id = "long-cycle-1".to_owned();
    ruleset.title = "Lasker-Maas with the long-cycle rule, variant 1".to_owned();
    ruleset.source = "Lasker Maas Rules With Long Cycle Rule, section 1".to_owned();
    for stage in &mut ruleset.stages {
        stage.repetition = vec![
            basic_ko("LC-4"),
            long_cycle("LC-5", Measure::Passes, Balanced::Draw, Unbalanced::FavouredWins),
        ];
    }
    ruleset
}

/// Variant 2: superko instead, in `resolution` only.
pub(super) fn variant_2() -> Ruleset {
    let mut ruleset = variant_1();
    ruleset.id = "long-cycle-2".to_owned();
    ruleset.title = "Lasker-Maas with the long-cycle rule, variant 2".to_owned();
    ruleset.source = "Lasker Maas Rules With Long Cycle Rule, section 2".to_owned();
    for stage in &mut ruleset.stages {
        if stage.name == StageName::Resolution {
            stage.repetition = vec![superko("LC-6", Sameness::Positional)];
        }
    }
    ruleset
}

/// Variant 3: two proof games may follow.
pub(super) fn variant_3() -> Ruleset {
    Ruleset {
        id: "long-cycle-3".to_owned(),
        title: "Lasker-Maas with the long-cycle rule, variant 3".to_owned(),
        source: "Lasker Maas Rules With Long Cycle Rule, section 3".to_owned(),
        sequel: Sequel::ProofGames { clause: Clause::new("LC-7") },
        ..variant_1()
    }
}
