extension String {
  /// Whether the text is in Unicode's Normalization Form C.
  var isNFC: Bool {
    var span = utf8Span
    return span.checkForNFC(quickCheck: false)
  }
}

extension RawSpan {
  /// Whether a part of valid UTF-8 may not be in NFC.
  ///
  /// All characters below U+0300 are in NFC; their UTF-8 starts with bytes below 0xCC. So are the
  /// dashes, quotation marks and dots from U+2010 to U+203F (DerivedNormalizationProps, NFC_QC).
  func mayBeDecomposed(in range: Range<Int>) -> Bool {
    var offset = range.lowerBound
    while offset < range.upperBound {
      if offset + 8 <= range.upperBound, EightBytes(self, at: offset).beyondASCII == 0 {
        offset += 8
        continue
      }
      let byte = unsafeLoad(fromByteOffset: offset, as: UInt8.self)
      if byte >= 0xCC {
        // A character with this lead byte has at least three bytes or is at or above U+0300.
        let isPunctuation =
          byte == 0xE2 && unsafeLoad(fromByteOffset: offset + 1, as: UInt8.self) == 0x80
          && unsafeLoad(fromByteOffset: offset + 2, as: UInt8.self) >= 0x90
        guard isPunctuation else { return true }
        offset += 2
      }
      offset += 1
    }
    return false
  }
}
