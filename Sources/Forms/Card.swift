/// Parts that belong together, under a title if they have one.
public struct Card<Text, ID> {
  /// The parts from the top.
  public enum Parts {
    case each([Part<Text, ID>])
    /// A list that may be long: a part is made only where it is shown or spoken.
    case list([ID], (Int) -> Part<Text, ID>)
  }

  public var title: Text?
  public var parts: Parts

  @inlinable
  public init(_ title: Text? = nil, _ parts: [Part<Text, ID>]) {
    self.title = title
    self.parts = .each(parts)
  }

  /// A list with a part for each element.
  ///
  /// - Parameter part: makes the part of an element, whose identifier is the one of `ids` at the same
  ///   place.
  @inlinable
  public init<Element>(
    _ title: Text? = nil, list elements: [Element], ids: [ID],
    part: @escaping (Element) -> Part<Text, ID>
  ) {
    precondition(elements.count == ids.count, "an identifier for each element")
    self.title = title
    parts = .list(ids) { part(elements[$0]) }
  }

  /// What can have the focus, from the top.
  @inlinable public var ids: [ID] {
    switch parts {
    case .each(let parts): parts.compactMap(\.id)
    case .list(let ids, _): ids
    }
  }

  /// How many parts there are.
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

  /// Does not make the part.
  @inlinable
  func id(at place: Int) -> ID? {
    switch parts {
    case .each(let parts): parts[place].id
    case .list(let ids, _): ids[place]
    }
  }

  @inlinable var titlePart: Part<Text, ID>? { title.map { .paragraph($0, .heading) } }
}
