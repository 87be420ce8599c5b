/// Related parts, with an optional title.
public struct Card<Text, ID> {
  /// The parts, from top to bottom.
  public enum Parts {
    /// All parts, in order.
    case each([Part<Text, ID>])
    /// A list that may be long: a part is created only when it is shown or spoken.
    case list([ID], (Int) -> Part<Text, ID>)
  }

  /// The heading above the parts; `nil` for none.
  public var title: Text?
  /// What the card contains.
  public var parts: Parts

  /// A card of parts below a heading.
  @inlinable
  public init(_ title: Text? = nil, _ parts: [Part<Text, ID>]) {
    self.title = title
    self.parts = .each(parts)
  }

  /// A list with one part per element.
  ///
  /// - Parameter part: creates the part of an element. Its identifier is the one at the same index
  ///   in `ids`.
  @inlinable
  public init<Element>(
    _ title: Text? = nil, list elements: [Element], ids: [ID],
    part: @escaping (Element) -> Part<Text, ID>
  ) {
    precondition(elements.count == ids.count, "an identifier for each element")
    self.title = title
    parts = .list(ids) { part(elements[$0]) }
  }

  /// The identifiers that can have the focus, from top to bottom.
  @inlinable public var ids: [ID] {
    switch parts {
    case .each(let parts): parts.compactMap(\.id)
    case .list(let ids, _): ids
    }
  }

  /// The number of parts.
  @inlinable var count: Int {
    switch parts {
    case .each(let parts): parts.count
    case .list(let ids, _): ids.count
    }
  }

  @inlinable subscript(place: Int) -> Part<Text, ID> {
    switch parts {
    case .each(let parts): parts[place]
    case .list(_, let part): part(place)
    }
  }

  /// The identifier of a part, without creating the part.
  @inlinable
  func id(at place: Int) -> ID? {
    switch parts {
    case .each(let parts): parts[place].id
    case .list(let ids, _): ids[place]
    }
  }

  @inlinable var titlePart: Part<Text, ID>? { title.map { .paragraph($0, .group) } }
}
