#!/usr/bin/env bash
# Installs the Debian packages that a target of the Makefile needs, and prints the names of those that were
# missing; prints nothing if none was.
#
#   Tests/need.sh SET|PACKAGE...    SET: one of the lists below; `linked` gets the newest versions
#   Tests/need.sh --list SET...     prints the names
set -euo pipefail

agent="libsqlite3-dev libcurl4-openssl-dev libicu-dev libdbus-1-dev"
build="libncurses-dev $agent"
server="libsqlite3-dev libpq-dev libcurl4-openssl-dev libmicrohttpd-dev libgnutls28-dev libsodium-dev"
test="$build $server postgresql-15 openssl curl dbus-daemon dbus-bin gnome-keyring libglib2.0-bin python3 dialog whiptail
  less vim htop tmux strace gettext locales git man-db zsh fish nano mc fzf bc sqlite3 bash-completion mandoc
  openssh-server openssh-client iproute2 unicode-data unicode-cldr-core libfribidi-dev libvterm-dev liblmdb-dev
  libharfbuzz0b python3-babel ncurses-term e2fsprogs procps librsvg2-bin imagemagick fonts-dejavu-core python3-pytest
  exim4-daemon-light chromium python3-venv w3m lynx binutils libxml2-utils"
screen="$test xterm xvfb xauth"
# More programs whose output is recorded, in addition to those of the tests.
recording="$test emacs-nox tree most links elinks ncdu tig joe jed ne micro ranger nnn sl cmatrix ncal figlet toilet info
  nethack-console calcurse mutt screen gdb ed jq xxd"
# Ordinary programs that are recorded with right-to-left text, in addition to those of the tests.
ordinary="$test locales-all tree ripgrep bat exa lsd colordiff csvkit miller jq libfribidi-bin ipython3 python3-rich
  python3-tqdm python3-tabulate python3-prettytable neovim micro joe most ranger lf tig weechat-curses mutt neomutt
  screen visidata"
run_picture="$build python3 xvfb xdotool imagemagick fonts-dejavu-core libgl1-mesa-dri xterm stterm alacritty kitty
  konsole xfce4-terminal tmux man-db less git nano mc emacs-nox whiptail zsh vim fzf htop python3-venv ngircd
  weechat-curses irssi neomutt w3m newsboat ranger mmdebstrap"
text="python3 python3-venv nodejs rustc golang-go gcc libc6-dev binutils unicode-data valgrind"
bench="$test wrk valgrind"
# What is linked statically: a fault there is mended by a new build alone.
linked="libc6-dev libgcc-12-dev libstdc++-12-dev libncurses-dev libssl-dev libicu-dev libsqlite3-dev libc-ares-dev
  libcurl4-openssl-dev libdbus-1-dev"
deb="$build $server debhelper dpkg-dev dh-python po-debconf python3 gnupg"
deb_test="$deb lintian mmdebstrap systemd-container desktop-file-utils appstream"
tarball="$build libssl-dev libc-ares-dev icu-devtools dpkg-dev gcc make curl patch xz-utils ncurses-term foot-terminfo
  kitty-terminfo"
tarball_test="rpmlint mmdebstrap busybox-static musl openssl dbus-daemon dbus-bin gnome-keyring iproute2 python3"
image="podman buildah runc"
server_image="$build $server ca-certificates buildah"
# The terminals of `make terminals`.
terminal="$build $server xvfb xdotool imagemagick dbus-daemon fonts-dejavu-core libgl1-mesa-dri sway grim tmux screen xterm
  rxvt-unicode stterm alacritty zutty foot kitty konsole mlterm xfce4-terminal gnome-terminal terminology pterm
  qterminal cool-retro-term qml-module-qtquick-controls qml-module-qtgraphicaleffects chromium python3-venv"
# The terminals and the peers whose pictures docs/design.md has.
design="$build python3-venv xvfb xdotool imagemagick dbus-daemon fonts-dejavu-core libgl1-mesa-dri xterm xfce4-terminal kitty
  alacritty htop gnome-control-center"

listing=
[ "${1:-}" != --list ] || { listing=1 && shift; }
names=()
for word in "$@"; do
  list=${word//-/_}
  # A word that is no list is a package.
  read -r -d '' -a found <<<"${!list:-$word}" || true
  names+=("${found[@]}")
done
if [ -n "$listing" ]; then
  printf '%s\n' "${names[@]}" | sort -u
  exit
fi

missing=()
for name in "${names[@]}"; do
  dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || missing+=("$name")
done
[ "$*" != linked ] || missing=("${names[@]}")
[ ${#missing[@]} -gt 0 ] || exit 0
[ "$*" = linked ] || echo "Installing from Debian: ${missing[*]}"
as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo)
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
