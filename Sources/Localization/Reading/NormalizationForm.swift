extension String {
  /// Whether the text is in Unicode's Normalization Form C.
  var isNFC: Bool {
    var span = utf8Span
    return span.checkForNFC(quickCheck: false)
  }
}
