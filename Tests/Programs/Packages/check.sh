#!/usr/bin/env bash
#   check.sh RELEASE...
#
# Checks the packages in .build/deb: packs them again elsewhere and compares, runs lintian and the
# validators, makes the bill of materials, and lets inside.sh install, upgrade and remove them in clean
# releases of Debian that boot in containers (systemd-nspawn) without a network. A release of Ubuntu, jammy or noble,
# is not booted: elsewhere.sh installs, uses and removes what people have there. Needs root and the machine's own package
# mirror, and for Ubuntu that of Ubuntu.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../../.."

fail() {
  echo "check.sh: $1" >&2
  exit 1
}

[ "$(id -u)" = 0 ] || fail "only root can make a Debian root and boot it"
unshare --mount --pid --fork true 2>/dev/null ||
  fail "no mounts are permitted here, so the packages cannot be tested in a clean Debian root"

releases=("$@")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
names=(lisan lisan-server lisan-drive)

make --no-print-directory deb-files DEB="$work/again" >"$work/again.log" 2>&1 &
again=$!

desktop-file-validate Resources/desktop/*.desktop
# The metadata with a homepage and a name of those who publish, and without them. The validator does not know the
# reserved domain `.example`.
published() {
  make --no-print-directory install-files DESTDIR="$work/metadata" PREFIX=/usr "$@"
  appstreamcli validate --no-net --strict $override "$work/metadata"/usr/share/metainfo/*.xml ||
    fail "AppStream metadata is not valid"
  rm -r "$work/metadata"
}
override= published HOMEPAGE=https://www.debian.org DESKTOP_ID=org.debian.lisan
override=--override=cid-maybe-not-rdns=pedantic published HOMEPAGE=
findings=$(lintian --allow-root --pedantic .build/deb/*.changes 2>&1) || true
[ -z "$findings" ] || fail "lintian says: $findings"

# The bill of materials can be read, and names libraries of each kind.
make --no-print-directory bill
.build/spdx/bin/pyspdxtools --infile .build/deb/lisan-*.spdx.json || fail "the bill of materials is not valid"
for link in "lisan STATIC Debian-libncurses-dev" "lisan-drive STATIC Swift-swift" \
  "lisan-agent DYNAMIC Debian-libcurl4" "lisan-agent DYNAMIC Debian-libicu72" "lisan-server DYNAMIC Debian-libmicrohttpd12" \
  "liblisantext.so.1 DYNAMIC Debian-libc6"; do
  set -- $link
  python3 - "SPDXRef-Program-$1" "$2_LINK" "SPDXRef-$3" <<'END' || fail "the bill of materials lacks: $link"
import glob, json, sys
relationships = json.load(open(glob.glob(".build/deb/*.spdx.json")[0]))["relationships"]
sys.exit(dict(zip(("spdxElementId", "relationshipType", "relatedSpdxElement"), sys.argv[1:])) not in relationships)
END
done
"$here/known_faults.py" .build/deb/lisan-*.spdx.json || fail "a program links what has a known fault"

# Each program's symbols are found by its build id.
for name in "${names[@]}"; do
  dpkg-deb -x .build/deb/"$name"_*.deb "$work/tree"
  dpkg-deb -x .build/deb/"$name"-dbgsym_*.deb "$work/tree"
done
for program in bin/lisan bin/lisan-drive bin/lisan-server libexec/lisan-agent; do
  id=$(readelf -n "$work/tree/usr/$program" | sed -n 's/.*Build ID: //p')
  [ -e "$work/tree/usr/lib/debug/.build-id/${id:0:2}/${id:2}.debug" ] ||
    fail "$program has no debug symbols"
  ! readelf -d "$work/tree/usr/$program" | grep -E 'libswift|Foundation|RUNPATH|RPATH' ||
    fail "$program needs a toolchain"
  ! grep -qF "$PWD/" "$work/tree/usr/$program" || fail "$program names the folder it was built in"
done

# The text library does not name it either.
for name in liblisantext1 liblisantext-dev; do
  dpkg-deb -x .build/deb/"$name"_*.deb "$work/text"
done
! grep -rF "$PWD/" "$work/text" || fail "the text library names the folder it was built in"

# Ubuntu 22.04 has glibc 2.35. A program that needs a later one would not start there.
for program in bin/lisan-server libexec/lisan-agent; do
  newest=$(objdump -T "$work/tree/usr/$program" | grep -oE 'GLIBC_[0-9.]+' | sort -Vu | tail -n 1)
  [ "$(printf 'GLIBC_2.35\n%s\n' "$newest" | sort -V | tail -n 1)" = GLIBC_2.35 ] || fail "$program needs $newest"
done

# The version before: the same packages with another number.
packages=$work/packages
mkdir -p "$packages/before" "$packages/now" "$packages/languages" "$packages/text"
cp .build/deb/lisan-languages_*.deb "$packages/languages/"
cp .build/deb/liblisantext*.deb .build/deb/python3-lisantext_*.deb "$packages/text/"
cp docs/two-servers.md "$here"/{inside.sh,elsewhere.sh,first-use.sh,system-language.sh,main-flow.drive,check.service} "$packages/"
for name in "${names[@]}"; do
  package=$(echo .build/deb/"$name"_*.deb)
  cp "$package" "$packages/now/"
  dpkg-deb -R "$package" "$work/$name"
  sed -i "s/$(dpkg-deb -f "$package" Version)/0.9.0-1/" "$work/$name/DEBIAN/control"
  dpkg-deb -Znone --root-owner-group -b "$work/$name" "$packages/before/" >/dev/null
done

# Where a release is: Debian's are where this machine's is.
codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
apt-config dump | grep -E '^Acquire::(https?::Proxy|Check-|Retries)' >"$work/options" || true
sources() {
  case $1 in
  jammy | noble)
    printf "deb ${UBUNTU_MIRROR:-http://archive.ubuntu.com/ubuntu} %s main universe\n" "$1" "$1-updates" "$1-security"
    ;;
  *)
    apt-get indextargets --format 'deb $(SITE) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
      awk -v codename="$codename" -v name="$1" 'index($3, codename) == 1 && sub(codename, name, $3)' | sort -u
    ;;
  esac
}

# clean RELEASE SCRIPT PACKAGES [OPTIONS...]: lets a script in /packages work in a clean root that boots, or, if it is not
# inside.sh, that does not. What the packages need is downloaded before; there is no network then.
clean() {
  local release=$1 script=$2 include=$3 root=$work/root-$1 status=0 more=
  # What docs/two-servers.md installs.
  [ "$script" != inside.sh ] || more="postgresql nginx openssl curl ca-certificates"
  shift 3
  sources "$release" >"$work/sources-$release"
  [ -s "$work/sources-$release" ] || fail "apt has no source of $release"
  mmdebstrap --quiet --variant=minbase --include="$include" --aptopt="$work/options" "$@" \
    --skip=cleanup/apt --customize-hook="cp -R '$packages' \"\$1/packages\"" \
    --customize-hook='chroot "$1" apt-get update -qq' \
    --customize-hook='chroot "$1" sh -c "apt-get install -y -qq --download-only -o APT::Install-Recommends=yes /packages/now/*.deb"' \
    --customize-hook='chroot "$1" sh -c "apt-get install -y -qq --download-only --no-install-recommends /packages/text/*.deb gcc libc6-dev pkgconf"' \
    --customize-hook="chroot \"\$1\" apt-get install -y -qq --download-only -o APT::Install-Recommends=yes $more" \
    "$release" "$root" - <"$work/sources-$release"
  if [ "$script" != inside.sh ]; then
    systemd-nspawn --quiet --directory="$root" --register=no --keep-unit --private-network --timezone=off --pipe \
      "/packages/$script" </dev/null
    return
  fi
  chroot "$root" systemctl --quiet enable /packages/check.service
  timeout 900 systemd-nspawn --quiet --directory="$root" --register=no --keep-unit --private-network \
    --boot --console=pipe </dev/null >"$work/console-$release" 2>&1 || status=$?
  if [ -e "$root/packages/output" ]; then
    cat "$root/packages/output"
  else
    cat "$work/console-$release"
    fail "$release does not boot in a container here (systemd-nspawn)"
  fi
  [ "$status" = 0 ] || fail "the packages failed in a clean $release (exit code $status)"
}

# One beside the other.
boots=systemd-sysv,passwd,locales,accountsservice,libpam-systemd,dbus-user-session
running=()
for release in "${releases[@]}"; do
  case $release in
  jammy | noble)
    # Debian 13 has the package with Ubuntu's keys.
    if [ ! -e "$work/keys" ]; then
      mmdebstrap --quiet --variant=extract --include=ubuntu-keyring trixie "$work/keys" - < <(sources trixie)
    fi
    clean "$release" elsewhere.sh apt,locales --keyring="$work/keys/usr/share/keyrings/ubuntu-archive-keyring.gpg" \
      >"$work/output-$release" 2>&1 &
    ;;
  *) clean "$release" inside.sh "$boots,polkitd" >"$work/output-$release" 2>&1 & ;;
  esac
  running+=("$release:$!")
done
failed=
for entry in "${running[@]}"; do
  wait "${entry#*:}" || failed="$failed ${entry%:*}"
  echo "${entry%:*}:"
  cat "$work/output-${entry%:*}"
done
[ -z "$failed" ] || fail "the packages failed in a clean$failed"

wait "$again" || fail "packing again failed: $(cat "$work/again.log")"
for package in .build/deb/*.deb; do
  cmp "$package" "$work/again/${package##*/}" || fail "$package is not the same when it is packed again"
done
echo "Packages: identical when packed again, nothing found by lintian, installed and removed in ${releases[*]}."
