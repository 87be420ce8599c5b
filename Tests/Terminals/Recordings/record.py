#!/usr/bin/env python3
"""Records what real programs write to a terminal, without right-to-left text.

    Tests/Terminals/Recordings/record.py [NAME…]

Each recording is streams/NAME.COLUMNSxROWS.gz, the bytes as they came. A program that is not installed, or
that its keys do not end within half a minute, is named and keeps the recording that there is. The programs
find a folder of their own, a process namespace of their own where they list processes (which needs root), and
nothing of this machine. cmatrix, watch and programs with clocks write something else each time.
"""
import fcntl
import gzip
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time

FOLDER = pathlib.Path(__file__).parent / "streams"
LIMIT = 200_000
ESC, UP, DOWN, RIGHT, LEFT = "\x1b", "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
APP_UP, APP_DOWN, APP_RIGHT, APP_LEFT = "\x1bOA", "\x1bOB", "\x1bOC", "\x1bOD"
F1, F2, F3, F4, F5, F6, F9, F10 = (
    "\x1bOP", "\x1bOQ", "\x1bOR", "\x1bOS", "\x1b[15~", "\x1b[17~", "\x1b[20~", "\x1b[21~")
PAGE_DOWN, PAGE_UP, HOME, END = "\x1b[6~", "\x1b[5~", "\x1b[1~", "\x1b[4~"

# What a terminal answers, as far as programs wait for it.
ANSWERS = [
    (rb"\x1b\[0?c", b"\x1b[?62;22c"),
    (rb"\x1b\[>0?c", b"\x1b[>41;379;0c"),
    (rb"\x1b\[6n", b"\x1b[1;1R"),
    (rb"\x1b\]11;\?(?:\x07|\x1b\\)", b"\x1b]11;rgb:0000/0000/0000\x1b\\"),
    (rb"\x1b\]10;\?(?:\x07|\x1b\\)", b"\x1b]10;rgb:ffff/ffff/ffff\x1b\\"),
]

BASH = "bash --noprofile --norc -i"
NAMESPACE = "unshare -fp --mount-proc "


def output(name, command, size="80x24"):
    """A program that needs no keys."""
    return (name, size, command, [])


PROGRAMS = [
    output("ls-long", "ls -l --color=always /usr/bin | head -300"),
    output("ls-columns", "ls -C --color=always -w 80 /etc"),
    output("ls-tree", "ls -lR --color=always tree"),
    output("ls-narrow", "ls -l --color=always /usr/lib | head -80", "30x10"),
    output("ls-hyperlinks", "ls -l --hyperlink=always tree | sed s/$(hostname)/host/g"),
    output("tree", "tree -C tree"),
    output("find", "find /usr/share/zoneinfo | head -600"),
    output("grep", "grep -rn --color=always the texts"),
    output("diff", "diff -u --color=always texts/one.txt texts/two.txt"),
    output("diff-side", "diff -y -W 80 texts/one.txt texts/two.txt"),
    output("git-log", "git --no-pager log --color=always --graph --stat"),
    output("git-diff", "git --no-pager diff --color=always HEAD~3"),
    output("git-words", "git --no-pager diff --color=always --word-diff HEAD~3"),
    output("git-blame", "git --no-pager blame --color-lines texts/one.txt"),
    output("git-status", "git -c color.ui=always status"),
    output("git-help", "git help -a"),
    output("man-bold", "MAN_KEEP_FORMATTING=1 MANPAGER=cat GROFF_NO_SGR= man ls"),
    output("man-plain", "man dialog | head -400"),
    output("groff", "printf '.TH X 1\\n.SH NAME\\nx \\- \\fBbold\\fP and \\fIitalic\\fP\\n' | groff -Tutf8 -man"),
    output("cat-text", "cat texts/*.txt"),
    output("cat-long-lines", "tr '\\n' ' ' < texts/one.txt; echo"),
    output("cat-wide", "cat texts/wide.txt", "37x9"),
    output("cat-latin", "cat texts/latin.txt"),
    output("cat-controls", "cat -v /bin/true | head -c 9000"),
    output("binary", "head -c 6000 /bin/true | LC_ALL=C tr '\\326-\\377' 'A-Z[*16]'"),
    output("hexdump", "hexdump -C /bin/true | head -300"),
    output("xxd", "xxd /bin/true | head -200"),
    output("od", "od -c /bin/true | head -200"),
    output("seq", "seq 1 4000"),
    output("yes", "yes 'the same again' | head -3000"),
    output("cal", "ncal -C 2026"),
    output("colours-16", "for i in $(seq 0 107); do printf '\\033[%dm %d \\033[m' $i $i; done"),
    output("colours-256", "for i in $(seq 0 255); do printf '\\033[48;5;%dm%4d\\033[m' $i $i; done"),
    output("colours-true", "for i in $(seq 0 3 255); do printf '\\033[48;2;%d;%d;90m \\033[m' $i $i; done"),
    output("styles", "printf '\\033[1mb\\033[2md\\033[3mi\\033[4mu\\033[5mk\\033[7mr\\033[8mc\\033[9ms\\033[21mU\\033[53mo\\033[0m\\n'"),
    output("underlines", "for i in 1 2 3 4 5; do printf '\\033[4:%d;58:5:%dmline\\033[59;24m ' $i $i; done"),
    output("charsets", "printf '\\033(0lqqwqqk\\r\\nx  x  x\\r\\nmqqvqqj\\033(B\\r\\n\\033)0\\016abc~\\017abc\\r\\n'"),
    output("box-drawing", "cat texts/boxes.txt"),
    output("tput", "for c in clear bold smul rev sgr0 civis cnorm smcup rmcup el ed home sc rc cud1; do tput $c; echo $c; done"),
    output("tput-scrolling", "tput csr 3 12; for i in $(seq 40); do echo line $i; done; tput csr 0 23; tput cup 20 0"),
    output("insert-delete", "printf 'abcdef\\033[4D\\033[2@XY\\033[2P\\033[3X\\n1\\n2\\n3\\033[2A\\033[L\\033[M\\033[5B\\n'"),
    output("scroll-up-down", "for i in $(seq 30); do echo row $i; done; printf '\\033[3S\\033[2T\\033[H\\033M\\033M\\033[24;1H\\033D\\033E'"),
    output("tabs", "tabs -4; printf 'a\\tb\\tc\\n'; tabs -8; printf 'a\\tb\\tc\\n'"),
    output("repeat", "printf 'x\\033[70b\\ny\\033[20b\\033[5D\\033[1K\\n'"),
    output("titles", "printf '\\033]0;both\\007\\033]2;window\\033\\\\\\033[22;0t\\033]0;other\\007\\033[23;0t'"),
    output("clipboard", "printf '\\033]52;c;aGVsbG8=\\007text\\n'"),
    output("hyperlinks", "printf '\\033]8;;http://example.org/\\033\\\\link\\033]8;;\\033\\\\ text\\n'"),
    output("sixel", "printf '\\033Pq#0;2;0;0;0#0~~@@vv@@~~$-\\033\\\\after\\n'"),
    output("kitty-image", "printf '\\033_Ga=T,f=24,s=1,v=1;AAAA\\033\\\\after\\n'"),
    output("iterm-image", "printf '\\033]1337;File=inline=1:R0lGODlhAQABAAAAACw=\\007after\\n'"),
    output("tmux-passthrough", "printf '\\033Ptmux;\\033\\033]52;c;aGk=\\007\\033\\\\after\\n'"),
    output("synchronized", "for i in 1 2 3 4 5; do printf '\\033[?2026h\\033[Hframe %d\\033[K\\033[?2026l' $i; done"),
    output("progress", "for i in $(seq 1 100); do printf '\\r%3d%% [%-50s]' $i $(printf '%*s' $((i/2)) '' | tr ' ' '#'); done; echo"),
    output("spinner", "for i in $(seq 1 25); do for c in ⠋ ⠙ ⠸ ⠴; do printf '\\r\\033[36m%s\\033[m working' $c; done; done; echo"),
    output("redrawn-lines", "for i in $(seq 1 30); do printf 'one %d\\033[K\\r\\ntwo %d\\033[K\\r\\n\\033[2A' $i $i; done; printf '\\n\\n'"),
    output("dd", "dd if=/dev/zero of=/dev/null bs=1M count=50 status=progress"),
    output("curl-help", "curl --help all"),
    output("curl-bar", "curl -# -o /dev/null file:///bin/bash"),
    output("python-help", "python3 --help"),
    output("python-error", "python3 -c 'import json; json.loads(\"{\")'"),
    output("gcc-errors", "gcc -fdiagnostics-color=always -Wall -c broken.c"),
    output("make", "make -f example.mk"),
    output("awk", "awk '{ print NR, $0 }' texts/one.txt"),
    output("column", "column -t texts/table.txt"),
    output("nl", "nl -ba texts/one.txt | pr -2 -w 80 | head -120"),
    output("fold", "fold -s -w 31 texts/one.txt", "31x12"),
    output("jq", "jq -C . texts/data.json"),
    output("figlet", "figlet Terminal; toilet --gay Colours"),
    output("infocmp", "infocmp -1 xterm-256color"),
    output("ps", NAMESPACE + "ps axf"),
    output("pstree", NAMESPACE + "sh -c 'sleep 9 & sleep 9 & pstree -p'"),
    output("top-batch", NAMESPACE + "top -b -n 2 -d 0.1"),
    output("apt-help", "apt-get --help; dpkg --help"),
    output("one-column", "cat texts/one.txt | head -c 400", "1x5"),
    output("one-row", "cat texts/one.txt | head -c 2000", "80x1"),
    output("wide-screen", "ls -C -w 300 /usr/bin | head -100", "300x50"),
    # Programs with keys.
    ("bash-editing", "80x24", BASH, ["echo one two", "\x01", "\x1bf", "X", "\x05", "\x17three\n", UP, "\x15", "printf '%s\\n' a b\n", "exit\n"]),
    ("bash-history", "60x12", BASH, ["echo first\n", "echo second\n", UP, UP, "\n", "\x12fir", "\r", "exit\n"]),
    ("bash-completion", "80x24", BASH, ["ls te\t", "one\t\n", "ls /usr/share/z\t\t", "\x15exit\n"]),
    ("bash-wrapping", "30x8", BASH, ["echo a line that is longer than the window is wide", "\x01", RIGHT, RIGHT, "Y", "\x05", "\x7f\x7f\n", "exit\n"]),
    ("bash-jobs", "80x24", BASH, ["sleep 30 &\n", "jobs\n", "cat\n", "text\n", "\x1a", "fg\n", "\x04", "kill %1\n", "exit\n"]),
    ("zsh", "80x24", "zsh -f", ["echo one\n", "print -P '%F{red}x%f'\n", UP, UP, "\n", "ls te\t\n", "\x12ech", "\n", "exit\n"]),
    ("zsh-menu", "60x16", "zsh -f", ["autoload -U compinit; compinit -D; zstyle ':completion:*' menu select\n", "ls -\t", "\t", DOWN, "\n", "\x15exit\n"]),
    ("fish", "80x24", "fish --no-config", ["echo one\n", "ls te", "\t", "\n", UP, "\n", "exit\n"]),
    ("dash", "80x24", "dash -i", ["echo one\n", "exit\n"]),
    ("python-repl", "80x24", "python3 -q", ["1+1\n", "for i in range(3): print(i)\n", "\n", "help\n", UP, "\n", "\x04"]),
    ("python-curses", "80x24", "python3 curses_demo.py", ["a", "b", DOWN, "q"]),
    ("bc", "80x24", "bc -q", ["2^200\n", "quit\n"]),
    ("sqlite", "80x24", "sqlite3 -box", ["create table t(a,b); insert into t values (1,'x'),(2,'y');\n", "select * from t;\n", ".quit\n"]),
    ("less", "80x24", "less -N texts/one.txt", [" ", "b", "j", "k", "/the\n", "n", "G", "g", "-S\n", "q"]),
    ("less-colours", "60x16", "git --no-pager log --color=always | less -R", [" ", "\x04", "\x15", "/file\n", "q"]),
    ("less-wide", "40x10", "less -S texts/one.txt", [RIGHT, RIGHT, LEFT, "q"]),
    ("more", "80x24", "more texts/one.txt", [" ", "\n", "q"]),
    ("most", "80x24", "most texts/one.txt", [" ", "b", "/the\n", "q"]),
    ("man", "80x24", "MANPAGER=less man bash", [" ", " ", "/quot\n", "n", "q"]),
    ("info", "80x24", "info --no-custom", [" ", "\t", "?", "q", "q"]),
    ("vim", "80x24", "vim -u NONE -i NONE -n texts/one.txt", [":set nu ruler hls\n", "/the\n", "5dd", "p", "u", "ohello\x1b", ":split\n", "\x06", "\x17\x17", "\x05\x05\x19", "G", "gg", ":qa!\n"]),
    ("vim-syntax", "80x24", "vim -u NONE -i NONE -n broken.c", [":syntax on\n", "G", "\x15", ":set list\n", "V5j\x1b", ":vsplit\n", ":q!\n", ":q!\n"]),
    ("vim-help", "80x24", "vim -u NONE -i NONE -n", [":help\n", "\x06", ":only\n", "/mode\n", ":qa!\n"]),
    ("vim-wide", "50x14", "vim -u NONE -i NONE -n texts/wide.txt", ["G", "A more 中文\x1b", "0", "x", "x", ":q!\n"]),
    ("vimdiff", "100x30", "vim -u NONE -i NONE -n -d texts/one.txt texts/two.txt", ["]c", "do", "zo", ":qa!\n"]),
    ("nano", "80x24", "nano -I texts/one.txt", ["new text\r", DOWN, PAGE_DOWN, "\x17the\r", "\x0b\x15", "\x18", "n"]),
    ("nano-wide", "40x12", "nano -I texts/wide.txt", [END, "x", DOWN, "\x18", "n"]),
    ("joe", "80x24", "joe texts/one.txt", ["text", DOWN, "\x0bh", "\x03", "y"]),
    ("jed", "80x24", "jed -n texts/one.txt", ["text", DOWN, "\x18\x03", "n", "y"]),
    ("ne", "80x24", "ne texts/one.txt", ["text", DOWN, ESC, "\x1b\x1b", "\x11", "y"]),
    ("emacs", "80x24", "emacs -nw -Q texts/one.txt", ["text", "\x0e\x0e", "\x13the", "\x07", "\x182", "\x18o", "\x16", "\x18\x03", "!", "y"]),
    ("mc", "80x24", "mc -d -u", [DOWN, DOWN, "\t", F9, ESC + ESC, F3, F10, F5, ESC + ESC, F10, "\n"]),
    ("mc-mouse", "100x30", "mc -u", ["\x1b[<0;10;5M\x1b[<0;10;5m", "\x1b[<0;60;6M\x1b[<0;60;6m", F10, "\n"]),
    ("mcedit", "80x24", "mcedit -d texts/one.txt", ["text", APP_DOWN, F9, ESC + ESC, F10, "n"]),
    ("htop", "80x24", NAMESPACE + "sh -c 'sleep 60 & sleep 61 & exec htop'", [DOWN, DOWN, F5, F6, ESC, F1, ESC, F4, "sl\n", ESC, "q"]),
    ("htop-setup", "100x30", NAMESPACE + "htop", [F2, RIGHT, DOWN, DOWN, ESC, "q"]),
    ("top", "80x24", NAMESPACE + "top -d 0.3", ["1", "c", "V", "z", "h", "q", "q"]),
    ("watch", "80x24", "watch -n 0.3 -d -t date +%N", ["", "", "\x03"]),
    ("fzf", "60x16", "ls /usr/bin | head -200 | fzf", ["ba", DOWN, "\x7f", UP, "\r"]),
    ("fzf-inline", "80x20", "ls /usr/bin | head -50 | fzf --height 8 --border --multi", ["\t", "\t", "c", "\r"]),
    ("tig", "80x24", "tig", [DOWN, "\n", DOWN, "q", "h", "q", "q"]),
    ("ranger", "80x24", "ranger", [DOWN, RIGHT, LEFT, "q"]),
    ("nnn", "80x24", "nnn", [APP_DOWN, APP_RIGHT, APP_LEFT, "?", "q", "q"]),
    ("ncdu", "80x24", "ncdu tree", [DOWN, "i", "i", "?", "q", "q"]),
    ("lynx", "80x24", "lynx -nocolor=off -restrictions=all page.html", [APP_DOWN, APP_DOWN, "h", "q", "q", "y"]),
    ("w3m", "80x24", "w3m page.html", ["\t", "j", "H", "B", "q", "y"]),
    ("links", "80x24", "links page.html", [DOWN, ESC, ESC, "q", "\n"]),
    ("elinks", "80x24", "elinks -no-home page.html", [DOWN, ESC, ESC, "q", "\n"]),
    ("mutt", "80x24", "mutt -n -F /dev/null -f mbox", [DOWN, "\n", "i", "?", "q", "x"]),
    ("calcurse", "80x24", "calcurse -D calcurse", ["\r", "\t", "\t", "?", "\r", "q", "y"]),
    ("micro", "80x24", "micro -config-dir micro texts/one.txt", ["text", DOWN, "\x05help\n", "\x11", "\x11", "n"]),
    ("nethack", "80x24", "nethack", ["y", "y", " ", " ", "h", "j", "i", ESC, "#quit\n", "y", "q", "q", " ", " "]),
    ("sl", "80x24", "sl -F", []),
    ("cmatrix", "30x8", "cmatrix -u 9", ["", "q"]),
    ("screen", "80x24", "screen -S recording -c /dev/null sh", ["echo one\n", "\x01c", "echo two\n", "\x01\x01", "exit\n", "exit\n"]),
    ("tmux", "80x24", "tmux -S socket -f /dev/null new sh", ["echo one\n", "\x02\"", "echo two\n", "\x02o", "\x02[", UP, UP, "q", "exit\n", "exit\n"]),
    ("tmux-vertical", "100x30", "tmux -S socket -f /dev/null new sh", ["ls -l\n", "\x02%", "seq 100\n", "\x02w", "q", "exit\n", "exit\n"]),
    ("dialog-menu", "80x24", "dialog --title Title --menu Choose 14 50 5 1 One 2 Two 3 Three 4 Four 5 Five 6 Six", [DOWN, DOWN, DOWN, DOWN, DOWN, UP, "\n"]),
    ("dialog-checklist", "80x24", "dialog --checklist Choose 14 50 5 1 One on 2 Two off 3 Three on", [" ", DOWN, " ", "\t", "\n"]),
    ("dialog-input", "60x16", "dialog --inputbox Name 8 40 text", ["more", LEFT, "\x7f", "\n"]),
    ("dialog-form", "80x24", "dialog --form Form 12 50 4 A: 1 1 x 1 10 20 0 B: 2 1 y 2 10 20 0", ["one", DOWN, "two", "\t", "\n"]),
    ("dialog-gauge", "60x16", "(for i in 10 40 70 100; do echo $i; sleep 0.1; done) | dialog --gauge Working 8 40 0", []),
    ("dialog-calendar", "80x24", "dialog --calendar Date 0 0 22 11 2026", [DOWN, RIGHT, "\t", "\t", "\n"]),
    ("dialog-text", "80x24", "dialog --textbox texts/one.txt 20 70", [DOWN, PAGE_DOWN, "\n"]),
    ("dialog-tree", "80x24", "dialog --treeview Tree 15 40 8 a A off 0 b B off 1 c C on 1 d D off 2", [DOWN, UP, "\n"]),
    ("dialog-utf8", "80x24", "dialog --yesno 'Größe: ﬁne — 中文 ✓' 8 40", [RIGHT, LEFT, "\n"]),
    ("whiptail-menu", "80x24", "whiptail --title Title --menu Choose 14 50 5 1 One 2 Two 3 Three 4 Four", [DOWN, DOWN, "\t", "\r"]),
    ("whiptail-check", "80x24", "whiptail --checklist Choose 14 50 5 1 One on 2 Two off 3 Three on", [" ", DOWN, " ", "\t", "\r"]),
    ("whiptail-gauge", "60x16", "(for i in 10 40 70 100; do echo $i; sleep 0.1; done) | whiptail --gauge Working 8 40 0", []),
    ("gdb", "80x24", "gdb -q -nx /bin/true", ["help\n", "show version\n", "q", "\n", "quit\n"]),
    ("node", "80x24", "node", ["1+1\n", "[1,2,{a:3}]\n", UP, "\n", ".exit\n"]),
    ("perl-debugger", "80x24", "perl -d -e 'print 1;'", ["n\n", "q\n"]),
    ("ed", "80x24", "ed texts/one.txt", ["1,3p\n", "q\n"]),
]

CURSES_DEMO = """
import curses
def main(screen):
    curses.start_color(); curses.use_default_colors(); curses.mousemask(curses.ALL_MOUSE_EVENTS)
    curses.init_pair(1, curses.COLOR_RED, -1)
    row = 0
    while (key := screen.getch()) != ord('q'):
        screen.addstr(row, row, 'key %d' % key, curses.color_pair(1) | curses.A_BOLD); row += 1
        screen.insertln(); screen.box(); screen.refresh()
curses.wrapper(main)
"""

WORDS = ("the cells of a terminal hold what a program wrote there and nothing that it did not write "
         "so the rows below repeat some of them in other orders until there is enough").split()


def fixtures(home):
    """The files that the programs look at; always the same."""
    def put(name, text):
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def prose(lines, step):
        return "".join(
            " ".join(WORDS[(line * step + word * 7) % len(WORDS)] for word in range(4 + line % 17))
            + "\n" for line in range(lines))

    put("texts/one.txt", prose(120, 3))
    put("texts/two.txt", prose(120, 3).replace("cells", "CELLS").replace("nothing", ""))
    put("texts/wide.txt", "中文 wide 日本語 text 한국어\n" * 12 + "emoji 😀 🎉 and e\u0301 a\u0308\n" * 6)
    put("texts/latin.txt", "Größe, naïve, œuvre, ñandú, Ελληνικά, Кириллица, ﬁ, …, “”, ─\n" * 20)
    put("texts/boxes.txt", "┌──┬──┐\n│a │b │\n├──┼──┤\n│█▓│░▒│\n└──┴──┘\n╔═╗╭─╮⠿⠋▲▼◆\n" * 5)
    put("texts/table.txt", "name size kind\nalpha 12 file\nbeta 3 folder\n" * 6)
    put("texts/data.json", '{"a": [1, 2.5, null, true], "b": {"c": "text", "d": []}}')
    put("broken.c", '#include <stdio.h>\nint main(void) {\n  int unused = 1\n  printf("%s", 3);\n  retrun 0;\n}\n')
    put("example.mk", "all: one two\none:\n\t@echo making one\ntwo:\n\techo two\n")
    put("curses_demo.py", CURSES_DEMO)
    put("page.html", "<h1>Title</h1><p>A <a href=#x>link</a> and <b>bold</b>.<ul><li>one<li>two</ul>"
        "<table border=1><tr><td>1<td>2</table><p>" + prose(40, 5))
    put("mbox", "From a@example.org Sun Nov 22 09:00:00 2026\nFrom: a@example.org\nSubject: Hello\n\nText\n\n" * 3)
    for number in range(8):
        put(f"tree/folder {number}/file-{number}.txt", "x")
    os.symlink("folder 1", home / "tree/link")
    (home / "tree/folder 2/file-2.txt").chmod(0o755)
    environment = dict(
        PATH="/usr/bin:/bin", HOME=str(home), GIT_CONFIG_GLOBAL="/dev/null", GIT_AUTHOR_NAME="Ana",
        GIT_AUTHOR_EMAIL="ana@example.org", GIT_COMMITTER_NAME="Ana",
        GIT_COMMITTER_EMAIL="ana@example.org")

    def git(*words, date="2026-11-22T09:00:00Z"):
        subprocess.run(
            ["git", *words], cwd=home, check=True, capture_output=True,
            env=environment | dict(GIT_AUTHOR_DATE=date, GIT_COMMITTER_DATE=date))

    git("init", "-q", "-b", "main")
    for number in range(6):
        text = (home / "texts/one.txt").read_text()
        put("texts/one.txt", text.replace(WORDS[number], WORDS[number].upper(), 9))
        git("add", "texts")
        git("commit", "-q", "-m", f"Change file {number}", date=f"2026-11-2{number}T09:00:00Z")


def record(size, command, keys, home, variables={}, ends=True, patience=0.7, limit=30):
    """What a program writes, before the first key and after each; None if it does not end. A key is sent once
    the program has been silent. If it need not end, it is stopped once it is silent after the last key."""
    columns, rows = map(int, size.split("x"))
    environment = dict(
        PATH="/usr/bin:/bin:/usr/games:/usr/sbin", TERM="xterm-256color", LANG="C.UTF-8", HOME=str(home),
        PS1="$ ", SHELL="/bin/sh", HISTFILE="/dev/null", LESSHISTFILE="-", USER="ana",
        SCREENDIR=str(home / ".screen"), GIT_CONFIG_GLOBAL="/dev/null", TZ="UTC", PAGER="cat") | variables
    (home / ".screen").mkdir(mode=0o700, exist_ok=True)
    waits, goes = os.pipe()
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(home)
        # Not before the terminal has its size.
        os.read(waits, 1)
        os.closerange(3, 20)
        os.execve("/bin/sh", ["sh", "-c", command], environment)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    os.write(goes, b"x")
    os.close(waits)
    os.close(goes)
    steps = [bytearray()]
    rest = list(keys)
    deadline = time.monotonic() + limit
    quiet = patience
    last = time.monotonic()
    while time.monotonic() < deadline:
        ready, _, _ = select.select([terminal], [], [], quiet if rest or not ends else 5)
        # Some programs are never silent.
        if rest and (not ready or time.monotonic() > last + 1):
            os.write(terminal, rest.pop(0).encode())
            steps.append(bytearray())
            quiet = 0.25 if ends or rest else patience
            last = time.monotonic()
            continue
        if not ready:
            break
        try:
            part = os.read(terminal, 65536)
        except OSError:
            part = b""
        if not part:
            os.close(terminal)
            os.waitpid(process, 0)
            return [bytes(step) for step in steps] if sum(map(len, steps)) <= LIMIT else None
        steps[-1] += part
        for question, answer in ANSWERS:
            for _ in re.finditer(question, part):
                os.write(terminal, answer)
    os.kill(process, signal.SIGKILL)
    os.close(terminal)
    os.waitpid(process, 0)
    return None if ends else [bytes(step) for step in steps]


def main(wanted):
    with tempfile.TemporaryDirectory(prefix="rec") as folder:
        home = pathlib.Path(folder) / "home"
        home.mkdir()
        fixtures(home)
        for name, size, command, keys in PROGRAMS:
            if wanted and name not in wanted:
                continue
            words = [word for word in re.split(r"[ |;]+", command) if "=" not in word]
            program = "unshare" if command.startswith(NAMESPACE) else words[0]
            real = words[3] if command.startswith(NAMESPACE) else program
            if not real.startswith(("for", "(", "printf")) and not shutil.which(real, path="/usr/bin:/bin:/usr/games:/usr/sbin"):
                print(f"{name}: {real} is not installed", file=sys.stderr)
                continue
            found = record(size, command, keys, home)
            if found is None:
                print(f"{name}: did not end, or wrote too much", file=sys.stderr)
                continue
            for old in FOLDER.glob(f"{name}.*x*.gz"):
                old.unlink()
            (FOLDER / f"{name}.{size}.gz").write_bytes(gzip.compress(b"".join(found), 9, mtime=0))


if __name__ == "__main__":
    main(sys.argv[1:])
