"""The settings of lisan's first sections as a Textual program, with Textual's own widgets and look."""

from textual.app import App
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Button, Footer, Header, Label, OptionList, RadioButton, RadioSet, Switch


class Settings(App):
    TITLE = "Settings"
    BINDINGS = [("slash", "find", "Find"), ("q", "quit", "Quit")]
    CSS = """
    OptionList { width: 20; height: 100%; }
    VerticalScroll { padding: 0 2; }
    .row { height: 3; }
    .row Label { width: 30; padding: 1 0; }
    """

    def compose(self):
        yield Header()
        with Horizontal():
            yield OptionList("Account", "Language", "Region", "Sync", "Appearance", "About")
            with VerticalScroll():
                yield Label("[b]Language[/b]")
                yield Label("Choose the language of this app.")
                with RadioSet():
                    yield RadioButton("English (EN)", value=True)
                    yield RadioButton("العربية (AR)")
                with Horizontal(classes="row"):
                    yield Label("Follow the system language")
                    yield Switch()
                with Horizontal(classes="row"):
                    yield Label("Apply layout direction")
                    yield Button("After a restart")
        yield Footer()

    def on_mount(self):
        self.query_one(RadioSet).focus()


Settings().run()
