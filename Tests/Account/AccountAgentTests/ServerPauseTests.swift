import AccountModel
import Foundation
import SystemCalls
import TestFolders
import Testing

@testable import AccountAgent

@Suite("The pause that a server requests")
struct ServerPauseTests {
  private let folder: TestFolder
  private let places: AccountFiles
  private let pause: ServerPause

  init() throws {
    folder = try TestFolder()
    places = AccountFiles(dataDirectory: folder.path, server: ServerURL("http://127.0.0.1:1"))
    let configuration = try Device().configuration()
    pause = ServerPause(places, log: AgentLog(configuration))
  }

  /// Writes a pause that ends so many milliseconds from now.
  private func write(_ milliseconds: Int64) throws {
    pause.begin(seconds: 1)
    let until = SystemClock.millisecondsSince1970() + milliseconds
    try #"{"until":\#(until)}"#.write(toFile: places.pause, atomically: false, encoding: .utf8)
  }

  @Test("R38: a pause counts in whole seconds, up, to its last millisecond")
  func seconds() throws {
    #expect(pause.secondsLeft == nil)
    pause.begin(seconds: 30)
    #expect([30, 29].contains(pause.secondsLeft))
    try write(900)
    #expect(pause.secondsLeft == 1)
    try write(1900)
    #expect(pause.secondsLeft == 2)
    for milliseconds in [0, -1, -100_000] as [Int64] {
      try write(milliseconds)
      #expect(pause.secondsLeft == nil, "\(milliseconds)")
    }
    pause.begin(seconds: 30)
    pause.end()
    #expect(pause.secondsLeft == nil)
  }

  @Test("R38: a pause longer than a server may request comes from a clock that was set back")
  func clockSetBack() throws {
    let longest = Int64(Bounds.retryAfter.upperBound)
    try write(longest * 1000 - 500)
    #expect(pause.secondsLeft == Int(longest))
    try write(longest * 1000 + 1500)
    #expect(pause.secondsLeft == nil)
  }
}
