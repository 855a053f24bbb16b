//! A session over streams: one answer for each line, and a search that is interrupted.

use std::io::{BufReader, Read};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use shinpan_gtp::{Effort, Options, Session, serve};

/// Input that arrives bit by bit.
struct Slow(Receiver<Vec<u8>>);

impl Read for Slow {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let Ok(bytes) = self.0.recv() else { return Ok(0) };
        buffer[..bytes.len()].copy_from_slice(&bytes);
        Ok(bytes.len())
    }
}

#[test]
fn lines_are_answered_in_order_until_the_end() {
    let mut session = Session::new(Options::default()).unwrap();
    let input = "1 name\n\n# a comment\n2 boardsize 5\n3 play b c3\nnothing\n4 quit\n5 name\n";
    let mut output = Vec::new();
    serve(&mut session, BufReader::new(input.as_bytes()), &mut output).unwrap();
    let text = String::from_utf8(output).unwrap();
    assert_eq!(text, "=1 Shinpan\n\n=2\n\n=3\n\n? unknown command\n\n=4\n\n");
    // Without `quit`, and with a last line that has no end.
    let mut output = Vec::new();
    let mut session = Session::new(Options::default()).unwrap();
    serve(&mut session, BufReader::new(&b"name"[..]), &mut output).unwrap();
    assert_eq!(output, b"= Shinpan\n\n");
}

/// What follows the most that is read belongs to the same line, and is no command.
#[test]
fn a_line_that_is_too_long_has_one_answer() {
    let mut session = Session::new(Options::default()).unwrap();
    let blanks = " ".repeat(1 << 20);
    let input =
        format!("7 play b a1{blanks}\n7 play b a1{blanks}quit\n#{blanks}quit\n8 undo\n9 name");
    let mut output = Vec::new();
    serve(&mut session, std::io::Cursor::new(input), &mut output).unwrap();
    let text = String::from_utf8(output).unwrap();
    let long = "?7 a line of more than 1048576 bytes\n\n";
    let undone = "?8 cannot undo: no move has been made [G-9]\n\n";
    assert_eq!(text, format!("{long}{long}{undone}=9 Shinpan\n\n"));
}

#[test]
fn a_search_is_interrupted_and_the_next_is_not() {
    let effort = Effort { playouts: 1_000_000, nodes: 0 };
    let options = Options { effort, ..Options::default() };
    let mut session = Session::new(options).unwrap();
    let (sender, receiver) = channel();
    let begun = Instant::now();
    let teller = std::thread::spawn(move || {
        sender.send(b"boardsize 9\n1 genmove b\n".to_vec()).unwrap();
        std::thread::sleep(Duration::from_millis(50));
        sender.send(b"# interrupt\n".to_vec()).unwrap();
        let rest = b"2 kata-set-param playouts 4\n3 genmove w\n4 kata-get-param playouts\nquit\n";
        sender.send(rest.to_vec()).unwrap();
    });
    let mut output = Vec::new();
    serve(&mut session, BufReader::new(Slow(receiver)), &mut output).unwrap();
    teller.join().unwrap();
    let text = String::from_utf8(output).unwrap();
    let answers: Vec<&str> = text.split("\n\n").collect();
    assert!(answers[1].starts_with("=1 ") && answers[3].starts_with("=3 "), "{text}");
    assert_eq!(answers[4], "=4 4", "{text}");
    // A million playouts would take minutes.
    assert!(begun.elapsed() < Duration::from_secs(60));
}
