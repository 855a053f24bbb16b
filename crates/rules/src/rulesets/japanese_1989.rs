//! Japanese 1989 in the user-friendly reading (Robert Jasiek, lifein19x19.com).

use super::{basic_ko, long_cycle, passes};
use crate::axes::{
    Balanced, Button, Count, DeadStones, HandicapBonus, HypotheticalKo, Life, Measure, Players,
    Sequel, Stage, StageName, Suicide, Supply, Unbalanced,
};
use crate::clause::Clause;
use crate::ruleset::{Articles, Ruleset};

pub(super) fn japanese_1989() -> Ruleset {
    Ruleset {
        id: "japanese-1989".to_owned(),
        title: "Japanese 1989, user-friendly reading".to_owned(),
        source: "User-friendly Reading of the Japanese 1989 Rules (Robert Jasiek)".to_owned(),
        suicide: Suicide::Forbidden,
        count: Count::Territory,
        dead_stones: DeadStones::Agreed,
        handicap_bonus: HandicapBonus::None,
        players: Players { least: 2, most: 2 },
        articles: Articles {
            play: Clause::new("J-1"),
            capture: Clause::new("J-1"),
            suicide: Clause::new("J-2"),
            count: Clause::new("J-7"),
            winner: Clause::new("J-8"),
            agreement: Clause::new("J-9"),
        },
        button: Button::None,
        life: Life::IndependentlyAlive {
            hypothetical_ko: HypotheticalKo::Basic,
            clause: Clause::new("J-5"),
        },
        sequel: Sequel::None,
        stages: vec![Stage {
            name: StageName::Competition,
            supply: Supply::Bowl,
            ending: passes(2, "J-1"),
            repetition: vec![
                basic_ko("J-3"),
                long_cycle(
                    "J-4",
                    Measure::StonesLost,
                    Balanced::NoResult,
                    Unbalanced::FavouredWins,
                ),
            ],
        }],
    }
}
