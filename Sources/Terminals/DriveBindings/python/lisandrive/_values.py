"""What requests and answers hold, for both kinds of clients."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

# A report of pytest shows the lines of the test, not those of this module.
__tracebackhide__ = True

Json = Dict[str, Any]
Region = Tuple[Tuple[int, int], Tuple[int, int]]
"""The first and the last cell of a part of the screen, each a row and a column."""


class DriveError(Exception):
    """`lisan-drive` cannot be used: it is missing, ended, or speaks another protocol."""


class Failure(AssertionError):
    """What was awaited did not appear. The text is the report, with the screen."""


class Mistake(ValueError):
    """A statement or a request is wrong; nothing of it was done."""


@dataclass(frozen=True)
class Cursor:
    row: int
    column: int
    visible: bool


@dataclass(frozen=True)
class Match:
    """A text on the screen: its first cell, and its width in cells."""

    row: int
    column: int
    width: int
    text: str


@dataclass(frozen=True)
class Cell:
    """A cell; `width` is 0 in the right half of a wide character."""

    text: str
    width: int
    style: List[str]
    foreground: str
    background: str
    link: Optional[str] = None


@dataclass(frozen=True)
class Event:
    """What a program did unasked: `screen`, `title`, `bell` or `exit`, with its value."""

    event: str
    title: Optional[str] = None
    bells: Optional[int] = None
    exit: Optional[int] = None


@dataclass(frozen=True)
class Screen:
    """A screen. `logical` has its rows in the order in which a person types, `visual` from the
    left; both without blanks at the ends. `exit` is the exit code of an ended program, a negative
    signal, or None."""

    columns: int
    rows: int
    logical: List[str]
    visual: List[str]
    cursor: Cursor
    alternate: bool
    title: str
    modes: Dict[str, str]
    status: str
    unknown: List[str]
    exit: Optional[int] = None

    @property
    def text(self) -> str:
        """All rows in logical order."""
        return "\n".join(self.logical).rstrip("\n")

    def __contains__(self, text: str) -> bool:
        return any(text in row for row in self.logical + self.visual)

    def __str__(self) -> str:
        """The rows in a frame, with the size, the cursor and the program's status."""
        shown = "" if self.cursor.visible else " hidden"
        where = f"cursor {self.cursor.row},{self.cursor.column}{shown}"
        rows = list(self.visual)
        while rows and not rows[-1]:
            rows.pop()
        lines = [f"{self.columns}x{self.rows}, {where}, {self.status}"]
        lines += ["┌" + "─" * self.columns + "┐"] + ["│" + row for row in rows]
        if len(rows) < self.rows:
            lines.append(f"│ … {self.rows - len(rows)} empty")
        return "\n".join(lines + ["└" + "─" * self.columns + "┘"])

    @classmethod
    def of(cls, answer: Json) -> Screen:
        return cls(**{**answer, "cursor": Cursor(**answer["cursor"])})


def quoted(text: str) -> str:
    """A text as a word of a script."""
    escapes = {"\\": "\\\\", '"': '\\"', "$": "\\$", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
    return '"' + "".join(
        escapes.get(letter)
        or (f"\\u{{{ord(letter):x}}}" if ord(letter) < 32 or letter in "\x7f\x85\u2028\u2029" else letter)
        for letter in text
    ) + '"'


def located(program: Optional[str]) -> str:
    """The program: the given one, `$LISAN_DRIVE`, the one beside this file, or one in `$PATH`."""
    found = program or os.environ.get("LISAN_DRIVE")
    if found:
        return found
    shipped = os.path.join(os.path.dirname(os.path.abspath(__file__)), "lisan-drive")
    if os.access(shipped, os.X_OK):
        return shipped
    found = shutil.which("lisan-drive")
    if found:
        return found
    raise DriveError(
        "lisan-drive was not found: install a wheel that has it, put it into PATH, "
        "or name it in LISAN_DRIVE"
    )


def arguments(program: Optional[str], slow: Optional[float]) -> List[str]:
    return [located(program), "serve"] + ([] if slow is None else ["--slow", f"{slow:g}"])


def check_greeting(greeting: Json) -> None:
    if greeting.get("protocol") != 1:
        raise DriveError(f"lisan-drive speaks another protocol: {greeting}")


def checked(answer: Json) -> Json:
    """The answer of a request that was done."""
    if answer["ok"]:
        return answer
    if answer["kind"] == "failure":
        raise Failure(answer["report"])
    raise Mistake(answer["message"])


def start(
    program: str,
    arguments: Sequence[str],
    size: Tuple[int, int],
    env: Mapping[str, str],
    cwd: Union[str, os.PathLike[str], None],
) -> List[str]:
    """The statements that start a program; `size` is columns and rows."""
    folder = os.path.abspath(os.getcwd() if cwd is None else os.fspath(cwd))
    words = " ".join(quoted(word) for word in (program, *arguments))
    return [
        f"size {size[0]}x{size[1]}",
        f"directory {quoted(folder)}",
        *(f"environment {name} {quoted(value)}" for name, value in env.items()),
        f"start {words}",
    ]


def press(keys: Sequence[Union[str, int]]) -> str:
    return " ".join(["press", *map(str, keys)])


def condition(
    text: str, row: Optional[int] = None, style: Optional[str] = None, pattern: bool = False
) -> str:
    limits = "" if row is None else f" in row {row}"
    limits += "" if style is None else f" with {style}"
    return ("pattern " if pattern else "") + quoted(text) + limits


def timed(statement: str, within: Optional[float], staying: Optional[float] = None) -> str:
    """A wait with its limits in seconds."""
    for word, seconds in (("within", within), ("staying", staying)):
        if seconds is not None:
            statement += f" {word} {round(seconds * 1000)}ms"
    return statement


def written(region: Region) -> str:
    (first_row, first_column), (last_row, last_column) = region
    return f"{first_row},{first_column} to {last_row},{last_column}"


def picture(path: Union[str, os.PathLike[str]], region: Optional[Region]) -> str:
    part = "" if region is None else f" of {written(region)}"
    return f"picture {quoted(os.path.abspath(os.fspath(path)))}{part}"


def event(line: Json) -> Event:
    return Event(**{name: value for name, value in line.items() if name != "session"})
