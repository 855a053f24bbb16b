//! Laws that hold for any bytes and any tree.

use proptest::collection::vec;
use proptest::prelude::*;

use super::shape;
use crate::{Collection, Content, Limits, Size, VariationPath, parse, parse_with};

/// Uses everything a collection offers, and writes it again.
fn exercise(bytes: &[u8]) {
    let Ok(collection) = parse(bytes) else { return };
    for game in collection.games() {
        let size = game.info().map_or(Size::NINETEEN, |info| info.size);
        let _ = game.line(&VariationPath::new([2, 1]));
        for node in game.nodes() {
            assert!(node.location().is_some_and(|at| at.offset < bytes.len()));
            for event in node.events(size) {
                assert!(event.location().is_some_and(|at| at.offset < bytes.len()));
            }
            for property in node.properties() {
                for value in property.values() {
                    let (text, simple) = (value.text(), value.simple_text());
                    assert_eq!(text.replace('\n', " "), simple);
                    let _ = value.composed();
                }
            }
        }
    }
    for repair in collection.repairs() {
        assert!(repair.at.is_some_and(|at| at.offset <= bytes.len()), "{repair}");
    }
    let written = collection.to_sgf();
    let again = parse(written.as_bytes()).expect("what we write is readable");
    assert_eq!(again.to_sgf(), written);
    assert_eq!(again.node_count(), collection.node_count());
    assert_eq!(shape(&again), shape(&collection));
}

/// Bytes that mean something in SGF, and some that do not.
fn near_sgf() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        4 => proptest::sample::select(vec![
            "(;", "(", ")", ";", "[", "]", "\\", ":", "B[aa]", "W[tt]", "AB[aa:cc]", "SZ[9]",
            "CA[", "GB2312]", "UTF-8]", "Shift_JIS]", "ISO-2022-JP]", "Black[", "C[x\\]]", " ",
            "\n", "\r\n", "é", "碁", "\u{feff}", "7", "b", "GM[1]", "\u{1b}$B",
        ]).prop_map(|s| s.as_bytes().to_vec()),
        1 => vec(any::<u8>(), 1..4),
    ];
    vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

/// A tree: for each node a parent among those before it, and its properties.
type Tree = Vec<(usize, Vec<(String, Vec<String>)>)>;

fn tree() -> impl Strategy<Value = Tree> {
    let text = prop_oneof!["[a-z:\\[\\]\\\\ ]{0,6}", "[^\\r\\t\\x0b\\x0c]{0,6}", "[a-s]{2}"];
    let property = ("[A-Z]{1,3}", vec(text, 1..4)).prop_filter("declares", |p| p.0 != "CA");
    let node = (any::<prop::sample::Index>(), vec(property, 0..5));
    vec(node, 1..20).prop_map(|nodes| {
        let parents = nodes.into_iter().enumerate();
        parents.map(|(i, (parent, rest))| (parent.index(i.max(1)), rest)).collect()
    })
}

fn build(tree: &Tree) -> Collection {
    let mut collection = Collection::new();
    let mut ids = Vec::new();
    for (parent, properties) in tree {
        let id = match ids.get(*parent) {
            Some(&parent) => collection.add_child(parent),
            None => collection.add_game(),
        };
        let id = id.expect("a small tree");
        ids.push(id);
        for (identifier, values) in properties {
            collection.add_property(id, identifier, values).expect("a good property");
        }
    }
    collection
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(512) })]

    #[test]
    fn any_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..200)) {
        exercise(&bytes);
        exercise(&[b"(;C[", &bytes[..]].concat());
    }

    #[test]
    fn bytes_near_sgf_are_read_or_refused(bytes in near_sgf()) {
        exercise(&bytes);
        exercise(&[b"(;", &bytes[..]].concat());
    }

    #[test]
    fn damaged_files_are_read_or_refused(
        tree in tree(),
        damage in vec((any::<prop::sample::Index>(), any::<u8>(), 0..3_u8), 1..6),
    ) {
        let mut bytes = build(&tree).to_sgf().into_bytes();
        for (place, byte, how) in damage {
            let at = place.index(bytes.len());
            match how {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                _ => bytes.truncate(at + 1),
            }
        }
        exercise(&bytes);
    }

    #[test]
    fn small_limits_refuse_and_never_panic(bytes in near_sgf(), most in 0..6_usize) {
        let bytes = [b"(;", &bytes[..]].concat();
        let all = Limits {
            nodes: most,
            depth: Some(most),
            properties: most,
            properties_per_node: most,
            values: most,
            values_per_property: most,
            value_bytes: most,
            repairs: most,
            ..Limits::default()
        };
        if let Ok(collection) = parse_with(&bytes, &all) {
            prop_assert!(collection.node_count() <= most);
            prop_assert!(collection.repairs().len() <= most);
        }
    }

    #[test]
    fn what_is_built_is_what_is_read(tree in tree()) {
        let built = build(&tree);
        let written = built.to_sgf();
        let read = parse(written.as_bytes()).expect("what we write is readable");
        prop_assert_eq!(&read.to_sgf(), &written);
        prop_assert_eq!(read.node_count(), tree.len());
        let nodes = |c: &Collection| -> Vec<Vec<(String, Vec<String>)>> {
            let game = c.game(0).expect("a game");
            let properties = |n: crate::Node<'_>| n.properties().filter(|p| !p.is("CA")).map(|p| {
                (p.identifier().into_owned(), p.values().map(|v| v.text().into_owned()).collect())
            }).collect();
            game.nodes().map(properties).collect()
        };
        prop_assert_eq!(nodes(&read), nodes(&built));
        let mut expected: Vec<_> = tree.into_iter().map(|(_, properties)| properties).collect();
        let mut found = nodes(&read);
        found.sort();
        expected.sort();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn composed_values_come_back(left in "[^\\s]{0,5}", right in "[^\\s]{0,5}") {
        let mut collection = Collection::new();
        let root = collection.add_game().expect("room");
        let label = Content::Composed((&left).into(), (&right).into());
        collection.set_property(root, "LB", [label]).expect("a good property");
        let read = parse(collection.to_sgf().as_bytes()).expect("what we write is readable");
        let halves = read.game(0).and_then(|g| g.root().property("LB")?.value().composed());
        prop_assert_eq!(halves, Some((left.into(), right.into())));
    }
}
