"""Right-to-left text in prompt_toolkit: an input line in the order in which it is drawn, with the
cursor on its character, and arrow keys that go where they point.

    prompt("> ", input_processors=[BidiProcessor()], key_bindings=bidi_bindings())
"""

from typing import List

from prompt_toolkit.application import get_app
from prompt_toolkit.filters import Condition
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout.processors import Processor, Transformation, TransformationInput
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.formatted_text.utils import fragment_list_to_text

from . import Direction, Step, Text, arrange


class BidiProcessor(Processor):
    """Orders each line of a buffer."""

    def __init__(self, direction: Direction = "auto", marks: bool = False) -> None:
        self.direction = direction
        #: For xterm.js (`arrange`).
        self.marks = marks

    def apply_transformation(self, transformation_input: TransformationInput) -> Transformation:
        fragments = transformation_input.fragments
        string = fragment_list_to_text(fragments)
        if string.isascii():
            return Transformation(fragments)
        line = Text(string, self.direction).line()
        pieces = [(fragment[1], fragment[0]) for fragment in fragments]
        arranged: StyleAndTextTuples = [(style, text) for text, style in arrange(pieces, self.direction, marks=self.marks)]
        row = fragment_list_to_text(arranged)
        starts = [0]
        for cell in line.cells:
            end = starts[-1] + len(cell.text)
            starts.append(end + (self.marks and row.startswith("\u200e", end)))

        def shown(position: int) -> int:
            return starts[min(max(line.column(position), 0), line.width)]

        def position(place: int) -> int:
            column = sum(start <= place for start in starts[1:])
            return line.position(column)

        return Transformation(arranged, source_to_display=shown, display_to_source=position)


def bidi_bindings(direction: Direction = "auto") -> KeyBindings:
    """Left and right for lines with right-to-left text, with Shift for a selection."""

    def is_bidirectional() -> bool:
        return not get_app().current_buffer.document.current_line.isascii()

    def bind(key: str, step: Step, selects: bool) -> None:
        @bindings.add(key, filter=Condition(is_bidirectional))
        def move(event: KeyPressEvent) -> None:
            buffer = event.current_buffer
            if selects and buffer.selection_state is None:
                buffer.start_selection()
                if buffer.selection_state:
                    buffer.selection_state.enter_shift_mode()
            elif not selects and buffer.selection_state and buffer.selection_state.shift_mode:
                buffer.exit_selection()
            document = buffer.document
            column = document.cursor_position_col
            line = Text(document.current_line, direction).line()
            buffer.cursor_position += line.step(column, step) - column

    bindings = KeyBindings()
    steps: List[Step] = ["left", "right"]
    for step in steps:
        bind(step, step, False)
        bind(f"s-{step}", step, True)
    return bindings
