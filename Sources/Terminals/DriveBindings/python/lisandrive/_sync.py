"""Terminals for plain Python."""

from __future__ import annotations

import itertools
import json
import os
import queue
import subprocess
import threading
from typing import Any, Dict, List, Mapping, Optional, Tuple, Union

from . import _values
from ._values import Cell, DriveError, Event, Json, Match, Region, Screen

# A report of pytest shows the lines of the test, not those of this module.
__tracebackhide__ = True


class Drive:
    """A process `lisan-drive serve`, for any number of terminals. Threads may share it.

    `slow` multiplies all limits.
    """

    def __init__(self, program: Optional[str] = None, *, slow: Optional[float] = None) -> None:
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        self._answers: Dict[int, "queue.Queue[Optional[Json]]"] = {}
        self._events: Dict[str, "queue.Queue[Optional[Event]]"] = {}
        command = _values.arguments(program, slow)
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
            )
        except OSError as error:
            raise DriveError(f"{command[0]}: {error.strerror}") from error
        assert self._process.stdout is not None
        greeting = self._process.stdout.readline()
        if not greeting:
            raise DriveError(f"{command[0]} ended at once")
        _values.check_greeting(json.loads(greeting))
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> Drive:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends every program, and the process."""
        assert self._process.stdin is not None and self._process.stdout is not None
        if self._process.stdin.closed:
            return
        try:
            self._process.stdin.close()
        except BrokenPipeError:
            pass
        self._process.wait()
        self._reader.join()
        self._process.stdout.close()

    def _session(self) -> str:
        name = f"terminal {next(self._numbers)}"
        self._events[name] = queue.Queue()
        return name

    def _ask(self, request: Json) -> Json:
        number = next(self._numbers)
        answer: "queue.Queue[Optional[Json]]" = queue.Queue()
        assert self._process.stdin is not None
        with self._lock:
            if not self._reader.is_alive():
                raise DriveError("lisan-drive has ended")
            self._answers[number] = answer
            try:
                self._process.stdin.write(json.dumps({"id": number, **request}) + "\n")
                self._process.stdin.flush()
            except (BrokenPipeError, ValueError) as error:
                raise DriveError("lisan-drive has ended") from error
        line = answer.get()
        if line is None:
            raise DriveError("lisan-drive has ended")
        return _values.checked(line)

    def _read(self) -> None:
        assert self._process.stdout is not None
        for text in self._process.stdout:
            line: Json = json.loads(text)
            if "event" in line:
                self._events[line["session"]].put(_values.event(line))
            else:
                with self._lock:
                    answer = self._answers.pop(line["id"])
                answer.put(line)
        with self._lock:
            waiting = list(self._answers.values())
        for answer in waiting:
            answer.put(None)
        for events in self._events.values():
            events.put(None)



class Terminal:
    """A terminal with a program in it.

    Without `drive`, it has a `lisan-drive` of its own, which ends with it. Terminals of one
    Drive run side by side.
    """

    def __init__(
        self, drive: Optional[Drive] = None, *, program: Optional[str] = None,
        slow: Optional[float] = None,
    ) -> None:
        self._owns = drive is None
        self._drive = Drive(program, slow=slow) if drive is None else drive
        self.name = self._drive._session()

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the program, and the Drive if it belongs to this terminal alone."""
        if self._owns:
            self._drive.close()
        else:
            self._get("close")

    def start(
        self, program: str, *arguments: str, size: Tuple[int, int] = (80, 24),
        env: Optional[Mapping[str, str]] = None,
        cwd: Union[str, os.PathLike[str], None] = None,
    ) -> None:
        """Starts a program in a terminal of `size` columns and rows, and ends the former one.

        The program gets `TERM`, `LANG`, a plain `PATH` and an empty `HOME` of its own, the
        variables of `env`, and nothing else. It runs in `cwd`, or where Python runs.
        """
        self.do(*_values.start(program, arguments, size, env or {}, cwd))

    def do(self, *statements: str) -> None:
        """Performs statements of the script language one after the other."""
        self._ask({"do": list(statements)})

    def press(self, *keys: Union[str, int]) -> None:
        """Presses keys: `press("Down", 3, "Ctrl+C")`; a number repeats the key before it."""
        self.do(_values.press(keys))

    def type(self, text: str) -> None:
        """Types a text; a line feed is the Enter key."""
        self.do("type " + _values.quoted(text))

    def paste(self, text: str) -> None:
        """Pastes a text, in brackets if the program asked for them."""
        self.do("paste " + _values.quoted(text))

    def click(self, text: str, *, row: Optional[int] = None) -> None:
        """Clicks on a text, once it is there and the program takes clicks."""
        self.do("click " + _values.condition(text, row))

    def resize(self, columns: int, rows: int) -> None:
        """Changes the size of the window."""
        self.do(f"resize {columns}x{rows}")

    def wait_for(
        self, text: str, *, row: Optional[int] = None, style: Optional[str] = None,
        pattern: bool = False, within: Optional[float] = None, staying: Optional[float] = None,
    ) -> Match:
        """Waits until a text is on the screen, and returns where it was first found.

        `style` is one such as `"bold red on blue"`, `pattern` makes the text an extended regular
        expression, `within` and `staying` are seconds (15 and 0 without them).
        """
        condition = _values.condition(text, row, style, pattern)
        wait = _values.timed("wait for " + condition, within, staying)
        return Match(**(self._ask({"do": wait}))["match"])

    def wait_for_any(self, *texts: str, within: Optional[float] = None) -> int:
        """Waits until one of several texts is on the screen; returns which, from 0."""
        waits = [_values.timed("wait for " + _values.quoted(text), within) for text in texts]
        answer = self._ask({"any": waits})
        return int(answer["any"])

    def wait_gone(self, text: str, *, within: Optional[float] = None) -> None:
        """Waits until a text is no longer on the screen."""
        self.do(_values.timed("refuse " + _values.quoted(text), within))

    def wait_for_exit(self, *, within: Optional[float] = None) -> int:
        """Waits for the program's end and returns its exit code, or a negative signal."""
        self.do(_values.timed("wait for exit", within))
        code = (self.screen()).exit
        assert code is not None
        return code

    def screen(self) -> Screen:
        """The screen as it is now."""
        return Screen.of(self._get("screen"))

    def text(self, region: Optional[Region] = None) -> List[str]:
        """The rows in logical order, or those of a part: `((row, column), (row, column))`."""
        more = {} if region is None else {"region": _values.written(region)}
        rows: List[str] = self._get("text", **more)
        return rows

    def find(
        self, text: str, *, row: Optional[int] = None, style: Optional[str] = None,
        pattern: bool = False,
    ) -> List[Match]:
        """All places of a text on the screen as it is now."""
        answer = self._ask({"find": _values.condition(text, row, style, pattern)})
        return [Match(**match) for match in answer["matches"]]

    def cells(self, row: int) -> List[Cell]:
        """The cells of a row, with their styles and colours."""
        return [Cell(**cell) for cell in self._get("cells", row=row)]

    def scrollback(self) -> List[str]:
        """The rows that have left the screen at its top, the oldest first."""
        rows: List[str] = self._get("scrollback")
        return rows

    def picture(
        self, path: Union[str, os.PathLike[str]], region: Optional[Region] = None
    ) -> None:
        """Draws the screen, or a part of it, into a file: .svg, .png or .txt."""
        self.do(_values.picture(path, region))

    def recording(self) -> str:
        """All that happened so far, as an asciicast."""
        return str(self._get("recording"))

    def watch(self, *events: str) -> None:
        """Reports `screen`, `title`, `bell` or `exit` from now on; nothing ends that."""
        self._ask({"watch": list(events)})

    def event(self, within: Optional[float] = None) -> Optional[Event]:
        """The next event that `watch` asked for; None after so many seconds, or at the end."""
        try:
            return self._drive._events[self.name].get(timeout=within)
        except queue.Empty:
            return None

    def _get(self, what: str, **more: Any) -> Any:
        return (self._ask({"get": what, **more}))[what]

    def _ask(self, request: Json) -> Json:
        return self._drive._ask({**request, "session": self.name})
