#!/usr/bin/env bash
# Checks the text library in other languages: the packages in new folders, Unicode's test files through
# them, and the examples.
#
#   Tests/Text/LisanTextTests/bindings.sh LIBRARY VERSION [EVERY]
#
# FRAMEWORKS is a Python that has Textual, rich and prompt_toolkit; without it their adapters are left out.
set -euo pipefail
cd "$(dirname "$0")/../../.."
library=$(realpath "$1")
version=$2
every=${3:-1}
tests=Tests/Text/LisanTextTests
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# expect NAME TEXT: standard input has to be the text.
expect() {
  found=$(cat)
  [ "$found" = "$2" ] || { printf '%s printed:\n%s\ninstead of:\n%s\n' "$1" "$found" "$2" >&2; exit 1; }
}

module=$library/lisantext-$version.tgz
mkdir -p "$folder/node_modules/lisantext"
tar -xzf "$module" --strip-components=1 -C "$folder/node_modules/lisantext"
Tests/Programs/Packages/check-licences.sh "$folder/node_modules/lisantext"
cp docs/examples/TextFromJavaScript/box.js "$folder/box.mjs"
node "$folder/box.mjs" | sed -n 1p | expect box.js "╭──────────────────────────╮"
node $tests/official.mjs "$folder/node_modules/lisantext" "$every"
node $tests/calls.mjs "$folder/node_modules/lisantext"
node --wasm-max-mem-pages=1000 $tests/memory.mjs "$folder/node_modules/lisantext"
node $tests/memory.mjs "$folder/node_modules/lisantext" high

# One row in every order that the header names, in both languages.
orders=$(sed -n '/The order in which a terminal/,/^};/s/^ *LISAN_\([A-Z]*\) = .*/\L\1/p' "$library/lisantext.h")
cat >"$folder/orders.mjs" <<'END'
import { Text, encode } from "lisantext";
const line = new Text("ab (\u05d0\u05d1) 1\u0662", { direction: "ltr" }).line();
for (const order of process.argv.slice(2)) {
  const row = encode(line.cells.map((cell) => cell.text), order);
  if (row !== line.visual(order)) process.exit(1);
  console.log(order, Array.from(row, (each) => each.codePointAt(0).toString(16)).join(" "));
}
END
cat >"$folder/orders.py" <<'END'
import sys
from lisantext import Text, encode
line = Text("ab (\u05d0\u05d1) 1\u0662", "ltr").line()
for order in sys.argv[1:]:
    row = encode([cell.text for cell in line.cells], order)
    assert row == line.visual(order)
    print(order, " ".join(f"{ord(each):x}" for each in row))
END
# shellcheck disable=SC2086
node "$folder/orders.mjs" $orders >"$folder/orders"
tail -n 1 "$folder/orders" |
  expect "the last order" "marks 61 62 20 28 5d1 200e 5d0 200e 29 20 31 662 200e"

wheel=$(echo "$library/lisantext-$version"-*.whl)
python3 -m venv "$folder/venv"
python=$folder/venv/bin/python
"$python" -m pip install -q --no-index "$wheel"
Tests/Programs/Packages/check-licences.sh "$folder"/venv/lib/python3*/site-packages/lisantext-*.dist-info
[ "$("$python" -c 'import lisantext; print(lisantext.__version__)')" = "$version" ]
"$python" -c 'import doctest, lisantext, sys; sys.exit(doctest.testmod(lisantext).failed)'
# shellcheck disable=SC2086
"$python" "$folder/orders.py" $orders | expect orders.py "$(cat "$folder/orders")"
"$python" docs/examples/TextFromPython/names.py | sed -n 1p | expect names.py "Omar  |         ﺮﻤﻋ|"
"$python" docs/examples/TextFromPython/runs.py | sed -n 1p |
  expect runs.py '<p><bdo dir="ltr"><bdo dir="ltr">abc </bdo><bdo dir="ltr">12</bdo><bdo dir="rtl">אבג </bdo></bdo></p>'
"$python" $tests/official.py --every "$every"
MALLOC_PERTURB_=165 "$python" $tests/copies.py
if [ -n "${FRAMEWORKS-}" ]; then
  PYTHONPATH=$(echo "$folder"/venv/lib/python3*/site-packages) "$FRAMEWORKS" $tests/adapters.py
fi

gcc -Wall -Wextra -Werror -I"$library" -o "$folder/align" docs/examples/TextFromC/align.c \
  "$library/liblisantext.a"
echo 'abc אבג' | "$folder/align" | expect align.c "abc גבא"
echo 'abc אבג' | valgrind -q --error-exitcode=1 --leak-check=full "$folder/align" >/dev/null
# The example of docs/text-library.md, with columns of a letter and four marks: 440 bytes.
sed -n '/^```c$/,/^```$/p' docs/text-library.md | sed '/^```/d' >"$folder/example.c"
gcc -Wall -Wextra -Werror -fsanitize=address -I"$library" -o "$folder/example" "$folder/example.c" \
  "$library/liblisantext.a"
"$folder/example" | expect "the example of text-library.md" "abc בא is 6 columns wide"
"$folder/example" "$(printf '\330\250\331\213\331\221\331\220\331\215%.0s' {1..40})" | wc -c |
  expect "the example of text-library.md" 460
rustc -O -L "$library" -l static=lisantext -o "$folder/rust" docs/examples/TextFromRust/main.rs
"$folder/rust" 'abc אבג' | expect main.rs "7 abc גבא"
mkdir "$folder/static"
cp "$library/liblisantext.a" "$folder/static/"
(cd docs/examples/TextFromGo &&
  CGO_CFLAGS=-I$library CGO_LDFLAGS=-L$folder/static GOCACHE=$folder/go go build -o "$folder/go-example")
"$folder/go-example" 'abc אבג' | expect main.go "7 abc גבא"
echo "The examples for C, Rust, Go, Python and JavaScript print what they should"
for file in "$wheel" "$module" "$library/lisantext.wasm"; do
  size=$(stat -c %s "$file")
  [ "$size" -lt 250000 ] || { echo "$file has $size bytes" >&2; exit 1; }
  echo "${file##*/}: $size bytes"
done
