"""Right-to-left text in Textual: the strips of a widget in the order in which they are drawn.

    class Name(Bidirectional, Static): ...
"""

from textual.strip import Strip
from textual.widget import Widget
from rich.segment import Segment

from . import arrange


def visual_strip(strip: Strip, direction: str = "auto") -> Strip:
    """A strip as it is drawn. Every character keeps its style."""
    if all(segment.text.isascii() for segment in strip):
        return strip
    pieces = [(segment.text, segment.style) for segment in strip if not segment.control]
    return Strip([Segment(text, style) for text, style in arrange(pieces, direction)])


class Bidirectional(Widget):
    """Put it before another class of widget: its lines are drawn in order."""

    bidi_direction = "auto"

    def render_line(self, y: int) -> Strip:
        return visual_strip(super().render_line(y), self.bidi_direction)
