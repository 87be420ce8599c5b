import Foundation
import StrictJSON
import TestEffort
import Testing

struct CodingTests {
  private struct Sample: Codable, Equatable {
    struct Inner: Codable, Equatable {
      var flag: Bool?
      var texts: [String]
    }

    enum Colour: String, Codable { case red, green }

    var small: Int8
    var large: UInt64
    var negative: Int64
    var number: Double
    var float: Float
    var colour: Colour
    var inner: Inner
    var list: [Inner]
    var table: [String: Bool]
    var numbers: [[Int]]
    var optionals: [Int?]
    var absent: String?
  }

  private static let sample = Sample(
    small: -128, large: .max, negative: .min, number: 0.1, float: 2.5, colour: .green,
    inner: Sample.Inner(flag: nil, texts: ["a", "لسان", "\n"]),
    list: [Sample.Inner(flag: true, texts: [])], table: ["x": true, "y": false],
    numbers: [[1, 2], []], optionals: [1, nil], absent: nil)

  @Test("Encoded values are decoded again, here and by Foundation")
  func roundTrip() throws {
    let json = try JSON(encoding: Self.sample)
    #expect(try JSON(reading: json.utf8).decode(Sample.self) == Self.sample)
    #expect(try JSONDecoder().decode(Sample.self, from: Data(json.utf8)) == Self.sample)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    #expect(try Array(encoder.encode(Self.sample)) == json.utf8)
  }

  @Test(
    "Members are sorted; an empty value is an empty object; the last of two values for a name counts"
  )
  func form() throws {
    struct Empty: Codable {}
    struct Twice: Encodable {
      func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Key.self)
        try members.encode(["x"], forKey: .b)
        try members.encode(1, forKey: .a)
        try members.encode(2, forKey: .b)
      }
      enum Key: String, CodingKey { case a, b }
    }
    #expect(try JSON(encoding: Twice()).text == #"{"a":1,"b":2}"#)
    #expect(try JSON(encoding: ["b": 1, "a": 2, "é": 3]).text == #"{"a":2,"b":1,"é":3}"#)
    #expect(try JSON(encoding: [] as [Int]).text == "[]")
    #expect(try JSON(encoding: Empty()).text == "{}")
    #expect(try JSON(encoding: "x").text == "\"x\"")
    #expect(throws: EncodingError.self) { try JSON(encoding: [Double.nan]) }
  }

  @Test(
    "An error names the field",
    arguments: [
      (#"{}"#, "keyNotFound a"), (#"{"a":null}"#, "valueNotFound a"),
      (#"{"a":"1"}"#, "typeMismatch a"), (#"{"a":300}"#, "dataCorrupted a"),
      (#"{"a":1.5}"#, "dataCorrupted a"), (#"{"a":-1}"#, "dataCorrupted a"),
      (#"{"a":1e400}"#, "dataCorrupted a"), (#"{"a":1,"b":[1,"x"]}"#, "typeMismatch b.Index 1"),
      (#"{"a":1,"b":{}}"#, "typeMismatch b"), (#"{"a":1,"a":1}"#, "dataCorrupted "),
      (#"[]"#, "typeMismatch "), (#"null"#, "valueNotFound "),
    ])
  func errors(text: String, expected: String) throws {
    struct Strict: Decodable {
      var a: UInt8
      var b: [Int]?
    }
    do {
      let value = try JSON(reading: Array(text.utf8)).decode(Strict.self)
      Issue.record("\(value)")
    } catch let error as DecodingError {
      let (name, path): (String, [any CodingKey]) =
        switch error {
        case .keyNotFound(let key, let context): ("keyNotFound", context.codingPath + [key])
        case .valueNotFound(_, let context): ("valueNotFound", context.codingPath)
        case .typeMismatch(_, let context): ("typeMismatch", context.codingPath)
        case .dataCorrupted(let context): ("dataCorrupted", context.codingPath)
        @unknown default: ("unknown", [])
        }
      #expect("\(name) \(path.map(\.stringValue).joined(separator: "."))" == expected)
    }
  }

  @Test("A whole number may be written with a fraction or an exponent")
  func wholeNumbers() throws {
    #expect(try JSON(reading: Array("[1.0,1e2,-0]".utf8)).decode([Int].self) == [1, 100, 0])
  }

  @Test("On damaged and random texts it agrees with Foundation")
  func random() throws {
    var generator = SplitMix(state: 7)
    let base = try JSON(encoding: Self.sample).utf8
    let signs = Array("{}[]\",:\\u0019.-+eEtrufalsn \n\u{1}é".utf8)
    let rounds = Effort.rounds(short: 1_000, long: 20_000)
    var refused = 0
    for _ in 0..<rounds {
      var bytes = base
      for _ in 0...Int.random(in: 0..<3, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes.remove(at: place)
        case 1: bytes[place] = signs.randomElement(using: &generator)!
        default: bytes.insert(signs.randomElement(using: &generator)!, at: place)
        }
      }
      let ours = try? JSON(reading: bytes)
      let theirs = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
      let text = String(decoding: bytes, as: UTF8.self)
      if ours == nil { refused += 1 }
      // Foundation refuses numbers that do not fit its types.
      guard ours == nil || theirs != nil || !text.contains(/[0-9]{18}|[eE]/) else { continue }
      // It accepts a comma behind the last value.
      guard ours != nil || theirs == nil || !text.contains(/,\s*[\]}]/) else { continue }
      #expect((ours == nil) == (theirs == nil), "\(text)")
      guard let ours, let theirs else { continue }
      #expect(isEqual(ours, theirs), "\(text)")
      #expect(try JSON(reading: ours.utf8) == ours, "\(text)")
    }
    #expect(refused > rounds / 4 && refused < rounds / 20 * 19, "\(refused)")
  }

  /// Whether the strings, names and values are those that Foundation read. Of repeated names the
  /// two may keep different ones.
  private func isEqual(_ ours: JSON, _ theirs: Any) -> Bool {
    switch ours {
    case .null: return theirs is NSNull
    case .bool(let flag): return theirs as? Bool == flag
    case .number(let number):
      guard let double = number.double, let other = theirs as? NSNumber else { return false }
      return abs(double - other.doubleValue) <= abs(double) * 1e-15
    case .string(let text): return theirs as? String == text
    case .array(let values):
      guard let others = theirs as? [Any], others.count == values.count else { return false }
      return zip(values, others).allSatisfy { isEqual($0, $1) }
    case .object(let members):
      guard let others = theirs as? [String: Any] else { return false }
      let names = members.map(\.name)
      guard Set(names).count == names.count else { return true }
      return others.count == names.count
        && members.allSatisfy { member in
          others[member.name].map { isEqual(member.value, $0) } ?? false
        }
    }
  }
}
