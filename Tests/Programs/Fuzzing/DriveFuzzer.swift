import TerminalHarness

@testable import DriveScript

/// libFuzzer's entry: the first byte chooses what the rest is. `drive.sh` beside it builds and runs it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDrive(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
  guard let choice = input.first else { return 0 }
  let bytes = Array(input.dropFirst())
  switch choice {
  case UInt8(ascii: "0"): script(bytes, "a.drive")
  case UInt8(ascii: "1"): script(bytes, "a.tape")
  case UInt8(ascii: "2"): recording(bytes)
  case UInt8(ascii: "3"): request(bytes)
  default: typed(bytes)
  }
  return 0
}

/// A script or a tape is read, or refused with a place in it. It may include no file of this machine.
private func script(_ bytes: [UInt8], _ file: String) {
  let text = String(decoding: bytes, as: UTF8.self)
  if text.contains("include") || text.contains("Source") || text.contains(" from ") { return }
  do throws(ScriptError) {
    _ = try Script(text: text, file: file, scratch: "/scratch")
  } catch {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    precondition(lines.indices.contains(error.place.line - 1), "line \(error.place.line)")
    precondition(error.place.column >= 1)
  }
}

/// A recording is read, and written so that it reads the same, or refused with a line of it. Its screens can
/// be drawn.
private func recording(_ bytes: [UInt8]) {
  let recording: Recording
  do throws(Asciicast.Failure) {
    recording = try Asciicast.recording(of: bytes)
  } catch {
    precondition((1...(bytes.count { $0 == 0x0A } + 1)).contains(error.line))
    return
  }
  for version in [2, 3] {
    guard
      let again = try? Asciicast.recording(
        of: Array(Asciicast.text(recording, version: version).utf8))
    else { preconditionFailure("what was written cannot be read") }
    precondition(output(again) == output(recording), "the output differs")
  }
  guard recording.size.columns * recording.size.rows <= 4_000 else { return }
  _ = recording.film(limit: 20)?.frames.last?.screen.svg()
  script(
    Array(ScriptWriter.script(recording, program: "cat", arguments: [], status: .exited(0)).utf8),
    "a.drive")
}

private func output(_ recording: Recording) -> [UInt8] {
  recording.events.flatMap { event in
    if case .output(let bytes) = event.kind { return bytes }
    return []
  }
}

/// A request is understood, or refused with a reason.
private func request(_ bytes: [UInt8]) {
  switch Request(.whole(bytes)).action {
  case .success(let action):
    guard case .perform(let statements) = action else { return }
    _ = try? Script(text: statements.joined(separator: "\n"), file: "request", scratch: "/scratch")
  case .failure(let failure): precondition(!failure.message.isEmpty)
  }
}

/// What a person types becomes statements that a script can have.
private func typed(_ bytes: [UInt8]) {
  let statements = ["start cat"] + InputReader.statements(of: bytes)
  do throws(ScriptError) {
    _ = try Script(text: statements.joined(separator: "\n"), file: "a.drive", scratch: "/scratch")
  } catch {
    preconditionFailure("\(statements) \(error)")
  }
}
