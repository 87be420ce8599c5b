#!/usr/bin/env python3
"""Renews the pictures of docs/design.md: lisan in real terminals, and its peers, under Xvfb.

usage: pictures.py LISAN RESOURCES DIRECTORY [NAME...]

LISAN is the program, RESOURCES its languages, DIRECTORY the place of the pictures. Names select
some pictures; without one all are taken. `make design` runs it. Every picture is taken when it has
not changed for a while, of the program's window alone, and reduced to a palette.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

FONT = "DejaVu Sans Mono"
HERE = pathlib.Path(__file__).resolve().parent
QUIET = 0.8
LIMIT = 60


def xterm(columns, rows):
    return ["xterm", "-fa", FONT, "-fs", "9", "-geometry", f"{columns}x{rows}", "+sb", "-b", "0",
            "-e"]


def vte(columns, rows):
    return ["xfce4-terminal", "--disable-server", "--hide-menubar", "--hide-toolbar",
            "--hide-borders", "--hide-scrollbar", "--font", f"{FONT} 9",
            f"--geometry={columns}x{rows}", "-x"]


def kitty(columns, rows):
    return ["kitty", "--config", "NONE", "-o", f"font_family={FONT}", "-o", "font_size=9", "-o",
            "remember_window_size=no", "-o", f"initial_window_width={columns}c", "-o",
            f"initial_window_height={rows}c", "-o", "cursor_blink_interval=0", "-o",
            "update_check_interval=0"]


def alacritty(columns, rows):
    return ["alacritty", "-o", f"window.dimensions.columns={columns}", "-o",
            f"window.dimensions.lines={rows}", "-o", f"font.normal.family='{FONT}'", "-o",
            "font.size=9", "-e"]


TERMINALS = {"xterm": xterm, "vte": vte, "kitty": kitty, "alacritty": alacritty}

# Name, terminal, columns, rows, language, place, options, keys for xdotool.
SCREENS = [
    ("after-english", "alacritty", 72, 16, "en", "language", [], ["Down"]),
    ("after-arabic", "alacritty", 72, 16, "ar", "language", [], ["Up"]),
]
SCREENS += [
    (f"{terminal}-{language}", terminal, 80, 24, language, "language", [], [])
    for terminal in TERMINALS for language in ["en", "ar"]
]
SCREENS += [
    (f"{theme}-{language}", "alacritty", 80, 24, language, "appearance.plain",
     ["--theme", theme], [])
    for theme, language in [("light", "en"), ("high-contrast", "ar"), ("monochrome", "en")]
]
SCREENS += [
    ("20x6-en", "alacritty", 20, 6, "en", "language", [], []),
    ("20x6-ar", "alacritty", 20, 6, "ar", "language", [], []),
    ("40x12-en", "alacritty", 40, 12, "en", "language", [], []),
    ("40x12-ar", "alacritty", 40, 12, "ar", "language", [], []),
    ("120x40-en", "alacritty", 120, 40, "en", "region", [], ["Down", "Down"]),
    ("200x60-ar", "alacritty", 200, 60, "ar", "language", [], []),
    ("restart", "alacritty", 80, 24, "en", "language", [], ["2"]),
    ("find", "alacritty", 80, 24, "en", "language", [], ["slash", "t", "h", "e"]),
    ("programs-ar", "xterm", 80, 24, "ar", "language.programs", [], ["Return"]),
    ("failure", "alacritty", 80, 24, "en", "language", ["--preferences", "/proc/lisan"],
     ["2", "Escape", "1"]),
]


class Display:
    """An X server without a screen, a home of its own, and programs in it that all end with it."""

    def __init__(self):
        self.home = tempfile.mkdtemp(prefix="lisan-design-")
        self.programs = []
        read, write = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", "1600x1100x24", "-nolisten", "tcp"],
            pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        number = os.read(read, 16).decode().strip()
        if not number:
            sys.exit("pictures.py: Xvfb does not start")
        self.environment = {
            "DISPLAY": f":{number}", "HOME": self.home, "PATH": os.environ["PATH"],
            "LANG": "C.UTF-8", "LIBGL_ALWAYS_SOFTWARE": "1", "GSK_RENDERER": "cairo",
            "NO_AT_BRIDGE": "1", "XDG_CURRENT_DESKTOP": "GNOME", "XDG_RUNTIME_DIR": self.home,
            "XCURSOR_THEME": "none", "SHELL": "/bin/sh"}

    def run(self, *words, **more):
        return subprocess.run(
            words, env=self.environment, cwd=self.home, capture_output=True, timeout=LIMIT, **more)

    def start(self, words, more={}):
        program = subprocess.Popen(
            words, env={**self.environment, **more}, cwd=self.home, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        self.programs.append(program)
        return program

    def stop(self):
        for program in self.programs:
            try:
                os.killpg(program.pid, 9)
            except ProcessLookupError:
                pass
            program.wait()
        self.programs = []

    def window(self):
        """The id of the largest window."""
        end = time.monotonic() + LIMIT
        while time.monotonic() < end:
            found = []
            for word in self.run("xdotool", "search", "--onlyvisible", "--name", ".").stdout.split():
                place = self.run("xdotool", "getwindowgeometry", "--shell", word).stdout.decode()
                values = dict(line.split("=") for line in place.split())
                if "WIDTH" in values:
                    found.append((int(values["WIDTH"]) * int(values["HEIGHT"]), word.decode()))
            if found:
                return max(found)[1]
            time.sleep(0.1)
        raise TimeoutError("no window")

    def shot(self, window):
        return self.run("import", "-silent", "-window", window, "png:-").stdout

    def settled(self, window, other_than=b""):
        """The picture of a window once it is not blank and has stood still."""
        last, since, end = b"", time.monotonic(), time.monotonic() + LIMIT
        while time.monotonic() < end:
            now = self.shot(window)
            if now != last:
                last, since = now, time.monotonic()
            elif time.monotonic() - since > QUIET and now and now != other_than:
                colors = self.run("identify", "-format", "%k", "png:-", input=now).stdout
                if int(colors or b"0") > 4:
                    return now
            time.sleep(0.1)
        raise TimeoutError("the picture does not come to rest")

    def take(self, path, words, keys=(), more={}):
        """Starts a program, presses keys in its window, and writes its picture."""
        self.start(words, more)
        window = self.window()
        picture = self.settled(window)
        for key in keys:
            self.run("xdotool", "windowfocus", "--sync", window, "key", key)
            picture = self.settled(window, picture)
        self.run(
            "convert", "png:-", "-strip", "-dither", "None", "-colors", "32", f"png8:{path}",
            input=picture, check=True)
        self.stop()

    def close(self):
        self.stop()
        self.server.terminate()
        self.server.wait()
        shutil.rmtree(self.home, ignore_errors=True)


def main():
    program, resources, directory, *names = sys.argv[1:]
    program, resources = os.path.abspath(program), os.path.abspath(resources)
    directory = pathlib.Path(directory).absolute()
    directory.mkdir(parents=True, exist_ok=True)
    wanted = lambda name: not names or name in names
    display = Display()
    try:
        for name, terminal, columns, rows, language, place, options, keys in SCREENS:
            if not wanted(name):
                continue
            # alacritty sets HOME to the one of the user's entry.
            store = ["env", f"HOME={display.home}", f"LISAN_RESOURCES={resources}", program]
            display.run(*store, "set", language, check=True)
            display.take(
                directory / f"{name}.png",
                TERMINALS[terminal](columns, rows) + store + options + ["open", place], keys)
            print(name, flush=True)
        textual = HERE.parent.parent / ".build/textual/bin/python"
        textual = os.environ.get("TEXTUAL_PYTHON", str(textual))
        if wanted("textual") and os.path.exists(textual):
            display.take(
                directory / "textual.png",
                alacritty(80, 24) + [textual, str(HERE / "textual_settings.py")])
            print("textual")
        if wanted("htop"):
            display.take(directory / "htop.png", alacritty(80, 24) + ["env", f"HOME={display.home}", "htop", "-d", "100", "-p", "1"], ["F2"])
            print("htop")
        if wanted("gnome-settings"):
            # It wants a system's bus too; the session's own will do.
            display.take(
                directory / "gnome-settings.png",
                ["dbus-run-session", "--", "sh", "-c",
                 "DBUS_SYSTEM_BUS_ADDRESS=$DBUS_SESSION_BUS_ADDRESS "
                 "exec gnome-control-center region"])
            print("gnome-settings")
    finally:
        display.close()


main()
