extension StringProtocol {
  /// Whether another text is in this one, byte by byte.
  ///
  /// The library's `contains` for texts brings its regular expressions into the program, a megabyte.
  func holds(_ part: String) -> Bool {
    let (bytes, wanted) = (Array(utf8), Array(part.utf8))
    return bytes.count >= wanted.count
      && (0...bytes.count - wanted.count).contains { bytes[$0...].starts(with: wanted) }
  }
}
