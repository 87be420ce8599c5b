#!/usr/bin/env bash
# Checks the wheel of lisandrive as a new user has it: in an empty environment, with the program that is
# in it, with the newest pytest, Textual and mypy.
#
#   Tests/Terminals/DriveBindingsTests/bindings.sh WHEEL
set -euo pipefail
wheel=$(realpath "$1")
cd "$(dirname "$0")/../../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q "$wheel" pytest textual mypy
Tests/Programs/Packages/check-licences.sh "$folder"/venv/lib/python3*/site-packages/lisandrive-*.dist-info \
  libc6-dev libgcc-12-dev libstdc++-12-dev
cp -r docs/examples/DriveFromPython Tests/Terminals/DriveBindingsTests/test_lisandrive.py "$folder/"
cd "$folder"
unset LISAN_DRIVE
venv/bin/python -m mypy --strict -p lisandrive
venv/bin/python -m pytest -q -rs -p no:cacheprovider test_lisandrive.py DriveFromPython
