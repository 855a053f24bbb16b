//! How fast a collection of about 1 MB is read and written.

use std::fmt::Write as _;

use divan::counter::BytesCount;
use divan::{Bencher, black_box};

const GAMES: usize = 500;
const MOVES: usize = 200;

fn main() {
    divan::main();
}

fn collection(comment: &str) -> String {
    let mut text = String::new();
    for game in 0..GAMES {
        text.push_str("(;GM[1]FF[4]CA[UTF-8]SZ[19]KM[6.5]RU[Japanese]PB[Black]PW[White]RE[B+R]\n");
        for number in 0..MOVES {
            let letter = |n: usize| char::from(b'a' + (n % 19) as u8);
            let colour = if number % 2 == 0 { 'B' } else { 'W' };
            let (col, row) = (letter(number * 7 + game), letter(number * 5));
            let _ = write!(text, ";{colour}[{col}{row}]");
            if number % 10 == 0 {
                let _ = writeln!(text, "C[{comment}]");
            }
        }
        text.push_str(")\n");
    }
    text
}

const ASCII: &str = "a comment of some length on \\[this\\] move, as servers write them";
const CHINESE: &str = "黑棋的好手，白棋很难应对。这一手棋非常精彩";

fn read(bencher: Bencher<'_, '_>, bytes: &[u8]) {
    bencher.counter(BytesCount::of_slice(bytes)).bench(|| {
        let collection = shinpan_sgf::parse(black_box(bytes)).expect("readable");
        assert_eq!(collection.node_count(), GAMES * (MOVES + 1));
        assert_eq!(collection.repairs(), []);
        collection
    });
}

#[divan::bench]
fn read_ascii(bencher: Bencher<'_, '_>) {
    read(bencher, collection(ASCII).as_bytes());
}

#[divan::bench]
fn read_utf8(bencher: Bencher<'_, '_>) {
    read(bencher, collection(CHINESE).as_bytes());
}

#[divan::bench]
fn read_gbk(bencher: Bencher<'_, '_>) {
    let text = collection(CHINESE).replace("CA[UTF-8]", "CA[GB2312]");
    read(bencher, &encoding_rs::GBK.encode(&text).0);
}

#[divan::bench]
fn events(bencher: Bencher<'_, '_>) {
    let text = collection(ASCII);
    let collection = shinpan_sgf::parse(text.as_bytes()).expect("readable");
    bencher.counter(BytesCount::of_str(&text)).bench(|| {
        let nodes = collection.games().flat_map(|game| game.nodes());
        let events = nodes.map(|node| node.events(shinpan_sgf::Size::NINETEEN).len());
        assert_eq!(events.sum::<usize>(), GAMES * MOVES);
    });
}

#[divan::bench]
fn write(bencher: Bencher<'_, '_>) {
    let text = collection(CHINESE);
    let collection = shinpan_sgf::parse(text.as_bytes()).expect("readable");
    bencher.counter(BytesCount::of_str(&text)).bench(|| {
        let written = collection.to_sgf();
        assert!(written.len() > 1_000_000);
        written
    });
}
