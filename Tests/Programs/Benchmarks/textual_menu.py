"""The same menu of two languages in Textual."""

from textual.app import App
from textual.widgets import OptionList


class Menu(App):
    def compose(self):
        yield OptionList("English (EN)", "Arabic (AR)")


Menu().run()
