#!/usr/bin/env python3
"""Unicode's test files through the package for Python: every case of BidiTest, BidiCharacterTest,
GraphemeBreakTest and LineBreakTest. Prints the numbers of cases, and exits with 1 on a difference.

    official.py [--every N]    # one line of N of BidiTest.txt
"""

import argparse
import sys

from lisantext import Text

DATA = "/usr/share/unicode/"
SAMPLES = dict(
    L="a", R="\u05d0", AL="\u0627", EN="1", AN="\u0661", ES="+", ET="%", CS=",", NSM="\u0300",
    BN="\xad", B="\u2029", S="\t", WS=" ", ON="!", LRE="\u202a", LRO="\u202d", RLE="\u202b",
    RLO="\u202e", PDF="\u202c", LRI="\u2066", RLI="\u2067", FSI="\u2068", PDI="\u2069",
)  # fmt: skip
failures = 0


def check(case, found, expected):
    global failures
    if found != expected:
        failures += 1
        print(f"{case}: {found} instead of {expected}", file=sys.stderr)


def rows(name):
    with open(DATA + name, encoding="utf-8") as file:
        for line in file:
            data = line.split("#")[0].strip()
            if data:
                yield data


def laid_out(string, direction, expected):
    """The levels and the order, without the characters that rule X9 removes: no level is expected."""
    line = Text(string, direction).line()
    levels = [None if wanted is None else level for wanted, level in zip(expected, line.levels)]
    return levels, [place for place in line.order if expected[place] is not None]


def bidi_test(every):
    cases = 0
    number = 0
    for row in rows("BidiTest.txt"):
        if row.startswith("@Levels:"):
            levels = [None if each == "x" else int(each) for each in row[8:].split()]
        elif row.startswith("@Reorder:"):
            order = [int(each) for each in row[9:].split()]
        else:
            number += 1
            if number % every:
                continue
            classes, bits = row.split(";")
            string = "".join(SAMPLES[each] for each in classes.split())
            for bit, direction in enumerate(["auto", "ltr", "rtl"]):
                if int(bits, 16) >> bit & 1:
                    cases += 1
                    check(f"{row} {direction}", laid_out(string, direction, levels), (levels, order))
    return cases


def bidi_character_test():
    cases = 0
    for row in rows("BidiCharacterTest.txt"):
        points, direction, level, levels, order = row.split(";")
        string = "".join(chr(int(each, 16)) for each in points.split())
        direction = ["ltr", "rtl", "auto"][int(direction)]
        levels = [None if each == "x" else int(each) for each in levels.split()]
        check(row, laid_out(string, direction, levels), (levels, [int(each) for each in order.split()]))
        check(row, Text(string, direction).is_rtl, level == "1")
        cases += 1
    return cases


def boundaries(name, mask):
    cases = 0
    for row in rows(name):
        marks = row.split()
        string = "".join(chr(int(each, 16)) for each in marks[1::2])
        # The library has text of UTF-8, in which there are no surrogates.
        if any("\ud800" <= each <= "\udfff" for each in string):
            continue
        found = [bool(each & mask) for each in Text(string).boundaries]
        check(row, found, [each == "\u00f7" for each in marks[0:-1:2]])
        cases += 1
    return cases


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", type=int, default=1)
    every = parser.parse_args().every
    counts = {
        "BidiTest": bidi_test(every),
        "BidiCharacterTest": bidi_character_test(),
        "GraphemeBreakTest": boundaries("auxiliary/GraphemeBreakTest.txt", 1),
        "LineBreakTest": boundaries("auxiliary/LineBreakTest.txt", 6),
    }
    print("Python:", ", ".join(f"{count} cases of {name}" for name, count in counts.items()))
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
