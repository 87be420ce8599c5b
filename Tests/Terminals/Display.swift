import Foundation
import Glibc

/// Why a terminal could not be looked at.
struct Obstacle: Error, CustomStringConvertible {
  let description: String
}

/// A display of its own in memory (Xvfb), without a window manager: keys go to the window under
/// the pointer.
final class Display {
  let name: String
  private let server: Process

  init() throws {
    server = Process()
    server.executableURL = URL(filePath: "/usr/bin/Xvfb")
    server.arguments = ["-displayfd", "1", "-screen", "0", "1024x768x24", "-nolisten", "tcp"]
    let pipe = Pipe()
    server.standardOutput = pipe
    server.standardError = FileHandle.nullDevice
    try server.run()
    let digits = pipe.fileHandleForReading.availableData.filter { (0x30...0x39).contains($0) }
    guard !digits.isEmpty else { throw Obstacle(description: "Xvfb does not start") }
    name = ":" + String(decoding: digits, as: UTF8.self)
    _ = try output(of: "/usr/bin/xdotool", "mousemove", "200", "200")
  }

  deinit {
    server.terminate()
    server.waitUntilExit()
  }

  /// What is shown now.
  func picture() throws -> Picture {
    let bytes = try output(of: "/usr/bin/import", "-silent", "-window", "root", "ppm:-")
    guard let picture = Picture(ppm: [UInt8](bytes)) else {
      throw Obstacle(description: "no picture of the display")
    }
    return picture
  }

  /// What is shown once it has stopped changing.
  func settledPicture() throws -> Picture {
    var last = try picture()
    for _ in 0..<40 {
      pause(milliseconds: 150)
      let next = try picture()
      if next == last { return next }
      last = next
    }
    throw Obstacle(description: "the picture does not come to rest")
  }

  /// Presses a key, by its name in X.
  func press(_ key: String) throws {
    _ = try output(of: "/usr/bin/xdotool", "key", key)
  }

  private func output(of program: String, _ arguments: String...) throws -> Data {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.environment = ["DISPLAY": name, "PATH": "/usr/bin:/bin"]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return data
  }
}

func pause(milliseconds: Int32) {
  poll(nil, 0, milliseconds)
}

/// Waits until something is there, and gives it.
func awaited<Value>(
  _ what: String, seconds: Int = 60, _ look: () throws -> Value?
) throws -> Value {
  let end = ContinuousClock.now + .seconds(seconds)
  while ContinuousClock.now < end {
    if let value = try look() { return value }
    pause(milliseconds: 50)
  }
  throw Obstacle(description: "waited for \(what), in vain")
}
