#!/bin/sh
# Feeds the emulator arbitrary bytes. The recordings of real programs are the seeds.
#
#   Tests/Fuzzing/emulator.sh [SECONDS]     # default 600; exits with 0 if nothing was found
set -eu
name=emulator
. "$(dirname "$0")/build.sh"
library TerminalEmulator
fuzzer "$tests/Fuzzing/EmulatorFuzzer.swift" "$tests/TerminalEmulatorTests/EmulatorStress.swift"
fuzz -max_len=4096 -dict="$tests/Fuzzing/emulator.dict" corpus \
  "$tests/TerminalEmulatorTests/Recordings"
