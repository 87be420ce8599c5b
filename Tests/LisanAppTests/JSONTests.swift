import Testing

@testable import LisanApp

struct JSONTests {
  @Test("Values are written on one line, in the order that they are given in")
  func written() {
    let value = JSON.object([
      ("b", .string("x")), ("a", .array([.number(-1), .bool(true), .bool(false), .null])),
      ("c", .encoded("1.50")), ("d", .object([])), ("e", .array([])),
    ])
    #expect(value.text == #"{"b":"x","a":[-1,true,false,null],"c":1.50,"d":{},"e":[]}"#)
    #expect(JSON.number(.min).text == "-9223372036854775808")
  }

  @Test("R28: no control and no directional formatting character is written as it is")
  func escaped() {
    #expect(
      JSON.string("\"\\/\n\t\r\0\u{7F}\u{9F}").text == #""\"\\/\n\t\u000d\u0000\u007f\u009f""#)
    #expect(JSON.string("\u{644}é\u{1F600}").text == "\"\u{644}é\u{1F600}\"")
    for value in UInt32(0)...0x2FFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let isUnsafe =
        value < 0x20 || (0x7F...0x9F).contains(value) || value == 0x61C
        || (0x200E...0x200F).contains(value) || (0x2028...0x202E).contains(value)
        || (0x2066...0x2069).contains(value)
      let text = JSON.string(String(Character(scalar))).text
      #expect(text.unicodeScalars.contains(scalar) == !isUnsafe, "\(value)")
    }
    // Keys, too.
    #expect(JSON.object([("\u{202E}\n", .null)]).text == #"{"\u202e\n":null}"#)
  }

  @Test("What is written is read again, every scalar but U+0000")
  func roundTrip() throws {
    var text = ""
    for value in UInt32(1)...0x1_FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      text.unicodeScalars.append(scalar)
    }
    let written = JSON.object([(text, .string(text))]).text
    let members = try JSONReader.members(of: Array(written.utf8))
    #expect(members.count == 1)
    #expect(members[0].key.unicodeScalars.elementsEqual(text.unicodeScalars))
    guard case .string(let value) = members[0].value else {
      Issue.record("no string")
      return
    }
    #expect(value.unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test("An object's members are read in order, with their places")
  func members() throws {
    let text = """
      { "a" : "x",
        "\u{644}\u{627}": true, "a": false,\t"n": -1.5e+3,
        "o": {"x": [1, {"y": null}]}, "l": [[], {}], "z": null }
      """
    let members = try JSONReader.members(of: Array(text.utf8))
    #expect(members.map(\.key) == ["a", "\u{644}\u{627}", "a", "n", "o", "l", "z"])
    #expect(
      members.map(\.value) == [
        .string("x"), .bool(true), .bool(false), .number("-1.5e+3"), .other, .other, .other,
      ])
    #expect(
      members.map { [$0.place.line, $0.place.column] } == [
        [1, 3], [2, 3], [2, 15], [2, 27], [3, 3], [3, 33], [3, 48],
      ])
    #expect(try JSONReader.members(of: Array("{}".utf8)).isEmpty)
    #expect(try JSONReader.members(of: Array(" \r\n\t{ } \n".utf8)).isEmpty)
  }

  @Test(
    "Escapes are read",
    arguments: [
      (#"\"\\\/"#, "\"\\/"), (#"\b\f\n\r\t"#, "\u{8}\u{C}\n\r\t"), (#"\u0041\u00e9"#, "A\u{E9}"),
      (#"\u202E"#, "\u{202E}"), (#"\ud83d\ude00"#, "\u{1F600}"), (#"\uFFFF"#, "\u{FFFF}"),
    ])
  func escapes(written: String, text: String) throws {
    let members = try JSONReader.members(of: Array("{\"a\":\"\(written)\"}".utf8))
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
    let members = try? JSONReader.members(of: Array("{\"a\":\(text)}".utf8))
    #expect(members?.first?.value == (isNumber ? .number(text) : nil))
  }

  @Test(
    "What is no object is refused, with the place",
    arguments: [
      ("", 1, 1), ("[]", 1, 1), ("{", 1, 2), ("{\"a\"}", 1, 5), ("{\"a\":1", 1, 7),
      ("{\"a\":1,}", 1, 8), ("{\"a\":1 \"b\":2}", 1, 8), ("{}{}", 1, 3), ("{\n\"a\" 1}", 2, 5),
      ("{\"a\":\"\n\"}", 1, 7), (#"{"a":"\q"}"#, 1, 7), (#"{"a":"\u0000"}"#, 1, 7),
      (#"{"a":"\ud800x"}"#, 1, 7), ("{\"a\":[1 2]}", 1, 9), ("{\"a\":{1:2}}", 1, 7),
      ("{'a':1}", 1, 2), ("\u{FEFF}{}", 1, 1), ("{\"\u{644}\u{627}\":,}", 1, 7),
    ])
  func refused(text: String, line: Int, column: Int) {
    do throws(JSONReader.Failure) {
      let members = try JSONReader.members(of: Array(text.utf8))
      Issue.record("\(members)")
    } catch {
      #expect([error.place.line, error.place.column] == [line, column], "\(text)")
      #expect(!error.expected.isEmpty)
    }
  }

  @Test("What is no UTF-8 is refused at its first byte")
  func encoding() {
    for bytes in [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80]] as [[UInt8]] {
      do throws(JSONReader.Failure) {
        _ = try JSONReader.members(of: Array("{\"".utf8) + bytes + Array("\":1}".utf8))
        Issue.record("\(bytes)")
      } catch {
        #expect(error.expected == "UTF-8" && error.place.column == 3, "\(bytes)")
      }
    }
  }

  @Test("Nesting cannot exhaust the stack")
  func nesting() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      let depth = 200_000
      let text =
        "{\"a\":" + String(repeating: open, count: depth) + "1"
        + String(repeating: close, count: depth) + "}"
      #expect((try? JSONReader.members(of: Array(text.utf8)))?.first?.value == .other)
    }
  }
}
