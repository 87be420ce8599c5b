#!/bin/sh
# Feeds the readers of catalogs arbitrary bytes. The fixtures are the seeds.
#
#   Tests/Programs/Fuzzing/catalogs.sh [SECONDS]     # default 600; exits with 0 if nothing was found
set -eu
name=catalogs
. "$(dirname "$0")/build.sh"
shims CSystem
library WritingDirection SystemCalls StrictJSON Localization
fuzzer "$tests/Programs/Fuzzing/CatalogFuzzer.swift"

# The first byte of an input chooses the reader.
seed() { # BYTE NUMBER FILE
  { printf '%s' "$1"; cat "$3"; } >"seeds/$2"
}
number=0
for file in "$tests"/Languages/LocalizationTests/Fixtures/Resources/*.lproj/*.strings; do
  number=$((number + 1))
  seed 0 $number "$file"
done
for file in "$tests"/Languages/LocalizationTests/Fixtures/Resources/*.lproj/*.stringsdict; do
  number=$((number + 1))
  seed 1 $number "$file"
done
printf '2n %% 10 = 2..4,9 and n %% 100 != 12..14 or v = 0' >seeds/rule
fuzz -max_len=4096 -dict="$tests/Programs/Fuzzing/catalogs.dict" corpus seeds
