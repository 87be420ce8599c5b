"""Right-to-left text in Rich: any renderable, its lines in the order in which they are drawn.

    console.print(Bidi("..."))
"""

from typing import Iterator

from rich.console import Console, ConsoleOptions, RenderableType
from rich.measure import Measurement
from rich.segment import Segment

from . import arrange


class Bidi:
    """Draws another renderable with every line in visual order."""

    def __init__(self, renderable: RenderableType, direction: str = "auto") -> None:
        self.renderable = renderable
        self.direction = direction

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement.get(console, options, self.renderable)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        for line in console.render_lines(self.renderable, options, pad=False):
            pieces = [(segment.text, segment.style) for segment in line if not segment.control]
            for text, style in arrange(pieces, self.direction):
                yield Segment(text, style)
            yield Segment.line()
