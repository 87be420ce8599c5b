#!/bin/sh
# Runs Mistral Vibe, which needs a later Python than Debian 12 has: vibe.sh FOLDER [ARG…]. FOLDER has the
# packages of `make reported-programs`, and a root of Debian 13 whose Python and libraries are used.
root=$1/root
export PYTHONHOME="$root/usr" PYTHONPATH="$1/packages" SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt
shift
exec "$root/lib64/ld-linux-x86-64.so.2" --library-path "$root/lib/x86_64-linux-gnu:$root/usr/lib/x86_64-linux-gnu" \
  "$root/usr/bin/python3.13" -c 'from vibe.cli.entrypoint import main; main()' "$@"
