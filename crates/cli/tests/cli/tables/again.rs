//! A folder holds the games of one match: the same command goes on with it, another one is refused.

use std::path::Path;
use std::process::Output;

use super::faults::PROGRAM;
use super::{folder, play_match};

fn told(output: &Output) -> (Option<i32>, String) {
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

fn files(folder: &Path) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| {
            let name = entry.file_name().into_string().unwrap();
            (name, std::fs::read_to_string(entry.path()).unwrap())
        })
        .collect();
    files.sort();
    files
}

#[test]
fn another_match_is_refused_and_more_games_of_the_same_are_played() {
    let held = folder("again");
    let script = held.path().join("column.sh");
    std::fs::write(&script, PROGRAM).unwrap();
    let script = script.display();
    let out = held.path().join("out");
    let (black, white) = (format!("sh {script} A honest"), format!("sh {script} J honest"));
    let same = ["--black", &black, "--white", &white, "--max-moves", "6", "--seconds", "9"];
    let (output, first) = play_match(&out, &same);
    assert_eq!(told(&output).0, Some(0), "{output:?}");
    let begun = files(&out);
    let other = |words: &[&str], expected: &[&str]| {
        let before = files(&out);
        let (output, _) = play_match(&out, words);
        let (status, errors) = told(&output);
        assert_eq!((status, output.stdout.len()), (Some(2), 0), "{words:?}: {errors}");
        for expected in expected {
            assert!(errors.contains(expected), "{words:?}: {errors}");
        }
        assert_eq!(files(&out), before, "{words:?}");
    };
    let all = [&same[..2], &["--white", "gnugo", "--size", "7x5", "--rules", "kee", "--komi", "0"]];
    let differ = [
        "match.json: the match in this folder was begun otherwise; ",
        "white: expected \"sh ",
        "found \"gnugo\"",
        "board: expected \"9x9\", found \"7x5\"",
        "rules: expected \"chinese\", found \"kee\"",
        "komi: expected 7.5, found 0",
        "max-moves: expected 6, found 2000",
        "seconds: expected 9.0, found 60.0",
        "; another folder begins a new match",
    ];
    other(&all.concat(), &differ);
    for (word, expected) in [
        (&["--alternate"][..], "alternate: expected false, found true;"),
        (&["--referee", "gnugo"], "referee: expected none, found \"gnugo\";"),
        (&["--option", "suicide=allowed"], "rules: expected \"chinese\", found "),
    ] {
        other(&[&same[..], word].concat(), &[expected]);
    }
    // A game that is not over is held no less.
    let journal = begun.iter().find(|(name, _)| name == "game-0001.journal").unwrap();
    let cut: String = journal.1.split_inclusive('\n').take(4).collect();
    std::fs::write(out.join("game-0001.journal"), cut).unwrap();
    std::fs::remove_file(out.join("games.jsonl")).unwrap();
    other(&[&same[..], &["--size", "5"]].concat(), &["board: expected \"9x9\", found \"5x5\";"]);
    let more = ["--games", "2", "--at-once", "2", "--max-nodes", "7", "--threads", "2"];
    let (output, both) = play_match(&out, &[&same[..], &more].concat());
    assert_eq!(told(&output).0, Some(0), "{output:?}");
    // The program does not know that its first moves are made, and loses the game that goes on.
    assert_eq!((&both[0]["moves"], &both[1]["moves"]), (&3.into(), &first[0]["moves"]));
    let (_, one) = play_match(&out, &same);
    assert_eq!(one.as_array().unwrap().len(), 1);
    // Nobody knows of what match these are.
    std::fs::remove_file(out.join("match.json")).unwrap();
    other(&same, &["game-0001.journal: expected `match.json` beside it"]);
}

#[test]
fn a_folder_in_which_another_match_is_at_work_is_refused() {
    let held = folder("busy");
    let at_work = std::fs::File::open(held.path()).unwrap();
    at_work.lock().unwrap();
    let words = ["--black", "sh -c 'exit 3'", "--white", "sh -c 'exit 3'"];
    let (output, _) = play_match(held.path(), &words);
    let (status, errors) = told(&output);
    assert_eq!((status, output.stdout.len()), (Some(2), 0), "{errors}");
    assert!(errors.contains(": another match is at work in it"), "{errors}");
    // Once it is gone, the next begins.
    at_work.unlock().unwrap();
    let (output, _) = play_match(held.path(), &words);
    assert!(told(&output).1.contains("not played: 1 of 1, for want of a program"), "{output:?}");
}

#[test]
fn a_game_that_could_not_begin_is_tried_again() {
    use std::os::unix::fs::PermissionsExt;
    let held = folder("missing");
    let (late, out) = (held.path().join("late.sh"), held.path().join("out"));
    let (black, gone) = (format!("{} A honest", late.display()), "sh -c 'exit 3'");
    for (white, by) in [(gone, "black: `"), (black.as_str(), "black: `")] {
        let (output, reports) =
            play_match(&out, &["--black", &black, "--white", white, "--max-moves", "4"]);
        let (status, errors) = told(&output);
        assert_eq!(status, Some(2), "{errors}");
        assert!(errors.contains("not played: 1 of 1, for want of a program"), "{errors}");
        assert!(reports[0]["unfinished"].as_str().unwrap().starts_with(by), "{reports}");
        // Nothing was begun, so nothing is held.
        assert_eq!(files(&out), []);
    }
    std::fs::write(&late, format!("#!/bin/sh\n{PROGRAM}")).unwrap();
    std::fs::set_permissions(&late, std::fs::Permissions::from_mode(0o755)).unwrap();
    // One that ends before it says its name was not there either.
    let (output, reports) = play_match(&out, &["--black", &black, "--white", gone]);
    assert_eq!((told(&output).0, files(&out)), (Some(2), Vec::new()));
    assert_eq!(
        (&reports[0]["fault"]["by"], &reports[0]["fault"]["kind"]),
        (&"white".into(), &"start".into())
    );
    let words = ["--black", &black, "--white", &black.replace(" A ", " J "), "--max-moves", "4"];
    let (output, reports) = play_match(&out, &words);
    assert_eq!(told(&output).0, Some(0), "{output:?}");
    assert_eq!((&reports[0]["fault"], &reports[0]["moves"]), (&().into(), &4.into()));
}

#[test]
fn a_match_of_no_games_is_none() {
    let held = folder("none");
    for words in [["--games", "0"], ["--at-once", "0"], ["--games", "10000"]] {
        let out = held.path().join("out");
        let (output, _) =
            play_match(&out, &[&words[..], &["--black", "x", "--white", "x"]].concat());
        let (status, errors) = told(&output);
        assert_eq!(status, Some(2), "{errors}");
        assert!(errors.contains(&format!("{}: expected 1 to ", words[0])), "{errors}");
        assert!(!out.exists());
    }
}
