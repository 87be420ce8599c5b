// A screen has a direction, so `import TerminalEmulator` exports it.
@_exported import WritingDirection
