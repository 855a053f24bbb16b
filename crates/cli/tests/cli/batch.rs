//! `shinpan batch`: killed at any moment it goes on without duplicates or gaps, and it says what is wrong.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

const SHINPAN: &str = env!("CARGO_BIN_EXE_shinpan");

fn folder(name: &str) -> TempDir {
    tempfile::Builder::new().prefix(&format!("shinpan-cli-batch-{name}-")).tempdir().unwrap()
}

fn batch(words: &[&str], paths: &[&Path]) -> Command {
    let mut command = Command::new(SHINPAN);
    command.arg("batch").args(paths).args(words);
    command
}

/// Status, standard output, standard error.
fn ran(mut command: Command) -> (i32, String, String) {
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn game(number: usize) -> String {
    let point = |n: usize| {
        let letter = |n: usize| char::from(b'a' + (n % 7) as u8);
        format!("{}{}", letter(n), letter(n / 7))
    };
    let moves: String = (0..40)
        .map(|n| {
            let colour = ["B", "W"][n % 2];
            format!(";{colour}[{}]", point((number * 5 + n * 11) % 49))
        })
        .collect();
    format!("(;SZ[7]KM[{}]{moves};B[];W[];B[];W[])", number % 8)
}

#[test]
fn a_job_that_is_killed_goes_on_without_duplicates_or_gaps() {
    let held = folder("kills");
    let folder = held.path();
    let input = folder.join("games.ndjson");
    let lines: String = (0..1200).map(|n| format!("\"{}\"\n", game(n))).collect();
    std::fs::write(&input, lines).unwrap();
    let rules = ["--rules", "tromp-taylor,lasker-maas,kee", "--no-time"];
    let (whole, killed) = (folder.join("whole.csv"), folder.join("killed.csv"));
    let mut words = vec!["--out", whole.to_str().unwrap(), "--threads", "1"];
    words.extend(rules);
    assert_eq!(ran(batch(&words, &[&input])).0, 0);
    let mut words = vec!["--out", killed.to_str().unwrap(), "--part", "120", "--threads", "3"];
    words.extend(rules);
    let mut kills = 0_u64;
    let mut dice = 7_u64;
    for _ in 0..60 {
        let mut child =
            batch(&words, &[&input]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        std::thread::sleep(Duration::from_millis(4 + (dice >> 33) % (10 + 12 * kills)));
        // SIGKILL: nothing can be tidied up.
        child.kill().unwrap();
        let ended = child.wait().unwrap();
        if ended.success() {
            break;
        }
        kills += 1;
    }
    assert!(kills > 0, "the job was over before it could be killed");
    let (status, _, told) = ran(batch(&words, &[&input]));
    assert_eq!(status, 0, "{told}");
    let read = |path: &Path| std::fs::read_to_string(path).unwrap();
    assert!(read(&whole) == read(&killed), "the tables differ after {kills} kills");
    assert_eq!(read(&whole).lines().count(), 1 + 3 * 1200);
    assert!(!folder.join("killed.csv.parts").exists());
    let left: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    assert!(left.iter().all(|path| path.extension().unwrap() != "tmp"), "{left:?}");
}

#[test]
fn what_is_wrong_is_said() {
    let held = folder("faults");
    let folder = held.path();
    let record = folder.join("a.sgf");
    std::fs::write(&record, game(1)).unwrap();
    let table = folder.join("t.csv");
    let (table, below) = (table.to_str().unwrap(), record.join("t.csv"));
    let below = below.to_str().unwrap();
    for (words, paths, expected) in [
        (
            vec!["--out", table],
            vec![Path::new("nowhere")],
            "nowhere: expected a file, a folder or a pattern, found none",
        ),
        (
            vec!["--out", "t.xls"],
            vec![&record],
            "--out: t.xls: expected a name that ends in .parquet, .csv, .ndjson or .jsonl",
        ),
        (vec!["--out", table, "--rules", "moon"], vec![&record], "--rules: "),
        (
            vec!["--out", table, "--rules", "kee,kee"],
            vec![&record],
            "--rules: `kee` is named twice",
        ),
        (vec!["--out", table, "--komi", "x"], vec![&record], "--komi: expected a komi"),
        (vec!["--out", below], vec![&record], "a.sgf/t.csv.parts: "),
        (
            vec!["--out", table, "--max-seconds", "nan"],
            vec![&record],
            "--max-seconds: expected a number from 0",
        ),
    ] {
        let (status, out, told) = ran(batch(&words, &paths));
        assert_eq!((status, out.as_str()), (2, ""), "{words:?}");
        assert!(told.contains(expected), "{words:?}: {told}");
    }
    assert!(!folder.join("t.csv.parts").exists());
}

#[test]
fn the_summary_is_told_in_words_and_as_json() {
    let held = folder("summary");
    let folder = held.path();
    let rules = folder.join("mine.toml");
    std::fs::write(
        &rules,
        ran({
            let mut command = Command::new(SHINPAN);
            command.args(["rules", "kee"]);
            command
        })
        .1,
    )
    .unwrap();
    std::fs::create_dir(folder.join("in")).unwrap();
    std::fs::write(folder.join("in/a.sgf"), game(1)).unwrap();
    std::fs::write(
        folder.join("in/b.sgf"),
        "(;SZ[3]RE[B+9];B[bb];W[];B[];W[])(;SZ[3];B[bb];W[bb])",
    )
    .unwrap();
    let table = folder.join("t.ndjson");
    let words = [
        "--out",
        table.to_str().unwrap(),
        "--rules",
        "tromp-taylor,aga",
        "--rules",
        rules.to_str().unwrap(),
        "--format",
        "json",
    ];
    let (status, out, _) = ran(batch(&words, &[&folder.join("in")]));
    assert_eq!(status, 0);
    let summary: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&summary["records"], &summary["broken"]), (&3.into(), &0.into()));
    assert_eq!(summary["rules"][0]["agrees"], 1);
    assert_eq!(summary["pairs"].as_array().unwrap().len(), 3);
    // Once more: nothing is done, the same is told.
    let (status, again, told) = ran(batch(&words, &[&folder.join("in")]));
    assert_eq!((status, again), (0, out));
    assert!(told.contains("complete already"), "{told}");
    let (_, text, _) = ran(batch(&words[..6], &[&folder.join("in"), Path::new("--fresh")]));
    assert!(text.contains("3 records, 0 broken"), "{text}");
    let (status, columns, _) = ran(batch(&["--columns"], &[]));
    assert_eq!(status, 0);
    assert!(columns.contains("repetition_events"), "{columns}");
}

#[test]
fn the_status_says_whether_anything_could_be_ruled_on() {
    let held = folder("status");
    let (inputs, table) = (held.path().join("in"), held.path().join("t.csv"));
    std::fs::create_dir(&inputs).unwrap();
    let words = ["--out", table.to_str().unwrap(), "--rules", "kee,aga"];
    let fresh = [&words[..], &["--fresh"]].concat();
    let nothing = "nothing could be ruled on; the table says why";
    for (name, content, expected) in [
        ("readme.txt", "", 0),
        ("a.zip", "no archive", 2),
        ("b.sgf", "no game", 2),
        ("c.sgf", "(;SZ[3];B[bb];W[bb])", 0),
    ] {
        std::fs::write(inputs.join(name), content).unwrap();
        for words in [&fresh[..], &words] {
            let (status, out, told) = ran(batch(words, &[&inputs]));
            assert_eq!((status, told.contains(nothing)), (expected, expected == 2), "{name}");
            assert!(out.contains(" broken") && table.is_file(), "{name}: {out}");
        }
    }
}
