//! Any bytes as SGF: read, written and read again, they say the same.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(collection) = shinpan_sgf::parse(bytes) else { return };
    for game in collection.games() {
        if let Ok(info) = game.info() {
            for node in game.main_line() {
                drop(node.events(info.size));
            }
        }
    }
    let written = collection.to_sgf();
    let again = shinpan_sgf::parse(written.as_bytes()).expect("what is written is read");
    assert_eq!(again.to_sgf(), written);
    assert_eq!(again.node_count(), collection.node_count());
});
