// A line is made of glyphs and has a direction: `import BidiText` names both.
@_exported import Cells
@_exported import WritingDirection
