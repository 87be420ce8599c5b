"""The ordinary programs of ordinary.py: their files, commands and keys, and what they were told to print where."""
import os
import pathlib
import re
import shlex
import shutil
import subprocess

from ordinary_texts import TEXTS

SKIP = object()
ESC, UP, DOWN, RIGHT, LEFT = "\x1b", "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
PATH = "/usr/lib/postgresql/15/bin:/usr/bin:/bin:/usr/games:/usr/sbin:/sbin"
BOXES = "│┃║|"


def paragraphs(language):
    """The long texts that programs and terminals wrap."""
    return TEXTS[language]["paragraphs"] + TEXTS[language]["lines"]


# MARK: Notes

def text(row, *_):
    return [("text", 0, len(row))]


def skip(*_):
    return SKIP


def visual(row, *_):
    return [("visual", 0, len(row))]


def rx(pattern, note=None):
    """Pieces by the groups of a pattern: label1, gutter1, column1, text1… The last text goes to the right edge."""
    compiled = re.compile(pattern)

    def pieces(row, *rest):
        found = compiled.match("".join(c or "\0" for c in row))
        if not found:
            return None
        if note:
            return note(row, *rest)
        named = sorted((found.start(name), found.end(name), re.sub(r"\d", "", name))
                       for name in compiled.groupindex if found.start(name) >= 0)
        out = [(kind, first, end) for first, end, kind in named if end > first]
        if out and out[-1][0] in ("text", "column") and not "".join(row[out[-1][2]:]).strip():
            out[-1] = (out[-1][0], out[-1][1], len(row))
        return out
    return pieces


def bars(characters=BOXES, kind="column"):
    """A text between each two bars, or beside one."""
    def pieces(row, *_):
        edges = [-1] + [c for c, cell in enumerate(row) if cell in characters and cell] + [len(row)]
        if len(edges) == 2:
            return None
        return [(kind, a + 1, b) for a, b in zip(edges, edges[1:]) if b > a + 1]
    return pieces


def gaps(least=2, first=0):
    """Columns that begin behind gaps of blanks."""
    def pieces(row, *_):
        line = "".join(c or "\0" for c in row)
        starts = [m.start() for m in re.finditer(r"(?:(?<=^)|(?<= {%d}))[^ ]" % least, line) if m.start() >= first]
        out = [("column", a, b) for a, b in zip(starts, starts[1:] + [len(row)])]
        return out or None
    return pieces


def names(row, number, rows, recording):
    """Names of files in columns, as ls writes them."""
    line = "".join(row)
    found = [name for name in TEXTS[recording["language"]]["files"] if name in line]
    return gaps()(row) if len(found) > 1 else None


# MARK: Programs

class Program:
    def __init__(self, command, keys=(), notes=(), rows=24, ends=True, patience=0.7, variables=None, localized=False, program=None):
        self.source, self.keys, self.notes, self.rows = command, keys, notes, rows
        self.ends, self.patience, self.variables, self.localized = ends, patience, variables or {}, localized
        self.program = program or command.split()[0]

    def is_installed(self):
        return bool(shutil.which(self.program, path=PATH)) or self.program in ("printf", "for", "cd", "psql-demo")

    def fill(self, words, language, columns):
        texts = TEXTS[language]
        values = dict(texts, columns=columns, L=texts["lines"], P=texts["paragraphs"], F=texts["files"])
        return re.sub(r"\{([A-Za-z]+)(?:\[(\d+)\])?\}", lambda m: str(
            values[m[1]] if m[2] is None else values[m[1]][int(m[2])]) if m[1] in values else m[0], words)

    def command(self, language, columns, home):
        locale = TEXTS[language]["locale"] if self.localized else "C.UTF-8"
        variables = dict(LANG=locale, LC_ALL=locale, TZ="UTC", PATH=PATH + ":.", COLUMNS=str(columns), PS1="$ ",
                         SHELL="/bin/sh", PGHOST=os.environ.get("PGHOST", ""), PGUSER="demo", PGDATABASE="postgres", XDG_CONFIG_HOME=str(home / ".config"))
        if not self.localized:
            del variables["LC_ALL"]
        command = self.fill(self.source, language, columns)
        return command, [self.fill(key, language, columns) for key in self.keys], variables | self.variables

    def note(self, row, number, rows, recording):
        for note in self.notes:
            found = note(row, number, rows, recording)
            if found is not None:
                return found
        return text(row)


def shell(command, prompts, commands=None, **options):
    """A session of a shell. `prompts` are patterns of prompts; what is behind one is a text of its own."""
    keys = commands or ["cat lines\n", "printf '%s\\n' '{L[3]}'\n", "echo '{L[0]}'\n", "ls files\n",
                        "cat nothing-{word}\n", "echo {word}"]
    notes = [rx(prompt if "(?P<label" in prompt else "(?P<label>" + prompt + ")(?P<text>.*)") for prompt in prompts]
    options.setdefault("program", re.search("bash|zsh|dash|fish|$", command)[0])
    return Program(command, keys, notes + [names], rows=40, ends=False, **options)


HOST = r"user@host:[^$%#>]*[$%#>] "
PROGRAMS = {}


def add(name, command, *keys, **options):
    PROGRAMS[name] = Program(command, keys, **options)


def screen(name, command, *keys, **options):
    add(name, command, *keys, ends=False, **options)


PROGRAMS["bash"] = shell("bash --noprofile --norc -i", [r"\$ "])
PROGRAMS["bash-host"] = shell("PS1='user@host:\\w\\$ ' bash --noprofile --norc -i", [HOST])
PROGRAMS["bash-path"] = shell("cd projects/demo; ln -s ../../lines ../../files .; PS1='user@host:\\w\\$ ' bash --noprofile --norc -i", [HOST])
PROGRAMS["bash-two-lines"] = shell("PS1='┌─[user@host]─[\\w]\\n└─\\$ ' bash --noprofile --norc -i", [r"└─[#$] "])
PROGRAMS["bash-colours"] = shell(
    "PS1='\\[\\e[1;32m\\]user@host\\[\\e[m\\]:\\[\\e[1;34m\\]\\w\\[\\e[m\\]\\$ ' bash --noprofile --norc -i", [HOST])
PROGRAMS["zsh"] = shell("zsh -f", [r"[^ ]+[%#] "])
PROGRAMS["zsh-right"] = shell("PS1='%% ' RPS1='[%~]' zsh -f", [r"(?P<label>% )(?P<text>.*?) +(?P<label1>\[~[^\]]*\]) *$", "% "])
PROGRAMS["zsh-two-lines"] = shell("PS1='%F{green}user@host%f %~'$'\\n''%B❯%b ' zsh -f", ["❯ "])
PROGRAMS["dash"] = shell("dash -i", [r"[$#] "])
GREP = r"(?P<label>[^:\s]+:\d+[:-])(?P<text>.*)"
add("cat", "cat lines long", rows=40)
add("cat-n", "cat -n lines", rows=40, notes=[rx(r"(?P<gutter> *\d+) +(?P<text>.*)")])
add("nl", "nl -ba lines", rows=40, notes=[rx(r"(?P<gutter> *\d+) +(?P<text>.*)")])
add("fold", "fold -s -w 50 long", rows=40)
add("ls", "ls files", rows=40, notes=[names])
add("ls-columns", "ls -C --color=always -w {columns} files", rows=40, notes=[gaps()])
LS = (r"(?P<column1>[dl-][rwxt-]{9} +\d+ \w+ +\w+ +\d+) (?P<column2>.{6,12}? +(?:\d\d:\d\d| \d{4})) (?P<text>.*)")
add("ls-long", "ls -l --color=always files", rows=40, notes=[rx(LS)])
add("ls-months", "ls -l files", rows=40, localized=True, notes=[rx(LS)])
add("tree", "tree -C files", rows=40, notes=[rx(r"(?P<label>[│├└─ \u00a0]+)(?P<text>.*)")])
add("find", "find files", rows=40)
add("grep", "grep -Hn --color=always . ar.txt", rows=40, notes=[rx(GREP)])
add("grep-plain", "grep -rn . ar.txt other.txt", rows=40, notes=[rx(GREP)])
add("rg", "rg --color=always -n --heading . ar.txt", rows=40, notes=[rx(r"(?P<label>\d+:)(?P<text>.*)")])
add("git-log", "git --no-pager log --color=always", rows=40, notes=[rx(r"(?P<label>    )(?P<text>.*)")])
add("git-oneline", "git --no-pager log --oneline --decorate --color=always", rows=40)
add("git-graph", "git --no-pager log --graph --color=always --all", rows=40, notes=[
    rx(r"(?P<label>[*|/\\ ]+)(?P<text>.*)")])
add("git-stat", "git -c core.quotePath=false --no-pager log --stat --format=%h --color=always", rows=40,
    notes=[rx(r" (?P<column1>.*\S) +\| (?P<column2> *\d+.*)")])
add("git-diff", "git -c core.quotePath=false --no-pager diff --color=always HEAD~1", rows=40, notes=[rx(r"(?P<label>[-+ ])(?P<text>.*)")])
add("git-status", "git -c color.ui=always -c core.quotePath=false status", rows=40, notes=[rx(r"\s+(?P<label>modified: +)(?P<text>.*)"), rx(r" {8}(?P<text>.*)")])
add("git-blame", "git --no-pager blame --date=short --color-lines ar.txt", rows=40,
    notes=[rx(r"(?P<label>\^?[0-9a-f]{7,8} (?:\S+ +)?\()(?P<column>.*\S) +(?P<gutter>\d{4}-\d\d-\d\d +\d+\) )(?P<text>.*)")])
add("git-branch", "git --no-pager branch -v --color=always", rows=40, notes=[rx(r"(?P<label>[* ] )(?P<column>\S+ +)(?P<text>[0-9a-f]{7} .*)")])
add("psql", "psql-demo", rows=40, notes=[bars("|")])
add("psql-unicode", "psql-demo -P linestyle=unicode -P border=2", rows=40, notes=[bars()])
add("psql-expanded", "psql-demo -x", rows=40, notes=[bars("|")])
SQLITE = "sqlite3 -header -{} demo.db 'select * from t'"
add("sqlite-column", SQLITE.replace("{}", "column"), rows=40, notes=[gaps()])
add("sqlite-box", SQLITE.replace("{}", "box"), rows=40, notes=[bars()])
add("sqlite-table", SQLITE.replace("{}", "table"), rows=40, notes=[bars()])
add("sqlite-markdown", SQLITE.replace("{}", "markdown"), rows=40, notes=[bars()])
TILDE = rx(r"~ *$", skip)
VIM = [TILDE]
screen("vim", "vim -u NONE -i NONE -n -N prose.txt", notes=[rx(r'"prose', skip)])
screen("vim-numbers", "vim -u NONE -i NONE -n -N -c 'set nu' prose.txt",
       notes=[rx(r'"prose', skip), rx(r"(?P<gutter> *\d+ )(?P<text>.*)"), rx(r"(?P<text>.*)")])
screen("vim-vsplit", "vim -u NONE -i NONE -n -N -c vsplit prose.txt", notes=[rx(r'"prose', skip), bars("|│", "text")])
screen("nano", "nano -I prose.txt", notes=[rx(r"(?P<text>.*\S)(?P<label>>)$")])
screen("less", "less prose.txt")
screen("less-numbers", "less -N prose.txt", notes=[rx(r"(?P<gutter> *\d+ )(?P<text>.*)"), rx(r" {8}(?P<text>.*)")])
screen("mc", "mc -d -u files files", notes=[bars("│")], patience=1.5)
screen("fzf", "fzf < lines", notes=[rx(r"(?P<label>[> ▌▶]+ )(?P<text>.*)")])
screen("tmux", "tmux -u -S socket -f /dev/null new 'cat lines; exec cat'", "\x02%", "cat lines\n",
       notes=[rx(r"\[0\]", skip), bars("│", "text")], rows=30, patience=1.0)


# MARK: Files

def fixtures(home, language):
    texts = TEXTS[language]
    lines, long, files = texts["lines"], texts["paragraphs"], texts["files"]

    def put(name, content, mode=None):
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
        if mode:
            path.chmod(mode)

    put("lines", "\n".join(lines) + "\n")
    put("long", "\n\n".join(long) + "\n")
    put("prose.txt", "\n".join([lines[0], long[0], "", *lines[1:6], "The word " + texts["word"] + " is here.", long[1]]) + "\n")
    put("ar.txt", "\n".join(lines) + "\n")
    put("other.txt", lines[4] + "\nnothing here\n" + lines[7] + "\n")
    for number, name in enumerate(files):
        put("files/" + name, "x" * (7 * 13 ** (number % 5)))
        stamp = [1764000000, 1795000000, 1685000000, 1684900000, 1700000000, 1795200000][number]
        os.utime(home / "files" / name, (stamp, stamp))
    put("projects/demo/x", "")
    put(".gitconfig", "")
    people = texts["people"]
    environment = dict(PATH=PATH, HOME=str(home), GIT_CONFIG_GLOBAL="/dev/null")

    def git(*words, person=0, day=20):
        date = f"2026-11-{day}T09:00:00Z"
        who = {f"GIT_{role}_{what}": value for role in ("AUTHOR", "COMMITTER")
               for what, value in (("NAME", people[person]), ("EMAIL", "a@example.org"), ("DATE", date))}
        subprocess.run(["git", *words], cwd=home, check=True, capture_output=True, env=environment | who)

    put(".gitignore", "*\n!*.txt\n")
    git("init", "-q", "-b", "main")
    for number, subject in enumerate(reversed(texts["subjects"])):
        put("ar.txt", "\n".join(lines[:6 + number * 2]) + "\n")
        put(files[0], lines[number] + "\n")
        git("add", "ar.txt", files[0], person=number % 3, day=20 + number)
        git("commit", "-q", "-m", subject + "\n\n" + lines[number], person=number % 3, day=20 + number)
        if number == 1:
            git("branch", texts["branch"])
    put("ar.txt", "\n".join(lines).replace(lines[2], lines[2] + " (2)") + "\n")
    put(files[0], lines[5] + "\n")
    values = "; ".join(f"insert into t values ({n + 1}, '{person}', '{city}', {1250 * (n + 1)})" for n, (person, city) in
                       enumerate(zip(people, texts["cities"])))
    values += f"; insert into t values (4, 'John Smith', '{texts['cities'][0]} (2)', 15)"
    table = "create table t(id integer, name text, city text, total integer); " + values
    subprocess.run(["sqlite3", str(home / "demo.db"), table], check=True)
    put("values.sql", table)
    put("psql-demo", PSQL, 0o755)
    subprocess.run(["chmod", "-R", "a+rX", str(home.parent)])


PSQL = """#!/bin/sh
database=d$$
createdb $database && psql -q -d $database -f values.sql && psql -d $database -P pager=off "$@" -c 'select * from t'
"""
