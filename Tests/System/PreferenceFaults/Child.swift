import CTracer
import Glibc
import LisanPreferences

/// The processes that the attacks start: this program again, told what to do by its arguments.
///
/// A test runs them by the executable `preference-faults` that stands beside it.
public enum Child {
  /// Where the program is: this one, or the one beside the test runner.
  static let program: String = {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let own = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    if own.hasSuffix("/preference-faults") { return own }
    let folder = own.split(separator: "/").dropLast().joined(separator: "/")
    return "/\(folder)/preference-faults"
  }()

  /// Starts the program as a child with the arguments, its output to `output`.
  static func start(_ arguments: [String], output: Int32 = -1) throws -> pid_t {
    var pointers =
      ([program, "child"] + RecordShape.current.arguments + arguments).map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    let process = tracer_spawn(&pointers, output)
    guard process > 0 else {
      throw SetUpFailure(what: "\(program): \(String(cString: strerror(-process)))")
    }
    return process
  }

  /// What a child does; returns its exit code.
  public static func run(_ arguments: [String]) -> Int32 {
    if arguments.first == RecordShape.largeOption {
      return RecordShape.$current.withValue(.large) { run(Array(arguments.dropFirst())) }
    }
    do {
      switch (arguments.first, arguments.dropFirst().first) {
      case ("write-loop", let path?): try writeLoop(path, progress: arguments[2])
      case ("script", let path?): try script(path, Array(arguments.dropFirst(2)))
      case ("one-change", let path?): try oneChange(path, number: Int(arguments[2])!)
      case ("writer", let path?):
        try writer(path, kind: UInt8(arguments[2])!, count: Int(arguments[3])!)
      case ("reader", let path?): return try reader(path, until: UInt64(arguments[2])!)
      case ("refused", let path?): return refused(path, Array(arguments.dropFirst(2)))
      case ("as-user", let user?): return asUser(uid_t(user)!, arguments[2])
      default: return 2
      }
      return 0
    } catch {
      complain("\(error)")
      return 1
    }
  }

  /// Changes without end; `progress` tells how far it is.
  private static func writeLoop(_ path: String, progress: String) throws {
    let file = preferenceFile(at: path)
    let shared = try Progress(path: progress)
    var number = Numbered.number(of: file.read().preference ?? .initial) ?? 0
    while true {
      number += 1
      shared.begun = number
      let commit = try file.commit(Numbered.change(number))
      shared.written = number
      try file.makeDurable(commit)
      shared.durable = number
    }
  }

  /// One change between two marks for the tracer.
  private static func oneChange(_ path: String, number: Int) throws {
    let file = preferenceFile(at: path)
    guard tracer_trace_me() == 0 else { throw SetUpFailure.noPtrace }
    try file.set(Numbered.change(number))
    tracer_stop_here()
  }

  /// Does what the words say with objects `a` and `b`, which are two processes to the kernel as far
  /// as locks go: `a5` commits change 5, `A` waits until it is durable and says so. A lock that is
  /// somebody else's for too long is no failure: what could not be done then is left out. Ends in
  /// a mark.
  private static func script(_ path: String, _ words: [String]) throws {
    var files: [Character: PreferenceFile] = [:]
    var commits: [Character: [Commit]] = [:]
    guard tracer_trace_me() == 0 else { throw SetUpFailure.noPtrace }
    for word in words {
      let name = Character(word.prefix(1).lowercased())
      let file = files[name] ?? preferenceFile(at: path)
      files[name] = file
      do throws(PreferenceError) {
        if let number = Int(word.dropFirst()) {
          commits[name, default: []].append(try file.commit(Numbered.change(number)))
        } else if let commit = commits[name]?.first {
          commits[name]?.removeFirst()
          try file.makeDurable(commit)
          say("durable \(commit.preference.generation)")
        }
      } catch {
        guard error.errno == EWOULDBLOCK else { throw error }
      }
    }
    tracer_stop_here()
  }

  /// Commits `count` changes of its own entry, each durable before the next; waits out locks.
  private static func writer(_ path: String, kind: UInt8, count: Int) throws {
    let file = preferenceFile(at: path)
    var refusals = 0
    for number in 1...count {
      let changes = PreferenceChanges(
        entries: [Entry(Entry.Kind(rawValue: kind), String(number))])
      while true {
        do throws(PreferenceError) {
          try file.makeDurable(try file.commit(changes))
          break
        } catch {
          guard case .locked = error else { throw error }
          refusals += 1
        }
      }
    }
    if refusals > 0 { complain("\(refusals) times locked") }
  }

  /// Reads until a generation is there; 3 if ever one is lower than one before, 4 if a read is
  /// neither good nor degraded.
  private static func reader(_ path: String, until last: UInt64) throws -> Int32 {
    let file = preferenceFile(at: path)
    var highest: UInt64 = 0
    while highest < last {
      let fresh = preferenceFile(at: path).read()
      guard let value = fresh.preference else {
        if fresh == .absent && highest == 0 { continue }
        complain("\(fresh)")
        return 4
      }
      if value.generation < highest { return 3 }
      highest = value.generation
      _ = file.read()
      for _ in 0..<100 {
        guard let value = file.current else { continue }
        if value.generation < highest { return 3 }
        highest = value.generation
      }
    }
    return 0
  }

  /// Reads and changes as somebody else; the exit code is 10 for a value that was read plus 1 for
  /// a change that was refused as somebody else's, 20 for one that could not be read plus 1 if the
  /// change was refused too.
  private static func asUser(_ user: uid_t, _ path: String) -> Int32 {
    guard setgid(user) == 0, setuid(user) == 0 else { return 30 }
    let file = preferenceFile(at: path)
    var code: Int32 = 0
    switch file.read() {
    case .good: code = 10
    case .unreadable(let failure) where failure.errno == EACCES: code = 20
    default: return 31
    }
    do throws(PreferenceError) {
      _ = try file.commit(.choice("fa"))
    } catch {
      code += 1
    }
    return code
  }

  private static func complain(_ words: String) {
    say("child: \(words)", to: 2)
  }
}

/// How far a writing child is, in memory that outlives it.
struct Progress {
  private let numbers: UnsafeMutablePointer<Int>

  init(path: String) throws {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0, ftruncate(descriptor, 64) == 0,
      let map = mmap(nil, 64, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
      map != MAP_FAILED
    else { throw SetUpFailure(what: "\(path): errno \(errno)") }
    close(descriptor)
    numbers = map.bindMemory(to: Int.self, capacity: 8)
  }

  var begun: Int {
    get { numbers[0] }
    nonmutating set { numbers[0] = newValue }
  }
  var written: Int {
    get { numbers[1] }
    nonmutating set { numbers[1] = newValue }
  }
  var durable: Int {
    get { numbers[2] }
    nonmutating set { numbers[2] = newValue }
  }

  func unmap() { munmap(numbers, 64) }
}

/// Writes a line at once, unlike `print`: a killed process has said what it had said.
func say(_ words: String, to descriptor: Int32 = 1) {
  let line = Array("\(words)\n".utf8)
  _ = write(descriptor, line, line.count)
}
