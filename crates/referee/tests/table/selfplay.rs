//! The games of `corpus/selfplay` are legal from end to end, and its index says what they say.

use std::fs;

use shinpan_referee::{Options, Record, judge};

#[test]
fn games_of_the_corpus_are_legal_to_their_end() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/selfplay/");
    let index = fs::read_to_string(format!("{folder}INDEX.tsv")).unwrap();
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let games = files.filter(|path| path.extension().is_some_and(|ext| ext == "sgf")).count();
    assert_eq!(index.lines().skip(1).count(), games, "one line for each game");
    let on = |size: &str| index.lines().filter(|line| line.starts_with(size)).count();
    assert_eq!([on("9x9-"), on("13x13-"), on("19x19-")], [20, 20, 100]);
    for line in index.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [file, _, _, _, _, _, moves, score, ..] = fields[..] else { panic!("{line}") };
        let text = fs::read_to_string(format!("{folder}{file}")).unwrap();
        assert!(text.contains(&format!("RE[{score}]")), "{file}");
        let record = Record::read(text.as_bytes(), 1, &[]).unwrap();
        let report = judge(&record, &Options::default()).unwrap().report;
        assert!(report.refused.is_none(), "{file}: {:?}", report.refused);
        assert_eq!(
            (report.phase.as_str(), report.moves.to_string()),
            ("analysis", moves.to_owned())
        );
        assert_eq!(report.rules, "japanese-1989", "{file}");
        assert_eq!(report.notes, [], "{file}");
    }
}
