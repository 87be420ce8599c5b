#!/bin/sh
# Builds TextRepair with libFuzzer and the address sanitizer, and feeds it arbitrary bytes.
#
#   Tests/Fuzzing/repair.sh [SECONDS]     # default 600; exits with 0 if nothing was found
#
# SwiftPM cannot link a fuzzer's main function, so the modules are compiled by hand. The recordings
# of real programs are the seeds.
set -eu
seconds=${1:-600}
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$root/.build/fuzz/repair
tests=$root/Tests
mkdir -p "$build/corpus" "$build/seeds"
cd "$build"

module() {
  name=$1
  shift
  swiftc -O -swift-version 6 -parse-as-library -wmo -sanitize=fuzzer,address -package-name lisan \
    -module-name "$name" -emit-module -emit-module-path "$name.swiftmodule" \
    -I . -c "$@" -o "$name.o"
}
objects=
for name in WritingDirection Cells BidiText MirrorLayout TerminalEmulator TextRepair; do
  module $name $(find "$root/Sources/$name" -name "*.swift")
  objects="$objects $name.o"
done
module RepairFuzzer "$tests"/Fuzzing/RepairFuzzer.swift "$tests"/TextRepairTests/RepairStress.swift
swiftc -sanitize=fuzzer,address -o fuzzer $objects RepairFuzzer.o
for recording in "$tests"/Recordings/streams/*.gz; do
  zcat "$recording" | head -c 4000 > "seeds/$(basename "$recording" .gz)"
done

SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0 ./fuzzer -max_total_time="$seconds" \
  -max_len=4096 -timeout=10 -print_final_stats=1 -dict="$tests/Fuzzing/repair.dict" \
  corpus seeds "$tests/TerminalEmulatorTests/Recordings"
