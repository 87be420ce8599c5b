import Foundation
import Glibc
import Testing

@Suite(
  "The memory of agent and server",
  .enabled(if: CoreFile.isWritten, "this system writes no core files: nothing can be judged"))
struct MemoryTests {
  @Test("An agent that a signal ends leaves no core file with the token")
  func agent() async throws {
    let server = try FaultServer()
    let device = try Device(
      server: server.url, environment: ["LISAN_TOKEN": FaultServer.token])
    #expect(try await device.ask(.open(language: "en", sequence: 0)) == nil)
    let agent = try #require(device.agent)
    try CoreFile.permit(agent.id)
    #expect(agent.wait(after: CoreFile.signal).map { CoreFile.isWritten($0) } == false)
  }

  @Test("A server that a signal ends leaves no core file with its data")
  func server() async throws {
    let directory = FileManager.default.temporaryDirectory
      .appending(path: "lisan-memory-\(UUID().uuidString)").path(percentEncoded: false)
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let place = ["--database", "\(directory)/accounts.db"] + AccountServer.resources
    let made = try await Run(
      AccountServer.program, ["init"] + place, environment: AccountServer.environment)
    #expect(made.status == 0, "\(made.errors)")
    let server = try SpawnedProgram(
      AccountServer.program, ["--listen", "127.0.0.1:0"] + place,
      environment: AccountServer.environment, directory: directory)
    let said = try await blocking { server.output.availableData }
    #expect(!said.isEmpty, "the server has not begun to listen")
    try CoreFile.permit(server.id)
    #expect(CoreFile.isWritten(server.wait(after: CoreFile.signal)) == false)
  }
}

/// The file that the kernel writes of a process that a signal ends (core(5)).
enum CoreFile {
  /// Whether this system writes one of a process that hides nothing.
  static let isWritten: Bool = {
    let directory = FileManager.default.temporaryDirectory
      .appending(path: "lisan-core-\(UUID().uuidString)").path(percentEncoded: false)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    do {
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
      // The line says that it has begun.
      let program = try SpawnedProgram(
        "/bin/sh", ["-c", "echo; exec sleep 60"], environment: ["PATH": "/usr/bin:/bin"],
        directory: directory)
      _ = program.output.availableData
      try permit(program.id)
      return isWritten(program.wait(after: signal))
    } catch {
      return false
    }
  }()

  /// Ends a process with a core file. The Swift runtime catches the more usual signals of this kind.
  static let signal = SIGSYS

  /// Lets the core file of a process be of any size (prlimit).
  static func permit(_ process: pid_t) throws {
    let run = Process()
    run.executableURL = URL(filePath: "/usr/bin/prlimit")
    run.arguments = ["--pid", String(process), "--core=unlimited:unlimited"]
    try run.run()
    run.waitUntilExit()
    guard run.terminationStatus == 0 else { throw POSIXError(.EPERM) }
  }

  /// Whether a process of this status (wait(2)) left one: WCOREDUMP.
  static func isWritten(_ status: Int32) -> Bool { status & 0x80 != 0 }
}

/// A program that a test starts and waits for by itself: `Process` keeps its status to itself.
struct SpawnedProgram: Sendable {
  let id: pid_t
  /// What it says on standard output.
  let output: FileHandle

  init(
    _ program: String, _ arguments: [String], environment: [String: String], directory: String
  ) throws {
    let pipe = Pipe()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(
      &actions, pipe.fileHandleForWriting.fileDescriptor, STDOUT_FILENO)
    // The signals that a test ends it by may be ignored or blocked here.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    let env = "/usr/bin/env"
    var words = ([env, "-C", directory, program] + arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var process: pid_t = 0
    let failure = posix_spawn(&process, env, &actions, &attributes, &words, &variables)
    guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EIO) }
    try pipe.fileHandleForWriting.close()
    id = process
    output = pipe.fileHandleForReading
  }

  /// Sends a signal and waits for the end; the status, as wait(2) gives it.
  func wait(after signal: Int32) -> Int32 {
    kill(id, signal)
    var status: Int32 = 0
    waitpid(id, &status, 0)
    return status
  }
}
