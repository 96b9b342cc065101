#!/usr/bin/env bash
# Chapter 19: MariaDB takes part by XA, is killed, and keeps its word. Its output is xa.txt.
#
#     bash book/transcripts/xa.sh > book/transcripts/xa.txt
#
# Needs Debian's package mariadb-server. Run by root, the server runs as the user mysql.
set -euo pipefail
lab=$(mktemp -d)
port=25522
as=()
[ "$(id -u)" -ne 0 ] || { chown mysql "$lab"; as=(--user=mysql); }
server=
start() {
  mariadbd --no-defaults "${as[@]}" --datadir="$lab/data" --bind-address=127.0.0.1 --port=$port --socket="$lab/socket" \
    --pid-file="$lab/pid" >>"$lab/log" 2>&1 &
  server=$!
  until sql 'SELECT 1' >/dev/null 2>&1; do sleep 0.2; done
}
sql() { mariadb --no-defaults -h 127.0.0.1 -P $port -u root --protocol=tcp -N -f bank -e "$1" 2>&1; }
# say WHO STATEMENT…: one session that ends with its last statement. Below all of them, what it hears.
say() {
  local who=$1 all
  shift
  printf '%s\n' "$who"
  printf '    %s;\n' "$@"
  all=$(printf '%s; ' "$@")
  sql "$all" | tr '\t' ' ' | sed '/^---/d; /^UPDATE/d; /^$/d; s/^/        /' || true
}
ends() {
  [ -z "$server" ] || kill -9 "$server" 2>/dev/null || true
  wait 2>/dev/null || true
  rm -rf "$lab"
}
trap ends EXIT

mariadb-install-db --no-defaults "${as[@]}" --datadir="$lab/data" --skip-test-db \
  --auth-root-authentication-method=normal >>"$lab/log" 2>&1
mkdir "$lab/data/bank"
[ "$(id -u)" -ne 0 ] || chown mysql "$lab/data/bank"
start
sql 'CREATE TABLE accounts (id INT PRIMARY KEY, balance INT NOT NULL) ENGINE = InnoDB; INSERT INTO accounts VALUES (42, 100)'
printf 'MariaDB %s\n' "$(sql 'SELECT version()')"
printf -- '-- 1. prepared, and the session is gone\n'
say coordinator "XA START 't1'" 'UPDATE accounts SET balance = balance - 30 WHERE id = 42' "XA END 't1'" "XA PREPARE 't1'"
printf -- '-- 2. kill -9 of the server, and a new start\n'
kill -9 "$server"
wait "$server" 2>/dev/null || true
start
say customer 'XA RECOVER' 'SELECT balance FROM accounts WHERE id = 42' 'SET innodb_lock_wait_timeout = 2' \
  'UPDATE accounts SET balance = balance - 1 WHERE id = 42'
printf -- '-- 3. from another session\n'
say coordinator "XA COMMIT 't1'" 'SELECT balance FROM accounts WHERE id = 42'
