"""A Rich table with right-to-left cells.

Needs rich: python3 rich_table.py
"""

from rich.console import Console
from rich.table import Table

from lisantext.rich import Bidi

table = Table("name", "city")
table.add_row(Bidi("[b]عمر[/b] (Omar)"), Bidi("دمشق"))
table.add_row(Bidi("דנה"), Bidi("חיפה 12"))
Console().print(table)
