/// A text of a program. Its raw value is the English text, which is its key in every catalog.
///
/// ```swift
/// enum Message: String, CaseIterable, MessageKey {
///   case language = "Language"
///   case switchTo = "Press Enter to switch the app to %@"
///   case changesPending = "%d changes pending"
///
///   var isPlural: Bool { self == .changesPending }
///   var singular: String? { self == .changesPending ? "%d change pending" : nil }
/// }
/// ```
///
/// A word that has several translations is a text with a context before U+2404, gettext's `msgctxt`:
/// `"menu␄Open"` is shown as `Open`.
///
/// The type must be an enumeration without associated values and with the compiler's `allCases`.
public protocol MessageKey: CaseIterable, Hashable, Sendable, RawRepresentable
where RawValue == String, AllCases == [Self] {
  /// Whether the text contains a number and needs plural forms. Such a text is stored in
  /// `Localizable.stringsdict`.
  var isPlural: Bool { get }

  /// The English text for the number one, if `isPlural`; used for the built-in English.
  var singular: String? { get }
}

extension MessageKey {
  public var singular: String? { nil }

  /// The index of the case among all cases, from 0.
  ///
  /// An enumeration without associated values is stored as this number, in the smallest integer
  /// that can represent it; `checkCaseNumbers` verifies that for a type.
  @inlinable
  package var caseNumber: Int {
    withUnsafeBytes(of: self) { bytes in
      switch bytes.count {
      case 0: 0
      case 1: Int(bytes[0])
      case 2: Int(bytes.load(as: UInt16.self))
      default: Int(bytes.load(as: UInt32.self))
      }
    }
  }

  /// Checks that each case's number is its index: for all cases in a debug build, otherwise only
  /// for the first and the last, because checking all would slow down a program's start.
  static func checkCaseNumbers() {
    assert(
      allCases.indices.allSatisfy { allCases[$0].caseNumber == $0 },
      "\(Self.self) has not the compiler's allCases")
    precondition(
      hasCaseNumbers, "\(Self.self) is no plain enumeration with the compiler's allCases")
  }

  /// Whether the numbers of the first and the last case are their indices.
  package static var hasCaseNumbers: Bool {
    let cases = allCases
    return MemoryLayout<Self>.size <= 4 && cases.first?.caseNumber ?? 0 == 0
      && cases.last?.caseNumber ?? -1 == cases.count - 1
  }
}
