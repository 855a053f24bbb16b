//! Kee Rules (Wilton Kee, May 2009).

use crate::axes::{
    Button, Count, DeadStones, Ending, HandicapBonus, Life, Players, Repetition, Sameness, Sequel,
    Stage, StageName, Suicide, Supply, Then, Window,
};
use crate::clause::Clause;
use crate::ruleset::{Articles, Ruleset};

pub(super) fn kee() -> Ruleset {
    Ruleset {
        id: "kee".to_owned(),
        title: "Kee Rules".to_owned(),
        source: "Kee Rules of Go (Wilton Kee, 12 May 2009)".to_owned(),
        suicide: Suicide::Forbidden,
        count: Count::Area,
        dead_stones: DeadStones::Agreed,
        handicap_bonus: HandicapBonus::None,
        players: Players { least: 2, most: 8 },
        articles: Articles {
            play: Clause::new("K-5"),
            capture: Clause::new("K-11"),
            suicide: Clause::new("K-12"),
            count: Clause::new("K-18"),
            winner: Clause::new("K-20"),
            agreement: Clause::new("K-14"),
        },
        button: Button::None,
        life: Life::AsItStands,
        sequel: Sequel::None,
        stages: vec![Stage {
            name: StageName::Main,
            supply: Supply::Bowl,
            ending: Ending::OwnPassRepeated { clause: Clause::new("K-15") },
            repetition: vec![Repetition {
                clause: Clause::new("K-13"),
                same: Sameness::Positional,
                window: Window::SinceLastPass,
                then: Then::Forbidden,
            }],
        }],
    }
}
