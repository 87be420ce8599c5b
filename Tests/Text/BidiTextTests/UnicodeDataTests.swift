import BidiText
import BuiltPrograms
import Foundation
import Glibc
import TestEffort
import Testing

/// The tables against the files that they were generated from, read anew.
@Suite(.enabled(if: UnicodeFile.isInstalled, UnicodeFile.packageNeeded))
struct UnicodeDataTests {
  @Test("The tables have the installed Unicode version")
  func version() throws {
    let first = try String(
      decoding: #require(UnicodeFile("BidiTest.txt").lines.first), as: UTF8.self)
    #expect(first.contains("BidiTest-\(unicodeVersion).txt"))
  }

  @Test("R25: every code point has the Bidi_Class of DerivedBidiClass.txt")
  func bidiClasses() throws {
    let names = [
      "L": BidiClass.leftToRight, "R": .rightToLeft, "AL": .arabicLetter, "EN": .europeanNumber,
      "AN": .arabicNumber, "ES": .europeanSeparator, "ET": .europeanTerminator,
      "CS": .commonSeparator, "NSM": .nonspacingMark, "BN": .boundaryNeutral,
      "B": .paragraphSeparator, "S": .segmentSeparator, "WS": .whiteSpace, "ON": .otherNeutral,
      "LRE": .leftToRightEmbedding, "LRO": .leftToRightOverride, "RLE": .rightToLeftEmbedding,
      "RLO": .rightToLeftOverride, "PDF": .popDirectionalFormat, "LRI": .leftToRightIsolate,
      "RLI": .rightToLeftIsolate, "FSI": .firstStrongIsolate, "PDI": .popDirectionalIsolate,
    ]
    let longNames = [
      "Left_To_Right": BidiClass.leftToRight, "Right_To_Left": .rightToLeft,
      "Arabic_Letter": .arabicLetter, "European_Terminator": .europeanTerminator,
    ]
    let file = try UnicodeFile("extracted/DerivedBidiClass.txt")
    var expected = [BidiClass](repeating: .leftToRight, count: 0x110000)
    for line in file.lines {
      let text = String(Substring(line))
      guard text.hasPrefix("# @missing: ") else { continue }
      let fields = text.dropFirst("# @missing: ".count).split(separator: ";")
      let range = UnicodeFile.range(String(fields[0]))
      let name = fields[1].trimmingCharacters(in: .whitespaces)
      for value in range { expected[Int(value)] = try #require(longNames[name]) }
    }
    for row in file.rows {
      for value in UnicodeFile.range(row[0]) { expected[Int(value)] = try #require(names[row[1]]) }
    }
    let wrong = allScalars.filter { $0.bidiClass != expected[Int($0.value)] }
    #expect(wrong.isEmpty)
  }

  @Test(
    "R25: every code point has the Joining_Type of DerivedJoiningType.txt and ArabicShaping.txt")
  func joiningTypes() throws {
    let names: [String: JoiningType] = [
      "U": .nonJoining, "R": .rightJoining, "L": .leftJoining, "D": .dualJoining,
      "C": .joinCausing, "T": .transparent,
    ]
    var expected = [JoiningType](repeating: .nonJoining, count: 0x110000)
    for row in try UnicodeFile("extracted/DerivedJoiningType.txt").rows {
      for value in UnicodeFile.range(row[0]) { expected[Int(value)] = try #require(names[row[1]]) }
    }
    #expect(allScalars.filter { $0.joiningType != expected[Int($0.value)] }.isEmpty)
    let letters = try UnicodeFile("ArabicShaping.txt").rows
    let wrong = letters.filter { row in
      let scalar = UInt32(row[0], radix: 16).flatMap(Unicode.Scalar.init)
      return scalar?.joiningType != names[row[2]]
    }
    #expect(wrong.isEmpty)
    #expect(letters.count > 800)
  }

  @Test("R25: every mirrored character has the image of BidiMirroring.txt, and no other has one")
  func mirrored() throws {
    var images: [UInt32: UInt32] = [:]
    for row in try UnicodeFile("BidiMirroring.txt").rows {
      images[UnicodeFile.range(row[0]).lowerBound] = UInt32(row[1], radix: 16)
    }
    let wrong = allScalars.filter { $0.bidiMirrored?.value != images[$0.value] }
    #expect(wrong.isEmpty)
  }

  @Test("R25: every letter of UnicodeData.txt takes each presentation form that it has")
  func presentationForms() throws {
    let contexts: [String: (before: [Unicode.Scalar], after: [Unicode.Scalar])] = [
      "<isolated>": ([], []), "<final>": (["\u{640}"], []), "<initial>": ([], ["\u{640}"]),
      "<medial>": (["\u{640}"], ["\u{640}"]),
    ]
    var count = 0
    for row in try UnicodeFile("UnicodeData.txt").rows {
      let mapping = row[5].split(separator: " ").map(String.init)
      guard let form = UInt32(row[0], radix: 16), (0xFB50...0xFEFC).contains(form),
        let context = mapping.first.flatMap({ contexts[$0] }),
        mapping.count == 2 || mapping.count == 3 && form >= 0xFEF5
      else { continue }
      let letters = mapping.dropFirst().compactMap {
        UInt32($0, radix: 16).flatMap(Unicode.Scalar.init)
      }
      let text = context.before + letters + context.after
      let forms = Joining.forms(of: text, levels: text.map { _ in 1 })
      #expect(forms[context.before.count].value == form)
      count += 1
    }
    #expect(count >= 250)
  }

  @Test(
    "R54: words consist of the characters that are Alphabetic, have a Numeric_Type or are in Pc")
  func wordParts() throws {
    var expected: Set<UInt32> = []
    for (name, value) in [
      ("DerivedCoreProperties.txt", "Alphabetic"), ("extracted/DerivedGeneralCategory.txt", "Pc"),
      ("extracted/DerivedNumericType.txt", nil),
    ] {
      for row in try UnicodeFile(name).rows where value == nil || row[1] == value {
        expected.formUnion(UnicodeFile.range(row[0]))
      }
    }
    // The planes that hold more than ideographs and private characters.
    let wrong = allScalars.prefix { $0.value < 0x2_0000 }.filter { scalar in
      // U+200B keeps a mark apart from the comma.
      let line = Paragraph(scalars: [",", "\u{200B}", scalar], direction: .leftToRight).line
      guard line.width == 2 || line.width == 3 else { return false }
      let isWord = CaretMap(line).wordStart(before: 3) == 2
      return isWord != expected.contains(scalar.value)
    }
    #expect(wrong.isEmpty)
    #expect(expected.count > 130_000)
  }

  @Test("R25: only White_Space is removed before an ellipsis")
  func whiteSpace() throws {
    var expected: Set<UInt32> = []
    for row in try UnicodeFile("PropList.txt").rows where row[1] == "White_Space" {
      expected.formUnion(UnicodeFile.range(row[0]))
    }
    let wrong = allScalars.prefix { $0.value < 0x2_0000 }.filter { scalar in
      // A line feed joins no cluster but that of a carriage return.
      let text = Paragraph(scalars: ["a", scalar, "\n", "b"], direction: .leftToRight)
      guard text.width == 4 else { return false }
      // Two columns are left before the ellipsis: for the letter and this character.
      let isRemoved = text.truncated(to: 3).scalars.count == 2
      return isRemoved != expected.contains(scalar.value)
    }
    #expect(wrong.isEmpty)
  }

  @Test("R54: clusters are those of GraphemeBreakTest.txt")
  func graphemeBreaks() throws {
    let rows = try UnicodeFile("auxiliary/GraphemeBreakTest.txt").rows
    for row in rows {
      var breaker = GraphemeBreaker()
      let marks = row[0].split(whereSeparator: { $0 == " " || $0 == "\t" })
      for (sign, point) in zip(marks.indices, marks.indices.dropFirst()) {
        guard let scalar = UInt32(marks[point], radix: 16).flatMap(Unicode.Scalar.init) else {
          continue
        }
        #expect(breaker.isBoundary(before: scalar) == (marks[sign] == "÷"), "\(row[0])")
      }
    }
    #expect(rows.count > 600)
  }

  @Test("R29: lines may be broken where LineBreakTest.txt breaks them")
  func lineBreaks() throws {
    let rows = try UnicodeFile("auxiliary/LineBreakTest.txt").rows
    for row in rows {
      let marks = row[0].split(whereSeparator: { $0 == " " || $0 == "\t" })
      let scalars = marks.compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
      let expected = marks.filter { $0 == "÷" || $0 == "×" }.dropLast().map { $0 == "÷" }
      let found = LineBreaks.opportunities(in: scalars).map { $0 != .prohibited }
      #expect(found == expected, "\(row[0])")
    }
    #expect(rows.count == 7654)
  }

  @Test("R29: a line must end after the characters of BK, CR, LF and NL, and after no others")
  func mandatoryBreaks() throws {
    var mandatory: [UInt32] = []
    for row in try UnicodeFile("LineBreak.txt").rows
    where ["BK", "CR", "LF", "NL"].contains(row[1]) {
      mandatory += Array(UnicodeFile.range(row[0]))
    }
    let found = triedScalars.filter {
      LineBreaks.opportunities(in: [$0, "a"])[1] == .mandatory
    }
    #expect(found.map(\.value) == mandatory.sorted())
    #expect(mandatory.count == 7)
  }

  @Test("The generator gives the tables that are checked in, byte for byte")
  func regeneration() throws {
    let tables = sourceFolder("BidiText").appending(path: "Tables")
    let generator = Process()
    generator.executableURL = URL(filePath: "/usr/bin/env")
    generator.arguments = [
      "python3", tables.appending(path: "generate.py").path, "--data", UnicodeFile.directory,
      "--output", "-",
    ]
    let output = Pipe()
    generator.standardOutput = output
    try generator.run()
    let generated = try output.fileHandleForReading.readToEnd()
    generator.waitUntilExit()
    let checkedIn = try Data(contentsOf: tables.appending(path: "UnicodeTables.swift"))
    #expect(generator.terminationStatus == 0)
    #expect(generated == checkedIn)
  }
}

struct WidthTests {
  @Test("R25: widths are those of the C library, which ncurses uses")
  func cLibrary() throws {
    // Swift's Glibc module leaves this X/Open function out.
    let symbol = try #require(dlsym(nil, "wcwidth"))
    let wcwidth = unsafeBitCast(symbol, to: (@convention(c) (wchar_t) -> CInt).self)
    let locale = try #require(newlocale(1 << LC_CTYPE, "C.UTF-8", nil))
    let former = uselocale(locale)
    defer {
      uselocale(former)
      freelocale(locale)
    }
    // A soft hyphen is not drawn; unassigned and private code points are left to the terminal.
    let wrong = triedScalars.filter { scalar in
      let width = wcwidth(wchar_t(scalar.value))
      guard width >= 0, scalar != "\u{AD}" else { return false }
      let base = Paragraph(scalars: ["a", scalar], direction: .leftToRight)
      return base.width - 1 != Int(width)
    }
    #expect(wrong.isEmpty)
  }
}

private let allScalars = (UInt32(0)...0x10FFFF).compactMap(Unicode.Scalar.init)

/// All scalars; in a short run all of the scripts and signs, and some of the ideographs, syllables and
/// private characters, which are alike.
private let triedScalars =
  Effort.isLong
  ? allScalars
  : allScalars.filter {
    let isAlike = $0.value >= 0x20000 || (0x3400...0xD7A3).contains($0.value)
    return !isAlike || $0.value % 61 == 0
  }
