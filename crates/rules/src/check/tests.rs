//! Every fault of a ruleset is told.

use super::*;
use crate::axes::{Adjudication, Balanced, Measure, Players, Refill, Repetition, Unbalanced};

/// The faults of a built-in ruleset after a change.
fn told(id: &str, change: impl FnOnce(&mut Ruleset)) -> String {
    let mut ruleset = Ruleset::builtin(id).unwrap();
    change(&mut ruleset);
    ruleset.check().map_or_else(|fault| fault.faults.join("; "), |()| "fine".to_owned())
}

fn rule(same: Sameness, window: Window, then: Then) -> Repetition {
    Repetition { clause: Clause::new("A-4"), same, window, then }
}

fn cycle(notice: Notice) -> Then {
    let (balanced, unbalanced) = (Balanced::Draw, Unbalanced::NoResult);
    Then::Adjudicated(Adjudication { notice, measure: Measure::Passes, balanced, unbalanced })
}

#[test]
fn the_frame_has_bounds() {
    let id = |id: &str| told("kee", |ruleset| ruleset.id = id.to_owned());
    let plain = "`id` must be 1 to 60 lower-case letters, digits and hyphens";
    for good in ["a", "a-1", &"a".repeat(60)] {
        assert_eq!(id(good), "fine", "{good}");
    }
    for bad in ["", "A", "a b", &"a".repeat(61)] {
        assert_eq!(id(bad), plain, "{bad}");
    }
    let players = |least, most| told("kee", |ruleset| ruleset.players = Players { least, most });
    for (least, most) in [(2, 2), (2, 8), (8, 8)] {
        assert_eq!(players(least, most), "fine");
    }
    for (least, most) in [(1, 2), (2, 9), (4, 3)] {
        assert_eq!(
            players(least, most),
            format!(
                "players from {least} to {most}: they must be 2 to 8, the least not above the most"
            )
        );
    }
    assert!(told("kee", |ruleset| ruleset.stages.clear()).contains("there is no stage to play"));
    let stages = |count: usize| {
        told("tromp-taylor", |ruleset| ruleset.stages = vec![ruleset.stages[0].clone(); count])
    };
    assert_eq!((stages(8).as_str(), stages(9).as_str()), ("fine", "there are more than 8 stages"));
    let clause = told("kee", |ruleset| ruleset.articles.play = Clause::new("Z-1"));
    assert_eq!(clause, "there is no clause `Z-1`");
}

#[test]
fn every_clause_is_looked_up_once() {
    let names = |id: &str| -> Vec<String> {
        let ruleset = Ruleset::builtin(id).unwrap();
        ruleset.clauses().iter().map(ToString::to_string).collect()
    };
    assert_eq!(
        names("lasker-maas").join(" "),
        "LM-1 LM-11 LM-12 LM-2 LM-3 LM-4 LM-5 LM-6 LM-7 LM-8 LM-9"
    );
    assert_eq!(names("button").join(" "), "A-1 A-11 A-2 A-4 A-8 B-1 B-2 G-1");
    assert!(names("japanese-1989").contains(&"J-5".to_owned()));
    assert!(names("long-cycle-3").contains(&"LC-7".to_owned()));
    assert!(names("kee").contains(&"K-15".to_owned()));
}

/// each condition of a resumption by itself.
#[test]
fn play_is_resumed_after_passes_that_left_stones_to_agree_on() {
    let resumed = |id: &str, dead_stones| {
        told(id, |ruleset| {
            ruleset.dead_stones = dead_stones;
            ruleset.sequel = Sequel::Resumption { clause: Clause::new("A-13") };
        })
    };
    assert_eq!(resumed("tromp-taylor", DeadStones::Agreed), "fine");
    for (id, dead_stones) in [
        ("tromp-taylor", DeadStones::Stand),
        ("lasker-maas", DeadStones::Agreed),
        ("kee", DeadStones::Agreed),
    ] {
        assert!(resumed(id, dead_stones).starts_with("play is resumed where "), "{id}");
    }
}

#[test]
fn a_stage_fits_its_ruleset() {
    let three = |ruleset: &mut Ruleset| ruleset.players.most = 3;
    let proof = told("kee", |ruleset| ruleset.stages[0].name = StageName::ProofBlack1);
    assert_eq!(proof, "stage \"proof-black-1\" is made by `sequel`, it cannot be listed");
    let passes = |most: u8, passes: u8, last: bool| {
        told("tromp-taylor", |ruleset| {
            ruleset.players.most = most;
            let Ending::SuccessivePasses { count, white_last, .. } = &mut ruleset.stages[0].ending
            else {
                panic!("it ends by passes")
            };
            (*count, *white_last) = (passes, last);
        })
    };
    assert_eq!(passes(2, 2, true), "fine");
    assert_eq!(passes(3, 3, false), "fine");
    assert_eq!(
        passes(3, 3, true),
        "in stage \"main\" White owes a last pass: that is for two players"
    );
    assert_eq!(
        passes(2, 1, false),
        "stage \"main\" ends the game after 1 passes, before all of 2 players have passed"
    );
    assert_eq!(
        passes(2, 0, false),
        "stage \"main\" would end after no pass at all; stage \"main\" ends the game after 0 \
         passes, before all of 2 players have passed"
    );
    // A stage that is not the last may end sooner, but not at once.
    let first = |passes: u8| {
        told("lasker-maas", |ruleset| {
            if let Ending::SuccessivePasses { count, .. } = &mut ruleset.stages[0].ending {
                *count = passes;
            }
        })
    };
    assert_eq!(first(1), "fine");
    assert_eq!(first(0), "stage \"main\" would end after no pass at all");
    let kee = told("kee", |ruleset| ruleset.stages.push(ruleset.stages[0].clone()));
    let only = "stage \"main\" ends with a scoring cycle: it must be the only stage";
    assert_eq!(kee, format!("{only}; {only}"));
    let prisoners = |ruleset: &mut Ruleset| {
        ruleset.stages[0].supply =
            Supply::Prisoners { refill: Refill::AtOnce, clause: Clause::new("LM-6") };
    };
    assert_eq!(
        told("tromp-taylor", prisoners),
        "stage \"main\" plays from prisoners, but `count = \"area\"` ignores them"
    );
    assert!(told("lasker-maas", three).contains("from prisoners: that is for two players"));
}

#[test]
fn repetition_rules_say_something_that_can_be_told() {
    let state = rule(Sameness::State, Window::ThisStage, cycle(Notice::Automatic));
    let superko = rule(Sameness::Positional, Window::WholeGame, Then::Forbidden);
    let with = |rules: &[Repetition]| {
        told("tromp-taylor", |ruleset| ruleset.stages[0].repetition = rules.to_vec())
    };
    assert_eq!(with(&[superko.clone(), state.clone()]), "fine");
    assert_eq!(with(&vec![superko.clone(); 8]), "fine");
    assert_eq!(
        with(&vec![superko.clone(); 9]),
        "stage \"main\" has 9 repetition rules, more than 8"
    );
    let forbidden = |same, window| with(&[rule(same, window, Then::Forbidden), superko.clone()]);
    assert_eq!(forbidden(Sameness::Positional, Window::BeforePrecedingPlay), "fine");
    assert_eq!(forbidden(Sameness::Positional, Window::SinceLastPass), "fine");
    assert_eq!(forbidden(Sameness::Situational, Window::ThisStage), "fine");
    assert_eq!(
        forbidden(Sameness::State, Window::WholeGame),
        "A-4: a play is forbidden by a position or a situation, not by a state"
    );
    assert_eq!(
        forbidden(Sameness::Situational, Window::BeforePrecedingPlay),
        "A-4: basic ko looks at the position"
    );
    assert_eq!(
        forbidden(Sameness::Situational, Window::SinceLastPass),
        "A-4: the prohibition that a pass lifts looks at the position"
    );
    let endless = "nothing ends a cycle in stage \"main\": add a superko rule or a ruling on \
                   cycles";
    let ko = rule(Sameness::Positional, Window::BeforePrecedingPlay, Then::Forbidden);
    assert_eq!(with(&[ko]), endless);
    assert_eq!(with(&[]), endless);
    assert_eq!(with(&[state.clone(), state.clone()]), "stage \"main\" rules on cycles in 2 ways");
    let comes_back = "A-4: a cycle is a `state` that comes back in `this-stage`";
    for (same, window) in
        [(Sameness::Positional, Window::ThisStage), (Sameness::State, Window::WholeGame)]
    {
        assert_eq!(with(&[rule(same, window, cycle(Notice::Claim))]), comes_back);
    }
    let times = |times| {
        let then = cycle(Notice::Repetitions(times));
        with(&[rule(Sameness::State, Window::ThisStage, then)])
    };
    assert_eq!((times(2).as_str(), times(3).as_str()), ("fine", "fine"));
    assert_eq!(
        times(1),
        "A-4: a state cannot be ruled on at its occurrence number 1; the least is 2"
    );
    let three = told("kee", |ruleset| ruleset.stages[0].repetition.push(state));
    assert_eq!(three, "A-4: cycles are ruled on between two players");
}

#[test]
fn what_follows_the_stages_fits_them() {
    let resolutions = |id: &str, most: u32, stages: usize| {
        told(id, |ruleset| {
            ruleset.stages.drain(..ruleset.stages.len() - stages);
            ruleset.sequel = Sequel::Resolutions { most, clause: Clause::new("LM-11") };
        })
    };
    let none = "`sequel` repeats a resolution, but the last stage is none";
    for (most, stages, expected) in [
        (1, 2, "fine"),
        (1000, 2, "fine"),
        (0, 2, "0 resolutions: there must be 1 to 1000"),
        (1001, 2, "1001 resolutions: there must be 1 to 1000"),
        (1, 1, none),
    ] {
        assert_eq!(resolutions("lasker-maas", most, stages), expected);
    }
    assert_eq!(resolutions("tromp-taylor", 1, 1), none);
    let bowl = told("lasker-maas", |ruleset| ruleset.stages[1].supply = Supply::Bowl);
    assert_eq!(bowl, none);
    let proof = |id: &str| {
        told(id, |ruleset| ruleset.sequel = Sequel::ProofGames { clause: Clause::new("LC-7") })
    };
    let follow =
        "proof games follow a last stage that is played from prisoners and rules on cycles";
    assert_eq!(proof("long-cycle-1"), "fine");
    for id in ["long-cycle-2", "lasker-maas", "chinese", "tromp-taylor"] {
        assert_eq!(proof(id), follow, "{id}");
    }
}

#[test]
fn life_and_the_button_need_two_players_and_one_stage() {
    let life = "independent life is found after one stage between two players";
    assert_eq!(
        told("japanese-1989", |ruleset| ruleset.count = Count::Area),
        "independent life decides territory; `count` must be \"territory\""
    );
    assert_eq!(
        told("japanese-1989", |ruleset| ruleset.dead_stones = DeadStones::Stand),
        "where life is analysed the players may agree instead; `dead-stones` must be \
         \"agreed\""
    );
    let two_stages = |ruleset: &mut Ruleset| ruleset.stages.push(ruleset.stages[0].clone());
    assert_eq!(told("japanese-1989", two_stages), life);
    let three = told("japanese-1989", |ruleset| ruleset.players.most = 3);
    assert!(three.ends_with(life), "{three}");
    assert_eq!(told("button", two_stages), "the button is for two players and one stage");
    let three = told("button", |ruleset| ruleset.players.most = 3);
    assert!(three.ends_with("the button is for two players and one stage"), "{three}");
    assert_eq!(
        told("button", |ruleset| ruleset.count = Count::Territory),
        "the button is worth half a point of area; `count` must be \"area\""
    );
    let button = Ruleset::builtin("button").unwrap().button;
    assert_eq!(
        told("kee", |ruleset| (ruleset.button, ruleset.players.most) = (button, 2)),
        "the button is for games that end by successive passes"
    );
}
