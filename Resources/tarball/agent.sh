#!/usr/bin/env bash
# Builds the agent of the archive: static, so it links the libraries of libraries.sh.
#
#   Resources/tarball/agent.sh SCRATCH FOLDER    writes FOLDER/lisan-agent, and SCRATCH/lisan-agent.d
#
# SCRATCH is the folder of the other static programs. Only what is built for the agent changes there, and the link that
# `make app` makes stays.
set -euo pipefail
scratch=$1 folder=$2
Resources/tarball/libraries.sh "$folder/libraries"
beside=$(readlink "$scratch/release/lisan-agent") || true
rm -f "$scratch/release/lisan-agent"
libraries=()
for library in curl dbus-1 ssl crypto cares icui18n icuuc icudata stdc++; do libraries+=(-Xlinker "-l$library"); done
Resources/packaging/program.sh static "$scratch" lisan-agent -Xlinker "-L$PWD/$folder/libraries/lib" "${libraries[@]}"
mv "$scratch/release/lisan-agent" "$folder/lisan-agent"
[ -z "$beside" ] || ln -sf "$beside" "$scratch/release/lisan-agent"
