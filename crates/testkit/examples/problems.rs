//! Prints `corpus/problems/problems.toml`.

use shinpan_testkit::problems;

fn main() {
    print!("{}", problems::file());
}
