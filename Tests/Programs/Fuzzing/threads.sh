#!/bin/sh
# Lets eight threads use one text and one line of the text library under the thread sanitizer. That is the
# library by Embedded Swift, whose reference counts and atomics the sanitizer sees.
#
#   Tests/Programs/Fuzzing/threads.sh     # exits with 0 if there is no race
set -eu
cd "$(dirname "$0")/../../.."
Sources/Text/CLisanText/build.sh .build/fuzz/threads 0 threads Tests/Programs/Fuzzing/TextThreads.c
.build/fuzz/threads/threads
