//! The area rulesets that players expect to find beside the seeds.

use super::{basic_ko, long_cycle, passes, superko};
use crate::axes::{
    Balanced, Button, Count, DeadStones, Ending, HandicapBonus, KoAfterPasses, Life, Measure,
    Players, Sameness, Sequel, Stage, StageName, Suicide, Supply, Unbalanced,
};
use crate::clause::Clause;
use crate::ruleset::{Articles, Ruleset};

pub(super) fn tromp_taylor() -> Ruleset {
    Ruleset {
        id: "tromp-taylor".to_owned(),
        title: "Tromp-Taylor".to_owned(),
        source: "The game of Go, logical rules (John Tromp and Bill Taylor)".to_owned(),
        suicide: Suicide::Allowed,
        count: Count::Area,
        dead_stones: DeadStones::Stand,
        handicap_bonus: HandicapBonus::None,
        players: Players { least: 2, most: 2 },
        articles: Articles {
            play: Clause::new("G-1"),
            capture: Clause::new("A-1"),
            suicide: Clause::new("A-3"),
            count: Clause::new("A-10"),
            winner: Clause::new("A-12"),
            agreement: Clause::new("A-11"),
        },
        button: Button::None,
        life: Life::AsItStands,
        sequel: Sequel::None,
        stages: vec![Stage {
            name: StageName::Main,
            supply: Supply::Bowl,
            ending: passes(2, "A-8"),
            repetition: vec![superko("A-4", Sameness::Positional)],
        }],
    }
}

/// Area, basic ko, and no result for any cycle, as Chinese referees rule.
pub(super) fn chinese() -> Ruleset {
    let mut ruleset = Ruleset {
        id: "chinese".to_owned(),
        title: "Chinese".to_owned(),
        source: "Chinese Rules of Go (2002), as refereed: basic ko, no result for cycles"
            .to_owned(),
        suicide: Suicide::Forbidden,
        dead_stones: DeadStones::Agreed,
        handicap_bonus: HandicapBonus::Stones,
        sequel: Sequel::Resumption { clause: Clause::new("A-13") },
        ..tromp_taylor()
    };
    ruleset.articles.suicide = Clause::new("A-2");
    for stage in &mut ruleset.stages {
        stage.repetition = vec![
            basic_ko("A-6"),
            long_cycle("A-7", Measure::Passes, Balanced::NoResult, Unbalanced::NoResult),
        ];
    }
    ruleset
}

pub(super) fn aga() -> Ruleset {
    let mut ruleset = Ruleset {
        id: "aga".to_owned(),
        title: "AGA".to_owned(),
        source: "Official AGA Rules of Go".to_owned(),
        handicap_bonus: HandicapBonus::StonesLessOne,
        ..chinese()
    };
    for stage in &mut ruleset.stages {
        stage.ending = Ending::SuccessivePasses {
            count: 2,
            white_last: true,
            ko_ban: KoAfterPasses::Stands,
            clause: Clause::new("A-9"),
        };
        stage.repetition = vec![superko("A-5", Sameness::Situational)];
    }
    ruleset
}

pub(super) fn new_zealand() -> Ruleset {
    let mut ruleset = Ruleset {
        id: "new-zealand".to_owned(),
        title: "New Zealand".to_owned(),
        source: "New Zealand Go Society Rules".to_owned(),
        suicide: Suicide::Allowed,
        handicap_bonus: HandicapBonus::None,
        ..aga()
    };
    ruleset.articles.suicide = Clause::new("A-3");
    for stage in &mut ruleset.stages {
        stage.ending = passes(2, "A-8");
    }
    ruleset
}
