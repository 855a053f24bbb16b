//! A process that is killed at any moment has lost no event it told of, and a journal that was cut
//! off at any byte is gone on with.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use super::{SHINPAN, folder, ruling};

/// Numbers that are the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

fn table(journal: &Path) -> Child {
    Command::new(SHINPAN)
        .args(["play", "--rules", "long-cycle-1", "--board", "4x4", "--format", "json"])
        .arg(journal)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

fn some_line(dice: &mut Dice) -> String {
    match dice.roll(12) {
        0 => "pass".to_owned(),
        1 => "undo".to_owned(),
        2 => "dead".to_owned(),
        3 => "accept".to_owned(),
        _ => format!("{}{}", ["a", "b", "c", "d"][dice.roll(4) as usize], 1 + dice.roll(4)),
    }
}

#[test]
fn no_event_that_was_told_is_lost() {
    let held = folder("kills");
    let folder = held.path();
    let journal = folder.join("game.journal");
    let mut dice = Dice(1);
    // Everything that was told by any of the processes, in order.
    let mut told: Vec<String> = Vec::new();
    let mut torn = 0;
    for _ in 0..10 {
        let mut child = table(&journal);
        let mut input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let lines: Vec<String> = (0..400).map(|_| some_line(&mut dice)).collect();
        let writer = std::thread::spawn(move || {
            // The other end is killed in the middle of it.
            lines.iter().all(|line| writeln!(input, "{line}").is_ok())
        });
        let most = 5 + dice.roll(25) as usize;
        let before = told.len();
        let mut late = false;
        for line in output.lines() {
            let Ok(line) = line else { break };
            if line.starts_with("{\"event\":") {
                told.push(line);
            }
            if told.len() - before >= most && !late {
                std::thread::sleep(Duration::from_micros(dice.roll(900)));
                child.kill().unwrap();
                // What was still in the pipe was told too.
                late = true;
            }
        }
        child.wait().unwrap();
        writer.join().unwrap();
        let text = std::fs::read_to_string(&journal).unwrap();
        let kept: Vec<&str> = text.lines().skip(1).collect();
        assert!(kept.len() >= told.len(), "{} told, {} kept", told.len(), kept.len());
        // An event may be on the disk that nobody had heard of yet; from now on it is part of it.
        assert_eq!(kept[..told.len()], told[..]);
        told = kept.iter().map(ToString::to_string).collect();
        ruling(&journal);
        // And sometimes the machine goes down with a line half written.
        if dice.roll(2) == 0 && told.len() > 1 {
            let last = told.pop().unwrap();
            let cut = text.len() - last.len() - 1 + dice.roll(last.len() as u64) as usize;
            std::fs::write(&journal, &text[..cut]).unwrap();
            torn += 1;
        }
    }
    assert!(told.len() > 60 && torn > 1, "{} events, {torn} torn", told.len());
}

#[test]
fn a_journal_cut_off_anywhere_is_gone_on_with() {
    let held = folder("cuts");
    let folder = held.path();
    let journal = folder.join("whole.journal");
    let mut child = table(&journal);
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"a1\nb2\nundo\nc3\npass\npass\nb1\n").unwrap();
    drop(input);
    assert!(child.wait().unwrap().success());
    let text = std::fs::read_to_string(&journal).unwrap();
    let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
    assert_eq!(ends.len(), 8);
    let mut dice = Dice(5);
    for _ in 0..24 {
        let cut = dice.roll(text.len() as u64 + 1) as usize;
        let path = folder.join("cut.journal");
        std::fs::write(&path, &text[..cut]).unwrap();
        let mut child = table(&path);
        drop(child.stdin.take());
        assert!(child.wait().unwrap().success(), "cut at {cut}");
        let whole = ends.iter().copied().filter(|&end| end <= cut).max().unwrap_or(ends[0]);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text[..whole], "cut at {cut}");
    }
    // Damage that is no cut is told, and the file left as it is.
    let path = folder.join("damaged.journal");
    let damaged = text.replacen("\"act\":\"B A1\"", "\"act\":\"B Z9\"", 1);
    std::fs::write(&path, &damaged).unwrap();
    let output = Command::new(SHINPAN).arg("play").arg(&path).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(errors.contains("2:1: expected a point of the 4x4 board"), "{errors}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), damaged);
}
