/// The user's place, unfinished text and what `u` undoes, for the program that replaces this one in the same process
/// (R16). The sign-in form is not part of it: a password is never handed on.
public struct Resumption: Hashable, Sendable {
  /// The text and the caret of an open field.
  public struct Draft: Hashable, Sendable {
    public var text: String
    /// In Unicode scalars.
    public var caret: Int

    public init(text: String, caret: Int) {
      self.text = text
      self.caret = caret
    }
  }

  public var section: Section
  public var focus: Item?
  public var draft: Draft?
  public var undo: Undo?

  public init(section: Section, focus: Item?, draft: Draft? = nil, undo: Undo? = nil) {
    self.section = section
    self.focus = focus
    self.draft = draft
    self.undo = undo
  }
}

extension Resumption {
  /// The place with a name such as `appearance` or `about.terminal`; nil if there is none.
  public init?(place: String) {
    if let section = Section(rawValue: place) {
      self.init(section: section, focus: nil)
      return
    }
    let name = place.prefix { $0 != "." }
    guard let section = Section(rawValue: String(name)), let item = Item(identifier: place) else {
      return nil
    }
    self.init(section: section, focus: item)
  }
}

extension SettingsState {
  /// The names of the items that exist now, such as `about.terminal`, for `Resumption(place:)`.
  public var places: [String] { sections.flatMap { places(in: $0) } }

  /// The names of the items of a section.
  public func places(in section: Section) -> [String] {
    section.items(in: self).map { $0.identifier }
  }

  /// The names of the items of a section, or if it has none now, of those that it can have.
  public func possiblePlaces(in section: Section) -> [String] {
    let places = sections.contains(section) ? places(in: section) : []
    guard places.isEmpty else { return places }
    let items =
      Item.single + StoredSetting.allCases.map { .setting($0) }
      + DeveloperTool.allCases.map { .developer($0) }
    return items.map { $0.identifier }.filter { $0.hasPrefix("\(section.rawValue).") }
  }

  /// The message about an awaited section that does not exist; nil if it exists, or may arrive with
  /// the server's answer.
  public var missingPlace: Text? {
    guard let wanted = awaited, !sections.contains(wanted.section),
      !account.isRemote || account.details != nil
    else { return nil }
    return .message(.sectionMissing, .message(wanted.section.title))
  }

  /// The place and the unfinished text to hand on.
  public var resumption: Resumption {
    Resumption(
      section: section, focus: focus,
      draft: editing.map { .init(text: $0.field.text, caret: $0.field.caret) }, undo: undo)
  }

  /// Restores the screen of the program that ran before. What is not available yet, such as an
  /// account, is awaited until the user does something.
  public mutating func resume(_ resumption: Resumption) {
    undo = resumption.undo
    awaited = resumption
    goToAwaited()
  }

  /// Restores as much of the awaited place as is available.
  mutating func goToAwaited() {
    guard let wanted = awaited, sections.contains(wanted.section) else { return }
    section = wanted.section
    guard let item = wanted.focus else {
      let start = section == .language ? Item.language(language.code) : nil
      let items = section.items(in: self)
      focus = start.map { validated($0) } ?? items.first ?? .section(section)
      // The items of the account may become known later.
      if !items.isEmpty { awaited = nil }
      beginReading(&self)
      return
    }
    focus = validated(item)
    guard focus == item else { return }
    awaited = nil
    guard let draft = wanted.draft, openField(&self) else { return }
    editing?.field.restore(draft)
  }
}
