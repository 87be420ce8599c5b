#!/usr/bin/env bash
# Runs as root in a clean Debian that has booted, where Lisan was just installed: a person who has nothing but
# Debian's own files gets an Arabic shell by three keys, and an English one back by three. Logs in at a
# terminal, and starts the person's systemd, as a desktop session does.
set -euo pipefail
unset LANGUAGE
export LC_ALL=C.UTF-8
here=$(mktemp -d)
chmod 755 "$here"
cd "$here"

fail() {
  echo "first-use.sh: line ${BASH_LINENO[0]}: $1"
  exit 1
}
trap 'echo "first-use.sh: line $LINENO failed"' ERR
step() { echo "- $1"; }
person=dina
useradd --create-home --shell /bin/bash $person
number=$(id -u $person)
# Every file of theirs, but for Lisan's own folders and what bash writes.
files() {
  find /home/$person -path '*/lisan' -prune -o -name .bash_history -o -type f -printf '%m %u ' -exec sha256sum {} \; | sort -k 3
}
# What apt says after a fresh login, which Debian has in Arabic.
login() {
  cat >login.drive <<DRIVE
start login -f $person
wait for "$person@"
type "apt-cache show; date -d 2026-11-25 +%A; exit"
press Enter
wait for "$1"
wait for "$2"
wait for exit 0
DRIVE
  lisan-drive run login.drive || fail "a fresh login does not answer: $1 $2"
}
# What the person's systemd tells programs of the desktop and services, and what such a service says.
session() {
  systemctl restart "user@$number"
  person systemctl --user show-environment | sed -n 's/^LANGUAGE=//p'
  person systemd-run --user --quiet --pipe --wait apt-cache show 2>&1 || true
}
person() { runuser -u $person -- env -i PATH=/usr/bin:/bin XDG_RUNTIME_DIR="/run/user/$number" "$@"; }
keys() {
  { printf '%s\n' "size 80x50" "start login -f $person" "wait for \"$person@\"" 'type "lisan"' 'press Enter'; cat
    printf '%s\n' 'press q' "wait for \"$person@\"" 'type "exit"' 'press Enter' 'wait for exit 0'; } >keys.drive
  lisan-drive run keys.drive || fail "the keys do not do it"
}

step "a fresh login speaks English"
before=$(files)
login "No packages found" Wednesday
# glibc from 2.39 on speaks Arabic only with an Arabic locale; the screen says so, with the command that makes it.
arabic="E: لم يُعثر على أية حزم" answer="E: No packages found" needs='wait for "--generate"'
if [ "$(printf 'glibc 2.39\n%s\n' "$(getconf GNU_LIBC_VERSION)" | sort -V | head -n 1)" != "glibc 2.39" ]; then
  answer=$arabic needs=
fi

step "s, Enter and 2: Arabic in a fresh login and in the person's session, where no locale is needed"
keys <<DRIVE
wait for "The language in new shells"
press s
wait for "/home/dina/.bashrc"
press Enter
wait for "The next shell will"
press 2
wait for "إعادة التشغيل الآن"
$needs
press Escape
DRIVE
login "$answer" Wednesday
[ "$(session)" = "ar"$'\n'"$answer" ] || fail "the session has: $(session)"

step "with the locale, in each, and dates too"
lisan system ar --generate >/dev/null
login "$arabic" الأربعاء
# The AccountsService of Debian 13 takes no locale C.
lisan system C.UTF-8 >/dev/null 2>&1 || grep -qx LANG=C.UTF-8 /etc/default/locale

step "1 and s: English again, and every file as before"
keys <<'DRIVE'
wait for "المظهر"
press 1
wait for "The next shell will"
press Escape
press s
wait for "Programs in a shell do not know the language."
DRIVE
login "No packages found" Wednesday
[ "$(session)" = "E: No packages found" ] || fail "the session has: $(session)"
[ "$(files)" = "$before" ] || fail "files have changed: $(diff <(echo "$before") <(files))"

localedef --delete-from-archive ar_EG.utf8
sed -i '/^ar_EG.UTF-8 /d' /etc/locale.gen
rm -r "$here"
