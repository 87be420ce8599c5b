#!/bin/sh
# Builds the text library by Embedded Swift: it has no Swift runtime and needs the C library alone.
#
#   Sources/Text/CLisanText/build.sh FOLDER VERSION        # shared and static library, header, .pc file
#   Sources/Text/CLisanText/build.sh FOLDER VERSION wasm   # lisantext.wasm
#   Sources/Text/CLisanText/build.sh FOLDER VERSION aarch64  # static library for Linux on arm64
#   Sources/Text/CLisanText/build.sh FOLDER VERSION threads FILE.c
#
# For arm64 it needs Debian's binutils-aarch64-linux-gnu. The last one builds the program `threads` of a C file and the library, with the thread sanitizer.
# SWIFTC names another compiler.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
sources=${here%/*}
mkdir -p "$1"
out=$(cd "$1" && pwd)
version=$2
target=${3:-native}
swiftc=${SWIFTC:-swiftc}
tools=$(dirname "$(command -v "$swiftc")")
objects=$out/objects-$target
rm -rf "$objects"
mkdir -p "$objects"

# module NAME FILE...
module() {
  name=$1
  shift
  # shellcheck disable=SC2086
  "$swiftc" $options -module-name "$name" -emit-module -emit-module-path "$objects/$name.swiftmodule" \
    -c -o "$objects/$name.o" "$@"
}

modules() {
  options="-swift-version 6 -enable-experimental-feature Embedded -wmo -parse-as-library \
    -package-name lisan -warnings-as-errors -Xfrontend -function-sections \
    -Xfrontend -disable-incremental-llvm-codegen -I $objects -I $here \
    -file-prefix-map ${sources%/*/*}=. $*"
  module WritingDirection "$sources"/WritingDirection/*.swift
  module Cells "$sources"/Cells/*.swift
  # shellcheck disable=SC2046
  module BidiText $(find "$sources/BidiText" -name '*.swift' | LC_ALL=C sort)
  module MirrorLayout "$sources"/MirrorLayout/Exports.swift "$sources"/MirrorLayout/Encoding/*.swift
  module LisanText "$sources"/LisanText/*.swift
}

# Data of the standard library, of which nearly nothing is linked.
embedded=$tools/../lib/swift/embedded

if [ "$target" = wasm ]; then
  modules -Osize -target wasm32-unknown-none-wasm -Xfrontend -disable-stack-protector
  "$tools/clang" --target=wasm32 -Oz -ffreestanding -fno-builtin -mbulk-memory -Wall -Werror \
    -c -o "$objects/memory.o" "$here/memory.c"
  # shellcheck disable=SC2046
  "$tools/wasm-ld" --no-entry --gc-sections --strip-all -z stack-size=262144 \
    $(sed 's/^/--export=/' "$here"/symbols*) --export=malloc --export=free \
    --export=exhausted --export=__stack_pointer \
    -o "$out/lisantext.wasm" "$objects"/*.o \
    "$embedded/wasm32-unknown-none-wasm/libswiftUnicodeDataTables.a"
  exit
fi

# archive TABLES OUTPUT [MACHINE-]: one object in an archive, in which only the functions of the header can be
# seen. MACHINE- begins the names of the tools for another machine.
archive() {
  # shellcheck disable=SC2046
  "${3-}ld" -r --gc-sections $(sed 's/^/-u /' "$here"/symbols*) -o "$objects/whole.o.r" "$objects"/*.o "$1"
  cat "$here"/symbols* >"$objects/symbols"
  "${3-}objcopy" --keep-global-symbols="$objects/symbols" --strip-debug "$objects/whole.o.r" "$objects/lisantext.o"
  rm -f "$2"
  "${3-}ar" rcD "$2" "$objects/lisantext.o"
}

if [ "$target" = aarch64 ]; then
  modules -O -Xcc -fPIC -target aarch64-none-none-elf
  archive "$embedded/aarch64-none-none-elf/libswiftUnicodeDataTables.a" "$out/liblisantext-aarch64.a" aarch64-linux-gnu-
  exit
fi

tables=$(ls "$embedded/$(uname -m)"-unknown-linux-gnu/libswiftUnicodeDataTables.a)
if [ "$target" = threads ]; then
  modules -O -sanitize=thread
  # The sanitizer of Swift's toolchain needs its dispatch library.
  swift=$tools/../lib/swift/linux
  "$tools/clang" -O2 -Wall -Werror -fsanitize=thread -I "$here" -o "$out/threads" "$4" "$objects"/*.o \
    "$tables" -L"$swift" -Wl,-rpath,"$swift" -ldispatch -lBlocksRuntime
  exit
fi

modules -O -Xcc -fPIC
# `symbols` has those of the first version, and symbols.2 those that the second one added.
{
  printf 'LISAN_TEXT_1 {\n  global:\n'
  sed 's/.*/    &;/' "$here/symbols"
  printf '  local: *;\n};\nLISAN_TEXT_2 {\n  global:\n'
  sed 's/.*/    &;/' "$here/symbols.2"
  printf '} LISAN_TEXT_1;\n'
} >"$objects/version.map"
name=liblisantext.so.1
"$tools/clang" -shared -fuse-ld=lld -o "$out/$name" "$objects"/*.o "$tables" -Wl,--gc-sections \
  -Wl,--version-script="$objects/version.map" -Wl,-soname,"$name" -Wl,--no-undefined \
  -Wl,-z,relro -Wl,-z,now -Wl,--build-id -Wl,--strip-all -Wl,--dependency-file="$out/$name.d"
ln -sf "$name" "$out/liblisantext.so"

archive "$tables" "$out/liblisantext.a"

cp "$here/lisantext.h" "$out/"
# For this folder. `make install-c-library` writes others into it.
cat >"$out/lisantext.pc" <<END
prefix=\${pcfiledir}
includedir=\${prefix}
libdir=\${prefix}

Name: lisantext
Description: Bidirectional text in the cells of a terminal
Version: $version
Libs: -L\${libdir} -llisantext
Cflags: -I\${includedir}
END
