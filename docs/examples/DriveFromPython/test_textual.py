"""Tests of a program of Textual, with its keys and its buttons."""

import sys
from pathlib import Path

import pytest

pytest.importorskip("textual")
COUNTER = str(Path(__file__).with_name("counter.py"))


@pytest.fixture
def counter(terminal):
    terminal.start(sys.executable, COUNTER, size=(60, 12), env={"COLORTERM": "truecolor"})
    terminal.wait_for("Count: 0")
    return terminal


def test_keys(counter):
    counter.press("Up", 3, "Down")
    counter.wait_for("Count: 2")
    counter.press("q")
    assert counter.wait_for_exit() == 2


def test_button(counter):
    counter.click("Add ten")
    match = counter.wait_for("Count: 10")
    assert (match.row, match.column) == (0, 0)
    counter.wait_for("More", row=11)
