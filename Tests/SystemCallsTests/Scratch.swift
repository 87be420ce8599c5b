import Foundation
import SystemCalls

/// A directory for one test, which goes with it.
final class Scratch: Sendable {
  let path: String

  init() throws {
    var template = Array("/tmp/system-calls-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError.last }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Makes a file with its directories.
  func make(_ name: String, _ content: String = "", mode: mode_t = 0o600) throws {
    let path = "\(path)/\(name)"
    try makeDirectories(parentDirectory(of: path))
    let file = try OwnedDescriptor(opening: path, O_WRONLY | O_CREAT, mode: mode)
    try writeAll(content, to: file.number)
  }
}

/// The two ends of a pipe.
struct Pipe: ~Copyable {
  let reading: OwnedDescriptor
  let writing: OwnedDescriptor

  init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemError.last }
    reading = OwnedDescriptor(owning: ends[0])
    writing = OwnedDescriptor(owning: ends[1])
  }

  /// Closes both ends.
  consuming func close() {}
}
