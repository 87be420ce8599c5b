import AccountModel
import Cells
import Localization
import SettingsCore
import Testing

/// A state of the settings that has a literal screen in the tests.
enum Scene: String, CaseIterable, Sendable {
  case account, language, region, sync, privacy, appearance, developer, about
  /// The navigation has the focus.
  case navigation
  case signIn, signInFailed
  /// The note is being edited, with Arabic and Latin letters and a part selected.
  case editing
  case restartPrompt, restartPending, toasts, work
  case help, messages, terminalTest, profileQuestion, signOutQuestion
  /// The search, with a word typed.
  case find
  /// The right-to-left text of other programs.
  case programs
  /// The list of languages could not be loaded.
  case noLanguages

  func conductor(_ code: LanguageCode, _ size: Size) throws -> Conductor {
    switch self {
    case .account: return try section(.account, code, size)
    case .language: return try Conductor.everything(code, size: size)
    case .region: return try section(.region, code, size)
    case .sync: return try section(.sync, code, size)
    case .privacy: return try section(.privacy, code, size)
    case .appearance: return try section(.appearance, code, size)
    case .developer: return try section(.developer, code, size)
    case .about: return try section(.about, code, size)
    case .navigation:
      var conductor = try Conductor.everything(code, size: size)
      try conductor.press(.tab)
      return conductor
    case .signIn, .signInFailed:
      var conductor = try Conductor(
        code, size: size,
        account: AccountState(
          server: "https://accounts.example.org", access: .signedOut(.neverSignedIn))
      )
      guard self == .signInFailed else { return conductor }
      try conductor.send(
        .pasted("ana@example.org"), .keyPressed(.enter), .pasted("secret"), .keyPressed(.enter),
        .requestEnded(1, AccountFailure(.wrongCredentials)), .pasted("again"))
      return conductor
    case .editing:
      var conductor = try section(.account, code, size, note: "Tea at five")
      while conductor.focus != "account.note" { try conductor.press(.down) }
      try conductor.press(.enter)
      try conductor.send(.pasted(" شاي 5"))
      for _ in 0..<6 { try conductor.press(.holding(.shift, .left)) }
      return conductor
    case .restartPrompt, .restartPending:
      var conductor = try Conductor.everything(opposite(of: code), choosing: code, size: size)
      try conductor.send(
        .languageChosen(code),
        .syncReported(.reported(SyncReport(state: .synced, syncedAt: 2000))))
      if self == .restartPending { try conductor.press(.escape) }
      return conductor
    case .toasts:
      var conductor = try Conductor.everything(code, size: size)
      conductor.failingCatalogs = [english, arabic]
      conductor.writeFails = true
      try conductor.send(
        .languageChosen(opposite(of: code)), .settingChosen(.theme(.monochrome)))
      return conductor
    case .work:
      var conductor = try section(.sync, code, size)
      try conductor.send(.synchronizeChosen)
      return conductor
    case .help:
      var conductor = try Conductor.everything(code, size: size)
      try conductor.press(.letter("?"))
      return conductor
    case .messages:
      var conductor = try Scene.toasts.conductor(code, size)
      try conductor.press(.letter("m"))
      return conductor
    case .terminalTest:
      var conductor = try section(.about, code, size)
      while conductor.focus != "about.terminal" { try conductor.press(.down) }
      try conductor.press(.enter)
      return conductor
    case .profileQuestion:
      var conductor = try section(.account, code, size)
      while conductor.focus != "account.profile.2" { try conductor.press(.down) }
      try conductor.press(.enter)
      return conductor
    case .signOutQuestion:
      var conductor = try section(.account, code, size)
      try conductor.press(.end, .enter)
      return conductor
    case .find:
      var conductor = try Conductor.everything(code, size: size)
      try conductor.press(.letter("/"))
      // Among many languages, it finds only languages from here.
      let name =
        conductor.state.languages?.count == 2
        ? conductor.state.catalog.text(.languageSection)
        : try #require(conductor.state.language.nativeName)
      try conductor.send(.pasted(String(name.prefix(3))))
      return conductor
    case .programs:
      var conductor = try Conductor.everything(code, size: size)
      try conductor.send(.itemChosen(.programs))
      return conductor
    case .noLanguages: return try Conductor(code, withoutLanguages: true, size: size)
    }
  }

  private func section(
    _ section: Section, _ code: LanguageCode, _ size: Size, note: String = "Tea at five"
  ) throws -> Conductor {
    var conductor = try Conductor.everything(code, note: note, size: size)
    try conductor.send(.itemChosen(.section(section)))
    return conductor
  }
}

/// One screen as the tests have it, in logical order from the leading edge: a scene, a language and
/// a size.
struct LiteralScreen: Sendable, CustomTestStringConvertible {
  let scene: Scene
  let language: String
  let text: String

  init(_ scene: Scene, _ language: String, _ text: String) {
    self.scene = scene
    self.language = language
    self.text = text
  }

  var testDescription: String { "\(scene) in \(language)" }
}
