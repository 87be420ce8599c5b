"""Order, joining, widths, lines, caret and selection of bidirectional text in terminal cells.

    >>> line = Text("abc \u05d0\u05d1\u05d2").line()
    >>> line.visual()
    'abc \u05d2\u05d1\u05d0'
    >>> line.width
    7

Positions are indices of a string. Columns are cells from the left edge of a line.
"""

import ctypes
import re
from typing import Any, Dict, Iterable, List, Literal, NamedTuple, Optional, Tuple, TypeVar

from . import _library

__all__ = [
    "Cell", "Direction", "Encoding", "Line", "Run", "Step", "Text", "Widths", "arrange", "arrange_rows",
    "encode", "visual_rows", "width"
]  # fmt: skip

Direction = Literal["ltr", "rtl", "auto", "auto-rtl"]
Encoding = Literal["visual", "kitty", "lrm", "paragraph", "mlterm", "qterminal", "marks"]
Step = Literal["left", "right", "next", "previous", "word-start", "word-end"]
Widths = Literal["wcwidth", "glibc"]
__version__: str

_lib = _library.load()
_DIRECTIONS = {"ltr": 0, "rtl": 1, "auto": 2, "auto-rtl": 3}
_ENCODINGS = {
    "visual": 0, "kitty": 1, "lrm": 2, "paragraph": 3, "mlterm": 4, "qterminal": 5, "marks": 6
}  # fmt: skip
_WIDTHS = {"wcwidth": 0, "glibc": 4}
_STEPS = {"left": 0, "right": 1, "next": 2, "previous": 3, "word-start": 4, "word-end": 5}
_SURROGATES = re.compile("[\ud800-\udfff]")
_TAIL = 0x100000
_END = ctypes.c_size_t(-1).value

Style = TypeVar("Style")


def __getattr__(name: str) -> Any:
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    # Not at the start, because it takes longer than to load the library.
    from importlib.metadata import version

    return version("lisantext")


def _choice(names: Dict[str, int], name: str) -> int:
    if name not in names:
        raise ValueError(f"{name!r} is none of {', '.join(names)}")
    return names[name]


def _clamped(number: int) -> int:
    return min(max(number, 0), _END)


def _columns(width: int) -> int:
    if width < 1:
        raise ValueError(f"a line has at least one column, not {width}")
    return min(width, _END)


def _utf8(string: str) -> Tuple[str, bytes]:
    """A text without surrogates, and its bytes."""
    if not isinstance(string, str):
        raise TypeError(f"a text is a str, not {type(string).__name__}")
    try:
        return string, string.encode("utf-8")
    except UnicodeEncodeError:
        string = _SURROGATES.sub("\ufffd", string)
        return string, string.encode("utf-8")


def _flags(joined: bool, widths: Widths, invisible: bool) -> int:
    return (0 if joined else 2) | _choice(_WIDTHS, widths) | (0 if invisible else 8)


def _bytes(function: Any, *arguments: Any) -> str:
    # With the zero byte that ends it.
    size = function(*arguments, None, 0) + 1
    buffer = ctypes.create_string_buffer(size)
    function(*arguments, buffer, size)
    return buffer.raw[:-1].decode("utf-8")


def _array(kind: Any, size: int, function: Any, *arguments: Any) -> Any:
    array = (kind * size)()
    function(*arguments, array, size)
    return array


def _ranges(function: Any, *arguments: Any) -> List[Tuple[int, int]]:
    count = function(*arguments, None, 0)
    return [(each.start, each.end) for each in _array(_library.Range, count, function, *arguments)]


class Cell(NamedTuple):
    """What is drawn in a column. The second column of a wide character has an empty `text`."""

    text: str
    """The character with its marks."""
    position: int
    """The index in the text of the character that begins there."""


class Run(NamedTuple):
    """Characters of one embedding level side by side. An odd level runs from right to left."""

    start: int
    """The index in the text of the first character."""
    end: int
    """The index after the last one."""
    level: int


class Text:
    """A text with its resolved embedding levels (UAX #9). It never changes, and any thread may use it. A
    copy has memory of its own, and so has a text that went through pickle.

    >>> text = Text("\u0633\u0644\u0627\u0645")
    >>> text.is_rtl, text.width
    (True, 3)
    >>> [str(line) for line in Text("one two three").lines(7)]
    ['one two', 'three']

    - `direction`: "auto" (the first strong character decides, else left-to-right), "auto-rtl",
      "ltr" or "rtl".
    - `filtered`: leaves out controls and directional formatting characters, for text that others
      wrote. Then `string` is what is left, and positions are those of `string`.
    - `joined`: whether letters are joined.
    - `widths`: the columns of characters. "wcwidth": those of Python's wcwidth 0.9 and of most terminals,
      where an emoji of several characters has two; "glibc": each character has those of glibc's wcwidth.
    - `invisible`: False for a terminal that draws each character by itself. It leaves out of what is drawn
      all that takes no cell, such as U+200D and U+FE0F, and a fifth mark on a base; `widths` is "glibc".

    >>> family = "\u05d0\U0001f468\u200d\U0001f469\u200d\U0001f467"
    >>> Text(family).width, Text(family, widths="glibc").width
    (3, 7)
    """

    __slots__ = ("_text", "_direction", "_flags", "string")

    def __init__(
        self,
        string: str,
        direction: Direction = "auto",
        *,
        filtered: bool = False,
        joined: bool = True,
        widths: Widths = "wcwidth",
        invisible: bool = True,
    ) -> None:
        self._make(string, direction, _flags(joined, widths, invisible), filtered)

    def _make(self, string: str, direction: Direction, flags: int, filtered: bool) -> None:
        number = _choice(_DIRECTIONS, direction)
        string, utf8 = _utf8(string)
        self._text = _lib.lisan_text_new(utf8, len(utf8), number, flags | filtered)
        if not self._text:
            raise ValueError("a text has less than 2 GiB")
        self._direction = direction
        self._flags = flags
        self.string: str = string
        if filtered:
            count = _lib.lisan_text_count(self._text)
            scalars = _array(ctypes.c_uint32, count, _lib.lisan_text_scalars, self._text)
            self.string = "".join(map(chr, scalars))

    def __reduce__(self) -> Tuple[Any, ...]:
        # `string` is what the filter has left.
        made = (type(self), self.string, self._direction, self._flags)
        return _text_again, made, getattr(self, "__dict__", None)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Text):
            return NotImplemented
        return type(self) is type(other) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        options = "".join(
            text
            for bit, text in [(2, ", joined=False"), (4, ", widths='glibc'"), (8, ", invisible=False")]
            if self._flags & bit
        )
        return f"{type(self).__name__}({self.string!r}, {self._direction!r}{options})"

    @property
    def _key(self) -> Tuple[str, Direction, int]:
        return self.string, self._direction, self._flags

    @property
    def width(self) -> int:
        """The number of columns as one line."""
        width: int = _lib.lisan_text_width(self._text)
        return width

    @property
    def is_rtl(self) -> bool:
        """Whether the text as a paragraph runs from right to left."""
        return bool(_lib.lisan_text_is_rtl(self._text))

    @property
    def levels(self) -> List[int]:
        """The embedding level of each character, before rule L1.

        >>> Text("a \u05d0").levels
        [0, 0, 1]
        """
        return list(_array(ctypes.c_uint8, len(self.string), _lib.lisan_text_levels, self._text))

    @property
    def boundaries(self) -> List[int]:
        """Bits of what is before each character: 1 a user-perceived character begins, 2 a line may
        end, 4 a line ends."""
        count = len(self.string)
        return list(_array(ctypes.c_uint8, count, _lib.lisan_text_boundaries, self._text))

    def line(self, start: int = 0, end: Optional[int] = None) -> "Line":
        """A part of the text as a line."""
        stop = _END if end is None else _clamped(end)
        return Line(self, _lib.lisan_line_new(self._text, _clamped(start), stop), _clamped(start))

    def lines(self, width: int) -> List["Line"]:
        """The lines of at most `width` columns, which is 1 or more; at least one line (UAX #14). A
        user-perceived character that is wider is a line by itself. Between lines are only spaces, line
        breaks and invisible characters.

        >>> [str(line) for line in Text("a\u4e2db").lines(1)]
        ['a', '\u4e2d', 'b']
        """
        ranges = _ranges(_lib.lisan_text_wrap, self._text, _columns(width))
        return [self.line(start, end) for start, end in ranges]

    def truncated(self, width: int) -> "Line":
        """One line of at most `width` columns; an ellipsis ends it if it was cut.

        >>> Text("one two three").truncated(6).visual()
        'one t\u2026'
        """
        line = Line(self, _lib.lisan_line_new_truncated(self._text, _clamped(width)), 0)
        line._limit = width
        return line


def _text_again(kind: Any, string: str, direction: Direction, flags: int) -> Text:
    text: Text = kind.__new__(kind)
    Text._make(text, string, direction, flags, False)
    return text


class Line:
    """One line of a text. `str` of it is its text in logical order. It can be copied and pickled, as a
    text can.

    >>> line = Text("ab \u05d0\u05d1").line()
    >>> [line.column(position) for position in range(6)]
    [0, 1, 2, 4, 3, 5]
    >>> line.selection(1, 4)
    [(1, 3), (4, 5)]
    >>> line.step(3, "left"), line.step(0, "word-end")
    (4, 2)
    """

    __slots__ = ("_line", "_limit", "text", "start", "end", "width")

    def __init__(self, text: Text, line: Any, start: int) -> None:
        self._line = line
        #: The columns that it was truncated to.
        self._limit: Optional[int] = None
        self.text = text
        self.start: int = min(start, len(text.string))
        """The position of the first character."""
        self.end: int = self.start + _lib.lisan_line_count(line)
        """The position after the last character. An ellipsis counts as one."""
        self.width: int = _lib.lisan_line_width(line)
        """The number of columns."""

    def __reduce__(self) -> Tuple[Any, ...]:
        if self._limit is not None:
            return Text.truncated, (self.text, self._limit)
        return Text.line, (self.text, self.start, self.end)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Line):
            return NotImplemented
        return self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        if self._limit is not None:
            return f"{self.text!r}.truncated({self._limit})"
        return f"{self.text!r}.line({self.start}, {self.end})"

    @property
    def _key(self) -> Tuple[Text, int, int, Optional[int]]:
        return self.text, self.start, self.end, self._limit

    def __str__(self) -> str:
        return self.text.string[self.start : self.end]

    @property
    def cells(self) -> List[Cell]:
        """What is drawn in each column: joined, mirrored, from left to right.

        >>> Text("(\u05d0) \u4e2d", "rtl").line().cells
        [Cell(text='\u4e2d', position=4), Cell(text='', position=4), Cell(text=' ', position=3), \
Cell(text='(', position=2), Cell(text='\u05d0', position=1), Cell(text=')', position=0)]
        """
        line, count = self._line, self.width
        row = self.visual()
        cells: List[Cell] = []
        start = 0
        for characters, position in zip(
            _array(ctypes.c_size_t, count, _lib.lisan_line_characters, line),
            _array(ctypes.c_size_t, count, _lib.lisan_line_positions, line),
        ):
            cells.append(Cell(row[start : start + characters], position))
            start += characters
        return cells

    @property
    def levels(self) -> List[int]:
        """The levels of the characters after rule L1."""
        return list(
            _array(ctypes.c_uint8, self.end - self.start, _lib.lisan_line_levels, self._line)
        )

    @property
    def order(self) -> List[int]:
        """The positions of the characters from left to right (rule L2)."""
        return list(
            _array(ctypes.c_size_t, self.end - self.start, _lib.lisan_line_order, self._line)
        )

    @property
    def runs(self) -> List[Run]:
        """The runs of characters of one level from left to right. A user-perceived character is in one.

        >>> Text("ab \u05d0\u05d1 12", "rtl").line().runs
        [Run(start=6, end=8, level=2), Run(start=2, end=6, level=1), Run(start=0, end=2, level=2)]
        """
        count = _lib.lisan_line_runs(self._line, None, 0)
        runs = _array(_library.RunStruct, count, _lib.lisan_line_runs, self._line)
        return [Run(run.start, run.end, run.level) for run in runs]

    def visual(self, encoding: Encoding = "visual") -> str:
        """The line in the order for a terminal: "visual", "kitty", "lrm", "paragraph", "mlterm",
        "qterminal" or "marks". It has to be the whole row; `encode` takes a row of several parts.

        User-perceived characters (UAX #29) stay whole. Left out are directional formatting characters,
        which the order replaces, and controls; a tab or a line break is a blank.

        >>> Text("ab \u05d0").line().visual("marks")
        'ab \u05d0\\u200e'
        """
        return _bytes(_lib.lisan_line_utf8, self._line, _choice(_ENCODINGS, encoding))

    def column(self, position: int) -> int:
        """The column of a caret. At the end of the text it is `width`, or -1 if that is at the left."""
        return int(_lib.lisan_line_column(self._line, _clamped(position)))

    def position(self, column: int) -> int:
        """The position of the character in a column, as for a click."""
        return int(_lib.lisan_line_position(self._line, max(min(column, _END >> 1), -1)))

    def step(self, position: int, step: Step) -> int:
        """Where a caret goes: "left", "right", "next", "previous", "word-start" or "word-end"."""
        return int(_lib.lisan_line_step(self._line, _clamped(position), _choice(_STEPS, step)))

    def selection(self, start: int, end: int) -> List[Tuple[int, int]]:
        """The ranges of columns between two positions, from left to right."""
        return _ranges(_lib.lisan_line_selection, self._line, _clamped(start), _clamped(end))


def width(string: str) -> int:
    """The number of columns of a text.

    >>> width("\u4e2de\u0301")
    3
    """
    return Text(string).width


def arrange(
    pieces: Iterable[Tuple[str, Style]],
    direction: Direction = "auto",
    filtered: bool = False,
    width: int = 0,
    marks: bool = False,
    widths: Widths = "wcwidth",
    invisible: bool = True,
) -> List[Tuple[str, Style]]:
    """A row of styled pieces as it is drawn: every character keeps its style.

    >>> arrange([("ab \u05d0", "plain"), ("\u05d1", "bold")])
    [('ab ', 'plain'), ('\u05d1', 'bold'), ('\u05d0', 'plain')]

    With `filtered`, controls and directional formatting characters are left out of the pieces. With
    `width`, a row of fewer columns gets blanks at its end: joined lam and alef share a column, which a
    framework that counts characters does not know.

    >>> arrange([("\u0644\u0627", "plain")], width=2)
    [(' \ufefb', 'plain')]

    With `marks`, right-to-left characters are followed by U+200E, for xterm.js, which leaves a part of a
    row to the browser. `widths` and `invisible` are those of `Text`.
    """
    return arrange_rows([pieces], direction, filtered, width, marks, widths, invisible)[0]


def arrange_rows(
    rows: Iterable[Iterable[Tuple[str, Style]]],
    direction: Direction = "auto",
    filtered: bool = False,
    width: int = 0,
    marks: bool = False,
    widths: Widths = "wcwidth",
    invisible: bool = True,
) -> List[List[Tuple[str, Style]]]:
    """What `arrange` makes of each of many rows, such as a screen: in one call of the library.

    >>> arrange_rows([[("\u05d0\u05d1", 1)], [("a", 1), ("b", 2)]])
    [[('\u05d1\u05d0', 1)], [('a', 1), ('b', 2)]]
    """
    texts: List[bytes] = []
    ends: List[int] = []
    styles: List[Style] = []
    end = 0
    for row in rows:
        for text, style in row:
            _, utf8 = _utf8(text)
            # A line feed in a row is a separator of paragraphs, too.
            utf8 = utf8.replace(b"\n", b"\xe2\x80\xa9")
            end += len(utf8)
            texts.append(utf8)
            ends.append(end)
            styles.append(style)
        texts.append(b"\n")
        end += 1
    if not texts:
        return []
    flags = (1 if filtered else 0) | _flags(True, widths, invisible)
    drawn, parts = _rows(b"".join(texts)[:-1], direction, flags, 6 if marks else 0, width, ends)
    arranged: List[List[Tuple[str, Style]]] = [[] for _ in range(drawn.count(b"\n") + 1)]
    for place in range(0, len(parts), 4):
        number, piece, start, end = parts[place : place + 4]
        shown = drawn[start:end].decode("utf-8")
        style = styles[piece]
        out = arranged[number]
        if out and out[-1][1] is style:
            out[-1] = (out[-1][0] + shown, style)
        else:
            out.append((shown, style))
    return arranged


def visual_rows(
    strings: Iterable[str],
    direction: Direction = "auto",
    *,
    encoding: Encoding = "visual",
    filtered: bool = False,
    joined: bool = True,
    width: int = 0,
    widths: Widths = "wcwidth",
    invisible: bool = True,
) -> List[str]:
    """Each of many texts as one line as it is drawn, in one call of the library. The arguments are those
    of `Text`, `Line.visual` and `arrange`.

    >>> visual_rows(["\u05d0\u05d1", "a \u05d2\u05d3"], width=4)
    ['  \u05d1\u05d0', 'a \u05d3\u05d2']
    """
    rows = [_utf8(string)[1].replace(b"\n", b"\xe2\x80\xa9") for string in strings]
    if not rows:
        return []
    flags = (1 if filtered else 0) | _flags(joined, widths, invisible)
    drawn, _ = _rows(b"\n".join(rows), direction, flags, _choice(_ENCODINGS, encoding), width, [])
    return drawn.decode("utf-8").split("\n")


def _rows(
    utf8: bytes, direction: Direction, flags: int, encoding: int, width: int, ends: List[int]
) -> Tuple[bytes, List[int]]:
    """The rows, and the numbers of their parts: row, piece, start, end."""
    pieces = (ctypes.c_size_t * len(ends))(*ends) if ends else None
    rows = _lib.lisan_rows_new(
        utf8, len(utf8), _choice(_DIRECTIONS, direction), flags, encoding, _clamped(width), pieces, len(ends)
    )
    if not rows:
        raise ValueError("a text has less than 2 GiB")
    try:
        size = ctypes.c_size_t()
        drawn = ctypes.string_at(_lib.lisan_rows_utf8(rows, size), size.value)
        if not ends:
            return drawn, []
        count = _lib.lisan_rows_parts(rows, None, 0)
        parts = (ctypes.c_size_t * (4 * count))()
        _lib.lisan_rows_parts(rows, parts, count)
        return drawn, list(parts)
    finally:
        _lib.lisan_rows_free(rows)


def encode(cells: Iterable[str], encoding: Encoding) -> str:
    """A row of cells from left to right, in the order for a terminal (`Line.visual`). A cell is a
    character with its marks; the second cell of a wide one is empty.

    >>> encode(["\u05d1", "\u05d0", " ", "a"], "lrm")
    '\u05d0\u05d1 a'
    """
    row = list(cells)
    array = (_library.CellStruct * len(row))()
    # A cell has room for five characters. What is beyond is put back for a character for private use.
    tails: List[str] = []
    for cell, text in zip(array, row):
        if len(text) > 5:
            tails.append(text[4:])
            text = text[:4] + chr(_TAIL + len(tails) - 1)
        for place, character in enumerate(text):
            if place:
                cell.marks[place - 1] = ord(character)
            else:
                cell.base = ord(character)
    encoded = _bytes(_lib.lisan_cells_utf8, array, len(row), _choice(_ENCODINGS, encoding))
    for number, tail in enumerate(tails):
        encoded = encoded.replace(chr(_TAIL + number), tail)
    return encoded
