// A line consists of glyphs and has a direction, so `import BidiText` exports both.
@_exported import Cells
@_exported import WritingDirection
