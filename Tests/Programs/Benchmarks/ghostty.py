"""libghostty-vt with a screen of 80x24: for each line of input it takes a file, 4 KB at a time, and prints MB/s."""

import sys
import time

from evp import Terminal

with open(sys.argv[1], "rb") as file:
    data = file.read()
terminal = Terminal(80, 24)
parts = [data[at:at + 4096] for at in range(0, len(data), 4096)]
for _ in sys.stdin:
    start = time.thread_time_ns()
    for part in parts:
        terminal.feed(part)
    print(len(data) / (time.thread_time_ns() - start) * 1000, flush=True)
