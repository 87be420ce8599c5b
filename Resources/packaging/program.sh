#!/usr/bin/env bash
# Builds a program for release in FOLDER, where no other build replaces it, and writes FOLDER/NAME.d, which lists what
# the linker read, for the bill of materials.
#
#   program.sh static|dynamic FOLDER NAME [OPTION...]
#
# SWIFT is the toolchain's program. Builds of one commit are identical: programs and debug symbols contain no path of the
# build folder, and no hash of such a path (of a module, or in the name of a cached C module).
set -euo pipefail
kind=$1 folder=$2 name=$3
shift 3
frontend() { for option in "$@"; do flags+=(-Xswiftc -Xfrontend -Xswiftc "$option"); done; }
link() { for option in "$@"; do flags+=(-Xlinker "$option"); done; }

flags=(-c release --scratch-path "$folder" -Xswiftc -file-prefix-map -Xswiftc "$PWD=." -Xcc "-ffile-prefix-map=$PWD=.")
frontend -disable-incremental-llvm-codegen -no-clang-module-breadcrumbs
flags+=(--static-swift-stdlib -Xswiftc -use-ld=lld)
case $kind in
static)
  # Fully static: the program starts in half the time and needs no toolchain where it runs. Types of generic
  # containers are requested by function, because the runtime would first have to parse their names. Functions with
  # identical code are kept once (ICF). `make order` sets the layout, so that a start touches few pages. The C
  # library's start of a static program registers the tables for unwinding, which are then sorted at the first
  # unwinding, such as the end of a thread: 14 ms. Unregistered, they are found by the sorted list that the linker
  # writes. Libraries that other programs load when they need them are linked (`CS_STATIC`).
  flags+=(-Xswiftc -static-executable -Xcc -DCS_STATIC)
  frontend -function-sections -disable-concrete-type-metadata-mangled-name-accessors
  link --icf=all --no-warn-symbol-ordering --symbol-ordering-file="$PWD/Sources/Programs/lisan/startup.order" \
    --eh-frame-hdr
  for function in __register_frame_info __deregister_frame_info; do
    link --wrap="$function" --defsym="__wrap_$function=0"
  done
  # The build does not notice a new version of what Debian has of these.
  linked=$({ dpkg-query -W $(Tests/need.sh --list linked) 2>/dev/null || true; } | sha256sum)
  [ "$linked" = "$(cat "$folder/$name.linked" 2>/dev/null)" ] || rm -f "$folder/release/$name"
  ;;
dynamic)
  # Swift's libraries are linked statically, Debian's dynamically. The loader looks for Debian's only in the system's
  # folders, never beside the program. The short form of addresses (RELR) would save 0.7 MB for each program, but
  # Ubuntu 22.04 does not know it.
  flags+=(--disable-local-rpath)
  ;;
esac
link --dependency-file="$PWD/$folder/$name.d"
"${SWIFT:-swift}" build "${flags[@]}" --product "$name" "$@"
[ -z "${linked:-}" ] || echo "$linked" >"$folder/$name.linked"
