//! Trees that stop recursive readers.

use super::repairs;
use crate::{Collection, EditError, parse};

const MILLION: usize = 1_000_000;

#[test]
fn a_million_open_parentheses() {
    let collection = parse("(;".repeat(MILLION).as_bytes()).expect("readable");
    assert_eq!(collection.node_count(), MILLION);
    assert_eq!(
        repairs(&collection),
        ["1:2000001: missing \")\" at the end of the file, 1000000 supplied"]
    );
    let game = collection.game(0).expect("a game");
    assert_eq!(game.main_line().count(), MILLION);
    let written = collection.to_sgf();
    assert_eq!(parse(written.as_bytes()).expect("readable").to_sgf(), written);
}

#[test]
fn a_million_nested_variations() {
    let text = format!("{};{}", "(;(;)".repeat(MILLION / 2), ")".repeat(MILLION / 2));
    let collection = parse(text.as_bytes()).expect("readable");
    assert_eq!(collection.node_count(), MILLION + 1);
    let written = collection.to_sgf();
    assert_eq!(written.matches('(').count(), MILLION + 1);
    assert_eq!(parse(written.as_bytes()).expect("readable").to_sgf(), written);
    assert_eq!(collection.game(0).map(|g| g.nodes().count()), Some(MILLION + 1));
}

#[test]
fn a_linear_game_of_a_million_nodes() {
    let text = format!("({})", ";B[aa];W[bb]".repeat(MILLION / 2));
    let collection = parse(text.as_bytes()).expect("readable");
    assert_eq!(collection.node_count(), MILLION);
    let game = collection.game(0).expect("a game");
    let line = game.line(&Default::default()).expect("no variations asked for");
    assert_eq!(line.len(), MILLION);
    assert_eq!(collection.to_sgf().replace('\n', ""), text);
}

#[test]
fn a_million_of_anything_else() {
    let opening = parse(format!("(;{}", "(".repeat(MILLION)).as_bytes()).expect("readable");
    assert_eq!(opening.node_count(), 1);
    let closing = parse(format!("(;{}", ")".repeat(MILLION)).as_bytes()).expect("readable");
    assert_eq!(repairs(&closing), ["1:4: 999999 \")\" without \"(\", skipped"]);
    let blank = parse(format!("({};)", " ".repeat(MILLION)).as_bytes()).expect("readable");
    assert!(blank.repairs().is_empty());
    let half_open = "( ".repeat(MILLION);
    assert!(parse(half_open.as_bytes()).is_err());
    let stray = parse(format!("(;{})", "]".repeat(MILLION)).as_bytes());
    assert_eq!(
        stray.expect_err("too much to repair").to_string(),
        "1:100003: expected at most 100000 repairs, found more"
    );
}

#[test]
fn a_million_nodes_built() -> Result<(), EditError> {
    let mut collection = Collection::new();
    let mut node = collection.add_game()?;
    for i in 1..MILLION {
        let parent = node;
        node = collection.add_child(parent)?;
        if i % 1000 == 0 {
            collection.add_property(node, "B", ["aa"])?;
            collection.add_child(parent)?;
        }
    }
    assert_eq!(collection.node_count(), MILLION + 999);
    let written = collection.to_sgf();
    assert_eq!(parse(written.as_bytes()).expect("readable").to_sgf(), written);
    Ok(())
}
