//! Any bytes as a record, ruled on.
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
    if record.board.len() > 100 {
        return;
    }
    record.entries.truncate(100);
    drop(judge(&record, &Options::default()));
    // One ruleset for each input, or all at once where that takes no time.
    let pick = bytes.iter().fold(0_usize, |sum, &byte| sum + usize::from(byte));
    let mut rulesets = builtin();
    let ruleset = rulesets.swap_remove(pick % rulesets.len());
    let rules = Some(ruleset.into());
    let options = Options { rules, cycles: Some(Notice::Claim), ..Options::default() };
    if let Ok(judged) = judge(&record, &options) {
        assert!(!format!("{:?}", judged.report).is_empty());
        judged.sitting.game().position().validate(&record.board).expect("a sound position");
    }
    if record.board.len() < 10 && record.entries.len() < 20 {
        let dead = Some(vec!["A1".to_owned()]);
        drop(compare(&record, &Options { dead, ..Options::default() }));
    }
});
