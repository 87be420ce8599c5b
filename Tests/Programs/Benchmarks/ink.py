#!/usr/bin/env python3
"""Writes frames as programs with Ink do: ink.py FRAMES RATE. Each erases twenty rows and writes them
again, in a frame of its own (mode 2026): a box around mixed Markdown in Arabic, and a spinner. RATE is
frames a second; 0 is as fast as possible."""

import re
import sys
import time

TEXT = [
    "## ما الذي يفعله هذا البرنامج؟",
    "1. يقرأ الملف README.md ثم يكتب ملخصا قصيرا عنه.",
    "2. README.md يحتاج إلى 12.5% من الوقت، والباقي للاختبارات.",
    "- استعمل `make test` قبل كل إيداع، ولا تنس النقطة الأخيرة.",
    "\x1b[1mملاحظة\x1b[22m: الدالة \x1b[36mparse()\x1b[39m تعيد قائمة بالأخطاء.",
]
SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"


def padded(text):
    return text + " " * (72 - len(re.sub(r"\x1b\[[0-9]*m", "", text)))


def frame(number):
    erasing = "\x1b[2K\x1b[1A" * 19 + "\x1b[2K\x1b[G" if number else ""
    rows = ["╭" + "─" * 74 + "╮"]
    rows += [f"│ {padded(TEXT[(row + number // 9) % len(TEXT)])} │" for row in range(17)]
    rows += ["╰" + "─" * 74 + "╯", f"{SPINNER[number % 10]} جار التفكير… {number // 30}s"]
    return "\x1b[?2026h" + erasing + "\r\n".join(rows) + "\x1b[?2026l"


frames, rate = int(sys.argv[1]), float(sys.argv[2])
start = time.monotonic()
for number in range(frames):
    sys.stdout.write(frame(number))
    sys.stdout.flush()
    if rate:
        time.sleep(max(0, start + (number + 1) / rate - time.monotonic()))
if rate:
    sys.stdin.read()
