#!/usr/bin/env bash
# Installs Mistral Vibe, which needs a later Python than Debian 12 has: Python from Debian 13, packages from PyPI.
#
#   vibe.sh FOLDER PIP
set -euo pipefail
folder=$1 pip=$2
[ ! -d "$folder/packages/vibe" ] || exit 0
echo "Installing from PyPI, and Python from Debian 13, into $folder"
rm -rf "$folder"
mkdir -p "$folder"
mmdebstrap --quiet --variant=minbase --include=python3 trixie "$folder/root" "${DEBIAN_MIRROR:-http://deb.debian.org/debian}"
"$pip" install -q --target "$folder/packages" --python-version 3.13 --only-binary=:all: --ignore-requires-python \
  mistral-vibe==2.26.1
