import Foundation
import Synchronization

/// The folder of this process for PostgreSQL: a template, the copies of it, and the sockets. Removed
/// when the process ends; those of killed processes are removed by the next one.
final class Scratch: Sendable {
  static let shared: Scratch = {
    do {
      return try Scratch()
    } catch {
      fatalError("PostgreSQL cannot be set up: \(error)")
    }
  }()

  /// Short, because the path of a socket has 107 bytes.
  let path: String
  private let programs: String
  private let counter = Mutex(0)
  private let spawner = Spawner()

  /// The folder that `LISAN_CLUSTERS` names, if it has room for dozens of clusters; otherwise `/tmp`.
  private static let place: String = {
    guard let folder = getenv("LISAN_CLUSTERS").map({ String(cString: $0) }) else { return "/tmp" }
    var system = statvfs()
    let hasRoom =
      statvfs(folder, &system) == 0 && access(folder, W_OK) == 0
      && UInt64(system.f_bavail) * UInt64(system.f_frsize) > 4 << 30
    return hasRoom ? folder : "/tmp"
  }()

  private init() throws {
    path = "\(Self.place)/lisan-pg-\(getpid())"
    let versions = "/usr/lib/postgresql"
    let installed = try FileManager.default.contentsOfDirectory(atPath: versions)
    guard let version = installed.compactMap({ Int($0) }).max() else {
      throw PostgreSQLTrouble("no PostgreSQL in \(versions)")
    }
    programs = "\(versions)/\(version)/bin"
    Self.removeLeftovers()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    if geteuid() == 0 {
      guard let nobody = getpwnam("nobody") else { throw PostgreSQLTrouble("no user nobody") }
      chown(path, nobody.pointee.pw_uid, nobody.pointee.pw_gid)
    }
    // Only what is created is not synced; the servers write as they would.
    try run([
      "initdb", "-D", "\(path)/template", "-U", "lisan", "-A", "trust", "--no-sync", "-E", "UTF8",
      "--no-locale",
    ])
    atexit { Scratch.end() }
  }

  /// Ends the servers of this process and removes their folder.
  private static func end() {
    shared.spawner.endAll()
    try? FileManager.default.removeItem(atPath: shared.path)
  }

  private static func removeLeftovers() {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
    where name.hasPrefix("lisan-pg-") {
      guard let process = Int32(name.dropFirst(9)), kill(process, 0) != 0, errno == ESRCH else {
        continue
      }
      try? FileManager.default.removeItem(atPath: "\(place)/\(name)")
    }
  }

  func nextNumber() -> Int {
    counter.withLock { counter in
      counter += 1
      return counter
    }
  }

  func nextPort() -> Int { 6000 + nextNumber() }

  func copyTemplate(to directory: String) throws {
    try run(["/bin/cp", "-a", "\(path)/template", directory])
  }

  /// Runs a program of PostgreSQL until it ends.
  func run(_ arguments: [String]) throws {
    let process = try spawn(arguments, log: "\(path)/programs.log")
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let log = try? String(contentsOfFile: "\(path)/programs.log", encoding: .utf8)
      throw PostgreSQLTrouble("\(arguments[0]): \(log ?? "")")
    }
  }

  /// Starts a program of PostgreSQL, which refuses to run as root. It gets INT when this process
  /// ends.
  func spawn(_ arguments: [String], log: String) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/setpriv")
    var program = arguments
    if !program[0].hasPrefix("/") { program[0] = "\(programs)/\(program[0])" }
    let privileges =
      geteuid() == 0 ? ["--reuid=nobody", "--regid=nogroup", "--clear-groups"] : []
    process.arguments = privileges + ["--pdeathsig", "INT"] + program
    process.currentDirectoryURL = URL(filePath: path)
    process.environment = ["LC_ALL": "C", "PATH": "\(programs):/usr/bin:/bin", "HOME": path]
    if !FileManager.default.fileExists(atPath: log) {
      _ = FileManager.default.createFile(atPath: log, contents: nil)
    }
    let output = try FileHandle(forWritingTo: URL(filePath: log))
    try output.seekToEnd()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try spawner.start(process)
    return process
  }
}

/// Starts processes on one thread that never ends: the kernel sends the signal of `--pdeathsig` when
/// the thread ends that started the process.
private final class Spawner: Sendable {
  private let work = Mutex<[@Sendable () -> Void]>([])
  private let isAsked = DispatchSemaphore(value: 0)
  private let running = Mutex<[Process]>([])

  init() {
    let thread = Thread { [self] in
      while true {
        isAsked.wait()
        work.withLock { $0.removeFirst() }()
      }
    }
    thread.start()
  }

  func start(_ process: sending Process) throws {
    let held = Held(process: process)
    let done = DispatchSemaphore(value: 0)
    let outcome = Outcome()
    work.withLock {
      $0.append {
        do {
          try held.process.run()
        } catch {
          outcome.error.withLock { $0 = error }
        }
        done.signal()
      }
    }
    isAsked.signal()
    done.wait()
    if let error = outcome.error.withLock({ $0 }) { throw error }
    running.withLock { running in
      running.removeAll { !$0.isRunning }
      running.append(held.process)
    }
  }

  func endAll() {
    let all = running.withLock { $0 }
    for process in all where process.isRunning { kill(process.processIdentifier, SIGQUIT) }
    for process in all { process.waitUntilExit() }
  }

  private struct Held: @unchecked Sendable {
    let process: Process
  }

  private final class Outcome: Sendable {
    let error = Mutex<(any Error)?>(nil)
  }
}
