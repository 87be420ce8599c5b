#!/bin/sh
# Starts an account server on loopback, in a temporary folder with two people, and opens the screen
# connected to it. With a command (Tests/demo.sh PROGRAM SERVER COMMAND …), it runs that instead of
# the screen. Everything is removed when it ends.
set -eu
program=$1
server=$2
shift 2

place=$(mktemp -d)
running=
leave() {
  [ -z "$running" ] || kill "$running" 2>/dev/null || true
  [ -z "$running" ] || wait "$running" 2>/dev/null || true
  rm -rf "$place"
}
trap leave EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

database="$place/accounts.db"
administer() { "$server" "$@" --database "$database" >/dev/null; }
person() { printf 'open sesame\n' | administer add-user "$@"; }
administer init
person sara --name 'سارة' --email sara@example.org --language en
person omar --name 'Omar' --email omar@example.org --language ar
administer add-profile sara 'العمل' --language ar
administer set-flag analytics on
administer set-flag diagnostics on

for port in 8480 0; do
  "$server" --listen "127.0.0.1:$port" --database "$database" --outbox "$place/mail" \
    --log "$place/access.log" >"$place/listening" 2>"$place/complaints" &
  running=$!
  until [ -s "$place/listening" ] || ! kill -0 "$running" 2>/dev/null; do :; done
  address=$(grep -o 'http://[^ ]*[0-9]' "$place/listening" || true)
  [ -z "$address" ] || break
done
if [ -z "$address" ]; then
  cat "$place/complaints" >&2
  running=
  exit 1
fi

export HOME="$place/device" LISAN_SERVER="$address"
export XDG_CONFIG_HOME="$HOME/config" XDG_DATA_HOME="$HOME/data" XDG_STATE_HOME="$HOME/state"
mkdir -p "$HOME"
cat <<END
An account server is at $address, with two people: sara, who has two profiles, and
omar. The password of both is: open sesame

A second device is another home, in another terminal:
  export HOME=\$(mktemp -d) LISAN_SERVER=$address
  $program sign-in sara
  $program set ar
END
if [ $# -gt 0 ]; then
  "$@"
else
  printf 'Press Enter to open the screen. '
  read -r _ || true
  "$program"
fi
