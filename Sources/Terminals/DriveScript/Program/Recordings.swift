import CommandLineTool
import Glibc
import TerminalHarness

extension DriveProgram {
  /// Records a person's use of a program on this terminal.
  static func record(
    _ arguments: [String], _ invocation: Invocation, _ console: Console
  ) async throws(UsageFailure) -> ExitCode {
    let output = invocation.value(.output) ?? "session.cast"
    let script = invocation.value(.script)
    let given = try invocation.variables()
    let files = [output, script].compactMap(\.self)
    // A recording that cannot be written is not made in the first place; existing files stay.
    for path in files {
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else {
        console.complain(.cannotWrite, path, String(cString: strerror(errno)))
        return .failed
      }
      close(descriptor)
    }
    guard let terminal = PersonTerminal() else {
      for path in files { unlink(path) }
      console.complain(.noTerminal)
      return .noTerminal
    }
    let program = arguments[0]
    let rest = Array(arguments.dropFirst())
    let recorder: Recorder
    do throws(LaunchFailure) {
      recorder = try Recorder(program, rest, given: given, on: terminal)
    } catch {
      terminal.close()
      for path in files { unlink(path) }
      console.complain(.cannotStart, error.program, String(cString: strerror(error.code)))
      return .failed
    }
    let (recording, status) = await recorder.record(title: arguments.joined(separator: " "))
    terminal.close()
    do throws(FileFailure) {
      let cast = Asciicast.text(
        recording, date: time(nil), version: Asciicast.version(of: output))
      try Files.write(Array(cast.utf8), to: output)
      console.complain(.recorded, output)
      if let script {
        let text = ScriptWriter.script(
          recording, program: recorder.found(program), arguments: rest, status: status,
          environment: recorder.relevantEnvironment(given: given))
        try Files.write(Array(text.utf8), to: script)
        console.complain(.scriptWritten, script)
      }
      return ExitCode(of: status)
    } catch {
      console.complain(.cannotWrite, error.path, error.reason)
      return .failed
    }
  }

  /// Plays a recording on this terminal.
  static func play(
    _ path: String, _ invocation: Invocation, _ console: Console
  ) async throws(UsageFailure) -> ExitCode {
    let speed = try invocation.value(.speed) { number($0, 0.01...100) } ?? 1
    let longest = try invocation.value(.maxPause, Written.duration)
    guard let recording = readCast(path, console) else { return .failed }
    guard let terminal = PersonTerminal() else {
      console.complain(.noTerminal)
      return .noTerminal
    }
    let frames = FilmFrames(of: recording, speed: speed, longestPause: longest)
    let isHeard = Player(frames: frames, terminal: terminal).play()
    terminal.close()
    return isHeard ? .done : .failed
  }
}
