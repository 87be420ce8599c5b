import AccountModel
import Forms
import Input
import Localization

/// The sign-in form. It replaces the settings until the user has signed in (R40).
///
/// Its fields take typed text as soon as they have the focus, because the form asks for nothing
/// else.
public struct SignInForm: Hashable, Sendable {
  enum Part: String, CaseIterable, Hashable, Sendable {
    case login, password, submit, web

    var identifier: String { "signIn.\(rawValue)" }
  }

  var focus: Part = .login {
    didSet { linesRead = 0 }
  }
  /// How many rows the form was scrolled from where the focus is visible; negative means back.
  fileprivate(set) var linesRead = 0
  var login = TextField(rules: .init(kind: .identifier, maximum: .bytes(Bounds.login)))
  var password = TextField(rules: .init(kind: .secret, maximum: .bytes(Bounds.password)))
  /// The code for the browser, while this form waits for it.
  private(set) var code: SignInCode?
  /// Why the last attempt failed.
  private(set) var failure: AccountFailure?
  /// The field that Enter found empty; nil once something was typed or the focus was moved.
  private var empty: Part?

  mutating func show(_ code: SignInCode) {
    self.code = code
    linesRead = 0
  }

  mutating func fail(_ failure: AccountFailure) {
    code = nil
    linesRead = 0
    self.failure = failure.reason == .cancelled ? nil : failure
    guard failure.reason == .wrongCredentials else { return }
    password = TextField(rules: password.rules)
    focus = .password
  }

  /// - Parameter focus: the part with the focus, which Enter acts on.
  static func keyMap(focus: Part?) -> [KeyBinding] {
    [
      KeyBinding([.key(.tab)], .forward, label: .tab, footer: .keyNextField),
      KeyBinding([.key(.backTab)], .backward, label: .tab),
      KeyBinding(
        [.key(.enter)], .activate, label: .enter, footer: focus == .web ? .signInByCode : .signIn),
    ] + commonKeys
  }

  /// The keys with and without a request. The last ones scroll to hidden text, and if there is none
  /// move the focus.
  private static let commonKeys = [
    KeyBinding([.key(.control("c"))], .quit, label: .controlC, footer: .keyQuit),
    .redraw,
    .suspend,
    KeyBinding([.key(.up), .key(.pageUp)], .pageBackward, label: .upDown),
    KeyBinding([.key(.down), .key(.pageDown)], .pageForward, label: .upDown),
  ]

  /// The keys while a sign-in request runs.
  static let workKeyMap = [.cancel] + commonKeys

  /// Gives a key to the focused field; returns false if the field does not use it.
  mutating func handle(_ key: Key, language: Direction) -> Bool {
    guard let outcome = withField({ $0.handle(key, language: language) }), outcome != .ignored
    else { return false }
    linesRead = 0
    empty = nil
    return true
  }

  mutating func paste(_ text: String) {
    _ = withField { $0.paste(text) }
    empty = nil
  }

  /// Puts the caret where the focused field's box was pressed.
  mutating func placeCaret(column: Int, columns: Int, layout: Direction, language: Direction) {
    withField {
      $0.placeCaret(column: column, columns: columns, layout: layout, language: language)
    }
  }

  /// Moves the focus to a part; in a field, the caret goes to the end of the text.
  mutating func go(to part: Part) {
    focus = part
    empty = nil
    withField { $0.goToEnd() }
  }

  /// The first field without text.
  private var missing: Part? {
    login.text.isEmpty ? .login : password.text.isEmpty ? .password : nil
  }

  /// Moves the focus to the first empty field; false if there is none. It is said that the field is
  /// empty, unless the field before it was just filled in.
  fileprivate mutating func goToMissing() -> Bool {
    guard let missing else { return false }
    let isNext = focus == .login && missing == .password
    go(to: missing)
    if !isNext { empty = missing }
    return true
  }

  /// Changes the focused field; nil if a button has the focus.
  @discardableResult
  private mutating func withField<Result>(_ change: (inout TextField) -> Result) -> Result? {
    switch focus {
    case .login: change(&login)
    case .password: change(&password)
    case .submit, .web: nil
    }
  }

  fileprivate mutating func moveFocus(by distance: Int) {
    let parts = Part.allCases
    let place = parts.firstIndex(of: focus) ?? 0
    go(to: parts[(place + distance + parts.count) % parts.count])
  }
}

/// Gives a command to the form.
func perform(_ command: KeyCommand, onSignIn state: inout SettingsState) -> [Effect] {
  guard let form = state.signIn else { return [] }
  switch command {
  case .forward: state.signIn?.moveFocus(by: 1)
  case .backward: state.signIn?.moveFocus(by: -1)
  case .pageForward, .pageBackward:
    let isForward = command == .pageForward
    let pane = SignInPane(form, state, in: ScreenPlan(state).content)
    if let lines = pane.reading.linesRead(afterStepForward: isForward) {
      state.signIn?.linesRead = lines
    } else if state.account.work == nil {
      state.signIn?.moveFocus(by: isForward ? 1 : -1)
    }
  case .activate:
    if form.focus == .web { return begin(.signInByCode, &state) }
    // Enter moves to the first empty field; if none is empty, it signs in.
    if state.signIn?.goToMissing() == true { return [] }
    return begin(.signIn(login: form.login.text, password: form.password.text), &state)
  case .dismiss: return requestCancelled(&state)
  default: break
  }
  return []
}

extension SignInForm {
  /// The form to be drawn and spoken. In plain mode, parts with an identifier are prompts.
  func form(_ state: SettingsState) -> Form<Text, SignInForm.Part> {
    let about = state.account.server.map { Text.message(.signInDescription, .address($0)) }
    var cards: [Card<Text, SignInForm.Part>] = []
    if case .signedOut(let reason) = state.account.access, let text = reason.explanation {
      cards.append(Card(nil, [.paragraph(text, sign: .lasting)]))
    }
    let isUnavailable = state.account.sync == .unavailable
    if isUnavailable {
      cards.append(
        Card(
          nil,
          [.paragraph(.message(.signInUnavailable, state.logPath), .error, sign: .failed)]))
    }
    guard state.account.access != .checking else {
      if !isUnavailable { cards.append(Card(nil, [.paragraph(.message(.signInChecking), .quiet)])) }
      return Form(.message(.signInTitle), about: about, cards)
    }
    if let code {
      let place = Text.message(.signInCodeAddress, .address(code.address))
      let typed = Text.message(.signInCode, .argument(code.code))
      cards.append(Card(nil, [.paragraph(place), .paragraph(typed)]))
      return Form(.message(.signInTitle), cards)
    }
    var login: [Forms.Part<Text, SignInForm.Part>] = [
      .field(.message(.accountLogin), self.login.content(state), id: .login)
    ]
    var password: [Forms.Part<Text, SignInForm.Part>] = [
      .field(.message(.password), self.password.content(state), id: .password)
    ]
    let advice = Forms.Part<Text, SignInForm.Part>.paragraph(
      .message(.signInFieldEmpty), .error, sign: .failed)
    if empty == .login { login.append(advice) }
    if empty == .password { password.append(advice) }
    if let failure, empty == nil {
      password.append(.paragraph(failure.text, .error, sign: .failed))
    }
    cards += [
      Card(nil, login), Card(nil, password),
      Card(nil, [.button(.message(.signIn), id: .submit)]),
      Card(nil, [.action(.message(.signInByCode), id: .web)]),
    ]
    return Form(.message(.signInTitle), about: about, cards)
  }
}
