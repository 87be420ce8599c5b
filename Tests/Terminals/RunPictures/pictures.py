#!/usr/bin/env python3
"""Pictures of real programs in real terminals, without `lisan run` and with it.

    Tests/Terminals/RunPictures/pictures.py LISAN TERMINALS FOLDER [TERMINAL…]

LISAN is the built program, and TERMINALS the one that knows how terminals are started (Tests/Terminals/RealTerminals).
FOLDER gets TERMINAL-SCENE-before.png and -after.png, and a picture of each sheet with all of its scenes, such as
run-TERMINAL.png, the ones before at the left. SCENES in the environment selects scenes, and makes no sheets. A
terminal's name with "-tmux" behind it means tmux in it. The display is Xvfb. PYTHON names the interpreter with the
programs from PyPI (`make reported-programs`).
"""
import contextlib
import json
import math
import os
import pathlib
import pty
import re
import select
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import termios
import threading
import time

import answering

SIZE = (60, 12)
# Programs that stream an answer have more rows around it.
ANSWER_SIZE = (80, 24)
QUIET = 0.5
LIMIT = 90
ENVIRONMENT = dict(LANG="C.UTF-8", PATH="/usr/bin:/bin", LESSHISTFILE="-", PS1="$ ")
# What terminals need on a display without a graphics card, and of their own.
TERMINAL_ENVIRONMENT = dict(LIBGL_ALWAYS_SOFTWARE="1", QT_QPA_PLATFORM="xcb", NO_AT_BRIDGE="1",
                            DBUS_SESSION_BUS_ADDRESS="disabled:", SHELL="/bin/sh")
TERMINALS = ["xterm", "st", "alacritty", "kitty", "Konsole", "xfce4-terminal", "xterm.js-6.0-DOM", "xterm.js-6.0-WebGL"]
PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs"
PYTHON = os.environ.get("PYTHON", sys.executable)
# Where the Makefile has put programs that need an environment of their own.
BUILT = pathlib.Path(PYTHON).parents[2]
SHOWN = [PYTHON, str(PROGRAMS / "shown.py")]
BASH = ["bash", "--noprofile", "--norc", "-i"]

# Draws what programs draw that stream their words: a box, a line that grows, and one that is drawn again.
ASSISTANT = r"""
printf '╭────────────────────────╮\n│ > اكتب دالة في sum.py  │\n╰────────────────────────╯\n'
text='●'
for word in كتبت الدالة في 'sum.py،' 'وشغلت' الاختبار '(3 من 3).'; do
  text="$text $word"
  printf '\r\033[K%s\n\033[K✻ جار العمل\033[A' "$text"
done
printf '\n\n'
exec cat
"""

# Name, command, keys that are typed once it is silent. A pair has a text that is awaited in its output instead.
SCENES = [
    ("man", ["man", "-l", "lisan.1"], []),
    ("ls", BASH, ["ls -lh --time-style=+%F names\r"]),
    ("git", BASH, ["git --no-pager log --oneline -5\r", "git --no-pager show --stat --format=%s%n%n%b\r"]),
    ("bash", BASH, ["cat names/تقرير.txt | grep 'اسم الملف' > نتيجة.txt", "\x1b[D" * 8]),
    ("nano", ["nano", "-I", "notes.txt"], ["\x1b[B", "من "]),
    ("mc", ["mc", "-u", "-b", "names", "/"], []),
    ("emacs", ["emacs", "-nw", "-Q", "notes.txt"], []),
    ("whiptail", ["whiptail", "--title", "الإعدادات", "--menu", "اختر لغة", "11", "40", "2",
                  "ar", "العربية", "en", "English"], []),
]
# These are in a sheet of their own.
MORE_SCENES = [
    ("zsh", ["zsh", "-f"], ["echo بيت جديد\r", "ls names\r", "\x12بيت"]),
    ("vim", ["vim", "-u", "NONE", "-i", "NONE", "-n", "notes.txt"], ["j", "iمن "]),
    ("fzf", ["sh", "-c", "ls names | fzf"], ["ت"]),
    ("htop", ["bash", "-c", "(exec -a سلام sleep 60) & exec htop -p $!"], []),
    ("python", ["python3", "-q"], ["x = 'اسم الملف'\r", "x\r"]),
    ("assistant", ["sh", "-c", ASSISTANT], []),
]
# Programs that people report, with text in Arabic, Hebrew and Persian.
REPORTED_SCENES = [
    ("ink", [*SHOWN, "ink"], []),
    ("rich", [*SHOWN, "rich"], []),
    ("textual", [*SHOWN, "textual"], []),
    ("prompt", [*SHOWN, "prompt"], ["ت", "\t"]),
    ("questionary", [*SHOWN, "questionary"], ["\x1b[B"]),
    ("ipython", [PYTHON, "-m", "IPython", "--no-banner", "--no-confirm-exit"], ["x = 'اسم الملف'\r", "x.split()\r"]),
    ("weechat", ["weechat", "--dir", "weechat", "irc://dana@127.0.0.1:6667/#lisan"], ["سلام دوستان\r"]),
    ("neomutt", ["neomutt", "-n", "-F", "neomuttrc", "-f", "mail"], ["\r"]),
    ("w3m", ["w3m", "page.html"], []),
    ("newsboat", ["newsboat", "-q", "-u", "urls", "-c", "news.db", "-r"], ["\r"]),
    ("ranger", ["ranger", "--clean", "names"], ["j"]),
    ("irssi", ["irssi", "--home=irssi", "-c", "127.0.0.1", "-p", "6667", "-n", "dana"],
     [("MOTD", "/join #lisan\r"), ("notes.txt", "سلام دوستان\r")]),
    ("fzf-mixed", ["sh", "-c", "cat choices | fzf --border --header='اختر ملفا (Enter)'"], ["ת"]),
]
# AI tools that ask a server on loopback; it streams an answer in Markdown.
QUESTION = "كيف أقرأ ملفا؟"
ANSWER_SCENES = [
    ("vibe", [str(PROGRAMS / "vibe.sh"), str(BUILT / "vibe"), "--trust"],
     [("/200k tokens", QUESTION), ("", "\r"), ("110/200k tokens", "")]),
    ("aider", [str(BUILT / "aider/bin/aider"), "--model", "openai/loopback", "--openai-api-base",
               "http://127.0.0.1:6668/v1", "--openai-api-key", "none", "--no-git", "--analytics-disable",
               "--no-check-update", "--no-show-release-notes", "--no-show-model-warnings"],
     [("> ", QUESTION + "\r"), ("received.", "")]),
]
SHEETS = [("run", SCENES, SIZE), ("more", MORE_SCENES, SIZE), ("run-reported", REPORTED_SCENES, SIZE),
          ("run-answers", ANSWER_SCENES, ANSWER_SIZE)]


def talk(listening):
    """A person in the channel #lisan: says three sentences when somebody else comes."""
    link = socket.create_connection(("127.0.0.1", 6667))
    link.sendall("NICK أمينة\r\nNICK amina\r\nUSER amina 0 * :Amina\r\n".encode())
    for line in link.makefile(encoding="utf-8"):
        words = line.split()
        if words[0] == "PING":
            link.sendall(f"PONG {words[1]}\r\n".encode())
        elif words[1] == "001":
            link.sendall(b"JOIN #lisan\r\n")
        elif words[1] == "JOIN" and line.startswith(":amina!"):
            listening.set()
        elif words[1] == "JOIN":
            for text in ["مرحبا، هل قرأت الملف README.md؟", "ראיתי את זה אתמול (גרסה 2).", "این فایل را ببینید: notes.txt"]:
                link.sendall(f"PRIVMSG #lisan :{text}\r\n".encode())


def start_chat(home):
    """The chat's server, on loopback. Returns its process."""
    (home / "ngircd.conf").write_text("[Global]\nName = irc.example.org\nInfo = Chat\nListen = 127.0.0.1\nPorts = 6667\n"
                                      "ServerUID = root\nServerGID = root\n[Options]\nPAM = no\nIdent = no\nDNS = no\n")
    chat = subprocess.Popen(["/usr/sbin/ngircd", "-n", "-f", str(home / "ngircd.conf")],
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    end = time.monotonic() + LIMIT
    while socket.socket().connect_ex(("127.0.0.1", 6667)):
        if time.monotonic() > end:
            raise SystemExit("the chat server does not start")
    spoken = threading.Event()
    threading.Thread(target=talk, args=[spoken], daemon=True).start()
    spoken.wait(LIMIT)
    return chat


def fixtures(home):
    """The files that the programs show."""
    def put(name, text):
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    put("notes.txt", "اسم الملف هنا\nexport A=بيت\nplain text\nكتبت 12 سطرا (على الأقل) في notes.txt\n"
        "فقرة طويلة تمتد على أكثر من سطر واحد في هذه النافذة الصغيرة، وفيها كلمة English ورقم 2026.\n")
    for name in ["تقرير.txt", "ملف جديد.pdf", "plain.txt", "صور 2026.tar.gz"]:
        put(f"names/{name}", "اسم الملف\n")
    # A column for the command that is in the window.
    put(".config/htop/htoprc", "fields=0 48 2 1\n")
    put("page.html", "<meta charset=utf-8><title>خبر</title><h1>افتتاح المكتبة</h1><p>افتتحت المكتبة الوطنية قسما جديدا "
        "للكتب الرقمية، وفيه أكثر من 3000 كتاب.<ul><li>ספרים בעברית<li>کتاب‌های فارسی (PDF)</ul>")
    put("urls", f"file://{home}/feed.xml\n")
    put("feed.xml", "<rss version='2.0'><channel><title>أخبار التقنية</title><link>http://a.example</link>"
        "<description>x</description>" + "".join(
            f"<item><title>{title}</title><link>http://a.example/{title}</link>"
            "<pubDate>Mon, 23 Nov 2026 09:00:00 +0000</pubDate></item>"
            for title in ["إصدار Swift 6.3 متاح", "עדכון אבטחה ל-Debian", "نسخهٔ تازهٔ فایرفاکس"]) + "</channel></rss>")
    put("choices", "تقرير المبيعات.pdf\nתמונות (2026).zip\nגרסה 3 של plain.txt\nنسخهٔ تازه.txt\n")
    put(".vibe/config.toml", 'active_model = "loopback"\nenable_telemetry = false\nenable_update_checks = false\n'
        'enable_auto_update = false\n[[providers]]\nname = "loopback"\napi_base = "http://127.0.0.1:6668/v1"\n'
        'backend = "generic"\n[[models]]\nname = "loopback"\nprovider = "loopback"\nalias = "loopback"\n')
    put("neomuttrc", "set charset=utf-8 folder=. move=no mail_check=0 sleep_time=0\n")
    put("mail", "".join(
        f"From a@example.org Mon Nov 23 09:00:00 2026\nFrom: {who} <a@example.org>\nTo: dana@example.org\n"
        "Date: Mon, 23 Nov 2026 09:00:00 +0000\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n"
        f"Content-Transfer-Encoding: 8bit\nSubject: {subject}\n\nالسلام عليكم،\n\n"
        "أرفقت الملف report.pdf (12 صفحة).\n\n> לא ראיתי את זה\n\n"
        for who, subject in [("أمينة", "موعد الاجتماع: 14:00"), ("יעל", "פגישה ביום ראשון"), ("سارا", "گزارش 2026")]))
    manual = pathlib.Path(__file__).parents[3] / "Resources/man/ar/man1/lisan.1"
    shutil.copy(manual, home / "lisan.1")

    def git(*words):
        who = dict(GIT_AUTHOR_NAME="أمينة", GIT_AUTHOR_EMAIL="a@example.org", GIT_COMMITTER_NAME="أمينة",
                   GIT_COMMITTER_EMAIL="a@example.org", GIT_AUTHOR_DATE="2026-11-22T09:00:00Z",
                   GIT_COMMITTER_DATE="2026-11-22T09:00:00Z", GIT_CONFIG_GLOBAL="/dev/null")
        subprocess.run(["git", *words], cwd=home, check=True, capture_output=True,
                       env=ENVIRONMENT | who | dict(HOME=str(home)))

    git("init", "-q", "-b", "main")
    git("config", "core.quotePath", "false")
    for text in ["إضافة ملف التقرير", "إصلاح خطأ في README.md", "تغيير لغة الواجهة إلى العربية (ar)"]:
        put("names/تقرير.txt", f"اسم الملف\n{text}\n")
        git("add", "names")
        git("commit", "-q", "-m", text)


def relay(path, command):
    """Runs a command between a terminal and the process at a socket, which types and hears of output."""
    mine = socket.socket(socket.AF_UNIX)
    mine.connect(path)
    # Not before the terminal has the size that was asked for.
    size = None
    while not select.select([mine], [], [], 0.05)[0]:
        if termios.tcgetwinsize(0) != size:
            size = termios.tcgetwinsize(0)
            mine.send(b"%d %d\n" % (size[1], size[0]))
    mine.recv(1)
    before = termios.tcgetattr(0)
    waits, goes = os.pipe()
    process, master = pty.fork()
    if process == 0:
        # Not before its terminal has its size.
        os.read(waits, 1)
        # Some terminals set HOME to that of the user.
        os.environ["HOME"] = os.getcwd()
        os.execvp(command[0], command)
    termios.tcsetwinsize(master, size)
    os.write(goes, b"x")
    raw = termios.tcgetattr(0)
    raw[0] = raw[1] = raw[3] = 0
    raw[2] |= termios.CS8
    termios.tcsetattr(0, termios.TCSANOW, raw)
    ways = {0: master, mine.fileno(): master, master: 1}
    while True:
        for source in select.select(list(ways), [], [])[0]:
            try:
                part = os.read(source, 65536)
            except OSError:
                part = b""
            if not part:
                termios.tcsetattr(0, termios.TCSANOW, before)
                return
            shown = part
            while part:
                part = part[os.write(ways[source], part):]
            if source == master:
                mine.sendall(shown)


def terminals(program, home, size):
    """How each terminal is started for a command."""
    (home / "tmux.conf").write_text("set -g status off\nset -g default-terminal tmux-256color\n")
    tmux = ["tmux", "-S", str(home / "tmux"), "-f", str(home / "tmux.conf"), "new"]
    found = {}
    lines = subprocess.run([program, "commands", "%dx%d" % size], check=True, capture_output=True).stdout
    for line in json.loads(lines):
        name = line["name"]
        if name in TERMINALS:
            for path, text in line["settings"].items():
                (home / path).parent.mkdir(parents=True, exist_ok=True)
                (home / path).write_text(text)
            found[name.lower()] = line["command"]
            found[f"{name.lower()}-tmux"] = line["command"] + tmux
    return found


def fit(hearing, display, wanted_size):
    """Resizes a terminal's window until it has as many cells as asked for: some take no size."""
    end = time.monotonic() + LIMIT
    size = None
    # A guess; each step that changes the number of cells tells better.
    cell = [7, 15]
    before = None
    while time.monotonic() < end:
        # Through tmux, a size comes in steps.
        if select.select([hearing], [], [], 0.7 if size else LIMIT)[0]:
            size = tuple(map(int, hearing.recv(4096).split(b"\n")[-2].split()))
            continue
        if size == wanted_size:
            return
        number, *pixels = window(display)
        for axis in range(2):
            if before and before[0][axis] != size[axis]:
                cell[axis] = (pixels[axis] - before[1][axis]) / (size[axis] - before[0][axis])
        before = (size, pixels)
        sides = [str(math.ceil(side + (wanted - now) * width))
                 for side, wanted, now, width in zip(pixels, wanted_size, size, cell)]
        run(display, "xdotool", "windowsize", number, *sides)
    raise SystemExit(f"a terminal has the size {size}")


def await_text(hearing, text):
    """Waits until a program has written a text since the last key."""
    end = time.monotonic() + LIMIT
    output = ""
    while text not in output:
        ready = select.select([hearing], [], [], max(0, end - time.monotonic()))[0]
        part = hearing.recv(1 << 16) if ready else b""
        if not part:
            raise SystemExit(f"a program does not write {text}")
        output = re.sub(r"\x1b\[[0-9;:?>]*[A-Za-z]", "", output + part.decode(errors="replace"))


def await_quiet(hearing):
    """Waits until a program has written, and then is silent."""
    end = time.monotonic() + LIMIT
    has_written = False
    while time.monotonic() < end:
        ready = select.select([hearing], [], [], QUIET)[0]
        if not ready and has_written:
            return
        if ready:
            if not hearing.recv(4096):
                return
            has_written = True
    raise SystemExit("a program does not come to rest")


def run(display, *words):
    """What a program of the display says."""
    return subprocess.run(words, capture_output=True, text=True,
                          env=ENVIRONMENT | dict(DISPLAY=display)).stdout


def window(display):
    """The number, the width and the height of the largest window: toolkits keep small ones beside theirs."""
    end = time.monotonic() + LIMIT
    while time.monotonic() < end:
        found = []
        for number in run(display, "xdotool", "search", "--onlyvisible", "--name", ".").split():
            place = run(display, "xdotool", "getwindowgeometry", "--shell", number)
            values = dict(line.split("=") for line in place.split())
            if "WIDTH" in values:
                found.append((int(values["WIDTH"]), int(values["HEIGHT"]), number))
        if found:
            width, height, number = max(found)
            return number, width, height
    raise SystemExit("a terminal opens no window")


def take(display, target):
    """Takes a picture of the only window, once two in succession are the same."""
    last = None
    end = time.monotonic() + LIMIT
    while time.monotonic() < end:
        # The window of the terminal before may still be going.
        taken = subprocess.run(["import", "-window", window(display)[0], "-depth", "8", str(target)],
                               env=ENVIRONMENT | dict(DISPLAY=display), stderr=subprocess.DEVNULL)
        if taken.returncode:
            continue
        picture = subprocess.run(["convert", str(target), "rgb:-"], check=True, capture_output=True).stdout
        if picture == last:
            return
        last = picture
    raise SystemExit("a picture does not come to rest")


def show(terminal, size, command, keys, display, home, target):
    """Runs a command in a terminal, types keys, and takes a picture."""
    path = str(home / "socket")
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(path)
    listening.listen(1)
    listening.settimeout(LIMIT)
    # Some terminals set an environment of their own.
    script = home / "inside"
    words = [sys.executable, os.path.abspath(__file__), "--relay", path, *command]
    exports = "".join(f"export {name}={shlex.quote(value)}\n" for name, value in ENVIRONMENT.items())
    script.write_text(f"#!/bin/sh\ncd {home}\n{exports}exec {shlex.join(words)}\n")
    script.chmod(0o700)
    process = subprocess.Popen(
        terminal + [str(script)], cwd=home, start_new_session=True,
        env=ENVIRONMENT | TERMINAL_ENVIRONMENT | dict(HOME=str(home), XDG_RUNTIME_DIR=str(home), DISPLAY=display),
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        hearing, _ = listening.accept()
        fit(hearing, display, size)
        hearing.send(b"g")
        if not any(isinstance(key, tuple) for key in keys):
            await_quiet(hearing)
        for key in keys:
            if isinstance(key, tuple):
                await_text(hearing, key[0])
                hearing.send(key[1].encode())
            else:
                hearing.send(key.encode())
                await_quiet(hearing)
        take(display, target)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        subprocess.run(["tmux", "-S", str(home / "tmux"), "kill-server"], capture_output=True)
        listening.close()
        os.unlink(path)


@contextlib.contextmanager
def display():
    """A display of its own; its name."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x900x24", "-nolisten", "tcp", "-noreset"],
        pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        yield ":" + os.read(reading, 20).decode().strip()
    finally:
        server.terminate()
        server.wait()


def join(pictures, target, greys=8):
    """Puts pictures into one in two columns, in some greys, 16 at most."""
    subprocess.run(
        ["montage", *map(str, pictures), "-tile", "2x", "-geometry", "+4+4", "-background", "#888888",
         "-colorspace", "Gray", "+dither", "-colors", str(greys), "-depth", "4", "-type", "Palette",
         "-define", "png:color-type=3", "-define", "png:bit-depth=4",
         "-define", "png:compression-level=9", "-strip", str(target)],
        check=True)


def main(lisan, starter, folder, wanted):
    folder = pathlib.Path(folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    with display() as name:
        take_all(lisan, starter, folder, wanted, name)


def take_all(lisan, starter, folder, wanted, display):
    """The pictures of each terminal that is wanted, or of all."""
    with tempfile.TemporaryDirectory(prefix="run") as temporary:
        home = pathlib.Path(temporary)
        fixtures(home)
        chat = start_chat(home)
        try:
            ordered = [os.path.abspath(lisan), "run", "--"]
            subprocess.run([ordered[0], "set", "ar"], check=True, env=ENVIRONMENT | dict(HOME=str(home)))
            answers = answering.serve(6668, (PROGRAMS / "answer.md").read_text())
            threading.Thread(target=answers.serve_forever, daemon=True).start()
            selected = os.environ.get("SCENES", "").split()
            for sheet, scenes, size in SHEETS:
                for name, terminal in terminals(starter, home, size).items():
                    if wanted and name not in wanted:
                        continue
                    pictures = []
                    for scene, command, keys in scenes:
                        if selected and scene not in selected:
                            continue
                        for when, words in [("before", command), ("after", ordered + command)]:
                            target = folder / f"{name}-{scene}-{when}.png"
                            show(terminal, size, words, keys, display, home, target)
                            pictures.append(target)
                    if not selected:
                        join(pictures, folder / f"{sheet}-{name}.png")
        finally:
            chat.terminate()
            chat.wait()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--relay"]:
        relay(sys.argv[2], sys.argv[3:])
    elif len(sys.argv) < 4:
        sys.exit("usage: pictures.py LISAN TERMINALS FOLDER [TERMINAL…]")
    else:
        main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:])
