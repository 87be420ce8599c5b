#!/usr/bin/env bash
# Writes into a file where the project is published: HOMEPAGE, PICTURES (if they are not below it), and DESKTOP_ID,
# the name for desktops. Without HOMEPAGE, what would name it is left out.
#
#   publish.sh FILE
set -euo pipefail
sed -i "s|@id@|$DESKTOP_ID|" "$1"
if [ -n "${HOMEPAGE:-}" ]; then
  sed -i "s|@homepage@|$HOMEPAGE|;s|@pictures@|${PICTURES:-$HOMEPAGE/docs/pictures/design}|" "$1"
else
  sed -i '/<screenshots>/,/<\/screenshots>/d;/@homepage@/d' "$1"
fi
