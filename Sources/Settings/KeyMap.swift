import Input
import WritingDirection

/// What a key asks for, in the words of a layout without sides.
enum Command: Hashable, Sendable {
  case backward, forward
  case pageBackward, pageForward
  case first, last
  /// To the pane at the leading or at the trailing side.
  case toLeading, toTrailing
  case nextPane
  case activate
  case choose(Int)
  case restart
  /// The dialog's own answer, whatever has the focus.
  case accept
  case dismiss
  case help
  case messages
  case redraw
  case suspend
  case quit
}

/// A key as a layer sees it: Left and Right have become leading and trailing (R24).
enum Keystroke: Hashable, Sendable {
  case key(Key)
  case leading
  case trailing

  static func character(_ character: Character) -> Keystroke { .key(.character(character)) }

  /// Left and Right, and `h` and `l` with them, move visually: in a right-to-left layout Right
  /// goes toward the leading side.
  init(_ key: Key, layout: Direction) {
    switch KeyboardLayout.latin(key) {
    case .left, .character("h"): self = layout == .leftToRight ? .leading : .trailing
    case .right, .character("l"): self = layout == .leftToRight ? .trailing : .leading
    case .character("j"): self = .key(.down)
    case .character("k"): self = .key(.up)
    case let key: self = .key(key)
    }
  }
}

/// One line of a key map: it handles keys, and the footer and the help are printed from it.
struct KeyBinding: Sendable {
  let keystrokes: [Keystroke]
  let command: Command
  /// How the footer and the help name the keys.
  let label: KeyName
  /// What the footer says, where it shows the key.
  let footer: Message?
  /// What the help says, where it shows the key.
  let help: Message?

  init(
    _ keystrokes: [Keystroke], _ command: Command, label: KeyName, footer: Message? = nil,
    help: Message? = nil
  ) {
    self.keystrokes = keystrokes
    self.command = command
    self.label = label
    self.footer = footer
    self.help = help
  }
}

enum KeyMap {
  /// The keys where no dialog is open. The order is the footer's, most needed first.
  static let screen: [KeyBinding] =
    [
      KeyBinding(
        [.key(.up)], .backward, label: .upDown, footer: .keyMove, help: .helpMove),
      KeyBinding([.key(.down)], .forward, label: .upDown),
      KeyBinding(
        [.key(.enter), .character(" ")], .activate, label: .enter, footer: .keyChoose,
        help: .helpActivate),
      KeyBinding(
        [.character("r")], .restart, label: .r, footer: .keyRestart, help: .helpRestart),
      KeyBinding([.character("?")], .help, label: .questionMark, footer: .keyHelp, help: .helpHelp),
      KeyBinding([.character("q")], .quit, label: .q, footer: .keyQuit, help: .keyQuit),
      KeyBinding(
        [.key(.tab), .key(.backTab)], .nextPane, label: .tab, footer: .keySections,
        help: .helpNextPane),
      KeyBinding([.leading], .toLeading, label: .leftRight, help: .helpSides),
      KeyBinding([.trailing], .toTrailing, label: .leftRight),
      KeyBinding([.key(.home)], .first, label: .homeEnd, help: .helpEnds),
      KeyBinding([.key(.end)], .last, label: .homeEnd),
      KeyBinding([.key(.pageUp)], .pageBackward, label: .upDown),
      KeyBinding([.key(.pageDown)], .pageForward, label: .upDown),
      KeyBinding([.character("m")], .messages, label: .m, help: .helpMessages),
      KeyBinding([.key(.control("l"))], .redraw, label: .controlL, help: .helpRedraw),
      KeyBinding([.key(.control("z"))], .suspend, label: .controlZ, help: .helpSuspend),
    ]
    + (1...9).map { digit in
      KeyBinding(
        [.character(Character(String(digit)))], .choose(digit - 1), label: .digits,
        help: digit == 1 ? .helpNumber : nil)
    }

  /// What the keys do while somebody waits for the account, besides what they always do.
  static let work: [KeyBinding] = [
    KeyBinding([.key(.escape)], .dismiss, label: .escape, footer: .keyCancel)
  ]

  /// The keys where the window has no room for anything: what cannot be seen is not acted on. A `q`
  /// may be meant for a text there.
  private static func tooSmall(isForText: Bool) -> [KeyBinding] {
    [
      KeyBinding(
        isForText ? [.key(.control("c"))] : [.key(.control("c")), .character("q")], .quit, label: .q
      ),
      KeyBinding([.key(.control("l"))], .redraw, label: .controlL),
    ]
  }

  /// The key map of the topmost layer.
  static func current(_ state: State) -> [KeyBinding] {
    let layer = Layer(state)
    if state.isWindowTooSmall { return tooSmall(isForText: layer.isForText) }
    return switch layer {
    case .dialog(.question(let dialog)): dialog.keyMap
    case .dialog(.help): HelpDialog.keyMap
    case .dialog(.messages): MessagesDialog.keyMap
    case .dialog(.terminal): TerminalDialog.keyMap
    case .signIn: state.account.work == nil ? SignInForm.keyMap : SignInForm.workKeyMap
    case .field: field
    case .screen:
      (state.account.work == nil ? [] : work)
        + screen.filter { $0.command != .restart || state.isRestartPending }
    }
  }
}

/// What takes the keys.
private enum Layer {
  case dialog(Dialog)
  case signIn
  case field
  case screen

  init(_ state: State) {
    if let dialog = state.dialogs.last {
      self = .dialog(dialog)
    } else if state.signIn != nil {
      self = .signIn
    } else {
      self = state.editing == nil ? .screen : .field
    }
  }

  var isForText: Bool {
    switch self {
    case .signIn, .field: true
    case .dialog, .screen: false
    }
  }
}

/// The topmost layer takes the key.
func keyPressed(_ key: Key, _ state: inout State) -> [Effect] {
  let layer = Layer(state)
  let language = state.language.direction
  switch layer {
  case _ where state.isWindowTooSmall: break
  case .field:
    guard state.editing?.field.take(key, language: language) == .ignored else { return [] }
  case .signIn:
    if state.account.work == nil, state.signIn?.take(key, language: language) == true { return [] }
  case .dialog, .screen: break
  }
  if case .holding(let modifiers, let plain) = key {
    // An Alt that nobody has a use for was the Escape key and a letter.
    if modifiers == .alt, case .character = plain {
      return keyPressed(.escape, &state) + keyPressed(plain, &state)
    }
    return keyPressed(plain, &state)
  }
  let stroke = layer.isForText ? .key(key) : Keystroke(key, layout: state.layoutDirection)
  let binding = KeyMap.current(state).first { $0.keystrokes.contains(stroke) }
  return binding.map { perform($0.command, onTop: &state) } ?? []
}

/// Gives a command to the topmost layer.
func perform(_ command: Command, onTop state: inout State) -> [Effect] {
  switch command {
  case .quit: return [.quit]
  case .redraw: return [.redraw]
  case .suspend: return [.suspend]
  default: break
  }
  return switch Layer(state) {
  case .dialog(.question(let dialog)): dialog.perform(command, on: &state)
  case .dialog(.help(let dialog)): dialog.perform(command, on: &state)
  case .dialog(.messages(let dialog)): dialog.perform(command, on: &state)
  case .dialog(.terminal(let dialog)): dialog.perform(command, on: &state)
  case .signIn: perform(command, onSignIn: &state)
  case .field: perform(command, onField: &state)
  case .screen: perform(command, on: &state)
  }
}

/// A command to the screen itself.
private func perform(_ command: Command, on state: inout State) -> [Effect] {
  switch command {
  case .backward: return moveFocus(by: -1, &state)
  case .forward: return moveFocus(by: 1, &state)
  case .pageBackward: return moveFocus(by: -5, &state)
  case .pageForward: return moveFocus(by: 5, &state)
  case .first: return moveFocus(by: -.max / 2, &state)
  case .last: return moveFocus(by: .max / 2, &state)
  case .toLeading: return focusNavigation(&state)
  case .toTrailing: return focusContent(&state)
  case .nextPane:
    if case .section = state.focus { return focusContent(&state) }
    return focusNavigation(&state)
  case .activate:
    if case .section = state.focus { return focusContent(&state) }
    return openField(&state) ? [] : state.section.content.activate(state.focus, &state)
  case .choose(let index):
    guard state.section == .language, let languages = state.languages,
      languages.indices.contains(index)
    else { return [] }
    state.focus = .language(languages[index].code)
    return update(&state, .languageChosen(languages[index].code))
  case .restart: return update(&state, .restartAccepted)
  case .help:
    state.dialogs.append(.help(HelpDialog()))
    return []
  case .messages:
    state.dialogs.append(.messages(MessagesDialog()))
    return []
  case .dismiss: return requestCancelled(&state)
  case .accept, .redraw, .suspend, .quit: return []
  }
}

/// Moves the focus inside of its list; at the ends it stays. In the navigation list the section
/// follows the focus.
func moveFocus(by distance: Int, _ state: inout State) -> [Effect] {
  if abs(distance) == 1, readOn(forward: distance > 0, &state) { return [] }
  if case .section(let section) = state.focus {
    let all = state.sections
    guard let index = all.firstIndex(of: section) else { return [] }
    let target = all[min(max(0, index + distance), all.count - 1)]
    state.focus = .section(target)
    return enter(target, &state)
  }
  let items = state.section.items(in: state)
  guard let index = items.firstIndex(of: state.focus) else {
    state.focus = state.validated(state.focus)
    return []
  }
  state.focus = items[min(max(0, index + distance), items.count - 1)]
  return []
}

/// Scrolls on to lines that no item brings into sight; false where there are none that way.
private func readOn(forward: Bool, _ state: inout State) -> Bool {
  let reading = reading(state)
  // One line stays in sight, to read on from.
  let step = min(max(1, reading.height - 1), forward ? reading.below : reading.above)
  guard step > 0 else { return false }
  state.linesRead = reading.read + (forward ? step : -step)
  return true
}

func enter(_ section: Section, _ state: inout State) -> [Effect] {
  guard section != state.section else { return [] }
  state.section = section
  // A selector that could not be built is tried again when the person comes back (R6).
  return section == .language && state.languages == nil ? [.loadLanguages] : []
}

func focusNavigation(_ state: inout State) -> [Effect] {
  if case .section = state.focus { return [] }
  state.focusInSection[state.section] = state.focus
  state.focus = .section(state.section)
  return []
}

private func focusContent(_ state: inout State) -> [Effect] {
  guard case .section = state.focus else { return [] }
  let fallback = Item.language(state.language.code)
  state.focus = state.validated(state.focusInSection[state.section] ?? fallback)
  return []
}
