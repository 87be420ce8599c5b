#!/bin/sh
# Feeds the functions for C arbitrary bytes, positions and sizes of arrays.
#
#   Tests/Programs/Fuzzing/text.sh [SECONDS]     # default 600; exits with 0 if nothing was found
set -eu
name=text
. "$(dirname "$0")/build.sh"
text_library TextFuzzer.c
fuzz -max_len=400 corpus
