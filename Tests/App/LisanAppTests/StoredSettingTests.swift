import BuiltPrograms
import Foundation
import Input
import LisanPreferences
import Localization
import SettingsCore
import Terminal
import Testing

@testable import LisanApp

/// What holds for each setting of the table.
@MainActor
struct StoredSettingTests {
  private nonisolated static let onDevice = StoredSetting.allCases.filter { $0.privacy == nil }

  /// A value of a setting that is not the standard one.
  private func other(_ setting: StoredSetting) throws -> String {
    let standard = StoredSettings().value(of: setting).word
    return try #require(setting.words.last { $0 != standard })
  }

  @Test(
    "R34: a setting that another program sets or resets changes here, and u takes each back",
    arguments: onDevice)
  func setElsewhere(setting: StoredSetting) throws {
    let desk = try Desk { try $0.store("en") }
    let watch = try PreferenceWatch(path: desk.context.preferences.path)
    let elsewhere = Commands(
      context: try Desk(preferences: desk.context.preferences.path).context)
    /// Takes over what others wrote. The screen and the file have the same values; returns that of
    /// the setting.
    func word(_ place: SourceLocation = #_sourceLocation) -> String {
      watch.handleNews(for: desk.runtime, desk.context)
      let stored = StoredSettings(desk.stored, desk.context)
      for setting in Self.onDevice {
        #expect(
          desk.state.settings.value(of: setting).word == stored.value(of: setting).word,
          sourceLocation: place)
      }
      return stored.value(of: setting).word
    }
    let (standard, other) = (word(), try other(setting))
    let entries = desk.stored?.entries
    #expect(elsewhere.set(setting: setting.rawValue, to: other) == .done)
    #expect(word() == other && desk.state.toasts.count == 1)
    desk.press("u")
    #expect(word() == standard && desk.stored?.entries == entries)
    desk.press("u")
    #expect(word() == other)

    #expect(elsewhere.reset(setting.rawValue) == .done)
    #expect(word() == standard && desk.state.toasts.count == 1)
    let news = desk.state.toasts.first?.id
    #expect(desk.stored?.entries == entries)
    // A commit that changes another thing is no news of this one.
    _ = try PreferenceFile(path: desk.context.preferences.path).commit(
      PreferenceChanges(entries: [Entry(Entry.Kind(rawValue: 200), "later")]))
    #expect(word() == standard && desk.state.toasts.map(\.id) == [news])
    for expected in [other, standard] {
      desk.press("u")
      #expect(word() == expected)
    }
  }

  @Test(
    "R12, R34: a choice that could not be written stays when another program changes something else",
    arguments: onDevice)
  func unsaved(setting: StoredSetting) throws {
    let desk = try Desk { try $0.store("en") }
    let choice = try #require(SettingChoice(setting, try other(setting)))
    desk.runtime.send(.settingChosen(choice))
    desk.runtime.send(.settingNotStored(setting))
    desk.runtime.send(.settingObserved(.none(setting)))
    #expect(desk.state.settings[setting] == choice && desk.state.unsavedSettings == [setting])
    desk.runtime.send(.settingObserved(choice))
    #expect(desk.state.unsavedSettings.isEmpty)
  }

  @Test(
    "R12, R16: each setting is the same after a restart, whether it could be written or not",
    arguments: onDevice)
  func restart(setting: StoredSetting) throws {
    let desk = try Desk { try $0.store("en") }
    let modes = String(repeating: "00", count: MemoryLayout<termios>.size)
    for word in setting.words {
      desk.runtime.send(.settingChosen(try #require(SettingChoice(setting, word))))
      let handover = Handover(
        modes: try #require(TerminalModes(hexadecimal: modes[...])), start: 0,
        resumption: desk.state.resumption, typedAhead: [], unsavedPreference: nil,
        unsavedSettings: [setting], settings: desk.state.settings.choices, watch: nil, agent: nil,
        detection: "")
      let taken = try Handover(handover.text(for: 1), process: 1)
      // What the file has is another value.
      _ = try desk.context.preferences.commit(PreferenceChanges(.none(setting)))
      _ = desk.context.preferences.read()
      let restarted = Launch(desk.context, handover: taken)
      #expect(restarted.settings == desk.state.settings && taken.unsavedSettings == [setting])
    }
  }

  @Test(
    "R57: commands take each word of each setting, list them, and print it again",
    arguments: onDevice)
  func commands(setting: StoredSetting) throws {
    let desk = try Desk { try $0.store("en") }
    for word in setting.words {
      #expect(
        Commands(context: desk.context).set(setting: setting.rawValue, to: word) == .done)
      let launch = Launch(desk.context)
      #expect(SettingName(named: setting.rawValue)?.value(launch) == word)
      #expect(launch.stored.value(of: setting).word == word)
    }
  }

  @Test("R57: every switch takes the former words of its sides")
  func formerWords() throws {
    for setting in StoredSetting.allCases where setting.isSwitch {
      #expect(SettingChoice(setting, typed: "yes") == SettingChoice(setting, isOn: true))
      #expect(SettingChoice(setting, typed: "no") == SettingChoice(setting, isOn: false))
      #expect(setting.words == ["off", "on"])
    }
    let desk = try Desk { try $0.store("en") }
    #expect(Commands(context: desk.context).set(setting: "previews", to: "no") == .done)
    #expect(!Launch(desk.context).settings.isOn(.previews))
  }

  @Test("Options of settings exist and take their words; numbers of the file and places are unique")
  func table() throws {
    for setting in StoredSetting.allCases where setting.hasOption {
      let option = try #require(setting.option, "\(setting)")
      #expect(setting.words.allSatisfy { option.takes($0) })
    }
    let numbers = StoredSetting.allCases.compactMap { setting -> String? in
      if case .entry(let number) = setting.store { "\(setting.rawValue) \(number)" } else { nil }
    }
    // Files of people have these.
    #expect(numbers == ["theme 1", "bidi 2", "plain 3", "previews 4"])
  }

  @Test("R58: the manual pages and the guide list every setting, the guide with its values")
  func documents() throws {
    let folder = packagePath("Resources")
    let pages = try FileManager.default.subpathsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix("/lisan.1") }
    #expect(pages.count >= 5)
    let names = SettingName.allCases.map(\.name)
    for page in pages {
      let text = try String(contentsOfFile: "\(folder)/\(page)", encoding: .utf8)
      let entry = try #require(text.split(separator: ".It Cm list-settings").last)
        .split(separator: "\n.It ")[0]
      let listed = entry.split(separator: "\n").filter { $0.contains("Cm ") }
        .flatMap { $0.split(separator: " ").map(String.init) }.filter { names.contains($0) }
      #expect(listed == names, "\(page)")
    }
    let guide = try String(contentsOfFile: packagePath("docs/command-line.md"), encoding: .utf8)
    let rows = try #require(guide.components(separatedBy: "\n## Settings\n").last)
      .components(separatedBy: "\n## ")[0].split(separator: "\n").filter { $0.hasPrefix("| `") }
      .map { $0.split(separator: "|").map { $0.matches(of: /`([^`]+)`/).map { String($0.1) } } }
    #expect(rows.flatMap { $0[0] } == names)
    for row in rows {
      for setting in row[0].compactMap({ StoredSetting(rawValue: $0) }) {
        #expect(setting.words.starts(with: row[1]), "\(setting)")
      }
    }
  }
}
