/// One entry of a key map. It handles keys; the footer and the help are generated from it.
struct KeyBinding: Sendable {
  let keystrokes: [Keystroke]
  let command: KeyCommand
  /// How the footer and the help name the keys.
  let label: KeyName
  /// The footer's text; nil if the footer does not show the key.
  let footer: Message?
  /// The help's text; nil if the help does not show the key.
  let help: Message?

  init(
    _ keystrokes: [Keystroke], _ command: KeyCommand, label: KeyName, footer: Message? = nil,
    help: Message? = nil
  ) {
    self.keystrokes = keystrokes
    self.command = command
    self.label = label
    self.footer = footer
    self.help = help
  }
}

extension KeyBinding {
  /// The keys that scroll a dialog or move its focus far.
  static let farKeys = [
    KeyBinding([.key(.pageUp)], .pageBackward, label: .upDown),
    KeyBinding([.key(.pageDown)], .pageForward, label: .upDown),
    KeyBinding([.key(.home)], .first, label: .homeEnd),
    KeyBinding([.key(.end)], .last, label: .homeEnd),
  ]
  /// The key that cancels a request to the account.
  static let cancel = KeyBinding([.key(.escape)], .dismiss, label: .escape, footer: .keyCancel)
  static let redraw = KeyBinding([.key(.control("l"))], .redraw, label: .controlL)
  static let suspend = KeyBinding([.key(.control("z"))], .suspend, label: .controlZ)
}

/// The key maps of all layers except the dialogs and the sign-in form, which have others.
enum KeyMap {
  /// The keys when no dialog is open. The footer shows them in this order, most needed first.
  static let screen: [KeyBinding] =
    [
      KeyBinding(
        [.key(.up)], .backward, label: .upDown, footer: .keyMove, help: .helpMove),
      KeyBinding([.key(.down)], .forward, label: .upDown),
    ]
    + (1...9).map { digit in
      KeyBinding(
        [.character(Character(String(digit)))], .choose(digit - 1), label: .digits,
        footer: digit == 1 ? .keyNumber : nil, help: digit == 1 ? .helpNumber : nil)
    }
    + [
      KeyBinding(
        [.key(.enter), .character(" ")], .activate, label: .enter, footer: .keyChoose,
        help: .helpActivate),
      KeyBinding(
        [.character("r")], .restart, label: .r, footer: .keyRestart, help: .helpRestart),
      KeyBinding(
        [.character("u")], .undo, label: .u, footer: .keyUndo, help: .helpUndoChoice),
      KeyBinding([.character("/")], .find, label: .slash, footer: .keyFind, help: .helpFind),
      KeyBinding([.character("?")], .help, label: .questionMark, footer: .keyHelp, help: .helpHelp),
      KeyBinding([.character("q")], .quit, label: .q, footer: .keyQuit, help: .keyQuit),
      KeyBinding(
        [.key(.tab), .key(.backTab)], .nextPane, label: .tab, help: .helpNextPane),
      KeyBinding([.leading], .toLeading, label: .leftRight, help: .helpSides),
      KeyBinding([.trailing], .toTrailing, label: .leftRight),
      KeyBinding([.key(.home)], .first, label: .homeEnd, help: .helpEnds),
      KeyBinding([.key(.end)], .last, label: .homeEnd),
      KeyBinding([.key(.pageUp)], .pageBackward, label: .upDown),
      KeyBinding([.key(.pageDown)], .pageForward, label: .upDown),
      KeyBinding([.character("m")], .messages, label: .m, help: .helpMessages),
      KeyBinding([.character("s")], .shellLanguage, label: .s, help: .shellLanguage),
      KeyBinding([.key(.control("l"))], .redraw, label: .controlL, help: .helpRedraw),
      KeyBinding([.key(.control("z"))], .suspend, label: .controlZ, help: .helpSuspend),
    ]

  /// The keys when the window is too small to show anything: nothing invisible can be operated. `q`
  /// does not quit while it may be meant as text.
  private static func tooSmall(isForText: Bool) -> [KeyBinding] {
    [
      KeyBinding(
        isForText ? [.key(.control("c"))] : [.key(.control("c")), .character("q")], .quit, label: .q
      ),
      .redraw,
    ]
  }

  /// The key map of the topmost layer.
  static func current(_ state: SettingsState) -> [KeyBinding] {
    if let steady = state.steady { return steady.keys }
    let layer = KeyLayer(state)
    if state.isWindowTooSmall { return tooSmall(isForText: layer.isForText) }
    return switch layer {
    case .dialog(.question(let dialog)): dialog.keyMap
    case .dialog(.reading(let dialog)): dialog.keyMap
    case .dialog(.list): ListDialog.keyMap
    case .dialog(.find): FindDialog.keyMap
    case .signIn:
      state.account.work == nil
        ? SignInForm.keyMap(focus: state.signIn?.focus) : SignInForm.workKeyMap
    case .field: field
    case .screen:
      (state.account.work == nil ? [] : [.cancel])
        + screen.filter { binding in
          switch binding.command {
          case .restart: state.isRestartPending
          case .undo: state.undo != nil
          case .shellLanguage: state.shell != nil
          case .choose(0): !state.section.content.form(state).options(first: 1).isEmpty
          default: true
          }
        }
    }
  }
}
