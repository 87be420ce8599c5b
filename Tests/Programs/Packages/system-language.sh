#!/usr/bin/env bash
# Runs as root in a clean Debian with systemd-localed, polkit and AccountsService, where nothing was set yet:
# sets the language of the system and of the login screen, with rights and without, and logs in anew. In Debian 13 a policy
# forbids everybody to set it by systemd-localed, so that a file is written, and polkit is not asked.
set -euo pipefail
unset LANGUAGE
export LC_ALL=C.UTF-8
here=$(mktemp -d)
cd "$here"

fail() {
  echo "system-language.sh: line ${BASH_LINENO[0]}: $1"
  exit 1
}
trap 'echo "system-language.sh: line $LINENO failed"' ERR
step() { echo "- $1"; }
keeper=systemd-localed refusals=1 login=C.UTF-8 shown="localectl set-locale LANG=ar_EG.UTF-8 LC_TIME=C"
keep() { localectl set-locale "$@"; }
if [ -e /usr/share/dbus-1/system.d/systemd-localed-read-only.conf ]; then
  ! localectl set-locale LANG=C.UTF-8 2>/dev/null || fail "localed is not read-only"
  # AccountsService 23 takes no locale C, so that it refuses, too.
  keeper=/etc/default/locale refusals=2 login=ar_EG.UTF-8 shown=+LANG=ar_EG.UTF-8
  keep() { printf '%s\n' "$@" >$keeper; }
fi
as() { runuser -u "$1" -- env -i HOME="/home/$1" PATH=/usr/bin:/bin LANG=C.UTF-8 "${@:2}"; }
# What the services have, by their own programs.
system() { localectl status | sed -n 's/.*System Locale: *//p;s/^ *\(LC_[A-Z]*=.*\)/\1/p' | paste -sd ' '; }
login() {
  busctl --json=short get-property org.freedesktop.Accounts "/org/freedesktop/Accounts/User$(id -u "$1")" \
    org.freedesktop.Accounts.User Language | sed 's/.*"data":"\(.*\)"}/\1/'
}
# A command that ends with a code and leaves so many lines on standard error.
ends() {
  local code=$1 lines=$2 status=0
  shift 2
  "$@" >output 2>errors || status=$?
  [ "$status $(wc -l <errors)" = "$code $lines" ] || fail "$*: $status $(cat output errors)"
}
has() { grep -qF -- "$2" "$1" || fail "$1 lacks $2: $(cat output errors)"; }

for person in hana adam; do
  useradd --create-home --shell /bin/bash "$person"
  busctl call org.freedesktop.Accounts /org/freedesktop/Accounts org.freedesktop.Accounts FindUserById x \
    "$(id -u "$person")" >/dev/null
done
keep LANG=C.UTF-8 LC_TIME=C

step "a missing locale is named, and only an administrator gets it"
before=$(cat /etc/default/locale /etc/locale.gen)
ends 1 1 lisan system ar
has errors "lisan system ar --generate makes ar_EG.UTF-8"
ends 1 1 as hana lisan system ar --generate
has errors "an administrator can run"
[ "$(cat /etc/default/locale /etc/locale.gen)" = "$before" ] || fail "a file was changed"
[ -z "$(login hana)" ] || fail "her login was changed"

step "--dry-run changes nothing and names the calls"
ends 0 0 lisan system ar --generate --dry-run
has output "$shown"
has output "+ar_EG.UTF-8 UTF-8"
[ "$(cat /etc/default/locale /etc/locale.gen)" = "$before" ] || fail "a file was changed"

step "an administrator sets it; localectl reads it back, and a fresh login speaks it"
ends 0 0 env SUDO_UID="$(id -u adam)" lisan system ar --generate
has output "LANG of the system is ar_EG.UTF-8 now; it was C.UTF-8."
has output "To go back: lisan system C.UTF-8"
[ "$(system)" = "LANG=ar_EG.UTF-8 LC_TIME=C" ] || fail "$(system)"
[ "$(login adam)" = ar_EG.UTF-8 ] || fail "the login screen has: $(login adam)"
[ "$(su - hana -c 'locale language; locale LC_TIME | head -n 1 | cut -c 1-3')" = $'Arabic\nSun' ] ||
  fail "a fresh login has: $(su - hana -c locale)"

step "what the settings say is what the services say"
ends 0 0 as adam lisan system
printf "system\tLANG\tar_EG.UTF-8\t$keeper\nsystem\tLC_TIME\tC\t$keeper\n" >expected
printf 'login\tLanguage\tar_EG.UTF-8\tAccountsService\n' >>expected
diff expected output || fail "another language is shown"

step "a person without rights changes their own login, and is refused the system's language"
ends 0 0 as hana lisan system ar
[ "$(login hana)" = ar_EG.UTF-8 ] || fail "her login has: $(login hana)"
ends 1 $refusals as hana lisan system C.UTF-8
has errors "an administrator can run sudo lisan system C.UTF-8"
[ "$(login hana) $(system)" = "$login LANG=ar_EG.UTF-8 LC_TIME=C" ] || fail "$(login hana) $(system)"

# polkit writes its prompt before it turns the echo off, and then forgets what was typed in between.
if [ $keeper = systemd-localed ]; then
  step "polkit asks at the terminal, and the right password changes the system"
  usermod --append --groups sudo adam
  echo 'adam:open sesame' | chpasswd
  cat >password.drive <<'END'
environment HOME /home/adam
environment LANG C.UTF-8
start sh -c 'until stty -a </dev/tty | grep -qw -- -echo; do sleep 0.1; done && echo "(no echo)" & exec lisan system C.UTF-8'
wait for "Password:"
wait for "(no echo)"
type "open sesame"
press Enter
expect exit 0
expect "LANG of the system is C.UTF-8 now; it was ar_EG.UTF-8."
END
  chmod 755 "$here"
  chmod 644 password.drive
  # In a session: polkit does not ask anybody else.
  su - adam -c "LC_ALL=C.UTF-8 lisan-drive run $here/password.drive" || fail "the password was not asked for"
  [ "$(system)" = "LANG=C.UTF-8 LC_TIME=C" ] || fail "$(system)"
fi

step "a list of languages follows, and goes back by the command that is named"
keep LANG=C.UTF-8 LC_TIME=C LANGUAGE=de:en
ends 0 0 lisan system ar
grep -qx LANGUAGE=ar /etc/default/locale || fail "$(cat /etc/default/locale)"
eval "$(sed -n 's/^To go back: \(\(localectl\|sed\) .*\)/\1/p' output)"
grep -qx LANGUAGE=de:en /etc/default/locale || fail "$(cat /etc/default/locale)"
grep -qx LANG=C.UTF-8 /etc/default/locale || fail "$(cat /etc/default/locale)"

step "without AccountsService the system is still set, without localed one line says so"
systemctl mask --quiet --now accounts-daemon
ends 1 1 lisan system ar
has errors "login screen"
grep -qx LANG=ar_EG.UTF-8 /etc/default/locale || fail "$(cat /etc/default/locale)"
systemctl unmask --quiet accounts-daemon
if [ $keeper = systemd-localed ]; then
  systemctl mask --quiet --now systemd-localed
  ends 1 1 lisan system C.UTF-8
  has errors "The language of the system was not changed: "
  ends 1 1 lisan system
  has output AccountsService
  systemctl unmask --quiet systemd-localed
fi

ends 0 0 lisan system --programs ar
keep LANG=C.UTF-8
rm -r "$here"
