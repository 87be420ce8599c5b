/// How a character joins its neighbours in a cursive script (Joining_Type, ArabicShaping.txt).
public enum JoiningType: UInt8, Hashable, Sendable, CaseIterable {
  case nonJoining
  case rightJoining
  case leftJoining
  case dualJoining
  /// Joins its neighbours without a shape of its own: tatweel, ZWJ.
  case joinCausing
  /// Seen through, such as a mark.
  case transparent
}

extension Unicode.Scalar {
  /// How the character joins its neighbours: `.dualJoining` for U+0628.
  public var joiningType: JoiningType { CharacterProperties(value).joiningType }
}

/// Cursive joining to presentation forms, for terminals that draw one code point a cell.
public enum Joining {
  /// What is drawn for each character of a line: its presentation form where it has one, else
  /// itself; lam-alef in the place of the lam, and U+0000 in the place of its alef.
  ///
  ///     Joining.forms(of: [0x644, 0x627], levels: [1, 1])  // FEFB 0000
  ///
  /// Characters join within a level run only (UAX #9, section 3.5), and in the direction of that
  /// run: under a left-to-right override the letters join as they stand side by side. Marks and
  /// ZWJ between lam and alef do not part them, ZWNJ does.
  public static func forms(of scalars: [Unicode.Scalar], levels: [UInt8]) -> [Unicode.Scalar] {
    precondition(scalars.count == levels.count, "a level for each scalar")
    return [Unicode.Scalar](unsafeUninitializedCapacity: scalars.count) { forms, count in
      scalars.withUnsafeBufferPointer { scalars in
        levels.withUnsafeBufferPointer { levels in
          guard let text = scalars.baseAddress, let levels = levels.baseAddress,
            let start = forms.baseAddress
          else { return }
          joinForms(text, levels, scalars.count, into: start)
        }
      }
      count = scalars.count
    }
  }
}

/// Whether there is nothing to join: all characters are below the Arabic block.
func isBelowArabic(_ scalars: UnsafeBufferPointer<Unicode.Scalar>) -> Bool {
  scalars.allSatisfy { $0.value < 0x0600 }
}

/// Fills `forms`, which has room for `count`, as `Joining.forms` describes.
func joinForms(
  _ scalars: UnsafePointer<Unicode.Scalar>, _ levels: UnsafePointer<UInt8>, _ count: Int,
  into forms: UnsafeMutablePointer<Unicode.Scalar>
) {
  var last = Letter()
  var lam: Letter?
  var runLevel: UInt8 = 0
  for place in 0..<count {
    let scalar = scalars[place]
    forms.advanced(by: place).initialize(to: scalar)
    let properties = CharacterProperties(scalar.value)
    let type = properties.joiningType
    let isRemoved = BidiCode.isRemoved(properties.bidiCode)
    if !isRemoved, levels[place] != runLevel {
      runLevel = levels[place]
      last.draw(into: forms)
      // A ZWJ has no level of its own and joins on either side of a run's edge.
      last = last.isFormat ? Letter(type: last.type, isFormat: true) : Letter()
      lam = nil
    }
    if type == .transparent { continue }

    let isRightToLeft = runLevel & 1 == 1
    if isRightToLeft, let lam, let ligature = UnicodeTables.lamAlef(scalar.value) {
      let form = lam.joinsBefore ? ligature + 1 : ligature
      forms[lam.place] = Unicode.Scalar(form).unsafelyUnwrapped
      forms[place] = "\0"
      last = Letter()
    } else {
      var next = Letter(
        place: place, value: scalar.value, type: type, isRightToLeft: isRightToLeft,
        isFormat: isRemoved)
      if last.canJoinAfter(isRightToLeft), next.canJoinBefore(isRightToLeft) {
        last.joinsAfter = true
        next.joinsBefore = true
      }
      last.draw(into: forms)
      if lam != nil, scalar.value == 0x200D {
        last = next
        continue
      }
      last = next
    }
    lam = scalar.value == 0x0644 ? last : nil
  }
  last.draw(into: forms)
}

/// The letter before the one that is looked at, with what it is joined to so far.
private struct Letter {
  var place = 0
  var value: UInt32 = 0
  var type = JoiningType.nonJoining
  var isRightToLeft = false
  /// Whether rule X9 removes it, as ZWJ and ZWNJ.
  var isFormat = false
  var joinsBefore = false
  var joinsAfter = false

  @inline(__always) func canJoinAfter(_ isRightToLeft: Bool) -> Bool {
    type == .dualJoining || type == .joinCausing
      || type == (isRightToLeft ? .leftJoining : .rightJoining)
  }

  @inline(__always) func canJoinBefore(_ isRightToLeft: Bool) -> Bool {
    type == .dualJoining || type == .joinCausing
      || type == (isRightToLeft ? .rightJoining : .leftJoining)
  }

  @inline(__always) func draw(into forms: UnsafeMutablePointer<Unicode.Scalar>) {
    guard UnicodeTables.formLetters.contains(value) else { return }
    let joinsRight = isRightToLeft ? joinsBefore : joinsAfter
    let joinsLeft = isRightToLeft ? joinsAfter : joinsBefore
    let row = Int(value - UnicodeTables.formLetters.lowerBound) * 4
    let column = (joinsRight ? 1 : 0) + (joinsLeft ? 2 : 0)
    let entry = UnicodeTables.forms + 2 * (row + column)
    let offset =
      UInt32(entry[0] - UnicodeTables.zero) << 6 | UInt32(entry[1] - UnicodeTables.zero)
    if offset != 0 {
      forms[place] = Unicode.Scalar(UnicodeTables.formBase + offset).unsafelyUnwrapped
    }
  }
}
