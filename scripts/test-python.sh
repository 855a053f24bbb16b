#!/usr/bin/env bash
# Builds the wheel of crates/python, installs it in an environment of its own under target/, and runs its tests: the case
# book, the docstrings, the tutorial docs/python.md, the stubs, the types, and the tables of `shinpan batch`.
#
#   scripts/test-python.sh            everything but Spark
#   scripts/test-python.sh --spark    Spark too: needs Java 17 or later, and downloads about 450 MB
#   scripts/test-python.sh -k NAME    what follows goes to pytest
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

MATURIN=1.16.0
PINNED=(numpy==2.4.6 pandas==3.1.1 polars==2.1.0 pyarrow==26.0.1 sgfmill==1.1.1 pytest==9.2.0 pytest-xdist==3.8.0 mypy==2.4.1)
PYSPARK=4.3.0

tools="$PWD/target/python"
python="$tools/venv/bin/python"
if [[ "${1:-}" == --spark ]]; then
    shift
    PINNED+=("pyspark==$PYSPARK")
    export SHINPAN_SPARK=1
fi

mkdir -p "$tools"
[[ -x "$python" ]] || python3 -m venv "$tools/venv"
wanted="maturin==$MATURIN ${PINNED[*]}"
if [[ "$(cat "$tools/installed" 2>/dev/null)" != "$wanted" ]]; then
    "$python" -m pip install --quiet --disable-pip-version-check "maturin==$MATURIN" "${PINNED[@]}"
    echo "$wanted" >"$tools/installed"
fi

# The programs as `cargo test --workspace` builds them, so that nothing is compiled twice; the wheel in the same profile.
built="${CARGO_TARGET_DIR:-$PWD/target}/debug"
cargo test --quiet --locked --workspace --no-run
"$built/examples/as_json" >"$tools/cases.ndjson"
rm -rf "$tools/wheels"
"$python" -m maturin build --quiet --locked --profile dev --manifest-path crates/python/Cargo.toml \
    --interpreter "$python" --out "$tools/wheels"
"$python" -m pip install --quiet --disable-pip-version-check --force-reinstall --no-deps "$tools"/wheels/*.whl

export SHINPAN_PROGRAM="$built/shinpan" SHINPAN_CASES="$tools/cases.ndjson"
cd crates/python
"$python" -m mypy --no-error-summary
"$python" -m mypy.stubtest --mypy-config-file pyproject.toml shinpan._shinpan
# A file is one process's, for Spark is started once.
"$python" -m pytest --quiet -p no:cacheprovider --numprocesses 2 --dist loadfile "$@"
