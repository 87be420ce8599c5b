import Foundation
import TerminalHarness
import TestCrowd
import Testing

@Suite(.few, .timeLimit(.minutes(20)))
struct DirectionAtOnceTests {
  @Test("R7, R22: at once, no frame has the new strings in the old layout, there and back")
  func thereAndBack() async throws {
    let installation = try Installation()
    let session = try await installation.openScreen()
    // Four items of the card of other programs follow it.
    session.press(.end, .up, .up, .up, .up, .enter)
    try await session.waitUntil("the setting") { $0.shows("At once") }
    #expect(installation.stored()?.appliesDirectionAtOnce == true)
    let process = session.processID
    session.type("2")
    try await session.waitUntil("the mirrored screen") { $0.isMirrored }
    session.type("1")
    try await session.waitUntil("the screen as it was") {
      $0.isStraight && $0.shows(.about)
    }
    #expect(session.processID == process && session.status == .running)
    let events = try installation.events()
    #expect(events.count("restart.prompt.shown") == 0)
    #expect(events.count("launch") == 1)
    for frame in events where frame.name == "frame" {
      #expect((frame["language"] == "ar") == (frame["direction"] == "rtl"), "\(frame)")
    }
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))

    // It is kept: the next start needs no restart either.
    let again = try await installation.openScreen()
    again.type("2")
    try await again.waitUntil("the mirrored screen") { $0.isMirrored }
    #expect(try installation.events().count("restart.prompt.shown") == 0)
  }

  @Test("R22, R34: another instance's choice and setting mirror a running screen")
  func observed() async throws {
    let installation = try Installation()
    let watching = try await installation.openScreen(
      environment: ["LISAN_TRACE": "\(installation.home)/other"])
    let session = try await installation.openScreen()
    // Four items of the card of other programs follow it.
    session.press(.end, .up, .up, .up, .up, .enter)
    try await session.waitUntil("the setting") { $0.shows("At once") }
    session.type("2")
    try await watching.waitUntil("the mirrored screen of the other") {
      $0.isMirrored
    }
  }
}
