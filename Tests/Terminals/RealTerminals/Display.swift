import Foundation
import Glibc

/// Why a terminal could not be tested.
struct Obstacle: Error, CustomStringConvertible {
  let description: String
}

/// A headless display for terminals.
protocol Display: AnyObject {
  /// The environment of the terminals.
  var environment: [String: String] { get }

  /// The current picture of the display.
  func picture() throws -> Picture

  /// Changes the size of the only window by a number of pixels.
  func resizeWindow(byX x: Int, y: Int) throws
}

extension Display {
  /// The picture after nothing has changed for `quiet` milliseconds.
  ///
  /// - Parameter before: the picture before an event that changes it. The call waits up to a second
  ///   and a half for the change.
  func settledPicture(after before: Picture? = nil, quiet: Int = 260) throws -> Picture {
    let start = ContinuousClock.now
    var last = try picture()
    var lastChange = start
    while ContinuousClock.now < start + .seconds(20) {
      pause(milliseconds: 20)
      let next = try picture()
      let now = ContinuousClock.now
      if next != last {
        (last, lastChange) = (next, now)
      } else if now - lastChange > .milliseconds(quiet),
        before == nil || next != before || now - start > .milliseconds(1500)
      {
        return next
      }
    }
    throw Obstacle(description: "the picture does not come to rest")
  }
}

/// An in-memory X display (Xvfb), without a window manager.
final class XDisplay: Display {
  private let name: String
  private let server: Process
  private let directory: URL
  private let screen: Int32

  var environment: [String: String] { ["DISPLAY": name] }

  init() throws {
    directory = FileManager.default.temporaryDirectory
      .appending(path: "lisan-display-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    server = Process()
    server.executableURL = URL(filePath: "/usr/bin/Xvfb")
    server.arguments = [
      "-displayfd", "1", "-nocursor", "-screen", "0", "1280x900x24", "-nolisten", "tcp", "-fbdir",
      directory.path(percentEncoded: false),
    ]
    let pipe = Pipe()
    server.standardOutput = pipe
    server.standardError = FileHandle.nullDevice
    try server.run()
    let digits = pipe.fileHandleForReading.availableData.filter { (0x30...0x39).contains($0) }
    guard !digits.isEmpty else { throw Obstacle(description: "Xvfb does not start") }
    name = ":" + String(decoding: digits, as: UTF8.self)
    screen = open(directory.appending(path: "Xvfb_screen0").path(percentEncoded: false), O_RDONLY)
  }

  deinit {
    close(screen)
    server.terminate()
    server.waitUntilExit()
    try? FileManager.default.removeItem(at: directory)
  }

  func picture() throws -> Picture {
    var status = stat()
    guard fstat(screen, &status) == 0 else { throw Obstacle(description: "no picture of X") }
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
      count = max(0, pread(screen, buffer.baseAddress, buffer.count, 0))
    }
    guard let picture = Picture(xwd: bytes) else {
      throw Obstacle(description: "no picture of the display")
    }
    return picture
  }

  func resizeWindow(byX x: Int, y: Int) throws {
    let found = try output(
      of: "/usr/bin/xdotool", ["search", "--onlyvisible", "--maxdepth", "1", "--class", ".*"],
      environment)
    // Toolkits keep small helper windows next to the terminal's window.
    for id in String(decoding: found, as: UTF8.self).split(separator: "\n").map(String.init) {
      let text = try output(
        of: "/usr/bin/xdotool", ["getwindowgeometry", "--shell", id], environment)
      var values: [Substring: Int] = [:]
      for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
        let parts = line.split(separator: "=")
        if parts.count == 2 { values[parts[0]] = Int(parts[1]) }
      }
      guard let width = values["WIDTH"], let height = values["HEIGHT"], width > 60, height > 30
      else { continue }
      _ = try output(
        of: "/usr/bin/xdotool",
        ["windowsize", id, String(max(20, width + x)), String(max(20, height + y))], environment)
    }
  }
}

/// An in-memory Wayland display: sway, with screenshots by grim.
final class WaylandDisplay: Display {
  private let compositor: Process
  private let directory: URL
  let environment: [String: String]

  init() throws {
    directory = FileManager.default.temporaryDirectory
      .appending(path: "lisan-display-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(
      at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let path = directory.path(percentEncoded: false)
    try """
    output HEADLESS-1 resolution 1280x900 bg #000000 solid_color
    default_border none
    for_window [app_id=".*"] floating enable, border none, move absolute position 0 0
    seat * hide_cursor 1

    """.write(toFile: "\(path)/config", atomically: true, encoding: .utf8)
    compositor = Process()
    // sway does not run as root.
    let user =
      geteuid() == 0
      ? ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
    if !user.isEmpty { chown(path, 65534, 0) }
    let words = user + ["/usr/bin/sway", "-c", "\(path)/config"]
    compositor.executableURL = URL(filePath: words[0])
    compositor.arguments = Array(words.dropFirst())
    let basic = [
      "PATH": "/usr/bin:/bin", "HOME": path, "XDG_RUNTIME_DIR": path, "SWAYSOCK": "\(path)/ipc",
      "WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman",
    ]
    compositor.environment = basic
    compositor.standardOutput = FileHandle.nullDevice
    compositor.standardError = FileHandle.nullDevice
    try compositor.run()
    let socket = try awaited("sway", seconds: 20) {
      try FileManager.default.contentsOfDirectory(atPath: path)
        .first { $0.hasPrefix("wayland-") && !$0.hasSuffix(".lock") }
    }
    environment = ["WAYLAND_DISPLAY": "\(path)/\(socket)", "SWAYSOCK": "\(path)/ipc"]
  }

  deinit {
    compositor.terminate()
    compositor.waitUntilExit()
    try? FileManager.default.removeItem(at: directory)
  }

  private var toolEnvironment: [String: String] {
    environment.merging(["XDG_RUNTIME_DIR": directory.path(percentEncoded: false)]) { $1 }
  }

  func picture() throws -> Picture {
    let bytes = try output(of: "/usr/bin/grim", ["-t", "ppm", "-"], toolEnvironment)
    guard let picture = Picture(ppm: [UInt8](bytes)) else {
      throw Obstacle(description: "no picture of the display")
    }
    return picture
  }

  func resizeWindow(byX x: Int, y: Int) throws {
    let commands = [("width", x), ("height", y)].filter { $0.1 != 0 }.map { side, pixels in
      "[app_id=\".*\"] resize \(pixels > 0 ? "grow" : "shrink") \(side) \(abs(pixels)) px"
    }
    for command in commands + ["[app_id=\".*\"] move absolute position 0 0"] {
      _ = try output(of: "/usr/bin/swaymsg", [command], toolEnvironment)
    }
  }
}

/// The standard output of a program.
func output(
  of program: String, _ arguments: [String], _ environment: [String: String], input: String = ""
) throws -> Data {
  let process = Process()
  process.executableURL = URL(filePath: program)
  process.arguments = arguments
  process.environment = ["PATH": "/usr/bin:/bin"].merging(environment) { $1 }
  let pipe = Pipe()
  let source = Pipe()
  process.standardOutput = pipe
  process.standardInput = source
  process.standardError = FileHandle.nullDevice
  try process.run()
  source.fileHandleForWriting.write(Data(input.utf8))
  try source.fileHandleForWriting.close()
  let data = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return data
}

func pause(milliseconds: Int32) {
  poll(nil, 0, milliseconds)
}

/// Waits until `look` returns a value, and returns it.
@discardableResult
func awaited<Value>(
  _ what: String, seconds: Int = 30, _ look: () throws -> Value?
) throws -> Value {
  let end = ContinuousClock.now + .seconds(seconds)
  while ContinuousClock.now < end {
    if let value = try look() { return value }
    pause(milliseconds: 20)
  }
  throw Obstacle(description: "waited for \(what), in vain")
}
