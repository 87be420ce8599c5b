"""Tests of terminal programs, run by pytest."""

import pytest

from drive import Failure, Mistake, Terminal


@pytest.fixture
def terminal():
    with Terminal() as terminal:
        yield terminal


def test_cat_repeats(terminal):
    terminal.do("size 40x5", "start cat")
    terminal.type("hello\n")
    terminal.do('expect row 1 "hello"')
    assert terminal.screen()["visual"][:2] == ["hello", "hello"]
    terminal.do("press Ctrl+D", "expect exit 0")
    assert terminal.screen()["exit"] == 0


def test_arabic_in_both_orders(terminal):
    terminal.do("size 20x3", "start printf ﺔﻐﻠﻟﺍ", "wait for exit 0")
    screen = terminal.screen()
    assert screen["logical"][0] == "اللغة"
    assert screen["visual"][0] == "ﺔﻐﻠﻟﺍ"


def test_a_failure_shows_the_screen(terminal):
    terminal.do("size 20x3", "start cat")
    terminal.type("here")
    terminal.wait_for("here")
    with pytest.raises(Failure, match="here"):
        terminal.do('wait for "there" within 20ms')
    with pytest.raises(Mistake, match="no statement"):
        terminal.do("dance")


def test_one_of_several(terminal):
    terminal.do("start cat")
    terminal.type("no")
    assert terminal.any('wait for "yes"', 'wait for "no"') == 1


@pytest.mark.parametrize("size", ["80x24", "40x10"])
def test_sessions_side_by_side(terminal, size):
    columns, rows = size.split("x")
    for name in ["one", "two"]:
        terminal.do(f"size {size}", "start stty size", "wait for exit 0", session=name)
    assert terminal.screen("one")["visual"][0] == f"{rows} {columns}"
    assert terminal.get("cells", "two", row=0)[0]["text"] == rows[0]
