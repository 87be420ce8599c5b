#!/usr/bin/env python3
"""A window of xterm.js in Chromium: xtermjs.py RELEASE RENDERER COLUMNSxROWS COMMAND…

RELEASE is 6.0 (of the wheel tinyterminal) or 5.5 (of jupyterlab), RENDERER is webgl or dom. It ends with
the command. The DOM says where each cell is drawn: the rows that have a cell outside its column now are in the
file `misplaced` in the home directory, as lines of JSON. The WebGL renderer draws a picture and no text.
"""

import asyncio
import codecs
import fcntl
import glob
import json
import os
import pty
import signal
import struct
import sys
import sysconfig
import tempfile
import termios

from playwright.async_api import async_playwright

# Chromium draws a shadow over the first pixels of a page. The scroll bar of 5.5 is beside the grid.
PAGE = """<!DOCTYPE html><meta charset=utf-8>
<style>html, body { margin: 0; background: black; overflow: hidden } #terminal { padding-top: 8px }
* { cursor: none !important } .xterm-viewport { scrollbar-width: none }</style>
<div id=terminal></div>"""

# With full hinting letters are whole pixels wide. Otherwise cells of the DOM begin between pixels, and no two
# pictures of a glyph are equal.
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <include>/etc/fonts/fonts.conf</include>
  <match target="pattern"><edit name="hintstyle" mode="assign"><const>hintfull</const></edit></match>
  <match target="font"><edit name="hintstyle" mode="assign"><const>hintfull</const></edit></match>
</fontconfig>"""

# JupyterLab has xterm.js as modules of a bundle, which is found by what is in it.
MODULES = """(mark) => {
  const holds = ([, code]) => code.toString().includes(mark)
  for (const [, modules] of self.rspackChunk_jupyterlab_application_top ?? []) {
    const found = Object.entries(modules).find(holds)
    if (!found) continue
    const module = { exports: {} }
    found[1](module, module.exports, () => ({}))
    Object.assign(self, module.exports)
  }
}"""

START = """([columns, rows, isDOM]) => {
  const terminal = new Terminal({
    cols: columns, rows, fontFamily: 'DejaVu Sans Mono', fontSize: 12, allowProposedApi: true,
    cursorBlink: false, scrollback: 1000,
  })
  self.terminal = terminal
  terminal.open(document.getElementById('terminal'))
  if (!isDOM) terminal.loadAddon(new (self.WebglAddon.WebglAddon ?? self.WebglAddon)())
  terminal.onData(text => self.fromTerminal(text))
  terminal.focus()
  self.cell = () => {
    const box = document.querySelector('.xterm-screen').getBoundingClientRect()
    return { top: box.top, width: box.width / terminal.cols, height: box.height / terminal.rows }
  }
  addEventListener('resize', () => {
    const { top, width, height } = self.cell()
    const size = [
      Math.floor(innerWidth / width + 0.01), Math.floor((innerHeight - top) / height + 0.01)]
    if (size[0] < 2 || size[1] < 1) return
    terminal.resize(...size)
    self.resized(...size)
  })
  if (isDOM) terminal.onRender(() => {
    clearTimeout(self.looking)
    self.looking = setTimeout(() => self.foundMisplaced(self.misplacedRows()), 100)
  })
}"""

# A cell's place in the DOM, compared with its column in the buffer.
MISPLACED = """() => { self.misplacedRows = () => {
  const buffer = terminal.buffer.active
  const screen = document.querySelector('.xterm-screen').getBoundingClientRect()
  const width = screen.width / terminal.cols
  const wrong = []
  document.querySelectorAll('.xterm-rows > div').forEach((element, row) => {
    const line = buffer.getLine(buffer.viewportY + row)
    if (!line) return
    const wanted = []
    for (let column = 0; column < terminal.cols; column++) {
      const text = line.getCell(column).getChars()
      if (text.trim()) wanted.push([column, text.codePointAt(0)])
    }
    const found = []
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      let start = 0
      for (const letter of texts.currentNode.data) {
        const range = document.createRange()
        range.setStart(texts.currentNode, start)
        range.setEnd(texts.currentNode, start += letter.length)
        if (/[\\p{Mn}\\p{Cf}\\s]/u.test(letter)) continue
        const place = (range.getBoundingClientRect().left - screen.left) / width
        // A window that became narrower hides what a row had at its end.
        if (place < terminal.cols) found.push([place, letter.codePointAt(0)])
      }
    }
    found.sort((one, other) => one[0] - other[0])
    const isRight = found.length === wanted.length && found.every(([place, letter], index) =>
      letter === wanted[index][1] && Math.abs(place - wanted[index][0]) < 0.5)
    if (!isRight) wrong.push({ row, text: line.translateToString(true), found, wanted })
  })
  return wrong
} }"""


def resize(terminal, columns, rows):
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def start(command, columns, rows):
    process, master = pty.fork()
    if process == 0:
        resize(0, columns, rows)
        environment = dict(os.environ, TERM="xterm-256color", COLORTERM="truecolor")
        os.execvpe(command[0], command, environment)
    return process, master


def written(master, data):
    while data:
        data = data[os.write(master, data):]


async def load(page, release):
    site = sysconfig.get_paths()["purelib"]
    vendor = f"{site}/tinyterminal/static/vendor"
    await page.add_style_tag(path=f"{vendor}/xterm.css")
    if release == "6.0":
        for name in ["xterm", "addon-webgl"]:
            await page.add_script_tag(path=f"{vendor}/{name}.js")
        return
    for mark in ["sendDeviceAttributesSecondary", "WebglAddon=void 0"]:
        for path in glob.glob(f"{sys.prefix}/share/jupyter/lab/static/*.js"):
            with open(path) as file:
                text = file.read()
            if mark in text and "rspackChunk_jupyterlab_application_top" in text[:200]:
                await page.add_script_tag(content=text)
                await page.evaluate(MODULES, mark)
                break


async def fit(context, page):
    """Gives the window the size of its terminal."""
    missing = await page.evaluate(
        "() => [Math.ceil(cell().width * terminal.cols) - innerWidth,"
        " Math.ceil(cell().top + cell().height * terminal.rows) - innerHeight]")
    browser = await context.new_cdp_session(page)
    window = await browser.send("Browser.getWindowForTarget")
    bounds = window["bounds"]
    await browser.send("Browser.setWindowBounds", {"windowId": window["windowId"], "bounds": {
        "width": bounds["width"] + missing[0], "height": bounds["height"] + missing[1]}})


async def main():
    release, renderer, size, command = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]
    columns, rows = map(int, size.split("x"))
    loop = asyncio.get_running_loop()
    end = asyncio.Event()
    output = asyncio.Queue()
    profile = tempfile.mkdtemp(dir=os.environ["HOME"])
    with open(f"{profile}/fonts.conf", "w") as file:
        file.write(FONTS)
    async with async_playwright() as driver:
        context = await driver.chromium.launch_persistent_context(
            profile, executable_path="/usr/bin/chromium",
            env=dict(os.environ, FONTCONFIG_FILE=f"{profile}/fonts.conf"),
            headless="DISPLAY" not in os.environ, no_viewport=True,
            args=["--app=data:text/html,", "--test-type", "--no-sandbox", "--use-angle=swiftshader",
                  "--enable-unsafe-swiftshader", "--force-device-scale-factor=1",
                  "--window-position=0,0"])
        page = context.pages[0]
        await page.set_content(PAGE)
        await load(page, release)
        process, master = start(command, columns, rows)
        await page.expose_function("fromTerminal", lambda text: written(master, text.encode()))

        def note(found):
            with open(os.path.expanduser("~/misplaced"), "w") as file:
                for row in found:
                    file.write(json.dumps(row, ensure_ascii=False) + "\n")

        await page.expose_function("foundMisplaced", note)
        await page.expose_function("resized", lambda *size: resize(master, *size))
        await page.evaluate(MISPLACED)
        await page.evaluate(START, [columns, rows, renderer == "dom"])
        await fit(context, page)

        def read():
            try:
                data = os.read(master, 1 << 16)
            except OSError:
                data = b""
            if not data:
                loop.remove_reader(master)
            output.put_nowait(data)

        loop.add_reader(master, read)
        loop.add_signal_handler(signal.SIGTERM, lambda: output.put_nowait(b""))
        # As text, as VS Code and JupyterLab do: of bytes, xterm.js loses U+200E if a piece ends within it.
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        while data := await output.get():
            await page.evaluate(
                "text => new Promise(done => terminal.write(text, done))", decoder.decode(data))
        await context.close()


asyncio.run(main())
