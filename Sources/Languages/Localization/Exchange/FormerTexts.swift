// Translations of texts that the program no longer has, for a translator of its new version.

extension ExchangedCatalog {
  /// How alike two texts are at least if one is offered as the translation of the other, as for
  /// gettext's `msgmerge`.
  private static let leastLikeness = 0.6
  /// Longer texts, in bytes, and texts beyond this number are not compared.
  private static let longestCompared = 1000
  private static let mostCompared = 2000

  /// For texts without a translation, by their index in `units`: the former text that is most alike,
  /// by its index in `former`.
  var nearestFormerTexts: [Int: Int] {
    let candidates = former.prefix(Self.mostCompared).map { ComparedText($0.source) }
    var nearest: [Int: Int] = [:]
    for (place, unit) in units.enumerated() where unit.target == nil {
      guard !candidates.isEmpty, nearest.count < Self.mostCompared else { break }
      let text = ComparedText(unit.source)
      var best = Self.leastLikeness
      for (candidate, other) in candidates.enumerated()
      where text.isPlural == other.isPlural && text.mostLikeness(to: other) >= best {
        let likeness = text.likeness(to: other)
        guard likeness > best || likeness == best && nearest[place] == nil else { continue }
        best = likeness
        nearest[place] = candidate
      }
    }
    return nearest
  }

  /// A text for comparison; of one with plural forms, that of `other`.
  private struct ComparedText {
    let isPlural: Bool
    private let bytes: [UInt8]
    /// How often each byte occurs.
    private var counts = [Int](repeating: 0, count: 256)

    init(_ text: Text) {
      isPlural = text.plainText == nil
      bytes = Array((text.plainText ?? text.forms[.other] ?? "").utf8)
      for byte in bytes { counts[Int(byte)] += 1 }
    }

    /// A limit of the likeness that is found quickly: as if all equal bytes had one order.
    func mostLikeness(to other: ComparedText) -> Double {
      guard max(bytes.count, other.bytes.count) <= ExchangedCatalog.longestCompared else {
        return 0
      }
      return share(zip(counts, other.counts).reduce(0) { $0 + min($1.0, $1.1) }, other)
    }

    /// From 0 to 1: the share of bytes that both texts have in one order.
    func likeness(to other: ComparedText) -> Double {
      let changes = other.bytes.difference(from: bytes).count
      return share((bytes.count + other.bytes.count - changes) / 2, other)
    }

    private func share(_ common: Int, _ other: ComparedText) -> Double {
      let all = bytes.count + other.bytes.count
      return all == 0 ? 0 : Double(2 * common) / Double(all)
    }
  }
}
