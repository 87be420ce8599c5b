import AccountModel
import Foundation
import Localization
import MirrorLayout
import SettingsCore
import Testing

/// After a change, nothing on the screen speaks the former language (R7): every section, with an account,
/// regions, flags, messages and toasts with values, and with each dialog over it.
struct AllTextsChangeTests {
  /// The open dialogs and fields when the language changes.
  enum Layer: String, CaseIterable, Sendable {
    case nothing, messages, help, terminalTest, profileQuestion, signOutQuestion, regionQuestion
    case work, field, navigation, toasts, pending
  }

  private static let size = Size(columns: 130, rows: 60)

  /// Everything that can be said, in a language whose values are told apart from another's.
  ///
  /// - Parameter former: the language of the screen, which is changed to `next` later.
  private static func conductor(
    _ section: Section, _ layer: Layer, _ former: LanguageCode, _ next: LanguageCode
  ) throws -> Conductor {
    var conductor = try Conductor.everything(
      former, note: "Nota", size: size,
      formatting: ValueFormatting(
        dateAndTime: { "7.\($1.code)" }, relativeTime: { "8.\($2.code)" },
        regionName: { "\($0).\($1.code)" }, languageName: { "9.\($0) \($1.code)" },
        number: { "\($0).\($1.code)" }),
      system: [former == english ? LanguageCode(rawValue: "fr")! : arabic])
    // Nothing is excepted from the search.
    try conductor.send(.settingChosen(SettingChoice(.previews, isOn: false)))
    let emirates = MarketCode(rawValue: "AE")!
    let other = MarketCode(rawValue: former == english ? "EG" : "GB")!
    conductor.failingCatalogs = [next]
    // What fails, with its reason, and what came of a region; then things that stay.
    try conductor.send(
      .languageChosen(next), .preferenceNotDurable, .settingNotStored(.theme), .restartFailed(2),
      .marketChosen(emirates), .requestEnded(1, nil), .synchronizeChosen,
      .requestEnded(2, AccountFailure(.tooManyRequests, retryAfter: 2000)),
      .accountNoticed(.tokenInFile(path: "/k/token")),
      .accountNoticed(.databaseSetAside(path: "/k/aside")),
      .itemChosen(.section(section)))
    conductor.failingCatalogs = []
    if layer == .toasts || layer == .messages {
      try conductor.send(.preferenceNotDurable, .settingNotStored(.theme))
    }
    switch layer {
    case .nothing, .toasts: break
    case .messages: try conductor.press(.letter("m"))
    case .help: try conductor.press(.letter("?"))
    case .terminalTest:
      try conductor.send(.itemChosen(.section(.about)), .itemChosen(.terminalTest))
    case .profileQuestion:
      try conductor.send(.itemChosen(.section(.account)), .itemChosen(.profile(2)))
    case .signOutQuestion:
      try conductor.send(.itemChosen(.section(.account)), .itemChosen(.signOut))
    case .regionQuestion:
      // The language that is shown is nobody's explicit choice, and the region has another one first.
      try conductor.send(.preferenceObserved(.system), .marketChosen(other))
    case .work: try conductor.send(.synchronizeChosen)
    case .field:
      try conductor.send(.itemChosen(.section(.account)), .itemChosen(.note))
    case .navigation: try conductor.press(.tab)
    case .pending: break
    }
    return conductor
  }

  /// The words of a text in the letters of a language, a single letter being a key's name.
  private static func words(_ text: String, of code: LanguageCode) -> Set<String> {
    let words = text.split { !($0.isLetter && $0.isASCII == (code == english)) }
    return Set(words.map(String.init).filter { $0.count > 1 })
  }

  /// What is the same in every language: what the Arabic texts say in Latin letters, names and
  /// addresses of this account and this machine, the keys, the orders of rows.
  private static func neutral(_ state: SettingsState, _ former: LanguageCode) throws -> Set<String>
  {
    // Languages' native names, and the samples of the terminal's self-test.
    if former != english {
      return ["العربية", "فارسی", "עברית", "اردو", "لا", "خادم", "لسان"]
    }
    let texts = try ["strings", "stringsdict"].map {
      try String(contentsOfFile: "\(resources)/ar.lproj/Localizable.\($0)", encoding: .utf8)
    }
    let shown =
      texts[0].split(separator: "\n").compactMap {
        $0.components(separatedBy: "\" = \"").dropFirst().first
      } + [
        "English EN AR GB EG AE ar fr", "ana example org https accounts Ana Home Work Nota",
        state.environment.preferencePath, state.environment.resourcePath,
        state.environment.logPath, state.environment.terminal, "ar.lproj/Localizable.strings",
        "Apache", "Enter Esc Tab Home End Ctrl Shift Alt Backspace Delete", "token aside",
        RowEncoding.allCases.map(\.rawValue).joined(separator: " ") + " auto xterm kitty beta",
      ]
    return Set(
      shown.flatMap { $0.split { !($0.isLetter && $0.isASCII) }.map(String.init) })
  }

  @Test(
    "R7: no word of the former language is on any screen, both ways, with nothing left out",
    arguments: Section.allCases.enumerated().flatMap { number, section in
      languages(inTurn: number).map { (section, $0) }
    })
  func everyScreen(section: Section, former: LanguageCode) throws {
    let next = former == english ? arabic : english
    for layer in Layer.allCases {
      var conductor = try Self.conductor(section, layer, former, next)
      let neutral = try Self.neutral(conductor.state, former)
      // The check can fail: before the change there are many such words.
      #expect(
        Self.words(conductor.text, of: former).subtracting(neutral).count > 10,
        "\(layer)\n\(conductor.text)")
      try conductor.send(.languageChosen(next))
      #expect(conductor.state.language.code == next)
      for _ in 0..<2 {
        // A partly covered word leaves one end visible.
        let left = Self.words(conductor.text, of: former).subtracting(neutral).filter { word in
          !neutral.contains { $0.hasPrefix(word) || $0.hasSuffix(word) }
        }
        #expect(left.isEmpty, "\(layer): \(left.sorted())\n\(conductor.text)")
        for value in ["7.\(former)", "8.\(former)", "EG.\(former)"] {
          #expect(!conductor.text.contains(value), "\(layer): \(value)\n\(conductor.text)")
        }
        // Under the prompt is the screen as it was left.
        try conductor.send(.restartDismissed)
      }
    }
  }
}
