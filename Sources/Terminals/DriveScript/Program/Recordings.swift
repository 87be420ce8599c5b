import CommandLineTool
import Glibc
import SystemCalls
import TerminalHarness

extension DriveCommand {
  /// Records a person's use of a program on this terminal.
  func record() async throws(DriveFailure) -> ExitCode {
    let output = invocation.value(.output) ?? "session.cast"
    let script = invocation.value(.script)
    let files = [output, script].compactMap(\.self)
    // A recording that cannot be written is not made in the first place; existing files stay.
    for path in files {
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else {
        throw DriveFailure(.cannotWrite, path, SystemError.last.description)
      }
      close(descriptor)
    }
    guard let terminal = PersonTerminal() else {
      for path in files { unlink(path) }
      console.complain(DriveFailure(.noTerminal))
      return .noTerminal
    }
    let program = arguments[0]
    let rest = Array(arguments.dropFirst())
    let recorder: Recorder
    do throws(LaunchFailure) {
      recorder = try Recorder(program, rest, given: variables, on: terminal)
    } catch {
      terminal.close()
      for path in files { unlink(path) }
      throw DriveFailure(.cannotStart, error.program, SystemError(error.code).description)
    }
    let (recording, status) = await recorder.record(title: arguments.joined(separator: " "))
    terminal.close()
    let cast = Asciicast.text(recording, date: time(nil), version: Asciicast.version(of: output))
    try Files.write(cast, to: output)
    console.complain(DriveFailure(.recorded, output))
    if let script {
      let text = ScriptWriter.script(
        recording, program: recorder.found(program), arguments: rest, status: status,
        environment: recorder.relevantEnvironment(given: variables))
      try Files.write(text, to: script)
      console.complain(DriveFailure(.scriptWritten, script))
    }
    return ExitCode(rawValue: Int32(status.shellCode ?? 0))
  }

  /// Plays a recording on this terminal.
  func play() throws(DriveFailure) -> ExitCode {
    let (speed, longest) = try pace()
    let recording = try readCast()
    guard let terminal = PersonTerminal() else {
      console.complain(DriveFailure(.noTerminal))
      return .noTerminal
    }
    let frames = FilmFrames(of: recording, speed: speed, longestPause: longest)
    let isHeard = Player(frames: frames, terminal: terminal).play()
    terminal.close()
    return isHeard ? .done : .failed
  }
}
