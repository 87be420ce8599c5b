import Foundation

/// A tour through Lisan that shows every page, in both directions.
struct Tour {
  /// Types text into the program.
  let type: (String) throws -> Void
  let trace: TraceReader
  /// Takes a picture of a page.
  let look: (_ page: String) throws -> Void
  let login: String
  let password: String

  static let up = "\u{1B}[A"
  static let down = "\u{1B}[B"
  static let home = "\u{1B}[H"
  static let end = "\u{1B}[F"
  static let enter = "\r"
  static let tab = "\t"
  static let escape = "\u{1B}"

  func run() throws {
    try wait("the sign-in page") { $0.focus == "signIn.login" }
    try look("sign-in")
    try press(login + Self.enter) { $0.focus == "signIn.password" }
    try press(password + Self.enter) { $0.focus.hasPrefix("language.") }
    try sections()
    // From English to Arabic: Arabic in a left-to-right layout.
    try change(by: "2", to: "ar")
    try press("r") { $0.direction == "rtl" }
    try sections()
    try words(in: "fa", by: "3", writing: "می‌روم، کتاب‌ها (۱۰)")
    try words(in: "he", by: "4", writing: "שָׁלוֹם, כֻּלָּם (10)")
    // And back: English in a mirrored layout.
    try change(by: "1", to: "en")
    try press("2") { $0.language == "ar" && !$0.focus.hasPrefix("restart") }
    try signOut()
    try look("sign-in")
  }

  /// Shows every section and dialog in the current language and direction.
  private func sections() throws {
    try press(Self.tab) { $0.focus.hasPrefix("navigation.") }
    try press(Self.home) { $0.focus == "navigation.account" }
    while let section = trace.last?.focus.split(separator: ".").last.map(String.init) {
      try look(section)
      if section == "about" { break }
      try press(Self.down) { !$0.focus.hasSuffix(section) }
    }
    try reading("?", "help")
    try reading("m", "messages")
    try press(Self.enter) { $0.focus.hasPrefix("about.") }
    try go(to: "about.terminal")
    try press(Self.enter) { $0.focus.hasPrefix("terminal.") }
    try look("self-test")
    try press(Self.end) { $0.focus == "terminal.logical" }
    try look("self-test, end")
    try press("q") { $0.focus == "about.terminal" }
    // A word, a number in brackets, and the caret after them.
    try field(writing: "سارة (v1.2) 10")
  }

  private func field(writing text: String) throws {
    try section("account")
    try go(to: "account.note")
    let before = trace.count
    try press(Self.enter) { _ in trace.count > before }
    try press(" Sara \(text)") { _ in rows.contains { $0.bare.contains(text.bare) } }
    try look("text field")
    try press(Self.escape) { _ in !rows.contains { $0.bare.contains(text.bare) } }
    try section("language")
  }

  /// Shows some pages in another language of the same direction, and a text with its signs: points on
  /// letters, and what keeps letters apart.
  private func words(in language: String, by key: String, writing text: String) throws {
    try section("language")
    try press(key) { $0.language == language }
    try look("language")
    try reading("?", "help")
    try section("appearance")
    try look("appearance")
    try field(writing: text)
  }

  private var rows: [String] { trace.last?.rows ?? [] }

  private func reading(_ key: String, _ page: String) throws {
    let before = trace.last?.focus
    try press(key) { $0.focus == page }
    try look(page)
    let frames = trace.count
    try type(Self.end)
    // A page that is completely visible does not move.
    if (try? awaited("its end", seconds: 1) { () -> Bool? in
      trace.update()
      return trace.count > frames ? true : nil
    }) != nil {
      try look("\(page), end")
    }
    try press("q") { $0.focus == before }
  }

  private func section(_ name: String) throws {
    try press(Self.tab) { $0.focus.hasPrefix("navigation.") }
    try press(Self.home) { $0.focus == "navigation.account" }
    while trace.last?.focus != "navigation.\(name)" {
      let focus = trace.last?.focus
      try press(Self.down) { $0.focus != focus }
    }
    try press(Self.enter) { $0.focus.hasPrefix("\(name).") }
  }

  /// Moves the focus down to an item.
  private func go(to item: String) throws {
    for _ in 0..<40 where trace.last?.focus != item {
      let count = trace.count
      try press(Self.down) { _ in trace.count > count }
    }
    try wait(item) { $0.focus == item }
  }

  /// Chooses a language of the other direction and shows the prompt, the state after "Later", and a
  /// dialog over that.
  private func change(by key: String, to language: String) throws {
    try press(key) { $0.focus == "restart.now" && $0.language == language }
    try look("prompt")
    try press(Self.escape) { !$0.focus.hasPrefix("restart") }
    try look("after the prompt")
    let focus = trace.last?.focus
    try press("?") { $0.focus == "help" }
    try look("help over the other direction")
    try press("q") { $0.focus == focus }
  }

  private func signOut() throws {
    try section("account")
    try go(to: "account.signOut")
    try press(Self.enter) { $0.focus.hasPrefix("signOut.") }
    try look("question")
    for _ in 0..<2 where trace.last?.focus != "signOut.accept" {
      let count = trace.count
      try press(Self.tab) { _ in trace.count > count }
    }
    try press(Self.enter) { $0.focus == "signIn.login" }
  }

  /// Types text, and waits until the screen meets the condition.
  private func press(_ keys: String, _ isThere: (TraceReader.Frame) -> Bool) throws {
    try type(keys)
    try wait("what follows \(keys.debugDescription)", isThere)
  }

  private func wait(_ what: String, _ isThere: (TraceReader.Frame) -> Bool) throws {
    do {
      try awaited(what, seconds: 15) { () -> Void? in
        trace.update()
        return trace.last.map(isThere) == true ? () : nil
      }
    } catch {
      throw Obstacle(description: "\(error); the focus is \(trace.last?.focus ?? "nowhere")")
    }
  }
}

extension String {
  /// The letters without marks on them and signs of format, which a cell need not have.
  fileprivate var bare: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.filter {
          ![.nonspacingMark, .format].contains($0.properties.generalCategory)
        }))
  }
}
