import Foundation
import Glibc
import LisanPreferences
import TerminalHarness
import TestCrowd
import Testing

/// What the screen does for each of the six answers of the preference file (STORE: absent, good,
/// degraded, damaged, unreadable, newer).
@Suite(.few, .timeLimit(.minutes(20)))
struct StoreAnswerTests {
  @Test("R19: no file: the system language, no message, and reading creates no file")
  func absent() async throws {
    let installation = try Installation()
    _ = try await installation.openScreen()
    #expect(!FileManager.default.fileExists(atPath: installation.preferences))
    #expect(try installation.answer() == "absent")
  }

  @Test("R32: a degraded file is used without a message, and the next change repairs it")
  func degraded() async throws {
    let installation = try Installation()
    try installation.store("ar") { $0[4096 + 70] ^= 0xFF }
    let session = try await installation.openScreen(.languageSectionArabic)
    #expect(try installation.answer() == "degraded")
    #expect(installation.logText.contains("one of two records is damaged"))
    session.type("1")
    try await session.waitUntil("the prompt in English") { $0.shows(.restartNow) }
    session.press(.escape)
    session.type("q")
    _ = try await session.waitForExit()
    #expect(try installation.run("store", "verify").status == 0)
  }

  @Test("R33: a file of a newer version is read as far as known, reported, and never overwritten")
  func newer() async throws {
    let installation = try Installation()
    try installation.store("ar") { bytes in
      for slot in [0, 4096] {
        bytes[slot + 12] = 2
        let sum = crc32c(bytes[(slot + 12)..<(slot + 512)])
        for place in 0..<4 {
          bytes[slot + 8 + place] = UInt8(truncatingIfNeeded: sum >> (8 * place))
        }
      }
    }
    let before = try Data(contentsOf: URL(filePath: installation.preferences))
    let session = try await installation.openScreen(.languageSectionArabic)
    #expect(try installation.answer() == "newer")
    // In Arabic: of a newer version; and then that the choice does not last.
    let newer = "إصدار أحدث"
    #expect(session.screen.shows(newer))
    session.type("1")
    try await session.waitUntil("the prompt in English") { $0.shows(.restartNow) }
    #expect(session.screen.shows("will not survive this session"))
    #expect(try Data(contentsOf: URL(filePath: installation.preferences)) == before)
    let result = try installation.run("set", "en")
    #expect(result.status == 1)
    #expect(try Data(contentsOf: URL(filePath: installation.preferences)) == before)
  }

  @Test("R12, R32: another program's file that appears while the screen is in Arabic is kept")
  func foreign() async throws {
    let installation = try Installation()
    try installation.store("ar") { _ in }
    let named = "\(installation.home)/named"
    try FileManager.default.moveItem(atPath: installation.preferences, toPath: named)
    let session = try installation.open(
      "open", "appearance.plain", environment: ["LISAN_PREFERENCES": named])
    try await session.waitUntil("the section in Arabic") { $0.isMirrored }
    let foreign = Data(repeating: UInt8(ascii: "x"), count: 8192)
    try foreign.write(to: URL(filePath: named))
    session.press(.enter)
    // The switch changes for this session, and the screen says in Arabic that it is not kept.
    try await session.waitUntil("the failure in Arabic") {
      $0.shows("بعد هذه") && $0.isMirrored
    }
    #expect(session.screen.shows("\u{2717}"))
    try await session.waitUntil("which file it is, and what to do about it") {
      $0.shows("named") && $0.shows("preferences")
    }
    #expect(try Data(contentsOf: URL(filePath: named)) == foreign)
    session.press(.enter)
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
    #expect(try Data(contentsOf: URL(filePath: named)) == foreign)
  }

  @Test(
    "R32: another program's file means English, is reported, and is kept",
    arguments: ["directory", "link", "FIFO"])
  func unreadable(kind: String) async throws {
    let installation = try Installation()
    let path = "\(installation.home)/strange"
    switch kind {
    case "directory":
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    case "link": #expect(symlink("/nonexistent", path) == 0)
    default: #expect(mkfifo(path, 0o600) == 0)
    }
    let session = try await installation.openScreen(
      saying: "The stored choice could not be read", environment: ["LISAN_PREFERENCES": path])
    #expect(try installation.answer() == "unreadable")
    session.type("2")
    try await session.waitUntil("the prompt") { $0.shows(.restartNowArabic) }
    #expect(
      try installation.events().filter { $0.name == "preference.write" }.map { $0.isTrue("ok") }
        == [false])
    var status = stat()
    #expect(lstat(path, &status) == 0)
    #expect(status.st_mode & S_IFMT != S_IFREG)
  }

  @Test(
    "R32: the screen reports damage; the next choice sets the file aside, with a report",
    arguments: ["flipped", "zeros"])
  func damaged(kind: String) async throws {
    let installation = try Installation()
    try installation.store("ar") { bytes in
      if kind == "zeros" { bytes = [UInt8](repeating: 0, count: 8192) }
      for slot in [0, 4096] { bytes[slot] ^= 0xFF }
    }
    let before = try Data(contentsOf: URL(filePath: installation.preferences))
    let directory = (installation.preferences as NSString).deletingLastPathComponent
    func names() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
    }
    // Words, because the path decides where the lines break.
    let session = try await installation.openScreen(saying: "damaged")
    #expect(session.screen.shows("English") && session.screen.shows("aside"))
    #expect(try installation.answer() == "damaged")
    #expect(try names() == ["preferences"])
    session.type("2")
    try await session.waitUntil("the prompt, and where the file went, in Arabic") {
      $0.shows(.restartNowArabic) && $0.shows("تالفا") && $0.shows("محفوظ")
    }
    let kept = try names()
    #expect(kept.count == 2 && kept[1].hasPrefix("preferences.damaged-20"), "\(kept)")
    #expect(try Data(contentsOf: URL(filePath: "\(directory)/\(kept[1])")) == before)
    #expect(installation.stored()?.language == "ar")
    session.press(.escape)
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
  }

  @Test("R31: a change above the file size limit is reported and ends nothing")
  func fileSizeLimit() async throws {
    let installation = try Installation()
    // 4 KiB: a frame's worth, and half of a preference file.
    let session = try TerminalSession(
      "/bin/sh", arguments: ["-c", "ulimit -f 8; exec \(Installation.program)"],
      environment: installation.environment(["LISAN_TRACE": nil, "LISAN_LOG": "/dev/null"]),
      directory: installation.home, checksEnd: true)
    try await session.waitUntil("the first frame") { $0.shows(.languageSection) }
    session.type("2")
    try await session.waitUntil("the prompt, and that it could not be saved, in Arabic") {
      $0.shows(.restartNowArabic) && $0.shows("بعد هذه")
    }
    // The next key takes the message away.
    session.press(.escape)
    try await session.waitUntil("the screen without it") {
      !$0.shows("بعد هذه")
    }
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
    #expect(!FileManager.default.fileExists(atPath: installation.preferences))
  }

  /// CRC32C (Castagnoli), bit by bit.
  private func crc32c(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? (sum >> 1) ^ 0x82F6_3B78 : sum >> 1 }
    }
    return ~sum
  }
}

extension Installation {
  /// The last start's answer of the preference file.
  fileprivate func answer() throws -> String? {
    try events().last { $0.name == "preference.read" }?["answer"]
  }
}
