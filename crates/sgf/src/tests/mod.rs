//! Tests across modules: hostile files, encodings, laws, very deep and very long games.

mod deep;
mod encodings;
mod events;
mod laws;
mod nasty;

use crate::Collection;

fn read(text: &str) -> Collection {
    crate::parse(text.as_bytes()).expect("readable")
}

/// What was put right, one text for each.
fn repairs(collection: &Collection) -> Vec<String> {
    collection.repairs().iter().map(ToString::to_string).collect()
}

/// The written text without line breaks between nodes.
fn joined(collection: &Collection) -> String {
    collection.to_sgf().replace('\n', "")
}

/// For each node its parent and its properties, but for `CA`, which the writer may change.
fn shape(collection: &Collection) -> Vec<(Option<usize>, Vec<String>)> {
    let nodes = collection.games().flat_map(|game| game.nodes().collect::<Vec<_>>());
    let mut place = vec![0; collection.node_count()];
    let mut shape = Vec::new();
    for node in nodes {
        place[node.id().index()] = shape.len();
        let parent = node.parent().map(|parent| place[parent.id().index()]);
        let properties = node.properties().filter(|p| !p.is("CA"));
        shape.push((parent, properties.map(|p| p.to_string()).collect()));
    }
    shape
}
