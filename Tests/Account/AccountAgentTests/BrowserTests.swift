import BrowserHarness
import BuiltPrograms
import Foundation
import TerminalHarness
import TestEffort
import Testing

/// The web page in a real browser, next to a real terminal. Pictures of the pages are left in
/// `.build/web`, to be looked at.
@Suite(
  "The web page in a browser", .serialized, .timeLimit(.minutes(5)),
  .enabled(if: Browser.isInstalled, "chromium is not installed"))
struct BrowserTests {
  static let build = packageRoot.appending(path: ".build")
  static let pictures = build.appending(path: "web")
  /// axe, which judges how a page serves those who cannot see or use a pointer. `make axe` installs
  /// it.
  static let axe = FileManager.default.enumerator(
    at: build.appending(path: "axe"), includingPropertiesForKeys: nil)?
    .compactMap { $0 as? URL }.first { $0.lastPathComponent == "axe.min.js" }

  @Test(
    "R63, R62: by keys alone, a person signs in and chooses Arabic, and the terminal follows")
  func follows() async throws {
    let server = try await AccountServer()
    let home = try Home(server: server.url)
    let token = try await server.signIn()
    let terminal = try home.open(environment: ["LISAN_TOKEN": token])
    try await terminal.waitUntil("the first frame") { $0.isAlternate && $0.shows("(EN)") }
    let url = server.url
    let seen = try await blocking {
      let browser = try Browser()
      try browser.signIn(at: url)
      var seen = try browser.state()
      let focus = "document.activeElement.id"
      for _ in 0..<10 where try browser.evaluate(focus) as? String != "language-en" {
        try browser.press("Tab")
      }
      try browser.press("ArrowDown")
      seen.append(try browser.evaluate(focus) as? String ?? "")
      try browser.press("Tab")
      try browser.pressAndWait("Enter")
      seen += try browser.state()
      let news = "document.querySelector('[role=status]').textContent"
      return seen + [try browser.evaluate(news) as? String ?? ""]
    }
    #expect(
      seen == [
        "/account", "en", "ltr", "language-ar", "/account", "ar", "rtl", "أصبحت هذه لغتك.",
      ])
    // No comparison is requested: the terminal's agent follows the account.
    try await terminal.waitUntil("the pending restart in Arabic") {
      $0.shows("بانتظار إعادة التشغيل") && $0.shows("من جهاز آخر")
    }
    #expect(home.stored?.language == "ar")
    terminal.type("r")
    let isMirrored = await eventually {
      home.traced.contains {
        $0["event"] as? String == "frame" && $0["direction"] as? String == "rtl"
      }
    }
    #expect(isMirrored)
  }

  @Test(
    "R63: every page fits, is mirrored exactly, and axe finds nothing, light and dark, narrow and wide, in two languages, in the long run in each"
  )
  func looks() async throws {
    let axe = try String(contentsOf: try #require(Self.axe, "run make axe"), encoding: .utf8)
    let server = try await AccountServer(users: [], addsLanguages: true)
    let languages = ["en", "ar"] + (Effort.isLong ? ["he", "fa", "ur"] : [])
    try await server.administer("set-languages", "en", "ar", "he", "fa", "ur")
    try await server.administer(
      "add-user", "ana", "--name", "Ana María", "--email", "ana@example.org", "--phone",
      "+20 2 2345 6789", input: AccountServer.password + "\n")
    try await server.administer("add-profile", "ana", "بيت", "--language", "ar")
    try await server.administer("set-flag", "analytics", "on")
    try await server.administer("set-flag", "diagnostics", "on")
    _ = try await server.signIn()
    try FileManager.default.createDirectory(at: Self.pictures, withIntermediateDirectories: true)
    let url = server.url
    for language in languages {
      let code = try await server.deviceCode().userCode
      let findings = try await blocking {
        let browser = try Browser(language: language)
        var visit = Visit(browser: browser, language: language, axe: axe)
        try browser.open(url)
        try visit.look("sign-in")
        try browser.type("ana")
        try browser.press("Tab")
        try browser.type("wrong")
        try browser.pressAndWait("Enter")
        try visit.look("wrong-password")
        // The focus is in the password, because the login is there.
        try browser.type(AccountServer.password)
        try browser.pressAndWait("Enter")
        try browser.click("#language-\(language)", leadsOn: false)
        try browser.click("input[value=language] ~ p button")
        try visit.look("account")
        try browser.evaluate("document.querySelector('#note').value = 'x'.repeat(2000) + '\\u0007'")
        try browser.click("input[value=note] ~ p button")
        try visit.look("refused-note")
        try browser.open(url + "/device?code=bcdfghjk")
        try visit.look("device")
        try browser.pressAndWait("Enter")
        try visit.look("unknown-code")
        try browser.open(url + "/device?code=" + code)
        try browser.pressAndWait("Enter")
        try visit.look("decision")
        return visit.findings
      }
      #expect(findings == [], "\(language)")
    }
  }

  @Test("R63: axe finds a planted fault")
  func planted() async throws {
    let axe = try String(contentsOf: try #require(Self.axe, "run make axe"), encoding: .utf8)
    let server = try await AccountServer()
    let url = server.url
    let rules = try await blocking {
      let browser = try Browser()
      try browser.open(url)
      try browser.evaluate("document.querySelector('label').remove()")
      return try Visit(browser: browser, language: "en", axe: axe).violations()
    }
    #expect(rules.count == 1 && rules.first?.hasPrefix("label ") == true, "\(rules)")
  }

  /// A browser that reads pages in one language.
  private struct Visit {
    let browser: Browser
    let language: String
    let axe: String
    var findings: [String] = []

    init(browser: Browser, language: String, axe: String) {
      self.browser = browser
      self.language = language
      self.axe = axe
    }

    /// Judges the page as it is shown now in each look, and keeps a picture of each.
    mutating func look(_ name: String) throws {
      for isDark in [false, true] {
        for width in [320, 1280] {
          let look = "\(name)-\(language)-\(isDark ? "dark" : "light")-\(width)"
          try browser.show(width: width, height: 900, isDark: isDark)
          try browser.screenshot().write(to: BrowserTests.pictures.appending(path: "\(look).png"))
          let direction = try browser.evaluate("document.dir") as? String
          if direction != (language == "en" ? "ltr" : "rtl") {
            findings.append("\(look): \(direction ?? "no direction")")
          }
          let extent = try browser.evaluate("document.documentElement.scrollWidth") as? Int
          if extent != width { findings.append("\(look): is \(extent ?? 0) wide") }
          let header = try browser.evaluate(
            "(b => [b.left, b.right])(document.querySelector('header').getBoundingClientRect())")
          if header as? [Int] != [0, width] {
            findings.append("\(look): \(header ?? "no header")")
          }
          let unmirrored = try browser.evaluate(Self.unmirrored) as? [String] ?? ["no answer"]
          findings += (try violations() + unmirrored).map { "\(look): \($0)" }
        }
      }
    }

    /// The rules that the page breaks, with the elements that do.
    func violations() throws -> [String] {
      try browser.evaluate(axe + ";0")
      let found = try browser.evaluate(
        "axe.run().then(r => r.violations.map(v => v.id + ' ' + v.nodes.map(n => n.html).join()))")
      return found as? [String] ?? ["no answer"]
    }

    /// The elements that turning the page around does not mirror, to a pixel.
    static let unmirrored = """
      (() => {
        const boxes = () => [...document.querySelectorAll(
          'header,main,section,form,fieldset,input:not([type=hidden]),button,label,li,dl>div,dt,dd,textarea,p,h1,h2')
        ].map(e => {
          const b = e.getBoundingClientRect();
          return [e, { left: b.left, right: b.right, width: b.width, top: b.top + scrollY }];
        });
        const root = document.documentElement, before = boxes(), dir = root.dir;
        root.dir = dir == 'rtl' ? 'ltr' : 'rtl';
        const after = boxes();
        root.dir = dir;
        return before.flatMap(([e, b], i) => {
          const a = after[i][1];
          const isMirrored = Math.abs(a.left - (innerWidth - b.right)) <= 1
            && Math.abs(a.top - b.top) <= 1 && Math.abs(a.width - b.width) <= 1;
          return isMirrored ? [] : [e.outerHTML.slice(0, 100)];
        });
      })()
      """
  }
}

extension Browser {
  /// The page's path, language and direction.
  fileprivate func state() throws -> [String] {
    let root = "document.documentElement"
    return try evaluate("[location.pathname, \(root).lang, \(root).dir]") as? [String] ?? []
  }
}

extension Browser {
  /// Signs Ana in by keys alone: the focus is where the typing begins.
  func signIn(at url: String) throws {
    try open(url)
    try type("ana")
    try press("Tab")
    try type(AccountServer.password)
    try pressAndWait("Enter")
  }
}
