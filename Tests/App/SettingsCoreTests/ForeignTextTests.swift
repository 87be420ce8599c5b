import AccountModel
import Input
import Localization
import MirrorLayout
import SettingsCore
import Testing

/// Text from people in the cells of the screen.
struct ForeignTextTests {
  private static let server = "https://accounts.example.org"

  /// Signed in as somebody with this name and note, and a second profile of that name.
  private func conductor(
    _ language: LanguageCode, name: String = "Ana", note: String = "", profile: String = "Work"
  ) throws -> Conductor {
    var conductor = try Conductor(
      language, account: AccountState(server: Self.server))
    let record = Account(
      accountID: 1, login: "ana", name: name, note: note, preferredLocale: "en", activeProfileID: 1,
      profiles: [
        .init(profileID: 1, name: "Home", languageCode: "en"),
        .init(profileID: 2, name: profile, languageCode: "ar"),
      ])
    try conductor.send(
      .accountReported(.open(record, token: .file)))
    try conductor.send(.itemChosen(.section(.account)))
    return conductor
  }

  /// The rows on the terminal, from left to right.
  private func cells(_ conductor: Conductor) -> [String] {
    let frame = view(conductor.state)
    let grid = frame.laidOut(conductor.state.layoutDirection)
    return (0..<grid.size.rows).map { row in
      var text = String.UnicodeScalarView()
      for column in 0..<grid.size.columns where !grid[row, column].isContinuation {
        text.append(grid[row, column].glyph.base)
        text.append(contentsOf: grid[row, column].glyph.marks.scalars)
      }
      return String(text)
    }
  }

  @Test("R26: a name or a note that equals the key of a message is shown as written")
  func keys() throws {
    let keys = Message.allCases.filter { !$0.isPlural && $0.rawValue.count <= 30 }
    #expect(keys.count > 50)
    for message in keys {
      let key = message.rawValue
      let wide = Size(columns: 120, rows: 30)
      var conductor = try conductor(arabic, name: key, note: key, profile: key)
      try conductor.send(.resized(wide))
      // The name, the note, the profile in the list.
      let words = key.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      let rows = conductor.rows.filter { $0.contains(words) }
      #expect(rows.count >= 2, "\(key)\n\(conductor.text)")
      // A placeholder in it is letters, and in a sentence it is no key either.
      try conductor.press(.end, .up, .up, .enter)
      #expect(conductor.focus == "profile.switch")
      #expect(conductor.text.contains(words), "\(key)\n\(conductor.text)")
      let question = Text.message(.profileQuestion, .person(key)).plain(
        in: conductor.state.wording)
      #expect(question.contains(key))
    }
  }

  @Test("R26: a sign at the end of a name stays with it, and the sentence's sign outside")
  func isolated() throws {
    // Left-to-right in right-to-left, and the other way round: without isolation the signs at the
    // name's end would join the sentence.
    let word = "عمل"
    let shaped = "\u{FEDE}\u{FEE4}\u{FECB}"
    for (language, profile, shown) in [
      (english, "\(word)!", "!\(shaped)?"), (english, "\(word) (2)", "(2) \(shaped)?"),
      (english, "C++", "C++?"),
      // In Arabic between quotation marks, which are mirrored.
      (arabic, "C++", "؟«C++»"), (arabic, "(a) b!", "؟«(a) b!»"),
      (arabic, "\(word)!", "؟«!\(shaped)»"),
    ] {
      var conductor = try conductor(language, profile: profile)
      try conductor.press(.end, .up, .up, .enter)
      #expect(conductor.focus == "profile.switch")
      #expect(
        cells(conductor).contains { $0.contains(shown) },
        "\(profile) in \(language)\n\(cells(conductor).joined(separator: "\n"))")
    }
  }

  @Test(
    "R27: in Arabic, each path and address of About, Account and Sync is left-to-right",
    arguments: [
      (
        Section.about,
        [
          "/home/ana/.config/lisan/preferences", "/usr/share/lisan",
          "/home/ana/.local/state/lisan/lisan.log",
        ]
      ),
      (.account, ["ana@example.org", "+20 2 2345 6789", "https://accounts.example.org"]),
      (.sync, ["https://accounts.example.org"]),
    ])
  func identifiers(section: Section, shown: [String]) throws {
    var conductor = try Conductor.everything(
      arabic, size: Size(columns: 160, rows: 50), direction: .rightToLeft)
    try conductor.send(.itemChosen(.section(section)))
    let rows = cells(conductor)
    for text in shown {
      #expect(rows.contains { $0.contains(text) }, "\(text)\n\(rows.joined(separator: "\n"))")
    }
  }

  @Test("R26: a name is at the leading edge, ordered by its first strong letter")
  func ownOrder() throws {
    let word = "عمل"
    let shaped = "\u{FEDE}\u{FEE4}\u{FECB}"
    for (name, shown) in [
      ("\(word) abc!", "!abc \(shaped)"), ("abc \(word)!", "abc \(shaped)!"),
      ("1 \(word)", "\(shaped) 1"), ("1. abc", "1. abc"),
    ] {
      for language in everyLanguage {
        let grid = cells(try conductor(language, profile: name))
        let row = try #require(
          grid.first { $0.contains(shown) }, "\(name)\n\(grid.joined(separator: "\n"))")
        // The edge is the left one in English and the right one in Arabic, whatever the name is in.
        let plain = cells(try conductor(language, profile: "plain"))
        let other = try #require(plain.first { $0.contains("plain") })
        let (start, otherStart) =
          language == english
          ? (row.firstRange(of: shown)?.lowerBound, other.firstRange(of: "plain")?.lowerBound)
          : (row.firstRange(of: shown)?.upperBound, other.firstRange(of: "plain")?.upperBound)
        #expect(
          row[..<(try #require(start))].unicodeScalars.count
            == other[..<(try #require(otherStart))].unicodeScalars.count, "\(row)\n\(other)")
      }
    }
  }

  @Test(
    "R26: no contents of a name move a cell outside it",
    arguments: [
      "\u{202E}abc", "abc\u{202E}", "\u{2067}abc", "abc\u{2069}\u{2069}", "\u{202D}a\u{202E}bc",
      "\u{200F}abc", "abc\u{200F}", "\u{061C}abc",
      "a\u{1B}[31mbc".replacing("\u{1B}[31m", with: "\u{7}"),
      "a\u{2066}b\u{2066}c",
    ])
  func hostile(name: String) throws {
    for language in everyLanguage {
      #expect(
        cells(try conductor(language, name: name)) == cells(try conductor(language, name: "abc")))
      var (one, other) = (
        try conductor(language, profile: name), try conductor(language, profile: "abc")
      )
      for key: Key in [.end, .up, .up, .enter] {
        try one.press(key)
        try other.press(key)
      }
      #expect(one.focus == "profile.switch")
      #expect(cells(one) == cells(other))
    }
  }
}
