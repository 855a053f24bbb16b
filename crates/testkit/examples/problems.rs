//! Prints `corpus/problems/problems.toml`.

use shinpan_testkit::problems::{file, problems};

fn main() {
    print!("{}", file(&problems()));
}
