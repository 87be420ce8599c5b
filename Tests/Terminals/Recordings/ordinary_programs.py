"""The ordinary programs of ordinary.py: their files, commands and keys, and what they were told to print where."""
import json
import os
import re
import shutil
import subprocess
from email.header import Header

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
        edges = [-1] + [c for c, cell in enumerate(row) if cell and (cell in characters or "─" <= cell <= "╿")] + [len(row)]
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


def headed(row, number, rows, recording):
    """Columns that begin below the words of the first row."""
    return gaps(1)(rows[0]) and [("column", a, b) for _, a, b in gaps(1)(rows[0])]


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
                         SHELL="/bin/sh", XDG_RUNTIME_DIR=str(home), PGHOST=os.environ.get("PGHOST", ""), PGUSER="demo", PGDATABASE="postgres", XDG_CONFIG_HOME=str(home / ".config"))
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
screen("nano", "nano -I prose.txt", notes=[rx(r"(?P<text>.*)(?P<label>>)$")])
screen("less", "less prose.txt")
# less wraps a row by writing one letter more, and the number behind that letter.
screen("less-numbers", "less -N prose.txt", notes=[
    rx(r"(?P<gutter> *\d+ )(?P<text>.*)"), rx(r"(?P<gutter>\S)(?P<gutter1> +\d+ )(?P<text>.*)"), rx(r" {8}(?P<text>.*)")])
screen("mc", "mc -d -u files files", notes=[bars("│")], patience=1.5)
screen("fzf", "fzf < lines", notes=[rx(r"(?P<label>[> ▌▶]+ )(?P<text>.*)")])
screen("tmux", "tmux -u -S socket -f /dev/null new 'cat lines; exec cat'", "\x02%", "cat lines\n",
       notes=[rx(r"\[0\]", skip), bars("│", "text")], rows=30, patience=1.0)


# More shells and interpreters.
PROGRAMS["fish"] = shell("fish --no-config -C \"function fish_prompt; echo -n 'user@host ~> '; end\"", ["user@host ~> "])
PYTHON = ["print('{L[0]}')\n", "print('{L[3]}')\n", "for line in open('lines'): print(line, end='')\n", "\n", "'{L[1]}'\n"]
PROGRAMS["python"] = shell("/usr/bin/python3 -q", [r">>> ", r"\.\.\. "], PYTHON, program="python3")
PROGRAMS["ipython"] = shell("ipython3 --no-banner --no-confirm-exit --simple-prompt --colors=Linux", [r"(?P<label>In \[\d+\]: | +\.\.\.: |Out\[\d+\]: )(?P<text>.*)"],
                            PYTHON, program="ipython3", patience=3)
# More listings and files.
add("git-show", "git -c core.quotePath=false --no-pager show --color=always", rows=40,
    notes=[rx(r"(?P<label>    )(?P<text>.*)"), rx(r"(?P<label>[-+ ])(?P<text>.*)")])
add("git-words", "git -c core.quotePath=false --no-pager diff --color=always --word-diff HEAD", rows=40)
add("git-grep", "git --no-pager grep -n --color=always -e . -- ar.txt", rows=40, notes=[rx(GREP)])
add("git-shortlog", "git --no-pager shortlog HEAD", rows=40)
add("grep-colour", "grep --color=always '{word}' ar.txt prose.txt other.txt", rows=40,
    notes=[rx(r"(?P<label>[a-z]+\.txt:)(?P<text>.*)")])
add("rg-plain", "rg -n --no-heading --color=never . ar.txt other.txt", rows=40, notes=[rx(GREP)])
add("diff", "diff -u other.txt ar.txt", rows=40, notes=[rx(r"(?P<label>[-+ ])(?P<text>.*)")])
add("colordiff", "colordiff -u other.txt ar.txt", rows=40, notes=[rx(r"(?P<label>[-+ ])(?P<text>.*)")])
add("bat", "batcat --color=always --paging=never --style=full --terminal-width={columns} ar.txt", rows=40, notes=[bars("│")])
add("bat-numbers", "batcat --color=always --paging=never --style=numbers --terminal-width={columns} ar.txt", rows=40,
    notes=[rx(r"(?P<gutter> *\d+ )(?P<text>.*)")])
add("exa", "exa -l --color=always --no-user files", rows=40, notes=[rx(r"(?P<column>\S+ +\S+ +\d+ \w+ +\S+ )(?P<text>.*)")])
add("lsd", "lsd -l --color=always --icon=never files", rows=40, notes=[rx(r"(?P<column>\S+ +\w+ +\w+ +[\d.]+ \w+ +.*\d{4} )(?P<text>.*)")])
add("du", "du -ab files", rows=40, notes=[rx(r"(?P<gutter>\d+) +(?P<text>.*)")])
add("wc", "wc files/*", rows=40, notes=[rx(r"(?P<gutter> *\d+ +\d+ +\d+ )(?P<text>.*)")])
add("column", "column -t -s ';' table.csv", rows=40, notes=[gaps()])
add("csvlook", "csvlook -d ';' table.csv", rows=40, notes=[bars("|")])
add("miller", "mlr --icsv --ifs ';' --opprint cat table.csv", rows=40, notes=[headed])
add("miller-barred", "mlr --icsv --ifs ';' --opprint --barred cat table.csv", rows=40, notes=[bars("|")])
add("jq", "jq -C . data.json", rows=40)
add("date", "date -r lines", rows=10, localized=True)
add("apt", "apt-cache policy bash", rows=20, localized=True)
add("make", "make -f example.mk", rows=40)
add("gcc", "gcc -fdiagnostics-color=always -c broken.c", rows=40, notes=[rx(r"(?P<gutter> +\d* )\| ?(?P<text>.*)")])
add("pytest", "/usr/bin/python3 -m pytest -q --color=yes -p no:cacheprovider test_words.py", rows=60, program="python3")
# Nothing in the cells tells that Hebrew is in visual order.
add("fribidi", "fribidi --nopad lines", rows=40, notes=[
    lambda row, number, rows, recording: SKIP if recording["language"] == "he" else visual(row)])
# Libraries of Python that draw tables and bars.
PY = "/usr/bin/python3 tables.py "
add("rich-table", PY + "rich-table", rows=40, notes=[bars()], program="python3")
add("rich-panel", PY + "rich-panel", rows=40, notes=[bars("│", "text")], program="python3")
add("tqdm", PY + "tqdm", rows=20, notes=[bars("|")], program="python3")
add("tabulate-simple", PY + "simple", rows=20, notes=[gaps()], program="python3")
add("tabulate-grid", PY + "grid", rows=40, notes=[bars("|")], program="python3")
add("tabulate-github", PY + "github", rows=20, notes=[bars("|")], program="python3")
add("tabulate-presto", PY + "presto", rows=20, notes=[bars("|")], program="python3")
add("prettytable", PY + "prettytable", rows=20, notes=[bars("|")], program="python3")
# Editors and pagers.
MESSAGE = rx(r'"prose', skip)
NUMBERED = [MESSAGE, rx(r"(?P<gutter> *\d+ )(?P<text>.*)")]
screen("nvim", "nvim -u NONE -i NONE -n prose.txt", notes=[rx(r"prose", skip)], patience=1.5)
screen("nvim-numbers", "nvim -u NONE -i NONE -n -c 'set nu' prose.txt", notes=NUMBERED, patience=1.5)
screen("nvim-vsplit", "nvim -u NONE -i NONE -n -c vsplit prose.txt", notes=[bars("│|", "text")], patience=1.5)
screen("vim-hsplit", "vim -u NONE -i NONE -n -N -c 'set nu' -c split prose.txt", notes=NUMBERED)
screen("vim-search", "vim -u NONE -i NONE -n -N -c 'set hls' prose.txt", "/{word}\n", notes=[MESSAGE, rx(r"/(?P<text>.*)")])
screen("vim-right-to-left", "vim -u NONE -i NONE -n -N -c 'set rightleft' prose.txt", notes=[rx(r'"prose', skip), visual])
screen("nano-numbers", "nano -I -l prose.txt",
       notes=[rx(r"(?P<gutter> *\d+ )(?P<text>.*)(?P<label>>)$"), rx(r"(?P<gutter> *\d+ )(?P<text>.*)")])
screen("nano-wrapped", "nano -I -S prose.txt")
screen("micro", "micro -config-dir ./micro prose.txt", notes=[rx(r"(?P<gutter> *\d+ )(?P<text>.*)")], patience=1.5)
screen("joe", "joe prose.txt", notes=[rx(r"Joe", skip)])
screen("mcedit", "mcedit -d prose.txt", patience=1.5)
screen("less-search", "less prose.txt", "/{word}\n")
screen("less-chopped", "less -S prose.txt", notes=[rx(r"(?P<text>.*)(?P<label>>)$")])
screen("less-git", "git --no-pager log --color=always | less -R", notes=[rx(r"(?P<label>    )(?P<text>.*)")])
screen("more", "more prose.txt")
screen("most", "most prose.txt", notes=[rx(r"-- MOST", skip), rx(r"(?P<text>.*)(?P<label>\$)$")])
screen("man", "man -l page.1", variables=dict(PAGER="less", MANPAGER="less"), patience=2)
screen("watch", "watch -n 60 -t cat lines")
# Programs that fill the screen.
screen("mc-long", "mc -d -u files projects", "\x1bt", notes=[bars("│")], patience=1.5, rows=30)
screen("ranger", "ranger --cmd='set preview_files false' files", notes=[gaps()], patience=2)
screen("lf", "lf files", notes=[gaps()], patience=1.5)
screen("fzf-border", "fzf --border --prompt='{word}> ' < lines", notes=[rx(r"│ (?P<label>[^│]*> ) *│ *$", skip), rx(r"│ ?(?P<label>[> ▌▶]+ )(?P<text>[^│]*)│")])
screen("tig", "tig", notes=[rx(r"(?P<column1>\d{4}-\d\d-\d\d \d\d:\d\d \S+ )(?P<column2>.*?) +(?P<label>[●o∙◯I│]+ )(?P<text>.*)"), rx(r"\[main\]", skip)], patience=1.5)
NAMESPACE = "unshare -fp --mount-proc "
SLEEPS = "sh -c \"bash -c \\\"exec -a '{L[0]}' sleep 61\\\" & bash -c \\\"exec -a '{L[9]}' sleep 62\\\" & sleep 0.3; exec {}\""
add("ps", NAMESPACE + SLEEPS.replace("{}", "ps -eo pid,user,args"), rows=20, notes=[rx(r"(?P<column> *\d+ \S+ +)(?P<text>.*)")])
screen("top", NAMESPACE + SLEEPS.replace("{}", "top -c -d 60"), notes=[rx(r"(?P<column> *\d+ .*\d+:\d\d\.\d\d )(?P<text>.*)")], patience=1.5)
screen("htop", NAMESPACE + SLEEPS.replace("{}", "htop -d 100"), notes=[rx(r"(?P<column> *\d+ .*\d+:\d\d\.\d\d )(?P<text>.*)")], patience=1.5)
screen("weechat", "weechat -d weechat", "\x15/print {nick}\\t{L[0]}\n", "/print ana\\t{L[2]}\n", "/print {nick}\\t{L[8]}\n", "{L[0]}",
       notes=[rx(r"[^│]*│(?P<label>\d\d:\d\d:\d\d +)(?P<column>\S+) +\| (?P<text>.*)"), rx(r"[^│]*│\[.*", skip), rx(r"[^│]*│ +\| (?P<text>.*)"),
                                    rx(r"[^│]*│(?P<text>.*)")], patience=2)
MAIL = rx(r"(?P<label> +\d+ [A-Z ]+ +\w{3} \d\d )(?P<column>.*?) +\( *[\d.]+K?\) (?P<text>.*)")
screen("mutt", "mutt -n -F muttrc -f mbox", notes=[MAIL], patience=1.5)
screen("neomutt", "neomutt -n -F muttrc -f mbox", notes=[MAIL], patience=1.5)
screen("w3m", "w3m page.html", notes=[bars("│|")], patience=1.5)
screen("lynx", "lynx -nocolor=off page.html", notes=[rx(r"[^\u0590-\u08ff]*\(p1|   \d .*\d *$", skip)], patience=1.5)
screen("screen", "screen -U -S recording -c /dev/null sh -c 'cat lines long; exec cat'", patience=1.5)
# So many rows that no pane scrolls: the tmux that shows the recording has no margins at the sides.
screen("tmux-stacked", "tmux -u -S socket -f /dev/null new 'cat lines; exec cat'", "\x02\"", "cat lines\n", "\x02%", "cat lines\n",
       notes=[rx(r"\[0\]", skip), bars("│", "text")], rows=46, patience=1.0)
screen("dialog", "dialog --title '{title}' --menu '{L[0]}' 16 50 6 1 '{words[0]}' 2 '{words[1]}' 3 '{L[3]}' 4 'main.swift {word}'",
       notes=[rx(r" *│ │ +(?P<label>\d) +(?P<text>[^│]*)│"), bars("│")])
screen("visidata", "visidata --csv-delimiter ';' table.csv", notes=[bars("│|")], patience=3)


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
    rows = [[str(n + 1), person, city, str(1250 * (n + 1))] for n, (person, city) in
            enumerate(zip(texts["people"], texts["cities"]))] + [["4", "John Smith", texts["cities"][0] + " (2)", "15"]]
    put("table.csv", "\n".join(";".join(row) for row in [["id", *texts["heads"]], *rows]) + "\n")
    put("data.json", json.dumps({"name": lines[0], "note": lines[3], "list": texts["words"], "done": True}))
    put("example.mk", "all: one\n\t@echo '" + lines[0] + "'\n\t@echo '" + lines[3] + "'\none:\n\techo '" + lines[1] + "'\n")
    put("broken.c", "int main(void) {\n  const char *text = \"" + lines[0] + "\"\n  return text;  // " + lines[8] + "\n}\n")
    put("test_words.py", "def test_word():\n    assert '" + lines[0] + "' == '" + texts["word"] + "', '" + lines[2] + "'\n")
    put("tables.py", TABLES.replace("ROWS", repr(rows)).replace("HEADS", repr(["id", *texts["heads"]]))
        .replace("LONG", repr(long[0])).replace("WORD", repr(texts["word"])))
    put("page.1", ".TH PAGE 1\n.SH NAME\npage \\- " + lines[0] + "\n.SH DESCRIPTION\n.ad l\n.nh\n" + long[0] + "\n.PP\n" + long[1] + "\n")
    put("page.html", f"<meta charset=utf-8><title>{texts['title']}</title><h1>{texts['title']}</h1><p>{long[0]}<p>{long[1]}"
        f"<ul><li>{lines[0]}<li>{lines[3]}</ul><table border=1>"
        + "".join("<tr>" + "".join(f"<td>{cell}" for cell in row) for row in rows) + "</table>")
    put("muttrc", "set charset=utf-8\nset sort=mailbox-order\nset folder=.\n")
    put("micro/settings.json", "{}")
    put("mbox", "".join(
        f"From a@example.org Sun Nov 22 09:0{n}:00 2026\nDate: Sun, 22 Nov 2026 09:0{n}:00 +0000\n"
        f"From: {Header(texts['people'][n % 3], 'utf-8').encode()} <a@example.org>\n"
        f"Subject: {Header(line, 'utf-8').encode(maxlinelen=990)}\n\nText\n\n" for n, line in enumerate(lines[:6])))
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

TABLES = """import sys
rows, heads = ROWS, HEADS
kind = sys.argv[1]
if kind.startswith("rich"):
    from rich.console import Console
    from rich.panel import Panel
    from rich.table import Table
    console = Console(force_terminal=True)
    if kind == "rich-panel":
        console.print(Panel(LONG, title=WORD))
    else:
        table = Table(*heads, title=WORD)
        for row in rows:
            table.add_row(*row)
        console.print(table)
elif kind == "tqdm":
    from tqdm import tqdm
    for name in (WORD, "main " + WORD):
        for _ in tqdm(range(3), desc=name, file=sys.stdout):
            pass
elif kind == "prettytable":
    from prettytable import PrettyTable
    table = PrettyTable(heads)
    table.add_rows(rows)
    print(table)
else:
    from tabulate import tabulate
    print(tabulate(rows, headers=heads, tablefmt=kind))
"""
