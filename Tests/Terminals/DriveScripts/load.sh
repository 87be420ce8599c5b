#!/usr/bin/env bash
# Runs the scripts of twenty programs so often beside two busy loops, and prints how many runs passed.
#
#   Tests/Terminals/DriveScripts/load.sh LISAN-DRIVE RUNS
set -euo pipefail
cd "$(dirname "$0")"
drive=$(realpath "$OLDPWD/$1" 2>/dev/null || realpath "$1")
runs=$2
scripts=(bash bc dash dialog-menu fish fzf htop less mandoc mc nano python-curses sqlite3 tmux top vim
  w3m watch whiptail-menu zsh)

folder=$(mktemp -d)
loops=()
trap 'kill "${loops[@]}" 2>/dev/null; rm -rf "$folder"' EXIT
for _ in 1 2; do
  sh -c 'while :; do :; done' &
  loops+=($!)
done
begin=$(date +%s)
"$drive" test "${scripts[@]/%/.drive}" --repeat "$runs" --keep "$folder/kept" >"$folder/tap" || true
passed=$(grep -c '^ok ' "$folder/tap" || true)
skipped=$(grep -c '^ok .* # SKIP' "$folder/tap" || true)
grep -A2 '^not ok' "$folder/tap" || true
echo "$((passed - skipped)) of $((runs * ${#scripts[@]})) runs passed, $skipped were skipped, in $(($(date +%s) - begin)) s"
[ "$passed" -eq $((runs * ${#scripts[@]})) ] && [ "$skipped" -eq 0 ]
