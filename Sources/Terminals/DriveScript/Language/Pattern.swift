import Glibc

/// An extended regular expression, as `grep -E` takes them (POSIX, `regcomp`).
///
/// Texts are matched by characters where the process has a UTF-8 locale, as `lisan-drive` has.
final class Pattern: Sendable {
  let source: String
  // `regexec` locks what it changes in the expression.
  nonisolated(unsafe) private let compiled: UnsafeMutablePointer<regex_t>

  /// - Throws: the C library's reason, at the source's place in a script, if the source is invalid.
  init(_ source: String, at place: ScriptPlace) throws(ScriptError) {
    guard Self.isSmall(source) else { throw ScriptError(place, .patternTooLarge) }
    let compiled = UnsafeMutablePointer<regex_t>.allocate(capacity: 1)
    let code = regcomp(compiled, Self.extended(source), REG_EXTENDED)
    guard code == 0 else {
      var text = [CChar](repeating: 0, count: 200)
      regerror(code, compiled, &text, text.count)
      compiled.deallocate()
      let reason = String(
        decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      throw ScriptError(place, .patternNotSound, reason)
    }
    self.source = source
    self.compiled = compiled
  }

  /// The pattern in POSIX notation, where `\d`, `\D` and `\/` do not exist.
  private static func extended(_ source: String) -> String {
    var result = ""
    var rest = source[...]
    // Whether a class is open, and whether a `]` would be one of its characters.
    var isInClass = false
    var isFirst = false
    while let character = rest.popFirst() {
      let escaped = character == "\\" ? rest.first : nil
      switch (escaped, isInClass) {
      case ("d", true): result += "0-9"
      case ("d", false): result += "[0-9]"
      case ("D", false): result += "[^0-9]"
      case ("/", _): result += "/"
      case (let escaped?, false): result += "\\\(escaped)"
      default:
        result.append(character)
        if !isInClass, character == "[" {
          (isInClass, isFirst) = (true, true)
        } else if isInClass {
          if character == "]", !isFirst { isInClass = false }
          if character != "^" { isFirst = false }
        }
        continue
      }
      rest.removeFirst()
      isFirst = false
    }
    return result
  }

  /// Whether the compiled expression has few parts, and no group is deep. The C library copies what is repeated:
  /// each sign of `a+++` doubles it. It calls itself for each group and each repetition, also side by side: within
  /// 256 KiB of stack, for 200 groups in each other, or 500 of `(a*)`.
  private static func isSmall(_ source: String) -> Bool {
    /// The parts of the open groups, the innermost last.
    var groups = [0.0]
    /// Those of what a repetition would repeat.
    var last = 0.0
    func add(_ parts: Double) { groups[groups.count - 1] += parts }
    var rest = Array(source.utf8)[...]
    while let byte = rest.popFirst() {
      switch Character(Unicode.Scalar(byte)) {
      case "(":
        // As much as four letters.
        groups.append(4)
        if groups.count > 100 { return false }
      case ")" where groups.count > 1:
        last = groups.removeLast()
        add(last)
      case "+":
        add(last)
        last *= 2
      case "{":
        let bounds = rest.prefix { $0 != UInt8(ascii: "}") }
        let times =
          bounds.split(separator: UInt8(ascii: ","))
          .compactMap { Double(String(decoding: $0, as: UTF8.self)) }.max() ?? 1
        add(last * max(0, times - 1))
        last *= max(1, times)
        rest = rest.dropFirst(bounds.count + 1)
      case "*", "?", "|": add(1)
      case "[":
        // The first sign in brackets is one of them, also `]`.
        let isInverted = rest.first == UInt8(ascii: "^")
        rest = rest.dropFirst(isInverted ? 2 : 1).drop { $0 != UInt8(ascii: "]") }.dropFirst()
        (last, groups[groups.count - 1]) = (1, groups[groups.count - 1] + 1)
      case "\\":
        rest = rest.dropFirst()
        fallthrough
      default:
        last = 1
        add(1)
      }
    }
    return groups.reduce(0, +) <= 2_000
  }

  deinit {
    regfree(compiled)
    compiled.deallocate()
  }

  /// The matches in order, in UTF-8 code units, without empty ones.
  func ranges(in text: String) -> [Range<Int>] {
    var bytes = Array(text.utf8CString)
    var found: [Range<Int>] = []
    var start = 0
    while start < bytes.count - 1 {
      var match = regmatch_t()
      let flags = start > 0 ? REG_NOTBOL : 0
      let code = bytes.withUnsafeMutableBufferPointer {
        regexec(compiled, $0.baseAddress! + start, 1, &match, flags)
      }
      guard code == 0 else { break }
      let range = (start + Int(match.rm_so))..<(start + Int(match.rm_eo))
      if range.isEmpty {
        start = range.upperBound + 1
        while bytes[start] & ~0x3F == ~0x7F { start += 1 }
      } else {
        found.append(range)
        start = range.upperBound
      }
    }
    return found
  }
}
