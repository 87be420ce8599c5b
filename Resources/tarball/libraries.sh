#!/bin/sh
# libraries.sh FOLDER: the static libraries of the agent in the tarball, in FOLDER/lib. The linker looks
# there first.
#
# libcurl and libdbus are built from Debian's sources, because Debian's archives need libraries that load
# others at run time: libcurl with HTTP, HTTPS and c-ares alone, libdbus without systemd. So is c-ares, because
# Debian 12 has not mended CVE-2024-25629 in it. ICU's data are cut
# to the languages of the tarball. The rest are the archives of Debian's packages.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
cd "$1"
folder=$PWD
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
work=$folder/work
archives=/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)
# What decides how the libraries come out: this recipe, and the packages whose archives go into them.
stamp=$({ cat "$here"/libraries.sh "$here"/libraries.sha256 "$here"/*.patch &&
  dpkg-query -W libicu-dev libssl-dev zlib1g-dev libc-ares-dev libsqlite3-dev libc6-dev gcc; } | sha256sum)
[ "$stamp" != "$(cat stamp 2>/dev/null || true)" ] || exit 0
rm -rf lib work stamp sources/curl sources/dbus sources/c-ares
mkdir -p lib work sources

fail() {
  echo "libraries.sh: $1" >&2
  exit 1
}

# The files of Debian's sources, which stay here. A mirror has the last version only.
while read -r sum path; do
  file=sources/${path##*/}
  if ! echo "$sum  $file" | sha256sum --check --status 2>/dev/null; then
    curl -sfL -o "$file" "$mirror/$path" ||
      curl -sfL -o "$file" "$mirror-security/pool/updates/${path#pool/}" ||
      fail "$mirror does not have ${path##*/}; if Debian has a newer version, set that and its sums in libraries.sha256"
    echo "$sum  $file" | sha256sum --check --status || fail "${path##*/} has another checksum than libraries.sha256 says"
  fi
done <"$here/libraries.sha256"

# unpack NAME: the source of a package with Debian's patches, in work/NAME.
unpack() {
  mkdir "work/$1"
  tar -x -C "work/$1" --strip-components=1 -f "$(echo sources/"$1"_*.orig.tar.*)"
  tar -x -C "work/$1" -f "$(echo sources/"$1"_*.debian.tar.xz)"
  # Debian's last two patches of curl rename the library for other TLS libraries.
  sed 's/[ #].*//;/^$/d;/^90_gnutls/d;/^99_nss/d' "work/$1/debian/patches/series" >work/series
  while read -r patch; do
    patch -s -d "work/$1" -p1 <"work/$1/debian/patches/$patch"
  done <work/series
}

# Identical files come of every folder: none names it.
CFLAGS="-O2 -g0 -fPIC -ffile-prefix-map=$work=. $(dpkg-buildflags --get CPPFLAGS)"
export CFLAGS
# The patched inputs of automake are newer than what it made of them; what it made is complete.
tools="AUTOMAKE=: ACLOCAL=: AUTOCONF=: AUTOHEADER=: MAKEINFO=:"
jobs=-j$(nproc)

unpack c-ares
patch -s -d work/c-ares -p1 <"$here/c-ares-CVE-2024-25629.patch"
(
  cd work/c-ares
  ./configure --quiet --prefix=/usr --disable-shared --enable-static --disable-dependency-tracking --disable-tests
  make -s $jobs -C src/lib $tools libcares.la
) >work/c-ares.log 2>&1 || fail "c-ares: $(tail -n 20 work/c-ares.log)"
cp work/c-ares/src/lib/.libs/libcares.a lib/

unpack curl
(
  cd work/curl
  # No folder of certificates: the agent names the file that the system has (Certificates.swift).
  ./configure --quiet --prefix=/usr --disable-shared --enable-static --disable-dependency-tracking \
    --with-openssl --enable-ares --without-ca-bundle --without-ca-path --with-ca-fallback \
    --disable-openssl-auto-load-config --disable-ldap --disable-ldaps --disable-ftp --disable-file --disable-rtsp \
    --disable-dict --disable-telnet --disable-tftp --disable-pop3 --disable-imap --disable-smb --disable-smtp \
    --disable-gopher --disable-mqtt --disable-manual --disable-ntlm --disable-unix-sockets --disable-alt-svc \
    --without-libpsl --without-libidn2 --without-nghttp2 --without-brotli --without-zstd --without-zlib \
    --without-librtmp --without-libssh2 --without-gssapi --without-libgsasl
  make -s $jobs -C lib $tools libcurl.la
) >work/curl.log 2>&1 || fail "curl: $(tail -n 20 work/curl.log)"
cp work/curl/lib/.libs/libcurl.a lib/

unpack dbus
(
  cd work/dbus
  # The daemon needs expat, the library does not; only the library is built.
  EXPAT_CFLAGS=-I. EXPAT_LIBS=-lexpat ./configure --quiet --prefix=/usr --sysconfdir=/etc --localstatedir=/var \
    --runstatedir=/run --with-system-socket=/run/dbus/system_bus_socket --disable-shared --enable-static \
    --disable-dependency-tracking --disable-systemd --disable-selinux --disable-apparmor --disable-libaudit \
    --disable-tests --disable-asserts --disable-checks --disable-verbose-mode --disable-xml-docs \
    --disable-doxygen-docs --disable-ducktype-docs --disable-inotify --disable-x11-autolaunch --without-x
  make -s $jobs -C dbus $tools libdbus-1.la
) >work/dbus.log 2>&1 || fail "dbus: $(tail -n 20 work/dbus.log)"
cp work/dbus/dbus/.libs/libdbus-1.a lib/

# ICU's data: what formats dates, numbers and names, for root and the languages of the tarball.
ar -p "$archives/libicudata.a" >work/icudata.o
name=$(nm work/icudata.o | sed -n 's/.* \(icudt[0-9]*\)_dat$/\1l/p')
objcopy -O binary --only-section=.rodata work/icudata.o "work/$name.dat"
languages='(root|(en|ar|he|iw|fa|ur)(_[A-Za-z0-9_]+)?)\.res'
icupkg -l "work/$name.dat" | grep -vE \
  "^((curr|lang|region)/)?($languages|pool\.res|res_index\.res)$|^curr/supplementalData\.res$|^(supplementalData|metadata|numberingSystems|plurals|pluralRanges|dayPeriods|keyTypeData|timezoneTypes|zoneinfo64|icuver|icustd|genderList|metaZones|windowsZones|units|grammaticalFeatures|likelySubtags)\.res$" \
  >work/removed.txt
mkdir work/cut
icupkg -r work/removed.txt "work/$name.dat" "work/cut/$name.dat"
symbol=${name%l}_dat
printf '%s\n' '.section .rodata' ".globl $symbol" '.balign 16' ".type $symbol, @object" "$symbol:" \
  ".incbin \"cut/$name.dat\"" ".size $symbol, . - $symbol" '.section .note.GNU-stack,"",@progbits' >work/icudata.s
(cd work && as -o cut/icudata.o icudata.s && ar -Drc ../lib/libicudata.a cut/icudata.o)
for library in icui18n icuuc ssl crypto sqlite3; do
  ln -s "$archives/lib$library.a" lib/
done
# Where the built ones come from, for the bill of materials and for whoever gets the archive.
for name in c-ares curl dbus; do
  mkdir "sources/$name"
  cp "work/$name/debian/copyright" "sources/$name/"
  sed -n "s|.*/${name}_\(.*\)\.debian\.tar\..*|\1|p" "$here/libraries.sha256" >"sources/$name/version"
done
rm -rf work/c-ares work/curl work/dbus
echo "$stamp" >stamp
