/// A title with a description, and cards from top to bottom, separated by blank rows.
///
///     Form("Settings", [Card("Profile", [.value("Name", "Lina"), .button("Sign out", id: "out")])])
public struct Form<Text, ID> {
  /// The heading above the cards.
  public var title: Text?
  /// What the form is about, in quiet text below the title.
  public var about: Text?
  /// The cards from the top.
  public var cards: [Card<Text, ID>]

  /// - Parameter cards: the cards; one without a title and parts is dropped.
  @inlinable
  public init(_ cards: [Card<Text, ID>]) {
    self.cards = cards.filter { $0.title != nil || $0.count > 0 }
  }

  /// A form with a heading.
  ///
  /// - Parameters:
  ///   - title: the heading.
  ///   - about: what the form is about, in quiet text below the heading.
  ///   - cards: the cards; one without a title and parts is dropped.
  @inlinable
  public init(_ title: Text, about: Text? = nil, _ cards: [Card<Text, ID>]) {
    self.init(cards)
    self.title = title
    self.about = about
  }

  /// The identifiers that can have the focus, from top to bottom.
  @inlinable public var ids: [ID] { cards.flatMap(\.ids) }

  /// The first part with an identifier.
  @inlinable
  func part(_ id: ID) -> Part<Text, ID>? where ID: Equatable {
    for card in cards {
      for place in 0..<card.count where card.id(at: place) == id { return card[place] }
    }
    return nil
  }

  /// The identifiers of the first options, which a program may let people choose by number.
  @inlinable
  public func options(first limit: Int) -> [ID] {
    var options: [ID] = []
    for card in cards {
      for place in 0..<card.count where options.count < limit {
        let part = card[place]
        switch part.content {
        case .option, .choice: if let id = part.id { options.append(id) }
        default: break
        }
      }
    }
    return options
  }

  /// The identifiers in the order of their numbers, where people choose by number alone: the options
  /// first, so that each has the number that `options(first:)` gives it, then the others.
  @inlinable
  public func numbered() -> [ID] where ID: Equatable {
    let options = options(first: .max)
    return options + ids.filter { !options.contains($0) }
  }

  /// Every title and part as spoken text, with its identifier.
  @inlinable public var spoken: [(id: ID?, text: Spoken<Text>)] {
    var spoken: [(id: ID?, text: Spoken<Text>)] = []
    func say(_ part: Part<Text, ID>) {
      if let text = part.spoken { spoken.append((part.id, text)) }
    }
    for part in heading { say(part) }
    for card in cards {
      if let title = card.titlePart { say(title) }
      for place in 0..<card.count { say(card[place]) }
    }
    return spoken
  }

  /// The title and the description.
  @inlinable var heading: [Part<Text, ID>] {
    (title.map { [.paragraph($0, .heading)] } ?? [])
      + (about.map { [.paragraph($0, .quiet)] } ?? [])
  }
}
