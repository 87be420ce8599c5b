/// The format of a text's placeholders: gettext's flag without `-format`, such as `c` or `python`.
///
/// A program of this library has `%@` and whole numbers. Other catalogs set it in a comment before a
/// key: `/* check: format c */`; each text is then checked by the format of its source text. Without
/// a comment, it is Objective-C's.
public struct TextFormat: RawRepresentable, Hashable, Sendable {
  /// The name, or several with commas between them.
  public let rawValue: String

  /// Any format; those without a constant here are kept, and their texts are not checked.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// `%@`, and those of `printf`.
  public static let objectiveC = TextFormat(rawValue: "objc")
  /// Those of `printf`.
  public static let c = TextFormat(rawValue: "c")
  /// Those of Python's `%`.
  public static let python = TextFormat(rawValue: "python")
  /// A percent sign is a percent sign.
  public static let none = TextFormat(rawValue: "none")

  /// The names of formats that gettext does not have.
  var unknownNames: [String] {
    rawValue.split(separator: ",").map(String.init).filter { !Self.names.contains($0) }
  }

  private static let names = """
    awk boost c c++ csharp d elisp gcc-internal gfc-internal go java java-printf javascript kde \
    kde-kuit librep lisp lua modula2 none objc object-pascal ocaml perl perl-brace php python \
    python-brace qt qt-plural ruby rust rust-brace scheme sh sh-printf smalltalk tcl ycp
    """.split(separator: " ").map(String.init)

  /// Checks that a text has the placeholders of another one.
  ///
  /// - Parameter mayOmit: whether it may have fewer, as the form for one thing may.
  func check(
    _ text: String, against model: String, mayOmit: Bool = false
  ) throws(CatalogReader.Fault) {
    for name in rawValue.split(separator: ",") {
      guard let read = Self.readers[String(name)] else { continue }
      // A source text that breaks the rules of its format cannot be compared with.
      guard let expected = try? read(model) else { continue }
      let found = try read(text)
      let isFitting =
        mayOmit
        ? found.kinds.allSatisfy { expected.kinds[$0.key] == $0.value }
        : found.kinds == expected.kinds
      guard isFitting else {
        throw CatalogReader.Fault(
          kind: .differentPlaceholders(expected: expected.description, found: found.description))
      }
    }
  }

  private typealias Reader = @Sendable (String) throws(CatalogReader.Fault) -> Arguments

  private static let readers: [String: Reader] = [
    objectiveC.rawValue: { text throws(CatalogReader.Fault) in
      try Arguments(c: text, hasObjects: true)
    },
    c.rawValue: { text throws(CatalogReader.Fault) in try Arguments(c: text) },
    python.rawValue: { text throws(CatalogReader.Fault) in try Arguments(python: text) },
  ]

  /// The arguments that a text takes, by number or name, and the kind of each.
  private struct Arguments {
    var kinds: [String: String] = [:]
    private var spellings: [String] = []
    private var next = 1
    private var isNumbered: Bool?

    var description: String { spellings.joined(separator: " ") }

    /// C's `printf`; with `%@` for Objective-C.
    init(c text: String, hasObjects: Bool = false) throws(CatalogReader.Fault) {
      try read(text) { arguments, bytes in
        let given = Self.number(&bytes, before: UInt8(ascii: "$"))
        Self.skip("-+ #0'I", &bytes)
        guard arguments.widthAndPrecision(&bytes, isNumbered: given != nil) else { return false }
        var length = ""
        while let byte = bytes.first, "hlLqjzt".utf8.contains(byte), length.count < 2 {
          length.unicodeScalars.append(Unicode.Scalar(byte))
          bytes.removeFirst()
        }
        if bytes.first == UInt8(ascii: "<"), let end = bytes.firstIndex(of: UInt8(ascii: ">")) {
          // A macro of <inttypes.h>, as gettext writes it: %<PRIu64>.
          length = String(decoding: bytes[bytes.startIndex...end], as: UTF8.self)
          bytes = bytes[(end + 1)...]
          return arguments.consume(given, length)
        }
        guard let sign = bytes.popFirst() else { return false }
        if sign == UInt8(ascii: "m") { return given == nil }
        if sign == UInt8(ascii: "@"), hasObjects { return arguments.consume(given, "@") }
        let groups = ["di", "uoxX", "feEFgGaA", "c", "s", "p", "n", "C", "S"]
        guard let kind = Self.kind(of: sign, among: groups) else { return false }
        // `printf` takes %lf for %f.
        if kind == "f", length == "l" { length = "" }
        return arguments.consume(given, length + kind)
      }
    }

    /// Python's operator `%`.
    init(python text: String) throws(CatalogReader.Fault) {
      try read(text) { arguments, bytes in
        var name: String?
        if bytes.first == UInt8(ascii: "(") {
          guard let end = bytes.firstIndex(of: UInt8(ascii: ")")) else { return false }
          name = String(decoding: bytes[(bytes.startIndex + 1)..<end], as: UTF8.self)
          bytes = bytes[(end + 1)...]
        }
        Self.skip("-+ #0", &bytes)
        guard arguments.widthAndPrecision(&bytes, isNumbered: name != nil) else { return false }
        Self.skip("hlL", &bytes)
        guard let sign = bytes.popFirst(),
          let kind = Self.kind(of: sign, among: ["diuoxX", "feEFgG", "sra", "c"])
        else { return false }
        return arguments.consume(name, kind)
      }
    }

    /// Reads each placeholder of a text; `%%` is a percent sign.
    private mutating func read(
      _ text: String, _ placeholder: (inout Arguments, inout ArraySlice<UInt8>) -> Bool
    ) throws(CatalogReader.Fault) {
      var bytes = Array(text.utf8)[...]
      while let sign = bytes.firstIndex(of: UInt8(ascii: "%")) {
        bytes = bytes[(sign + 1)...]
        if bytes.first == UInt8(ascii: "%") {
          bytes.removeFirst()
          continue
        }
        let start = bytes
        guard placeholder(&self, &bytes) else {
          let spelling = String(decoding: start.prefix { $0 != 0x20 }.prefix(8), as: UTF8.self)
          throw CatalogReader.Fault(kind: .invalidPlaceholder("%\(spelling)"))
        }
        spellings.append(
          "%" + String(decoding: start[start.startIndex..<bytes.startIndex], as: UTF8.self))
      }
    }

    /// Takes an argument; false if it has two kinds, or if only some placeholders have a number or name.
    private mutating func consume(_ name: String?, _ kind: String) -> Bool {
      guard isNumbered ?? (name != nil) == (name != nil) else { return false }
      isNumbered = name != nil
      let name = name ?? String(next)
      next += 1
      return kinds.updateValue(kind, forKey: name) ?? kind == kind
    }

    /// The kind of an argument by the sign at the end of its placeholder: the first sign of its group.
    private static func kind(of sign: UInt8, among groups: [String]) -> String? {
      groups.first { $0.utf8.contains(sign) }.map { String($0.prefix(1)) }
    }

    /// A width, and a precision after a full stop; each may be missing.
    private mutating func widthAndPrecision(
      _ bytes: inout ArraySlice<UInt8>, isNumbered: Bool
    ) -> Bool {
      guard star(&bytes, isNumbered: isNumbered) else { return false }
      guard bytes.first == UInt8(ascii: ".") else { return true }
      bytes.removeFirst()
      return star(&bytes, isNumbered: isNumbered)
    }

    /// A width or a precision: digits, or an argument.
    private mutating func star(_ bytes: inout ArraySlice<UInt8>, isNumbered: Bool) -> Bool {
      guard bytes.first == UInt8(ascii: "*") else {
        bytes = bytes.drop(while: \.isASCIIDigit)
        return true
      }
      bytes.removeFirst()
      return consume(isNumbered ? Self.number(&bytes, before: UInt8(ascii: "$")) : nil, "*")
    }

    private static func number(_ bytes: inout ArraySlice<UInt8>, before sign: UInt8) -> String? {
      let digits = bytes.prefix(while: \.isASCIIDigit)
      guard !digits.isEmpty, bytes.dropFirst(digits.count).first == sign else { return nil }
      bytes = bytes.dropFirst(digits.count + 1)
      return String(decoding: digits, as: UTF8.self)
    }

    private static func skip(_ signs: String, _ bytes: inout ArraySlice<UInt8>) {
      while let byte = bytes.first, signs.utf8.contains(byte) { bytes.removeFirst() }
    }
  }
}
