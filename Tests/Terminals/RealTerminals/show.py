#!/usr/bin/env python3
"""Shows the paragraphs of the kit in the terminal that it runs in, and asks whether each is right.

    ./show.py [--list] [NUMBER ...]

The terminal needs at least 40 columns and 26 rows, and gets exactly 40 columns by being that wide. The upper
rows show the stream: the terminal orders it. The lower rows show what it should look like, cell by cell,
with the ordering of the terminal switched off (BDSM, CSI 8 l). Answer with y or n; q ends. The last line
counts what was right. --list only names the paragraphs.
"""
import json
import os
import select
import sys
import termios
import tty
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
COLUMNS, ROWS = 40, 12


def key():
    """One key, as a person presses it."""
    before = termios.tcgetattr(0)
    try:
        tty.setcbreak(0)
        # Answers of the terminal, if a stream asked something, are no keys.
        while True:
            byte = os.read(0, 1)
            if byte != b"\x1b":
                return byte.decode(errors="replace").lower()
            while select.select([0], [], [], 0.05)[0]:
                os.read(0, 64)
    finally:
        termios.tcsetattr(0, termios.TCSANOW, before)


def show(number, case):
    """Writes the stream and what it should look like."""
    write = sys.stdout.buffer.write
    write((FOLDER / case["stream"]).read_bytes())
    # The modes of a new terminal, but without ordering.
    write(b"\x1b[r\x1b[?69l\x1b[?6l\x1b[0 k\x1b[?2500l\x1b[?2501l\x1b[8l")
    rows = (FOLDER / case["rows"]).read_text(encoding="utf-8").splitlines()
    for index, row in enumerate(rows[:ROWS]):
        mark = "  open" if index + 1 in case["open"] else ""
        write(f"\x1b[{ROWS + 2 + index};1H\x1b[K{row}\x1b[2m{mark}\x1b[m".encode())
    text = f"{number} {case['name']}: y/n/q? "
    write(f"\x1b[{2 * ROWS + 2};1H\x1b[K\x1b[8h{text}\x1b[?25h".encode())
    sys.stdout.flush()


def main():
    cases = list(enumerate(json.loads((FOLDER / "cases.json").read_text(encoding="utf-8")), 1))
    if sys.argv[1:] == ["--list"]:
        for number, case in cases:
            print(number, case["name"])
        return 0
    if sys.argv[1:]:
        try:
            wanted = {int(word) for word in sys.argv[1:]}
        except ValueError:
            sys.exit(__doc__)
        cases = [case for case in cases if case[0] in wanted]
    size = os.get_terminal_size()
    if size.columns != COLUMNS or size.lines < 2 * ROWS + 2:
        sys.exit(f"show.py: the window has {size.columns} columns and {size.lines} rows; make it {COLUMNS} "
                 f"wide and at least {2 * ROWS + 2} high")
    right, wrong = [], []
    for number, case in cases:
        show(number, case)
        answer = key()
        while answer not in "ynq":
            answer = key()
        if answer == "q":
            break
        (right if answer == "y" else wrong).append(number)
    print("\x1bc", end="")
    print(f"right: {len(right)} of {len(right) + len(wrong)}; wrong: {', '.join(map(str, wrong)) or 'none'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
