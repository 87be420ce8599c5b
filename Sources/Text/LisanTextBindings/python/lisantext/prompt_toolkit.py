"""Right-to-left text in prompt_toolkit: an input line in the order in which it is drawn, with the
cursor on its character.

    prompt("> ", input_processors=[BidiProcessor()])
"""

from prompt_toolkit.layout.processors import Processor, Transformation, TransformationInput
from prompt_toolkit.formatted_text.utils import fragment_list_to_text

from . import Text, arrange


class BidiProcessor(Processor):
    """Orders each line of a buffer."""

    def __init__(self, direction: str = "auto") -> None:
        self.direction = direction

    def apply_transformation(self, transformation_input: TransformationInput) -> Transformation:
        fragments = transformation_input.fragments
        string = fragment_list_to_text(fragments)
        if string.isascii():
            return Transformation(fragments)
        line = Text(string, self.direction).line()
        starts = [0]
        for cell in line.cells:
            starts.append(starts[-1] + len(cell.text))

        def shown(position: int) -> int:
            return starts[min(max(line.column(position), 0), line.width)]

        def position(place: int) -> int:
            column = sum(start <= place for start in starts[1:])
            return line.position(column)

        pieces = [(fragment[1], fragment[0]) for fragment in fragments]
        arranged = [(style, text) for text, style in arrange(pieces, self.direction)]
        return Transformation(arranged, source_to_display=shown, display_to_source=position)
