/// Cards from top to bottom, separated by blank rows.
///
///     Form([Card("Profile", [.value("Name", "Lina"), .action("Sign out", id: "out")])])
public struct Form<Text, ID> {
  /// The cards from the top.
  public var cards: [Card<Text, ID>]

  /// - Parameter cards: the cards; one without a title and parts is dropped.
  @inlinable
  public init(_ cards: [Card<Text, ID>]) {
    self.cards = cards.filter { $0.title != nil || $0.count > 0 }
  }

  /// The identifiers that can have the focus, from top to bottom.
  @inlinable public var ids: [ID] { cards.flatMap(\.ids) }

  /// Every title and part as spoken text, with its identifier.
  @inlinable public var spoken: [(id: ID?, text: Spoken<Text>)] {
    var spoken: [(id: ID?, text: Spoken<Text>)] = []
    func say(_ part: Part<Text, ID>) {
      if let text = part.spoken { spoken.append((part.id, text)) }
    }
    for card in cards {
      if let title = card.titlePart { say(title) }
      for place in 0..<card.count { say(card[place]) }
    }
    return spoken
  }
}
