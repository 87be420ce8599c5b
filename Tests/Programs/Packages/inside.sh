#!/usr/bin/env bash
# Runs as root in a clean Debian that has just booted: installs the packages of the version before,
# uses them as people do, upgrades them in the middle of that, and removes them.
set -euo pipefail
cd /packages
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8

fail() {
  echo "inside.sh: line ${BASH_LINENO[0]}: $1"
  exit 1
}
trap 'echo "inside.sh: line $LINENO failed"' ERR
step() { echo "- $1"; }
apt() { apt-get -y -qq -o Dpkg::Use-Pty=0 "$@" >apt.log 2>&1 || fail "apt-get $*: $(cat apt.log)"; }
# A person at a terminal of their own.
as() { runuser -u "$1" -- env -i HOME="/home/$1" PATH=/usr/bin:/bin LANG=C.UTF-8 "${@:2}"; }
administer() { lisan-server "$@" --database /var/lib/lisan-server/accounts.db; }
# The identity of the database that answers at a port.
identity() {
  exec 3<>"/dev/tcp/127.0.0.1/$1"
  printf 'GET /rpc/app_config HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' >&3
  grep -a -o -i 'lisan-database: [0-9a-f]*' <&3
  exec 3>&-
}
language() { administer list-users --json --match "$1" | grep -o '"language":"[a-z]*"'; }
# Waits until a command succeeds.
until_so() {
  for _ in {1..200}; do
    if "$@" >/dev/null 2>&1; then return; fi
    sleep 0.1
  done
  fail "this did not come: $*"
}

step "the version before is installed, and the server runs"
! command -v swift || fail "there is a Swift toolchain"
apt install ./before/*.deb
systemctl is-active --quiet lisan-server || fail "$(systemctl status lisan-server)"
[ "$(stat -c %U:%a /var/lib/lisan-server)" = lisan-server:700 ] || fail "wrong owner of the accounts"
[ "$(stat -c %U:%a /var/lib/lisan-server/accounts.db)" = lisan-server:600 ] || fail "wrong owner of the database"
! ldd /usr/libexec/lisan-agent /usr/bin/lisan-server | grep 'not found' || fail "a library is missing"
systemd-analyze security --no-pager --threshold=20 lisan-server >security.log ||
  fail "the unit is exposed: $(tail -n 1 security.log)"

identity=$(identity 8480)

step "an administrator changes the configuration and adds people"
sed -i 's/8480/8481/' /etc/default/lisan-server
systemctl restart lisan-server
for person in sara omar; do
  useradd --create-home "$person"
  echo 'open sesame' | administer add-user "$person" --language en >/dev/null
  configuration=/home/$person/.config/lisan
  as "$person" mkdir -p "$configuration"
  echo '{"server": "http://127.0.0.1:8481"}' | as "$person" tee "$configuration/config.json" >/dev/null
  echo 'open sesame' | as "$person" lisan sign-in "$person" || fail "$person cannot sign in"
done

step "sara chooses Arabic on the screen, and her account has it"
as sara lisan-drive run /packages/main-flow.drive
[ "$(as sara lisan get)" = ar ] || fail "the choice was not kept"
as sara lisan sync
[ "$(language sara)" = '"language":"ar"' ] || fail "her account has $(language sara)"

step "the log is rotated, and the server goes on in a new file"
cd /var/log/lisan-server
lines=$(wc -l <access.log)
[ "$lines" -gt 0 ] || fail "nothing was logged"
logrotate --force /etc/logrotate.d/lisan-server
[ "$(wc -l <access.log.1)" = "$lines" ] || fail "lines were lost"
exec 3<>/dev/tcp/127.0.0.1/8481
printf 'GET /rpc/app_config HTTP/1.1\r\nHost: localhost\r\n\r\n' >&3
until_so grep -q app_config access.log
exec 3>&-
cd /packages

no_replaced_screen() {
  for link in /proc/[0-9]*/exe; do
    [[ $(readlink "$link" || true) != /usr/bin/lisan\ * ]] || fail "the old program runs"
  done
}

step "sara's screen waits for a restart, and omar's choice for the server"
coproc drive { as sara lisan-drive serve; }
read -r -t 20 _ <&"${drive[0]}"
# Does statements of lisan-drive in sara's terminal.
drive() {
  printf '{"id": 1, "do": %s}\n' "${1//$'\n'/}" >&"${drive[1]}"
  read -r -t 60 answer <&"${drive[0]}" || fail "no answer: $1"
  [[ $answer == *'"ok":true'* ]] || fail "$answer"
}
drive '["size 80x24", "environment HOME /home/sara", "start lisan", "wait for visual pattern \"^.{77}‹\"",
  "press 1", "wait for \"Restart now\"", "press Escape", "expect no \"Later\""]'
systemctl stop lisan-server
as omar lisan set ar
as omar lisan status --json | grep -q '"sync":"pending"' || fail "nothing is pending: $(as omar lisan status --json)"
systemctl start lisan-server

step "an upgrade restarts the server and keeps the configuration"
process=$(systemctl show --property=MainPID --value lisan-server)
apt install ./now/*.deb
! dpkg-query -W -f '${Version}\n' lisan lisan-server lisan-drive | grep -x 0.9.0-1 || fail "not upgraded"
systemctl is-active --quiet lisan-server || fail "$(systemctl status lisan-server)"
[ "$(systemctl show --property=MainPID --value lisan-server)" != "$process" ] || fail "the old server runs"
grep -q 8481 /etc/default/lisan-server || fail "the configuration was changed"
[ "$(identity 8481)" = "$identity" ] || fail "the upgrade has made another database"

step "without its database a server does not start, and nothing makes one, an upgrade neither"
systemctl stop lisan-server
mv /var/lib/lisan-server /var/lib/away
apt install --reinstall ./now/lisan-server_*.deb
[ -z "$(find /var/lib/lisan-server -type f)" ] || fail "a database was made"
! administer revoke-all 2>error.log || fail "a command succeeds without a database"
grep -q 'lisan-server init' error.log || fail "the command is not named: $(cat error.log)"
systemctl stop lisan-server
rm -rf /var/lib/lisan-server
mv /var/lib/away /var/lib/lisan-server
systemctl start lisan-server
[ "$(identity 8481)" = "$identity" ] || fail "another database serves"

step "both choices survive it: sara's screen restarts as the new program, omar's choice is sent"
drive '["press r", "wait for visual pattern \"^  › \""]'
no_replaced_screen
drive '["press q", "expect exit 0", "expect terminal restored"]'
eval "exec ${drive[1]}>&-"
as omar lisan sync
[ "$(language omar)" = '"language":"ar"' ] || fail "omar's account has $(language omar)"
[ "$(as sara lisan get)" = en ] || fail "sara's choice was lost"

step "the package of languages adds them for everybody, and its removal takes them away"
useradd --create-home vera
codes() { as vera lisan list | cut -f1 | paste -sd ' '; }
[ "$(codes)" = "en ar" ] || fail "offered: $(codes)"
apt install ./languages/*.deb
[ "$(codes)" = "en ar fa he ur" ] || fail "offered: $(codes)"
as vera lisan check >check.log || fail "$(cat check.log)"
for code in fa he ur; do
  as vera lisan set "$code"
  [ "$(as vera lisan get)" = "$code" ] || fail "$code was not chosen"
  [ -e "/usr/share/lisan/languages.d/$code.lproj/Localizable.compiled" ] || fail "$code is not compiled"
  [ -e "/usr/share/man/$code/man1/lisan.1.gz" ] || fail "$code has no manual page"
done
apt remove lisan-languages
[ "$(codes)" = "en ar" ] || fail "offered: $(codes)"
[ "$(as vera lisan get 2>error.log)" = en ] || fail "the removed language is used"
grep -q ur error.log || fail "nothing is said: $(cat error.log)"

step "a C program is built with the text library, and Python has it"
apt --no-install-recommends install ./text/*.deb gcc libc6-dev pkgconf
examples=/usr/share/doc/liblisantext-dev/examples
read -ra flags < <(pkg-config --cflags --libs lisantext)
gcc -Wall -Werror -o align "$examples/align.c" "${flags[@]}"
ldd align | grep -q 'liblisantext.so.1 => /lib/' || fail "the program lacks the library: $(ldd align)"
[ "$(echo 'abc אבג' | ./align)" = 'abc גבא' ] || fail "the program prints: $(echo 'abc אבג' | ./align)"
gcc -Wall -Werror -o align-static "$examples/align.c" -l:liblisantext.a
[ "$(echo 'abc אבג' | ./align-static)" = 'abc גבא' ] || fail "with the static library it prints something else"
shown=$(python3 -c 'import lisantext; print(lisantext.Text("abc אבג").line().visual())')
[ "$shown" = 'abc גבא' ] || fail "Python prints: $shown"
names=$(python3 /usr/share/doc/python3-lisantext/examples/names.py)
[ "${names%%$'\n'*}" = "Omar  |         ﺮﻤﻋ|" ] || fail "the example for Python prints: $names"
[ "$(python3 -c 'import importlib.metadata as data; print(data.version("lisantext"))')" = \
  "$(pkg-config --modversion lisantext)" ] || fail "Python and C name two versions"
apt purge liblisantext1 liblisantext-dev python3-lisantext
[ -z "$(find / -xdev -name '*lisantext*' -not -path '/packages/*')" ] || fail "the text library is left"
./first-use.sh
./system-language.sh

step "the version before comes back, and goes again, under a screen, an agent and a server; nothing is lost"
for way in before now; do
  coproc drive { as sara lisan-drive serve; }
  read -r -t 20 _ <&"${drive[0]}"
  drive '["size 80x24", "environment HOME /home/sara", "start lisan", "wait for visual pattern \"^  › \""]'
  apt --allow-downgrades install ./$way/*.deb
  # systemd in a container may start a service again, if its control group is still being removed.
  until_so systemctl is-active --quiet lisan-server
  [ "$(identity 8481)" = "$identity" ] || fail "another database serves"
  [ "$(as sara lisan get)" = en ] && [ "$(language omar)" = '"language":"ar"' ] || fail "a choice was lost"
  as omar lisan sync
  as omar lisan status | grep -q synced || fail "omar's session was lost: $(as omar lisan status)"
  # The screen that is open becomes the other version when it restarts, and its choices reach the account.
  drive '["press 2", "wait for \"إعادة التشغيل الآن\"", "press Enter", "wait for visual pattern \"^.{77}‹\""]'
  no_replaced_screen
  as sara lisan sync
  [ "$(language sara)" = '"language":"ar"' ] || fail "sara's account has $(language sara)"
  drive '["press 1", "wait for \"Restart now\"", "press Enter", "wait for visual pattern \"^  › \"", "press q",
    "expect exit 0", "expect terminal restored"]'
  eval "exec ${drive[1]}>&-"
  wait "$drive_PID" || true
done

step "removing keeps what people and administrators wrote"
people() { find /home -type f -exec sha256sum {} + | sort; }
before=$(people)
apt remove lisan lisan-server lisan-drive
! systemctl is-active --quiet lisan-server || fail "the server still runs"
hash -r  # bash remembers where they were
! command -v lisan lisan-server lisan-drive || fail "programs are left"
[ -e /etc/default/lisan-server ] && [ -e /var/lib/lisan-server/accounts.db ] || fail "too much was removed"

left() { find / -xdev -name '*lisan*' -not -path '/home/*' -not -path '/packages/*' -not -path '/proc/*'; }
step "purging leaves the accounts alone, unless an administrator says otherwise"
apt purge lisan-server
[ "$(left)" = /var/lib/lisan-server ] || fail "left: $(left)"
apt install ./now/lisan_*.deb ./now/lisan-server_*.deb
[ "$(language omar)" = '"language":"ar"' ] || fail "the accounts are not there again"
echo 'lisan-server lisan-server/purge_accounts boolean true' | debconf-set-selections
apt purge lisan lisan-server
[ -z "$(left)" ] || fail "left: $(left)"

step "an installation for PostgreSQL makes no file"
echo 'LISAN_DATABASE="postgresql://lisan@localhost:5440/accounts?passfile=/etc/lisan-server/pgpass"' \
  >/etc/default/lisan-server
apt -o Dpkg::Options::=--force-confold install ./now/lisan_*.deb ./now/lisan-server_*.deb
systemctl stop lisan-server
[ -z "$(find /var/lib/lisan-server -type f)" ] || fail "a file was made"
echo 'lisan-server lisan-server/purge_accounts boolean true' | debconf-set-selections
apt purge lisan lisan-server
[ -z "$(left)" ] || fail "left: $(left)"
[ "$(people)" = "$before" ] || fail "a person's files were changed"
step "nothing else is left, and no person's file has changed"

step "two servers behind a proxy, by the commands of docs/two-servers.md"
awk '/^```sh$/ { on = 1; next } /^```$/ { on = 0 } on' two-servers.md >two-servers.sh
began=$SECONDS
(cd now && HOME=/root bash -euo pipefail ../two-servers.sh) >two-servers.log 2>&1 || fail "$(cat two-servers.log)"
grep -q $'ana@example.org\tAna\tar' two-servers.log || fail "the account has no language: $(cat two-servers.log)"
database=$(sed -n 's/^LISAN_DATABASE="\(.*\)"/\1/p' /etc/default/lisan-server)
lisan-server list-users --match ana --database "$database" | grep -q $'\ten' || fail "the last choice was lost"
for unit in lisan-server lisan-server-2; do
  journalctl --unit $unit --output cat | grep -q '"path":"/' || fail "$unit was asked nothing"
done
echo "  $((SECONDS - began)) s"
