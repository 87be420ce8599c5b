import StrictJSON
import Testing

struct JSONTests {
  @Test("Values are written on one line, in the order that they are given in")
  func written() {
    let value = JSON.object([
      ("b", .string("x")), ("a", .array([.number(-1), .bool(true), .bool(false), .null])),
      ("c", .number(JSON.Number(written: "1.50"))), ("d", .members([:])), ("e", .array([])),
    ])
    #expect(value.text == #"{"b":"x","a":[-1,true,false,null],"c":1.50,"d":{},"e":[]}"#)
    #expect(JSON.number(Int64.min).text == "-9223372036854775808")
    #expect(JSON.number(UInt64.max).text == "18446744073709551615")
    #expect(JSON.members(["a": .null, "b": nil]).text == #"{"a":null}"#)
    #expect(
      [0.5, 2, -0.0, 1e-7, 1e300, .infinity, .nan].map { JSON.number($0).text }
        == ["0.5", "2", "0", "1e-07", "1e+300", "null", "null"])
  }

  @Test("R28: characters that control, reorder or hide are escaped")
  func escaped() {
    #expect(
      JSON.string("\"\\/\n\t\r\0\u{7F}\u{9F}").text == #""\"\\/\n\t\r\u0000\u007f\u009f""#)
    #expect(JSON.string("لé\u{1F600}").text == "\"لé\u{1F600}\"")
    for value in UInt32(0)...0xFFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let isUnsafe =
        value < 0x20 || scalar == "\"" || scalar == "\\" || (0x7F...0x9F).contains(value)
        || value == 0x61C || (0x200B...0x200F).contains(value) || (0x2028...0x202E).contains(value)
        || (0x2060...0x206F).contains(value) || value == 0xFEFF || (0xFFF9...0xFFFB).contains(value)
      let text = JSON.string(String(Character(scalar))).text.unicodeScalars
      #expect((text.count == 3) == !isUnsafe, "\(value)")
    }
    // Names, too.
    #expect(JSON.object([("\u{202E}\n", .null)]).text == #"{"\u202e\n":null}"#)
  }

  @Test("Every scalar that is written is read again")
  func roundTrip() throws {
    var text = ""
    for value in UInt32(0)...0x1_FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      text.unicodeScalars.append(scalar)
    }
    let members = try JSON.members(of: JSON.object([(text, .string(text))]).utf8)
    #expect(members.count == 1)
    #expect(members[0].name.unicodeScalars.elementsEqual(text.unicodeScalars))
    #expect(members[0].value.string?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
  }

  @Test("The members of an object are read in order, with their places")
  func members() throws {
    let text = """
      { "a" : "x",
        "لا": true, "a": false,\t"n": -1.5e+3,
        "o": {"x": [1, {"y": null}]}, "l": [[], {}], "z": null }
      """
    let bytes = Array(text.utf8)
    let members = try JSON.members(of: bytes)
    #expect(members.map(\.name) == ["a", "لا", "a", "n", "o", "l", "z"])
    #expect(
      members.map(\.value) == [
        .string("x"), .bool(true), .bool(false), .number(JSON.Number(written: "-1.5e+3")),
        .object([("x", .array([.number(1), .object([("y", .null)])]))]),
        .array([.array([]), .members([:])]), .null,
      ])
    #expect(
      members.map { JSON.Place(of: $0.offset, in: bytes) }.map { [$0.line, $0.column] } == [
        [1, 3], [2, 3], [2, 15], [2, 27], [3, 3], [3, 33], [3, 48],
      ])
    #expect(try JSON.members(of: Array("{}".utf8)).isEmpty)
    #expect(try JSON.members(of: Array(" \r\n\t{ } \n".utf8)).isEmpty)
  }

  @Test("A text may be any value")
  func values() throws {
    func read(_ text: String) throws -> JSON { try JSON(reading: Array(text.utf8)) }
    #expect(try read(" null\n") == .null)
    #expect(try read("[]") == .array([]))
    #expect(try read("\"a\"").string == "a")
    #expect(try read("1e3").integer == 1000)
    #expect(try read("18446744073709551615") == .number(UInt64.max))
    #expect(try read("1e400").number == nil)
    let value = try read(#"{"a": [1, "x", true], "a": 2}"#)
    #expect(value["a"]?.integer == 2)
    #expect(value["b"] == nil && value.array == nil && JSON.null["a"] == nil)
  }

  @Test(
    "Escapes are read",
    arguments: [
      (#"\"\\\/"#, "\"\\/"), (#"\b\f\n\r\t"#, "\u{8}\u{C}\n\r\t"), (#"\u0041\u00e9"#, "A\u{E9}"),
      (#"\u202E"#, "\u{202E}"), (#"\ud83d\ude00"#, "\u{1F600}"), (#"\uFFFF"#, "\u{FFFF}"),
      (#"\u0000"#, "\0"),
    ])
  func escapes(written: String, text: String) throws {
    let members = try JSON.members(of: Array("{\"a\":\"\(written)\"}".utf8))
    #expect(members.first?.value == .string(text))
  }

  @Test(
    "Numbers are those of RFC 8259",
    arguments: [
      ("0", true), ("-0", true), ("10", true), ("1.0", true), ("1e9", true), ("1E+9", true),
      ("1e-09", true), ("-1.25e2", true), ("01", false), ("-", false), ("+1", false),
      (".5", false), ("1.", false), ("1e", false), ("1e+", false), ("0x1", false), ("1a", false),
      ("NaN", false), ("Infinity", false), ("--1", false), ("1.2.3", false), ("True", false),
      ("nul", false),
    ])
  func numbers(text: String, isNumber: Bool) {
    let members = try? JSON.members(of: Array("{\"a\":\(text)}".utf8))
    #expect(members?.first?.value == (isNumber ? .number(JSON.Number(written: text)) : nil))
  }

  @Test(
    "A text that is not an object is refused with the place",
    arguments: [
      ("", 1, 1), ("[]", 1, 1), ("{", 1, 2), ("{\"a\"}", 1, 5), ("{\"a\":1", 1, 7),
      ("{\"a\":1,}", 1, 8), ("{\"a\":1 \"b\":2}", 1, 8), ("{}{}", 1, 3), ("{\n\"a\" 1}", 2, 5),
      ("{\"a\":\"\n\"}", 1, 7), (#"{"a":"\q"}"#, 1, 7), (#"{"a":"\u0000"}"#, 1, 7),
      (#"{"a":"\ud800x"}"#, 1, 7), (#"{"a":"\ud800\u0041"}"#, 1, 7), (#"{"a":"\udc00"}"#, 1, 7),
      (#"{"a":"\u12"#, 1, 7), (#"{"a":"\u+123"}"#, 1, 7), (#"{"a":"\"#, 1, 7),
      ("{\"a\":[1 2]}", 1, 9), ("{\"a\":[1,]}", 1, 9), ("{\"a\":[1}", 1, 8),
      ("{\"a\":{1:2}}", 1, 7),
      ("{\"a\":{\"b\":1,}}", 1, 13), ("{\"a\":{\"b\"]}", 1, 10), ("{\"a\":]", 1, 6),
      ("{'a':1}", 1, 2), ("\u{FEFF}{}", 1, 1), ("{\"لا\":,}", 1, 7),
      ("{\"a\":1]", 1, 7),
    ])
  func refused(text: String, line: Int, column: Int) {
    do throws(JSON.Failure) {
      let members = try JSON.members(of: Array(text.utf8), rules: .refusesNull)
      Issue.record("\(members)")
    } catch {
      #expect([error.place.line, error.place.column] == [line, column], "\(text)")
      #expect(!error.expected.isEmpty)
    }
  }

  @Test("A lone surrogate becomes U+FFFD, because a program may have cut the text")
  func surrogates() throws {
    for (written, text) in [
      (#""\ud800""#, "\u{FFFD}"), (#""\ud800x""#, "\u{FFFD}x"), (#""\udc00""#, "\u{FFFD}"),
      (#""\ud800\u0041""#, "\u{FFFD}A"), (#""\ud83d\ude00""#, "\u{1F600}"),
      (#""\ud800\ud83d\ude00""#, "\u{FFFD}\u{1F600}"),
    ] {
      let bytes = Array(written.utf8)
      #expect(try JSON(reading: bytes, rules: .replacesLoneSurrogates) == .string(text))
    }
  }

  @Test("Invalid UTF-8 is refused at its first byte")
  func encoding() {
    for bytes in [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80]] as [[UInt8]] {
      do throws(JSON.Failure) {
        _ = try JSON.members(of: Array("{\"".utf8) + bytes + Array("\":1}".utf8))
        Issue.record("\(bytes)")
      } catch {
        #expect(error.expected == "UTF-8" && error.place.column == 3, "\(bytes)")
      }
    }
  }

  @Test("Nesting has a limit, and cannot exhaust the stack")
  func nesting() throws {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      func text(_ depth: Int) -> [UInt8] {
        Array((String(repeating: open, count: depth) + "1").utf8)
          + Array(String(repeating: close, count: depth).utf8)
      }
      _ = try JSON(reading: text(64))
      _ = try JSON(reading: text(3), depth: 3)
      do throws(JSON.Failure) {
        _ = try JSON(reading: text(4), depth: 3)
        Issue.record("too deep")
      } catch {
        #expect(error.offset == 3 * open.utf8.count && !error.expected.contains("["))
      }
      #expect(throws: JSON.Failure.self) { try JSON(reading: text(500_000)) }
      #expect(throws: JSON.Failure.self) {
        try JSON(reading: Array(String(repeating: open, count: 500_000).utf8))
      }
    }
  }
}
