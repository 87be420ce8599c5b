#!/bin/sh
# Fuzzes the readers of catalogs with libFuzzer and the address sanitizer:
#
#     Tests/Fuzzing/catalogs.sh [SECONDS] [BUILD_DIRECTORY]
#
# The seeds are the fixtures and the inputs that earlier runs found in BUILD_DIRECTORY. A failing
# input is left there as crash-*.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
seconds=${1:-600}
build=${2:-$root/.build/fuzz/catalogs}
mkdir -p "$build/corpus"
build=$(cd "$build" && pwd)

for module in Cells SystemCalls; do
  swiftc -swift-version 6 -O -parse-as-library -emit-module -module-name $module -emit-library \
    -static -o "$build/lib$module.a" -emit-module-path "$build/$module.swiftmodule" \
    "$root"/Sources/$module/*.swift
done
find "$root/Sources/Localization" -name '*.swift' -print0 | xargs -0 swiftc -swift-version 6 -O \
  -parse-as-library -sanitize=fuzzer,address -module-name CatalogFuzzer -I "$build" \
  -L "$build" -lCells -lSystemCalls -o "$build/catalog-fuzzer" "$here/CatalogFuzzer.swift"

# The first byte of an input chooses the reader.
seed() { # BYTE NUMBER FILE
  { printf '%s' "$1"; cat "$3"; } >"$build/corpus/seed-$2"
}
number=0
for file in "$root"/Tests/LocalizationTests/Fixtures/Resources/*.lproj/*.strings; do
  number=$((number + 1))
  seed 0 $number "$file"
done
for file in "$root"/Tests/LocalizationTests/Fixtures/Resources/*.lproj/*.stringsdict; do
  number=$((number + 1))
  seed 1 $number "$file"
done
printf '2n %% 10 = 2..4,9 and n %% 100 != 12..14 or v = 0' >"$build/corpus/seed-rule"

cd "$build"
# The sanitizer reports on its own; Swift's backtraces would wait for input after a crash.
SWIFT_BACKTRACE=enable=no exec ./catalog-fuzzer -max_total_time="$seconds" -timeout=10 \
  -max_len=4096 -dict="$here/catalogs.dict" -print_final_stats=1 corpus
