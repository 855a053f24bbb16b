#!/usr/bin/env bash
# Installs the programs that some tests compare with; without them those tests are skipped.
#
#   scripts/install-test-tools.sh              all groups
#   scripts/install-test-tools.sh sgf gnugo    only these
#
# Everything but gnugo and PostgreSQL goes into target/test-tools. Running it again changes nothing.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
tools="$PWD/target/test-tools"

SGFMILL=1.1.1
SABAKI_SGF=3.4.7
SABAKI_GTP=3.0.0
PLAYWRIGHT=1.65.1
AXE=4.14.1
TYPESCRIPT=7.0.2

say() { printf '%s\n' "$*"; }

need() {
    if ! command -v "$1" >/dev/null; then
        say "missing: $1, which is needed to install $2" >&2
        return 1
    fi
}

install_sgfmill() {
    local python="$tools/venv/bin/python"
    if [[ "$("$python" -m pip show sgfmill 2>/dev/null)" == *"Version: $SGFMILL"* ]]; then
        say "sgfmill $SGFMILL is there"
        return
    fi
    need python3 sgfmill
    [[ -x "$python" ]] || python3 -m venv "$tools/venv"
    "$python" -m pip install --quiet --disable-pip-version-check "sgfmill==$SGFMILL"
    say "sgfmill $SGFMILL installed"
}

# Packages of npm and their versions. All of ours are named each time, or npm would take away those that are there.
NPM=(
    "@sabaki/sgf@$SABAKI_SGF" "@sabaki/gtp@$SABAKI_GTP" "playwright-core@$PLAYWRIGHT" "axe-core@$AXE"
    "typescript@$TYPESCRIPT"
)

install_npm() {
    local package name wanted=() missing=()
    for package in "${NPM[@]}"; do
        name="${package%@*}"
        if grep -qs "\"version\": \"${package##*@}\"" "$tools/node_modules/$name/package.json"; then
            wanted+=("$package")
        elif [[ " $* " == *" $name "* ]]; then
            wanted+=("$package")
            missing+=("$package")
        fi
    done
    if [[ ${#missing[@]} -eq 0 ]]; then
        say "there: $*"
        return
    fi
    need npm "$*"
    mkdir -p "$tools"
    npm install --prefix "$tools" --no-save --no-audit --no-fund --loglevel=error "${wanted[@]}"
    say "installed: ${missing[*]}"
}

# A package of Debian, unless its program is there.
install_debian() {
    local package="$1" program="$2"
    if command -v "$package" >/dev/null || compgen -G "$program" >/dev/null; then
        say "$package is there"
        return
    fi
    if [[ $EUID -ne 0 ]]; then
        say "$package is missing, and only root can install it: apt-get install $package" >&2
        return 1
    fi
    need apt-get "$package"
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "$package"
    say "$package installed"
}

group_sgf() {
    install_sgfmill
    install_npm @sabaki/sgf
}

group_gtp() {
    install_npm @sabaki/gtp
}

group_gnugo() {
    install_debian gnugo /usr/games/gnugo
}

group_postgres() {
    install_debian postgresql "/usr/lib/postgresql/*/bin/initdb"
}

group_browser() {
    need node "the tests of the page"
    install_debian chromium /usr/bin/chromium
    install_npm playwright-core axe-core typescript
}

groups=(sgf gtp gnugo postgres browser)

if [[ $# -eq 0 ]]; then
    set -- "${groups[@]}"
fi

for group in "$@"; do
    if ! declare -F "group_$group" >/dev/null; then
        say "unknown group: $group (there are: ${groups[*]})" >&2
        exit 2
    fi
done

for group in "$@"; do
    "group_$group"
done
