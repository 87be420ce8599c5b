import AccountModel
import BidiOracles
import Foundation
import Input
import Localization
import MirrorLayout
import SettingsCore

/// How the cost of a frame grows with the amount of data; only what is on the screen should matter.
func measureGrowth(_ table: Table) throws {
  table.begin("Growth: one whole frame, mirrored")
  for rows in [24, 50, 100, 200, 300] {
    let state = try Sample.state(Size(columns: 80, rows: rows))
    add("\(rows) rows", state, table)
  }
  for count in [2, 5, 10, 20, 50] {
    let state = try Sample.state(languages: Sample.languages(count))
    add("\(count) languages", state, table)
  }
  for count in [1, 10, 100, 1_000, 10_000] {
    var state = try Sample.state()
    let profiles = (1...Int64(count)).map {
      Profile(profileID: $0, name: "Profile \($0)", languageCode: "en")
    }
    Sample.show(
      Account(accountID: 1, login: "ana", name: "Ana", preferredLocale: "en", profiles: profiles),
      in: &state)
    add("\(count) profiles", state, table)
  }
  for count in [100, 1_000, 10_000, 100_000, 1_000_000] {
    var state = try Sample.state()
    let word = "كلمة "
    let text = String(repeating: word, count: count / 5)
    Sample.show(
      Account(accountID: 1, login: "ana", name: "Ana", note: text, preferredLocale: "en"),
      in: &state)
    add("a note of \(count) characters", state, table)
  }
}

private func add(_ what: String, _ state: SettingsState, _ table: Table) {
  let measured = race(
    rounds: 41, scale: 1000,
    [Contender(name: "view and layout") { view(state).laidOut(.rightToLeft).cells.count }])
  table.add(what, "µs", measured[0])
}

private enum Sample {
  static let resources = "\(FileManager.default.currentDirectoryPath)/Resources"

  static func state(
    _ size: Size = Size(columns: 80, rows: 24), languages: [Language]? = nil
  ) throws -> SettingsState {
    let shipped = try LanguageList(directory: resources)
    let arabic = shipped.languages[1]
    return SettingsState(
      catalog: try Catalog<Message>.load(language: arabic, from: resources),
      languages: languages ?? shipped.languages, preference: .explicit(arabic.code),
      languageChosenAt: 0, systemLanguages: [], runtimeDirection: .rightToLeft, size: size,
      environment: Environment(
        version: "1.0.0", terminal: "xterm-256color", preferencePath: "/home/ana/preferences",
        resourcePath: resources, logPath: "/home/ana/log"),
      secondsFromUTC: { _ in 0 })
  }

  /// Arabic, plus made-up languages up to the requested number.
  static func languages(_ count: Int) throws -> [Language] {
    let arabic = try LanguageList(directory: resources).languages[1]
    let others = (0..<count - 1).map { place in
      let letters = [place / 26, place % 26].map { Character(Unicode.Scalar(UInt8(97 + $0))) }
      return Language(
        code: LanguageCode(rawValue: "q" + String(letters))!, nativeName: "Language \(place)",
        direction: .leftToRight, script: arabic.script, digits: arabic.digits,
        pluralRules: arabic.pluralRules)
    }
    return [arabic] + others
  }

  /// Shows the section Account for an account.
  static func show(_ record: Account, in state: inout SettingsState) {
    _ = update(&state, .accountReported(AccountReport(signInState: .embedded, account: record)))
    for key: Key in [.right, .home] { _ = update(&state, .keyPressed(key)) }
  }
}
