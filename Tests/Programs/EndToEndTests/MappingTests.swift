import Foundation
import Glibc
import LisanPreferences
import TerminalHarness
import TestCrowd
import Testing

/// The preference file as other processes have it.
@Suite(.few, .timeLimit(.minutes(20)))
struct MappingTests {
  /// A part of a process's memory that is a file's, from a line of `/proc/PID/maps`:
  /// `7f0c1c000000-7f0c1c002000 r--s 00000000 08:01 4711   /home/ana/.config/lisan/preferences`.
  private struct Mapping: Equatable {
    let length: UInt
    let rights: Substring
    let offset: Substring
    let inode: Substring

    private static func text(_ process: pid_t) throws -> String {
      // The kernel gives a page at a time, which `Data(contentsOf:)` takes for the whole.
      let file = try FileHandle(forReadingFrom: URL(filePath: "/proc/\(process)/maps"))
      return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
    }

    static func all(of path: String, in process: pid_t) throws -> [Mapping] {
      let maps = try text(process)
      return maps.split(separator: "\n").compactMap { line in
        let fields = line.split(separator: " ", maxSplits: 5)
        guard fields.count == 6, fields[5].drop(while: { $0 == " " }) == path else { return nil }
        let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        return Mapping(
          length: ends[1] - ends[0], rights: fields[1], offset: fields[2], inode: fields[4])
      }
    }
  }

  @Test("R30: the screen maps the file, shared and for reading, also after a change")
  func mapped() async throws {
    let installation = try Installation()
    #expect(try installation.run("set", "ar").status == 0)
    let session = try await installation.openScreen(.languageSectionArabic)
    let before = try Mapping.all(of: installation.preferences, in: session.processID)
    var status = stat()
    #expect(stat(installation.preferences, &status) == 0)
    let mapping = try #require(before.first)
    #expect(mapping.length == 8192 && mapping.offset == "00000000")
    #expect(mapping.inode == String(status.st_ino))
    // Shared, so that another process's commit is seen, and never to be written through.
    #expect(before.allSatisfy { $0.rights == "r--s" })

    // Another process's commit is seen through the same map.
    #expect(try installation.run("set", "en").status == 0)
    try await session.waitUntil("the other process's choice") { $0.shows(.pending) }
    let after = try Mapping.all(of: installation.preferences, in: session.processID)
    #expect(after.contains(mapping))
    #expect(after.allSatisfy { $0.inode == mapping.inode })
  }

  @Test("R30: each process reads the other's commits")
  func otherProcess() throws {
    let installation = try Installation()
    let file = PreferenceFile(path: installation.preferences)
    for code in ["ar", "en", "ar"] {
      _ = try file.commit(PreferenceChanges(language: code, followsSystemLanguage: false))
      #expect(try installation.run("get").output == "\(code)\n")
      let other = code == "ar" ? "en" : "ar"
      #expect(try installation.run("set", other).status == 0)
      // This process has mapped the file since its commit.
      #expect(file.current?.language == other)
      #expect(installation.stored()?.language == other)
    }
  }

  @Test("R30: the file is read in microseconds before the first frame")
  func quickly() async throws {
    let installation = try Installation()
    #expect(try installation.run("set", "ar").status == 0)
    var times: [Int] = []
    for _ in 0..<20 {
      try FileManager.default.removeItem(atPath: installation.trace)
      #expect(try installation.run("get").output == "ar\n")
      let read = try #require(try installation.events().first { $0.name == "preference.read" })
      #expect(read["answer"] == "good" && read["code"] == "ar")
      times.append(try #require(read["us"].flatMap { Int($0) }))
    }
    // The median: a busy machine can stretch any single one.
    #expect(times.sorted()[10] < 1000, "\(times)")
    let session = try await installation.openScreen(.languageSectionArabic)
    let names = try installation.events().map(\.name)
    let (read, frame) = (names.lastIndex(of: "preference.read"), names.lastIndex(of: "frame"))
    #expect(try #require(read) < (try #require(frame)))
    session.type("q")
    try await session.waitForExit()
  }
}
