"""Tests of a program that draws as those of Ink do, and of one in C."""

import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.mark.skipif(not shutil.which("node"), reason="Node is not installed")
def test_a_program_like_those_of_ink(terminal):
    terminal.start(shutil.which("node"), str(HERE / "steps.mjs"), size=(30, 6))
    terminal.wait_for("❯ Apples", style="cyan")
    terminal.press("Down", 2)
    match = terminal.wait_for("❯ Plums", style="cyan")
    assert terminal.text(((match.row - 2, 0), (match.row, 20))) == ["  Apples", "  Pears", "❯ Plums"]
    terminal.press("Enter")
    assert terminal.wait_for_exit() == 0
    assert terminal.screen().text == "You took Plums."


@pytest.fixture(scope="module")
def greet(tmp_path_factory):
    program = tmp_path_factory.mktemp("greet") / "greet"
    subprocess.run(["cc", "-o", program, HERE / "greet.c"], check=True)
    return str(program)


@pytest.mark.skipif(not shutil.which("cc"), reason="there is no compiler of C")
def test_a_program_in_c(terminal, greet):
    terminal.start(greet)
    terminal.wait_for("Your name?", style="bold")
    terminal.type("Mona\n")
    terminal.wait_for("Hello, Mona!", row=1)
    assert terminal.wait_for_exit() == 0
