"""Terminals for asyncio."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
from typing import Any, Dict, List, Mapping, Optional, Tuple, Union

from . import _values
from ._values import Cell, DriveError, Event, Json, Match, Region, Screen

# A report of pytest shows the lines of the test, not those of this module.
__tracebackhide__ = True


class AsyncDrive:
    """A process `lisan-drive serve`, for any number of terminals of one event loop.

    It starts with the first request. `slow` multiplies all limits.
    """

    def __init__(self, program: Optional[str] = None, *, slow: Optional[float] = None) -> None:
        self._numbers = itertools.count(1)
        self._command = _values.arguments(program, slow)
        self._answers: Dict[int, "asyncio.Future[Json]"] = {}
        self._events: Dict[str, "asyncio.Queue[Optional[Event]]"] = {}
        self._process: Optional[asyncio.subprocess.Process] = None
        self._starting: Optional["asyncio.Lock"] = None
        self._reader: Optional["asyncio.Task[None]"] = None

    async def __aenter__(self) -> AsyncDrive:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Ends every program, and the process."""
        if self._process is None or self._reader is None:
            return
        assert self._process.stdin is not None
        self._process.stdin.close()
        await self._process.wait()
        await self._reader

    def _session(self) -> str:
        return f"terminal {next(self._numbers)}"

    def _queue(self, session: str) -> "asyncio.Queue[Optional[Event]]":
        return self._events.setdefault(session, asyncio.Queue())

    async def _start(self) -> asyncio.subprocess.Process:
        if self._starting is None:
            self._starting = asyncio.Lock()
        async with self._starting:
            if self._process is not None:
                return self._process
            try:
                process = await asyncio.create_subprocess_exec(
                    *self._command, stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE, limit=1 << 30,
                )
            except OSError as error:
                raise DriveError(f"{self._command[0]}: {error.strerror}") from error
            assert process.stdout is not None
            greeting = await process.stdout.readline()
            if not greeting:
                raise DriveError(f"{self._command[0]} ended at once")
            _values.check_greeting(json.loads(greeting))
            self._reader = asyncio.ensure_future(self._read(process.stdout))
            self._process = process
            return process

    async def _ask(self, request: Json) -> Json:
        process = await self._start()
        assert process.stdin is not None and self._reader is not None
        if self._reader.done():
            raise DriveError("lisan-drive has ended")
        number = next(self._numbers)
        answer: "asyncio.Future[Json]" = asyncio.get_running_loop().create_future()
        self._answers[number] = answer
        process.stdin.write((json.dumps({"id": number, **request}) + "\n").encode())
        try:
            await process.stdin.drain()
        except ConnectionError as error:
            raise DriveError("lisan-drive has ended") from error
        return _values.checked(await answer)

    async def _read(self, output: asyncio.StreamReader) -> None:
        while True:
            text = await output.readline()
            if not text:
                break
            line: Json = json.loads(text)
            if "event" in line:
                self._queue(line["session"]).put_nowait(_values.event(line))
                continue
            answer = self._answers.pop(line["id"])
            # The one who asked may have been cancelled.
            if not answer.done():
                answer.set_result(line)
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(DriveError("lisan-drive has ended"))
        for events in self._events.values():
            events.put_nowait(None)



class AsyncTerminal:
    """A terminal with a program in it.

    Without `drive`, it has a `lisan-drive` of its own, which ends with it. Terminals of one
    AsyncDrive run side by side.
    """

    def __init__(
        self, drive: Optional[AsyncDrive] = None, *, program: Optional[str] = None,
        slow: Optional[float] = None,
    ) -> None:
        self._owns = drive is None
        self._drive = AsyncDrive(program, slow=slow) if drive is None else drive
        self.name = self._drive._session()

    async def __aenter__(self) -> AsyncTerminal:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Ends the program, and the AsyncDrive if it belongs to this terminal alone."""
        if self._owns:
            await self._drive.close()
        else:
            await self._get("close")

    async def start(
        self, program: str, *arguments: str, size: Tuple[int, int] = (80, 24),
        env: Optional[Mapping[str, str]] = None,
        cwd: Union[str, os.PathLike[str], None] = None,
    ) -> None:
        """Starts a program in a terminal of `size` columns and rows, and ends the former one.

        The program gets `TERM`, `LANG`, a plain `PATH` and an empty `HOME` of its own, the
        variables of `env`, and nothing else. It runs in `cwd`, or where Python runs.
        """
        await self.do(*_values.start(program, arguments, size, env or {}, cwd))

    async def do(self, *statements: str) -> None:
        """Performs statements of the script language one after the other."""
        await self._ask({"do": list(statements)})

    async def press(self, *keys: Union[str, int]) -> None:
        """Presses keys: `press("Down", 3, "Ctrl+C")`; a number repeats the key before it."""
        await self.do(_values.press(keys))

    async def type(self, text: str) -> None:
        """Types a text; a line feed is the Enter key."""
        await self.do("type " + _values.quoted(text))

    async def paste(self, text: str) -> None:
        """Pastes a text, in brackets if the program asked for them."""
        await self.do("paste " + _values.quoted(text))

    async def click(self, text: str, *, row: Optional[int] = None) -> None:
        """Clicks on a text, once it is there and the program takes clicks."""
        await self.do("click " + _values.condition(text, row))

    async def resize(self, columns: int, rows: int) -> None:
        """Changes the size of the window."""
        await self.do(f"resize {columns}x{rows}")

    async def wait_for(
        self, text: str, *, row: Optional[int] = None, style: Optional[str] = None,
        pattern: bool = False, within: Optional[float] = None, staying: Optional[float] = None,
    ) -> Match:
        """Waits until a text is on the screen, and returns where it was first found.

        `style` is one such as `"bold red on blue"`, `pattern` makes the text an extended regular
        expression, `within` and `staying` are seconds (15 and 0 without them).
        """
        condition = _values.condition(text, row, style, pattern)
        wait = _values.timed("wait for " + condition, within, staying)
        return Match(**(await self._ask({"do": wait}))["match"])

    async def wait_for_any(self, *texts: str, within: Optional[float] = None) -> int:
        """Waits until one of several texts is on the screen; returns which, from 0."""
        waits = [_values.timed("wait for " + _values.quoted(text), within) for text in texts]
        answer = await self._ask({"any": waits})
        return int(answer["any"])

    async def wait_gone(self, text: str, *, within: Optional[float] = None) -> None:
        """Waits until a text is no longer on the screen."""
        await self.do(_values.timed("refuse " + _values.quoted(text), within))

    async def wait_for_exit(self, *, within: Optional[float] = None) -> int:
        """Waits for the program's end and returns its exit code, or a negative signal."""
        await self.do(_values.timed("wait for exit", within))
        code = (await self.screen()).exit
        assert code is not None
        return code

    async def screen(self) -> Screen:
        """The screen as it is now."""
        return Screen.of(await self._get("screen"))

    async def text(self, region: Optional[Region] = None) -> List[str]:
        """The rows in logical order, or those of a part: `((row, column), (row, column))`."""
        more = {} if region is None else {"region": _values.written(region)}
        rows: List[str] = await self._get("text", **more)
        return rows

    async def find(
        self, text: str, *, row: Optional[int] = None, style: Optional[str] = None,
        pattern: bool = False,
    ) -> List[Match]:
        """All places of a text on the screen as it is now."""
        answer = await self._ask({"find": _values.condition(text, row, style, pattern)})
        return [Match(**match) for match in answer["matches"]]

    async def cells(self, row: int) -> List[Cell]:
        """The cells of a row, with their styles and colours."""
        return [Cell(**cell) for cell in await self._get("cells", row=row)]

    async def scrollback(self) -> List[str]:
        """The rows that have left the screen at its top, the oldest first."""
        rows: List[str] = await self._get("scrollback")
        return rows

    async def picture(
        self, path: Union[str, os.PathLike[str]], region: Optional[Region] = None
    ) -> None:
        """Draws the screen, or a part of it, into a file: .svg, .png or .txt."""
        await self.do(_values.picture(path, region))

    async def recording(self) -> str:
        """All that happened so far, as an asciicast."""
        return str(await self._get("recording"))

    async def watch(self, *events: str) -> None:
        """Reports `screen`, `title`, `bell` or `exit` from now on; nothing ends that."""
        await self._ask({"watch": list(events)})

    async def event(self, within: Optional[float] = None) -> Optional[Event]:
        """The next event that `watch` asked for; None after so many seconds, or at the end."""
        try:
            return await asyncio.wait_for(self._drive._queue(self.name).get(), within)
        except asyncio.TimeoutError:
            return None

    async def _get(self, what: str, **more: Any) -> Any:
        return (await self._ask({"get": what, **more}))[what]

    async def _ask(self, request: Json) -> Json:
        return await self._drive._ask({**request, "session": self.name})
