#!/bin/sh
# Feeds the emulator arbitrary bytes. The recordings of real programs are the seeds.
#
#   Tests/Programs/Fuzzing/emulator.sh [SECONDS]     # default 600; exits with 0 if nothing was found
set -eu
name=emulator
. "$(dirname "$0")/build.sh"
library ControlSequences TerminalEmulator
fuzzer "$tests/Programs/Fuzzing/EmulatorFuzzer.swift" "$tests/Terminals/TerminalEmulatorTests/EmulatorStress.swift"
fuzz -max_len=4096 -dict="$tests/Programs/Fuzzing/emulator.dict" corpus \
  "$tests/Terminals/TerminalEmulatorTests/Recordings"
