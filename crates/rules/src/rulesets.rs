//! The built-in rulesets: each a value, most of them "like that one, except".

mod area;
mod japanese_1989;
mod kee;
mod lasker_maas;
mod long_cycle;

use crate::axes::{
    Adjudication, Balanced, Ending, KoAfterPasses, Measure, Notice, Repetition, Sameness, Then,
    Unbalanced, Window,
};
use crate::clause::Clause;
use crate::ruleset::Ruleset;

/// All built-in rulesets, in the order in which they are listed.
#[must_use]
pub fn builtin() -> Vec<Ruleset> {
    vec![
        lasker_maas::lasker_maas(),
        lasker_maas::situational(),
        lasker_maas::adjusted(),
        lasker_maas::button(),
        long_cycle::variant_1(),
        long_cycle::variant_2(),
        long_cycle::variant_3(),
        kee::kee(),
        japanese_1989::japanese_1989(),
        area::tromp_taylor(),
        area::chinese(),
        area::aga(),
        area::new_zealand(),
    ]
}

impl Ruleset {
    /// The built-in ruleset with this name, in either case.
    #[must_use]
    pub fn builtin(id: &str) -> Option<Ruleset> {
        builtin().into_iter().find(|ruleset| ruleset.id.eq_ignore_ascii_case(id.trim()))
    }
}

fn superko(clause: &str, same: Sameness) -> Repetition {
    Repetition {
        clause: Clause::new(clause),
        same,
        window: Window::WholeGame,
        then: Then::Forbidden,
    }
}

fn basic_ko(clause: &str) -> Repetition {
    Repetition {
        clause: Clause::new(clause),
        same: Sameness::Positional,
        window: Window::BeforePrecedingPlay,
        then: Then::Forbidden,
    }
}

fn long_cycle(
    clause: &str,
    measure: Measure,
    balanced: Balanced,
    unbalanced: Unbalanced,
) -> Repetition {
    Repetition {
        clause: Clause::new(clause),
        same: Sameness::State,
        window: Window::ThisStage,
        then: Then::Adjudicated(Adjudication {
            notice: Notice::Automatic,
            measure,
            balanced,
            unbalanced,
        }),
    }
}

fn passes(count: u8, clause: &str) -> Ending {
    Ending::SuccessivePasses {
        count,
        white_last: false,
        ko_ban: KoAfterPasses::Stands,
        clause: Clause::new(clause),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::axes::{HandicapBonus, Sequel, Suicide};

    #[test]
    fn every_built_in_ruleset_is_coherent() {
        for ruleset in builtin() {
            assert_eq!(ruleset.check(), Ok(()), "{}", ruleset.id);
        }
    }

    /// Most are made from another one: what sets them apart is said of each.
    #[test]
    fn no_two_rulesets_tell_the_same_of_themselves() {
        let texts = |text: fn(&Ruleset) -> &str| -> std::collections::BTreeSet<String> {
            builtin().iter().map(|ruleset| text(ruleset).to_owned()).collect()
        };
        let count = builtin().len();
        assert_eq!(texts(|ruleset| &ruleset.id).len(), count);
        assert_eq!(texts(|ruleset| &ruleset.title).len(), count);
        assert_eq!(texts(|ruleset| &ruleset.source).len(), count);
    }

    #[test]
    fn handicap_suicide_and_resumption_are_those_of_the_texts() {
        let which = |has: fn(&Ruleset) -> bool| -> Vec<String> {
            builtin().into_iter().filter(has).map(|ruleset| ruleset.id).collect()
        };
        assert_eq!(which(|r| r.handicap_bonus == HandicapBonus::Stones), ["chinese"]);
        assert_eq!(which(|r| r.handicap_bonus == HandicapBonus::StonesLessOne), ["aga"]);
        assert_eq!(which(|r| r.suicide == Suicide::Allowed), ["tromp-taylor", "new-zealand"]);
        assert_eq!(
            which(|r| matches!(r.sequel, Sequel::Resumption { .. })),
            ["chinese", "aga", "new-zealand"]
        );
    }

    #[test]
    fn names_are_found_in_either_case() {
        assert_eq!(Ruleset::builtin(" Kee ").unwrap().id, "kee");
        assert_eq!(Ruleset::builtin("go"), None);
    }
}
