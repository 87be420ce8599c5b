#!/usr/bin/env bash
# Runs as root in a clean root that has not booted: installs the packages with all that they need, uses them as a person
# does, and removes them.
set -euo pipefail
cd /packages
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8

fail() {
  echo "elsewhere.sh: line ${BASH_LINENO[0]}: $1"
  exit 1
}
trap 'echo "elsewhere.sh: line $LINENO failed"' ERR
step() { echo "- $1"; }
apt() { apt-get -y -qq -o Dpkg::Use-Pty=0 "$@" >apt.log 2>&1 || fail "apt-get $*: $(cat apt.log)"; }
as() { runuser -u sara -- env -i HOME=/home/sara PATH=/usr/bin:/bin LANG=C.UTF-8 "$@"; }

step "the packages are installed"
apt install ./now/*.deb ./languages/*.deb
useradd --create-home sara
! ldd /usr/libexec/lisan-agent /usr/bin/lisan-server | grep 'not found' || fail "a library is missing"

step "sara chooses Arabic on the screen, and regions and dates are in her language"
as lisan-drive run /packages/main-flow.drive
[ "$(as lisan get)" = ar ] || fail "the choice was not kept"
markets=$(as lisan list-settings market)
grep -q $'^EG\tمصر\t' <<<"$markets" || fail "Egypt has another name: $markets"
cat >about.drive <<DRIVE
environment HOME /home/sara
environment LANG C.UTF-8
start lisan open about
wait for "$(date +%Y | sed 'y/0123456789/٠١٢٣٤٥٦٧٨٩/')"
press q
wait for exit 0
DRIVE
as lisan-drive run /packages/about.drive || fail "About has no date"

step "a server takes her choice"
as lisan-server init --database /home/sara/accounts.db >/dev/null
echo 'open sesame' | as lisan-server add-user sara --language en --database /home/sara/accounts.db >/dev/null
as lisan-server --listen 127.0.0.1:8481 --database /home/sara/accounts.db >listening 2>&1 &
for _ in {1..200}; do ! grep -q http listening || break; sleep 0.1; done
echo 'open sesame' | as LISAN_SERVER=http://127.0.0.1:8481 lisan sign-in sara >/dev/null
as LISAN_SERVER=http://127.0.0.1:8481 lisan set ar
as LISAN_SERVER=http://127.0.0.1:8481 lisan sync
people=$(as lisan-server list-users --json --match sara --database /home/sara/accounts.db)
grep -q '"language":"ar"' <<<"$people" || fail "the account has another language: $people"
kill %1

step "the language of the system, and a shell that needs a locale"
as lisan system >system.log 2>&1 || true
[ -s system.log ] || fail "lisan system says nothing"
lisan system ar --generate >system.log 2>&1 || grep -q ar_ system.log || fail "$(cat system.log)"
locale -a | grep -q ar_EG || fail "there is no locale: $(cat system.log)"

step "Python has the text library"
apt --no-install-recommends install ./text/*.deb
[ "$(python3 -c 'import lisantext; print(lisantext.Text("abc אבג").line().visual())')" = 'abc גבא' ] || fail "Python prints something else"
apt purge liblisantext1 liblisantext-dev python3-lisantext

step "they are removed without a trace"
apt purge lisan lisan-server lisan-drive lisan-languages
left=$(find / -xdev -name '*lisan*' -not -path '/home/*' -not -path '/packages/*' -not -path '/proc/*' -not -path /var/lib/lisan-server)
[ -z "$left" ] || fail "left: $left"
