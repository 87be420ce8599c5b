import AccountModel
import Cells
import Input
import Localization
import Testing

@testable import SettingsCore

struct HintTests {
  @Test(
    "R4: the hint of every option of every section says in the active language what Enter does",
    arguments: everyLanguage)
  func everyOption(code: LanguageCode) throws {
    let start = try Conductor.everything(code, note: "x")
    var seen: Set<Section> = []
    for section in Section.allCases {
      for item in section.items(in: start.state) {
        var conductor = start
        try conductor.send(.itemChosen(.section(section)))
        conductor.state.focus = item
        let hint = try #require(conductor.state.shownHint, "\(item)")
        let text = hint.plain(in: conductor.state.wording)
        for word in text.split(separator: " ") {
          #expect(conductor.text.contains(word), "\(item): \(text)\n\(conductor.text)")
        }
        // A hint that names Enter is of an option that Enter does something for, and the other way
        // about: the current one of several says that it is current.
        let before = conductor.state
        _ = conductor.takeEffects()
        try conductor.press(.enter)
        let does =
          !conductor.takeEffects().isEmpty || conductor.state.dialogs != before.dialogs
          || conductor.state.editing != nil || conductor.state.theme != before.theme
        #expect(
          text.contains("Enter") == (does && !Self.isCurrent(item, before)), "\(item): \(text)")
        seen.insert(section)
      }
    }
    #expect(seen == Set(Section.allCases))
  }

  /// Whether an option is the current one of several; choosing it again may write it again.
  private static func isCurrent(_ item: Item, _ state: SettingsState) -> Bool {
    switch item {
    case .language(let code): code == state.language.code
    case .market(let code): code == state.market?.code
    case .profile(let id): id == state.account.details?.activeProfileID
    case .choice(let choice): choice == .theme(state.theme)
    default: false
    }
  }
}
