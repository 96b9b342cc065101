#!/usr/bin/env bash
# Chapter 19: a prepared transaction on two real servers, bank-a and bank-b. Prints what each session says
# and hears; the output that the chapter quotes is prepared.txt.
#
#     bash book/transcripts/prepared.sh > book/transcripts/prepared.txt
#
# Needs PostgreSQL's own programs (Debian: postgresql-15). Servers are made in a new folder, listen on
# 127.0.0.1 only, and are gone afterwards. Run by root, they run as the user postgres.
set -euo pipefail

bin=$(dirname "$(readlink -f "$(command -v initdb || echo /usr/lib/postgresql/15/bin/initdb)")")
lab=$(mktemp -d)
declare -A port=([bank-a]=25519 [bank-b]=25520)
root=()
[ "$(id -u)" -ne 0 ] || { chown postgres "$lab"; root=(runuser -u postgres --); }

server() { # server BANK [SETTING…]: starts it and waits
  local bank=$1 setting settings=()
  shift
  for setting in "$@"; do settings+=(-c "$setting"); done
  "${root[@]}" "$bin/postgres" -D "$lab/$bank" -p "${port[$bank]}" -c listen_addresses=127.0.0.1 \
    -c unix_socket_directories= "${settings[@]}" >>"$lab/$bank.log" 2>&1 &
  until psql_to "$bank" -c 'SELECT 1' >/dev/null 2>&1; do sleep 0.1; done
}

psql_to() { # psql_to BANK …
  local bank=$1
  shift
  psql -X -h 127.0.0.1 -p "${port[$bank]}" -U postgres -d bank -A -F ' | ' -P footer=off -P null=none "$@" 2>&1
}

kill_server() { # kill -9 of the postmaster and of each of its children
  local main children child
  main=$(head -1 "$lab/$1/postmaster.pid")
  children=$(pgrep -P "$main")
  kill -9 "$main"
  for child in $children; do kill -9 "$child" 2>/dev/null || true; done
  wait "$main" 2>/dev/null || true
  sleep 1
}

# say WHO BANK STATEMENT…: one session that ends with its last statement. Below each, what it hears.
say() {
  local who=$1 bank=$2
  shift 2
  printf '%s at %s\n' "$who" "$bank"
  printf '%s;\n' "$@" | psql_to "$bank" -a | sed '/^CONTEXT/d; /;$/s/^/    /; /;$/!s/^/        /'
}

# A session that stays open until it is killed. It is fed through a pipe, and asked for a mark at the end.
open() { # open BANK
  coproc session { exec psql -X -h 127.0.0.1 -p "${port[$1]}" -U postgres -d bank -A -F ' | ' -P footer=off 2>&1; }
}
in_session() { # in_session STATEMENT
  local line
  printf '    %s;\n' "$1"
  printf '%s;\n\\echo end-of-answer\n' "$1" >&"${session[1]}"
  while read -r line <&"${session[0]}" && [ "$line" != end-of-answer ]; do printf '        %s\n' "$line"; done
}

note() { printf '\n-- %s\n' "$*"; }

ends() {
  local bank
  for bank in "${!port[@]}"; do
    [ ! -f "$lab/$bank/postmaster.pid" ] || kill -INT "$(head -1 "$lab/$bank/postmaster.pid")" || true
  done
  wait
  rm -rf "$lab"
}
trap ends EXIT

for bank in bank-a bank-b; do
  "${root[@]}" "$bin/initdb" -D "$lab/$bank" -A trust -U postgres -E UTF8 --locale=C --no-sync >/dev/null
done
sed -i "s/^port = .*//" "$lab"/*/postgresql.conf
for bank in bank-a bank-b; do
  "${root[@]}" "$bin/postgres" --single -D "$lab/$bank" postgres >>"$lab/$bank.log" 2>&1 <<<'CREATE DATABASE bank'
done

server bank-a
psql_to bank-a -c 'CREATE TABLE accounts (id int PRIMARY KEY, balance int NOT NULL)' -c 'INSERT INTO accounts VALUES (42, 100)' >/dev/null
psql_to bank-a -A -t -c "SELECT 'PostgreSQL ' || current_setting('server_version')"

note "1. as it is installed"
say somebody bank-a 'SHOW max_prepared_transactions' BEGIN \
  'UPDATE accounts SET balance = balance - 30 WHERE id = 42' "PREPARE TRANSACTION 't1'"
kill -INT "$(head -1 "$lab/bank-a/postmaster.pid")"
wait
server bank-a max_prepared_transactions=16
server bank-b max_prepared_transactions=16
psql_to bank-b -c 'CREATE TABLE accounts (id int PRIMARY KEY, balance int NOT NULL)' -c 'INSERT INTO accounts VALUES (43, 100)' >/dev/null

note "2. with max_prepared_transactions = 16: both banks vote yes, and the coordinator dies"
open bank-a
printf 'coordinator at bank-a\n'
in_session BEGIN
in_session 'UPDATE accounts SET balance = balance - 30 WHERE id = 42'
in_session "PREPARE TRANSACTION 't1'"
say coordinator bank-b BEGIN 'UPDATE accounts SET balance = balance + 30 WHERE id = 43' "PREPARE TRANSACTION 't1'"
kill -9 "$session_PID"
wait "$session_PID" 2>/dev/null || true
printf 'coordinator: kill -9\n'

look=("SELECT gid, owner, database FROM pg_prepared_xacts" "SELECT balance FROM accounts WHERE id = 42"
  "SET lock_timeout = '2s'" "UPDATE accounts SET balance = balance - 1 WHERE id = 42")
note "3. another session, at bank-a"
say customer bank-a "${look[@]}"

note "4. bank-a: kill -9 of the server and all of its processes, and a new start"
kill_server bank-a
server bank-a max_prepared_transactions=16
say customer bank-a "${look[@]}"
say customer bank-a "SELECT mode, pid FROM pg_locks WHERE relation = 'accounts'::regclass"

note "5. what it does to the rest of the table, as long as it lasts"
say somebody bank-a 'INSERT INTO accounts SELECT n, 0 FROM generate_series(1000, 1999) n' \
  'DELETE FROM accounts WHERE id >= 1000'
printf '    VACUUM VERBOSE accounts;\n'
psql_to bank-a -c 'VACUUM VERBOSE accounts' | sed -n 's/^tuples: /        tuples: /p'

note "6. the coordinator is back, as a new process, and finds its decision: commit"
say coordinator bank-a "COMMIT PREPARED 't1'"
say coordinator bank-b "COMMIT PREPARED 't1'"
say customer bank-a "SELECT balance FROM accounts WHERE id = 42"
say customer bank-b "SELECT balance FROM accounts WHERE id = 43"

note "7. it tells bank-a again, for the answer might have been lost"
say coordinator bank-a "COMMIT PREPARED 't1'"

note "8. t2 is in doubt at both, and two operators help"
say coordinator bank-a BEGIN 'UPDATE accounts SET balance = balance - 30 WHERE id = 42' "PREPARE TRANSACTION 't2'"
say coordinator bank-b BEGIN 'UPDATE accounts SET balance = balance + 30 WHERE id = 43' "PREPARE TRANSACTION 't2'"
printf 'coordinator: kill -9\n'
say operator bank-a "ROLLBACK PREPARED 't2'"
say operator bank-b "COMMIT PREPARED 't2'"
say customer bank-a "SELECT balance FROM accounts WHERE id = 42"
say customer bank-b "SELECT balance FROM accounts WHERE id = 43"
