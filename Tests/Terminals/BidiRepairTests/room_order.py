#!/usr/bin/env python3
"""Writes answers of AI tools with right-to-left text, as the tools lay them out, with the order that
Chromium gives each row: room_order.py OUTPUT [ANSWERS]. RoomOrderTests reads the file (LISAN_ROOM_ORDER).

Each line is JSON: kind, layout, columns, held (a layout that the rule was not made with), rows: the text
of each row with SGR sequences, and for each row its characters without blanks from left to right."""
import html
import json
import random
import re
import subprocess
import sys
import tempfile

TEXTS = {
    "ar": dict(
        nouns="الملف الدالة النتيجة الاختبار المجلد الخادم الطلب السطر المتغير الإصدار المستودع المفتاح".split(),
        verbs="يقرأ يكتب يحذف ينشئ يفحص يعيد يرسل يستدعي يحتاج يحدد".split(),
        adjectives="الجديدة القديمة الأولى الأخيرة المطلوبة الفارغة".split(),
        sentences=[
            "بعد القراءة وجدت أن {n} {v} {code} قبل {n}، ولهذا تفشل {n} {a}.",
            "في {file} خطأ صغير: القيمة {num} غير صحيحة، والصواب {num}.",
            "يمكنك تشغيل {code} مرة أخرى للتأكد من أن {n} سليمة.",
            "{n} {v} {n} مع {eng} و{eng}، ثم {v} {n} {a} (انظر {file}).",
            "استغرق ذلك {num} ثانية، أي أقل بنسبة {num}% من السابق.",
            "هل تريد أن أعدل {n} في {file} أم أتركها كما هي؟",
            "أضفت {code} إلى {n}، وحذفت {num} سطرا من {n} {a}!",
            "السبب أن {eng} لا {v} {n} إلا إذا كانت {n} {a} موجودة.",
            "كلمة \"{n}\" تعني هنا {eng} (أو {eng} أحيانا)."],
        latin="{code} {v} {n} {a} قبل أن {v} {n}.", title="ملخص {n} {a}", cell="{n} {a}",
        status="{n}: {num} من {num} · {eng}", digits="٠١٢٣٤٥٦٧٨٩", comma="،"),
    "he": dict(
        nouns="הקובץ הפונקציה התוצאה הבדיקה התיקייה השרת הבקשה השורה המשתנה הגרסה המאגר המפתח".split(),
        verbs="קורא כותב מוחק יוצר בודק מחזיר שולח מפעיל צריך קובע".split(),
        adjectives="החדשה הישנה הראשונה האחרונה הנדרשת הריקה".split(),
        sentences=[
            "אחרי קריאה מצאתי ש{n} {v} את {code} לפני {n}, ולכן {n} {a} נכשלת.",
            "ב־{file} יש טעות קטנה: הערך {num} שגוי, והנכון הוא {num}.",
            "אפשר להריץ {code} שוב כדי לוודא ש{n} תקינה.",
            "{n} {v} את {n} עם {eng} ועם {eng}, ואז {v} את {n} {a} (ראו {file}).",
            "זה לקח {num} שניות, כלומר {num}% פחות מקודם.",
            "האם לשנות את {n} בתוך {file} או להשאיר אותה כפי שהיא?",
            "הוספתי {code} אל {n} ומחקתי {num} שורות מתוך {n} {a}!",
            "הסיבה היא ש {eng} לא {v} את {n} אלא אם {n} {a} קיימת.",
            "המילה \"{n}\" פירושה כאן {eng} (או לפעמים {eng})."],
        latin="{code} {v} את {n} {a} לפני ש{v} את {n}.", title="סיכום {n} {a}", cell="{n} {a}",
        status="{n}: {num} מתוך {num} · {eng}", digits="0123456789", comma=","),
    "fa": dict(
        nouns="پرونده تابع نتیجه آزمون پوشه کارساز درخواست سطر متغیر نسخه مخزن کلید".split(),
        verbs="می‌خواند می‌نویسد می‌سازد می‌فرستد می‌گیرد نیاز‌دارد برمی‌گرداند".split(),
        adjectives="تازه قدیمی نخست آخر لازم خالی".split(),
        sentences=[
            "پس از خواندن دیدم که {n} پیش از {n} {code} را {v} و برای همین {n} {a} خطا می‌دهد.",
            "در {file} یک اشتباه کوچک هست: مقدار {num} درست نیست و باید {num} باشد.",
            "می‌توانید {code} را دوباره اجرا کنید تا مطمئن شوید {n} سالم است.",
            "{n} با {eng} و {eng} کار می‌کند و سپس {n} {a} را {v} (نگاه کنید به {file}).",
            "این کار {num} ثانیه طول کشید، یعنی {num}% کمتر از پیش.",
            "آیا {n} را در {file} تغییر بدهم یا همان‌طور بماند؟",
            "{code} را به {n} افزودم و {num} سطر از {n} {a} را پاک کردم!",
            "دلیلش این است که {eng} فقط وقتی {n} را {v} که {n} {a} باشد.",
            "واژهٔ «{n}» اینجا یعنی {eng} (یا گاهی {eng})."],
        latin="{code} {n} {a} را پیش از {n} {v}.", title="خلاصهٔ {n} {a}", cell="{n} {a}",
        status="{n}: {num} از {num} · {eng}", digits="۰۱۲۳۴۵۶۷۸۹", comma="،"),
}
CODE = ["parse()", "make test", "git push", "foo_bar", "--force", "npm run build", "x += 1", "Array<Int>",
        "main.swift", "nil", "GET /api/v2", "if (a > b)", "f(x, y)", "/etc/hosts", "API_KEY"]
FILES = ["main.swift", "README.md", "src/app.py", "Package.swift", "config.json", "index.html"]
ENGLISH = ["Docker", "HTTP", "GitHub Actions", "JSON", "cache", "Linux kernel", "TypeScript", "pull request", "UTF-8"]
CODE_ROWS = ['print("{t}")', 'let title = "{t}"  // {t}', "x = compute(42)  # {t}", "return x + 1", "# {t}",
             "def add(a, b):", 'name = "{t}"', "// {t}"]
ENGLISH_ROWS = ["The word {n} is the Arabic or Persian name that the function returns here.",
                "Run the tests again, and look at {n} in the log of the server."]


class Writer:
    """The texts of one answer. A word is (text, look); a text is a list of words."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.language = self.random.choice(list(TEXTS))
        self.texts = TEXTS[self.language]

    def number(self):
        number = self.random.choice(["42", "12.5", "3", "1,024", "2026", "0.75", "100"])
        if self.random.random() < 0.3:
            number = "".join(self.texts["digits"][int(c)] if c.isdigit() else c for c in number)
        return number

    def words(self, template, look=""):
        pick, texts, words = self.random.choice, self.texts, []
        fill = {"n": lambda: (pick(texts["nouns"]), "bold" if self.random.random() < 0.06 else look),
                "v": lambda: (pick(texts["verbs"]), look), "a": lambda: (pick(texts["adjectives"]), look),
                "code": lambda: (pick(CODE), "code"), "num": lambda: (self.number(), look),
                "file": lambda: (pick(FILES), pick(["code", "link", look])),
                "eng": lambda: (pick(ENGLISH), pick([look, look, look, "bold"]))}
        for word in template.split(" "):
            parts = []
            for part in re.split(r"(\{\w+\})", word):
                if part:
                    parts.append(fill[part[1:-1]]() if part[0] == "{" else (part, look))
            # What has blanks is wrapped there.
            for place, (text, style) in enumerate(parts):
                for number, piece in enumerate(text.split(" ")):
                    if place and not number:
                        words[-1].append((piece, style))
                    else:
                        words.append([(piece, style)])
        return words

    def sentence(self):
        return self.words(self.random.choice(self.texts["sentences"]))

    def prose(self, least=1, most=4):
        return sum((self.sentence() for _ in range(self.random.randint(least, most))), [])


def length(word):
    return sum(len(text.replace("\u200c", "")) for text, _ in word)


def wrap(words, width):
    lines, line, used = [], [], 0
    for word in words:
        need = length(word)
        if line and used + 1 + need > width:
            lines.append(line)
            line, used = [], 0
        line.append(word)
        used += need + (1 if used else 0)
    return lines + [line] if line else lines


class Page:
    """The rows of an answer: each is a list of strings (as written) and (paragraph, line) texts."""

    def __init__(self, width):
        self.width, self.rows, self.kinds, self.paragraphs = width, [], [], []

    def add(self, kind, row):
        self.rows.append(row)
        self.kinds.append(kind)

    def paragraph(self, lines, direction):
        self.paragraphs.append((lines, direction))
        return len(self.paragraphs) - 1

    def text(self, kind, words, direction="rtl", first="", rest="", left="", right="", width=None, room=None):
        """A text with a marker, wrapped; `left` and `right` are drawn beside each row of `room` columns."""
        marker = [[(first.strip(), "")]] if first.strip() else []
        lines = wrap(words, (width or self.width) - len(rest) - len(left) - len(right))
        lines = [line for line in lines if line]
        if marker:
            lines[0] = marker + lines[0]
        number = self.paragraph(lines, direction)
        for index, line in enumerate(lines):
            indent = re.match(" *", first).group() if index == 0 else rest
            used = len(indent) + sum(map(length, line)) + len(line) - 1
            gap = len(first) - len(indent) - len(first.strip()) - 1 if index == 0 and marker else 0
            row = [left + indent, (number, index, gap)]
            if room:
                row.append(" " * (room - used) + right)
            self.add(kind, row)

    def blank(self):
        self.add("", [""])


def block_table(page, writer, box, indent, gap=2):
    columns = writer.random.randint(2, 3)
    rows = [[writer.words(writer.texts["cell"]) if writer.random.random() < 0.6
             else [[(writer.random.choice(FILES + ENGLISH + CODE[:4]), "")]] for _ in range(columns)]
            for _ in range(writer.random.randint(2, 5))]
    size = lambda cell: sum(map(length, cell)) + len(cell) - 1
    widths = [max(size(row[c]) for row in rows) for c in range(columns)]
    if sum(widths) + 4 * columns + indent > page.width:
        return
    if box:
        page.add("", [" " * indent + "┌" + "┬".join("─" * (w + 2) for w in widths) + "┐"])
    for row in rows:
        out = [" " * indent]
        for column, cell in enumerate(row):
            number = page.paragraph([cell], "auto")
            out.append("│ " if box else "")
            out.append((number, 0, 0))
            out.append(" " * (widths[column] - size(cell) + (1 if box else gap)))
        page.add("table" if box else "columns", out + (["│"] if box else []))
    if box:
        page.add("", [" " * indent + "└" + "┴".join("─" * (w + 2) for w in widths) + "┘"])


def block_code(page, writer, left="", room=None, right=""):
    for template in writer.random.sample(CODE_ROWS, writer.random.randint(3, 6)):
        row = template.replace("{t}", " ".join("".join(t for t, _ in w) for w in writer.words(writer.texts["cell"])))
        row = row.replace("\u200c", "")
        if len(left) + len(row) + len(right) > page.width:
            continue  # It would wrap.
        words = [[(word, "")] for word in row.replace("  ", " \0").split(" ")]
        words = [[(word[0][0].replace("\0", " "), "")] for word in words]
        number = page.paragraph([words], "ltr")
        used = len(row)
        page.add("code", [left, (number, 0, 0)] + ([" " * (room - used) + right] if room else []))


LAYOUTS = {  # name: (held out, margin, widest, marker, bullet, quote, boxed code, boxed prose)
    "ink": (False, 2, 0, "● ", "- ", "▎ ", False, True),
    "rich": (False, 0, 0, "", " • ", "▌ ", True, True),
    "textual": (False, 3, 0, "", "• ", "▌ ", True, True),
    "vibe": (False, 1, 0, "", " • ", "▎ ", False, False),
    "glow": (True, 2, 80, "", "• ", "│ ", False, False),
    "raw": (True, 0, 0, "", "* ", "> ", False, False),
    "panel": (True, 4, 100, "◆ ", "◦ ", "┃ ", True, True),
}


def answer(layout, width, seed):
    held, margin, widest, marker, bullet, quote, boxes_code, boxes_prose = LAYOUTS[layout]
    writer = Writer(seed)
    pick = writer.random
    width = min(width, widest or width)
    page = Page(width - margin)
    pad = " " * margin
    kinds = ["paragraph", "list", "numbers", "quote", "table", "columns", "code", "box", "status", "english", "title"]
    for kind in ["paragraph"] + pick.sample(kinds, pick.randint(3, 6)):
        if kind == "paragraph":
            words = writer.prose()
            if pick.random() < 0.15:
                words = writer.words(writer.texts["latin"]) + words
            first = pad[:max(0, margin - 2)] + marker if marker else pad
            page.text("paragraph", words, first=first, rest=pad, width=page.width)
        elif kind in ("list", "numbers"):
            for number in range(1, pick.randint(3, 6)):
                words = writer.words(writer.texts["latin"]) if pick.random() < 0.3 else writer.prose(1, 2)
                sign = f"{number}. " if kind == "numbers" else bullet
                page.text(kind, words, first=pad + sign, rest=pad + " " * len(sign))
        elif kind == "quote":
            page.text(kind, writer.prose(1, 2), left=pad + quote)
        elif kind in ("table", "columns"):
            block_table(page, writer, kind == "table", margin, pick.choice([2, 4]))
        elif kind == "code":
            if boxes_code:
                room = page.width - margin - 4
                if room < 60:
                    continue
                page.add("", [pad + "╭" + "─" * (room + 2) + "╮"])
                block_code(page, writer, pad + "│ ", room, " │")
                page.add("", [pad + "╰" + "─" * (room + 2) + "╯"])
            else:
                block_code(page, writer, pad + "  ")
        elif kind == "box" and boxes_prose:
            room = page.width - margin - 4
            page.add("", [pad + "╭" + "─" * (room + 2) + "╮"])
            page.text(kind, writer.prose(1, 3), left=pad + "│ ", right=" │", width=page.width, room=room)
            page.add("", [pad + "╰" + "─" * (room + 2) + "╯"])
        elif kind == "status":
            spinner = pick.choice(["⠙ ", "⠿ ", "✻ ", ""])
            page.text(kind, writer.words(writer.texts["status"]), first=pad + spinner, rest=pad)
        elif kind == "english":
            words = [[(w.replace("{n}", pick.choice(writer.texts["nouns"])), "")] for w in pick.choice(ENGLISH_ROWS).split()]
            page.text(kind, words, "ltr", first=pad, rest=pad)
        elif kind == "title":
            page.text(kind, writer.words(writer.texts["title"], "title"), first=pad, rest=pad)
        page.blank()
    return page


LOOKS = {"code": "\033[36m", "bold": "\033[1m", "link": "\033[4;34m", "title": "\033[1;35m"}


def shown(line, gap):
    """A line as a program writes it."""
    out = []
    for index, word in enumerate(line):
        text = "".join(LOOKS[look] + t + "\033[m" if look else t for t, look in word)
        out.append(text + (" " * gap if index == 0 else ""))
    text, before = " ".join(out).replace("\u200c", ""), None
    while text != before:  # Blanks inside a piece have its look.
        text, before = re.sub(r"(\033\[[\d;]+m)([^\033]*)\033\[m \1", r"\1\2 ", text), text
    return text


def element(lines, direction):
    """A paragraph whose soft wraps are between the spans."""
    def piece(text, look):
        text = html.escape(text.replace("\u200c", ""))
        return f"<bdi>{text}</bdi>" if look in ("code", "link") else f"<b>{text}</b>" if look == "bold" else text
    spans = []
    for line in lines:
        text = " ".join("".join(piece(t, look) for t, look in word) for word in line).replace("</bdi> <bdi>", " ")
        spans.append(f"<span>{text}</span>")
    return f"<p dir={direction}>" + " ".join(spans) + "</p>"


PAGE = """<!doctype html><meta charset=utf-8><style>p{width:1px;margin:0;font:16px 'DejaVu Sans Mono'}
span{white-space:nowrap}</style>%s<pre id=out></pre><script>
const range = document.createRange(), out = [];
for (const p of document.querySelectorAll('p')) { const lines = [];
  for (const span of p.children) { const cells = [];
    const walk = document.createTreeWalker(span, NodeFilter.SHOW_TEXT);
    for (let node; node = walk.nextNode();) for (let i = 0; i < node.data.length; i++) {
      if (node.data[i] == ' ') continue;
      range.setStart(node, i); range.setEnd(node, i + 1);
      const box = range.getBoundingClientRect(); cells.push([box.left + box.width / 2, node.data[i]]); }
    lines.push(cells.sort((a, b) => a[0] - b[0]).map(c => c[1]).join('')); }
  out.push(lines); }
document.body.innerHTML = ''; const pre = document.createElement('pre'); pre.textContent = JSON.stringify(out);
document.body.append(pre);</script>"""


def chromium(elements):
    with tempfile.NamedTemporaryFile("w", suffix=".html") as file:
        file.write(PAGE % "\n".join(elements))
        file.flush()
        dom = subprocess.run(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=600000", "--dump-dom",
             "file://" + file.name], capture_output=True, text=True, timeout=300, check=True).stdout
    return json.loads(html.unescape(re.search(r"<pre>(.*)</pre>", dom, re.S).group(1)))


def main():
    output, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 510
    names = list(LAYOUTS)
    pages = []
    for seed in range(count):
        layout = names[seed % len(names)]
        for width in (40, 80, 120):
            pages.append((layout, width, answer(layout, width, seed)))
    orders = []
    elements = [element(*paragraph) for _, _, page in pages for paragraph in page.paragraphs]
    for start in range(0, len(elements), 4000):
        orders += chromium(elements[start:start + 4000])
    first = 0
    with open(output, "w", encoding="utf-8") as file:
        for layout, width, page in pages:
            rows, wanted = [], []
            for row in page.rows:
                text, order = "", ""
                for part in row:
                    if isinstance(part, str):
                        text, order = text + part, order + part.replace(" ", "")
                    else:
                        number, line, gap = part
                        text += shown(page.paragraphs[number][0][line], gap)
                        order += orders[first + number][line]
                rows.append(text)
                wanted.append(order)
            first += len(page.paragraphs)
            json.dump(dict(layout=layout, columns=width, held=LAYOUTS[layout][0], kinds=page.kinds, rows=rows,
                           orders=wanted), file, ensure_ascii=False)
            file.write("\n")


if __name__ == "__main__":
    main()
