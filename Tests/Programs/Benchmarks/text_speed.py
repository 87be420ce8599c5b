"""Processor time of the text library in C, Python and JavaScript, beside FriBidi, ICU, and arabic-reshaper with
python-bidi, in turns. Prints tables in Markdown, with the load of the machine before and after.

    text_speed.py .build/c-library NODE_PACKAGE

The first has liblisantext.a, the second lisantext.js; the Python that runs it has lisantext and both others.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

import arabic_reshaper
from bidi.algorithm import get_display
from lisantext import arrange_rows, visual_rows

ROUNDS = 9
TEXT = "الإعدادات (Settings) الإصدار 1.2.3، اللغة: English, الخطوة 2 / 5 من lisan، "
SIZES = [(1, 5), (1, 20), (1, 80), (1, 400), (1, 2000), (60, 200)]

NODE = """
import { pathToFileURL } from "node:url";
const { visualRows } = await import(pathToFileURL(process.argv[1] + "/lisantext.js"));
const lines = (await import("node:readline")).createInterface({ input: process.stdin });
for await (const line of lines) {
  const { rows, times } = JSON.parse(line);
  const start = process.cpuUsage();
  for (let time = 0; time < times; time++) visualRows(rows);
  const used = process.cpuUsage(start);
  console.log((used.user + used.system) / times);
}
"""


def microseconds(draw, rows, times):
    start = time.process_time()
    for _ in range(times):
        draw(rows)
    return (time.process_time() - start) / times * 1e6


def reshaped(rows):
    return [get_display(arabic_reshaper.reshape(row)) for row in rows]


def styled(rows):
    return arrange_rows([[(row[: len(row) // 2], 1), (row[len(row) // 2 :], 2)] for row in rows])


def measure_c(library):
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "text_speed.c")
    flags = subprocess.check_output(["pkg-config", "--cflags", "fribidi"], text=True).split()
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "text_speed")
        libraries = [os.path.join(library, "liblisantext.a"), "-lfribidi", "-licuuc"]
        subprocess.check_call(["cc", "-O2", "-I", library, *flags, "-o", program, source, *libraries])
        subprocess.check_call([program])


def main():
    node = subprocess.Popen(
        ["node", "--input-type=module", "--eval", NODE, os.path.abspath(sys.argv[2])],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip

    def in_node(rows, times):
        print(json.dumps({"rows": rows, "times": times}), file=node.stdin, flush=True)
        return float(node.stdout.readline())

    print(f"load {os.getloadavg()[0]:.1f}\n", flush=True)
    measure_c(sys.argv[1])
    print()
    print("| µs | Python: `visual_rows` | `arrange_rows` | arabic-reshaper and python-bidi | JavaScript: `visualRows` |")
    print("|---|---|---|---|---|")
    for count, letters in SIZES:
        rows = [(TEXT * (letters // len(TEXT) + 1))[:letters]] * count
        times = max(1, 20_000 // (count * (letters + 40)))
        ways = [
            lambda: microseconds(visual_rows, rows, times),
            lambda: microseconds(styled, rows, times),
            lambda: microseconds(reshaped, rows, max(1, times // 8)),
            lambda: in_node(rows, times),
        ]
        for way in ways:
            way()
        measured = [[way() for way in ways] for _ in range(ROUNDS)]
        name = f"{letters} letters" if count == 1 else f"{count} rows of {letters} letters"
        medians = " | ".join(f"{statistics.median(each):,.1f}" for each in zip(*measured))
        print(f"| {name} | {medians} |", flush=True)
    print(f"\nload {os.getloadavg()[0]:.1f}")
    node.stdin.close()
    sys.exit(node.wait())


main()
