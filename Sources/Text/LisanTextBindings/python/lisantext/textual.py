"""Right-to-left text in Textual: the strips of a widget in the order in which they are drawn.

    class Name(Bidirectional, Static): ...
"""

from rich.segment import Segment
from textual.strip import Strip

from . import Direction, arrange


def visual_strip(strip: Strip, direction: Direction = "auto", marks: bool = False) -> Strip:
    """A strip as it is drawn. Every character keeps its style."""
    if "rtl" not in direction and all(segment.text.isascii() for segment in strip):
        return strip
    pieces = [(segment.text, segment.style) for segment in strip if not segment.control]
    arranged = arrange(pieces, direction, width=strip.cell_length, marks=marks)
    return Strip([Segment(text, style) for text, style in arranged])


class Bidirectional:
    """Put it before another class of widget: its lines are drawn in order.

    It is no widget itself, because Textual takes the CSS of the first widget among the bases.
    """

    #: That of each line: "rtl" for the widget of a right-to-left text that wraps.
    bidi_direction: Direction = "auto"
    #: For xterm.js (`arrange`).
    bidi_marks = False

    def render_line(self, y: int) -> Strip:
        strip: Strip = super().render_line(y)  # type: ignore[misc]
        # What Textual cuts off at the right is the end of the text only before it is in order.
        width = self.content_size.width  # type: ignore[attr-defined]
        strip = strip.crop(0, width)
        if self.styles.text_align not in ("right", "end", "center"):  # type: ignore[attr-defined]
            return visual_strip(strip, self.bidi_direction, self.bidi_marks)
        # The blanks that align a line are no part of it.
        start = len(strip.text) - len(strip.text.lstrip(" "))
        end = strip.cell_length - len(strip.text) + len(strip.text.rstrip(" "))
        if start >= end:
            return strip
        line = visual_strip(strip.crop(start, end), self.bidi_direction, self.bidi_marks)
        return Strip.join([strip.crop(0, start), line, strip.crop(end)])
