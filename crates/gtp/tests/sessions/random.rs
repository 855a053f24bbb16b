//! Whatever is said, every line gets one answer, nothing panics, and the list of commands is right.

use shinpan_testkit::Dice;

use super::{say, session};

const RULES: [&str; 8] = [
    "chinese",
    "lasker-maas",
    "long-cycle-3",
    "long-cycle-1, cycles=claim",
    "kee",
    "japanese-1989",
    "button",
    "aga",
];

const WORDS: [&str; 40] = [
    "b",
    "w",
    "black",
    "white",
    "a1",
    "B2",
    "c3",
    "pass",
    "resign",
    "0",
    "1",
    "2",
    "3",
    "5",
    "-1",
    "7.5",
    "6.3",
    "alive",
    "dead",
    "seki",
    "all",
    "referee",
    "rule",
    "result",
    "B+3",
    "draw",
    "undo",
    "accept",
    "decline",
    "request",
    "claim",
    "time",
    "forfeit",
    "edit",
    "A1=B",
    "kee",
    "\u{e9}\t",
    "999999999999",
    "{\"ko\":\"SIMPLE\"}",
    "K-13",
];

#[test]
fn every_line_is_answered_and_none_panics() {
    let names: Vec<String> =
        say(&mut session("kee", (3, 3), 0), "list_commands").lines().map(str::to_owned).collect();
    assert!(names.len() > 50, "{names:?}");
    for name in &names {
        assert_eq!(say(&mut session("kee", (3, 3), 0), &format!("known_command {name}")), "true");
    }
    let shy =
        ["quit", "loadsgf", "printsgf", "boardsize", "rectangular_boardsize", "kata-set-param"];
    let mut accepted = 0;
    for seed in 0..60 {
        let mut dice = Dice::new(seed);
        let mut session = session(RULES[dice.roll(RULES.len())], (3, 3), seed);
        say(&mut session, "kata-set-param playouts 2");
        for _ in 0..80 {
            let name = match dice.roll(4) {
                0 => "play",
                1 => "shinpan-act",
                _ => names[dice.roll(names.len())].as_str(),
            };
            if shy.contains(&name) && !dice.chance(20) || name == "quit" || name == "printsgf" {
                continue;
            }
            let mut line = name.to_owned();
            for _ in 0..dice.roll(4) {
                line += " ";
                line += WORDS[dice.roll(WORDS.len())];
            }
            let before = say(&mut session, "shinpan-ruling");
            let told = say(&mut session, &line);
            if told.starts_with('?') {
                assert_eq!(say(&mut session, "shinpan-ruling"), before, "{line}: {told}");
            } else {
                accepted += 1;
            }
            if name == "shinpan-param" || name == "kata-set-param" {
                say(&mut session, "kata-set-param playouts 2");
            }
        }
        // The events give the same sitting.
        let events = say(&mut session, "shinpan-events");
        let record = shinpan_referee::Record::read(format!("{events}\n").as_bytes(), 1, &[]);
        let again = record.unwrap().sit_down().unwrap_or_else(|fault| panic!("{fault}\n{events}"));
        let ruling = serde_json::to_string(&shinpan_referee::Report::of(&again)).unwrap();
        assert_eq!(say(&mut session, "shinpan-ruling"), ruling, "seed {seed}\n{events}");
    }
    assert!(accepted > 300, "{accepted}");
}
