#!/bin/sh
# Feeds the whole layout of BidiText arbitrary bytes.
#
#   Tests/Programs/Fuzzing/bidi.sh [SECONDS]     # default 600; exits with 0 if nothing was found
set -eu
name=bidi
. "$(dirname "$0")/build.sh"
library WritingDirection Cells BidiText
module BidiSamples "$tests"/BidiSamples/*.swift
fuzzer "$tests/Programs/Fuzzing/BidiFuzzer.swift"
fuzz -max_len=400 corpus
