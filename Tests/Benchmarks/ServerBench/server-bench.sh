#!/bin/sh
# Requests a second that lisan-server answers with 32 connections on loopback (wrk): reading the
# record, and changing it durably; memory before and after.
#
#   Tests/Benchmarks/ServerBench/server-bench.sh [PROGRAM] [SECONDS]
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
program=${1:-$root/.build/release/lisan-server}
seconds=${2:-10}

# On the disk that the package is on: in memory, durability would cost nothing.
mkdir -p "$root/.build"
scratch=$(mktemp -d "$root/.build/server-bench-XXXXXX")
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null; rm -rf "$scratch"' EXIT

echo "correct horse battery" | "$program" add-user ana --database "$scratch/accounts.db" >/dev/null
mkfifo "$scratch/said"
"$program" --listen 127.0.0.1:0 --database "$scratch/accounts.db" --log "$scratch/log" \
  --resources "$root/Resources" >"$scratch/said" &
server=$!
read -r line <"$scratch/said"
url=$(printf '%s' "$line" | grep -oE 'http://[0-9.:]+')
token=$(python3 - "$url" <<'PYTHON'
import json, sys, urllib.request
body = json.dumps({"login": "ana", "password": "correct horse battery"}).encode()
request = urllib.request.Request(
    sys.argv[1] + "/rpc/sign_in", body, {"Content-Type": "application/json"})
print(json.load(urllib.request.urlopen(request))["token"])
PYTHON
)

memory() { awk '/^RssAnon/ { print "anonymous memory: " $2 " KiB" }' "/proc/$server/status"; }

echo "GET /rpc/me"
wrk -t 2 -c 32 -d 2s -H "Authorization: Bearer $token" "$url/rpc/me" >/dev/null
memory
wrk -t 2 -c 32 -d "${seconds}s" --latency -H "Authorization: Bearer $token" "$url/rpc/me"
memory
echo "PATCH /rpc/me"
wrk -t 2 -c 32 -d "${seconds}s" --latency -s "$here/change.lua" "$url/rpc/me" -- "$token"
memory
