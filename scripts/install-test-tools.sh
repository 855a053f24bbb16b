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

# A package of npm and its version. Those that are there are named too, or npm would take them away.
install_npm() {
    local name="$1" version="$2" package="$tools/node_modules/$1/package.json" others=()
    if grep -qs "\"version\": \"$version\"" "$package"; then
        say "$name $version is there"
        return
    fi
    need npm "$name"
    mkdir -p "$tools"
    [[ -d "$tools/node_modules/@sabaki/sgf" ]] && others+=("@sabaki/sgf@$SABAKI_SGF")
    [[ -d "$tools/node_modules/@sabaki/gtp" ]] && others+=("@sabaki/gtp@$SABAKI_GTP")
    [[ -d "$tools/node_modules/playwright-core" ]] && others+=("playwright-core@$PLAYWRIGHT")
    [[ -d "$tools/node_modules/axe-core" ]] && others+=("axe-core@$AXE")
    [[ -d "$tools/node_modules/typescript" ]] && others+=("typescript@$TYPESCRIPT")
    npm install --prefix "$tools" --no-save --no-audit --no-fund --loglevel=error \
        "${others[@]}" "$name@$version"
    say "$name $version installed"
}

install_gnugo() {
    if command -v gnugo >/dev/null || [[ -x /usr/games/gnugo ]]; then
        say "gnugo is there"
        return
    fi
    if [[ $EUID -ne 0 ]]; then
        say "gnugo is missing, and only root can install it: apt-get install gnugo" >&2
        return 1
    fi
    need apt-get gnugo
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -qq -y gnugo
    say "gnugo installed"
}

install_postgres() {
    if compgen -G "/usr/lib/postgresql/*/bin/initdb" >/dev/null; then
        say "PostgreSQL is there"
        return
    fi
    if [[ $EUID -ne 0 ]]; then
        say "PostgreSQL is missing, and only root can install it: apt-get install postgresql" >&2
        return 1
    fi
    need apt-get PostgreSQL
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends postgresql
    say "PostgreSQL installed"
}

install_chromium() {
    if command -v chromium >/dev/null; then
        say "chromium is there"
        return
    fi
    if [[ $EUID -ne 0 ]]; then
        say "chromium is missing, and only root can install it: apt-get install chromium" >&2
        return 1
    fi
    need apt-get chromium
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -qq -y chromium
    say "chromium installed"
}

group_sgf() {
    install_sgfmill
    install_npm @sabaki/sgf "$SABAKI_SGF"
}

group_gtp() {
    install_npm @sabaki/gtp "$SABAKI_GTP"
}

group_gnugo() {
    install_gnugo
}

group_postgres() {
    install_postgres
}

group_browser() {
    need node "the tests of the page"
    install_chromium
    install_npm playwright-core "$PLAYWRIGHT"
    install_npm axe-core "$AXE"
    install_npm typescript "$TYPESCRIPT"
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
