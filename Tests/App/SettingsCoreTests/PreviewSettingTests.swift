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

  /// The wider window has a third pane, with a picture of its own.
  @Test(
    "R7: the switch in Appearance hides every preview, and shows them again",
    arguments: [Size(columns: 120, rows: 40), Size(columns: 200, rows: 50)])
  func previews(size: Size) throws {
    var conductor = try Conductor.everything(size: size)
    try conductor.send(.itemChosen(.section(.language)))
    let before = pictures(conductor)
    #expect(before >= 8)
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
    #expect(pictures(conductor) == before)
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
