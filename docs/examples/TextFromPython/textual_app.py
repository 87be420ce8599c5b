"""A Textual app with right-to-left text: the same widget without and with `Bidirectional`.

Needs textual: python3 textual_app.py
"""

from textual.app import App, ComposeResult
from textual.widgets import Static

from lisantext.textual import Bidirectional

TEXT = "[b]سلام[/b] to you, שלום (1) 2"


class Ordered(Bidirectional, Static):
    """A static text in order."""


class Texts(App):
    def compose(self) -> ComposeResult:
        yield Static(TEXT, id="plain")
        yield Ordered(TEXT, id="ordered")


if __name__ == "__main__":
    Texts().run()
