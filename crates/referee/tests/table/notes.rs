//! What is told beside a ruling: notes, and who did what was refused.

use shinpan_referee::{Options, Record, compare, judge};
use shinpan_rules::Notice;

fn record(toml: &str) -> Record {
    Record::read(toml.as_bytes(), 1, &[]).unwrap()
}

#[test]
fn what_is_ruled_on_is_told_where_a_ruleset_refuses_a_move() {
    let record = record("board = \"3x3\"\nmoves = [\"B A2\", \"W pass\", \"B pass\", \"W A1\"]");
    let over = "under this ruleset the game is over before a move of the record; ruled on its end";
    let rulings = compare(&record, &Options::default()).unwrap();
    let mut ended = 0;
    for judged in &rulings {
        let notes: Vec<String> = judged.report.notes.iter().map(ToString::to_string).collect();
        match &judged.report.refused {
            None => assert_eq!(notes, [""; 0], "{}", judged.report.rules),
            Some(refused) => {
                assert_eq!((refused.number, refused.reason.as_str()), (4, "ended"));
                assert_eq!(notes, [over], "{}", judged.report.rules);
                ended += 1;
            }
        }
    }
    assert!(ended > 0 && ended < rulings.len(), "{ended}");
}

#[test]
fn when_cycles_are_ruled_on_matters_only_where_they_are() {
    let notes = |rules: &str, cycles: Notice| {
        let record = record(&format!("rules = \"{rules}\"\nboard = \"3x3\""));
        let options = Options { cycles: Some(cycles), ..Options::default() };
        let report = judge(&record, &options).unwrap().report;
        report.notes.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let idle = "`kee` rules on no cycles: when they are ruled on changes nothing";
    assert_eq!(notes("kee", Notice::Claim), [idle]);
    assert_eq!(notes("kee", Notice::Automatic), [""; 0]);
    assert_eq!(notes("long-cycle-1", Notice::Claim), [""; 0]);
}

#[test]
fn an_act_that_is_refused_has_its_player() {
    let refused = |rules: &str, moves: &str| {
        let record = record(&format!("rules = \"{rules}\"\nboard = \"2x2\"\nmoves = [{moves}]"));
        let told = judge(&record, &Options::default()).unwrap().report.refused.unwrap();
        (told.player, told.why)
    };
    let base = "\"B pass\", \"W pass\", \"B pass\", \"W pass\"";
    let once = "proof games are asked for once, when the base game has ended by two passes";
    let (white, asked) = (Some("white".to_owned()), "\"B request\", \"W request\"");
    assert_eq!(refused("long-cycle-3", &format!("{base}, {asked}")), (white, once.to_owned()));
    let nothing = "under `kee` nothing follows the end";
    let black = Some("black".to_owned());
    assert_eq!(refused("kee", "\"B request\""), (black, nothing.to_owned()));
    let (nobody, _) = refused("kee", "\"all dead A1\"");
    assert_eq!(nobody, None);
}
