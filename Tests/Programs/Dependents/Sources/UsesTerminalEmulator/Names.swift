import TerminalEmulator

/// Every type that the library makes public.
func names() -> [Any.Type] {
  [
    BidiMode.self,
    CellStyle.self,
    Cursor.self,
    CursorShape.self,
    Emulator.self,
    Locator.self,
    MouseEncoding.self,
    MouseTracking.self,
    OtherModes.self,
    ParagraphModes.self,
    Screen.self,
    ScreenCell.self,
    ScreenMatch.self,
    ScreenModes.self,
    ScreenRow.self,
    TerminalColor.self,
    TerminalProfile.self,
    TerminalProfile.BidiModeAnswer.self,
    TerminalProfile.Color.self,
    TerminalSize.self,
    TerminalState.self,
    Direction.self,
    TextOrder.self,
    Underline.self,
  ]
}
