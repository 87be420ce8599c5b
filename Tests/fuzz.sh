#!/usr/bin/env bash
# The long versions of short runs in `make test`: libFuzzer for each parser, a million random lines compared with ICU,
# FriBidi and the text library for C, 100,000 keys, clicks and pastes on the screen, 100,000 random streams through
# lisan run. Then schemathesis, which sends the server valid and invalid requests generated from its API document.
#
#   Tests/fuzz.sh SWIFT LIBRARY SECONDS EXAMPLES
#
# LIBRARY is the built text library, SECONDS the time for each parser, EXAMPLES the number of requests for each
# operation.
set -euo pipefail
swift=$1 library=$PWD/$2 seconds=$3 examples=$4
test=("$swift" test --enable-swift-testing -c release --filter)
LISAN_FUZZ_LINES=1000000 "${test[@]}" 'BidiDifferential|JoiningDifferential|RuleByRule'
LISAN_FUZZ_LINES=1000000 LISAN_TEXT_LIBRARY=$library "${test[@]}" 'BuiltLibraryTests|ClusterTests'
for seed in 1 2 3 4; do LISAN_FUZZ_EVENTS=25000 LISAN_FUZZ_SEED=$seed "${test[@]}" ScreenFuzz; done
LISAN_FUZZ_STREAMS=100000 "${test[@]}" 'RunRelayTests.*randomStreams'
for name in bidi text emulator repair drive catalogs compiled json; do Tests/Programs/Fuzzing/$name.sh "$seconds"; done
"$swift" build -c release --product lisan-server
Tests/Server/AccountServerTests/schemathesis.sh .build/release/lisan-server "$examples"
