import BidiText

/// Maps Arabic presentation forms to their letters: U+FE90 to U+0628. The inverse of `Joining`,
/// made at the first use. Lam-alef is not included, because it is two letters.
package enum BaseLetters {
  private static let letters: [Unicode.Scalar: Unicode.Scalar] = {
    // A letter joins ZERO WIDTH JOINER as it joins another letter.
    let neighbour: Unicode.Scalar = "\u{200D}"
    var letters: [Unicode.Scalar: Unicode.Scalar] = [:]
    for value in 0x0620...0x06D3 as ClosedRange<UInt32> {
      guard let letter = Unicode.Scalar(value) else { continue }
      for (word, place) in [
        ([letter], 0), ([letter, neighbour], 0), ([neighbour, letter], 1),
        ([neighbour, letter, neighbour], 1),
      ] {
        let levels = [UInt8](repeating: 1, count: word.count)
        let form = Joining.forms(of: word, levels: levels)[place]
        if form != letter, form != "\0" { letters[form] = letter }
      }
    }
    return letters
  }()

  /// nil unless it is a presentation form of a single letter.
  package static func letter(of form: Unicode.Scalar) -> Unicode.Scalar? {
    (0xFB50...0xFEFC).contains(form.value) ? letters[form] : nil
  }
}
