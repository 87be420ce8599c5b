"""A program of Textual: a number, and two buttons."""

from textual.app import App, ComposeResult
from textual.widgets import Button, Footer, Label


class Counter(App[int]):
    BINDINGS = [("up", "add(1)", "More"), ("down", "add(-1)", "Less"), ("q", "leave", "Quit")]

    count = 0

    def compose(self) -> ComposeResult:
        yield Label("Count: 0", id="count")
        yield Button("Add ten", id="ten")
        yield Footer()

    def action_add(self, number: int) -> None:
        self.count += number
        self.query_one("#count", Label).update(f"Count: {self.count}")

    def on_button_pressed(self) -> None:
        self.action_add(10)

    def action_leave(self) -> None:
        self.exit(return_code=self.count)


if __name__ == "__main__":
    app = Counter()
    app.run()
    raise SystemExit(app.return_code or 0)
