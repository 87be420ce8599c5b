"""Runs of one direction from left to right, for a program that draws text itself: here a browser, in
which each run is placed and ordered by them.

Run it where lisantext is installed: python3 runs.py > runs.html
"""

from html import escape

from lisantext import Text

for string in ["abc אבג 12", "سلام (OK) 123"]:
    parts = []
    for start, end, level in Text(string, filtered=True).line().runs:
        direction = "rtl" if level % 2 else "ltr"
        parts.append(f'<bdo dir="{direction}">{escape(string[start:end])}</bdo>')
    print(f'<p><bdo dir="ltr">{"".join(parts)}</bdo></p>')
