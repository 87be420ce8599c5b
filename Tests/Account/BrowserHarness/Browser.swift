import Foundation
import Glibc

/// Chromium without a window, driven through its debugging pipe (Chrome DevTools Protocol): JSON
/// messages, each ended by a zero byte. It ends with the last reference.
package final class Browser: @unchecked Sendable {
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  package static let program = "/usr/bin/chromium"

  package static var isInstalled: Bool { access(program, X_OK) == 0 }

  /// How long to wait for any answer, in milliseconds.
  private static let patience: Int32 = 60_000

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let directory: String
  private var received: [UInt8] = []
  private var events: [String: [[String: Any]]] = [:]
  private var lastNumber = 0
  private var session: String?

  /// Starts the browser with an empty profile and one empty page.
  ///
  /// - Parameter language: the value of `Accept-Language`.
  package init(language: String = "en") throws {
    directory =
      FileManager.default.temporaryDirectory.appending(path: "lisan-browser-\(UUID().uuidString)")
      .path(percentEncoded: false)
    // The browser reads from descriptor 3 and writes to 4. It refuses its sandbox as root.
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [
      "-c",
      """
      exec "$0" --headless=new --hide-scrollbars --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run \
      --disable-background-networking --disable-component-update --disable-sync \
      --no-proxy-server --remote-debugging-pipe --user-data-dir="$1" \
      3<&0 4>&1 </dev/null >/dev/null 2>/dev/null
      """, Self.program, directory,
    ]
    process.environment = ["PATH": "/usr/bin:/bin", "HOME": directory, "LANG": "C.UTF-8"]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let target = try send("Target.createTarget", ["url": "about:blank"])
    let attached = try send(
      "Target.attachToTarget", ["targetId": target["targetId"] ?? "", "flatten": true])
    session = attached["sessionId"] as? String
    try send("Page.enable")
    try send("Network.enable")
    try send("Network.setExtraHTTPHeaders", ["headers": ["Accept-Language": language]])
    try show(width: 1280, height: 900, isDark: false)
  }

  deinit {
    // Its helper processes end when the pipe does.
    try? input.fileHandleForWriting.close()
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try? FileManager.default.removeItem(atPath: directory)
  }

  // MARK: What a person does

  /// Opens an address and waits until it is loaded.
  package func open(_ address: String) throws {
    events["Page.loadEventFired"] = nil
    let reply = try send("Page.navigate", ["url": address])
    if let reason = reply["errorText"] as? String { throw Failure(description: reason) }
    try waitUntilLoaded()
  }

  /// Types text into the focused field.
  package func type(_ text: String) throws { try send("Input.insertText", ["text": text]) }

  /// Presses and releases a key without text, such as `Tab`.
  package func press(_ key: String, shift: Bool = false) throws {
    let codes = ["Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "ArrowDown": 40, "ArrowUp": 38]
    var event: [String: Any] = [
      "key": key, "code": key == " " ? "Space" : key, "modifiers": shift ? 8 : 0,
      "windowsVirtualKeyCode": codes[key] ?? 0,
    ]
    if key == "Enter" { event["text"] = "\r" }
    if key == " " { event["text"] = " " }
    event["type"] = "keyDown"
    try send("Input.dispatchKeyEvent", event)
    event["type"] = "keyUp"
    event["text"] = nil
    try send("Input.dispatchKeyEvent", event)
  }

  /// Presses a key that leads to another page, and waits until that is loaded.
  package func pressAndWait(_ key: String) throws {
    events["Page.loadEventFired"] = nil
    try press(key)
    try waitUntilLoaded()
  }

  /// Clicks an element, and if it leads to another page, waits until that is loaded.
  package func click(_ selector: String, leadsOn: Bool = true) throws {
    events["Page.loadEventFired"] = nil
    let isThere = try evaluate(
      "(e => { if (e) e.click(); return !!e })(document.querySelector(\(Self.quoted(selector))))")
    guard isThere as? Bool == true else { throw Failure(description: "no \(selector)") }
    if leadsOn { try waitUntilLoaded() }
  }

  // MARK: What is shown

  /// Sets the window's size and the preferred colours.
  package func show(width: Int, height: Int, isDark: Bool) throws {
    try send(
      "Emulation.setEmulatedMedia",
      ["features": [["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]]])
    try resize(width: width, height: height)
  }

  /// The value of an expression, evaluated beside the page, whose own policy forbids scripts.
  @discardableResult
  package func evaluate(_ expression: String) throws -> Any? {
    let reply = try send(
      "Runtime.evaluate",
      ["expression": expression, "returnByValue": true, "awaitPromise": true])
    if let exception = reply["exceptionDetails"] { throw Failure(description: "\(exception)") }
    return (reply["result"] as? [String: Any])?["value"]
  }

  /// The whole page as PNG. The window becomes as high as the page for that: a picture beyond the
  /// window shifts pages that run right to left.
  package func screenshot() throws -> Data {
    let root = "document.documentElement"
    let extent = try evaluate("[innerWidth, \(root).scrollHeight]") as? [Int] ?? [0, 0]
    try resize(width: extent[0], height: extent[1])
    let reply = try send("Page.captureScreenshot", ["format": "png"])
    guard let text = reply["data"] as? String, let data = Data(base64Encoded: text) else {
      throw Failure(description: "no screenshot")
    }
    return data
  }

  private func resize(width: Int, height: Int) throws {
    try send(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": false])
    try settle()
  }

  private static func quoted(_ text: String) -> String {
    let json = (try? JSONSerialization.data(withJSONObject: [text])) ?? Data()
    return String(String(decoding: json, as: UTF8.self).dropFirst().dropLast())
  }

  // MARK: The protocol

  @discardableResult
  private func send(
    _ method: String, _ parameters: [String: Any] = [:]
  ) throws -> [String: Any] {
    lastNumber += 1
    var message: [String: Any] = ["id": lastNumber, "method": method, "params": parameters]
    message["sessionId"] = session
    let bytes = try JSONSerialization.data(withJSONObject: message) + [0]
    try input.fileHandleForWriting.write(contentsOf: bytes)
    while true {
      let reply = try receive()
      guard reply["id"] as? Int == lastNumber else { continue }
      if let error = reply["error"] { throw Failure(description: "\(method): \(error)") }
      return reply["result"] as? [String: Any] ?? [:]
    }
  }

  private func waitUntilLoaded() throws {
    while events["Page.loadEventFired", default: []].isEmpty { _ = try receive() }
    events["Page.loadEventFired"] = nil
    try settle()
  }

  /// Waits for two frames: in the first of a page, the focus goes to the field that asks for it, and
  /// the second is laid out for a changed window.
  private func settle() throws {
    try evaluate(
      "new Promise(r => requestAnimationFrame(() => requestAnimationFrame(() => r(0))))")
  }

  /// The next message; an event is also remembered.
  private func receive() throws -> [String: Any] {
    let descriptor = output.fileHandleForReading.fileDescriptor
    while true {
      if let end = received.firstIndex(of: 0) {
        let bytes = Data(received[..<end])
        received.removeSubrange(...end)
        let message = try JSONSerialization.jsonObject(with: bytes) as? [String: Any] ?? [:]
        if let method = message["method"] as? String {
          events[method, default: []].append(message)
        }
        return message
      }
      var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&watched, 1, Self.patience) > 0 else {
        throw Failure(description: "the browser does not answer")
      }
      var chunk = [UInt8](repeating: 0, count: 65_536)
      let count = read(descriptor, &chunk, chunk.count)
      guard count > 0 else { throw Failure(description: "the browser has ended") }
      received += chunk.prefix(count)
    }
  }
}
