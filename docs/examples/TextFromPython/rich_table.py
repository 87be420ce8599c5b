"""A Rich table with right-to-left cells.

Needs rich: python3 rich_table.py
"""

from rich.console import Console
from rich.table import Table

from lisantext.rich import Bidi

table = Table("name", "city")
table.add_row("[b]عمر[/b] (Omar)", "دمشق")
table.add_row("דנה", "חיפה 12")
Console().print(Bidi(table))
