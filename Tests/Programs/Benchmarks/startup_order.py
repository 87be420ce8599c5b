"""Writes a linker order file for the sections that a start of the program and a move of the focus touch.

    startup_order.py PROGRAM MAP ORDER

PROGRAM runs in a pseudo-terminal under valgrind, which records every address that it accesses up to
its first screen and while the focus is moved down and up. MAP is lld's map of it with plain names; it gives the section of each address. ORDER
receives one symbol per section, in the order of the first access. The largest sections come last,
because little of them is used.
"""

import bisect
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

# Most of a larger section is not used at the start; it would separate the others.
LARGE = 16384
ORDERED = {".text", ".data", ".data.rel.ro", ".bss"}


# What xterm answers to the queries of the program, which end with that for its attributes.
LAST_QUERY = b"\x1b[c"
ANSWERS = (
    b"\x1bP>|XTerm(379)\x1b\\\x1b[8;0$y\x1b[?2026;0$y\x1b[>41;379;0c\x1b]11;rgb:0000/0000/0000\x1b\\"
    b"\x1b[?64;1;2;6;9;15;16;17;18;21;22;28c")
KEYS = [b"\x1bOB", b"\x1bOA"]


def is_idle(process, terminal):
    """Whether the process printed nothing and used no processor time for a second. False if it prints before."""
    def used():
        with open(f"/proc/{process}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[11:13]
    before = used()
    return not select.select([terminal], [], [], 1)[0] and used() == before


def trace(program, path, home):
    """Runs the program until it waits after its first screen, then presses each key and waits again."""
    # As installed, with compiled catalogs.
    resources = os.path.join(home, "resources")
    shutil.copytree("Resources", resources)
    subprocess.run([program, "compile", resources], check=True)
    environment = {
        "LISAN_RESOURCES": resources, "HOME": home, "TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin",
    }
    # valgrind cannot read the toolchain's debug information. The stripped copy is next to the program,
    # so that it finds its resources and its helper.
    plain = program + ".plain"
    subprocess.run(["objcopy", "--strip-debug", program, plain], check=True)
    process, terminal = pty.fork()
    if process == 0:
        os.execvpe(
            "valgrind",
            ["valgrind", "--tool=lackey", "--trace-mem=yes", "--log-file=" + path, plain],
            dict(os.environ, **environment))
    shown = b""
    keys = list(KEYS)
    has_answered = False
    deadline = time.monotonic() + 600
    while True:
        if time.monotonic() > deadline:
            sys.exit("startup_order.py: still busy after ten minutes: " + repr(shown[-2000:]))
        if not select.select([terminal], [], [], 1)[0]:
            if b"(AR)" in shown and is_idle(process, terminal):
                if not keys:
                    break
                os.write(terminal, keys.pop(0))
            continue
        try:
            shown += os.read(terminal, 65536)
        except OSError:
            break
        if LAST_QUERY in shown and not has_answered:
            has_answered = True
            os.write(terminal, ANSWERS)
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
    os.remove(plain)
    if b"(AR)" not in shown:
        sys.exit("startup_order.py: no first frame: " + repr(shown[-2000:]))


def sections(path):
    """The input sections of a map as (start, end, a symbol, output section), by their place."""
    found = []
    output = current = None
    for line in open(path, errors="replace"):
        match = re.match(r"\s*([0-9a-f]+)\s+[0-9a-f]+\s+([0-9a-f]+)\s+\d+ (.*)$", line)
        if not match:
            continue
        start, size, body = int(match[1], 16), int(match[2], 16), match[3]
        indent = len(body) - len(body.lstrip())
        if indent == 0:
            output, current = body.strip(), None
        elif indent <= 8 and ":(" in body:
            current = [start, start + size, None, output]
            if size and output in ORDERED:
                found.append(current)
        elif current is not None and current[2] is None:
            current[2] = body.strip()
    return sorted(section for section in found if section[2])


def main(program, map_path, order_path):
    known = sections(map_path)
    starts = [section[0] for section in known]
    touched = {}
    seen = set()
    with tempfile.TemporaryDirectory() as home:
        path = os.path.join(home, "trace")
        trace(program, path, home)
        for line in open(path, errors="replace"):
            # "I  004f64c0,2" is an instruction; " L ", " S " and " M " are data. Stack and heap
            # addresses are longer than the program's or in no section.
            fields = line.split()
            if len(fields) != 2 or fields[0] not in ("I", "L", "S", "M") or fields[1] in seen:
                continue
            seen.add(fields[1])
            address = int(fields[1].split(",")[0], 16)
            place = bisect.bisect_right(starts, address) - 1
            if place >= 0 and address < known[place][1]:
                touched.setdefault(place, None)
    order = [known[place] for place in touched]
    order.sort(key=lambda section: section[1] - section[0] > LARGE)
    with open(order_path, "w") as file:
        for section in order:
            file.write(section[2] + "\n")
    print(f"{len(order)} sections, {sum(s[1] - s[0] for s in order) >> 10} KiB")


main(*sys.argv[1:])
