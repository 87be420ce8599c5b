#!/usr/bin/env python3
"""Shows the same text by a library: shown.py textual|rich|prompt plain|visual|marks. The last two are with
lisantext, in that order of a terminal."""
import sys


def show_with_textual(order):
    from textual.app import App
    from textual.widgets import DataTable, Input, Label
    from lisantext import Text
    from lisantext.rich import Bidi
    from lisantext.textual import Bidirectional

    def kind(widget):
        return type(widget.__name__, (Bidirectional, widget), {"bidi_marks": order == "marks"}) if order else widget

    def cell(text):
        return Bidi(text, marks=order == "marks") if order else text

    class Notes(App):
        def compose(self):
            yield kind(Label)("اختر لغة الواجهة، ثم [b]اضغط[/b] Enter.")
            yield kind(Label)("בחר שפה (English או עברית).")
            field = kind(Input)("اسم الملف report.txt")
            # So that the program comes to rest.
            field.cursor_blink = False
            yield field
            yield DataTable()

        def on_mount(self):
            table = self.query_one(DataTable)
            table.add_columns(*(Text(label).line().visual(order) if order else label for label in ["الاسم", "الحالة"]))
            table.add_row(cell("تقرير المبيعات"), cell("جاهز (3)"))
            table.add_row("plain.txt", cell("در حال انجام"))

    Notes(ansi_color=True).run()


def show_with_rich(order):
    from rich.console import Console
    from rich.panel import Panel
    from rich.table import Table
    from lisantext.rich import Bidi

    table = Table("الملف", "الحجم", "ملاحظة")
    table.add_row("report.txt", "4 KB", "تم [b]الحفظ[/b] (2026)")
    table.add_row("דוח.pdf", "12 MB", "גרסה 3 מוכנה")
    text = "كتبت الدالة في sum.py، وشغلت الاختبار (3 من 3)، ثم أرسلت التقرير إلى الفريق."
    for each in [Panel(text), table]:
        Console().print(Bidi(each, marks=order == "marks") if order else each)
    sys.stdin.read(1)


def show_with_prompt_toolkit(order):
    from prompt_toolkit import prompt
    from lisantext.prompt_toolkit import BidiProcessor, bidi_bindings
    processor = BidiProcessor(marks=order == "marks")
    ordered = dict(input_processors=[processor], key_bindings=bidi_bindings()) if order else {}
    while True:
        prompt("> ", **ordered)


{"textual": show_with_textual, "rich": show_with_rich,
 "prompt": show_with_prompt_toolkit}[sys.argv[1]]({"plain": None}.get(sys.argv[2], sys.argv[2]))
