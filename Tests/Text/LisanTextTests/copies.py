"""Copies of texts and lines, in this process, in threads and in others: each has memory of its own.

    MALLOC_PERTURB_=165 python3 copies.py    # what was freed is overwritten
"""

import copy
import gc
import multiprocessing
import pickle
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from random import Random

from lisantext import Line, Text, arrange, arrange_rows, encode, visual_rows


class Named(Text):
    """A text with an attribute."""

    def __init__(self, string: str, name: str) -> None:
        super().__init__(string, "rtl", joined=False)
        self.name = name


def answers(each) -> list:
    if isinstance(each, Line):
        cells = [each.start, each.end, each.width, each.levels, each.order, each.cells]
        return [*cells, each.visual(), str(each), answers(each.text)]
    lines = [line.visual() for line in each.lines(4)]
    return [type(each), getattr(each, "name", None), each.string, each.width, each.is_rtl, each.levels, lines]


def samples() -> list:
    texts = [
        Text(""),
        Text("שלום secret"),
        Text("1 سلام", "auto-rtl"),
        Text("لا\x07\u202eب", filtered=True),
        Text("لا", "rtl", joined=False),
        Text("\ud800a"),
        Named("لاa", "نور"),
    ]
    lines = [line for text in texts for line in (text.line(), text.line(1, 3), *text.lines(3))]
    return [*texts, *lines, *(text.truncated(width) for text in texts for width in (-1, 2, 4, 99))]


WAYS = [copy.copy, copy.deepcopy] + [
    lambda each, protocol=protocol: pickle.loads(pickle.dumps(each, protocol))
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
]


def check_copies() -> None:
    for again in WAYS:
        for number in range(len(samples())):
            original = samples()[number]
            expected = answers(original)
            copied = again(original)
            del original
            gc.collect()
            assert answers(copied) == expected, expected
            copied = again(copied)
            assert answers(copied) == expected, expected
    text = Text("אב")
    text.__init__("ab")
    assert text.line().visual() == "ab"
    Text.__new__(Text)
    for wrong in ("ltr ", None):
        try:
            Text("a", wrong)
        except ValueError:
            continue
        raise AssertionError(wrong)


def check_others() -> None:
    given = samples() * 4
    expected = [answers(each) for each in given]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda each: answers(copy.copy(each)), given)) == expected
    for method in ("fork", "spawn"):
        with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(method)) as pool:
            assert list(pool.map(answers, given)) == expected
            assert [answers(each) for each in pool.map(copy.copy, given)] == expected


def check_clusters() -> None:
    for emoji in ("👨‍👩‍👧", "👍🏽", "❤️", "1️⃣", "🏳️‍🌈", "🇸🇦", "e\u0301\u0302\u0303\u0304\u0305\u0306"):
        text = Text(f"א{emoji}ב")
        line = text.line()
        assert line.visual() == f"ב{emoji}א" == "".join(cell.text for cell in line.cells), emoji
        assert line.visual("marks") == f"ב\u200e{emoji}א\u200e", emoji
        assert encode([cell.text for cell in line.cells], "visual") == line.visual()
        assert "".join(part for part, _ in arrange([("א", 1), (emoji, 2), ("ב", 1)])) == line.visual()
        assert [cell.text for cell in line.cells if cell.position == 1][0] == emoji
    assert Text("א👨‍👩‍👧❤️", widths="glibc").width == 8
    plain = Text("א👨‍👩‍👧❤️", invisible=False)
    assert (plain.line().visual(), plain.width) == ("❤👨👩👧א", 8)


def check_random() -> None:
    """Clusters in random lines stay whole, and nothing is lost."""
    clusters = ["👨‍👩‍👧", "👍🏽", "❤️", "1️⃣", "🏳️‍🌈", "🇸🇦", "e\u0301", "น้ำ", "한", "א", "ב", "ש\u05b8", "a", " ", "7"]
    random = Random(1)
    for _ in range(5000):
        parts = [random.choice(clusters) for _ in range(random.randint(1, 20))]
        string = "".join(parts)
        line = Text(string, random.choice(["ltr", "rtl", "auto"])).line()
        cells = [cell.text for cell in line.cells]
        assert sorted(line.visual()) == sorted(string) and "".join(cells) == line.visual(), string
        assert all(part in line.visual() for part in parts), string
        direction = "rtl" if line.text.is_rtl else "ltr"
        assert visual_rows([string], direction) == [line.visual()], string
        styled = arrange([(part, number) for number, part in enumerate(parts)], direction)
        assert "".join(part for part, _ in styled) == line.visual(), string
        for text, number in styled:
            assert text == parts[number], string
        runs = sorted(line.runs)
        assert "".join(string[run.start : run.end] for run in runs) == string
        starts = {sum(map(len, parts[:number])) for number in range(len(parts) + 1)}
        assert all(run.start in starts for run in runs), string
        assert {line.step(place, "left") for place in range(len(string))} <= starts, string


def check_values() -> None:
    for number, text in enumerate(samples()):
        for other, again in enumerate(samples()):
            assert (text == again) == (number == other) or repr(text) == repr(again), (text, again)
            assert text != again or hash(text) == hash(again)
    for text in [Text("אב"), Text("a", "rtl", joined=False), Text("a", widths="glibc"), Text("a").line()]:
        assert eval(repr(text)) == text and text != "אב", text
    assert eval(repr(Text("abc").truncated(2))) == Text("abc").truncated(2)
    for wrong in (None, b"a", 7, ["a"]):
        for call in (Text, lambda each: arrange([(each, 1)]), lambda each: visual_rows([each])):
            try:
                call(wrong)
            except TypeError:
                continue
            raise AssertionError(wrong)


def check_rows() -> None:
    rows = ["אב", "", "a\nb", "👨‍👩‍👧א لا", "\ud800x"]
    lines = [Text(row.replace("\n", "\u2029")).line() for row in rows]
    for encoding in ("visual", "kitty", "lrm", "paragraph", "mlterm", "qterminal", "marks"):
        assert visual_rows(rows, encoding=encoding) == [line.visual(encoding) for line in lines], encoding
    assert visual_rows(["אב\x07"], width=3, filtered=True) == [" בא"] and visual_rows([]) == []
    styled = arrange_rows([[("אב", 1), ("👍🏽", 2), ("ג", 2)], [], [("x", 3)]])
    assert styled == [[("ג👍🏽", 2), ("בא", 1)], [], [("x", 3)]]


def check_wrapping() -> None:
    assert [str(line) for line in Text("中文").lines(1)] == ["中", "文"]
    assert [str(line) for line in Text("👍🏽x").lines(2)] == ["👍🏽", "x"]
    for width in (0, -1):
        try:
            Text("abc").lines(width)
        except ValueError:
            continue
        raise AssertionError(width)


if __name__ == "__main__":
    check_copies()
    check_clusters()
    check_random()
    check_values()
    check_rows()
    check_wrapping()
    if "--alone" not in sys.argv:
        check_others()
