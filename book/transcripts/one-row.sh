#!/usr/bin/env bash
# Chapter 19: how many debits of one row a server carries out, alone and as one of two banks. Its output
# is one-row.txt; the first two numbers depend on the machine, the others hardly do.
#
#     bash book/transcripts/one-row.sh > book/transcripts/one-row.txt
#
# Needs PostgreSQL's own programs (Debian: postgresql-15). Run by root, the server runs as postgres.
set -euo pipefail

bin=$(dirname "$(readlink -f "$(command -v initdb || echo /usr/lib/postgresql/15/bin/initdb)")")
lab=$(mktemp -d)
port=25521
root=()
[ "$(id -u)" -ne 0 ] || { chown postgres "$lab"; root=(runuser -u postgres --); }
ends() {
  [ ! -f "$lab/bank/postmaster.pid" ] || kill -INT "$(head -1 "$lab/bank/postmaster.pid")" || true
  wait
  rm -rf "$lab"
}
trap ends EXIT
to() { "$bin/$1" -h 127.0.0.1 -p "$port" -U postgres "${@:2}"; }

"${root[@]}" "$bin/initdb" -D "$lab/bank" -A trust -U postgres -E UTF8 --locale=C --no-sync >/dev/null
"${root[@]}" "$bin/postgres" -D "$lab/bank" -p "$port" -c listen_addresses=127.0.0.1 -c unix_socket_directories= \
  -c max_prepared_transactions=16 >"$lab/log" 2>&1 &
until to psql -X -q -d postgres -c 'SELECT 1' >/dev/null 2>&1; do sleep 0.1; done
to psql -X -q -d postgres -c 'CREATE TABLE accounts (id int PRIMARY KEY, balance bigint NOT NULL)' \
  -c 'INSERT INTO accounts VALUES (42, 0)'

debit='UPDATE accounts SET balance = balance - 30 WHERE id = 42;'
prepare="PREPARE TRANSACTION 't:client_id';"
commit="COMMIT PREPARED 't:client_id';"
# rate NAME LINE…: eight clients, ten seconds, one row
rate() {
  local name=$1
  shift
  printf '%s\n' "$@" >"$lab/script"
  printf '%-52s %6.0f debits a second\n' "$name" \
    "$(to pgbench -n -c 8 -j 2 -T 10 -f "$lab/script" postgres 2>>"$lab/log" | sed -n 's/^tps = \([0-9.]*\).*/\1/p')"
}

printf 'PostgreSQL %s, 8 clients, 10 s each, all on account 42\n' "$(to psql -X -q -A -t -d postgres -c 'SHOW server_version')"
rate 'COMMIT' 'BEGIN;' "$debit" 'COMMIT;'
rate 'PREPARE TRANSACTION, COMMIT PREPARED at once' 'BEGIN;' "$debit" "$prepare" "$commit"
for ms in 1 10 80; do
  rate "PREPARE TRANSACTION, $ms ms, COMMIT PREPARED" 'BEGIN;' "$debit" "$prepare" "\\sleep $ms ms" "$commit"
done
