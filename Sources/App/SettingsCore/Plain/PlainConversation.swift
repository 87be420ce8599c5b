import Forms
import Localization

/// The settings as a conversation (R53): printed lines and typed lines. It is for screen readers,
/// slow lines and pipes, so it moves no cursor, draws nothing, and says each thing once: a list
/// when it is entered or requested, and after that only changes.
///
/// ```text
/// 1. English (EN), current language
/// 2. Deutsch (DE)
/// Language: number, Enter to list, or ? for help: 2
/// Deutsch (DE), aktuelle Sprache
/// ```
///
/// Everything comes from the parts that the screen draws (`Part.spoken`), so a new section, item or
/// dialog works here without extra code.
public struct PlainConversation: Sendable {
  /// The state that the user already knows.
  private var said: SettingsState
  /// Whether the user is choosing among the sections.
  private var isListingSections = false

  public init(_ state: SettingsState) { said = state }

  /// The first lines: the program's name, messages, and the current list.
  public func opening() -> [String] {
    [plain(.message(.appName))] + said.toasts.map { plain(said.text(of: $0)) }
      + list()
  }

  /// Lists everything that can be chosen now, with the text around it.
  public func list() -> [String] {
    switch KeyLayer(said) {
    case .dialog(.question(let dialog)):
      return lines(of: dialog.form(said))
    case .dialog(.reading(let dialog)):
      return dialog.page == .help ? help() : lines(of: dialog.page.form(said))
    case .dialog(.list(let dialog)): return lines(of: dialog.page.spokenForm(said))
    case .dialog(.find(let dialog)): return lines(of: dialog.spokenResults(said))
    case .signIn: return signInLines(said)
    case .field(let editing): return [fieldText(editing)]
    case .screen where isListingSections:
      return [plain(.message(.keySections))] + lines(of: Navigation.form(said))
    case .screen:
      return lines(of: said.section.content.form(said)) { withDeed($0, $1) }
    }
  }

  /// The prompt, without a line end, and whether the answer is a secret; nil while there is nothing
  /// to answer.
  public func question() -> (text: String, isSecret: Bool)? {
    let text: Text
    switch KeyLayer(said) {
    case .dialog(.question): text = .message(.plainAskQuestion)
    case .dialog(.reading): text = .message(.plainAskBack)
    case .dialog(.list(let dialog)): text = .message(.plainAsk, dialog.page.title(said))
    case .dialog(.find(let dialog)):
      text = .message(dialog.hasQuery ? .plainAskFound : .plainAskFind)
    case .signIn:
      guard said.account.access != .checking else { return nil }
      if let work = said.account.work {
        text = .message(.plainAskWork, .message(work.request.progress))
      } else if said.signIn?.focus == .password {
        return (plain(.message(.plainAskText, .message(.password))) + " ", true)
      } else {
        text = .message(.plainAskText, .message(.accountLogin))
      }
    case .field: text = .message(.plainAskField)
    case .screen:
      text = .message(.plainAsk, .message(isListingSections ? .keySections : said.section.title))
    }
    return (plain(text) + " ", false)
  }

  /// Interprets a typed line: actions for the settings, or lines to print at once.
  public mutating func answer(_ line: String) -> (actions: [Action], words: [String]) {
    let word = ForeignText.filtered(line).trimmed
    switch KeyLayer(said) {
    case .dialog(.question):
      switch (Self.number(word), Self.letter(word)) {
      case (1, _), (_, "y"): return ([.keyPressed(.character("y"))], [])
      case (2, _), (_, "n"): return ([.keyPressed(.character("n"))], [])
      case (_, "q"): return ([.keyPressed(.character("q"))], [])
      default: return word.isEmpty ? ([], list()) : ([], [unknown(word)])
      }
    case .dialog(.reading):
      return ([.keyPressed(.escape)], [])
    case .dialog(.list(let dialog)):
      guard !word.isEmpty else { return ([], list()) }
      guard let number = Self.number(word) else {
        switch Self.letter(word) {
        case "?": return ([], help())
        case "q": return ([.keyPressed(.escape)], [])
        default: return ([], [unknown(word)])
        }
      }
      guard dialog.page.spokenForm(said).ids.indices.contains(number - 1) else {
        return ([], [unknown(word)])
      }
      // The self-test is closed after a choice; the section then reports the change.
      return (
        [.lineChosen(number - 1)] + (dialog.page == .terminal ? [.keyPressed(.escape)] : []), []
      )
    case .dialog(.find(let dialog)):
      guard !word.isEmpty else { return ([.keyPressed(.escape)], []) }
      guard let number = Self.number(word), dialog.hasQuery else {
        return (Self.replacing(by: word).dropLast(1), [])
      }
      guard let keys = dialog.keys(toResult: number - 1, said) else { return ([], [unknown(word)]) }
      return (keys.map { .keyPressed($0) }, [])
    case .signIn:
      if said.account.work != nil { return ([.keyPressed(.escape)], []) }
      let focus = said.signIn?.focus
      if line.isEmpty {
        return focus == .password ? ([.keyPressed(.backTab)], []) : ([], list())
      }
      // After an attempt with a browser, its button still has the focus.
      let isAtButton = focus == .web
      if focus != .password, word == Self.browserSign {
        return ((isAtButton ? [] : [.keyPressed(.backTab)]) + [.keyPressed(.enter)], [])
      }
      return ((isAtButton ? [.keyPressed(.tab)] : []) + Self.replacing(by: line), [])
    case .field:
      if word.isEmpty { return ([.keyPressed(.escape)], []) }
      return (Self.replacing(by: word == "." ? "" : line), [])
    case .screen: return answerChoice(word)
    }
  }

  /// Typed instead of a sign-in name to sign in with a browser.
  private static let browserSign = "@"

  /// Replaces the field's text by the whole line. Trailing blanks are kept, as a password may have
  /// one.
  private static func replacing(by text: String) -> [Action] {
    [.keyPressed(.home), .keyPressed(.holding(.shift, .end)), .keyPressed(.delete)]
      + (text.isEmpty ? [] : [.pasted(text)]) + [.keyPressed(.enter)]
  }

  private mutating func answerChoice(_ word: String) -> (actions: [Action], words: [String]) {
    if word.isEmpty { return ([], list()) }
    if let number = Self.number(word) {
      let items =
        isListingSections
        ? said.sections.map { Item.section($0) } : said.section.content.form(said).numbered()
      guard items.indices.contains(number - 1) else { return ([], [unknown(word)]) }
      let item = items[number - 1]
      guard case .section(let section) = item else { return ([.itemChosen(item)], []) }
      isListingSections = false
      // Choosing the current section changes nothing, so list it here.
      return ([.itemChosen(item)], section == said.section ? list() : [])
    }
    switch Self.letter(word) {
    case "q": return ([.keyPressed(.character("q"))], [])
    case "s":
      isListingSections = true
      return ([], list())
    case "c" where said.account.work != nil: return ([.keyPressed(.escape)], [])
    case "m": return ([.keyPressed(.character("m"))], [])
    case "/": return ([.keyPressed(.character("/"))], [])
    case "u" where said.undo != nil: return ([.keyPressed(.character("u"))], [])
    case "?": return ([], help())
    default: return ([], [unknown(word)])
    }
  }

  /// Describes what changed since the last state: the new place or the changed values.
  ///
  /// - Parameter chosen: the item the user just chose; it is reported even if nothing changed.
  public mutating func news(_ state: SettingsState, chosen: Item? = nil) -> [String] {
    let before = said
    let formerPlace = KeyLayer(before).place
    said = state
    var lines = state.toasts.filter { toast in !before.toasts.contains { $0.id == toast.id } }
      .map { plain(state.text(of: $0)) }
    if before.account.work?.request.progress != state.account.work?.request.progress,
      let work = state.account.work, state.signIn == nil
    {
      lines.append(plain(.message(.plainWork, .message(work.request.progress))))
    }
    if before.language.code != state.language.code {
      lines.append(
        plain(.message(.plainState, .optionLabel(state.language), .message(.currentLanguage))))
    }
    if formerPlace != KeyLayer(state).place || before.section != state.section {
      return lines + list()
    }
    if case .signIn = KeyLayer(state) {
      let former = signInLines(before)
      return lines + signInLines(state).filter { !former.contains($0) }
    }
    switch KeyLayer(state) {
    case .dialog(.find(let dialog)) where before.dialogs.last != .find(dialog):
      return lines + list()
    case .dialog(.list(let dialog)):
      if before.dialogs.count < state.dialogs.count { return lines + list() }
      let former = self.lines(of: dialog.page.spokenForm(before))
      return lines
        + self.lines(of: dialog.page.spokenForm(state)).filter { !former.contains($0) }
    default: break
    }
    guard case .screen = KeyLayer(state), !isListingSections else { return lines }
    if before.language.code != state.language.code {
      // Every line has changed with the language; report only what was chosen.
      if let chosen, chosen != .language(state.language.code) { lines += spoken(chosen) }
      return lines
    }
    let former = itemLines(before)
    var isChosenSaid = false
    for (item, line) in itemLines(state)
    where former.first(where: { $0.item == item })?.line != line {
      lines.append(line)
      isChosenSaid = isChosenSaid || item == chosen
    }
    if let chosen, !isChosenSaid, lines.isEmpty { lines += spoken(chosen) }
    return lines
  }

  /// The lines of an item's part, if there is one.
  private func spoken(_ item: Item) -> [String] {
    itemLines(said).filter { $0.item == item }.map(\.line)
  }

  /// Records a state as already described, such as a clock that moved.
  public mutating func refresh(_ state: SettingsState) { said = state }

  // MARK: Words

  /// The texts of the sign-in form, and how to use a browser instead. Its fields are asked for one
  /// by one.
  private func signInLines(_ state: SettingsState) -> [String] {
    guard let form = state.signIn?.form(state) else { return [] }
    return form.spoken.compactMap { id, text in
      guard id == .web else { return id == nil ? line(text) : nil }
      return plain(.message(.plainValue, .argument(Self.browserSign), .message(.signInByCode)))
    }
  }

  /// The lines of a form. Parts with an identifier are numbered so that they can be chosen.
  private func lines<ID: Equatable>(
    of form: Form<Text, ID>, adding: (String, ID) -> String = { line, _ in line }
  ) -> [String] {
    let ids = form.numbered()
    return form.spoken.map { id, text in
      guard let id, let number = ids.firstIndex(of: id) else { return line(text) }
      return numbered(number, adding(line(text), id))
    }
  }

  /// An item's line with the effect of choosing it, or why it cannot be chosen.
  private func withDeed(_ line: String, _ item: Item) -> String {
    guard case .message(let message, let values)? = said.section.hint(for: item, said)
    else {
      return line
    }
    // The line itself says that the language is not offered, and where or by whom it is.
    if message == .hintNotOffered {
      return plain(.message(.plainReason, .person(line), .message(.otherRegion)))
    }
    guard let deed = message.deed else { return line }
    return plain(.message(.plainDeed, .person(line), .message(deed, values)))
  }

  private func itemLines(_ state: SettingsState) -> [(item: Item, line: String)] {
    state.section.content.form(state).spoken.compactMap { item, text in
      item.map { ($0, line(text)) }
    }
  }

  private func line(_ spoken: Spoken<Text>) -> String {
    guard let value = spoken.value else {
      return spoken.isCurrent
        ? plain(.message(.plainState, spoken.label, .message(.plainCurrent)))
        : plain(spoken.label)
    }
    if spoken.isCurrent, value.saysCurrent {
      return plain(.message(.plainState, spoken.label, value))
    }
    let line = plain(.message(.plainValue, spoken.label, value))
    guard spoken.isCurrent else { return line }
    return plain(.message(.plainState, .person(line), .message(.plainCurrent)))
  }

  /// A numbered line such as `2. Deutsch (DE)`, in the language's digits. Answers may use digits of
  /// any script.
  private func numbered(_ index: Int, _ line: String) -> String {
    "\(said.language.digits.string(index + 1)). \(line)"
  }

  private func fieldText(_ editing: Editing) -> String {
    editing.field.text.isEmpty
      ? plain(.message(.plainFieldEmpty))
      : plain(.message(.plainFieldText, .person(editing.field.text)))
  }

  private func unknown(_ word: String) -> String {
    plain(.message(.plainUnknown, .person(word)))
  }

  private func help() -> [String] {
    let numbers: [(String, Message)] = [
      (said.language.digits.string(1), .plainHelpNumber), ("Enter", .plainHelpList),
    ]
    let rows: [(String, Message)] =
      if case .dialog(.list) = KeyLayer(said) {
        numbers + [("?", .helpHelp), ("q", .keyClose)]
      } else {
        numbers + [
          ("s", .plainHelpSections), ("/", .helpFind), ("u", .helpUndoChoice),
          ("m", .helpMessages), ("?", .helpHelp), ("q", .keyQuit),
        ]
      }
    return rows.map { key, message in
      plain(.message(.plainValue, .argument(key), .message(message)))
    }
  }

  private func plain(_ text: Text) -> String { text.plain(in: said.wording) }

  // MARK: Typed words

  /// Parses a number in the digits of any script.
  private static func number(_ word: String) -> Int? {
    guard !word.isEmpty, word.count <= 6 else { return nil }
    var number = 0
    for character in word {
      guard let digit = character.wholeNumberValue, (0...9).contains(digit) else { return nil }
      number = 10 * number + digit
    }
    return number
  }

  /// The Latin letter on the same key, if exactly one letter was typed (R50).
  private static func letter(_ word: String) -> Character? {
    guard word.count == 1, let only = word.first,
      case .character(let letter) = KeyboardLayout.latin(.character(only))
    else { return nil }
    return letter
  }
}

extension Text {
  /// Whether the text itself says that its item is the current one.
  fileprivate var saysCurrent: Bool {
    switch self {
    case .message(.currentLanguage, _), .message(.profileActive, _): true
    case .message(.plainState, let values): values.contains { $0.saysCurrent }
    default: false
    }
  }
}

extension KeyLayer {
  /// Layers with equal numbers are one place to a listener.
  fileprivate var place: Int {
    switch self {
    case .dialog: 0
    case .signIn: 1
    case .field: 2
    case .screen: 3
    }
  }
}

extension String {
  /// Without blanks at its ends.
  fileprivate var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}

extension Action {
  /// The item that the action chooses, if any.
  public var chosenItem: Item? { if case .itemChosen(let item) = self { item } else { nil } }
}
