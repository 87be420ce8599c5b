import Foundation
import Glibc
import TerminalHarness
import Testing

/// What a person waits for when the screen opens.
@Suite struct FirstScreenTests {
  @Test(
    "R95: the first frame is settled: nothing is written after it",
    arguments: ["en", "ar"], [2, 5])
  func oneFrame(language: String, count: Int) async throws {
    for size in [TerminalSize.standard, TerminalSize(columns: 120, rows: 50)] {
      let app = try Installation()
      if count == 5 { try app.addLanguages() }
      _ = try app.run("set", language)
      // The first screen of this kind of terminal asks for the background.
      try await leave(try await open(app, size))
      try FileManager.default.removeItem(atPath: app.trace)
      let session = try await open(app, size)
      try await session.staysSilent(for: .seconds(1))
      let frames = try app.events().filter { $0.name == "frame" }
      #expect(frames.count == 1, "\(frames)")
      try await leave(session)
    }
  }

  @Test("R95: each language has a name in each other one, without the agent")
  func names() async throws {
    for language in Languages.every {
      let app = try Installation()
      try app.addLanguages()
      _ = try app.run("set", language)
      let session = try await open(app, .standard, more: ["LISAN_AGENT": "/nonexistent"])
      let rows = try app.lastFrame().rows
      for code in Languages.every where code != language {
        let name = try Word("name.\(code)", in: language, of: "Language")
        #expect(rows.contains { $0.contains(name.rawValue) }, "\(name) in \(rows)")
      }
      try await leave(session)
    }
  }

  @Test("R96: the files of the shell are read once, and those of terminals are replaced once")
  func files() async throws {
    let app = try Installation()
    try app.addLanguages()
    let watch = try FileEvents([app.home, "\(app.home)/.local/state/lisan"])
    let session = try await open(app, .standard)
    try await app.wait(for: "the known terminals") {
      watch.drain()
      return watch.count(.replaced, "terminals") == 1
    }
    try await session.staysSilent(for: .seconds(1))
    watch.drain()
    for name in [".bashrc", ".profile"] {
      #expect(watch.count(.opened, name) == 1, "\(name): \(watch.seen)")
    }
    #expect(watch.count(.replaced, "terminals") == 1, "\(watch.seen)")
    try await leave(session)
  }

  @Test("R96: a copied installation is compared with its sources once")
  func copied() async throws {
    let app = try Installation()
    #expect(try app.run("compile", app.resources).status == 0)
    let copy = "\(app.home)/copy"
    try FileManager.default.copyItem(atPath: app.resources, toPath: copy)
    let watch = try FileEvents(["en.lproj", "ar.lproj"].map { "\(copy)/\($0)" })
    func start() async throws -> (sources: Int, compiled: Int) {
      let session = try await open(app, .standard, more: ["LISAN_RESOURCES": copy])
      try await leave(session)
      watch.drain()
      defer { watch.forget() }
      return (
        watch.count(.opened, "Localizable.strings"), watch.count(.opened, "Localizable.compiled")
      )
    }
    #expect(try await start() == (4, 2))
    #expect(try await start() == (0, 2))
  }

  private func open(
    _ app: Installation, _ size: TerminalSize, more: [String: String?] = [:]
  ) async throws -> TerminalSession {
    let session = try app.open(environment: more, size: size)
    try await session.waitUntil("the first frame") { $0.isAlternate && $0.shows("(EN)") }
    try await session.settled(for: .milliseconds(300))
    return session
  }

  private func leave(_ session: TerminalSession) async throws {
    session.press(.character("q"))
    try await session.waitForExit()
  }
}

/// What happens to the files of some folders, as the kernel tells it (inotify).
private final class FileEvents {
  enum Kind: UInt32 {
    case opened = 0x20
    case replaced = 0x80
  }

  private let descriptor = inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC))
  private(set) var seen: [(kind: UInt32, name: String)] = []

  init(_ folders: [String]) throws {
    for folder in folders {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      let mask = Kind.opened.rawValue | Kind.replaced.rawValue
      #expect(inotify_add_watch(descriptor, folder, mask) >= 0)
    }
  }

  deinit { close(descriptor) }

  /// Reads what has happened since the last call.
  func drain() {
    var bytes = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = read(descriptor, &bytes, bytes.count)
      guard count > 0 else { return }
      var place = 0
      // The mask, and the length of the name behind 16 bytes.
      while place + 16 <= count {
        func number(_ offset: Int) -> UInt32 {
          bytes.withUnsafeBytes {
            $0.loadUnaligned(fromByteOffset: place + offset, as: UInt32.self)
          }
        }
        let length = Int(number(12))
        let name = bytes[place + 16..<place + 16 + length].prefix { $0 != 0 }
        seen.append((number(4), String(decoding: name, as: UTF8.self)))
        place += 16 + length
      }
    }
  }

  func forget() { seen = [] }

  func count(_ kind: Kind, _ name: String) -> Int {
    seen.filter { $0.kind & kind.rawValue != 0 && $0.name.hasPrefix(name) }.count
  }
}
