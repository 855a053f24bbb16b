#!/usr/bin/env bash
# Runs a command with a PostgreSQL server of its own, which lives in a folder that is deleted afterwards:
#
#   scripts/with-postgres.sh cargo test -p shinpan-serve
#
# The command finds it in SHINPAN_TEST_DATABASE, and the certificate of its server in SHINPAN_TEST_CERTIFICATE. Needs the programs of Debian's package postgresql
# (scripts/install-test-tools.sh postgres).
set -euo pipefail

programs="$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1 || true)"
if [[ -z "$programs" ]]; then
    printf '%s\n' "missing: PostgreSQL; scripts/install-test-tools.sh postgres installs it" >&2
    exit 2
fi

folder="$(mktemp -d)"
# PostgreSQL refuses to run as root; Debian's package makes a user for it.
as=()
if [[ $EUID -eq 0 ]]; then
    as=(setpriv --reuid=postgres --regid=postgres --clear-groups)
    chown postgres:postgres "$folder"
fi
run() { (cd "$folder" && "${as[@]}" env HOME="$folder" "$@"); }

stop() {
    run "$programs/pg_ctl" --pgdata="$folder/data" --mode=immediate stop >/dev/null 2>&1 || true
    rm -rf "$folder"
}
trap stop EXIT

run "$programs/initdb" --pgdata="$folder/data" --auth=trust --username=shinpan --encoding=UTF8 \
    --locale=C --no-sync >"$folder/log" 2>&1 || { cat "$folder/log" >&2; exit 2; }

# A certificate that it has signed itself, for connections with TLS.
run openssl req -new -x509 -days 2 -nodes -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -subj /CN=127.0.0.1 \
    -addext basicConstraints=critical,CA:FALSE -addext subjectAltName=IP:127.0.0.1 \
    -keyout "$folder/data/server.key" -out "$folder/data/server.crt" >>"$folder/log" 2>&1 || { cat "$folder/log" >&2; exit 2; }
# The tests read it as whoever they are.
export SHINPAN_TEST_CERTIFICATE="$folder/server.crt"
cp "$folder/data/server.crt" "$SHINPAN_TEST_CERTIFICATE"

# A port that is free, on this machine's own address.
for _ in 1 2 3 4 5; do
    port=$((20000 + RANDOM % 20000))
    options="-c ssl=on -c listen_addresses=127.0.0.1 -c port=$port -c unix_socket_directories= -c max_connections=200"
    if run "$programs/pg_ctl" --pgdata="$folder/data" --log="$folder/server" --wait \
        --options="$options" start >>"$folder/log" 2>&1; then
        export SHINPAN_TEST_DATABASE="postgres://shinpan@127.0.0.1:$port/postgres"
        break
    fi
done
if [[ -z "${SHINPAN_TEST_DATABASE:-}" ]]; then
    cat "$folder/server" >&2
    exit 2
fi

"$@"
