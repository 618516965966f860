#!/usr/bin/env bash
# Tries a program as it is downloaded: its version, a dialog in UCCI, bench, a
# conversion, and the board.
#
#   release/try.sh PROGRAM
set -euo pipefail
program=$(cd "$(dirname "${1:?usage: try.sh PROGRAM}")" && pwd)/$(basename "$1")
work=$(mktemp -d)
# Windows does not remove a folder that a program still has open: that is no failure.
trap 'kill "${board:-}" 2>/dev/null || true; wait; cd /; rm -rf "$work" || true' EXIT
cd "$work"

fail() { echo "try.sh: $1" >&2 && cat "${2:-/dev/null}" >&2 && exit 1; }

"$program" version >version
grep -qE '^Chuhe v' version || fail 'no version' version
grep -qE '^commit +[0-9a-f]{40}$' version || fail 'no commit, or changes' version
grep -qE '^network +net-' version || fail 'no network' version

printf 'ucci\nposition startpos moves h2e2\ngo depth 10\n' | "$program" >dialog
grep -q '^ucciok' dialog && grep -qE '^bestmove [a-i][0-9][a-i][0-9]' dialog || fail 'no answer in UCCI' dialog

"$program" bench >bench
grep -qE '^[0-9]+ nodes [0-9]+ nps' bench || fail 'no count of nodes' bench

printf '[Event "try"]\n[Result "*"]\n\n1. C2=5 H8+7 *\n' >game.pgn
"$program" convert -to sheet game.pgn >sheet
grep -q '炮二平五' sheet || fail 'no score sheet' sheet

"$program" board -no-open -addr 127.0.0.1:0 >board 2>&1 &
board=$!
for _ in $(seq 100); do
	address=$(grep -oE 'http://127\.0\.0\.1:[0-9]+[^ ]*' board | head -n 1) && break
	sleep 0.1
done
[ -n "${address:-}" ] || fail 'the board does not say its address' board
curl -fsS "$address" >page || fail "the board does not answer at $address" board
grep -q '<html' page || fail 'the board has no page' page
cat version
tail -n 1 bench
