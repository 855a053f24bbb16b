//! What the documents show is what the program prints.

use std::path::Path;

#[test]
fn the_documents_show_what_is_printed() {
    // The documents speak from the root of the repository.
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::env::set_current_dir(root).unwrap();
    trycmd::TestCases::new()
        .default_bin_name("shinpan")
        .case("README.md")
        .case("docs/messages.md")
        .run();
}
