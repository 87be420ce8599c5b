#!/usr/bin/env bash
# Copies files below $DESTDIR$PREFIX, or removes them. Packages use it for what they have built.
#
#   install.sh files        the programs and what they read; without the server's if SERVER is empty
#   install.sh languages    Hebrew, Persian and Urdu; without the server's pages if SERVER is empty
#   install.sh c-library    the text library, from the folder C_LIBRARY
#   install.sh uninstall    removes all of these, and folders that are then empty
#
# PROGRAM, DRIVE, AGENT and SERVER are the built programs, LIBDIR the folder of libraries, DESKTOP_ID the name for
# desktops, HOMEPAGE and PICTURES where the project is published. STRIP takes the debug symbols out of the programs.
set -euo pipefail
root=$DESTDIR$PREFIX
metadata=share/metainfo/$DESKTOP_ID.metainfo.xml

# Each list: mode, source, place below PREFIX, with tabs between them. A catalog that was compiled in place is none
# of the files.
entry() { printf '%s\t%s\t%s\n' "$@"; }

files() {
  local name file
  entry 755 "$PROGRAM" bin/lisan
  entry 755 "$DRIVE" bin/lisan-drive
  entry 755 "$AGENT" libexec/lisan-agent
  entry 644 Resources/desktop/lisan.desktop "share/applications/$DESKTOP_ID.desktop"
  entry 644 Resources/desktop/lisan.metainfo.xml "$metadata"
  for name in lisan lisan-rtl; do
    entry 644 "Resources/desktop/$name.svg" "share/icons/hicolor/scalable/apps/$name.svg"
  done
  # Folders of Resources with files that other programs read have places of their own.
  (cd Resources && find . -type f -not -name '*.compiled' -printf '%P\n') |
    grep -vE '^(man|completions|systemd|desktop|debian|lisan-languages|packaging|tarball|server|server-image)/' | sort |
    while read -r file; do entry 644 "Resources/$file" "share/lisan/$file"; done
  find Resources/man -type f -not -name 'lisan-server.*' -printf '%P\n' | sort |
    while read -r file; do entry 644 "Resources/man/$file" "share/man/$file"; done
  completions lisan lisan-drive
}

server() {
  local file
  entry 755 "${SERVER:-}" bin/lisan-server
  entry 644 Resources/systemd/lisan-server.service lib/systemd/system/lisan-server.service
  entry 644 Resources/systemd/lisan-server.sysusers lib/sysusers.d/lisan-server.conf
  find Resources/server -type f -not -name '*.compiled' -printf '%P\n' | sort |
    while read -r file; do entry 644 "Resources/server/$file" "share/lisan/server/$file"; done
  find Resources/man -type f -name 'lisan-server.*' -printf '%P\n' | sort |
    while read -r file; do entry 644 "Resources/man/$file" "share/man/$file"; done
  completions lisan-server
}

completions() {
  local name zsh=site-functions
  # Where Debian's zsh looks: packages use a separate folder.
  [ "$PREFIX" != /usr ] || zsh=vendor-completions
  for name in "$@"; do
    entry 644 "Resources/completions/bash/$name" "share/bash-completion/completions/$name"
    entry 644 "Resources/completions/zsh/_$name" "share/zsh/$zsh/_$name"
    entry 644 "Resources/completions/fish/$name.fish" "share/fish/vendor_completions.d/$name.fish"
  done
}

# Manual pages are in one folder with the catalogs.
languages() {
  local file
  (cd Resources/lisan-languages && find . -type f -not -name '*.compiled' -printf '%P\n') | sort | while read -r file; do
    case $file in
    man/*) entry 644 "Resources/lisan-languages/$file" "share/$file" ;;
    *) entry 644 "Resources/lisan-languages/$file" "share/lisan/languages.d/$file" ;;
    esac
  done
}

library() {
  local file
  entry 644 "$C_LIBRARY/lisantext.h" include/lisantext.h
  for file in liblisantext.so.1 liblisantext.a; do entry 644 "$C_LIBRARY/$file" "$LIBDIR/$file"; done
  entry 644 "$C_LIBRARY/lisantext.pc" "$LIBDIR/pkgconfig/lisantext.pc"
}

# A program is stripped first and then copied: a file written by strip lies in the page cache in single pages, and
# starts half a millisecond slower.
copy() {
  local mode source place stripped
  stripped=$(mktemp)
  while IFS=$'\t' read -r mode source place; do
    if [ -n "${STRIP:-}" ] && [ "$mode" = 755 ]; then
      "$STRIP" -o "$stripped" "$source"
      source=$stripped
    fi
    install -D -m "$mode" "$source" "$root/$place"
  done
  rm -f "$stripped"
}

compile() { "$root/bin/lisan" compile "$root/share/lisan"; }

case $1 in
files)
  { files; [ -z "${SERVER:-}" ] || server; } | copy
  Resources/packaging/publish.sh "$root/$metadata"
  compile
  ;;
languages)
  languages | { [ -n "${SERVER:-}" ] && cat || grep -v '/lisan-server\.8$'; } | copy
  compile
  ;;
c-library)
  library | copy
  ln -sf liblisantext.so.1 "$root/$LIBDIR/liblisantext.so"
  sed -i "s|^prefix=.*|prefix=$PREFIX|;/^includedir=/s|\$|/include|;/^libdir=/s|\$|/$LIBDIR|" \
    "$root/$LIBDIR/pkgconfig/lisantext.pc"
  ;;
uninstall)
  [ -d "$root" ] || exit 0
  { files; server; languages; library; entry - - "$LIBDIR/liblisantext.so"; } |
    (cd "$root" && while IFS=$'\t' read -r _ _ place; do
      rm -f "$place"
      case $place in */Localizable.strings) rm -f "${place%.strings}.compiled" ;; esac
      [ ! -d "${place%/*}" ] || rmdir -p --ignore-fail-on-non-empty "${place%/*}"
    done)
  ;;
*) echo "install.sh: files, languages, c-library or uninstall, not $1" >&2; exit 2 ;;
esac
