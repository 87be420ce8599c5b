#!/usr/bin/env python3
"""Writes UnicodeTables.swift from the Unicode Character Database.

    python3 Sources/Text/BidiText/Tables/generate.py            # writes the file beside this script
    python3 Sources/Text/BidiText/Tables/generate.py --output - # writes to standard output

The database is that of Debian's `unicode-data`; `--data DIR` names another one. The same data
gives the same bytes.

Every table is a string of printable ASCII, because a Swift string literal is the one kind of
constant that costs nothing at compile time, at program start and in anonymous memory. A character
stands for its code less 0x24, so a single one holds 0 to 90; larger numbers take two or three
characters of six bits each, the high ones first.
"""

import argparse
import itertools
import os
import re
import sys

CODE_SPACE = 0x110000
BLOCK = 16  # code points in a block of a three-stage table
GROUP = 64  # blocks in a group
DIRECT = 0x900  # code points below this are in the last stage at their own place
FIRST = 0x24  # the character that stands for 0; neither " nor # is then ever among them
LARGEST = 0x7E - FIRST

# The order of `BidiClass`; the last is ON that is also a paired bracket (UAX #9, BD14 and BD15).
BIDI_CLASSES = (
    "L R AL EN AN ES ET CS NSM BN B S WS ON LRE LRO RLE RLO PDF LRI RLI FSI PDI bracket"
).split()
# The order of `JoiningType`.
JOINING_TYPES = "U R L D C T".split()
# The order of `GraphemeBreak`.
GRAPHEME_BREAKS = (
    "Other CR LF Control Extend ZWJ Regional_Indicator Prepend SpacingMark L V T LV LVT "
    "Extended_Pictographic"
).split()
# The order of `CellKind`.
CELL_KINDS = "nothing mark narrow wide control".split()
# The order of `ClusterKind`.
CLUSTER_KINDS = "plain emoji pictograph virama".split()
# The order of `MirrorKind`.
MIRROR_KINDS = "none mirrored opening closing".split()
# The order of `LineBreakClass`; CPw and OPw are wide in East Asia (rule LB30), EP is an unassigned
# pictograph (rule LB30b).
LINE_BREAKS = (
    "BK CR LF NL SP ZW WJ GL CM ZWJ AL HL NU ID IN EX SY IS CL CP CPw OP OPw QU NS B2 BA BB HY CB "
    "PR PO JL JV JT H2 H3 RI EB EM EP"
).split()

LONG_BIDI_CLASSES = {
    "Left_To_Right": "L",
    "Right_To_Left": "R",
    "Arabic_Letter": "AL",
    "European_Terminator": "ET",
}

# Format characters that are drawn, because they go before the number or letters they enclose.
PREPENDED_MARKS = "Prepended_Concatenation_Mark"
# Drawn in two cells by terminals and the C library, although they are not East Asian Wide.
DRAWN_WIDE = [(0x3248, 0x324F), (0x4DC0, 0x4DFF)]
# Letters in use that have no presentation forms: a letter whose joined forms have the same skeleton,
# and the marks that make up the difference. Letters whose dots no combining mark can show (Sindhi
# U+067D), or whose skeleton no other letter shares (Pashto U+06CD), are left out.
LOOK_ALIKES = {
    # Kurdish
    0x0695: (0x0631, [0x032C]),
    0x06B5: (0x0644, [0x065A]),
    0x06CE: (0x06CC, [0x065A]),
    0x06D5: (0x0647, []),
    # Pashto
    0x067C: (0x062A, [0x0325]),
    0x0681: (0x062D, [0x0654]),
    0x0685: (0x062D, [0x06DB]),
    0x0689: (0x062F, [0x0325]),
    0x0693: (0x0631, [0x0325]),
    0x0696: (0x0632, [0x065C]),
    0x069A: (0x0633, [0x065C, 0x06EC]),
    0x06AB: (0x06A9, [0x0325]),
    0x06BC: (0x0646, [0x0325]),
    # Sindhi
    0x068A: (0x062F, [0x065C]),
    0x068F: (0x062F, [0x06DB]),
    0x0699: (0x0631, [0x20DC]),
    # Kashmiri, Urdu
    0x0694: (0x0631, [0x065C]),
    0x06C2: (0x06C1, [0x0654]),
    0x06CA: (0x0648, [0x0308]),
}
# Letters that join as the letter does from which they take their forms; ArabicShaping.txt has them
# in groups of their own.
OTHER_GROUP = {0x06D5}
# LineBreak.txt: unassigned code points whose class is not XX.
LINE_BREAK_DEFAULTS = [
    (0x3400, 0x4DBF, "ID"), (0x4E00, 0x9FFF, "ID"), (0xF900, 0xFAFF, "ID"),
    (0x20000, 0x2FFFD, "ID"), (0x30000, 0x3FFFD, "ID"),
    (0x1F000, 0x1FAFF, "ID"), (0x1FC00, 0x1FFFD, "ID"), (0x20A0, 0x20CF, "PR"),
]
# Hangul vowels and final consonants, which share the cell of the consonant before them.
CONJOINING_JAMO = [(0x1160, 0x11FF), (0xD7B0, 0xD7FF)]


class Database:
    def __init__(self, directory):
        self.directory = directory
        self.versions = set()

    def lines(self, name):
        path = os.path.join(self.directory, name)
        with open(path, encoding="utf-8") as file:
            first = file.readline()
            header = re.match(r"# [A-Za-z]+-(\d+\.\d+\.\d+)\.txt", first)
            if header:
                self.versions.add(header[1])
            yield first
            yield from file

    def ranges(self, name):
        """(first, last, fields) of each data line."""
        for line in self.lines(name):
            fields = [field.strip() for field in line.split("#")[0].split(";")]
            if fields[0]:
                ends = fields[0].split("..")
                yield int(ends[0], 16), int(ends[-1], 16), fields[1:]

    def missing(self, name):
        """(first, last, value) of each `@missing` line, in their order."""
        for line in self.lines(name):
            found = re.match(r"# @missing: (\w+)\.\.(\w+); (\w+)", line)
            if found:
                yield int(found[1], 16), int(found[2], 16), found[3]

    def property(self, name, default, defaults=()):
        """The value of each code point; `defaults` are (first, last, value) before those of the file."""
        values = [default] * CODE_SPACE
        listed = ((first, last, fields[0]) for first, last, fields in self.ranges(name))
        for first, last, value in itertools.chain(defaults, listed):
            values[first : last + 1] = [value] * (last + 1 - first)
        return values

    def members(self, name, value):
        for first, last, fields in self.ranges(name):
            if fields[0] == value:
                yield from range(first, last + 1)


def bidi_classes(data, brackets):
    name = "extracted/DerivedBidiClass.txt"
    missing = data.missing(name)
    defaults = ((first, last, LONG_BIDI_CLASSES[value]) for first, last, value in missing)
    values = data.property(name, "L", defaults)
    for point in brackets:
        assert values[point] == "ON"
        values[point] = "bracket"
    return values


def grapheme_breaks(data):
    values = data.property("auxiliary/GraphemeBreakProperty.txt", "Other")
    for point in data.members("emoji/emoji-data.txt", "Extended_Pictographic"):
        assert values[point] == "Other"
        values[point] = "Extended_Pictographic"
    return values


def cell_kinds(data, classes, breaks):
    category = data.property("extracted/DerivedGeneralCategory.txt", "Cn")
    missing = data.missing("extracted/DerivedEastAsianWidth.txt")
    defaults = ((first, last, value[0]) for first, last, value in missing)
    width = data.property("EastAsianWidth.txt", "N", defaults)
    ignorable = set(data.members("DerivedCoreProperties.txt", "Default_Ignorable_Code_Point"))
    prepended = set(data.members("PropList.txt", PREPENDED_MARKS))
    jamo = {point for first, last in CONJOINING_JAMO for point in range(first, last + 1)}
    drawn_wide = {point for first, last in DRAWN_WIDE for point in range(first, last + 1)}

    def kind(point):
        # A tab or a line break that is left in a line is shown as a blank.
        if category[point] in ("Cc", "Zl", "Zp") and classes[point] in ("B", "S", "WS"):
            return "control"
        if point in jamo:
            return "mark"
        if point in ignorable and (category[point] in ("Cn", "Mn", "Cf")):
            return "nothing"
        if category[point] in ("Cc", "Cf") and point not in prepended:
            return "nothing"
        if category[point] in ("Mn", "Me"):
            return "mark"
        return "wide" if width[point] in "FW" or point in drawn_wide else "narrow"

    return [kind(point) for point in range(CODE_SPACE)]


def cluster_kinds(data, cells):
    """What a character does to the width of its cluster."""
    kinds = ["plain"] * CODE_SPACE
    for name in ("Virama", "Invisible_Stacker"):
        for point in data.members("IndicSyllabicCategory.txt", name):
            kinds[point] = "virama"
    for line in data.lines("emoji/emoji-variation-sequences.txt"):
        points = line.split(";")[0].split()
        # ASCII is left to the code, because there is no room for more records.
        if points and not line.startswith("#") and int(points[0], 16) > 0x7F:
            point = int(points[0], 16)
            kinds[point] = {"narrow": "emoji", "wide": "pictograph"}[cells[point]]
    return kinds


def word_parts(data):
    """1 for each code point that is a letter, a number or a connector such as `_`, else 0."""
    parts = [0] * CODE_SPACE
    connectors = data.members("extracted/DerivedGeneralCategory.txt", "Pc")
    letters = data.members("DerivedCoreProperties.txt", "Alphabetic")
    for point in (*letters, *connectors):
        parts[point] = 1
    # The numbers of the unified ideographs, which are letters, are not in the file.
    for first, last, _ in data.ranges("extracted/DerivedNumericType.txt"):
        parts[first : last + 1] = [1] * (last + 1 - first)
    return parts


def line_breaks(data):
    """The Line_Break classes as rule LB1 of UAX #14 resolves them."""
    category = data.property("extracted/DerivedGeneralCategory.txt", "Cn")
    width = data.property("EastAsianWidth.txt", "N")
    pictographs = set(data.members("emoji/emoji-data.txt", "Extended_Pictographic"))
    # The defaults are those that the file's head lists in words.
    values = data.property("LineBreak.txt", "XX", LINE_BREAK_DEFAULTS)

    def resolved(point, value):
        if value in ("AI", "SG", "XX"):
            return "AL"
        if value == "SA":
            return "CM" if category[point] in ("Mn", "Mc") else "AL"
        if value == "CJ":
            return "NS"
        if value in ("OP", "CP") and width[point] in "FWH":
            return value + "w"
        if value == "ID" and category[point] == "Cn" and point in pictographs:
            return "EP"
        return value

    return [resolved(point, value) for point, value in enumerate(values)]


def presentation_forms(data):
    """(letter to its isolated, final, initial and medial forms; alef to its two forms with lam)"""
    order = ["<isolated>", "<final>", "<initial>", "<medial>"]
    forms, lam_alef = {}, {}
    for line in data.lines("UnicodeData.txt"):
        fields = line.split(";")
        point, mapping = int(fields[0], 16), fields[5].split()
        if not (mapping and mapping[0] in order and 0xFB50 <= point <= 0xFEFC):
            continue
        place = order.index(mapping[0])
        letters = [int(letter, 16) for letter in mapping[1:]]
        if len(letters) == 1:
            forms.setdefault(letters[0], [0] * 4)[place] = point
        elif letters[0] == 0x0644 and len(letters) == 2 and 0xFEF5 <= point:
            lam_alef.setdefault(letters[1], [0] * 2)[place] = point
    for two in lam_alef.values():
        assert two[1] == two[0] + 1
    return forms, lam_alef


def look_alikes(data, forms):
    """Adds the joined forms of LOOK_ALIKES; returns each letter's number in the list of marks."""
    shaping = {first: fields for first, _, fields in data.ranges("ArabicShaping.txt")}
    category = data.property("extracted/DerivedGeneralCategory.txt", "Cn")
    marks = []
    numbers = {}
    for letter, (base, added) in LOOK_ALIKES.items():
        assert letter not in forms
        # The same type, and the same group, which is a skeleton.
        assert letter in OTHER_GROUP or shaping[letter][1:] == shaping[base][1:], hex(letter)
        assert all(category[mark] == "Mn" for mark in added)
        joins_both = shaping[letter][1] == "D"
        forms[letter] = [0] + [form if joins_both or at == 0 else 0
                               for at, form in enumerate(forms[base][1:])]
        assert forms[letter][1] and all(forms[letter][2:]) == joins_both
        if added and added not in marks:
            marks.append(added)
        numbers[letter] = 1 + marks.index(added) if added else 0
    return numbers, marks


def character(number):
    assert 0 <= number <= LARGEST, f"{number} does not fit in one character"
    return chr(FIRST + number)


def characters(number, count):
    assert 0 <= number < 1 << 6 * count, f"{number} does not fit in {count} characters"
    return "".join(character(number >> 6 * place & 63) for place in reversed(range(count)))


class Stages:
    """Values of all code points in three stages: groups of blocks of values.

    The values of the code points below DIRECT are at their own place.
    """

    def __init__(self, values):
        self.blocks = [tuple(values[start : start + BLOCK]) for start in range(0, DIRECT, BLOCK)]
        numbers = []
        for start in range(0, CODE_SPACE, BLOCK):
            block = tuple(values[start : start + BLOCK])
            if block not in self.blocks:
                self.blocks.append(block)
            numbers.append(self.blocks.index(block))
        groups = {}
        self.text = "".join(
            character(groups.setdefault(tuple(numbers[start : start + GROUP]), len(groups)))
            for start in range(0, len(numbers), GROUP)
        )
        self.groups = "".join(characters(number, 2) for group in groups for number in group)

    def literals(self, name, comment):
        """The stages as constants."""
        last = "".join(character(value) for block in self.blocks for value in block)
        return [
            literal(
                name + "Groups",
                self.text,
                [f"For each {GROUP * BLOCK} code points the number of their group."],
            ),
            literal(
                name + "Blocks",
                self.groups,
                [f"For each {BLOCK} code points of a group the number of their block."],
            ),
            literal(
                name + "s",
                last,
                [comment, f"Code points below U+{DIRECT:04X} are at their own place."],
            ),
        ]


def literal(name, text, comment):
    lines = [text[start : start + 90] for start in range(0, len(text), 90)]
    body = "\\#\n    ".join(lines)
    return (
        "".join(f"  /// {line}\n" for line in comment)
        + f"  @inline(__always) static var {name}: UnsafePointer<UInt8> {{\n"
        + f'    (#"""\n    {body}\n    """# as StaticString).utf8Start\n  }}\n'
    )


def generate(directory):
    data = Database(directory)
    mirrors = {first: int(fields[0], 16) for first, _, fields in data.ranges("BidiMirroring.txt")}
    brackets = {first: fields for first, _, fields in data.ranges("BidiBrackets.txt")}
    for point, (pair, _) in brackets.items():
        assert mirrors[point] == int(pair, 16)

    classes = bidi_classes(data, brackets)
    joining = data.property("extracted/DerivedJoiningType.txt", "U")
    breaks = grapheme_breaks(data)
    cells = cell_kinds(data, classes, breaks)
    clusters = cluster_kinds(data, cells)
    mirror = ["none"] * CODE_SPACE
    for point in mirrors:
        mirror[point] = "mirrored"
    for point, (_, kind) in brackets.items():
        mirror[point] = {"o": "opening", "c": "closing"}[kind]
    forms, lam_alef = presentation_forms(data)
    added_marks, marks = look_alikes(data, forms)

    records = {}
    places = [
        records.setdefault(values, len(records))
        for values in zip(classes, joining, breaks, cells, mirror, clusters)
    ]
    # What only lines and carets need: there is no room for it in the records of all characters.
    text_records = {}
    text_places = [
        text_records.setdefault(values, len(text_records))
        for values in zip(line_breaks(data), word_parts(data))
    ]
    assert len(data.versions) == 1, f"files of several versions: {sorted(data.versions)}"
    version = data.versions.pop()
    first_form, last_form = min(forms), max(point for point in forms if point < 0x0700)
    assert first_form == 0x0621 and len(lam_alef) == 4

    def column(index, order):
        return "".join(character(order.index(record[index])) for record in records)

    tables = [
        *Stages(places).literals("record", "The number of each code point's record."),
        literal("bidiClasses", column(0, BIDI_CLASSES), ["Each record's `BidiClass` or bracket."]),
        literal("joiningTypes", column(1, JOINING_TYPES), ["Each record's `JoiningType`."]),
        literal("graphemeBreaks", column(2, GRAPHEME_BREAKS), ["Each record's `GraphemeBreak`."]),
        literal("cellKinds", column(3, CELL_KINDS), ["Each record's `CellKind`."]),
        literal("clusterKinds", column(5, CLUSTER_KINDS), ["Each record's `ClusterKind`."]),
        *Stages(text_places).literals("textRecord", "The number of each code point's text record."),
        literal(
            "lineBreaks",
            "".join(character(LINE_BREAKS.index(value)) for value, _ in text_records),
            ["Each text record's `LineBreakClass`."],
        ),
        literal(
            "wordParts",
            "".join(character(part) for _, part in text_records),
            ["1 for each text record of letters, numbers and connectors, else 0."],
        ),
        literal("mirrorKinds", column(4, MIRROR_KINDS), ["Each record's `MirrorKind`."]),
        literal(
            "mirrors",
            "".join(
                characters(point, 3) + characters(mirrors[point], 3) for point in sorted(mirrors)
            ),
            ["Each mirrored character, ascending, and its image; three characters each."],
        ),
        literal(
            "forms",
            "".join(
                characters(form - 0xFB4F if form else 0, 2)
                for point in range(first_form, last_form + 1)
                for form in forms.get(point, [0] * 4)
            ),
            [
                "Each letter's isolated, final, initial and medial form less 0xFB4F, two characters",
                "each; 0 where there is none.",
            ],
        ),
        literal(
            "addedMarks",
            "".join(
                character(added_marks.get(point, 0)) for point in range(first_form, last_form + 1)
            ),
            ["The number of the marks that each letter's joined forms lack, 0 for none."],
        ),
    ]
    mark_cases = "".join(
        f"    case {number}: (0x{(two + [0])[0]:04X}, 0x{(two + [0])[1]:04X})\n"
        for number, two in enumerate(marks, 1)
    )
    cases = "".join(
        f"    case 0x{alef:04X}: 0x{lam_alef[alef][0]:04X}\n" for alef in sorted(lam_alef)
    )
    return f"""\
// Written by generate.py; do not edit. swift-format-ignore-file

/// Properties of Unicode {version} as constants; `generate.py` says how they are laid out.
enum UnicodeTables {{
  static var version: String {{ "{version}" }}
  /// What stands for 0.
  @inline(__always) static var zero: UInt8 {{ 0x{FIRST:02X} }}
  @inline(__always) static var blockShift: UInt32 {{ {BLOCK.bit_length() - 1} }}
  @inline(__always) static var directLimit: UInt32 {{ 0x{DIRECT:04X} }}
  @inline(__always) static var groupShift: UInt32 {{ {(GROUP * BLOCK).bit_length() - 1} }}
  static var mirrorCount: Int {{ {len(mirrors)} }}
  @inline(__always) static var formLetters: ClosedRange<UInt32> {{ 0x{first_form:04X}...0x{last_form:04X} }}
  @inline(__always) static var formBase: UInt32 {{ 0xFB4F }}

  /// The marks that a look-alike form lacks, by their number in `addedMarks`; 0 for no second one.
  static func marks(_ number: UInt8) -> (UInt32, UInt32) {{
    switch number {{
{mark_cases}    default: (0, 0)
    }}
  }}

  /// The isolated form of lam with this alef; the final form is the next code point.
  @inline(__always) static func lamAlef(_ alef: UInt32) -> UInt32? {{
    switch alef {{
{cases}    default: nil
    }}
  }}

""" + "\n".join(tables) + "}\n"


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser(description="Writes UnicodeTables.swift.")
    parser.add_argument("--data", default="/usr/share/unicode", help="such as /usr/share/unicode")
    parser.add_argument("--output", default=os.path.join(here, "UnicodeTables.swift"))
    options = parser.parse_args()
    tables = generate(options.data)
    if options.output == "-":
        sys.stdout.write(tables)
    else:
        with open(options.output, "w", encoding="ascii", newline="\n") as file:
            file.write(tables)


if __name__ == "__main__":
    main()
