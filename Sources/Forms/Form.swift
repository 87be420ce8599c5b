/// Cards from the top, with a blank row between each two.
///
///     Form([Card("Profile", [.value("Name", "Lina"), .action("Sign out", id: "out")])])
public struct Form<Text, ID> {
  public var cards: [Card<Text, ID>]

  /// - Parameter cards: those without a title and parts are left out.
  @inlinable
  public init(_ cards: [Card<Text, ID>]) {
    self.cards = cards.filter { $0.title != nil || $0.count > 0 }
  }

  /// What can have the focus, from the top.
  @inlinable public var ids: [ID] { cards.flatMap(\.ids) }

  /// Every title and part as it is said, with what it names.
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
