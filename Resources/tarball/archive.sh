#!/usr/bin/env bash
# Packs the archive for any Linux: FOLDER/NAME.tar.xz, and the unpacked FOLDER/NAME beside it.
#
#   Resources/tarball/archive.sh FOLDER NAME SWIFT SCRATCH
#
# SCRATCH has the lists of what the linker read for the static programs. PROGRAM, DRIVE and AGENT are the built programs, and FOLDER/libraries holds what libraries.sh has built. A system
# may lack a locale and terminal types, so the archive has them; the licences of what the programs link go with them.
set -euo pipefail
folder=$1 name=$2 swift=$3 scratch=$4
tree=$folder/$name
terminal_types="alacritty ansi foot gnome-256color konsole konsole-256color linux mintty mlterm-256color
  putty-256color rxvt rxvt-256color rxvt-unicode rxvt-unicode-256color screen screen-256color st-256color tmux
  tmux-256color vt100 vt220 vte-256color xterm xterm-256color xterm-color xterm-direct xterm-kitty"

rm -rf "$tree"
for what in files languages; do
  DESTDIR=$PWD/$tree PREFIX= SERVER= Resources/packaging/install.sh "$what"
done
mkdir -p "$tree/share/lisan/locale/C.UTF-8"
cp /usr/lib/locale/C.utf8/LC_CTYPE "$tree/share/lisan/locale/C.UTF-8/"
cp Resources/tarball/terminals.ti "$folder/types"
for type in $terminal_types; do infocmp -x "$type" >>"$folder/types"; done
tic -x -o "$tree/share/lisan/terminfo" "$folder/types" 2>"$folder/tic.log" || { cat "$folder/tic.log" >&2; exit 1; }

Resources/packaging/licences.sh "$tree/share/doc/lisan" "$swift" "$scratch"/lisan.d "$scratch"/lisan-drive.d \
  "$scratch"/lisan-agent.d
mv "$tree/share/doc/lisan/LICENSE" "$tree/"
tar -c --sort=name --owner=0 --group=0 --numeric-owner --mtime=@"$SOURCE_DATE_EPOCH" -C "$folder" "$name" |
  xz -9e -T1 >"$folder/$name.tar.xz"
