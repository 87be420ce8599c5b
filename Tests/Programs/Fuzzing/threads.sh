#!/bin/sh
# Lets eight threads use one text and one line of the text library under the thread sanitizer.
#
#   Tests/Programs/Fuzzing/threads.sh     # exits with 0 if there is no race
set -eu
name=threads
sanitizers=thread
. "$(dirname "$0")/build.sh"
text_library TextThreads.c
swiftc -sanitize=thread -o threads $objects
# A report makes the exit code 66. Swift's backtraces would wait for input after a crash.
SWIFT_BACKTRACE=enable=no ./threads
