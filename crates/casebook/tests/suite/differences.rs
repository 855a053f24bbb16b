//! What running a case says when the case is wrong.

use shinpan_casebook::{parse, run};

use crate::twin::Twin;

/// The differences of a game on two points under Kee, and what the twin says nothing about.
fn differences(lines: &str) -> Vec<String> {
    let page = format!("# Page\n\n```case x\nrules kee\nboard line 2\n{lines}\n```\n");
    let cases = parse("x.md", &page).unwrap();
    run::<Twin>(&cases[0]).differences.iter().map(ToString::to_string).collect()
}

const ENDED: &str = "B a1\nW b1 captures a1\nB pass\nW pass\nB a1 captures b1\nW pass\nB pass\n\
                     W b1 captures a1\nB pass ends K-15\n";

#[test]
fn what_is_right_makes_no_difference() {
    let right =
        format!("{ENDED}result draw K-20\nground score\nscores black 1 white 1\nscoring .O ; X.");
    assert_eq!(differences(&right), [""; 0]);
}

#[test]
fn what_is_not_stated_is_told() {
    assert_eq!(differences("B a1\nW b1"), ["x.md:7: stated `W b1`, found: captures A1"]);
    assert_eq!(
        differences("B a1\nW b1 captures a1\nB a1"),
        ["x.md:8: stated `B a1`, found: refused ? cyclic repeats 1"]
    );
    assert_eq!(
        differences(ENDED),
        ["x.md:14: stated `no result after the last act`, found: result draw"]
    );
    assert_eq!(
        differences(&format!("{}result draw K-20", ENDED.replace(" ends K-15", ""))),
        ["x.md:14: stated `B pass`, found: ends ?"]
    );
    assert_eq!(
        differences("B a1\nW b1 captures a1\nexpect banned none"),
        ["x.md:8: stated `no other bans`, found: banned A1 cyclic ? repeats 1"]
    );
}

#[test]
fn what_is_stated_and_does_not_happen_is_told() {
    for (lines, expected) in [
        ("B a1 captures b1", "stated `B a1 captures b1`, found: captures none"),
        (
            "B a1 refused K-5 occupied",
            "stated `B a1 refused K-5 occupied`, found: it is not refused",
        ),
        ("B a1 ends K-15", "stated `B a1 ends K-15`, found: the game does not end"),
        ("B a1 phase resolution", "stated `B a1 phase resolution`, found: the phase is still main"),
        ("expect to-move white", "stated `expect to-move white`, found: to-move black"),
        ("expect legal a1", "stated `expect legal a1`, found: legal A1 B1"),
        ("expect banned a1 ko LC-4", "stated `expect banned A1`, found: it is not banned"),
        ("expect prisoners black 1", "stated `expect prisoners black 1`, found: black 0 white 0"),
        ("result draw K-20", "stated `result draw K-20`, found: the game has no result"),
        ("expect position\nX.", "stated `expect position`, found: .."),
        ("expect button white", "stated `expect button white`, found: button none"),
    ] {
        assert_eq!(differences(lines), [format!("x.md:6: {expected}")], "{lines}");
    }
    assert_eq!(
        differences("B a1\nW b1 captures a1\nB a1 refused K-13 superko repeats 0"),
        ["x.md:8: stated `B a1 refused K-13 superko repeats 0`, found: refused ? cyclic repeats 1"]
    );
    let wrong = "result win black K-20\nground agreement\nmargin 1\nscores black 2\n\
                 cycle from 0 to 4 passes\nscoring X.";
    let found = [
        "x.md:15: stated `result win black K-20`, found: result draw",
        "x.md:16: stated `ground agreement`, found: ground score",
        "x.md:17: stated `margin 1`, found: 0",
        "x.md:18: stated `scores black 2`, found: black 1 white 1",
        "x.md:19: stated `cycle from 0 to 4 passes`, found: no cycle",
        "x.md:20: stated `scoring X.`, found: .O ; X.",
    ];
    assert_eq!(differences(&format!("{ENDED}{wrong}")), found);
}

#[test]
fn what_an_engine_does_not_know_is_counted() {
    let page = "# Page\n\n```case x\nrules kee\nboard line 2\nB a1\nW a1 refused K-5 occupied\n\
                B resign ends G-5\n```\n";
    let cases = parse("x.md", page).unwrap();
    let run = run::<Twin>(&cases[0]);
    assert_eq!(run.unchecked, [(7, "the clause of the refusal, K-5".to_owned())]);
    assert_eq!(run.skipped.as_deref(), Some("acts other than moves"));
    assert_eq!(run.differences, []);
}
