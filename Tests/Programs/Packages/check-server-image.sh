#!/usr/bin/env bash
# check-server-image.sh IMAGE.docker.tar IMAGE.oci.tar
#
# Runs the images of the account server in podman as docs/server.md says: not as root, with a root that is only read. That of
# Docker has its file in a volume and a health check, the one of OCI PostgreSQL. Needs root and PostgreSQL 15.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
images=("$(realpath "$1")" "$(realpath "$2")")
work=$(mktemp -d)
# Its words of the timers that it cannot ask systemd for are not errors.
podman=(podman --log-level fatal --root "$work/storage" --runroot "$work/run" --storage-driver vfs --runtime runc --cgroup-manager cgroupfs)

fail() {
  echo "check-server-image.sh: $1" >&2
  exit 1
}
finish() {
  "${podman[@]}" rm --all --force >/dev/null 2>&1 || true
  [ ! -e "$work/cluster/postmaster.pid" ] || postgres pg_ctl -D "$work/cluster" -m immediate stop >/dev/null
  rm -rf "$work"
}
trap finish EXIT
postgres() { (cd / && runuser -u postgres -- env PATH="/usr/lib/postgresql/15/bin:$PATH" "$@"); }

# use IMAGE: the containers are made of it from now on.
use() {
  size=$(stat -c %s "$1")
  [ "$size" -lt 60000000 ] || fail "$1 has $size bytes"
  "${podman[@]}" rmi --all --force >/dev/null
  "${podman[@]}" load --quiet --input "$1" >/dev/null
  name=$("${podman[@]}" images --format '{{.Repository}}:{{.Tag}}')
}
use "${images[0]}"
mount=$("${podman[@]}" image mount "$name")
"$here/check-licences.sh" "$mount/usr/share/doc/lisan-server" libgnutls30 libpq5 libcurl4 libc6 bash
"${podman[@]}" image umount "$name" >/dev/null

# The port is free: the container shares the network of this machine, in a namespace of its own.
options=(--read-only --network host --ulimit nofile=1024:1024 --ulimit nproc=1000:1000 -e LISAN_LISTEN=127.0.0.1:8480)
run() { "${podman[@]}" run --rm --interactive "${options[@]}" "$name" "$@"; }
start() { "${podman[@]}" run --detach --name server "${options[@]}" "$name" "$@" >/dev/null; }
healthy() { "${podman[@]}" exec server healthy; }
until_healthy() {
  for _ in {1..100}; do
    ! healthy 2>/dev/null || return 0
    sleep 0.1
  done
  fail "the server does not answer: $("${podman[@]}" logs server 2>&1)"
}
# The container ends by itself when it is asked to, before podman would kill it.
stop() {
  local began=$SECONDS
  "${podman[@]}" stop --time 15 server >/dev/null
  [ "$("${podman[@]}" inspect --format '{{.State.ExitCode}}' server)" = 0 ] || fail "the server ended otherwise than with 0"
  [ $((SECONDS - began)) -lt 10 ] || fail "the server took $((SECONDS - began)) s to stop"
  "${podman[@]}" rm server >/dev/null
}
# What a database has to do: nothing makes it unasked, and what it has survives the container.
serves() {
  local status=0
  run >"$work/output" 2>&1 || status=$?
  [ "$status" = 1 ] && grep -q 'lisan-server init' "$work/output" || fail "without a database: $status $(cat "$work/output")"
  run init >/dev/null
  echo 'open sesame' | run add-user ana --name Ana --language ar >/dev/null
  for _ in 1 2; do
    start
    until_healthy
    [ "$("${podman[@]}" exec server sh -c 'echo $UID')" = 10001 ] || fail "the server runs as root"
    ! "${podman[@]}" exec server sh -c 'echo >/usr/new' 2>/dev/null || fail "the root can be written"
    run list-users --json | grep -q '"login":"ana"' || fail "ana is lost: $(run list-users --json)"
    stop
  done
  echo "- $1"
}

plain=("${options[@]}")
options+=(-v accounts:/var/lib/lisan-server)
serves "SQLite in a volume"

# The image says how it is asked: a server that answers is healthy, a process that only runs is not.
start
until_healthy
"${podman[@]}" healthcheck run server >/dev/null || fail "a server that answers is not healthy"
stop
"${podman[@]}" run --detach --interactive --name server "${options[@]}" --entrypoint bash "$name" >/dev/null
! "${podman[@]}" healthcheck run server >/dev/null || fail "a shell without a server is healthy"
"${podman[@]}" rm --force --time 0 server >/dev/null
echo "- a health check in the image"

install -d -m 700 -o postgres "$work/cluster"
chmod 755 "$work"
postgres initdb -D "$work/cluster" --locale C.UTF-8 --encoding UTF8 --auth trust >/dev/null
postgres pg_ctl -D "$work/cluster" -w -l "$work/cluster/log" -o "-c listen_addresses=127.0.0.1 -c port=5440 -c unix_socket_directories=" start >/dev/null
postgres createdb -h 127.0.0.1 -p 5440 accounts
use "${images[1]}"
options=("${plain[@]}" -e LISAN_DATABASE=postgresql://postgres@127.0.0.1:5440/accounts)
serves "PostgreSQL by one variable"
echo "The image of the server: $size bytes, runs in podman without root and without a root that it can write."
