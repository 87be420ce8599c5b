import Foundation
import TerminalEmulator
import TestEffort
import Testing

/// The tables beside the Unicode files that Debian's `unicode-data` installs, and beside the C
/// library that ncurses measures by.
@Suite("Tables")
struct TableTests {
  private static let folder = "/usr/share/unicode/"
  static let hasFiles = FileManager.default.fileExists(atPath: folder + "UnicodeData.txt")

  private func lines(_ name: String) throws -> [[String]] {
    try String(contentsOfFile: Self.folder + name, encoding: .utf8)
      .split(separator: "\n").map { $0.prefix { $0 != "#" } }.filter { !$0.isEmpty }
      .map { line in
        line.split(separator: ";", omittingEmptySubsequences: false)
          .map { $0.trimmingCharacters(in: .whitespaces) }
      }
  }

  /// Every code point; in a short run of the ideographs and syllables, which are all alike, some.
  private func isTried(_ value: UInt32) -> Bool {
    let isAlike = value >= 0x20000 || (0x3400...0xD7A3).contains(value)
    return Effort.isLong || !isAlike || value % 61 == 0
  }

  /// The columns that the cursor moves by.
  private func width(_ scalar: Unicode.Scalar, _ emulator: inout Emulator) -> Int {
    emulator.feed("\rx" + String(scalar))
    return emulator.screen.cursor.column - 1
  }

  @Test(
    "wide characters are those of EastAsianWidth.txt",
    .enabled(if: hasFiles, "install unicode-data"))
  func wide() throws {
    var emulator = Emulator(size: TerminalSize(columns: 8, rows: 1))
    var checked = 0
    for fields in try lines("EastAsianWidth.txt") {
      let ends = fields[0].components(separatedBy: "..").map { UInt32($0, radix: 16)! }
      let isWide = fields[1] == "W" || fields[1] == "F"
      for value in ends[0]...ends[ends.count - 1] where value >= 0xA0 && isTried(value) {
        guard let scalar = Unicode.Scalar(value), scalar.properties.generalCategory != .unassigned
        else { continue }
        checked += 1
        let width = width(scalar, &emulator)
        // glibc has these signs wide, as most fonts have them.
        let isSign = (0x3248...0x324F).contains(value) || (0x4DC0...0x4DFF).contains(value)
        if (width == 2) != isWide && width != 0 && !isSign {
          Issue.record("U+\(fields[0]): \(width) columns")
        }
      }
    }
    #expect(checked > (Effort.isLong ? 100_000 : 10_000))
  }

  @Test("widths are those of the C library, which ncurses uses")
  func cLibrary() throws {
    // Neither is in Swift's Glibc: the mask is a macro, the function an X/Open extension.
    let characterTypes: Int32 = 1 << LC_CTYPE
    let symbol = try #require(dlsym(nil, "wcwidth"))
    let wcwidth = unsafeBitCast(symbol, to: (@convention(c) (wchar_t) -> Int32).self)
    let locale = newlocale(characterTypes, "C.UTF-8", nil)
    try #require(locale != nil)
    let former = uselocale(locale)
    defer {
      uselocale(former)
      freelocale(locale)
    }
    var emulator = Emulator(size: TerminalSize(columns: 8, rows: 1))
    var different: [String] = []
    for value in UInt32(0xA0)...0x2FFFF where isTried(value) {
      guard let scalar = Unicode.Scalar(value), let age = scalar.properties.age,
        age.major <= 14,
        // A spacing mark until Unicode 15, a nonspacing one since.
        value != 0x1171E
      else { continue }
      let expected = Int(wcwidth(wchar_t(value)))
      if expected >= 0 && width(scalar, &emulator) != expected {
        different.append(String(value, radix: 16))
      }
    }
    #expect(different.isEmpty)
  }

  @Test(
    "presentation forms become the letters of UnicodeData.txt",
    .enabled(if: hasFiles, "install unicode-data"))
  func forms() throws {
    var checked = 0
    for fields in try lines("UnicodeData.txt") {
      let value = UInt32(fields[0], radix: 16)!
      guard (0xFB50...0xFDFF).contains(value) || (0xFE70...0xFEFE).contains(value),
        !fields[5].isEmpty
      else { continue }
      let letters = fields[5].split(separator: " ").filter { !$0.hasPrefix("<") }
        .map { Unicode.Scalar(UInt32($0, radix: 16)!)! }
      var emulator = Emulator(size: TerminalSize(columns: 4, rows: 1))
      emulator.feed("x" + String(Unicode.Scalar(value)!))
      let text = emulator.screen.grid[0].logicalText(.leftToRight).unicodeScalars.dropFirst()
      #expect(Array(text) == letters, "U+\(fields[0])")
      checked += 1
    }
    #expect(checked > 700)
  }
}
