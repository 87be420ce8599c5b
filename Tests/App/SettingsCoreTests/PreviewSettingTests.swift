import Cells
import Input
import Localization
import MirrorLayout
import SettingsCore
import Testing

struct PreviewSettingTests {
  private func pictures(_ conductor: Conductor) -> Int {
    view(conductor.state).rows.reduce(0) { count, row in
      count + row.spans.count { if case .picture = $0.content { true } else { false } }
    }
  }

  @Test("R7: the switch in Appearance hides every preview, and shows them again")
  func previews() throws {
    var conductor = try Conductor.everything(size: Size(columns: 120, rows: 40))
    #expect(pictures(conductor) == 8)
    try conductor.send(.itemChosen(.section(.appearance)), .itemChosen(.setting(.previews)))
    #expect(conductor.takeEffects() == [.storeSetting(SettingChoice(.previews, isOn: false))])
    for section in Section.allCases {
      try conductor.send(.itemChosen(.section(section)))
      for _ in 0..<12 {
        #expect(pictures(conductor) == 0, "\(section)\n\(conductor.text)")
        try conductor.press(.down)
      }
    }
    try conductor.send(.itemChosen(.section(.appearance)), .itemChosen(.setting(.previews)))
    try conductor.send(.itemChosen(.section(.language)))
    #expect(pictures(conductor) == 8)
  }

  @Test("R7: previews that were off at the start come when they are switched on")
  func later() throws {
    var conductor = try Conductor(
      size: Size(columns: 120, rows: 40), settings: [SettingChoice(.previews, isOn: false)])
    #expect(pictures(conductor) == 0)
    try conductor.send(.settingChosen(SettingChoice(.previews, isOn: true)))
    #expect(pictures(conductor) == 8)
  }
}
