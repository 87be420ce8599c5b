#!/bin/sh
# Feeds the functions for C arbitrary bytes, positions and sizes of arrays.
#
#   Tests/Programs/Fuzzing/text.sh [SECONDS]     # default 600; exits with 0 if nothing was found
set -eu
name=text
. "$(dirname "$0")/build.sh"
header=$(folder CLisanText)
includes="-I $header"
library WritingDirection Cells BidiText MirrorLayout LisanText
clang -O2 -Wall -Werror -fsanitize=fuzzer-no-link,address -I "$header" \
  -c "$tests/Programs/Fuzzing/TextFuzzer.c" -o TextFuzzer.o
objects="$objects TextFuzzer.o"
fuzz -max_len=400 corpus
