"""The package lisandrive, with the built program."""

import asyncio
import json
import os
import subprocess
import sys
import textwrap
import threading

import pytest

from lisandrive import (
    AsyncDrive, AsyncTerminal, Cell, Drive, DriveError, Event, Failure, Match, Mistake, Terminal,
)


def test_keys_texts_and_pastes_arrive(terminal):
    terminal.start("cat", size=(40, 6))
    terminal.type('a "b" $c \\d\n')
    terminal.wait_for('a "b" $c \\d', row=1)
    terminal.paste("pasted")
    terminal.press("Backspace", 2, "Enter")
    terminal.wait_for("past", row=3)
    terminal.press("Ctrl+D")
    assert terminal.wait_for_exit() == 0
    assert terminal.screen().visual == ['a "b" $c \\d'] * 2 + ["past"] * 2 + [""] * 2


@pytest.mark.parametrize("sign", [chr(code) for code in [*range(1, 9), 11, 12, 27, 127, 0x85, 0x2028]])
def test_any_argument_reaches_the_program(terminal, sign):
    terminal.start(sys.executable, "-c", "import sys; print(ascii(sys.argv[1]))", f"<{sign}>")
    terminal.wait_for_exit()
    assert terminal.screen().visual[0] == ascii(f"<{sign}>")


def test_a_program_gets_its_variables_and_its_folder(terminal, tmp_path):
    terminal.start("sh", "-c", 'echo "$NAME in $PWD"', size=(200, 3), env={"NAME": "a b"}, cwd=tmp_path)
    assert terminal.wait_for_exit() == 0
    assert terminal.screen().text == f"a b in {tmp_path}"


def test_both_orders_of_arabic(terminal):
    terminal.start("printf", "ﺔﻐﻠﻟﺍ", size=(20, 3))
    terminal.wait_for_exit()
    screen = terminal.screen()
    assert (screen.logical[0], screen.visual[0]) == ("اللغة", "ﺔﻐﻠﻟﺍ")
    assert "اللغة" in screen and "Arabic" not in screen


def test_places_cells_and_parts(terminal):
    terminal.start("printf", "\\e[2;3H\\e[1;31mred\\e[m red\\n", size=(20, 4))
    assert terminal.wait_for("red", style="bold red") == Match(1, 2, 3, "red")
    assert [match.column for match in terminal.find("red")] == [2, 6]
    assert terminal.find("blue") == []
    assert terminal.cells(1)[2] == Cell("r", 1, ["bold"], "red", "default")
    assert terminal.text(((1, 2), (2, 4))) == ["red", ""]


def test_pictures_of_a_part(terminal, tmp_path):
    terminal.start("printf", "one two", size=(20, 4))
    terminal.wait_for_exit()
    terminal.picture(tmp_path / "a.txt", ((0, 4), (0, 6)))
    assert (tmp_path / "a.txt").read_text() == "two\n"
    terminal.picture(tmp_path / "a.svg")
    assert ">one two</text>" in (tmp_path / "a.svg").read_text()


def test_what_does_not_come_and_what_is_wrong(terminal):
    terminal.start("cat", size=(20, 3))
    terminal.type("here")
    terminal.wait_for("here")
    with pytest.raises(Failure, match="here"):
        terminal.wait_for("there", within=0.02)
    with pytest.raises(Mistake, match="Unknown statement"):
        terminal.do("dance")
    with pytest.raises(Failure):
        terminal.wait_gone("here", within=0.02)
    terminal.press("Backspace", 4)
    terminal.wait_gone("here")


def test_one_of_several(terminal):
    terminal.start("cat")
    terminal.type("no")
    assert terminal.wait_for_any("yes", "no") == 1


def test_a_signal_is_a_negative_code(terminal):
    terminal.start("sh", "-c", "kill -TERM $$")
    assert terminal.wait_for_exit() == -15


def test_events_come_unasked(terminal):
    terminal.watch("title", "bell", "exit")
    terminal.start("sh", "-c", "printf '\\033]2;Hi\\007'; read x; printf '\\007'; read x; exit 3")
    assert terminal.event(10) == Event("title", title="Hi")
    terminal.press("Enter")
    assert terminal.event(10) == Event("bell", bells=1)
    terminal.press("Enter")
    assert terminal.event(10) == Event("exit", exit=3)
    assert terminal.event(0.01) is None


def test_terminals_of_threads_wait_side_by_side(terminals, tmp_path):
    waiting, other = terminals(), terminals()
    mark = tmp_path / "mark"
    waiting.start("sh", "-c", f"until [ -e {mark} ]; do sleep 0.01; done; echo late")
    found = []
    thread = threading.Thread(target=lambda: found.append(waiting.wait_for("late")))
    thread.start()
    other.start("cat")
    other.type("soon")
    other.wait_for("soon")
    assert found == []
    mark.touch()
    thread.join(15)
    assert found == [Match(0, 0, 4, "late")]


def test_the_recording_is_an_asciicast(terminal):
    terminal.start("printf", "hello")
    terminal.wait_for_exit()
    header, *events = [json.loads(line) for line in terminal.recording().splitlines()]
    assert (header["version"], header["term"]["type"]) == (3, "xterm-256color")
    assert "".join(event[2] for event in events if event[1] == "o") == "hello"
    assert events[-1][1:] == ["x", "0"]


def test_asyncio(tmp_path):
    mark = tmp_path / "mark"

    async def run():
        async with AsyncDrive() as drive:
            terminals = [AsyncTerminal(drive) for _ in range(3)]
            await asyncio.gather(*(each.start("cat", size=(20, 3)) for each in terminals))
            await terminals[0].start("sh", "-c", f"until [ -e {mark} ]; do sleep 0.01; done")
            # The first one waits while the others go on.
            late = asyncio.ensure_future(terminals[0].wait_for_exit())
            for each in terminals[1:]:
                await each.type(each.name)
                assert (await each.wait_for(each.name)).row == 0
            assert not late.done()
            mark.touch()
            assert await late == 0
            await terminals[1].watch("exit")
            await terminals[1].do("signal TERM")
            assert await terminals[1].event(10) == Event("exit", exit=-15)
            with pytest.raises(Failure):
                await terminals[2].wait_for("never", within=0.02)

    asyncio.run(run())


@pytest.mark.parametrize("program", ["/nowhere/lisan-drive", "true"])
def test_a_program_that_is_not_lisan_drive(program):
    with pytest.raises(DriveError):
        Drive(program)


def test_the_end_of_the_process_is_noticed():
    terminal = Terminal()
    terminal.start("cat")
    terminal._drive._process.kill()
    with pytest.raises(DriveError, match="ended"):
        terminal.wait_for("never")
    terminal.close()


def test_a_failed_test_reports_its_screens(tmp_path):
    (tmp_path / "test_it.py").write_text(textwrap.dedent("""
        def test_it(terminal):
            terminal.start("printf", "what it shows")
            terminal.wait_for_exit()
            assert "something else" in terminal.screen()

        def test_wait(terminal):
            terminal.start("cat")
            terminal.wait_for("never", within=0.1)
    """))
    kept = tmp_path / "kept"
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--drive-keep", str(kept)],
        cwd=tmp_path, stdout=subprocess.PIPE, encoding="utf-8",
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert run.returncode == 1
    assert "│what it shows" in run.stdout and "ended with status 0" in run.stdout
    assert "This did not appear: “never”" in run.stdout and "_sync.py" not in run.stdout
    assert sorted(file.suffix for file in kept.iterdir()) == [".cast", ".cast", ".svg", ".svg"]
