/// Where a person was, and what they had half typed, for the program that takes this one's place in
/// the same process (R16). A form to sign in by is not among it: a password is never handed on.
public struct Resumption: Hashable, Sendable {
  /// The text of an open field and where its caret was.
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

  public init(section: Section, focus: Item?, draft: Draft? = nil) {
    self.section = section
    self.focus = focus
    self.draft = draft
  }
}

extension State {
  /// What is handed on.
  public var resumption: Resumption {
    Resumption(
      section: section, focus: focus,
      draft: editing.map { .init(text: $0.field.text, caret: $0.field.caret) })
  }

  /// Puts the screen where the program before this one had it. What is not known yet, such as an
  /// account, is waited for until the person does something.
  public mutating func resume(_ resumption: Resumption) {
    awaited = resumption
    goToAwaited()
  }

  /// Goes as far toward what is awaited as there is.
  mutating func goToAwaited() {
    guard let wanted = awaited, sections.contains(wanted.section) else { return }
    section = wanted.section
    guard let item = wanted.focus else {
      awaited = nil
      return
    }
    focus = validated(item)
    guard focus == item else { return }
    awaited = nil
    guard let draft = wanted.draft, openField(&self) else { return }
    editing?.field.restore(draft)
  }
}
