#!/bin/sh
# Feeds StrictJSON arbitrary bytes. What is read is written, encoded and read again.
#
#   Tests/Programs/Fuzzing/json.sh [SECONDS]     # default 600; exits with 0 if nothing was found
set -eu
name=json
. "$(dirname "$0")/build.sh"
library StrictJSON
fuzzer "$tests/Programs/Fuzzing/JSONFuzzer.swift"
printf '0{"number":1.5,"small":-128,"text":"\\u0644\\n","list":[1,2],"table":{"a":true},"inner":[{}]}' >seeds/sample
printf '1[[[[["\\ud800",null,false]]]], {"a":{"b":[]}} ]' >seeds/nested
fuzz -max_len=2048 -dict="$tests/Programs/Fuzzing/json.dict" corpus seeds
