# Every chore by name. `just` lists them.

default:
    @just --list

# Everything CI runs.
ci:
    bash .ci/run

test:
    cargo test --workspace

# The wheel and its tests.
python:
    bash scripts/test-python.sh

lint:
    cargo fmt --all --check
    cargo clippy --workspace --all-targets -- -D warnings

docs:
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps

bench:
    cargo bench --workspace
