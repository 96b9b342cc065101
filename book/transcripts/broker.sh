#!/usr/bin/env bash
# Chapter 19: ActiveMQ, a message broker, votes yes, is killed, and keeps its word. Its output is broker.txt.
#
#     bash book/transcripts/broker.sh > book/transcripts/broker.txt
#
# Needs Debian's packages activemq, libactivemq-java and a JDK from 17 on.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
lab=$(mktemp -d)
classes="/usr/share/java/*:/usr/share/activemq/lib/*"
broker=

run() { java -Xmx128m -cp "$lab:$classes" Broker "$@" 2>>"$lab/log"; }
serve() {
  java -Xmx128m -cp "$lab:$classes" Broker serve "$lab/data" >>"$lab/log" 2>&1 &
  broker=$!
  until (exec 3<>/dev/tcp/127.0.0.1/25616) 2>/dev/null; do sleep 0.1; done
}
ends() {
  [ -z "$broker" ] || kill -9 "$broker" 2>/dev/null || true
  wait 2>/dev/null || true
  rm -rf "$lab"
}
trap ends EXIT

javac -cp "$classes" -d "$lab" "$here/Broker.java" 2>>"$lab/log" || { cat "$lab/log" >&2; exit 1; }
serve
printf -- '-- 1. a client sends within t1, has it prepared, and dies with the answer\n'
run prepare || printf 'client: gone\n'
run look
printf -- '-- 2. kill -9 of the broker, and a new start\n'
kill -9 "$broker"
wait "$broker" 2>/dev/null || true
serve
run look
printf -- '-- 3. another client asks what is in doubt, and commits it\n'
run resolve
run look
