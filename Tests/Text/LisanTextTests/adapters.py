#!/usr/bin/env python3
"""The adapters of the package for Python in Textual, rich and prompt_toolkit: fails with what differs."""

import asyncio
import io
import unicodedata

import wcwidth
from prompt_toolkit import PromptSession
from prompt_toolkit.application import create_app_session
from prompt_toolkit.document import Document
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.layout.processors import TransformationInput
from prompt_toolkit.output import DummyOutput
from rich.console import Console
from rich.panel import Panel
from rich.table import Table
from textual.app import App
from textual.widgets import Input, Label

from lisantext import Text
from lisantext.prompt_toolkit import BidiProcessor, bidi_bindings
from lisantext.rich import Bidi
from lisantext.textual import Bidirectional


def check(what, found, expected):
    assert found == expected, f"{what}: {found!r} instead of {expected!r}"


FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"


def check_widths():
    """All emoji, and each character after a letter and after a wide one, have the width of wcwidth."""
    emoji = []
    with open("/usr/share/unicode/emoji/emoji-test.txt", encoding="utf-8") as file:
        for line in file:
            points = line.split("#")[0].split(";")[0].split()
            emoji.append("".join(chr(int(point, 16)) for point in points))
    characters = [
        character
        for character in map(chr, range(0xA0, 0x110000))
        # Those of Unicode 15, and no separators, which become a blank.
        if unicodedata.category(character) not in ("Cn", "Co", "Cs", "Zl", "Zp")
    ]
    for number, each in enumerate(emoji):
        for text in (each, f"\u05d0{each}\u05d1", each + emoji[number - 1]):
            check(f"the width of {ascii(text)}", Text(text).width, wcwidth.wcswidth(text))
    others = set()
    for each in characters:
        if Text("a" + each).width != wcwidth.wcswidth("a" + each):
            others.add(each)
    # Viramas that are spacing marks, and a mark that was none in Unicode 15.
    expected = set("\u1b44\ua9c0\U000111c0\U00011235\U0001134d\U000116b6\U0001171e")
    check("other widths", others - expected, set())


def check_rich():
    def printed(renderable):
        console = Console(file=io.StringIO(), width=20)
        console.print(renderable)
        return console.file.getvalue().splitlines()

    # Lam and alef share a column, and the borders stay where they are.
    check("a panel", printed(Bidi(Panel("\u0644\u0627 ab")))[1], "│             ab \ufefb │")
    marked = printed(Bidi(Panel("\u05d0 ab"), marks=True))[1]
    check("a panel with marks", marked, "│             ab \u05d0\u200e │")
    table = Table("\u05d0\u05d1", "\u05d2")
    table.add_row("x", "\u05d3 1")
    emoji = Table("\u05d0" + FAMILY, "\u2764\ufe0f", "\U0001f44d\U0001f3fd\u05d1")
    emoji.add_row("\u05d0\u05d1", "1\ufe0f\u20e3 \u05d2", FAMILY)
    widths = {wcwidth.wcswidth(row) for row in printed(Bidi(emoji)) if row}
    check("the widths of a table with emoji", widths, {wcwidth.wcswidth(printed(emoji)[0])})
    check("whole emoji", FAMILY + "\u05d0" in printed(Bidi(emoji))[1], True)
    check("a table", [printed(Bidi(table))[row] for row in (1, 3)], ["┃ בא ┃   ג ┃", "│ x  │ 1 ד │"])


def check_textual():
    class OrderedLabel(Bidirectional, Label):
        pass

    class OrderedInput(Bidirectional, Input):
        pass

    class Wrapped(OrderedLabel):
        bidi_direction = "rtl"
        bidi_marks = True

    class Texts(App):
        CSS = "Wrapped { width: 100%; text-align: right }"

        def compose(self):
            yield Wrapped("\u05d0\u05d1 abcdefghijklmnop (1).")
            yield OrderedLabel("\u05d0\u05d1 1 [b]ab[/b]")
            yield OrderedInput("\u05d0\u05d1\u05d2")

    async def look():
        app = Texts()
        async with app.run_test(size=(20, 6)) as pilot:
            await pilot.pause()
            wrapped, label = app.query(OrderedLabel)
            field = app.query_one(OrderedInput)
            check("wrapped lines", [wrapped.render_line(y).text for y in range(2)],
                  [" abcdefghijklmnop ב\u200eא\u200e", ".(1)".rjust(20)])  # fmt: skip
            check("a label's height", label.size.height, 1)
            strip = label.render_line(0)
            check("a label", strip.text.strip(), "ab 1 בא")
            check("bold", [segment.text for segment in strip if segment.style and segment.style.bold], ["ab"])
            check("a field", field.render_line(0).text, "גבא".rjust(field.content_size.width))

    asyncio.run(look())


def check_prompt_toolkit():
    text = "ab \u05d0\u05d1"
    given = TransformationInput(
        buffer_control=None, document=Document(text), lineno=0, source_to_display=lambda place: place,
        fragments=[("", text[:4]), ("bold", text[4:])], width=20, height=1)  # fmt: skip
    drawn = BidiProcessor(marks=True).apply_transformation(given)
    check("a line with marks", drawn.fragments, [("", "ab "), ("bold", "\u05d1\u200e"), ("", "\u05d0\u200e")])
    check("carets between marks", [drawn.source_to_display(place) for place in range(5)], [0, 1, 2, 5, 3])
    check("clicks on marks", [drawn.display_to_source(place) for place in range(7)], [0, 1, 2, 4, 4, 3, 3])
    drawn = BidiProcessor().apply_transformation(given)
    check("a line", drawn.fragments, [("", "ab "), ("bold", "\u05d1"), ("", "\u05d0")])
    check("carets", [drawn.source_to_display(place) for place in range(5)], [0, 1, 2, 4, 3])
    check("clicks", [drawn.display_to_source(place) for place in range(5)], [0, 1, 2, 4, 3])

    def typed(keys):
        with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
            pipe.send_text(keys + "\r")
            return PromptSession(key_bindings=bidi_bindings()).prompt("")

    check("right in Hebrew", typed("\u05d0\u05d1\u05d2\x1b[C\u05d3"), "\u05d0\u05d1\u05d3\u05d2")
    check("left in English", typed("abc\x1b[Dx"), "abxc")
    check("a selection", typed("\u05d0\u05d1\u05d2\x1b[1;2C\x1b[1;2C\x08"), "\u05d0")


check_widths()
check_rich()
check_textual()
check_prompt_toolkit()
print("Textual, rich and prompt_toolkit draw and edit as they should")
