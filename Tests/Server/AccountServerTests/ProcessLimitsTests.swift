import Foundation
import Testing

@testable import AccountService

struct ProcessLimitsTests {
  /// What the kernel says of a process and its groups, as files of a folder.
  private func limits(_ files: [(path: String, text: String)]) throws -> ProcessLimits {
    let scratch = FileManager.default.temporaryDirectory
      .appending(path: "lisan-limits-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: scratch) }
    for (path, text) in files {
      let file = scratch.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    func path(_ name: String) -> String {
      scratch.appending(path: name).path(percentEncoded: false)
    }
    return ProcessLimits(process: path("process"), groups: path("groups"))
  }

  private let status = (
    "process/status", "Name:\tx\nCpus_allowed:\tff,0000000f\nMems_allowed:\t1\n"
  )
  private let group = ("process/cgroup", "12:cpu:/elsewhere\n0::/a/b\n")

  @Test("R66: the processors are those of the affinity, or as many as a group's quota keeps busy")
  func processors() throws {
    #expect(try limits([status]).processors == 12)
    #expect(try limits([status, group, ("groups/a/b/cpu.max", "max 100000\n")]).processors == 12)
    #expect(
      try limits([status, group, ("groups/a/b/cpu.max", "250000 100000\n")]).processors == 3)
    // The group above limits its members; another group does not.
    #expect(
      try limits([
        status, group, ("groups/a/cpu.max", "50000 100000\n"),
        ("groups/a/b/cpu.max", "400000 100000\n"),
      ]).processors == 1)
    #expect(
      try limits([status, ("process/cgroup", "0::/\n"), ("groups/a/cpu.max", "1 1\n")]).processors
        == 12)
    for broken in ["", "x y", "0 0", "-1 100000", "100000"] {
      #expect(
        try limits([status, group, ("groups/a/b/cpu.max", broken)]).processors == 12, "\(broken)")
    }
    // Where the kernel says nothing, it is one.
    #expect(try limits([]).processors == 1)
  }

  @Test("R66: the memory is the machine's, or the lowest limit of the groups")
  func memory() throws {
    let machine = try limits([]).memory
    #expect(machine > 1 << 20)
    #expect(try limits([group, ("groups/a/memory.max", "max\n")]).memory == machine)
    #expect(
      try limits([
        group, ("groups/a/memory.max", "1048576\n"), ("groups/memory.max", "2097152\n"),
      ]).memory == 1 << 20)
    #expect(
      try limits([group, ("groups/a/memory.max", "9223372036854775807\n")]).memory == machine)
  }

  @Test("R66: this process has at least one processor, and no more than the machine")
  func own() {
    let processors = ProcessLimits().processors
    #expect((1...ProcessInfo.processInfo.processorCount).contains(processors))
  }
}
