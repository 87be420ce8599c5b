#!/bin/sh
# Feeds lisan-drive arbitrary bytes as scripts, tapes, recordings, requests and typed input. The scripts of the
# tests are the seeds.
#
#   Tests/Programs/Fuzzing/drive.sh [SECONDS]     # default 600; exits with 0 if nothing was found
set -eu
name=drive
. "$(dirname "$0")/build.sh"
shims CSystem
library WritingDirection Cells BidiText SystemCalls StrictJSON Localization CommandLineTool PackageVersion \
  ControlSequences TerminalEmulator TerminalHarness DriveScript
fuzzer "$tests/Programs/Fuzzing/DriveFuzzer.swift"

# The first byte of an input chooses the reader.
for script in "$tests"/Terminals/DriveScripts/*.drive; do
  { printf 0; cat "$script"; } >"seeds/$(basename "$script")"
done
printf '%s\n' '1Output a.gif' 'Set Theme { "name": "x" }' 'Set FontSize 20' "Type@50ms \"echo 'a'\" Enter 2" \
  'Wait+Screen@2s /a+/ # comment' 'Ctrl+Alt+Delete Sleep 1.5s Screenshot `a.png`' >seeds/tape
printf '%s\n' '2{"version": 3, "term": {"cols": 80, "rows": 24, "type": "xterm"}, "env": {"LANG": "C"}}' '# comment' \
  '[0.5, "o", "a\u001b[1mb"]' '[1e3, "r", "90x30"]' '[0.1, "i", "x\u001b[A"]' '[0.1, "x", "0"]' >seeds/cast3
printf '%s\n' '2{"version": 2, "width": 80, "height": 24, "duration": 1.5}' '[0.5, "o", "a"]' '[1, "m", "b"]' >seeds/cast2
printf '%s' '3{"id": 1, "session": "a", "do": ["size 80x24", "limit 1s"]}' >seeds/do
printf '%s' '3{"id": 1, "get": "text", "region": "2,0 to 5,20"}' >seeds/get
printf '%s' '3{"any": ["wait for \"a\"", "wait for exit"]}' >seeds/any
printf '4ls -l\r\003\033[A\033[1;5C\033[<0;5;5M\033[<0;5;5m\033[200~pasted\033[201~\033[I\177' >seeds/typed
fuzz -max_len=2048 -dict="$tests/Programs/Fuzzing/drive.dict" corpus seeds
