import BidiText

/// Every type that the library makes public.
func names() -> [Any.Type] {
  [
    BidiClass.self,
    CaretMap.self,
    CellWidths.self,
    EmbeddingLevels.self,
    DecodedText.self,
    ForeignText.self,
    GraphemeBreaker.self,
    Isolate.self,
    Joining.self,
    JoiningType.self,
    LevelRun.self,
    LineBreakOpportunity.self,
    LineBreaks.self,
    LineOrder.self,
    Paragraph.self,
    ParagraphDirection.self,
    TextLine.self,
    Cell.self,
    Cell.Face.self,
    Color.self,
    Glyph.self,
    Grid.self,
    Marks.self,
    Position.self,
    Size.self,
    Style.self,
    Style.Attributes.self,
    Surface.self,
    Surface.Background.self,
    Surface.Colors.self,
    Direction.self,
  ]
}
