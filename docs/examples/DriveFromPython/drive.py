"""Drives terminal programs through `lisan-drive serve`.

    with Terminal() as terminal:
        terminal.do("size 60x12", "start less /etc/services")
        terminal.do('wait for "services"')
        assert terminal.screen()["alternate"]

A statement that fails raises `Failure`; its text is the report, with the screen.
"""

import itertools
import json
import os
import subprocess


class Failure(AssertionError):
    """What a statement waited for did not come."""


class Mistake(ValueError):
    """A statement or a request is wrong; nothing was done."""


def quoted(text):
    """A text as a word of a script."""
    escapes = {"\\": "\\\\", '"': '\\"', "$": "\\$", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
    return '"' + "".join(escapes.get(letter, letter) for letter in text) + '"'


class Terminal:
    """A `lisan-drive` of its own, which may hold any number of sessions."""

    def __init__(self, program=None):
        program = program or os.environ.get("LISAN_DRIVE", "lisan-drive")
        self._numbers = itertools.count(1)
        self._process = subprocess.Popen(
            [program, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )
        greeting = self._read()
        if greeting.get("protocol") != 1:
            raise Mistake(f"another protocol: {greeting}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Ends every session and the process."""
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def do(self, *statements, session="main"):
        """Performs statements of the script language one after the other."""
        self._ask({"do": list(statements), "session": session})

    def any(self, *statements, session="main"):
        """Waits until one of several statements holds; returns which, from 0."""
        return self._ask({"any": list(statements), "session": session})["any"]

    def type(self, text, session="main"):
        self.do("type " + quoted(text), session=session)

    def wait_for(self, text, session="main"):
        self.do("wait for " + quoted(text), session=session)

    def screen(self, session="main"):
        """The screen: rows in both orders, cursor, modes, title, status, exit code."""
        return self._ask({"get": "screen", "session": session})["screen"]

    def get(self, what, session="main", **more):
        """`cells` (with `row`), `scrollback`, `picture`, `output`, `recording` or `close`."""
        return self._ask({"get": what, "session": session, **more})[what]

    def _ask(self, request):
        request["id"] = next(self._numbers)
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        answer = self._read()
        if answer["ok"]:
            return answer
        if answer["kind"] == "failure":
            raise Failure(answer["report"])
        raise Mistake(answer["message"])

    def _read(self):
        line = self._process.stdout.readline()
        if not line:
            raise EOFError("lisan-drive has ended")
        return json.loads(line)
