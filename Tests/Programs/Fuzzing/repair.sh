#!/bin/sh
# Feeds TextRepair arbitrary bytes. The recordings of real programs are the seeds.
#
#   Tests/Programs/Fuzzing/repair.sh [SECONDS]     # default 600; exits with 0 if nothing was found
set -eu
name=repair
. "$(dirname "$0")/build.sh"
library WritingDirection Cells BidiText MirrorLayout ControlSequences TerminalEmulator BidiRepair
fuzzer "$tests/Programs/Fuzzing/RepairFuzzer.swift" "$tests/Terminals/BidiRepairTests/RepairStress.swift"
for recording in "$tests"/Terminals/Recordings/streams/*.gz; do
  zcat "$recording" | head -c 4000 >"seeds/$(basename "$recording" .gz)"
done
fuzz -max_len=4096 -dict="$tests/Programs/Fuzzing/repair.dict" corpus seeds \
  "$tests/Terminals/TerminalEmulatorTests/Recordings"
