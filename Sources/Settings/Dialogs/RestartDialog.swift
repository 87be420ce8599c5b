import Cells

/// The modal that offers the restart which mirrors the screen (R14).
public struct RestartDialog: Hashable, Sendable {
  enum Button: CaseIterable, Hashable, Sendable {
    case restart
    case later

    var title: Message {
      switch self {
      case .restart: .restartNow
      case .later: .restartLater
      }
    }

    var command: Command {
      switch self {
      case .restart: .restart
      case .later: .dismiss
      }
    }

    var identifier: String {
      switch self {
      case .restart: "restart.now"
      case .later: "restart.later"
      }
    }
  }

  var focus: Button = .restart

  static let keyMap: [KeyBinding] = [
    KeyBinding(
      [.key(.tab), .key(.backTab)], .nextPane, label: .leftRight, footer: .keyMove, help: .helpSides
    ),
    KeyBinding([.leading, .key(.up)], .backward, label: .leftRight),
    KeyBinding([.trailing, .key(.down)], .forward, label: .leftRight),
    KeyBinding([.key(.home)], .first, label: .homeEnd),
    KeyBinding([.key(.end)], .last, label: .homeEnd),
    KeyBinding([.key(.enter), .character(" ")], .activate, label: .enter, footer: .keyChoose),
    KeyBinding([.character("y")], .restart, label: .y, footer: .restartNow),
    KeyBinding([.key(.escape), .character("n")], .dismiss, label: .n, footer: .restartLater),
    KeyBinding([.key(.control("l"))], .redraw, label: .controlL),
    KeyBinding([.character("q")], .quit, label: .q, footer: .keyQuit),
  ]

  func perform(_ command: Command, on state: inout State) -> [Effect] {
    switch command {
    case .backward, .first: return focus(.restart, &state)
    case .forward, .last: return focus(.later, &state)
    case .nextPane: return focus(focus == .restart ? .later : .restart, &state)
    case .activate:
      return update(&state, focus == .restart ? .restartAccepted : .restartDismissed)
    case .restart: return update(&state, .restartAccepted)
    case .dismiss: return update(&state, .restartDismissed)
    default: return []
    }
  }

  private func focus(_ button: Button, _ state: inout State) -> [Effect] {
    state.dialogs[state.dialogs.count - 1] = .restart(RestartDialog(focus: button))
    return []
  }

  func draw(_ state: State, on canvas: inout Canvas) {
    let question: Message =
      state.requestedDirection == .rightToLeft ? .restartToRightToLeft : .restartToLeftToRight
    let titles = Button.allCases.map { Text.message($0.title).paragraph(in: state.catalog).line }
    let panel = DialogPanel(
      title: .message(.layoutDirection), body: [.message(question)], buttons: titles.map(\.width),
      state: state)
    panel.draw(on: &canvas)
    for ((button, title), place) in zip(zip(Button.allCases, titles), panel.buttonPlaces) {
      let isFocused = button == focus
      canvas.button(
        title, button.command, at: place, padding: panel.buttonPadding,
        style: isFocused ? .focused : .dialog,
        isFocused: isFocused)
      if isFocused {
        canvas.frame.cursor = Position(
          row: place.row, column: place.column + 1 + panel.buttonPadding)
        canvas.frame.focus = button.identifier
      }
    }
  }
}
