//! Files that are no records, and the ways in and out of the program.

use std::io::{Read, Write};
use std::process::Stdio;

use super::run::{command, fault, ruling, run, run_on, unreadable, wait};

#[test]
fn nothing_at_all() {
    let empty = "the file is empty: expected an SGF file or a TOML record";
    assert_eq!(unreadable(""), empty);
    assert_eq!(unreadable(" \n\t\r\n".repeat(1000)), empty);
}

#[test]
fn a_line_of_a_gigabyte() {
    let told = run_on(&["judge", "-"], |to| {
        let piece = vec![b'x'; 1 << 20];
        for _ in 0..1000 {
            if to.write_all(&piece).is_err() {
                return;
            }
        }
    });
    assert_eq!(
        (told.status, told.err.as_str()),
        (Some(2), "error: standard input: larger than 64 MiB, which is the most that is read\n")
    );
}

#[test]
fn text_that_is_long_but_allowed() {
    assert_eq!(
        unreadable(vec![b'x'; 60 << 20]),
        "a TOML record of 62914560 bytes: at most 12582912 are read"
    );
    let hint = "; a record is SGF, which begins with `(;`, or TOML";
    assert_eq!(
        unreadable(vec![b'x'; 10 << 20]),
        format!("1:10485761: key with no value, expected `=`{hint}")
    );
    let key = unreadable(format!("{}=1", "x".repeat(10 << 20)));
    assert!(key.starts_with("1:1: unknown field `xxx") && key.ends_with('…'), "{key}");
}

#[test]
fn a_directory_and_a_missing_file() {
    let directory = std::env::temp_dir();
    let name = directory.to_str().expect("UTF-8");
    assert!(fault(&["judge", name], "").starts_with(&format!("{name}: ")));
    assert_eq!(
        fault(&["judge", "no/such.sgf"], ""),
        "no/such.sgf: No such file or directory (os error 2)"
    );
    let explain = ["explain", "examples/gnugo-9x9.sgf", "A1", "--rules", "japanese-1989"];
    let told = fault(&[&explain[..], &["--max-seconds", "-1"]].concat(), "");
    assert_eq!(told, "--max-seconds: expected a number from 0, found -1");
    let told = fault(&["render", "examples/gnugo-9x9.sgf", "--output", "no/such.svg"], "");
    assert_eq!(told, "no/such.svg: could not be written: No such file or directory (os error 2)");
}

#[test]
fn files_of_other_kinds_that_hold_a_game_by_chance() {
    let told = "expected an SGF file or a TOML record, found";
    let picture = b"\x89PNG\r\n\x1a\n\0\0\0[\xd8(;\x07]".repeat(1000);
    assert_eq!(unreadable(picture), format!("{told} bytes that are not UTF-8 (at byte 0)"));
    let record = "(;SZ[9];B[ee])";
    let wide = |bytes: usize| -> Vec<u8> {
        record.bytes().flat_map(|byte| std::iter::once(byte).chain(vec![0; bytes - 1])).collect()
    };
    let help = "text of two bytes a character needs a byte order mark";
    let unmarked = format!("{told} a NUL byte (at byte 1; {help})");
    assert_eq!([unreadable(wide(2)), unreadable(wide(4))], [&*unmarked, &*unmarked]);
    let read = ruling(&["--rules", "kee"], [b"\xff\xfe".to_vec(), wide(2)].concat());
    assert_eq!(read["moves"], 1);
    assert_eq!(
        unreadable([b"\xff\xfe\0\0".to_vec(), wide(4)].concat()),
        format!("{told} bytes that are not UTF-8 (at byte 0)")
    );
    let padded = [record.as_bytes(), &[0; 1000]].concat();
    assert_eq!(ruling(&["--rules", "kee"], padded)["moves"], 1);
}

#[test]
fn bytes_that_are_no_text() {
    assert_eq!(
        unreadable(b"board = \"3x3\"\nresult = \"\xff\""),
        "expected an SGF file or a TOML record, found bytes that are not UTF-8 (at byte 24)"
    );
    // In SGF they are put right, and that is said.
    let read = ruling(&["--rules", "kee"], b"(;SZ[9]PB[\xff\xfe\xc3(]C[\x80];B[aa])");
    assert_eq!(read["moves"], 1);
    assert!(!read["notes"].as_array().expect("notes").is_empty());
}

#[test]
fn garbage() {
    // Bytes as from a generator of random numbers, with parts that look like SGF.
    let mut state = 1_u64;
    let mut bytes: Vec<u8> = (0..3_000_000)
        .map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 56) as u8
        })
        .collect();
    for piece in [&bytes[..10], &bytes[..1000], &bytes] {
        run(&["judge", "-"], piece);
        run(&["convert", "-", "--to", "toml"], piece);
    }
    for at in (0..bytes.len() - 8).step_by(997) {
        bytes[at..at + 8].copy_from_slice(b"(;B[aa]C");
    }
    run(&["judge", "-"], &bytes);
    for at in (0..bytes.len()).step_by(3) {
        bytes[at] = b"()[];:\\\n"[at % 8];
    }
    run(&["judge", "-"], &bytes);
}

#[test]
fn nobody_reads_the_answer() {
    for words in [&["judge", "-"][..], &["judge", "-", "--format", "json"], &["rules"]] {
        let mut child = command(words).spawn().expect("the program starts");
        drop(child.stdout.take());
        let mut stdin = child.stdin.take().expect("a pipe");
        // More than a pipe holds would come out.
        let mut board = String::from("rules = \"kee\"\n[board]\nedges = []\npoints = [");
        board.extend((0..9000).map(|point| format!("\"point{point}\",")));
        drop(stdin.write_all((board + "]").as_bytes()));
        drop(stdin);
        assert_eq!(wait(&mut child), Some(0), "{words:?}");
        let mut told = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut told).expect("readable");
        assert_eq!(told, "", "{words:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn nobody_can_be_told() {
    let full = || Stdio::from(std::fs::File::create("/dev/full").expect("a device"));
    let mut deaf = command(&["judge", "no/such.sgf"]).stderr(full()).spawn().expect("starts");
    assert_eq!(wait(&mut deaf), Some(2));
    for words in [&["rules"][..], &["--help"], &["--version"], &["judge", "--help"]] {
        let mut full = command(words).stdout(full()).spawn().expect("starts");
        assert_eq!(wait(&mut full), Some(2), "{words:?}");
    }
}

#[test]
fn signs_that_command_a_terminal() {
    assert_eq!(
        unreadable("board = \"\\u001b[2J\""),
        "board: expected a board like `19x19`, `line 5` or `torus 5x5`, found `\u{fffd}[2J`"
    );
    let told = run(&["judge", "-", "--rules", "kee"], "(;SZ[3]RE[\x1b]0;x\x07\\];B[\x1b])");
    assert!(!told.out.contains(['\x1b', '\x07']), "{}", told.out);
}

#[test]
fn a_rules_file_that_is_none() {
    let told = |file: &str| {
        let record = format!("board = \"3x3\"\nrules = {{ file = \"{file}\" }}");
        fault(&["judge", "-"], record)
    };
    for file in ["/dev/zero", "/dev/stdin", "/"] {
        let why = "expected a file, found something else";
        assert_eq!(told(file), format!("standard input: rules: {why}: `{file}`"));
    }
    let none = "standard input: rules: there is no file `no/such.toml`";
    assert_eq!(told("no/such.toml"), none);
}

#[test]
fn what_stands_beside_a_rules_file() {
    let folder = tempfile::tempdir().unwrap();
    let rules = run(&["rules", "kee"], "").out;
    std::fs::write(folder.path().join("own.toml"), rules).unwrap();
    let path = folder.path().join("game.toml");
    let judged = |rules: &str| {
        std::fs::write(&path, format!("board = \"2x2\"\n{rules}\n")).unwrap();
        let run = run(&["judge", path.to_str().unwrap(), "--format", "json"], "");
        (run.status, run.out, run.err)
    };
    let result = |rules: &str| {
        let moves = "moves = [\"B A1\", \"W pass\", \"B pass\", \"W pass\"]\n";
        let (status, out, err) = judged(&format!("{moves}{rules}"));
        assert_eq!(status, Some(0), "{err}");
        let report: serde_json::Value = serde_json::from_str(&out).unwrap();
        report["result"]["sgf"].as_str().unwrap().to_owned()
    };
    assert_eq!(result("rules = { file = \"own.toml\" }"), "B+4");
    assert_eq!(result("rules = { file = \"own.toml\", scoring = \"territory\" }"), "B+3");
    let told = |rules: &str| {
        let (status, _, err) = judged(rules);
        assert_eq!(status, Some(2), "{err}");
        let (_, what) = err.trim().split_once("rules: ").unwrap();
        what.to_owned()
    };
    for key in ["komi = 6.5", "moves = []", "to_move = \"white\"", "handicap = 2", "result = \"0\""]
    {
        let name = key.split(' ').next().unwrap();
        assert_eq!(
            told(&format!("[rules]\nfile = \"own.toml\"\n{key}")),
            format!("`{name}` stands in `[rules]`: what is about the whole record comes before it")
        );
    }
    assert!(told("rules = { file = \"own.toml\", foo = 1 }").contains("there is no option `foo`"));
    assert_eq!(
        told("rules = { file = \"own.toml\", name = \"kee\" }"),
        "expected `file` or `name`, found both"
    );
    assert_eq!(
        told("rules = { file = \"own.toml\", text = \"aga\" }"),
        "expected `file` or `text`, found both"
    );
    assert_eq!(
        told("rules = { name = 3 }"),
        "`name`: expected the name of a ruleset, found integer"
    );
    assert_eq!(told("rules = { file = 3 }"), "`file`: expected the name of a file, found integer");
}
