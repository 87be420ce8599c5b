#!/usr/bin/env python3
"""Measures starts in turns: the fastest of 150 runs of each, in microseconds. Other work on the machine makes the
rest slower.

    start_times.py AGENT PROGRAM...

Prints the time of the agent, which ends at once because it gets no socket, and for each program the time to its
first frame in a terminal that answers nothing.
"""

import fcntl
import os
import pty
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time


def agent_start(agent):
    before = time.perf_counter()
    subprocess.run([agent], stderr=subprocess.DEVNULL)
    return time.perf_counter() - before


def first_frame(program, home):
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("4H", 24, 80, 0, 0))
    environment = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "HOME": home}
    before = time.perf_counter()
    process = subprocess.Popen(
        [program], stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True)
    os.close(theirs)
    shown = b""
    while b"(AR)" not in shown:
        shown += os.read(ours, 65536)
    passed = time.perf_counter() - before
    process.send_signal(signal.SIGKILL)
    process.wait()
    os.close(ours)
    return passed


def forget(path):
    """Takes a file out of the page cache. A program that was just unpacked lies there in small pages, and starts
    slower than one that was read from the disk."""
    with open(path, "rb") as file:
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def main(agent, *programs):
    for path in (agent, *programs):
        forget(path)
    with tempfile.TemporaryDirectory() as home:
        measured = [lambda: agent_start(agent)]
        measured += [lambda program=program: first_frame(program, home) for program in programs]
        times = [[] for _ in measured]
        for turn in range(150):
            for place in range(len(measured)):
                # Each follows each.
                place = (place + turn) % len(measured)
                times[place].append(measured[place]())
    print(*(int(1e6 * min(taken)) for taken in times))


main(*sys.argv[1:])
