import Foundation
import TerminalHarness
import Testing

/// A browser that runs in a terminal.
private enum TextBrowser: String {
  case lynx
  case w3m

  var path: String { "/usr/bin/\(rawValue)" }
  var isInstalled: Bool { access(path, X_OK) == 0 }
}

/// The web page in browsers that show text in a terminal, and know no script and no style.
@Suite("The web page in text browsers", .serialized, .timeLimit(.minutes(2)))
struct TextBrowserTests {
  private func open(
    _ browser: TextBrowser, _ arguments: [String], _ server: AccountServer
  ) throws -> TerminalSession {
    try TerminalSession(
      browser.path, arguments: arguments + [server.url],
      environment: [
        "HOME": server.directory, "TERM": "xterm-256color", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8",
        "PATH": "/usr/bin:/bin", "NO_PROXY": "*", "no_proxy": "*",
      ], directory: server.directory)
  }

  /// What a person sees and the account has after choosing Arabic.
  private func isChosen(_ session: TerminalSession, _ server: AccountServer) async throws {
    try await session.waitUntil("the page in Arabic") {
      $0.shows("أصبحت هذه لغتك.") && $0.shows("تغيير اللغة")
    }
    #expect(server.sql("SELECT preferred_locale FROM account") == "ar")
  }

  @Test(
    "R63: with lynx a person signs in and chooses Arabic",
    .enabled(if: TextBrowser.lynx.isInstalled, "lynx is not installed"))
  func lynx() async throws {
    let server = try await AccountServer()
    let session = try open(
      .lynx, ["-nopause", "-accept_all_cookies", "-display_charset=UTF-8"], server)
    try await session.waitUntil("the field for the login") { $0.shows("Enter text") }
    session.type("ana")
    try await session.waitUntil("the login") { $0.shows("Sign-in name ana_") }
    session.press(.down)
    try await session.waitUntil("the field for the password") { $0.shows("Password entry field") }
    session.type(AccountServer.password)
    try await session.waitUntil("the password") { $0.shows("*****") }
    session.press(.down)
    try await session.waitUntil("the button") { $0.shows("Form submit button") }
    session.press(.enter)
    try await session.waitUntil("the account") { $0.shows("(*) English") }
    session.press(.down)
    session.press(.enter)
    try await session.waitUntil("the choice") { $0.shows("( ) English") }
    session.press(.down)
    try await session.waitUntil("the button") { $0.shows("Form submit button") }
    session.press(.enter)
    try await isChosen(session, server)
  }

  @Test(
    "R63: with w3m a person signs in and chooses Arabic",
    .enabled(if: TextBrowser.w3m.isInstalled, "w3m is not installed"))
  func w3m() async throws {
    let server = try await AccountServer()
    let session = try open(.w3m, ["-cookie", "-o", "accept_cookie=1"], server)
    try await session.waitUntil("the form") { $0.shows("Sign-in name [") && $0.shows("Viewing") }
    session.press(.tab)
    session.press(.enter)
    try await session.waitUntil("the question for the login") { $0.shows("TEXT:") }
    session.type("ana\r")
    try await session.waitUntil("the login") { $0.shows("Sign-in name [ana ") }
    session.press(.tab)
    session.press(.enter)
    try await session.waitUntil("the question for the password") { $0.shows("Password:") }
    session.type("\(AccountServer.password)\r")
    try await session.waitUntil("the password") { $0.shows("Password [***") }
    session.press(.tab)
    session.press(.enter)
    try await session.waitUntil("the account") { $0.shows("(*) English") }
    session.press(.tab)
    session.press(.tab)
    session.press(.enter)
    try await session.waitUntil("the choice") { $0.shows("( ) English") }
    session.press(.tab)
    session.press(.enter)
    try await isChosen(session, server)
  }
}
