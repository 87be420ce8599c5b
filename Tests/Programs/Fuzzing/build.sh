# Compiles Swift modules with libFuzzer and the address sanitizer. The scripts beside it source it:
#
#   name=json; . "$(dirname "$0")/build.sh"; library StrictJSON; fuzzer JSONFuzzer.swift; fuzz
#
# SwiftPM cannot link a fuzzer's main function, so the modules are compiled by hand. The build and the
# corpus are in .build/fuzz/$name; a failing input is left there as crash-*. `seconds` comes from the
# script's first argument and is 600 without one.
seconds=${1:-600}
root=$(cd "$(dirname "$0")/../../.." && pwd)
tests=$root/Tests
build=$root/.build/fuzz/$name
mkdir -p "$build/corpus" "$build/seeds"
cd "$build"
objects=
includes=

# module NAME FILE...
module() {
  module=$1
  shift
  swiftc -O -swift-version 6 -parse-as-library -wmo -sanitize=fuzzer,address -package-name lisan \
    -enable-testing -module-name "$module" -emit-module -emit-module-path "$module.swiftmodule" \
    -I . $includes -c "$@" -o "$module.o"
  objects="$objects $module.o"
}

# folder NAME: that of a target of Sources, in whichever room it is
folder() { find "$root/Sources" -mindepth 1 -maxdepth 2 -type d -name "$1"; }

# library NAME...: a target of Sources
library() {
  for target in "$@"; do
    module "$target" $(find "$(folder "$target")" -name '*.swift')
  done
}

# shims NAME: a target of C files
shims() {
  place=$(folder "$1")
  mkdir -p "shims/$1"
  printf 'module %s {\n  umbrella "%s"\n  export *\n}\n' "$1" "$place/include" \
    >"shims/$1/module.modulemap"
  includes="$includes -I shims/$1"
  for file in "$place"/*.c; do
    clang -O2 -D_GNU_SOURCE -fsanitize=fuzzer-no-link,address -I "$place/include" \
      -c "$file" -o "$1-$(basename "$file" .c).o"
    objects="$objects $1-$(basename "$file" .c).o"
  done
}

# fuzzer FILE...: the module with libFuzzer's entry
fuzzer() { module Fuzzer "$@"; }

# fuzz OPTION|CORPUS...
fuzz() {
  swiftc -sanitize=fuzzer,address -o fuzzer $objects
  # The sanitizer reports on its own; Swift's backtraces would wait for input after a crash.
  SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0 ./fuzzer -max_total_time="$seconds" \
    -timeout=10 -print_final_stats=1 "$@"
}
