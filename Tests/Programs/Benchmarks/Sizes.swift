import Foundation

/// The installed files, in megabytes of a million bytes: everything below the folder that holds `bin`,
/// and the program. Of a program that is not installed nothing is measured, which is said.
func measureSizes(_ program: String, _ table: Table) async throws {
  let folder = URL(filePath: program).deletingLastPathComponent()
  guard folder.lastPathComponent == "bin" else {
    FileHandle.standardError.write(
      Data("bench: sizes are left out, because \(program) is not installed\n".utf8))
    return
  }
  let root = folder.deletingLastPathComponent()
  let names = FileManager.default.enumerator(atPath: root.path(percentEncoded: false)) ?? .init()
  let sizes = names.compactMap { name in
    (name as? String).flatMap { regularSize(root.appending(path: $0)) }
  }
  let empty = try await withScratch { try Bare.emptyProgram(in: $0) }
  table.begin("Installed files")
  table.add(
    "everything installed", "MB",
    Measured("lisan", [sizes.reduce(0, +) / 1_000_000]),
    [Measured("four empty programs", [4 * empty])], bars: [.atMost(36)])
  let programs = [URL(filePath: program), root.appending(path: "libexec/lisan-agent")]
  table.add(
    "the program with its agent", "MB",
    Measured("lisan", [programs.compactMap(regularSize).reduce(0, +) / 1_000_000]),
    [Measured("two empty programs", [2 * empty])],
    bars: [.atMost(18)])
}

/// The size in bytes; nil if this is no regular file. A link counts as nothing.
nonisolated func regularSize(_ file: URL) -> Double? {
  let attributes = try? FileManager.default.attributesOfItem(
    atPath: file.path(percentEncoded: false))
  guard attributes?[.type] as? FileAttributeType == .typeRegular else { return nil }
  return (attributes?[.size] as? NSNumber)?.doubleValue
}
