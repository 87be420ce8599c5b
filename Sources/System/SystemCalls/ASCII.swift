extension UInt8 {
  @inlinable package var isASCIILetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }
  @inlinable package var isASCIIDigit: Bool { self &- UInt8(ascii: "0") < 10 }
  @inlinable package var asciiLowercased: UInt8 {
    self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self
  }
  @inlinable package var asciiUppercased: UInt8 {
    self &- UInt8(ascii: "a") < 26 ? self & ~0x20 : self
  }
}
