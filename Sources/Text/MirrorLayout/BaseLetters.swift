import BidiText

/// The letters that Arabic presentation forms are forms of: U+0628 for U+FE90. The inverse of
/// `Joining`, made from it when it is first asked; lam-alef, which is two letters, is not among
/// them.
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

  /// nil for what is no presentation form of a single letter.
  package static func letter(of form: Unicode.Scalar) -> Unicode.Scalar? {
    (0xFB50...0xFEFC).contains(form.value) ? letters[form] : nil
  }
}
