#!/usr/bin/env python3
"""Pictures of Textual, rich and prompt_toolkit in xterm and xterm.js, without lisantext and with it.

    Tests/Text/TextPictures/sheet.py WHEEL TERMINALS FOLDER

TERMINALS is the program that knows how terminals are started. FOLDER gets a picture of each scene, and
text-library.png with all of them: at the left what the library draws by itself, at the right with lisantext.
PYTHON names the interpreter with the three libraries (`make run-picture-programs`).
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Terminals/RunPictures"))
import pictures  # noqa: E402

SHOWN = pathlib.Path(__file__).parent / "shown.py"
LEFT, WORD_LEFT, SELECT_LEFT = "\x1b[D", "\x1b[1;5D", "\x1b[1;2D"
LINE = "كتبت الدالة في sum.py ثم شغلت الاختبار"
# Name, program, keys.
SCENES = [
    ("textual", "textual", []),
    ("rich", "rich", []),
    # The caret three columns to the left of a word's first letter, and a selection from there.
    ("caret", "prompt", [LINE, WORD_LEFT * 3, LEFT * 3]),
    ("selection", "prompt", [LINE, WORD_LEFT * 3, SELECT_LEFT * 8]),
]

# Columns and rows of each picture.
SIZE = (60, 11)


def main(wheel, starter, folder):
    folder = pathlib.Path(folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    with pictures.display() as display, tempfile.TemporaryDirectory(prefix="text") as temporary:
        home = pathlib.Path(temporary)
        # xterm.js draws some time after it has read.
        pictures.QUIET = 2
        shutil.unpack_archive(wheel, home / "packages", "zip")
        pictures.ENVIRONMENT["PYTHONPATH"] = str(home / "packages")
        found = pictures.terminals(starter, home, SIZE)
        taken = []
        for terminal in ["xterm", "xterm.js-6.0-webgl", "xterm.js-6.0-dom"]:
            for scene, program, keys in SCENES:
                for way in ["plain", "marks" if "js" in terminal else "visual"]:
                    taken.append(folder / f"{terminal}-{scene}-{way}.png")
                    command = [pictures.PYTHON, str(SHOWN), program, way]
                    pictures.show(found[terminal], SIZE, command, keys, display, home, taken[-1])
                    if "js" in terminal:
                        # Without the bars of the browser.
                        subprocess.run(["mogrify", "-gravity", "south", "-crop", f"x{14 * SIZE[1]}+0+0", "+repage",
                                        str(taken[-1])], check=True)
        pictures.join(taken, folder / "text-library.png", greys=16)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit("usage: sheet.py WHEEL TERMINALS FOLDER")
    main(*map(os.path.abspath, sys.argv[1:]))
