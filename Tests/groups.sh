#!/usr/bin/env bash
# Runs the built tests in groups, and prints at the end which tests failed.
#
#   Tests/groups.sh [--timed] TESTS [OPTION...]
#
# The tests that wait for screens run first. Then those of the servers and of the agent run at once. The
# tests that only compute take what these leave. With --timed, those with limits of time run at the end,
# alone.
set -uo pipefail
here=$(dirname "$0")
with_timed=
[ "$1" != --timed ] || { with_timed=1 && shift; }
command=("$@")

# Each target of tests is in one of these lists.
# These tests only compute. Beside them, tests that wait for programs would reach their limits of time.
computing='AccountModel|AccountProtocol|AccountService|AgentProtocol|BidiDifferential|BidiRepair|BidiText|CommandLineTool'
computing+='|ControlSequences|Forms|ICUFormatting|LisanText|LocaleValues|Localization|MirrorLayout|SettingsCore|StrictJSON'
computing+='|TerminalEmulator'
# These wait for screens and programs.
screens='DriveScript|EndToEnd|Library|LisanApp|PreferenceStore|ProgramDocuments|RunRelay|SystemCalls|Terminal|TerminalHarness'
# These tests wait for servers and databases, and block threads meanwhile. Tests that wait for a
# terminal would get no thread beside them. A process runs as many tests at once as there are processors,
# so those of the servers that mostly wait have a process to themselves.
servers='AccountServer|AccountDatabase'
waiting='AccountServerTests\.(FollowingTests|DatabaseTroubleTests|SMTPTests|SharedDatabaseTests)'
# These tests have time limits. In one process with those, they would get no thread.
agent='AccountAgent'
# Some of these tests check the median and the maximum of many measurements, some use all processors.
timed='TimeLimitTests|AttackTests|FloodTests'

for folder in "$here"/*/*Tests; do
  target=${folder##*/}
  compgen -G "$folder/*.swift" >/dev/null || compgen -G "$folder/*/*.swift" >/dev/null || continue
  [[ $target =~ ^($computing|$screens|$servers|$agent)Tests$ ]] || { echo "groups.sh: $target is in no group" >&2; exit 1; }
done
# FaultGuardTests watch their own children, and take a processor while another test has one that ended.
computing="^($computing)Tests\\.|FaultGuardTests"
screens="^($screens)Tests\\."
servers="^($servers)Tests\\."
agent="^($agent)Tests\\."

logs=$(mktemp -d)
export LISAN_SUMMARY=$logs/summary
declare -A started  # the process of each group, by its name
trap 'for group in "${started[@]}"; do kill -- "-$group" 2>/dev/null; done; rm -rf "$logs"' EXIT
trap 'exit 1' INT TERM
failed=0

# start NAME WORD...: starts a command in its own process group; `finish NAME` waits for it and prints its output
start() {
  local name=$1
  shift
  setsid "$@" >"$logs/$name" 2>&1 &
  started[$name]=$!
}

finish() {
  wait "${started[$1]}" || failed=1
  cat "$logs/$1"
}

run() { "$here/run.sh" "${command[@]}" "$@" || failed=1; }

start values nice -n 19 "$here/run.sh" "${command[@]}" --filter "$computing" --skip "$timed"
run --filter "$screens" --skip "$computing|$timed"
start servers "$here/run.sh" "${command[@]}" --filter "$servers" --skip "$waiting|$timed"
start waiting "$here/run.sh" "${command[@]}" --filter "$waiting" --skip "$timed"
run --filter "$agent" --skip "$timed"
finish servers
finish waiting
finish values
[ -z "$with_timed" ] || run --no-parallel --filter "$timed"
[ ! -s "$LISAN_SUMMARY" ] || { printf '\nOf all groups:\n'; cat "$LISAN_SUMMARY"; }
exit "$failed"
