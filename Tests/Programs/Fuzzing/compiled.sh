#!/bin/sh
# Feeds the reader of compiled catalogs arbitrary bytes, and sound files with bytes changed.
#
#   Tests/Programs/Fuzzing/compiled.sh [SECONDS]     # default 600; exits with 0 if nothing was found
set -eu
name=compiled
. "$(dirname "$0")/build.sh"
shims CSystem
library WritingDirection SystemCalls StrictJSON Localization
fuzzer "$tests/Programs/Fuzzing/CompiledFuzzer.swift"
fuzz -max_len=4096 corpus
