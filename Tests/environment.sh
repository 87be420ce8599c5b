#!/usr/bin/env bash
# Installs packages from PyPI into a virtual environment of their own, .build/NAME, unless it has them.
#
#   Tests/environment.sh NAME [OPTION-OF-PIP...] PACKAGE==VERSION...
#
# PYTHON names the interpreter that makes the environment. With LEAVE_OUT=1, packages that cannot be installed are
# left out with a line, and are no failure.
set -euo pipefail
name=$1
shift
place=.build/$name
missing=()
options=()
for word in "$@"; do
  case $word in
  *==*)
    folder=${word/==/-} && folder=${folder%%-[0-9]*}
    [ -d "$(echo "$place"/lib/python*/site-packages/"${folder//-/_}-${word#*==}.dist-info")" ] || missing+=("$word")
    ;;
  *) options+=("$word") ;;
  esac
done
[ ${#missing[@]} -gt 0 ] || exit 0
echo "Installing from PyPI into $place: ${missing[*]}"
{ [ -x "$place/bin/pip" ] || "${PYTHON:-python3}" -m venv "$place"; } &&
  "$place/bin/pip" install -q "${options[@]}" "${missing[@]}" || {
  [ "${LEAVE_OUT:-}" = 1 ] || exit 1
  echo "make: these could not be installed, and are left out: ${missing[*]}"
}
