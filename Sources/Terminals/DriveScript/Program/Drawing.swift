import CommandLineTool
import Glibc
import TerminalHarness

extension DriveCommand {
  /// Draws a recording, or the run of a script.
  func render() async throws -> ExitCode {
    var look = PictureLook()
    look.palette =
      try invocation.value(.theme) { ["dark": Palette.dark, "light": Palette.light][$0] } ?? .dark
    look.font = invocation.value(.font)
    let (speed, longest) = try pace()
    let path = arguments[0]
    let drawn = try await path.hasSuffix(".cast") ? (readCast(), speed: 1) : film()
    guard let (recording, tapeSpeed) = drawn else { return .failed }
    try Renderer.writeFilm(
      recording, title: recording.title ?? Files.stem(of: path), speed: speed * tapeSpeed,
      longestPause: longest, to: invocation.value(.output)!, look: look)
    return .done
  }

  /// Runs a script as a film, and returns it and its speed; nil if there is none, which is reported.
  private func film() async throws(ScriptFailure) -> (Recording, speed: Double)? {
    let script: Script
    do throws(ScriptError) {
      script = try Script(file: arguments[0], variables: variables)
    } catch {
      console.complain(console.line(error))
      return nil
    }
    guard let result = try await result(of: script, isFilmed: true) else { return nil }
    if result.recording == nil { console.complain(DriveFailure(.nothingStarted)) }
    return result.recording.map { ($0, script.speed) }
  }

  /// The speed of a film, and its longest pause.
  func pace() throws(DriveFailure) -> (speed: Double, longestPause: Duration?) {
    let speed = try invocation.value(.speed) { Self.number($0, 0.01...100) } ?? 1
    return (speed, try invocation.value(.maxPause, Written.duration))
  }

  /// Writes the films that a tape asks for.
  func writeOutputs(of script: Script, _ recording: Recording?) throws(ScriptFailure) {
    guard let recording else { return }
    for output in script.outputs {
      try ScriptFailure.at(output.place) { () throws(DriveFailure) in
        // As VHS does. If there can be no folder, writing says why.
        try? Files.makeFolder(of: output.path)
        try Renderer.writeFilm(
          recording, title: Files.stem(of: script.file), speed: script.speed, longestPause: nil,
          to: output.path, look: PictureLook())
      }
    }
  }

  /// Reads the recording that was given.
  func readCast() throws(DriveFailure) -> Recording {
    let bytes = try Files.bytes(at: arguments[0], limit: Asciicast.limit)
    do throws(Asciicast.Failure) {
      return try Asciicast.recording(of: bytes)
    } catch {
      throw DriveFailure(error.message, "\(error.line)", arguments[0])
    }
  }
}
