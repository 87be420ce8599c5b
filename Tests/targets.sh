#!/usr/bin/env bash
# Builds each target by itself, and names those that do not build or import a module of the package
# that they do not depend on. The compiler finds such a module if another target was built before.
#
#   Tests/targets.sh SWIFT [OPTION...]
#
# The options are those of the build before, so that nothing is compiled again.
set -uo pipefail
swift=$1
shift
names=$("$swift" package describe --type json | python3 -c '
import json, pathlib, re, sys
targets = {target["name"]: target for target in json.load(sys.stdin)["targets"]}
needs = {}
def all_needs(name):
    if name not in needs:
        needs[name] = set()
        for other in targets[name].get("target_dependencies", []):
            needs[name] |= {other} | all_needs(other)
    return needs[name]
modules = {name.replace("-", "_"): name for name in targets}
wrong = []
for name, target in targets.items():
    for source in target["sources"]:
        path = pathlib.Path(target["path"], source)
        if path.suffix != ".swift": continue
        imports = r"^(?:@\w+ )?(?:public |package )?import (?:\w+ )?(\w+)"
        for module in re.findall(imports, path.read_text(), re.M):
            other = modules.get(module, name)
            if other != name and other not in all_needs(name):
                wrong.append(f"{path} imports {module}, on which {name} does not depend")
if wrong: sys.exit("\n".join(wrong))
print("\n".join(name for name in targets if targets[name]["type"] != "system-target"))') || exit 1
failed=0
for name in $names; do
  output=$("$swift" build "$@" --target "$name" 2>&1) && continue
  printf '%s does not build by itself:\n%s\n' "$name" "$output"
  failed=1
done
[ "$failed" = 0 ] && echo "$(wc -w <<<"$names") targets build by themselves"
exit "$failed"
