//! Any bytes as a record, ruled on under every ruleset.
#![no_main]

use libfuzzer_sys::fuzz_target;
use shinpan_referee::{Options, Record, compare, judge, write_sgf, write_toml};
use shinpan_rules::{Notice, builtin};

fuzz_target!(|bytes: &[u8]| {
    drop(shinpan_referee::rules_file(bytes));
    let Ok(mut record) = Record::read(bytes, 1, &[]) else { return };
    for written in [write_sgf(&record), write_toml(&record)].into_iter().flatten() {
        let again = Record::read(written.as_bytes(), 1, &[]).expect("what is written is read");
        assert_eq!((&again.board, &again.stones), (&record.board, &record.stones));
    }
    record.entries.truncate(300);
    if record.board.len() > 400 {
        return;
    }
    drop(judge(&record, &Options::default()));
    drop(compare(&record, &Options { dead: Some(vec!["A1".to_owned()]), ..Options::default() }));
    for ruleset in builtin() {
        let rules = Some(ruleset.into());
        let options = Options { rules, cycles: Some(Notice::Claim), ..Options::default() };
        let Ok(judged) = judge(&record, &options) else { continue };
        assert!(!format!("{:?}", judged.report).is_empty());
        judged.sitting.game().position().validate(&record.board).expect("a sound position");
    }
});
