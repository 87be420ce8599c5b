"""A table of names in columns, each name in order and the columns straight.

Run it where lisantext is installed: python3 names.py
"""

from lisantext import Text

NAMES = [("Omar", "عمر"), ("Dana", "דנה (חיפה)"), ("Salam", "سلام")]

for latin, name in NAMES:
    line = Text(name, filtered=True).truncated(12)
    print(f"{latin:6}|{' ' * (12 - line.width)}{line.visual()}|")
