#!/usr/bin/env python3
"""Shows the same Arabic, Hebrew and Persian text by a library: shown.py rich|textual|prompt|questionary|ink."""
import itertools
import pathlib
import sys
import time

ANSWER = (pathlib.Path(__file__).parent / "answer.md").read_text()


def show_with_rich():
    from rich.console import Console
    from rich.markdown import Markdown
    from rich.table import Table
    table = Table("الملف", "الحجم", "ملاحظة")
    table.add_row("تقرير.txt", "4 KB", "تم الحفظ (2026)")
    table.add_row("דוח.pdf", "12 MB", "גרסה 3 מוכנה")
    Console().print(Markdown(ANSWER.split("|")[0]), table)
    sys.stdin.read(1)


def show_with_textual():
    from textual.app import App
    from textual.widgets import DataTable, Input, Label

    class Notes(App):
        def compose(self):
            yield Label("اختر لغة الواجهة، ثم اضغط Enter.")
            yield Label("בחר שפה (English או עברית).")
            yield Input("اسم الملف report.txt")
            yield DataTable()

        def on_mount(self):
            table = self.query_one(DataTable)
            table.add_columns("الاسم", "الحالة")
            table.add_rows([("تقرير المبيعات", "جاهز (3)"), ("plain.txt", "در حال انجام")])

    Notes(ansi_color=True).run()


def show_with_prompt_toolkit():
    from prompt_toolkit import prompt
    from prompt_toolkit.completion import WordCompleter
    words = WordCompleter(["تقرير.txt", "تقرير المبيعات", "תמונות", "plain.txt"])
    prompt("اسم الملف: ", completer=words, bottom_toolbar="اضغط Tab للإكمال، و Ctrl-D للخروج")


def show_with_questionary():
    import questionary
    questionary.select("أي لغة تختار؟", choices=["العربية (ar)", "עברית (he)", "فارسی (fa)", "English"]).ask()


def show_with_ink():
    """Draws as Ink does: erases its rows and writes them again, in frames that are held back."""
    words = ANSWER.split("|")[0].split(" ")
    spinner = itertools.cycle("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")
    height = 0
    for count in range(1, len(words) + 1):
        is_last = count == len(words)
        rows = ["╭" + "─" * 40 + "╮", "│ > كيف أقرأ ملفا في Python؟" + " " * 13 + "│", "╰" + "─" * 40 + "╯"]
        rows += [row for row in " ".join(words[:count]).split("\n") if row][-7:]
        rows += ["✻ تم." if is_last else f"{next(spinner)} جار الكتابة… ({count} tokens)"]
        erase = "\x1b[2K\x1b[1A" * (height - 1) + "\x1b[2K\x1b[G" if height else ""
        sys.stdout.write("\x1b[?2026h" + erase + "\r\n".join(rows) + "\x1b[?2026l")
        sys.stdout.flush()
        height = len(rows)
        time.sleep(1 / 30)
    sys.stdin.read(1)


{"rich": show_with_rich, "textual": show_with_textual, "prompt": show_with_prompt_toolkit,
 "questionary": show_with_questionary, "ink": show_with_ink}[sys.argv[1]]()
