#!/bin/sh
# Builds the emulator with libFuzzer and the address sanitizer, and feeds it arbitrary bytes.
#
#   Tests/Fuzzing/emulator.sh [SECONDS]     # default 600; exits with 0 if nothing was found
#
# SwiftPM cannot link a fuzzer's main function, so the modules are compiled by hand. The recordings
# of real programs are the seeds.
set -eu
seconds=${1:-600}
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$root/.build/fuzz/emulator
emulator=$root/Sources/TerminalEmulator
tests=$root/Tests
mkdir -p "$build/corpus"
cd "$build"

module() {
  name=$1
  shift
  swiftc -O -swift-version 6 -parse-as-library -wmo -sanitize=fuzzer,address -package-name lisan \
    -module-name "$name" -emit-module -emit-module-path "$name.swiftmodule" \
    -I . -c "$@" -o "$name.o"
}
module TerminalEmulator "$emulator"/Emulator/*.swift "$emulator"/Screen/*.swift \
  "$emulator"/Text/*.swift
module EmulatorFuzzer "$tests"/Fuzzing/EmulatorFuzzer.swift \
  "$tests"/TerminalEmulatorTests/EmulatorStress.swift
swiftc -sanitize=fuzzer,address -o fuzzer TerminalEmulator.o EmulatorFuzzer.o

SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0 ./fuzzer -max_total_time="$seconds" \
  -max_len=4096 -timeout=10 -print_final_stats=1 -dict="$tests/Fuzzing/emulator.dict" \
  corpus "$tests/TerminalEmulatorTests/Recordings"
