extension Unicode.Scalar {
  /// Whether this is an explicit directional formatting character: LRE, RLE, LRO, RLO, PDF, LRI,
  /// RLI, FSI, PDI, LRM, RLM or ALM. These take no cell.
  ///
  /// Source: UAX #9, section 2.
  public var isDirectionalFormatting: Bool {
    switch value {
    case 0x200E, 0x200F, 0x061C, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
