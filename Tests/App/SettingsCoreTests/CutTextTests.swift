import AccountModel
import Cells
import Forms
import Foundation
import Input
import Localization
import Testing

@testable import SettingsCore

/// Every text that a section or a dialog has can be read in whole, in every window (R29).
struct CutTextTests {
  static let sizes = [(20, 6), (40, 12), (60, 16), (80, 24), (120, 40)].map {
    Size(columns: $0.0, rows: $0.1)
  }

  static let cases = sizes.enumerated().flatMap { number, size in
    languages(inTurn: number).map { (size, $0) }
  }

  /// The dialog or form over the sections, or in their place.
  enum Layer: String, CaseIterable, Sendable {
    case help, messages, find, terminalTest, programs, restart, profile, signOut, market, signIn
  }

  private func conductor(_ code: LanguageCode, _ size: Size) throws -> Conductor {
    var conductor = try Conductor.everything(code, note: "note", size: size)
    try conductor.send(
      .terminalDetected(
        TerminalReport(reason: .message(.terminalByAnswer), detected: .visual, used: .visual)))
    return conductor
  }

  /// The rows that a person sees while moving through the items with each key as often as given, or
  /// until it has changed nothing three times.
  private func seen(_ conductor: inout Conductor, _ keys: [(key: Key, times: Int)]) throws
    -> [String]
  {
    var frame = view(conductor.state)
    var rows = Set(conductor.rows)
    for (key, times) in keys {
      var unchanged = 0
      for _ in 0..<times where unchanged < 3 {
        try conductor.press(key)
        let next = view(conductor.state)
        unchanged = next == frame ? unchanged + 1 : 0
        if next != frame { rows.formUnion(conductor.rows) }
        frame = next
      }
    }
    return Array(rows)
  }

  /// The words of a text, each of which must be on the screen in one piece.
  private func words(_ text: String) -> [String] {
    // A hyphen stays at the end of its row.
    text.replacing("-", with: "- ").split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// The texts of a form in the wording of the screen; paths and addresses may be cut anywhere.
  private func texts<ID>(_ form: Form<Text, ID>, _ state: SettingsState) -> [String] {
    var texts: [Text] = []
    for part in form.spoken {
      texts.append(part.text.label)
      if let value = part.text.value { texts.append(value) }
    }
    texts.removeAll { if case .identifier = $0 { true } else { false } }
    // In the smallest window a check mark shows this.
    if state.size.columns < 30 { texts.removeAll { $0 == .message(.currentLanguage) } }
    return texts.map { $0.plain(in: state.wording) }
  }

  /// Fails for each text with a word that is nowhere in one piece, and for each sign of a cut that is
  /// not in the texts.
  private func expectWhole(
    _ texts: [String], in rows: [String], _ place: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let visible = rows.joined(separator: "\n")
    for text in texts {
      let missing = words(text).filter { !visible.contains($0) }
      #expect(
        missing.isEmpty, "\(place): “\(text)” lacks \(missing)\n\(visible)",
        sourceLocation: sourceLocation)
    }
    let whole = Message.allCases.map(\.rawValue) + texts
    for word in rows.flatMap(words) where word.contains("…") {
      let isWhole =
        whole.contains { self.words($0).contains(word) }
        || texts.contains { self.words($0).contains(word) }
      #expect(isWhole, "\(place): cut: \(word)\n\(visible)", sourceLocation: sourceLocation)
    }
  }

  @Test(
    "R29: no text of a section, of the navigation or of the footer is cut",
    arguments: cases)
  func sections(size: Size, code: LanguageCode) throws {
    for section in Section.allCases {
      var conductor = try conductor(code, size)
      try conductor.send(.itemChosen(.section(section)))
      try conductor.press(.left)
      if code != english { try conductor.press(.right) }
      let place = "\(section) \(code) \(size)"
      #expect(conductor.state.focus == .section(section), "\(place)")
      // The list of sections, each name in one row.
      var navigation = conductor.rows
      for other in Section.allCases {
        try conductor.send(.itemChosen(.section(other)))
        navigation += conductor.rows
      }
      for other in Section.allCases {
        let name = Text.message(other.title).plain(in: conductor.state.wording)
        #expect(navigation.contains { $0.contains(name) }, "\(place): \(name)")
      }
      try conductor.send(.itemChosen(.section(section)))
      let content = code == english ? Key.right : .left
      let rows = try seen(&conductor, [(content, 1), (.up, 40), (.down, 200)])
      let state = conductor.state
      expectWhole(texts(section.content.form(state), state), in: rows, place)
    }
  }

  @Test(
    "R29: no text of a dialog, of a question or of the sign-in form is cut",
    arguments: cases)
  func layers(size: Size, code: LanguageCode) throws {
    for layer in Layer.allCases {
      var conductor = try conductor(code, size)
      let place = "\(layer) \(code) \(size)"
      let expected: [String]
      switch layer {
      case .help:
        try conductor.press(.letter("?"))
        expected = texts(ReadingDialog.Page.help.form(conductor.state), conductor.state)
      case .messages:
        try conductor.send(.preferenceNotDurable, .accountNoticed(.signOutNotTold))
        try conductor.press(.letter("m"))
        expected = texts(ReadingDialog.Page.messages.form(conductor.state), conductor.state)
      case .find:
        try conductor.press(.letter("/"))
        expected = []
      case .terminalTest:
        try conductor.send(.itemChosen(.section(.about)), .itemChosen(.terminalTest))
        expected = texts(TerminalPage.choices(conductor.state), conductor.state)
      case .programs:
        try conductor.send(.itemChosen(.programs))
        expected = texts(ReadingDialog.Page.programs.form(conductor.state), conductor.state)
      case .restart:
        try conductor.send(.languageChosen(opposite(of: code)))
        expected = try question(conductor.state)
      case .profile:
        try conductor.send(.itemChosen(.section(.account)), .itemChosen(.profile(2)))
        expected = try question(conductor.state)
      case .signOut:
        try conductor.send(.itemChosen(.section(.account)), .itemChosen(.signOut))
        expected = try question(conductor.state)
      case .market:
        try conductor.send(.preferenceObserved(.explicit(code)))
        conductor.state.dialogs = [
          .question(QuestionDialog(.changeMarket(MarketCode(rawValue: "AE")!)))
        ]
        expected = try question(conductor.state)
      case .signIn:
        conductor = try Conductor(
          code, size: size,
          account: AccountState(
            server: "https://a.example", access: .signedOut(.expired)))
        // Above the fields of a small window there may be no room for what is said about them.
        let form = try #require(conductor.state.signIn).form(conductor.state)
        expected = texts(form, conductor.state).filter { size.rows >= 16 || $0.count < 30 }
      }
      let isQuestion = [.restart, .profile, .signOut, .market].contains(layer)
      let rows = try seen(
        &conductor, [(.up, 12), isQuestion ? (.pageDown, 4) : (.down, 200)])
      expectWhole(expected, in: rows, place)
    }
  }

  /// The texts of the question that is open.
  private func question(_ state: SettingsState) throws -> [String] {
    guard case .question(let dialog) = state.dialogs.last else {
      Issue.record("no question")
      return []
    }
    return texts(dialog.form(state), state)
  }
}
