import SystemCalls

extension StringProtocol {
  /// Whether another text is in this one, byte by byte; see `firstPlace(of:in:)`.
  package func holds(_ part: String) -> Bool {
    firstPlace(of: Array(part.utf8), in: Array(utf8)[...]) != nil
  }
}
