"""The fixture `terminal` for pytest, with the screens of a failed test in its report.

Options: `--drive-slow 4` multiplies all limits; `--drive-keep DIR` keeps a picture (SVG) and the
recording (asciicast) of each terminal of a failed test.
"""

from __future__ import annotations

import os
import re
from typing import Any, Callable, Generator, Iterator, List

import pytest

from ._sync import Drive, Terminal
from ._values import DriveError, Mistake

TERMINALS = "_lisandrive_terminals"


def pytest_addoption(parser: Any) -> None:
    group = parser.getgroup("lisandrive", "terminal programs")
    group.addoption(
        "--drive-slow", type=float, metavar="NUMBER", help="multiply all limits of waits"
    )
    group.addoption(
        "--drive-keep", metavar="DIR", help="keep pictures and recordings of failures there"
    )


@pytest.fixture(scope="session")
def lisan_drive(request: pytest.FixtureRequest) -> Iterator[Drive]:
    """The process that runs all terminals of the session."""
    with Drive(slow=request.config.getoption("--drive-slow")) as drive:
        yield drive


@pytest.fixture
def terminals(
    request: pytest.FixtureRequest, lisan_drive: Drive
) -> Iterator[Callable[[], Terminal]]:
    """Makes terminals, for tests that need more than one."""
    made: List[Terminal] = []
    setattr(request.node, TERMINALS, made)

    def make() -> Terminal:
        made.append(Terminal(lisan_drive))
        return made[-1]

    yield make
    for terminal in made:
        terminal.close()


@pytest.fixture
def terminal(terminals: Callable[[], Terminal]) -> Terminal:
    """A terminal without a program: `terminal.start("htop")`."""
    return terminals()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: Any) -> Generator[None, Any, None]:
    outcome = yield
    report = outcome.get_result()
    if report.when != "call" or not report.failed:
        return
    folder = item.config.getoption("--drive-keep")
    for number, terminal in enumerate(getattr(item, TERMINALS, []), 1):
        try:
            screen = str(terminal.screen())
        except (DriveError, Mistake):
            continue  # Nothing was started.
        lines = [screen]
        if folder:
            name = re.sub(r"[^A-Za-z0-9-]+", "_", f"{item.nodeid}_{number}")
            os.makedirs(folder, exist_ok=True)
            for kind, text in (
                ("svg", terminal._get("picture")), ("cast", terminal.recording())
            ):
                path = os.path.join(folder, f"{name}.{kind}")
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
                lines.append(f"kept: {path}")
        report.sections.append((f"screen of {terminal.name}", "\n".join(lines)))
