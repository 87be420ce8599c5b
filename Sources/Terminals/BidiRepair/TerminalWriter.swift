import MirrorLayout
import TerminalEmulator

/// Writes cells to a terminal whose pen is known.
struct TerminalWriter {
  var bytes: [UInt8]
  /// The style of the terminal's next character.
  private(set) var pen: CellStyle
  private(set) var link: String?

  /// - Parameter bytes: the bytes to send first.
  init(after bytes: consuming [UInt8] = [], pen: CellStyle, link: String?) {
    (self.bytes, self.pen, self.link) = (bytes, pen, link)
  }

  mutating func send(_ text: String) { bytes += text.utf8 }

  /// CUP, from 0.
  mutating func move(_ row: Int, _ column: Int) {
    send("\u{1B}[")
    send(number: row + 1)
    bytes.append(UInt8(ascii: ";"))
    send(number: column + 1)
    bytes.append(UInt8(ascii: "H"))
  }

  @inline(__always) mutating func use(_ style: CellStyle, _ link: String?) {
    if link != nil || self.link != nil, link != self.link {
      self.link = link
      send("\u{1B}]8;;\(link ?? "")\u{1B}\\")
    }
    if style != pen {
      if style.isProtected != pen.isProtected {
        send(style.isProtected ? "\u{1B}[1\"q" : "\u{1B}[0\"q")
      }
      pen = style
      send("\u{1B}[")
      send(style.parameters(separator: ";"))
      send("m")
    }
  }

  mutating func write(_ scalar: UInt32) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4) { text in
      var length = Self.encode(scalar, into: text, at: 0)
      send(text, &length)
    }
  }

  /// Sends the first bytes of a buffer, and empties it.
  mutating func send(_ text: UnsafeMutableBufferPointer<UInt8>, _ length: inout Int) {
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[..<length]))
    length = 0
  }

  /// Whether the next character has this style and no link.
  @inline(__always) func isIn(_ style: CellStyle) -> Bool { link == nil && style == pen }

  /// Writes a character's UTF-8; returns its length.
  @inline(__always) static func encode(
    _ scalar: UInt32, into text: UnsafeMutableBufferPointer<UInt8>, at place: Int
  ) -> Int {
    var end = place
    func add(_ byte: UInt32) {
      text[end] = UInt8(truncatingIfNeeded: byte)
      end += 1
    }
    switch scalar {
    case ..<0x80: add(scalar)
    case ..<0x800:
      add(0xC0 | scalar >> 6)
      add(0x80 | scalar & 0x3F)
    case ..<0x1_0000:
      add(0xE0 | scalar >> 12)
      add(0x80 | scalar >> 6 & 0x3F)
      add(0x80 | scalar & 0x3F)
    default:
      add(0xF0 | scalar >> 18)
      add(0x80 | scalar >> 12 & 0x3F)
      add(0x80 | scalar >> 6 & 0x3F)
      add(0x80 | scalar & 0x3F)
    }
    return end - place
  }

  mutating func write(_ marks: Marks) {
    for mark in marks.scalars { write(mark.value) }
  }

  private mutating func send(number: Int) {
    if number >= 10 { send(number: number / 10) }
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
  }
}
