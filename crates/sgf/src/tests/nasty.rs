//! Files that other readers lose, break or die on.

use super::{joined, read, repairs};
use crate::{Limits, parse, parse_with};

/// Reads, and compares what is written and what is reported.
fn check(text: &str, written: &str, reported: &[&str]) {
    let collection = read(text);
    assert_eq!(joined(&collection), written, "{text}");
    assert_eq!(repairs(&collection), reported, "{text}");
}

/// Reads without a word, and gives the same properties back.
fn kept(text: &str) {
    check(text, text, &[]);
}

fn refused(bytes: &[u8]) -> String {
    parse(bytes).expect_err("unreadable").to_string()
}

#[test]
fn all_games_of_a_file_are_read() {
    kept("(;GM[1];B[aa])(;GM[1];W[bb])");
    assert_eq!(read("(;GM[1])\n(;GM[1])\n").games().len(), 2);
}

#[test]
fn private_properties_and_escapes_are_kept() {
    kept("(;KBX[a\\]b\\\\c][two])");
    check("(;C[a\\]b\\\\c\\:d soft\\\nbreak])", "(;C[a\\]b\\\\c\\:d soft\\break])", &[]);
    let soft = "(;C[soft\\\nbreak])\n";
    assert_eq!(read(soft).to_sgf(), soft);
    kept("(;LB[aa:x\\:y][bb:1])");
    let collection = read("(;LB[aa:x\\:y][bb:1])");
    let root = collection.game(0).expect("a game").root();
    let label = root.property("LB").and_then(|lb| lb.value().composed());
    assert_eq!(label, Some(("aa".into(), "x:y".into())));
}

#[test]
fn values_of_any_board_are_kept() {
    kept("(;SZ[19];B[tt];W[])");
    kept("(;SZ[52];B[ZZ];W[Aa])");
    kept("(;SZ[5:7]AB[aa:cc][bb][bb]AE[dd]HA[0]BR[])");
    kept("(;R[aa];G[bb];A1[aa])");
    kept("(;B[aa]W[bb]AB[cc])");
}

#[test]
fn bad_and_doubled_values_are_kept() {
    check(
        "(;KM[6,5]KM[7.5])",
        "(;KM[6,5]KM[7.5])",
        &["1:10: `KM` again in the same node, both kept"],
    );
    let many = "(;A[]B[]C[]D[]E[]F[]G[]H[]I[]Black[])";
    check(
        many,
        many,
        &["1:30: identifier `Black`, read as `B`", "1:30: `B` again in the same node, both kept"],
    );
}

#[test]
fn old_spellings_are_read_and_kept() {
    let text = "(;GaMe[1]SiZe[19];Black[aa];White[bb];Black[cc])";
    check(
        text,
        text,
        &[
            "1:3: identifier `GaMe`, read as `GM`",
            "1:10: identifier `SiZe`, read as `SZ`",
            "1:19: identifier `Black`, read as `B`",
            "1:29: identifier `White`, read as `W`",
        ],
    );
    let collection = read(text);
    let root = collection.game(0).expect("a game").root();
    assert_eq!(root.property("SZ").map(|p| p.value().raw()), Some("19"));
}

#[test]
fn blanks_and_line_breaks_may_be_anywhere() {
    check(
        " \r\n(\t; GM [1]\n SZ\r[9]\u{0} ;\n;B [aa] [bb] ( ; C[] )\n)\n\u{0}\u{0}",
        "(;GM[1]SZ[9];;B[aa][bb];C[])",
        &[],
    );
}

#[test]
fn a_byte_order_mark_is_no_text() {
    let collection = parse("\u{feff}(;GM[1]b[aa])".as_bytes()).expect("readable");
    assert_eq!(joined(&collection), "(;GM[1]b[aa])");
    assert_eq!(
        repairs(&collection),
        ["1:8: expected an identifier of capital letters, found `b`, kept but not read"]
    );
    assert_eq!(collection.repairs()[0].at.map(|at| at.offset), Some(10));
}

#[test]
fn mail_around_the_games_is_skipped_and_counted() {
    check(
        "From: a@b (me)\nSubject: game\n\n(;B[aa])\nplay\n(;W[bb])\n-- \nme",
        "(;B[aa])(;W[bb])",
        &[
            "1:1: 28 bytes before the first game, skipped",
            "5:1: 4 bytes between two games, skipped",
            "7:1: 6 bytes after the last game, skipped",
        ],
    );
}

#[test]
fn missing_ends_are_supplied() {
    check(
        "(;GM[1];B[aa]",
        "(;GM[1];B[aa])",
        &["1:14: missing \")\" at the end of the file, supplied"],
    );
    check(
        "(;GM[1](;B[aa]\n(;W[a",
        "(;GM[1];B[aa];W[a])",
        &[
            "2:6: missing \"]\" at the end of the file, supplied",
            "2:6: missing \")\" at the end of the file, 3 supplied",
        ],
    );
    check(
        "(;C[cut\\",
        "(;C[cut])",
        &[
            "1:9: missing \"]\" at the end of the file, supplied",
            "1:9: missing \")\" at the end of the file, supplied",
        ],
    );
    check("(;", "(;)", &["1:3: missing \")\" at the end of the file, supplied"]);
}

#[test]
fn a_file_without_a_game_is_refused() {
    assert_eq!(refused(b""), "1:1: expected `(;`, found an empty file");
    assert_eq!(refused(b" \n\0"), "1:1: expected `(;`, found an empty file");
    assert_eq!(refused(b"(GM[1])"), "1:1: expected `(;`, found no game in 7 bytes");
    assert_eq!(refused(b"\xef\xbb\xbf"), "1:1: expected `(;`, found an empty file");
}

#[test]
fn broken_trees_are_mended() {
    check("(;A[](B[aa]))", "(;A[];B[aa])", &["1:7: missing \";\" before a property, supplied"]);
    check(
        "(;A[](;B[])C[])",
        "(;A[](;B[])(;C[]))",
        &["1:12: missing \";\" before a property, supplied"],
    );
    check(
        "(;A[](;B[]);C[])",
        "(;A[](;B[])(;C[]))",
        &["1:12: node after a variation, read as another variation"],
    );
    check("(;A[]()(;B[]))", "(;A[];B[])", &["1:7: empty variation, skipped"]);
    check("(;A[]))", "(;A[])", &["1:7: 1 \")\" without \"(\", skipped"]);
    check(
        "((;A[]))",
        "(;A[])",
        &["1:1: 1 byte before the first game, skipped", "1:8: 1 \")\" without \"(\", skipped"],
    );
}

#[test]
fn what_is_no_property_is_skipped() {
    check("(;[aa]B[bb])", "(;B[bb])", &["1:3: value without an identifier, skipped: `aa`"]);
    check(
        "(;B;W[bb])",
        "(;W[bb])".replace("(;", "(;;").as_str(),
        &["1:3: expected a value after `B`, skipped"],
    );
    check("(;A[x]]B[bb])", "(;A[x]B[bb])", &["1:7: \"]\" outside a value, skipped"]);
    check(
        "(;B_X[aa]é[]7[])",
        "(;B_X[aa]é[]7[]CA[UTF-8])",
        &[
            "1:3: expected an identifier of capital letters, found `B_X`, kept but not read",
            "1:10: expected an identifier of capital letters, found `é`, kept but not read",
            "1:13: expected an identifier of capital letters, found `7`, kept but not read",
        ],
    );
}

#[test]
fn every_limit_is_named() {
    let limits = |change: fn(&mut Limits)| {
        let mut limits = Limits::default();
        change(&mut limits);
        let text = b"(;A[a](;BB[bb][c])\n(;C[]D[])(;[x][y]";
        parse_with(text, &limits).map(|c| c.node_count()).map_err(|e| e.to_string())
    };
    let refused = |text: &str| Err(text.to_owned());
    assert_eq!(limits(|_| {}), Ok(4));
    assert_eq!(limits(|l| l.bytes = 35), refused("expected at most 35 bytes of input, found more"));
    assert_eq!(limits(|l| l.bytes = 36), Ok(4));
    assert_eq!(limits(|l| l.nodes = 3), refused("2:11: expected at most 3 nodes, found more"));
    assert_eq!(limits(|l| l.nodes = 4), Ok(4));
    let depth = refused("1:7: expected at most 1 open parentheses, found more");
    assert_eq!(limits(|l| l.depth = Some(1)), depth);
    assert_eq!(limits(|l| l.depth = Some(2)), Ok(4));
    let properties = refused("2:6: expected at most 3 properties, found more");
    assert_eq!(limits(|l| l.properties = 3), properties);
    let in_node = refused("2:6: expected at most 1 properties in one node, found more");
    assert_eq!(limits(|l| l.properties_per_node = 1), in_node);
    assert_eq!(limits(|l| l.values = 2), refused("1:16: expected at most 2 values, found more"));
    let in_property = refused("1:16: expected at most 1 values in one property, found more");
    assert_eq!(limits(|l| l.values_per_property = 1), in_property);
    let in_value = refused("1:12: expected at most 1 bytes in one value, found more");
    assert_eq!(limits(|l| l.value_bytes = 1), in_value);
    assert_eq!(limits(|l| l.value_bytes = 2), Ok(4));
    assert_eq!(limits(|l| l.repairs = 1), refused("2:15: expected at most 1 repairs, found more"));
}
