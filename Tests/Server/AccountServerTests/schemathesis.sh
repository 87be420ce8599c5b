#!/bin/sh
# Sends the real server valid and invalid requests generated from its OpenAPI document. No answer may
# be 5xx or missing from the document. schemathesis comes from PyPI, into its own folder under .build.
#
#   Tests/Server/AccountServerTests/schemathesis.sh [PROGRAM] [EXAMPLES]
set -eu

root=$(cd "$(dirname "$0")/../../.." && pwd)
program=${1:-$root/.build/release/lisan-server}
examples=${2:-200}
tools=$root/.build/schemathesis

(cd "$root" && Tests/environment.sh schemathesis schemathesis==4.32.5)

scratch=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null; rm -rf "$scratch"' EXIT

"$program" init --database "$scratch/accounts.db" --resources "$root/Resources" >/dev/null
echo "correct horse battery" |
  "$program" add-user ana --email ana@example.org --database "$scratch/accounts.db" >/dev/null
mkfifo "$scratch/said"
# Without the limit of requests, which would refuse most of them.
"$program" --listen 127.0.0.1:0 --requests-per-minute 0 --database "$scratch/accounts.db" \
  --log "$scratch/log" --outbox "$scratch/mail" --resources "$root/Resources" >"$scratch/said" &
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

# What the document allows may still be refused with 400: a code that was never given (RFC 8628), or a
# form that names an unknown field twice.
checks='--checks all --exclude-checks positive_data_acceptance'
# Signing out would end the session for all that comes after it: it is asked without a token.
cd "$scratch"
"$tools/bin/schemathesis" run "$url/openapi.json" $checks --max-examples "$examples" \
  --header "Authorization: Bearer $token" --exclude-path /rpc/sign_out --no-color
"$tools/bin/schemathesis" run "$url/openapi.json" $checks --max-examples "$examples" \
  --include-path /rpc/sign_out --no-color

if grep -q '"status":5' "$scratch/log"; then
  echo "answers of 5xx:" >&2
  grep '"status":5' "$scratch/log" >&2
  exit 1
fi
