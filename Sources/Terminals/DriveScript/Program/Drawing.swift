import CommandLineTool
import Glibc
import TerminalHarness

extension DriveProgram {
  /// Draws a recording, or the run of a script.
  static func render(
    _ path: String, _ invocation: Invocation, _ options: ScriptRun.Options,
    _ variables: [String: String], _ console: Console
  ) async throws(UsageFailure) -> ExitCode {
    var look = PictureLook()
    look.palette =
      try invocation.value(.theme) { ["dark": Palette.dark, "light": Palette.light][$0] } ?? .dark
    look.font = invocation.value(.font)
    let speed = try invocation.value(.speed) { number($0, 0.01...100) } ?? 1
    let longest = try invocation.value(.maxPause, Written.duration)
    guard let output = invocation.value(.output) else {
      throw UsageFailure(.optionNeedsValue, Option.output.syntax.flag)
    }
    let drawn =
      await path.hasSuffix(".cast")
      ? readCast(path, console).map { ($0, speed: 1) } : film(path, options, variables, console)
    guard let (recording, tapeSpeed) = drawn else { return .failed }
    do throws(Renderer.Failure) {
      try Renderer.writeFilm(
        recording, title: recording.title ?? Files.stem(of: path), speed: speed * tapeSpeed,
        longestPause: longest, to: output, look: look)
      return .done
    } catch {
      console.complain("lisan-drive: " + console.text(error.message, error.arguments))
      return .failed
    }
  }

  /// Runs a script as a film, and returns it and its speed; nil if it fails.
  private static func film(
    _ path: String, _ options: ScriptRun.Options, _ variables: [String: String], _ console: Console
  ) async -> (Recording, speed: Double)? {
    var options = options
    options.isFilmed = true
    do throws(ScriptError) {
      let script = try Script(file: path, variables: variables)
      var run = ScriptRun(script, options: options)
      let result = await run.run()
      switch result.outcome {
      case .passed:
        if result.recording == nil { console.complain(.nothingStarted) }
        return result.recording.map { ($0, script.speed) }
      case .skipped(let program): console.complain(.notInstalled, program)
      case .failed(let failure): for line in console.lines(failure) { console.complain(line) }
      }
    } catch {
      console.complain(console.line(error))
    }
    return nil
  }

  /// Writes the films that a tape asks for.
  static func writeOutputs(
    of script: Script, _ recording: Recording?
  ) throws(ScriptFailure) {
    guard let recording else { return }
    for output in script.outputs {
      do throws(Renderer.Failure) {
        // As VHS does. If there can be no folder, writing says why.
        try? Files.makeFolder(of: output.path)
        try Renderer.writeFilm(
          recording, title: Files.stem(of: script.file), speed: script.speed, longestPause: nil,
          to: output.path, look: PictureLook())
      } catch {
        throw ScriptFailure(output.place, error.message, error.arguments)
      }
    }
  }

  /// Reads a recording; reports an error and returns nil if it is invalid.
  static func readCast(_ path: String, _ console: Console) -> Recording? {
    let bytes: [UInt8]
    do throws(FileFailure) {
      bytes = try Files.bytes(at: path, limit: Asciicast.limit)
    } catch {
      console.complain(.cannotRead, error.path, error.reason)
      return nil
    }
    do throws(Asciicast.Failure) {
      return try Asciicast.recording(of: bytes)
    } catch {
      console.complain(error.message, "\(error.line)", path)
      return nil
    }
  }
}
