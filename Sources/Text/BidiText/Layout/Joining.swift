import Cells

/// How a character joins its neighbours in a cursive script (Joining_Type, ArabicShaping.txt).
public enum JoiningType: UInt8, Hashable, Sendable, CaseIterable {
  /// Joins neither neighbour: U+0621, and all characters of other scripts.
  case nonJoining
  /// Joins the letter before it only, such as alef.
  case rightJoining
  /// Joins the letter after it only; rare.
  case leftJoining
  /// Joins the letters on both sides, such as beh.
  case dualJoining
  /// Joins its neighbours and has no shape that changes: tatweel, ZWJ.
  case joinCausing
  /// Ignored by joining, such as a mark.
  case transparent
}

extension Unicode.Scalar {
  /// How the character joins its neighbours: `.dualJoining` for U+0628.
  public var joiningType: JoiningType { CharacterProperties(value).joiningType }
}

/// Joins cursive letters by presentation forms, for terminals that draw one code point per cell.
public enum Joining {
  /// The drawn form of each character of a line: its presentation form if it has one, else itself.
  /// Lam-alef replaces the lam, and U+0000 replaces its alef.
  ///
  ///     Joining.forms(of: ["\u{644}", "\u{627}"], levels: [1, 1])  // ["\u{FEFB}", "\0"]
  ///
  /// Characters join within a level run only (UAX #9, section 3.5), and in the direction of that
  /// run: under a left-to-right override the letters join as they are side by side. Marks between
  /// lam and alef do not separate them. ZWJ and ZWNJ do: with ZWJ both are joined, in a cell each.
  ///
  /// Some letters have no presentation forms. Joined, they are drawn as a letter of the same
  /// skeleton with a mark (`TextLine.glyphs`). A form alone would be another letter, so these
  /// letters are unchanged here.
  ///
  /// - Parameter ligatures: false keeps lam and alef in a cell each, joined as other letters are,
  ///   for text whose columns are already fixed.
  public static func forms(
    of scalars: [Unicode.Scalar], levels: [UInt8], ligatures: Bool = true
  ) -> [Unicode.Scalar] {
    precondition(scalars.count == levels.count, "a level for each scalar")
    return withForms(scalars, levels, ligatures: ligatures, addsMarks: false) { Array($0) }
  }
}

/// Fills `forms`, which has room for `count` scalars, as described in `Joining.forms`.
///
/// - Parameter addsMarks: whether the caller adds the marks that a form lacks (`addedMarks(_:)`).
func joinForms(
  _ scalars: UnsafePointer<Unicode.Scalar>, _ levels: UnsafePointer<UInt8>, _ count: Int,
  ligatures: Bool, addsMarks: Bool, into forms: UnsafeMutablePointer<Unicode.Scalar>
) {
  var sides = JoiningSides(level: 0)
  var runLevel: UInt8 = 0
  var last = OpenLetter()
  // Whether the last character joins the next one.
  var joinsNext = false
  var finder = LamAlefFinder()
  var lam = OpenLetter()

  for place in 0..<count {
    let scalar = scalars[place]
    let level = levels[place]
    forms.advanced(by: place).initialize(to: scalar)
    let properties = CharacterProperties(scalar.value)
    let isTakenIn =
      ligatures && finder.takesIn(scalar.value, level: level, properties: properties)
    let type = properties.joiningType
    if type == .nonJoining, !UnicodeTables.formLetters.contains(scalar.value) {
      last.draw(into: forms, addsMarks: addsMarks)
      last = OpenLetter()
      joinsNext = false
      continue
    }
    if level != runLevel, !BidiCode.isRemoved(properties.bidiCode) {
      runLevel = level
      sides = JoiningSides(level: level)
      last.draw(into: forms, addsMarks: addsMarks)
      // A ZWJ is at no level and joins on both sides of a run's edge.
      joinsNext = joinsNext && BidiCode.isRemoved(CharacterProperties(last.value).bidiCode)
      last.value = 0
    }
    if type == .transparent { continue }
    if isTakenIn, let ligature = UnicodeTables.lamAlef(scalar.value) {
      let form = lam.column & sides.before == 0 ? ligature : ligature + 1
      forms[lam.place] = Unicode.Scalar(form).unsafelyUnwrapped
      forms[place] = "\0"
      last = OpenLetter()
      joinsNext = false
      continue
    }
    let isJoined = joinsNext && sides.joinBefore & 1 &<< type.rawValue != 0
    if isJoined { last.column |= sides.after }
    last.draw(into: forms, addsMarks: addsMarks)
    last = OpenLetter(value: scalar.value, place: place, column: isJoined ? sides.before : 0)
    joinsNext = sides.joinAfter & 1 &<< type.rawValue != 0
    if scalar.value == lamValue { lam = last }
  }
  last.draw(into: forms, addsMarks: addsMarks)
}

/// The joining types that join before and after in logical order, as bits, and the columns of the
/// table of forms for them. A left-to-right run swaps the sides.
private struct JoiningSides {
  var joinBefore: UInt8
  var joinAfter: UInt8
  var before: UInt8
  var after: UInt8

  @inline(__always) init(level: UInt8) {
    let both: UInt8 =
      1 << JoiningType.dualJoining.rawValue | 1 << JoiningType.joinCausing.rawValue
    let right = both | 1 << JoiningType.rightJoining.rawValue
    let left = both | 1 << JoiningType.leftJoining.rawValue
    let isRightToLeft = level & 1 == 1
    joinBefore = isRightToLeft ? right : left
    joinAfter = isRightToLeft ? left : right
    before = isRightToLeft ? 1 : 2
    after = isRightToLeft ? 2 : 1
  }
}

/// The last letter, whose form depends on the next character.
private struct OpenLetter {
  /// 0 if there is no letter.
  var value: UInt32 = 0
  var place = 0
  /// The column in the table of forms: 0 isolated, 1 joined on its right, 2 on its left, 3 on both.
  var column: UInt8 = 0

  @inline(__always) func draw(
    into forms: UnsafeMutablePointer<Unicode.Scalar>, addsMarks: Bool
  ) {
    guard UnicodeTables.formLetters.contains(value) else { return }
    if !addsMarks, addedMarksNumber(value) != 0 { return }
    let row = Int(value &- UnicodeTables.formLetters.lowerBound) &* 4
    let entry = UnicodeTables.forms + 2 &* (row &+ Int(column))
    let offset =
      UInt32(entry[0] &- UnicodeTables.zero) &<< 6 | UInt32(entry[1] &- UnicodeTables.zero)
    if offset != 0 {
      forms[place] = Unicode.Scalar(UnicodeTables.formBase &+ offset).unsafelyUnwrapped
    }
  }
}

@inline(__always) private func addedMarksNumber(_ letter: UInt32) -> UInt8 {
  UnicodeTables.addedMarks[Int(letter &- UnicodeTables.formLetters.lowerBound)]
    &- UnicodeTables.zero
}

/// The marks that the joined forms of a letter lack, because they belong to another letter.
@inline(__always) func addedMarks(_ letter: Unicode.Scalar) -> Marks {
  guard UnicodeTables.formLetters.contains(letter.value) else { return Marks() }
  let number = addedMarksNumber(letter.value)
  return number == 0 ? Marks() : marks(number)
}

private func marks(_ number: UInt8) -> Marks {
  let (first, second) = UnicodeTables.marks(number)
  return Marks([first, second].filter { $0 != 0 }.compactMap(Unicode.Scalar.init))
}

/// Finds each alef that shares the cell of the lam before it. Joining and measuring both use it, so
/// they cannot differ.
struct LamAlefFinder {
  /// The level of a lam that an alef may still follow.
  private var openLevel: UInt8?

  /// Whether this character merges with the lam before it. Lam and alef merge in right-to-left
  /// runs. Marks may be between them, but nothing of another level. A ZWJ separates them, as in
  /// HarfBuzz: it asks for joined forms instead of a ligature.
  @inline(__always)
  mutating func takesIn(
    _ value: UInt32, level: UInt8, properties: @autoclosure () -> CharacterProperties
  ) -> Bool {
    if value == lamValue {
      openLevel = level & 1 == 1 ? level : nil
      return false
    }
    guard let open = openLevel else { return false }
    return follows(open, value, level, properties())
  }

  private mutating func follows(
    _ open: UInt8, _ value: UInt32, _ level: UInt8, _ properties: CharacterProperties
  ) -> Bool {
    // A format character that starts a grapheme cluster, such as U+200B, is a possible break.
    let isTransparent =
      properties.joiningType == .transparent && properties.graphemeBreak == .extend
    if isTransparent, level == open || BidiCode.isRemoved(properties.bidiCode) { return false }
    openLevel = nil
    return level == open && UnicodeTables.lamAlef(value) != nil
  }
}

private let lamValue: UInt32 = 0x0644
