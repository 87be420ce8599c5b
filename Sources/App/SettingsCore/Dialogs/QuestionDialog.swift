import AccountModel
import Forms
import Localization

/// A modal dialog with one question and two buttons: accept or leave things as they are.
public struct QuestionDialog: Hashable, Sendable {
  enum Question: Hashable, Sendable {
    /// Restart to mirror the screen (R14)?
    case restart
    /// Make this profile the active one (R44)?
    case switchProfile(Int64)
    case signOut
    /// Choose this market, which changes the language of the app?
    case changeMarket(MarketCode)
    /// Write these lines into the files of the shell?
    case setUpShell(ShellGoal, [ShellState.Proposal])
  }

  enum Button: CaseIterable, Hashable, Sendable {
    case accept
    case dismiss
  }

  let question: Question
  var focus: Button
  /// The first visible line of the question, if not all of it fits.
  var scroll = 0

  /// - Parameter focus: nil for the answer that is chosen more often, unless it destroys something.
  init(_ question: Question, focus: Button? = nil) {
    self.question = question
    self.focus = focus ?? (question == .signOut ? .dismiss : .accept)
  }

  /// The key bindings. The footer labels `y` and Escape with the titles of the buttons.
  var keyMap: [KeyBinding] {
    [
      KeyBinding(
        [.key(.tab), .key(.backTab)], .nextPane, label: .leftRight, help: .helpSides),
      KeyBinding([.leading, .key(.up)], .backward, label: .leftRight),
      KeyBinding([.trailing, .key(.down)], .forward, label: .leftRight),
      KeyBinding([.key(.enter), .character(" ")], .activate, label: .enter, footer: .keyChoose),
      KeyBinding([.character("y")], .accept, label: .y, footer: title(.accept)),
      KeyBinding(
        [.key(.escape), .character("n")], .dismiss, label: .escape, footer: title(.dismiss)),
      .redraw,
      KeyBinding([.character("q")], .quit, label: .q),
    ] + KeyBinding.farKeys
  }

  func perform(_ command: KeyCommand, on state: inout SettingsState) -> [Effect] {
    var dialog = self
    func scroll(by lines: Int) {
      let last = sheet(state, ScreenPlan(state)).lastScroll
      dialog.scroll = min(max(0, min(self.scroll, last) + lines), last)
    }
    switch command {
    // Beyond the buttons, the keys read the rest of the question.
    case .backward where focus == .accept: scroll(by: -1)
    case .forward where focus == .dismiss: scroll(by: 1)
    case .pageBackward: scroll(by: -2)
    case .pageForward: scroll(by: 2)
    case .backward, .first: dialog.focus = .accept
    case .forward, .last: dialog.focus = .dismiss
    case .nextPane: dialog.focus = focus == .accept ? .dismiss : .accept
    case .activate: return focus == .accept ? accept(&state) : dismiss(&state)
    case .accept: return accept(&state)
    case .dismiss: return dismiss(&state)
    default: return []
    }
    state.dialogs[state.dialogs.count - 1] = .question(dialog)
    return []
  }

  private func accept(_ state: inout SettingsState) -> [Effect] {
    // The restart question stays open until the process is replaced or the restart fails.
    if question != .restart { state.dialogs.removeLast() }
    return switch question {
    case .restart: restartAccepted(&state)
    case .switchProfile(let id): begin(.switchProfile(id), &state)
    case .signOut: begin(.signOut, &state)
    case .changeMarket(let code): marketAccepted(code, &state)
    case .setUpShell(let goal, _): shellGoalAccepted(goal, &state)
    }
  }

  private func dismiss(_ state: inout SettingsState) -> [Effect] {
    if question == .restart { return restartDismissed(&state) }
    state.dialogs.removeLast()
    return []
  }

  private func sheet(_ state: SettingsState, _ plan: ScreenPlan) -> QuestionSheet {
    QuestionSheet(title: texts(state).title, form: form(state), state: state, plan: plan)
  }

  /// The titles of all buttons. Two of them must fit side by side.
  static let titles: [Message] = [
    .restartNow, .restartLater, .profileSwitch, .signOut, .marketAccept, .shellWrite,
    .keyCancel,
  ]

  /// The question, and the buttons.
  func form(_ state: SettingsState) -> Form<Text, Button> {
    Form([
      Card(nil, [.paragraph(texts(state).body)] + proposals),
      Card(nil, Button.allCases.map { .button(.message(title($0)), id: $0) }),
    ])
  }

  /// The files that the question is about, and the lines that each gets.
  private var proposals: [Part<Text, Button>] {
    guard case .setUpShell(_, let proposals) = question else { return [] }
    return proposals.flatMap { proposal in
      [.paragraph(.path(proposal.path))] + proposal.lines.map { .paragraph(.argument($0), .term) }
    }
  }

  func title(_ button: Button) -> Message {
    if button == .accept { return words.title }
    return question == .restart ? .restartLater : .keyCancel
  }

  /// The title of the button that accepts, and the names of both for traces and tests.
  private var words: (title: Message, accept: String, dismiss: String) {
    switch question {
    case .restart: (.restartNow, "restart.now", "restart.later")
    case .switchProfile: (.profileSwitch, "profile.switch", "profile.cancel")
    case .signOut: (.signOut, "signOut.accept", "signOut.cancel")
    case .changeMarket: (.marketAccept, "market.accept", "market.cancel")
    case .setUpShell: (.shellWrite, "shell.write", "shell.cancel")
    }
  }

  private func texts(_ state: SettingsState) -> (title: Text, body: Text) {
    switch question {
    case .restart:
      let body: Message =
        state.requestedDirection == .rightToLeft ? .restartToRightToLeft : .restartToLeftToRight
      return (.message(.layoutDirection), .message(body))
    case .switchProfile(let id):
      let profile = state.account.details?.profiles.first { $0.profileID == id }
      return (.message(.profile), .message(.profileQuestion, .person(profile?.name ?? "")))
    case .signOut: return (.message(.accountSection), .message(.signOutQuestion))
    case .setUpShell: return (.message(.otherPrograms), .message(.shellQuestion))
    case .changeMarket(let code):
      let language = state.language(in: code) ?? state.language
      return (
        .message(.regionSection), .message(.marketQuestion, .market(code), .nativeName(language))
      )
    }
  }

  func draw(_ state: SettingsState, _ plan: ScreenPlan, on canvas: inout Canvas) {
    sheet(state, plan).draw(focus: focus, scroll: scroll, on: &canvas)
    canvas.frame.focus = focus == .accept ? words.accept : words.dismiss
  }
}
