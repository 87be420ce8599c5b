import Localization
import Testing

@testable import SettingsCore

/// Each setting of the table is on the screen.
struct StoredSettingTests {
  @Test(
    "Each setting is in the section that its place names, and there alone, under that name",
    arguments: StoredSetting.allCases)
  func place(setting: StoredSetting) throws {
    let state = try Conductor.everything().state
    for section in Section.allCases {
      let items = section.items(in: state).filter { $0.setting == setting }
      guard setting.description.place.hasPrefix("\(section.rawValue).") else {
        #expect(items.isEmpty, "\(section)")
        continue
      }
      let isList = if case .list = setting.description.control { true } else { false }
      #expect(items.count == (isList ? setting.values.count : 1))
      for item in items {
        #expect(item.identifier.hasPrefix(setting.description.place))
        #expect(Item(identifier: item.identifier) == item)
        #expect(Resumption(place: item.identifier)?.focus == item)
      }
    }
    #expect(Item(identifier: "\(setting.description.place).colour") == nil)
  }

  @Test(
    "Enter on a setting's part gives it each of its values, in turn or from the list, and u takes the last back",
    arguments: StoredSetting.allCases.filter { $0.privacy == nil && $0 != .bidi })
  func values(setting: StoredSetting) throws {
    var conductor = try Conductor.everything()
    let section = try #require(
      Section.allCases.first { setting.description.place.hasPrefix("\($0.rawValue).") })
    try conductor.send(.itemChosen(.section(section)))
    let items = section.items(in: conductor.state).filter { $0.setting == setting }
    for index in setting.values.indices {
      let before = conductor.state.settings.value(of: setting).word
      try conductor.send(.itemChosen(items[index % items.count]))
      let after = conductor.state.settings.value(of: setting).word
      #expect(
        after == (items.count > 1 ? setting.words[index] : setting.words.first { $0 != before }))
      if after != before {
        try conductor.send(.keyPressed(.character("u")))
        #expect(conductor.state.settings.value(of: setting).word == before)
        try conductor.send(.keyPressed(.character("u")))
        #expect(conductor.state.settings.value(of: setting).word == after)
      }
    }
  }
}
