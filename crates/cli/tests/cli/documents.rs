//! What the documents show is what the program prints.

#[test]
fn the_readme_shows_what_is_printed() {
    trycmd::TestCases::new().default_bin_name("shinpan").case("../../README.md").run();
}
