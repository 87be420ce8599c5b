#!/usr/bin/env bash
# Builds an image of the account server, as two archives that podman, Docker and skopeo read (docs/server.md): an OCI
# image, whose format has no place for a health check, and one of Docker, which has.
#
#   Resources/server-image/build.sh SERVER INPUTS.d FOLDER VERSION SWIFT
#
# FOLDER/files has an installation below /usr, INPUTS.d what the linker read for SERVER. The image has the server, its texts, the
# shared libraries of this machine that it links and loads, bash, and their licences. SOURCE_DATE_EPOCH is its time.
set -euo pipefail
server=$1 inputs=$2 folder=$(realpath "$3") version=$4 swift=$5
files=$folder/files root=$folder/root
here=$(dirname "$0")
rm -rf "$root" "$folder/state"
mkdir -p "$root"/{usr/bin,usr/share,etc/ssl/certs} "$folder/state"
chmod 700 "$folder/state"
ln -s usr/bin usr/lib usr/lib64 "$root/"
install -m 755 "$files/usr/bin/lisan-server" "$here/serve" "$here/healthy" /bin/bash "$root/usr/bin/"
ln -s bash "$root/usr/bin/sh"
cp -R "$files/usr/share/lisan" "$root/usr/share/"
echo 'lisan-server:x:10001:10001::/var/lib/lisan-server:/usr/bin/sh' >"$root/etc/passwd"
echo 'lisan-server:x:10001:' >"$root/etc/group"
echo 'hosts: files dns' >"$root/etc/nsswitch.conf"
install -m 644 /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"

licences=$root/usr/share/doc/lisan-server
Resources/packaging/licences.sh "$licences" "$swift" "$inputs"
cp -R /usr/share/common-licenses/. "$licences/licences/common-licenses/"
curl=$(ldconfig -p | sed -n 's/.*libcurl\.so\.4 .* => //p' | head -n 1)
packages=(bash ca-certificates)
for library in "$curl" $(ldd "$server" "$curl" /bin/bash | grep -oE '/[^ :]+\.so[.0-9]*' | sort -u); do
  target=$root/usr/${library#/}
  install -D -m 644 "$library" "${target/usr\/usr/usr}"
  real=$(realpath "$library")
  # / and /usr are one tree, and a package knows a file by one of both names.
  packages+=("$({ dpkg-query -S "$real" || dpkg-query -S "${real#/usr}"; } 2>/dev/null | sed 's/:.*//')")
done
chmod 755 "$root"/usr/lib64/ld-*
for package in "${packages[@]}"; do
  install -m 644 "/usr/share/doc/$package/copyright" "$licences/licences/$package"
done

export BUILDAH_ISOLATION=chroot STORAGE_DRIVER=vfs
name=localhost/lisan-server:$version
storage=(--root "$folder/storage" --runroot "$folder/run")
buildah "${storage[@]}" build --quiet --format docker --timestamp "$SOURCE_DATE_EPOCH" --file "$here/Containerfile" \
  --label org.opencontainers.image.version="$version" --label org.opencontainers.image.licenses=Apache-2.0 \
  --tag "$name" "$folder" >/dev/null
for kind in oci docker; do
  archive=$folder/lisan-server-$version.$kind.tar
  rm -f "$archive"
  buildah "${storage[@]}" push --quiet --format "${kind/docker/v2s2}" "$name" "$kind-archive:$archive:$name"
  echo "$archive: $(stat -c %s "$archive") bytes"
done
buildah "${storage[@]}" rmi --all --force >/dev/null
rm -rf "$folder/storage" "$folder/run"
