//! Tables in and out, collections, and what the summary says of them.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use arrow_array::types::Int32Type;
use arrow_array::{
    Array, ArrayRef, BinaryViewArray, DictionaryArray, LargeStringArray, RecordBatch, StringArray,
};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use shinpan_batch::{BatchError, COLUMNS, Disagreement, Row, run, schema, table_of};

use super::{done, folder, game, job, rows, rows_of, told};

#[test]
fn columns_of_tables_are_records() {
    let held = folder("columns");
    let folder = held.path();
    let games: Vec<Option<String>> = vec![Some(game(1)), None, Some(game(2)), Some("x".into())];
    let values: ArrayRef = Arc::new(StringArray::from(games.clone()));
    let batch = RecordBatch::try_from_iter_with_nullable([
        ("id", Arc::new(StringArray::from(vec!["a", "b", "c", "d"])) as ArrayRef, false),
        ("SGF", values, true),
    ])
    .unwrap();
    let file = File::create(folder.join("t.parquet")).unwrap();
    let mut writer = ArrowWriter::try_new(file, batch.schema(), None).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    let found: Vec<_> =
        rows_of(&[&folder.join("t.parquet")], "tromp-taylor").iter().map(told).collect();
    let places: Vec<&str> = found.iter().map(|(member, _, _)| member.as_str()).collect();
    assert_eq!(places, ["row 1", "row 2", "row 3", "row 4"]);
    assert_eq!(found[1].2, "expected a record, found null");
    assert_eq!((found[0].2.as_str(), found[2].2.as_str()), ("W+1", "W+2"));
    // However the program that wrote it held the column.
    let numbered = RecordBatch::try_from_iter_with_nullable([
        ("game", Arc::new(StringArray::from(vec!["1", "2", "3", "4"])) as ArrayRef, false),
        ("sgf", Arc::new(StringArray::from(games.clone())) as ArrayRef, true),
    ])
    .unwrap();
    let file = File::create(folder.join("t.parquet")).unwrap();
    let mut writer = ArrowWriter::try_new(file, numbered.schema(), None).unwrap();
    writer.write(&numbered).unwrap();
    writer.close().unwrap();
    let same: Vec<_> =
        rows_of(&[&folder.join("t.parquet")], "tromp-taylor").iter().map(told).collect();
    assert_eq!(same, found, "a column `game` beside");
    let kinds: [ArrayRef; 3] = [
        Arc::new(games.iter().map(Option::as_deref).collect::<DictionaryArray<Int32Type>>()),
        Arc::new(LargeStringArray::from(games.clone())),
        Arc::new(games.iter().map(Option::as_deref).collect::<BinaryViewArray>()),
    ];
    for values in kinds {
        let kind = values.data_type().to_string();
        let batch = RecordBatch::try_from_iter_with_nullable([("sgf", values, true)]).unwrap();
        let file = File::create(folder.join("t.parquet")).unwrap();
        let mut writer = ArrowWriter::try_new(file, batch.schema(), None).unwrap();
        writer.write(&batch).unwrap();
        writer.close().unwrap();
        let same: Vec<_> =
            rows_of(&[&folder.join("t.parquet")], "tromp-taylor").iter().map(told).collect();
        assert_eq!(same, found, "{kind}");
    }

    let lines = format!(
        "{}\n\n{}\nnot json\n{}\n[1]\n",
        serde_json::json!({"id": 1, "sgf": game(1)}),
        serde_json::json!(game(2)),
        serde_json::json!({"other": 3}),
    );
    std::fs::write(folder.join("t.ndjson"), lines).unwrap();
    let found: Vec<_> =
        rows_of(&[&folder.join("t.ndjson")], "tromp-taylor").iter().map(told).collect();
    assert_eq!(
        found.iter().map(|(place, _, _)| place.as_str()).collect::<Vec<_>>(),
        ["line 1", "line 3", "line 4", "line 5", "line 6"]
    );
    assert_eq!((found[0].2.as_str(), found[1].2.as_str()), ("W+1", "W+2"));
    assert_eq!(
        found[3].2,
        "expected a column of records called sgf, record, content, game, found none"
    );
    // A byte order mark, a column of numbers that has the name of one of games, a line that is too long.
    let lines = format!(
        "\u{feff}{}\n{}\n{}\n{}",
        serde_json::json!({"game": 7, "sgf": game(1)}),
        serde_json::json!("x".repeat(7 << 20)),
        serde_json::json!({"sgf": "x".repeat(2 << 20), "game": game(1)}),
        serde_json::json!({"game": game(2)}),
    );
    std::fs::write(folder.join("more.ndjson"), lines).unwrap();
    let table = folder.join("more-rulings.ndjson");
    let mut more = job(&[&folder.join("more.ndjson")], &table, "tromp-taylor");
    more.bounds.record = 1 << 20;
    done(&more);
    let found: Vec<_> = rows(&table).iter().map(told).collect();
    let too_large = "expected a record of at most 1048576 bytes, found more";
    assert_eq!(
        found.iter().map(|(_, _, what)| what.as_str()).collect::<Vec<_>>(),
        ["W+1", too_large, too_large, "W+2"]
    );
    // Another name for the column.
    let table = folder.join("named.ndjson");
    let mut named = job(&[&folder.join("t.ndjson")], &table, "tromp-taylor");
    named.column = Some("other".into());
    done(&named);
    assert_eq!(rows(&table)[3].error.as_deref(), Some("expected a string in `other`"));
}

#[test]
fn the_three_tables_hold_the_same() {
    let held = folder("three");
    let folder = held.path();
    let text: String = (0..30).map(game).collect();
    std::fs::write(folder.join("all.sgf"), format!("{text}(;SZ[5];B[aa];W[aa])")).unwrap();
    let [lines, csv, parquet] = ["t.ndjson", "t.csv", "t.parquet"].map(|name| folder.join(name));
    for table in [&lines, &csv, &parquet] {
        done(&job(&[&folder.join("all.sgf")], table, "tromp-taylor, kee"));
    }
    let rows = rows(&lines);
    assert_eq!(rows.len(), 62);
    assert_eq!(rows.iter().map(|row| row.game).max(), Some(31));
    let mut read = csv::Reader::from_path(&csv).unwrap();
    let names: Vec<&str> = COLUMNS.iter().map(|column| column.name).collect();
    assert_eq!(read.headers().unwrap().iter().collect::<Vec<_>>(), names);
    assert_eq!(read.deserialize::<Row>().collect::<Result<Vec<_>, _>>().unwrap(), rows);
    let file = File::open(&parquet).unwrap();
    let builder = ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
    assert_eq!(builder.schema().fields(), schema().fields());
    let batches: Vec<RecordBatch> = builder.build().unwrap().map(Result::unwrap).collect();
    assert_eq!(batches.len(), 1);
    assert_eq!(batches[0].columns(), table_of(&rows).unwrap().columns());
}

#[test]
fn all_players_have_their_scores() {
    let held = folder("players");
    let three = held.path().join("three.toml");
    let moves = ["B B1", "W D1", "3 G1", "B C1", "W pass", "3 pass", "B pass", "W pass"];
    std::fs::write(
        &three,
        format!("rules = \"kee\"\nplayers = 3\nboard = \"7x1\"\nmoves = {moves:?}\n"),
    )
    .unwrap();
    let table = held.path().join("t.ndjson");
    let summary = done(&job(&[&three], &table, "kee, kee,scoring=territory"));
    let scores: Vec<_> = rows(&table).iter().map(|row| row.scores.clone().unwrap()).collect();
    assert_eq!(scores, ["black=3 white=1 player-3=1", "black=1 white=0 player-3=0"]);
    assert_eq!(rows(&table)[0].score_black.as_deref(), Some("3"));
    assert_eq!(rows(&table)[0].lead, None);
    assert_eq!(summary.pairs[0].count(Disagreement::Margin), 1);
}

#[test]
fn passes_are_added_on_request() {
    let held = folder("passes");
    let file = held.path().join("moves-only.sgf");
    std::fs::write(&file, "(;SZ[5]RU[Chinese]RE[B+25];B[cc])").unwrap();
    let table = held.path().join("t.ndjson");
    let asked = |passes| {
        let mut job = job(&[&file], &table, "record");
        (job.judge.passes, job.fresh) = (passes, true);
        done(&job);
        rows(&table).remove(0)
    };
    let row = asked(false);
    assert_eq!((row.result, row.moves, row.agrees), (None, Some(1), None));
    let row = asked(true);
    assert_eq!((row.result.as_deref(), row.moves), (Some("B+25"), Some(3)));
    assert_eq!((row.phase.as_deref(), row.agrees), (Some("ended"), Some(true)));
    // It is another job.
    let other = job(&[&file], &table, "record");
    let stop = Arc::new(AtomicBool::new(false));
    assert!(matches!(run(&other, &(), &stop), Err(BatchError::OtherJob { .. })));
}

#[test]
fn a_collection_too_large_to_be_read_whole_is_cut_into_its_games() {
    let held = folder("large");
    let folder = held.path();
    let comment = "x".repeat(20_000);
    let text: String =
        (0..300).map(|n| game(n).replacen(";B", &format!("C[{comment} (\\] ;]\n;B"), 1)).collect();
    assert!(text.len() > 4 << 20);
    std::fs::write(folder.join("large.sgf"), &text).unwrap();
    let found = rows_of(&[&folder.join("large.sgf")], "tromp-taylor");
    let small: String = (0..300).map(game).collect();
    std::fs::write(folder.join("small.sgf"), &small).unwrap();
    let expected = rows_of(&[&folder.join("small.sgf")], "tromp-taylor");
    assert_eq!(
        found.iter().map(told).collect::<Vec<_>>(),
        expected.iter().map(told).collect::<Vec<_>>()
    );
}

#[test]
fn records_without_a_result_are_not_told_as_the_same() {
    let held = folder("undecided");
    let folder = held.path();
    std::fs::write(folder.join("1.sgf"), "(;SZ[3];B[bb])").unwrap();
    let table = folder.join("t.parquet");
    let summary = done(&job(&[folder], &table, "tromp-taylor,japanese-1989"));
    let [pair] = &summary.pairs[..] else { panic!() };
    assert_eq!((pair.compared, pair.same, pair.undecided), (1, 0, 1));
}

#[test]
fn the_summary_counts_how_rulesets_differ() {
    let held = folder("summary");
    let folder = held.path();
    // Black has one stone, White none: area and territory give other margins. Then an illegal ko.
    std::fs::write(folder.join("1.sgf"), "(;SZ[3]RE[B+9];B[bb];W[];B[];W[])").unwrap();
    std::fs::write(folder.join("2.sgf"), "(;SZ[3];B[bb];W[bb])").unwrap();
    std::fs::write(folder.join("3.sgf"), "broken").unwrap();
    let table = folder.join("t.parquet");
    let summary = done(&job(&[folder], &table, "tromp-taylor,japanese-1989"));
    assert_eq!((summary.records, summary.broken), (3, 1));
    let [area, japanese] = &summary.rules[..] else { panic!() };
    assert_eq!((area.black, area.refused, area.errors, area.agrees), (1, 1, 1, 1));
    assert_eq!((japanese.refused, japanese.errors), (1, 1));
    let [pair] = &summary.pairs[..] else { panic!() };
    assert_eq!((pair.compared, pair.same, pair.undecided), (2, 1, 0));
    let differ: u64 = [Disagreement::Margin, Disagreement::Winner, Disagreement::Open]
        .map(|how| pair.count(how))
        .iter()
        .sum();
    assert_eq!(differ, 1, "{pair:?}");
    let page = std::fs::read_to_string(folder.join("t.parquet.html")).unwrap();
    assert_eq!(page.matches("<svg").count(), 3);
    assert!(page.contains("tromp-taylor and japanese-1989"), "{page}");
}

#[cfg(unix)]
#[test]
fn what_cannot_be_opened_is_a_row_and_what_would_block_is_left_out() {
    let held = folder("links");
    let folder = held.path();
    std::fs::write(folder.join("a.sgf"), game(1)).unwrap();
    std::os::unix::fs::symlink("nowhere.sgf", folder.join("b.sgf")).unwrap();
    std::os::unix::fs::symlink("nowhere.txt", folder.join("c.txt")).unwrap();
    std::os::unix::fs::symlink(".", folder.join("d")).unwrap();
    let made = std::process::Command::new("mkfifo").arg(folder.join("e.sgf")).status();
    let pipes = u64::from(made.is_ok_and(|status| status.success()));
    let pattern = folder.join("*.sgf");
    for (input, left_out) in [(folder, 1 + pipes), (pattern.as_path(), pipes)] {
        let found = shinpan_batch::Inputs::find(&[input]).unwrap();
        assert_eq!((found.files.len(), found.left_out), (2, left_out));
        let rows = rows_of(&[input], "kee");
        assert_eq!(rows[0].error, None);
        assert!(rows[1].source.ends_with("b.sgf"), "{:?}", rows[1]);
        assert!(
            rows[1].error.as_ref().is_some_and(|why| why.contains("No such file")),
            "{:?}",
            rows[1]
        );
    }
}

#[cfg(unix)]
#[test]
fn a_folder_is_read_once_whatever_links_lead_to_it() {
    use std::os::unix::fs::symlink;
    let held = folder("circles");
    let (outside, root) = (held.path().join("outside"), held.path().join("in"));
    std::fs::create_dir_all(root.join("sub")).unwrap();
    std::fs::create_dir(&outside).unwrap();
    for path in [root.join("1.sgf"), root.join("sub/2.sgf"), outside.join("3.sgf")] {
        std::fs::write(path, game(1)).unwrap();
    }
    symlink("..", root.join("loop")).unwrap();
    symlink("sub", root.join("tub")).unwrap();
    symlink("../../outside", root.join("sub/out")).unwrap();
    symlink("1.sgf", root.join("link.sgf")).unwrap();
    let found = shinpan_batch::Inputs::find(&[&root]).unwrap();
    let names: Vec<_> =
        found.files.iter().map(|file| file.path.strip_prefix(&root).unwrap()).collect();
    let expected = ["1.sgf", "link.sgf", "loop/outside/3.sgf", "sub/2.sgf"];
    assert_eq!((names, found.left_out), (expected.map(Path::new).to_vec(), 0));
}

#[cfg(unix)]
#[test]
fn a_file_may_have_a_name_in_no_encoding() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let held = folder("no-encoding");
    let path = held.path().join(OsStr::from_bytes(b"\xff.sgf"));
    std::fs::write(&path, game(1)).unwrap();
    for input in [held.path(), path.as_path()] {
        let table = held.path().join("t.ndjson");
        let mut job = job(&[input], &table, "tromp-taylor");
        job.fresh = true;
        done(&job);
        let rows = rows(&table);
        assert_eq!(rows.iter().map(told).collect::<Vec<_>>(), [(String::new(), 1, "W+1".into())]);
        assert!(rows[0].source.ends_with("/\u{fffd}.sgf"), "{}", rows[0].source);
    }
}
