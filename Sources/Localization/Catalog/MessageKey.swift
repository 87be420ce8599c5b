/// A text of a program: its raw value is the English text, which is its key in every catalog.
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
/// The type is an enumeration without associated values, and `allCases` is the compiler's.
public protocol MessageKey: CaseIterable, Hashable, Sendable, RawRepresentable
where RawValue == String, AllCases == [Self] {
  /// Whether the text holds a number and needs plural forms; then it lives in
  /// `Localizable.stringsdict`.
  var isPlural: Bool { get }

  /// The English text for one, where `isPlural`; it serves where English is built in.
  var singular: String? { get }
}

extension MessageKey {
  public var singular: String? { nil }

  /// The case's place among all cases, from 0.
  ///
  /// An enumeration without associated values is stored as just this number, in the smallest
  /// integer that holds it; `checkCaseNumbers` proves it of a type.
  @inlinable
  var caseNumber: Int {
    withUnsafeBytes(of: self) { bytes in
      switch bytes.count {
      case 0: 0
      case 1: Int(bytes[0])
      default: Int(bytes.load(as: UInt16.self))
      }
    }
  }

  /// Whether each case's number is its place: all of them in a debug build, else the first and
  /// the last, because a look at each costs a program's start more than it is worth there.
  static func checkCaseNumbers() {
    assert(
      allCases.indices.allSatisfy { allCases[$0].caseNumber == $0 },
      "\(Self.self) has not the compiler's allCases")
    precondition(
      hasCaseNumbers, "\(Self.self) is no plain enumeration with the compiler's allCases")
  }

  /// Whether the first case's number and the last one's are their places.
  package static var hasCaseNumbers: Bool {
    let cases = allCases
    return MemoryLayout<Self>.size <= 2 && cases.first?.caseNumber ?? 0 == 0
      && cases.last?.caseNumber ?? -1 == cases.count - 1
  }
}
