import Foundation

/// What a real program wrote to a terminal, without right-to-left text. `record.py` makes them.
public struct ProgramRecording: Sendable, CustomStringConvertible {
  public let name: String
  public let columns: Int
  public let rows: Int
  private let file: URL

  public var description: String { name }

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("streams")

  /// All recordings, in the order of their names.
  public static let all: [ProgramRecording] =
    ((try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil))
    ?? [])
    .compactMap(ProgramRecording.init).sorted { $0.name < $1.name }

  /// `NAME.COLUMNSxROWS.gz`
  private init?(_ file: URL) {
    let parts = file.lastPathComponent.split(separator: ".")
    guard parts.count == 3, parts[2] == "gz" else { return nil }
    let size = parts[1].split(separator: "x").compactMap { Int($0) }
    guard size.count == 2 else { return nil }
    (name, columns, rows) = (String(parts[0]), size[0], size[1])
    self.file = file
  }

  public func bytes() throws -> [UInt8] { try bytesOfGzip(file) }
}

func bytesOfGzip(_ file: URL) throws -> [UInt8] {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/bin/gzip")
  process.arguments = ["-dc", file.path]
  let pipe = Pipe()
  process.standardOutput = pipe
  try process.run()
  let data = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return Array(data)
}
