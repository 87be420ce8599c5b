/// A character's Bidi_Class (UAX #9, table 4), such as `.arabicLetter` for U+0627.
public enum BidiClass: UInt8, Hashable, Sendable, CaseIterable {
  /// L: Latin letters.
  case leftToRight
  /// R: Hebrew letters.
  case rightToLeft
  /// AL: Arabic letters.
  case arabicLetter
  /// EN: the digits 0 to 9.
  case europeanNumber
  /// AN: Arabic-Indic digits.
  case arabicNumber
  /// ES: plus and minus.
  case europeanSeparator
  /// ET: currency and percent signs.
  case europeanTerminator
  /// CS: comma, full stop, colon.
  case commonSeparator
  /// NSM: combining marks.
  case nonspacingMark
  /// BN: control and format characters.
  case boundaryNeutral
  /// B: line feed and U+2029.
  case paragraphSeparator
  /// S: tab.
  case segmentSeparator
  /// WS: blanks.
  case whiteSpace
  /// ON: punctuation and symbols.
  case otherNeutral
  /// LRE: U+202A.
  case leftToRightEmbedding
  /// LRO: U+202D.
  case leftToRightOverride
  /// RLE: U+202B.
  case rightToLeftEmbedding
  /// RLO: U+202E.
  case rightToLeftOverride
  /// PDF: U+202C.
  case popDirectionalFormat
  /// LRI: U+2066.
  case leftToRightIsolate
  /// RLI: U+2067.
  case rightToLeftIsolate
  /// FSI: U+2068.
  case firstStrongIsolate
  /// PDI: U+2069.
  case popDirectionalIsolate
}

extension Unicode.Scalar {
  /// The character's Bidi_Class; for an unassigned character, the default class of its block.
  public var bidiClass: BidiClass {
    let code = CharacterProperties(value).bidiCode
    return code == BidiCode.bracket
      ? .otherNeutral : BidiClass(rawValue: code).unsafelyUnwrapped
  }
}

/// Bidi classes as the resolver stores them: the raw values of `BidiClass`, and one more for ON
/// characters that are paired brackets (UAX #9, BD14 and BD15).
enum BidiCode {
  static let l = BidiClass.leftToRight.rawValue
  static let r = BidiClass.rightToLeft.rawValue
  static let al = BidiClass.arabicLetter.rawValue
  static let en = BidiClass.europeanNumber.rawValue
  static let an = BidiClass.arabicNumber.rawValue
  static let es = BidiClass.europeanSeparator.rawValue
  static let et = BidiClass.europeanTerminator.rawValue
  static let cs = BidiClass.commonSeparator.rawValue
  static let nsm = BidiClass.nonspacingMark.rawValue
  static let bn = BidiClass.boundaryNeutral.rawValue
  static let b = BidiClass.paragraphSeparator.rawValue
  static let s = BidiClass.segmentSeparator.rawValue
  static let ws = BidiClass.whiteSpace.rawValue
  static let on = BidiClass.otherNeutral.rawValue
  static let lre = BidiClass.leftToRightEmbedding.rawValue
  static let lro = BidiClass.leftToRightOverride.rawValue
  static let rle = BidiClass.rightToLeftEmbedding.rawValue
  static let rlo = BidiClass.rightToLeftOverride.rawValue
  static let pdf = BidiClass.popDirectionalFormat.rawValue
  static let lri = BidiClass.leftToRightIsolate.rawValue
  static let rli = BidiClass.rightToLeftIsolate.rawValue
  static let fsi = BidiClass.firstStrongIsolate.rawValue
  static let pdi = BidiClass.popDirectionalIsolate.rawValue
  static let bracket: UInt8 = 23

  @inline(__always) static func isIsolateInitiator(_ code: UInt8) -> Bool {
    code >= lri && code <= fsi
  }

  /// Whether rule X9 removes the character: embeddings, overrides, PDF, and BN.
  @inline(__always) static func isRemoved(_ code: UInt8) -> Bool {
    code == bn || (code >= lre && code <= pdf)
  }
}

/// A set of `BidiCode`s. One comparison with it shows which rules a paragraph needs.
struct BidiCodeSet {
  private(set) var bits: UInt32 = 0

  init() {}

  private init(_ codes: UInt8...) {
    for code in codes { insert(code) }
  }

  @inline(__always) mutating func insert(_ code: UInt8) {
    bits |= 1 &<< UInt32(code)
  }

  @inline(__always) func contains(_ code: UInt8) -> Bool {
    bits & (1 &<< UInt32(code)) != 0
  }

  @inline(__always) func isDisjoint(with other: BidiCodeSet) -> Bool {
    bits & other.bits == 0
  }

  /// The codes that cause levels other than 0 in a left-to-right paragraph.
  static let rightToLeft = BidiCodeSet(
    BidiCode.r, BidiCode.al, BidiCode.an, BidiCode.lre, BidiCode.lro, BidiCode.rle, BidiCode.rlo,
    BidiCode.lri, BidiCode.rli, BidiCode.fsi)

  /// The codes that cause levels other than 1 in a right-to-left paragraph.
  static let leftToRight = BidiCodeSet(
    BidiCode.l, BidiCode.en, BidiCode.an, BidiCode.lre, BidiCode.lro, BidiCode.rle, BidiCode.rlo,
    BidiCode.lri, BidiCode.rli, BidiCode.fsi)

  /// The codes that cause several isolating run sequences, or gaps in one (rules X1 to X9).
  static let explicit = BidiCodeSet(
    BidiCode.bn, BidiCode.lre, BidiCode.lro, BidiCode.rle, BidiCode.rlo, BidiCode.pdf,
    BidiCode.lri, BidiCode.rli, BidiCode.fsi, BidiCode.pdi)
}
