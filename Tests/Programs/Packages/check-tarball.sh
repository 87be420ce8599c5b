#!/usr/bin/env bash
# check-tarball.sh ARCHIVE RPM SERVER LIBRARIES ROOT...
#
# Checks the archive for any Linux: its size, its starts, what its locale data write, and its programs in other
# roots, without a network. A ROOT is a release of Debian, `empty` (nothing but the archive), `busybox` (busybox
# and musl's loader), `rpm` (nothing but the package RPM), or `image` (the container image, in podman). In each, the
# main flow, terminal types and locales that the root lacks, the account on SERVER over HTTPS by a name and an
# authority of the root, a change that another device makes, the keyring of a session bus, and what a root may lack
# or forbid. Of the image, what its volumes keep. Needs root and the machine's package mirror.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

fail() {
  echo "check-tarball.sh: ${name:+in $name: }$1" >&2
  exit 1
}

# The roots need the mirror; then everything runs in namespaces of its own.
if [ -z "${CHECK_WORK:-}" ]; then
  archive=$(realpath "$1") rpm=$(realpath "$2") server=$(realpath "$3") libraries=$(realpath "$4")
  shift 4
  [ "$(id -u)" = 0 ] || fail "only root can make other roots"
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  apt-config dump | grep -E '^Acquire::(https?::Proxy|Retries)' >"$work/options" || true
  for name in "$@"; do
    case $name in
    empty | image) mkdir "$work/$name" ;;
    busybox)
      mkdir -p "$work/$name/bin" "$work/$name/lib"
      cp "$(command -v busybox)" "$work/$name/bin/"
      cp -L /lib/ld-musl-*.so.1 "$work/$name/lib/"
      "$work/$name/bin/busybox" --install "$work/$name/bin"
      ;;
    rpm)
      # Static on purpose, and signed by whoever releases. The rest are rules that Fedora does not have, such as
      # manual pages as .bz2. Its lists lack the licence of Swift, and packages of Debian with one licence have copies of it.
      # zsh reads no other name than .zshenv in the folder that it is given.
      allowed='statically-linked|position-independent|no-signature|no-url-tag|no-changelog|no-group|no-manual-page|bz2|invalid-license|files-duplicate'
      allowed+='|hidden-file-or-dir /usr/share/lisan/run/zsh/.zshenv'
      findings=$(rpmlint "$rpm" 2>&1 | grep ' [EW]: ' | grep -vE "$allowed") || true
      [ -z "$findings" ] || fail "rpmlint says: $findings"
      mkdir "$work/$name"
      rpm --root "$work/$name" --force-debian --install "$rpm" || fail "the package is not installed"
      rpm --root "$work/$name" --verify lisan || fail "the installed files are not those of the package"
      ;;
    # The files of unstable may be older than its list says they should be.
    *)
      mmdebstrap --quiet --variant=minbase --include=ca-certificates --aptopt="$work/options" \
        --aptopt='Acquire::Check-Valid-Until "false"' --format=directory "$name" "$work/$name" \
        "${DEBIAN_MIRROR:-http://deb.debian.org/debian}"
      ;;
    esac
  done
  export CHECK_WORK=$work
  unshare --mount --net --pid --fork --mount-proc --kill-child \
    "$here/check-tarball.sh" "$archive" "$rpm" "$server" "$libraries" "$@" </dev/null
  exit
fi

archive=$1 rpm=$2 server=$3 libraries=$4 work=$CHECK_WORK name=
shift 4
size=$(stat -c %s "$archive")
[ "$size" -lt 10485760 ] || fail "${archive##*/} has $size bytes"

# The agent starts at once (without a socket it ends with a line that says so), and the first frame comes no
# later than that of the program in the Debian package.
mkdir "$work/measured"
tar -x -J -C "$work/measured" -f "$archive"
"$here/check-licences.sh" "$work"/measured/* libc6-dev libstdc++-12-dev libncurses-dev libssl-dev libsqlite3-dev libicu-dev \
  c-ares curl dbus || fail "licences are missing"
rpm -qp --queryformat '%{license}' "$rpm" 2>/dev/null | grep -q 'LGPL-2.1-or-later' ||
  fail "the package for rpm does not name the licences of what its programs link"
make --no-print-directory -C "$here/../../.." install-files install-languages SERVER= DESTDIR="$work/package" PREFIX=/usr
cmp "$work"/measured/*/bin/lisan "$work/package/usr/bin/lisan" || fail "the archive and the package have two programs"
read -r started packaged archived < <("$here/start_times.py" "$work"/measured/*/libexec/lisan-agent \
  "$work/package/usr/bin/lisan" "$work"/measured/*/bin/lisan)
[ "$started" -lt 15000 ] || fail "the agent needs $started µs to start"
[ "$archived" -lt $((packaged + packaged / 4)) ] ||
  fail "the first frame comes after $archived µs, after $packaged µs in the package"

# What the cut data write is what all of ICU's data write.
for data in full cut; do
  [ "$data" = full ] && folder= || folder=-L$libraries/lib
  gcc -O1 -DCS_STATIC -I"$here/../../../Sources/Languages/CLocale/include" \
    -I"$here/../../../Sources/System/CLibraries/include" -o "$work/samples" "$here/locale_samples.c" \
    "$here"/../../../Sources/Languages/CLocale/*.c "$here/../../../Sources/System/CLibraries/libraries.c" -static $folder -licui18n -licuuc -licudata -lstdc++ -lm \
    2>"$work/gcc" || fail "$(cat "$work/gcc")"
  mv "$work/samples" "$work/samples-$data"
  "$work/samples-$data" >"$work/samples.$data" &
done
wait
cmp "$work/samples.full" "$work/samples.cut" || fail "the locale data of the archive write something else"
[ "$(wc -l <"$work/samples.cut")" -gt 100000 ] && ! grep -q failed "$work/samples.cut" || fail "no samples"

# An account server with a certificate of an authority of its own, a name server that has its name, and a
# session bus with a keyring.
ip link set lo up
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj "/CN=An authority" -keyout "$work/authority.key" \
  -out "$work/authority.pem" 2>/dev/null
openssl req -newkey rsa:2048 -nodes -subj "/CN=account.example" -keyout "$work/server.key" \
  -out "$work/server.request" 2>/dev/null
openssl x509 -req -in "$work/server.request" -CA "$work/authority.pem" -CAkey "$work/authority.key" -days 2 \
  -extfile <(echo "subjectAltName=DNS:account.example") -out "$work/server.pem" 2>/dev/null
database=$work/accounts.db
"$server" init --database "$database" >/dev/null
for person in sara $(seq -f 'person%g' 20); do
  printf 'open sesame\n' | "$server" add-user "$person" --name "$person" --email "$person@example.org" \
    --language en --database "$database" >/dev/null
done
"$server" --listen 127.0.0.1:8443 --database "$database" --outbox "$work/mail" --log "$work/access.log" \
  --tls-certificate "$work/server.pem" --tls-key "$work/server.key" >"$work/listening" 2>&1 &
python3 - <<'END' &
import socket
names = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
names.bind(("127.0.0.1", 53))
while True:
    query, sender = names.recvfrom(512)
    end = query.index(b"\0", 12) + 5
    question = query[12:end]
    found = question.startswith(b"\7account\7example\0") and question[-4:-2] == b"\0\1"
    answer = b"\xc0\x0c\0\1\0\1\0\0\0\x3c\0\4\x7f\0\0\1" if found else b""
    names.sendto(query[:2] + b"\x81\x80\0\1" + bytes([0, found]) + b"\0\0\0\0" + question + answer, sender)
END
mkdir -m 755 "$work/bus" && mkdir -m 700 "$work/keyring"
export DBUS_SESSION_BUS_ADDRESS=unix:path=$work/bus/socket
dbus-daemon --session --nofork --nopidfile --nosyslog --address="$DBUS_SESSION_BUS_ADDRESS" 2>"$work/bus.log" &
await() {
  for _ in $(seq 300); do
    ! "$@" >/dev/null 2>&1 || return 0
    sleep 0.05
  done
  fail "waited in vain for: $*"
}
ended() { ! kill -0 "$1"; }
bus() { dbus-send --session --print-reply --dest="$1" "$2" "${@:3}"; }
has_keyring() {
  bus org.freedesktop.DBus /org/freedesktop/DBus org.freedesktop.DBus.NameHasOwner \
    string:org.freedesktop.secrets | grep -q 'boolean true'
}
await test -S "$work/bus/socket"
# It once ended by a trap of its own; what it has stored stays.
while [ -d "$work/keyring" ]; do
  printf 'the password of a keyring' | HOME=$work/keyring XDG_RUNTIME_DIR=$work/keyring \
    gnome-keyring-daemon --foreground --unlock --components=secrets >/dev/null 2>&1
  sleep 0.2
done &
await has_keyring
await grep -q https "$work/listening"

# inside [VARIABLE=VALUE...] COMMAND...: runs a command in the root, with little in its environment. In the image,
# the command is lisan, and each HOME is a volume.
chroot=(/usr/sbin/chroot)
inside() {
  local variables=()
  while [[ $1 == *=* ]]; do
    case $name-$1 in
    image-HOME=*) variables+=(-v "${1##*/}:/home") ;;
    image-*) variables+=(-e "$1") ;;
    *) variables+=("$1") ;;
    esac
    shift
  done
  if [ "$name" = image ]; then
    "${podman[@]}" "${run[@]}" --rm "${variables[@]}" "${authority[@]}" localhost/lisan "${@:2}"
    return
  fi
  env -i PATH="$program/bin:/usr/sbin:/usr/bin:/sbin:/bin" TERM=xterm-256color "${variables[@]}" \
    "${chroot[@]}" "$root" "$@"
}
# refuses TEXT [VARIABLE=VALUE...] COMMAND...: the command fails with one line on standard error that has TEXT.
refuses() {
  local text=$1 status=0
  shift
  inside "$@" >"$work/output" 2>"$work/error" || status=$?
  [ "$status" -gt 0 ] && [ "$status" -lt 128 ] && [ "$(wc -l <"$work/error")" = 1 ] &&
    grep -qF -- "$text" "$work/error" ||
    fail "$* ended with $status, and with other words than '$text': $(cat "$work/output" "$work/error")"
}
# says TEXT [VARIABLE=VALUE...] COMMAND...: the command succeeds and prints TEXT.
says() {
  local text=$1
  shift
  inside "$@" >"$work/output" 2>&1 && grep -qF -- "$text" "$work/output" ||
    fail "$* does not say '$text': $(cat "$work/output")"
}
sign_in() {
  printf '%s\nopen sesame\n' "$person" | inside LISAN_SERVER=https://account.example:8443 "$@" lisan sign-in >"$work/output" 2>"$work/error"
}
sent() { inside HOME=/home/ldap lisan status | grep -q 'synced$'; }
# lisan-drive serves in the root, until end_serving.
serve() {
  coproc drive { inside HOME=/home/one lisan-drive serve; }
  read -rt 40 _ <&"${drive[0]}" || fail "lisan-drive does not begin"
  ask '{"id":0,"do":["environment PATH '"$program/bin"'","environment HOME /home/one"]}'
}
end_serving() {
  eval "exec ${drive[1]}>&-"
  wait "$drive_PID" || true
}
# ask STATEMENTS: what lisan-drive, which serves, answers.
ask() {
  local answer
  echo "$1" >&"${drive[1]}"
  read -rt 40 answer <&"${drive[0]}" || fail "lisan-drive does not answer"
  [[ $answer == *'"ok":true'* ]] || fail "the screen is not as expected: $answer"
}

# The volumes keep the choice, the account and the session, also of a container that is killed.
check_image() {
  local engine=(--root "$work/storage" --runroot "$work/containers" --storage-driver vfs) files
  podman=(podman "${engine[@]}" --runtime runc --cgroup-manager cgroupfs)
  run=(run --interactive --network host --dns 127.0.0.1 --ulimit nofile=1024:1024 --ulimit nproc=1000:1000)
  authority=()
  cp "$archive" "$here/../../../Resources/tarball/Containerfile" "$root/"
  buildah "${engine[@]}" build --quiet --isolation chroot --build-arg ARCHIVE="$(basename "$archive" .tar.xz)" \
    --tag lisan "$root" >/dev/null

  inside HOME=/home/local lisan set ar
  says ar HOME=/home/local lisan get
  inside HOME=/home/local lisan sync
  says synced HOME=/home/local lisan status

  if sign_in HOME=/home/one; then fail "an unknown authority is trusted"; fi
  grep -q certificate "$work/error" || fail "no word of the certificate: $(cat "$work/error")"
  authority=(-v "$work/authority.pem:/etc/ssl/certs/ca-certificates.crt:ro")
  account=(LISAN_SERVER=https://account.example:8443)
  for device in one two; do
    sign_in HOME=/home/$device || fail "no sign-in: $(cat "$work/error")"
  done
  files=$(cd "$work/storage/volumes/one/_data" && find . -type f)
  grep -q token <<<"$files" || fail "the volume has no token: $files"

  # A change of another device arrives on the open screen. Then its container is killed.
  coproc drive { "$work"/measured/*/bin/lisan-drive serve; }
  read -rt 40 _ <&"${drive[0]}" || fail "lisan-drive does not begin"
  ask '{"id":1,"do":["environment PATH '"$PATH"'","environment HOME /root","start '"${podman[*]} ${run[*]}"' --tty --name screen -e TERM -e '"${account[0]} ${authority[*]}"' -v one:/home localhost/lisan","wait for \"Language\" within 20s"]}'
  inside "${account[@]}" HOME=/home/two lisan set ar
  inside "${account[@]}" HOME=/home/two lisan sync
  ask '{"id":2,"do":["wait for \"المظهر\" within 10s"]}'
  "${podman[@]}" kill screen >/dev/null
  ask '{"id":3,"do":["wait for exit"]}'
  end_serving
  (cd "$work/storage/volumes/one/_data" && xargs ls -d <<<"$files" >/dev/null) || fail "a file of the account is lost"
  says signed-in "${account[@]}" HOME=/home/one lisan status
  says synced "${account[@]}" HOME=/home/one lisan status
  says ar HOME=/home/one lisan get
}

number=0
for name in "$@"; do
  root=$work/$name person=person$((number += 1)) began=$SECONDS
  if [ "$name" = image ]; then
    check_image
    echo "$name: $((SECONDS - began)) s"
    continue
  fi
  mkdir -p "$root"/{proc,dev,tmp,etc,run/bus,home/one,home/two,home/ldap}
  program=/opt/$(basename "$archive" .tar.xz)
  case $name in
  rpm) program=/usr ;;
  *) mkdir -p "$root/opt" && tar -x -J -C "$root/opt" -f "$archive" ;;
  esac
  mount -t proc proc "$root/proc"
  mount -t tmpfs -o mode=755 tmpfs "$root/dev"
  mkdir "$root/dev/pts"
  mount -t devpts -o newinstance,ptmxmode=666 devpts "$root/dev/pts"
  ln -s pts/ptmx "$root/dev/ptmx"
  for device in null:3 zero:5 urandom:9; do mknod -m 666 "$root/dev/${device%:*}" c 1 "${device#*:}"; done
  mount --bind "$work/bus" "$root/run/bus"
  rm -f "$root/etc/resolv.conf"
  echo "nameserver 127.0.0.1" >"$root/etc/resolv.conf"
  # Modules of this root's C library, and some that it lacks. Nothing may load them.
  printf '%s\n' 'passwd: compat hesiod ldap' 'group: compat ldap' 'hosts: mdns4_minimal resolve dns' \
    >"$root/etc/nsswitch.conf"

  says lisan HOME=/ lisan version
  for type in xterm-256color foot xterm-kitty xterm-ghostty wezterm; do
    { printf 'environment %s\n' "PATH $program/bin" "TERM $type"; sed "s/en\.UTF-8/de_DE.UTF-8/;s|/home/sara|/home/$type|" "$here/main-flow.drive"; } \
      >"$root/tmp/flow.drive"
    inside HOME=/home/one lisan-drive run /tmp/flow.drive || fail "the main flow fails with TERM=$type"
  done

  # HTTPS: not without the authority, with it in a file that is named, and where this root has it.
  if sign_in HOME=/home/one; then fail "an unknown authority is trusted"; fi
  grep -q certificate "$work/error" || fail "no word of the certificate: $(cat "$work/error")"
  cp "$work/authority.pem" "$root/tmp/"
  account=(LISAN_SERVER=https://account.example:8443)
  sign_in HOME=/home/one SSL_CERT_FILE=/tmp/authority.pem || fail "SSL_CERT_FILE does not help"
  rm "$root/tmp/authority.pem"
  case $name in
  empty | rpm) place=etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem ;;
  busybox) place=etc/ssl/cert.pem ;;
  *) place=usr/local/share/ca-certificates/authority.crt ;;
  esac
  install -D -m 644 "$work/authority.pem" "$root/$place"
  case $place in *.crt) inside update-ca-certificates >/dev/null 2>&1 ;; esac
  says file "${account[@]}" HOME=/home/one lisan status
  sign_in HOME=/home/two || fail "no sign-in: $(cat "$work/error")"

  # A change of another device arrives on the open screen.
  serve
  ask '{"id":1,"do":["environment LISAN_SERVER '"${account[0]#*=}"'","start lisan","wait for \"Language\""]}'
  inside "${account[@]}" HOME=/home/two lisan set ar
  ask '{"id":2,"do":["wait for \"المظهر\" within 10s","press q","wait for exit 0"]}'
  ask '{"id":3,"do":["environment LANG","start lisan","wait for \"المظهر\"","press q","wait for exit 0"]}'
  ask '{"id":4,"do":["environment TERM nonsense","start lisan","wait for exit 5","expect \"nonsense\""]}'
  end_serving

  # The keyring of the bus keeps the token, until the end of the session.
  keyring=(DBUS_SESSION_BUS_ADDRESS=unix:path=/run/bus/socket)
  inside "${account[@]}" HOME=/home/two lisan sign-out
  sign_in HOME=/home/two "${keyring[@]}" || fail "no sign-in with a keyring: $(cat "$work/error")"
  says secret_service "${account[@]}" "${keyring[@]}" HOME=/home/two lisan status --json
  bus org.freedesktop.secrets /org/freedesktop/secrets org.freedesktop.Secret.Service.SearchItems \
    dict:string:string:server,https://account.example:8443 | grep -q collection || fail "the keyring has no token"
  inside "${account[@]}" "${keyring[@]}" HOME=/home/two lisan sign-out

  # The first process of a container ends by a signal, too.
  coproc first {
    exec env -i HOME=/home/one unshare --pid --fork --kill-child "${chroot[@]}" "$root" "$program/bin/lisan" watch
  }
  first=("${first[@]}" "$first_PID")
  read -rt 40 _ <&"${first[0]}" || fail "lisan watch does not begin"
  kill -TERM "$(cat "/proc/${first[2]}/task/${first[2]}/children")"
  await ended "${first[2]}"

  # What a root may lack or forbid.
  chown 4242:4242 "$root/home/ldap"
  chroot+=(--userspec=4242:4242)
  refuses HOME lisan get
  inside HOME=/home/ldap lisan set ar
  await sent
  says user-4242 HOME=/home/ldap lisan status
  chroot=(/usr/sbin/chroot)
  for file in passwd group nsswitch.conf; do rm -f "$root/etc/$file"; done
  refuses HOME lisan get
  says ar HOME=/home/one lisan get
  mount --rbind "$root" "$root"
  mount -o remount,bind,ro "$root"
  says ar HOME=/home/one lisan get
  refuses 'Read-only file system' HOME=/home/one lisan set en
  refuses 'Cannot write /tmp' HOME=/home/one lisan-drive run /tmp/flow.drive
  mount -t tmpfs tmpfs "$root/tmp"
  serve
  ask '{"id":1,"do":["start lisan","wait for \"المظهر\"","press 1","wait for \"could not be saved\"","press q","wait for exit"]}'
  end_serving
  umount --recursive --lazy "$root"
  umount "$root/proc"
  refuses '/proc' HOME=/home/one lisan get
  refuses '/proc' HOME=/home/one lisan-drive --version
  refuses '/proc' HOME=/home/one "$program/libexec/lisan-agent"
  # Without its files and those of the account, the package leaves nothing.
  if [ "$name" = rpm ]; then
    rpm --root "$root" --force-debian --erase lisan
    left=$(find "$root/usr" -not -type d)
    [ -z "$left" ] || fail "left after the removal: $left"
  fi
  echo "$name: $((SECONDS - began)) s"
done
name=
echo "The archive for any Linux: $size bytes, the agent starts in $started µs, the first frame comes"
echo "after $archived µs (in the package $packaged µs); runs in $*."
