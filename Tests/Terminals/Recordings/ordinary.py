#!/usr/bin/env python3
"""Records ordinary programs with right-to-left text, and notes how each row should be read.

    Tests/Terminals/Recordings/ordinary.py [--notes] [PROGRAM...]      --notes: only the notes, of what is recorded

Each program is ordinary/NAME.jsonl.gz: a line of JSON for each language and width, with the keys and what the
program wrote after each (`steps`), and the rows of the last screen that have right-to-left text (`judged`).
A row has pieces: kind, first column, column behind the last, and the characters without blanks from left to
right, in the order that Chromium gives the piece by itself. A piece is a label (a prompt, `file:line:`), a gutter,
a column, a text, or visual (a program wrote it in visual order). What is between the pieces keeps its place. The
kinds come from what the program was told to print, never from Lisan. `alone` says whether UAX #9 for the whole
row would show the same.

The rows are those of tmux. A row whose right order is a matter of taste is not judged (SKIP). The direction of a
piece is that of its first letter, of a paragraph that of its first row's; technical tokens are isolates (HL4).
"""
import concurrent.futures
import gzip
import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unicodedata

sys.path[:0] = [str(pathlib.Path(__file__).parent), str(pathlib.Path(__file__).parents[1] / "BidiRepairTests")]
from ordinary_programs import PROGRAMS, SKIP, fixtures, paragraphs  # noqa: E402
from record import record  # noqa: E402
from room_order import PAGE  # noqa: E402

FOLDER = pathlib.Path(__file__).parent / "ordinary"
LANGUAGES = ("ar", "he", "fa")
WIDTHS = (60, 80, 120)
RIGHT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")


# MARK: Recording

class Database:
    """A server of PostgreSQL for the recordings of psql."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="ordpg")
        os.chmod(self.folder, 0o777)
        self.run("initdb", "-D", self.folder + "/data", "-U", "demo", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8")
        self.run("pg_ctl", "-D", self.folder + "/data", "-w", "-o",
                 f"-k {self.folder} -c listen_addresses='' -c fsync=off", "-l", self.folder + "/log", "start")
        os.environ["PGHOST"] = self.folder

    def run(self, name, *words):
        as_nobody = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] if os.getuid() == 0 else []
        subprocess.run([*as_nobody, "/usr/lib/postgresql/15/bin/" + name, *words], check=True,
                       stdout=subprocess.DEVNULL, cwd="/")

    def close(self):
        self.run("pg_ctl", "-D", self.folder + "/data", "-m", "immediate", "stop")
        shutil.rmtree(self.folder)


def recorded(name, language, columns):
    program = PROGRAMS[name]
    with tempfile.TemporaryDirectory(prefix="ord") as folder:
        home = pathlib.Path(folder) / "home"
        home.mkdir()
        fixtures(home, language)
        command, keys, variables = program.command(language, columns, home)
        steps = record(f"{columns}x{program.rows}", command, keys, home, variables, program.ends, program.patience)
        # Servers that some of them have started.
        environment = os.environ | variables | dict(SCREENDIR=str(home / ".screen"), HOME=str(home))
        for words in (["tmux", "-S", str(home / "socket"), "kill-server"], ["screen", "-S", "recording", "-X", "quit"],
                      ["lf", "-remote", "quit"]):
            if words[0] == PROGRAMS[name].program:
                subprocess.run(words, capture_output=True, env=environment)
    if steps is None:
        return None
    texts = [step.decode() for step in steps]
    return dict(language=language, columns=columns, rows=program.rows,
                steps=[list(step) for step in zip([""] + list(keys), texts)])


# MARK: The screen

class Screens:
    """What tmux shows of a recording: a list of rows, each a list of cells."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="ordtmux")
        self.tmux("-f", "/dev/null", "new", "-d", "-x", "20", "-y", "5", "exec sleep 100000")
        self.tmux("set", "-g", "status", "off")
        self.tmux("set", "-g", "default-terminal", "xterm-256color")
        self.tmux("set", "-g", "remain-on-exit", "on")
        self.tmux("set", "-g", "allow-rename", "off")

    def tmux(self, *words):
        return subprocess.run(["tmux", "-u", "-S", self.folder + "/socket", *words], check=True, capture_output=True,
                              text=True, env=dict(PATH="/usr/bin:/bin", LANG="C.UTF-8", HOME=self.folder,
                                                  TERM="xterm-256color", SHELL="/bin/sh")).stdout

    def rows(self, recording):
        path = self.folder + "/bytes"
        pathlib.Path(path).write_text("".join(text for _, text in recording["steps"]), newline="")
        size = ["-x", str(recording["columns"]), "-y", str(recording["rows"])]
        self.tmux("new", "-d", "-s", "screen", *size,
                  f"stty raw -echo; cat {path}; printf '\\033]2;all-is-written\\033\\\\'; exec sleep 1000")
        while self.tmux("display", "-p", "-t", "screen", "#{pane_title}").strip() != "all-is-written":
            pass
        found = self.tmux("capture-pane", "-p", "-N", "-e", "-t", "screen").split("\n")[:recording["rows"]]
        joined = self.tmux("capture-pane", "-p", "-J", "-t", "screen").split("\n")
        self.tmux("kill-session", "-t", "screen")
        rows = [cells(row, recording["columns"]) for row in found]
        # A row that the terminal has wrapped is in one line with the next.
        wrapped, number = set(), 0
        for line in joined:
            size = len(cells(line, 0))
            while number < len(rows) and size > recording["columns"]:
                size -= recording["columns"]
                number += 1
                wrapped.add(number)
            number += 1
        return rows, wrapped

    def close(self):
        self.tmux("kill-server")
        shutil.rmtree(self.folder)


BOXES = dict(zip("jklmnqtuvwxa`~", "┘┐┌└┼─├┤┴┬│▒◆·"))


def cells(row, columns):
    found, boxes = [], False
    for character in re.sub(r"\x1b\[[0-9;:]*m|\x1b\].*?\x1b\\\\", "", row):
        if character in "\x0e\x0f":  # The other set of characters, where box drawing is.
            boxes = character == "\x0e"
            continue
        if boxes:
            character = BOXES.get(character, character)
        if unicodedata.category(character) in ("Mn", "Cf"):
            continue
        plain_letter = unicodedata.normalize("NFKC", character)
        found.append(plain_letter if len(plain_letter) == 1 else character)
        if unicodedata.east_asian_width(character) in "WF":
            found.append("")
    return (found + [" "] * columns)[:columns] if columns else found


# MARK: Paragraphs

class Known:
    """A long text that programs wrap."""

    def __init__(self, text):
        self.squeezed, self.blanks = "", set()
        for character in unicodedata.normalize("NFKC", text):
            if character.isspace():
                self.blanks.add(len(self.squeezed))
            else:
                self.squeezed += character
        self.direction = direction(text)


def direction(text):
    for character in text:
        kind = unicodedata.bidirectional(character)
        if kind in ("R", "AL"):
            return "rtl"
        if kind == "L":
            return "ltr"
    return "ltr"


class Paragraph:
    def __init__(self, direction, kind):
        self.direction, self.kind, self.lines, self.wraps = direction, kind, [], []

    def element(self):
        out = ""
        for line, wrap in zip(self.lines, self.wraps):
            out += wrap + "<span>" + isolated(line.strip(" \t")) + "</span>"
        return f"<p dir={self.direction}>{out}</p>"


OUTER = "\"'«»()[]{}<>،؛؟,;:!?.|│"
TOKEN = re.compile("[!-~]+")


def isolated(text):
    """Technical tokens as isolates: no blanks, and a Latin letter or two joints among the digits; text in
    backquotes. Latin words beside each other are one piece, as they are without an isolate."""
    out, run, technical = "", "", False

    def flush():
        nonlocal out, run, technical
        out += f"<bdi>{html.escape(run)}</bdi>" if technical else html.escape(run)
        run, technical = "", False

    for word in re.findall(r"`[^`\u0590-\u08ff]+`| +|[^ ]+", text):
        if word.isspace():
            if run:
                run += word
            else:
                out += word
            continue
        before, core, after = parts(word)
        isolate = bool(re.fullmatch("`.*`", word)) or bool(TOKEN.fullmatch(core) and re.search("[A-Za-z]", core)
                                                         or re.fullmatch(r"\d+([-+./:_]\d+){2,}", core))
        if before or not isolate:
            blanks = run[len(run.rstrip()):]
            run = run.rstrip()
            flush()
            out += blanks + html.escape(before)
        if not isolate:
            out += html.escape(core + after)
            continue
        run += core
        technical |= not core.isalpha()
        if after:
            flush()
            out += html.escape(after)
    blanks = run[len(run.rstrip()):]
    run = run.rstrip()
    flush()
    return out + blanks


def parts(word):
    """A word without the punctuation around it, which stays if it is of the token: `.git`, `parse()`, backquotes."""
    if re.fullmatch("`.*`", word):
        return "", word, ""
    core = word.strip(OUTER)
    start = word.find(core) if core else len(word)
    end = start + len(core)
    if core and start and word[start - 1] == "." and (start < 2 or word[start - 2] in OUTER):
        start -= 1
    if core and word[end:end + 2] == "()":
        end += 2
    return word[:start], word[start:end], word[end:]


# MARK: Notes

def judge(recordings, screens):
    """Puts the judged rows into the recordings."""
    elements, wanted = [], []
    for name, recording in recordings:
        rows, wrapped = screens.rows(recording)
        recording["judged"] = []
        known = [Known(text) for text in paragraphs(recording["language"])]
        ends = {}
        for number, row in enumerate(rows):
            pieces = PROGRAMS[name].note(row, number, rows, recording)
            last, ends = ends, {}
            if number in wrapped and pieces is not SKIP and pieces[0][0] not in ("gutter", "visual"):
                pieces = [("text", 0, len(row))]
            if pieces is SKIP:
                continue
            judged = dict(row=number, alone=False, pieces=[])
            for kind, first, end in pieces:
                text = "".join(row[first:end])
                squeezed = unicodedata.normalize("NFKC", text).replace(" ", "")
                if not squeezed:
                    continue
                if kind == "visual":
                    judged["pieces"].append([kind, first, end, text.replace(" ", "")])
                    continue
                paragraph, wrap, place = None, "", None
                edge = last.get("edge") if first == 0 and number in wrapped else last.get(first)
                if (before := edge) and before[2] and before[1].squeezed.startswith(squeezed, before[2]):
                    paragraph, source, place = before
                    wrap = " " if place in source.blanks else "&#8203;"
                elif number in wrapped and first == 0 and edge:
                    paragraph, source, place = edge
                    wrap = " " if " " in (paragraph.lines[-1][-1:], text[:1]) else "&#8203;"
                elif len(squeezed) > 9:
                    for source in known:
                        if (place := source.squeezed.find(squeezed)) >= 0:
                            paragraph = Paragraph(source.direction if kind != "label" else "ltr", kind)
                            break
                if not paragraph:
                    paragraph = Paragraph("ltr" if kind == "label" else direction(text), kind)
                    source, place = Known(""), 0
                ends[first] = ends["edge"] = (paragraph, source, place + len(squeezed))
                paragraph.lines.append(text)
                paragraph.wraps.append(wrap)
                if not wrap:
                    elements.append(paragraph)
                judged["pieces"].append([kind, first, end, (paragraph, len(paragraph.lines) - 1)])
            # The others say how a text goes on that the terminal has wrapped.
            if RIGHT.search("".join(row)):
                recording["judged"].append(judged)
                wanted.append((recording, judged, row))
    orders = dict(zip(map(id, elements), chromium([element.element() for element in elements])))
    alone = chromium([f"<p dir={direction(''.join(row))}><span style='white-space:pre'>{html.escape(''.join(row))}"
                      "</span></p>" for _, _, row in wanted], blanks=True)
    for (recording, judged, row), (order,) in zip(wanted, alone):
        for piece in judged["pieces"]:
            if isinstance(piece[3], tuple):
                piece[3] = orders[id(piece[3][0])][piece[3][1]]
        written = "".join(row).rstrip()
        shift = recording["columns"] - len(written) if direction(written) == "rtl" else 0
        shown = cells(" " * shift + order.strip() if shift else order, recording["columns"])
        outside = set(range(recording["columns"]))
        judged["alone"] = True
        for _, first, end, text in judged["pieces"]:
            outside -= set(range(first, end))
            judged["alone"] &= plain(shown[first:end]) == plain(text)
        judged["alone"] &= all(plain(shown[c]) == plain(row[c]) for c in outside)


MIRRORED = str.maketrans(")]}>»", "([{<«")


def plain(text):
    return "".join(text).replace(" ", "").translate(MIRRORED)


def chromium(elements, blanks=False):
    page = PAGE.replace("if (node.data[i] == ' ') continue;", "") if blanks else PAGE
    orders = []
    for start in range(0, len(elements), 3000):
        with tempfile.NamedTemporaryFile("w", suffix=".html") as file:
            file.write(page % "\n".join(elements[start:start + 3000]))
            file.flush()
            dom = subprocess.run(
                ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=600000",
                 "--dump-dom", "file://" + file.name], capture_output=True, text=True, timeout=300, check=True).stdout
        orders += json.loads(html.unescape(re.search(r"<pre>(.*)</pre>", dom, re.S).group(1)))
    return orders


def main(words):
    only_notes = "--notes" in words
    names = [word for word in words if word in PROGRAMS] or list(PROGRAMS)
    recordings = []
    if only_notes:
        for name in names:
            if (FOLDER / f"{name}.jsonl.gz").exists():
                lines = gzip.decompress((FOLDER / f"{name}.jsonl.gz").read_bytes()).decode().splitlines()
                recordings += [(name, json.loads(line)) for line in lines]
    else:
        wanted = [(name, language, columns) for name in names for language in LANGUAGES for columns in WIDTHS
                  if PROGRAMS[name].is_installed()]
        for name in names:
            if not PROGRAMS[name].is_installed():
                print(f"{name}: {PROGRAMS[name].program} is not installed", file=sys.stderr)
        database = Database() if any(name.startswith("psql") for name, _, _ in wanted) else None
        with concurrent.futures.ProcessPoolExecutor(8) as pool:
            for (name, language, columns), found in zip(wanted, pool.map(recorded, *zip(*wanted))):
                if found:
                    recordings.append((name, found))
                else:
                    print(f"{name}: did not end, {language} {columns}", file=sys.stderr)
        if database:
            database.close()
    screens = Screens()
    judge(recordings, screens)
    screens.close()
    FOLDER.mkdir(exist_ok=True)
    for name in names:
        lines = [json.dumps(recording, ensure_ascii=False) for other, recording in recordings if other == name]
        if lines:
            (FOLDER / f"{name}.jsonl.gz").write_bytes(gzip.compress("\n".join(lines).encode(), 9, mtime=0))
            print(name, sum(len(recording["judged"]) for other, recording in recordings if other == name), "rows")


if __name__ == "__main__":
    main(sys.argv[1:])
