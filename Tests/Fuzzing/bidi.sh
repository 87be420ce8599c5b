#!/bin/sh
# Builds BidiText with libFuzzer and the address sanitizer, and feeds it arbitrary bytes.
#
#   Tests/Fuzzing/bidi.sh [SECONDS]     # default 600; exits with 0 if nothing was found
#
# SwiftPM cannot link a fuzzer's main function, so the modules are compiled by hand.
set -eu
seconds=${1:-600}
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$root/.build/fuzz/bidi
mkdir -p "$build/corpus"
cd "$build"

module() {
  name=$1
  shift
  swiftc -O -swift-version 6 -parse-as-library -wmo -sanitize=fuzzer,address \
    -module-name "$name" -emit-module -emit-module-path "$name.swiftmodule" \
    -I . -c "$@" -o "$name.o"
}
module Cells $(find "$root/Sources/Cells" -name "*.swift")
module BidiText $(find "$root/Sources/BidiText" -name "*.swift")
module BidiSamples "$root"/Tests/BidiSamples/*.swift
module BidiFuzzer "$root"/Tests/Fuzzing/BidiFuzzer.swift
swiftc -sanitize=fuzzer,address -o fuzzer Cells.o BidiText.o BidiSamples.o BidiFuzzer.o

SWIFT_BACKTRACE=enable=no ./fuzzer -max_total_time="$seconds" -max_len=400 -timeout=10 \
  -print_final_stats=1 corpus
