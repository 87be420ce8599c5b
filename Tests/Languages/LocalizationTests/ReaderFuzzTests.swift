import Glibc
import Localization
import TestEffort
import TestFolders
import Testing

/// The short form of `Tests/Programs/Fuzzing/catalogs.sh`: sound files with a few bytes changed, the same in every run.
@Suite("The readers survive whatever a file holds")
struct ReaderFuzzTests {
  @Test("R10: a changed strings file is refused, or reads the same after it is written")
  func strings() throws {
    var mutator = Mutator(seed: 1)
    let rounds = Effort.rounds(short: 300, long: 3000)
    var sound = 0
    let seeds = try Self.seeds("Localizable.strings") + Self.seeds("Language.strings")
    for round in 0..<rounds {
      let bytes = mutator.mutate(seeds[round % seeds.count])
      guard let table = try? StringTable(bytes: bytes, file: "x") else { continue }
      sound += 1
      let pairs = (0..<table.count).map { (table.key(at: $0), table.value(at: $0)) }
      let text = pairs.map { "\($0.0.quoted)=\($0.1.quoted);" }.joined()
      let again = try StringTable(bytes: Array(text.utf8), file: "x")
      for (key, value) in pairs {
        #expect(table[key]?.utf8.elementsEqual(value.utf8) == true)
        #expect(again[key]?.utf8.elementsEqual(value.utf8) == true)
      }
    }
    #expect(sound > rounds / 30)
  }

  @Test("R10: a changed stringsdict is refused, or has a text for every count")
  func plurals() throws {
    var mutator = Mutator(seed: 2)
    var sound = 0
    let arabic = try Fixtures.language("ar")
    let scratch = try TestFolder()
    try scratch.copyFixtures("ar")
    let seed = try Self.seeds("Localizable.stringsdict", of: ["ar"])[0]
    let rounds = Effort.rounds(short: 150, long: 1500)
    for _ in 0..<rounds {
      try scratch.write(mutator.mutate(seed), to: "ar.lproj/Localizable.stringsdict")
      guard
        let catalog = try? Catalog<SampleMessage>.load(language: arabic, from: scratch.path)
      else { continue }
      sound += 1
      for count in [0, 1, 2, 3, 11, 100] {
        #expect(catalog.text(.changesPending, count: count) != "")
        #expect(catalog.text(.updates, count: count, ["x"]).contains("\u{2068}x\u{2069}"))
      }
    }
    #expect(sound > rounds / 75)
  }

  private static func seeds(
    _ name: String, of codes: [String] = ["en", "ar", "vi", "he", "fa"]
  ) throws -> [[UInt8]] {
    let scratch = try TestFolder()
    return try codes.map { code in
      try scratch.copyFixtures(code)
      return try Array(scratch.read("\(code).lproj/\(name)").utf8)
    }
  }
}

/// Changes a few bytes of a text, by numbers that are the same in every run.
private struct Mutator {
  private var state: UInt64
  private static let pieces: [[UInt8]] = [
    "\"", "\\", ";", "=", "/*", "*/", "\\U", "\n", "\0", "%", "%@", "%d", "<", ">", "</", "<!--",
    "&", "&#x41;", "\u{301}", "\u{2067}", "<dict>", "</string>",
  ].map { Array($0.utf8) }

  init(seed: UInt64) { state = seed }

  mutating func mutate(_ seed: [UInt8]) -> [UInt8] {
    var bytes = seed
    for _ in 0...next(below: 3) {
      let place = next(below: bytes.count)
      switch next(below: 5) {
      case 0: bytes[place] = UInt8(next(below: 256))
      case 1: bytes[place] ^= 1 << UInt8(next(below: 8))
      case 2:
        bytes.removeSubrange(place..<min(bytes.count, place + 1 + next(below: 12)))
        if bytes.isEmpty { bytes = [0x20] }
      case 3: bytes.insert(contentsOf: Self.pieces[next(below: Self.pieces.count)], at: place)
      default:
        let other = next(below: bytes.count)
        bytes.insert(contentsOf: bytes[other..<min(bytes.count, other + 40)], at: place)
      }
    }
    return bytes
  }

  /// Marsaglia's xorshift.
  private mutating func next(below limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(limit))
  }
}

extension String {
  fileprivate var quoted: String {
    var result = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
