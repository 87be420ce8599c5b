#!/usr/bin/env python3
"""Pictures of real programs in real terminals, without `lisan run` and with it.

    Tests/RunPictures/pictures.py LISAN FOLDER [TERMINAL…]

LISAN is the built program. FOLDER gets TERMINAL-SCENE-before.png and -after.png, and run-TERMINAL.png with
all of them, the ones before at the left. The display is Xvfb; nothing of this machine is used but its programs.
"""
import os
import pathlib
import pty
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import termios
import time

SIZE = (60, 12)
QUIET = 0.5
LIMIT = 90
ENVIRONMENT = dict(LANG="C.UTF-8", PATH="/usr/bin:/bin", LIBGL_ALWAYS_SOFTWARE="1", LESSHISTFILE="-", PS1="$ ")
BASH = ["bash", "--noprofile", "--norc", "-i"]

# Name, command, keys that are typed once it is silent.
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
    manual = pathlib.Path(__file__).parents[2] / "Resources/man/ar/man1/lisan.1"
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
    size = termios.tcgetwinsize(0)
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
            while part:
                part = part[os.write(ways[source], part):]
            if source == master:
                mine.send(b".")


def terminals(home):
    """How each terminal is started for a command."""
    columns, rows = SIZE
    font = "DejaVu Sans Mono"
    (home / "alacritty.yml").write_text(
        f"window: {{dimensions: {{columns: {columns}, lines: {rows}}}}}\n"
        f"font: {{size: 10, normal: {{family: {font}}}}}\n"
        "colors: {primary: {background: '#ffffff', foreground: '#000000'}}\n")
    (home / "tmux.conf").write_text("set -g status off\nset -g default-terminal tmux-256color\n")
    xterm = ["xterm", "-geometry", f"{columns}x{rows}+0+0", "-u8", "-fa", font, "-fs", "10", "-e"]
    return {
        "xterm": xterm,
        "st": ["st", "-g", f"{columns}x{rows}+0+0", "-f", f"{font}:size=10", "-e"],
        "alacritty": ["alacritty", "--config-file", str(home / "alacritty.yml"), "-e"],
        "tmux": xterm + ["tmux", "-S", str(home / "tmux"), "-f", str(home / "tmux.conf"), "new"],
    }


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


def window(display):
    """The number of the only window."""
    end = time.monotonic() + LIMIT
    while time.monotonic() < end:
        found = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", "."], capture_output=True,
                               text=True, env=ENVIRONMENT | dict(DISPLAY=display)).stdout.split()
        if found:
            return found[-1]
    raise SystemExit("a terminal opens no window")


def take(display, target):
    """Takes a picture of the only window, once two in succession are the same."""
    last = None
    end = time.monotonic() + LIMIT
    while time.monotonic() < end:
        # The window of the terminal before may still be going.
        taken = subprocess.run(["import", "-window", window(display), "-depth", "8", str(target)],
                               env=ENVIRONMENT | dict(DISPLAY=display), stderr=subprocess.DEVNULL)
        if taken.returncode:
            continue
        picture = subprocess.run(["convert", str(target), "rgb:-"], check=True, capture_output=True).stdout
        if picture == last:
            return
        last = picture
    raise SystemExit("a picture does not come to rest")


def show(terminal, command, keys, display, home, target):
    """Runs a command in a terminal, types keys, and takes a picture."""
    path = str(home / "socket")
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(path)
    listening.listen(1)
    listening.settimeout(LIMIT)
    process = subprocess.Popen(
        terminal + [sys.executable, os.path.abspath(__file__), "--relay", path, *command], cwd=home,
        env=ENVIRONMENT | dict(HOME=str(home), DISPLAY=display, SHELL="/bin/sh"), start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        hearing, _ = listening.accept()
        await_quiet(hearing)
        for key in keys:
            hearing.send(key.encode())
            await_quiet(hearing)
        take(display, target)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        subprocess.run(["tmux", "-S", str(home / "tmux"), "kill-server"], capture_output=True)
        listening.close()
        os.unlink(path)


def main(lisan, folder, wanted):
    folder = pathlib.Path(folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x900x24", "-nolisten", "tcp", "-noreset"],
        pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    display = ":" + os.read(reading, 20).decode().strip()
    try:
        with tempfile.TemporaryDirectory(prefix="run") as temporary:
            home = pathlib.Path(temporary)
            fixtures(home)
            run = [os.path.abspath(lisan), "run", "--"]
            subprocess.run([run[0], "set", "ar"], check=True, env=ENVIRONMENT | dict(HOME=str(home)))
            for name, terminal in terminals(home).items():
                if wanted and name not in wanted:
                    continue
                pictures = []
                for scene, command, keys in SCENES:
                    for when, words in [("before", command), ("after", run + command)]:
                        target = folder / f"{name}-{scene}-{when}.png"
                        show(terminal, words, keys, display, home, target)
                        pictures.append(str(target))
                subprocess.run(
                    ["montage", *pictures, "-tile", "2x", "-geometry", "+4+4", "-background", "#888888",
                     "-colorspace", "Gray", "+dither", "-colors", "8", "-depth", "4", "-type", "Palette",
                     "-define", "png:color-type=3", "-define", "png:bit-depth=4",
                     "-define", "png:compression-level=9", "-strip", str(folder / f"run-{name}.png")],
                    check=True)
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--relay"]:
        relay(sys.argv[2], sys.argv[3:])
    elif len(sys.argv) < 3:
        sys.exit("usage: pictures.py LISAN FOLDER [TERMINAL…]")
    else:
        main(sys.argv[1], sys.argv[2], sys.argv[3:])
