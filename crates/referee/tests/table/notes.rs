//! What is told beside a ruling: notes, and why something is not possible now.

use shinpan_board::Player;
use shinpan_referee::{Action, Options, Record, Report, compare, judge};
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
fn an_act_that_is_refused_is_no_move_after_the_end() {
    let record =
        record("board = \"3x3\"\nmoves = [\"B B2\", \"W pass\", \"B pass\", \"all dead\"]");
    let rulings = compare(&record, &Options::default()).unwrap();
    let tromp_taylor = rulings.iter().find(|judged| judged.report.rules == "tromp-taylor").unwrap();
    assert_eq!(tromp_taylor.report.refused.as_ref().unwrap().reason, "not-now");
    assert!(tromp_taylor.report.notes.is_empty());
}

#[test]
fn when_cycles_are_ruled_on_matters_only_where_they_are() {
    let notes = |rules: &str, cycles: Notice| {
        let record = record(&format!("rules = \"{rules}\"\nboard = \"3x3\""));
        let options = Options { cycles: Some(cycles), ..Options::default() };
        let report = judge(&record, &options).unwrap().report;
        report.notes.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let idle = "under `kee` no cycle is ruled on or claimed: when that would be changes nothing";
    assert_eq!(notes("kee", Notice::Claim), [idle]);
    assert_eq!(notes("kee", Notice::Automatic), [""; 0]);
    assert_eq!(notes("long-cycle-1", Notice::Claim), [""; 0]);
}

#[test]
fn proof_games_are_asked_for_once() {
    let refused = |rules: &str, moves: &str| {
        let record = record(&format!("rules = \"{rules}\"\nboard = \"2x2\"\nmoves = [{moves}]"));
        judge(&record, &Options::default()).unwrap().report.refused.unwrap().why
    };
    let base = "\"B pass\", \"W pass\", \"B pass\", \"W pass\"";
    let once = "proof games are asked for once, when the base game has ended by two passes";
    let asked = "\"B request\", \"W request\"";
    assert_eq!(refused("long-cycle-3", &format!("{base}, {asked}")), once);
    let nothing = "under `kee` nothing follows the end";
    assert_eq!(refused("kee", "\"B request\""), nothing);
}

#[test]
fn the_passes_that_end_the_play_are_added_on_request() {
    let judged = |rules: &str, moves: &str, at: Option<usize>| {
        let text = format!("(;GM[1]SZ[5]RU[{rules}]RE[B+25]{moves})");
        let record = Record::read(text.as_bytes(), 1, &[]).unwrap();
        let options = Options { at, passes: true, ..Options::default() };
        judge(&record, &options).unwrap().report
    };
    let added = |report: &Report| {
        let notes = report.notes.iter().map(ToString::to_string);
        notes.filter(|note| note.contains("were added")).collect::<Vec<_>>()
    };
    for rules in ["Japanese", "tromp-taylor", "lasker-maas", "kee", "button", "long-cycle-1"] {
        // None is added to a game that is over.
        let whole = judged(rules, &format!(";B[cc]{}", ";W[];B[]".repeat(4)), None);
        assert_eq!(added(&whole), [""; 0], "{rules}");
        let passes = whole.moves - 1;
        let report = judged(rules, ";B[cc]", None);
        assert_eq!((&report.phase, report.moves), (&whole.phase, whole.moves), "{rules}");
        assert_eq!(report.result, whole.result, "{rules}");
        assert_eq!(added(&report), [format!("the passes that end the play were added: {passes}")]);
        let report = judged(rules, ";B[cc];W[]", None);
        assert_eq!(report.moves, whole.moves, "{rules}");
        let passes = passes - 1;
        assert_eq!(added(&report), [format!("the passes that end the play were added: {passes}")]);
    }
    let report = judged("tromp-taylor", ";B[cc];W[cb];B[dd]", Some(1));
    assert_eq!(report.result.unwrap().sgf.as_deref(), Some("B+25"));
    // Nothing follows a move that is refused.
    let report = judged("tromp-taylor", ";B[cc];W[cc]", None);
    assert_eq!((report.moves, report.phase.as_str()), (1, "main"));
}

#[test]
fn komi_and_rules_are_read_as_people_write_them() {
    let read = |properties: &str| {
        let sgf = format!("(;GM[1]SZ[9]{properties};B[ee])");
        let report = judge(&Record::read(sgf.as_bytes(), 1, &[]).unwrap(), &Options::default());
        report.map(|judged| (judged.report.rules.clone(), judged.sitting.game().komi().to_string()))
    };
    for komi in ["6.5", "6,5", "6½", "6 1/2", "6目半", "６目半"] {
        let found = read(&format!("RU[Japanese]KM[{komi}]")).unwrap();
        assert_eq!(found, ("japanese-1989".to_owned(), "6.5".to_owned()), "{komi}");
    }
    assert_eq!(read("RU[Japanese]KM[5目]").unwrap().1, "5");
    assert!(read("RU[Japanese]KM[六目半]").is_err());
    for (name, rules) in [
        ("Japanese Rules", "japanese-1989"),
        ("日本ルール", "japanese-1989"),
        ("日本", "japanese-1989"),
        ("Chinese rules", "chinese"),
        ("中国规则", "chinese"),
        ("New Zealand rules", "new-zealand"),
    ] {
        assert_eq!(read(&format!("RU[{name}]")).unwrap().0, rules, "{name}");
    }
    assert!(read("RU[Rules]").is_err());
}

#[test]
fn a_move_out_of_turn_is_out_of_turn_in_the_other_form() {
    let record = record("rules = \"aga\"\nboard = \"3x3\"\nmoves = [\"W A1\", \"B B2\"]");
    let written = shinpan_referee::write_sgf(&record).unwrap();
    let again = Record::read(written.as_bytes(), 1, &[]).unwrap();
    for record in [&record, &again] {
        let refused = judge(record, &Options::default()).unwrap().report.refused.unwrap();
        assert_eq!((refused.number, refused.reason.as_str()), (1, "turn"), "{written}");
    }
}

#[test]
fn declining_cites_the_clause_of_what_is_declined() {
    for (rules, moves, clause) in [
        ("chinese", "\"B A1\", \"B undo\"", "G-9"),
        ("chinese", "\"B pass\", \"W pass\", \"B dead\"", "A-11"),
        ("chinese", "\"B result B+2\"", "G-6"),
    ] {
        let toml = format!("rules = \"{rules}\"\nboard = \"3x3\"\nmoves = [{moves}]");
        let mut sitting = judge(&record(&toml), &Options::default()).unwrap().sitting;
        let declined = sitting.act(&Action::Decline(Player::WHITE)).unwrap();
        assert_eq!(declined.because[0].clause.as_str(), clause, "{toml}");
    }
}
