"""Tests terminal programs in a real terminal, without a display.

    from lisandrive import Terminal

    with Terminal() as terminal:
        terminal.start("less", "/etc/services")
        terminal.wait_for("services")
        terminal.press("q")
        assert terminal.wait_for_exit() == 0

A wait that is not met raises `Failure`; its text has the screen. `AsyncTerminal` has the same
methods for asyncio. Rows and columns count from 0. The statements that `do` takes are those of
lisan-drive's scripts.
"""

from ._values import Cell, Cursor, DriveError, Event, Failure, Match, Mistake, Screen, quoted
from ._sync import Drive, Terminal
from ._async import AsyncDrive, AsyncTerminal

__all__ = [
    "AsyncDrive",
    "AsyncTerminal",
    "Cell",
    "Cursor",
    "Drive",
    "DriveError",
    "Event",
    "Failure",
    "Match",
    "Mistake",
    "Screen",
    "Terminal",
    "quoted",
]
