#!/usr/bin/env python3
"""Selects text by mouse in a real terminal with `lisan run`, pastes it into readline inside, and compares it with
what was written: pasting.py PROGRAM [PIECES [TERMINAL]]. TERMINAL is xterm, xterm-tmux or st. The display is Xvfb;
xdotool moves the mouse."""
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

WORDS = {
    "Arabic": "العربية لغة الملف الدالة المجلد الإصدار السلام الطلب السطر المتغير المستودع المفتاح".split(),
    "Persian": "پرونده تابع نتیجه آزمون پوشه کارساز درخواست متغیر نسخه مخزن کلید چگونه ژاله".split(),
    "Hebrew": "הקובץ הפונקציה התוצאה הבדיקה התיקייה השרת הבקשה המשתנה הגרסה המאגר המפתח".split(),
}
OTHERS = "README.md main.swift make parse 2026 42 3.14 **bold** `code`".split()
ROWS, COLUMNS, PIECES = 45, 90, 20
# Milliseconds between the clicks of one selection; terminals count them wherever they are. st has its own number.
CLICK = 300 if sys.argv[3:] == ["st"] else 80
INSIDE = r"""
for page in "$1"/page-*; do
  printf '\033[H\033[2J'; cat "$page"; echo "$page" >"$1/shown"
  for piece in $(seq %d); do IFS= read -e -r line; printf '%%s\n' "$line" >>"$1/pasted"; done
done
"""


def wait(what, look):
    end = time.monotonic() + 30
    while time.monotonic() < end:
        value = look()
        if value:
            return value
        time.sleep(0.01)
    sys.exit(f"waited in vain for {what}")


def page(pick):
    """Rows of one language, alone or with others in them."""
    rows = []
    for _ in range(20):
        language = pick.choice(list(WORDS))
        words = pick.sample(WORDS[language], pick.randint(2, 7))
        mixed = pick.random() < 0.5
        if mixed:
            for word in pick.sample(OTHERS, 2):
                words.insert(pick.randint(1, len(words)), word)
        rows.append((mixed, words))
    return rows


class Window:
    def __init__(self, name, program, home):
        reading, writing = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x1024x24", "-nolisten", "tcp", "-noreset"],
            pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(writing)
        self.environment = dict(
            PATH=os.environ["PATH"], HOME=home, LANG="C.UTF-8", XDG_STATE_HOME=home, XDG_CONFIG_HOME=home,
            DISPLAY=":" + os.fdopen(reading).readline().strip())
        size = f"{COLUMNS}x{ROWS}+0+0"
        words = {
            "xterm": ["xterm", "-u8", "-fa", "DejaVu Sans Mono", "-fs", "10", "-b", "0", "-bw", "0", "+sb", "-xrm",
                      f"xterm*multiClickTime: {CLICK}", "-geometry", size, "-e"],
            "st": ["st", "-c", "st", "-f", "DejaVu Sans Mono:size=10", "-g", size, "-e"],
        }[name.removesuffix("-tmux")]
        if name.endswith("-tmux"):
            pathlib.Path(home, "tmux.conf").write_text("set -g status off\nset -g default-terminal tmux-256color\n")
            words += ["tmux", "-S", home + "/tmux", "-f", home + "/tmux.conf", "new"]
        self.terminal = subprocess.Popen(
            words + [program, "run", "bash", home + "/inside", home], env=self.environment)
        kind = name.removesuffix("-tmux")
        self.id = wait("the window", lambda: self.do("search", "--onlyvisible", "--class", kind).strip())
        size = dict(line.split("=") for line in self.do("getwindowgeometry", "--shell", self.id).split())
        self.cell = int(size["WIDTH"]) / COLUMNS, int(size["HEIGHT"]) / ROWS
        self.do("windowfocus", self.id)

    def do(self, *words):
        return subprocess.run(["xdotool", *map(str, words)], env=self.environment, capture_output=True, text=True).stdout

    def point(self, row, column):
        return ["mousemove", "--window", self.id, int((column + 0.5) * self.cell[0]), int((row + 0.5) * self.cell[1])]

    def end(self):
        for process in (self.terminal, self.server):
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()


def right_edge(words):
    """The columns of a right-to-left row on the normal screen."""
    length = len(" ".join(words))
    return COLUMNS - length, COLUMNS


def select(window, pick, number, mixed, words):
    """Selects something in a row; returns what may be pasted then, or a check of it."""
    time.sleep(CLICK / 500)
    text = " ".join(words)
    first, end = right_edge(words)
    kind = pick.choice(["word", "row", "row" if mixed else "columns"])
    if kind == "word":
        while True:
            column = pick.randrange(first, end)
            # The cells of plain words are in reverse.
            if not mixed and text[end - 1 - column] == " ":
                continue
            break
        window.do(*window.point(number, column), "click", "--repeat", 2, "--delay", 10, 1)
        if mixed:
            pieces = {piece for word in words for piece in [word, *word.replace("*", " ").replace("`", " ").split()]}
            return kind, lambda pasted: pasted.strip("*`. ") in {piece.strip("*`. ") for piece in pieces} | {
                part for word in words for part in word.split(".")}
        start = text.rfind(" ", 0, end - 1 - column) + 1
        return kind, lambda pasted: pasted == text[start:].split(" ")[0]
    if kind == "row":
        window.do(*window.point(number, first), "click", "--repeat", 3, "--delay", 10, 1)
        return kind, lambda pasted: pasted.strip() == text
    # Of Hebrew, which has no forms, six letters are needed.
    low = pick.randrange(first, end - 8)
    high = pick.randrange(low + 8, end + 1)
    window.do(*window.point(number, low), "mousedown", 1, *window.point(number, high - 1), "mousemove_relative",
              int(window.cell[0] / 2), 0, "mouseup", 1)
    return kind, lambda pasted: pasted.strip() in text and abs(len(pasted) - (high - low)) <= 1


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended"))
    program, wanted = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    name = sys.argv[3] if len(sys.argv) > 3 else "xterm"
    pick = random.Random(1)
    with tempfile.TemporaryDirectory() as home:
        pages = [page(pick) for _ in range(-(-wanted // PIECES))]
        for number, rows in enumerate(pages):
            pathlib.Path(home, f"page-{number:04}").write_text("".join(" ".join(words) + "\n" for _, words in rows))
        pathlib.Path(home, "inside").write_text(INSIDE % PIECES)
        pasted_file = pathlib.Path(home, "pasted")
        pasted_file.touch()
        window = Window(name, program, home)
        counts, count = {}, 0
        try:
            for number, rows in enumerate(pages):
                name = f"{home}/page-{number:04}\n"
                shown = pathlib.Path(home, "shown")
                wait("the page", lambda: shown.exists() and shown.read_text() == name)
                for _ in range(PIECES):
                    row = pick.randrange(len(rows))
                    kind, is_right = select(window, pick, row, *rows[row])
                    window.do("key", "shift+Insert", "Return")
                    count += 1
                    lines = wait("a paste", lambda: (text := pasted_file.read_text()).count("\n") == count and text)
                    pasted = lines.split("\n")[-2]
                    if not any(letter.isalnum() for letter in pasted):
                        continue  # The click was beside a word.
                    right, all_ = counts.get(kind, (0, 0))
                    counts[kind] = right + is_right(pasted), all_ + 1
                    if not is_right(pasted):
                        print(f"{kind}: {pasted!r} of {' '.join(rows[row][1])!r}")
        finally:
            window.end()
        for kind, (right, all_) in counts.items():
            print(f"{kind}\t{right} of {all_}")
        sys.exit(any(right < all_ for right, all_ in counts.values()))


main()
