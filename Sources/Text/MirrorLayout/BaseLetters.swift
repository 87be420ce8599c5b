import BidiText

/// Maps Arabic presentation forms to their letters: U+FE90 to U+0628. The inverse of `Joining`,
/// made at the first use.
package enum BaseLetters {
  /// What a form is drawn for.
  struct Form {
    /// One letter, or lam and alef.
    var letters: [Unicode.Scalar]
    /// Whether it is joined to the letter before it, at its right side.
    var joinsBefore: Bool
    /// Whether it is joined to the letter after it, at its left side.
    var joinsAfter: Bool
  }

  private static let forms: [Unicode.Scalar: Form] = {
    // A letter joins ZERO WIDTH JOINER as it joins another letter.
    let neighbour: Unicode.Scalar = "\u{200D}"
    var forms: [Unicode.Scalar: Form] = [:]
    func add(_ letters: [Unicode.Scalar], joinsBefore: Bool, joinsAfter: Bool) {
      let word =
        (joinsBefore ? [neighbour] : []) + letters + (joinsAfter ? [neighbour] : [])
      let levels = [UInt8](repeating: 1, count: word.count)
      let drawn = Joining.forms(of: word, levels: levels).dropFirst(joinsBefore ? 1 : 0)
      // One sign for all letters.
      guard let form = drawn.first, !word.contains(form),
        drawn.dropFirst().prefix(letters.count - 1).allSatisfy({ $0 == "\0" })
      else { return }
      // A letter that does not join on a side has the same form with and without a neighbour.
      let known = forms[form]
      forms[form] = Form(
        letters: letters, joinsBefore: known?.joinsBefore ?? joinsBefore,
        joinsAfter: known?.joinsAfter ?? joinsAfter)
    }
    for value in 0x0620...0x06D3 as ClosedRange<UInt32> {
      guard let letter = Unicode.Scalar(value) else { continue }
      for (before, after) in [(false, false), (false, true), (true, false), (true, true)] {
        add([letter], joinsBefore: before, joinsAfter: after)
      }
    }
    for value in 0x0622...0x0627 as ClosedRange<UInt32> {
      guard let lam = Unicode.Scalar(0x0644 as UInt32), let alef = Unicode.Scalar(value) else {
        continue
      }
      for before in [false, true] { add([lam, alef], joinsBefore: before, joinsAfter: false) }
    }
    return forms
  }()

  /// The letters that are drawn as a form wherever they are.
  private static let drawn = Set(
    forms.values.filter { !$0.joinsBefore && !$0.joinsAfter && $0.letters.count == 1 }
      .map { $0.letters[0] })

  /// nil unless it is a presentation form of a single letter.
  package static func letter(of form: Unicode.Scalar) -> Unicode.Scalar? {
    guard let found = self.form(form), found.letters.count == 1 else { return nil }
    return found.letters[0]
  }

  /// nil unless it is a presentation form of a letter, or of lam and alef.
  static func form(_ form: Unicode.Scalar) -> Form? {
    (0xFB50...0xFEFC).contains(form.value) ? forms[form] : nil
  }

  /// Whether a letter never appears on a screen that shows joined forms.
  static func isDrawnAsForm(_ letter: Unicode.Scalar) -> Bool {
    (0x0620...0x06D3).contains(letter.value) && drawn.contains(letter)
  }
}
