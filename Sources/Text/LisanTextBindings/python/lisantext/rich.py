"""Right-to-left text in Rich: any renderable, its lines in the order in which they are drawn.

    console.print(Bidi(table))

What is between box-drawing characters is ordered by itself, so the columns of a table and the sides of
a panel stay where they are.
"""

import re
from typing import Iterable, Iterator, List, Optional, Tuple

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType
from rich.measure import Measurement
from rich.segment import Segment
from rich.style import Style

from . import Direction, arrange

_BOXES = re.compile("([\u2500-\u259f]+)")


class Bidi:
    """Draws another renderable with every line in visual order."""

    def __init__(self, renderable: RenderableType, direction: Direction = "auto", marks: bool = False) -> None:
        self.renderable = renderable
        self.direction = direction
        #: For xterm.js (`arrange`).
        self.marks = marks

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement.get(console, options, self.renderable)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        for line in console.render_lines(self.renderable, options, pad=False):
            yield from self._ordered(line)
            yield Segment.line()

    def _ordered(self, line: Iterable[Segment]) -> Iterator[Segment]:
        room: List[Tuple[str, Optional[Style]]] = []
        for segment in line:
            if segment.control:
                continue
            for part in _BOXES.split(segment.text):
                if not _BOXES.match(part):
                    room.append((part, segment.style))
                    continue
                yield from self._drawn(room)
                yield Segment(part, segment.style)
                room = []
        yield from self._drawn(room)

    def _drawn(self, room: List[Tuple[str, Optional[Style]]]) -> Iterator[Segment]:
        width = sum(cell_len(text) for text, _ in room)
        for text, style in arrange(room, self.direction, width=width, marks=self.marks):
            yield Segment(text, style)
