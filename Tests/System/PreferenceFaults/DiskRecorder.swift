import CTracer
import Glibc

/// What processes did to their file, call by call, as far as the disk is concerned.
enum DiskEvent: Hashable {
  case write(offset: Int, bytes: [UInt8])
  /// A process began to wait for the disk, with the file or with its directory, and came back.
  case syncBegan(pid_t, ofDirectory: Bool)
  case syncEnded(pid_t, ofDirectory: Bool)
  /// The file got its name.
  case link
  /// A process said that this generation survives a power cut.
  case durable(UInt64)
}

/// Runs `Child.script` under ptrace and writes down what it does.
struct DiskRecorder {
  /// Where a script is killed: before or after its call of this number, counted from 0 among those
  /// that change files.
  struct Kill {
    var call: Int
    var isAfter: Bool
  }

  private let path: String
  var events: [DiskEvent] = []
  /// Calls that change files, by name.
  var names: [String] = []
  /// What was done to files that have no name yet.
  private var unnamed: [ino_t: [DiskEvent]] = [:]

  init(path: String) { self.path = path }

  /// Runs a script to its end, or to where it is to be killed.
  mutating func run(_ words: [String], kill: Kill? = nil) throws {
    var child = try Traced(words, path)
    defer { tracer_kill(child.process) }
    var calls = 0
    while try child.begin() {
      let isCounted = tracer_changes_files(child.call.number) && child.call.arguments.0 != 1
      if isCounted, let kill, kill.call == calls, !kill.isAfter { return }
      note(begun: child)
      try child.finish()
      note(finished: child)
      if isCounted {
        if let kill, kill.call == calls { return }
        calls += 1
      }
    }
  }

  /// Runs scripts side by side, each going on for a call or half a one at random.
  mutating func interleave(_ scripts: [[String]], _ random: inout SeededGenerator) throws {
    var children = try scripts.map { try Traced($0, path) }
    let all = children
    defer { for child in all { tracer_kill(child.process) } }
    while let index = children.indices.randomElement(using: &random) {
      // Runs of one process alternate with tight turns.
      for _ in 0..<[1, 1, 2, 9].randomElement(using: &random)! {
        if children[index].isInCall {
          try children[index].finish()
          note(finished: children[index])
        } else if try children[index].begin() {
          note(begun: children[index])
        } else {
          children.remove(at: index)
          break
        }
      }
    }
  }

  private mutating func note(begun child: Traced) {
    let call = child.call
    if tracer_changes_files(call.number), call.arguments.0 != 1 { names.append(name(call.number)) }
    if call.number == tracer_fdatasync || call.number == tracer_fsync,
      let status = child.status(of: call.arguments.0)
    {
      let isDirectory = status.st_mode & S_IFMT == S_IFDIR
      add(
        .syncBegan(child.process, ofDirectory: isDirectory), to: isDirectory ? nil : status.st_ino)
    }
  }

  private mutating func note(finished child: Traced) {
    let call = child.call
    guard call.result >= 0 else { return }
    switch call.number {
    case tracer_pwrite:
      let event = DiskEvent.write(offset: Int(call.arguments.3), bytes: child.written())
      add(event, to: child.status(of: call.arguments.0)?.st_ino)
    case tracer_fdatasync, tracer_fsync:
      guard let status = child.status(of: call.arguments.0) else { return }
      let isDirectory = status.st_mode & S_IFMT == S_IFDIR
      add(
        .syncEnded(child.process, ofDirectory: isDirectory), to: isDirectory ? nil : status.st_ino)
    case tracer_linkat, tracer_renameat2:
      if let named { events += unnamed.removeValue(forKey: named) ?? [] }
      events.append(.link)
    case tracer_write where call.arguments.0 == 1:
      let words = String(decoding: child.written().dropLast(), as: UTF8.self).split(separator: " ")
      if words.count == 2, let generation = UInt64(words[1]) { events.append(.durable(generation)) }
    default: break
    }
  }

  /// The inode at the path.
  private var named: ino_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_ino : nil
  }

  private mutating func add(_ event: DiskEvent, to inode: ino_t?) {
    if let inode, inode != named {
      unnamed[inode, default: []].append(event)
    } else {
      events.append(event)
    }
  }

  private func name(_ number: UInt64) -> String {
    switch number {
    case tracer_pwrite: "pwrite"
    case tracer_fdatasync: "fdatasync"
    case tracer_fsync: "fsync"
    case tracer_linkat: "linkat"
    case tracer_renameat2: "renameat2"
    default: "call \(number)"
    }
  }
}

/// A script in a process of its own, stopped before or after one of its system calls.
private struct Traced {
  let process: pid_t
  private let words: [String]
  private(set) var call = tracer_call()
  private(set) var isInCall = false

  init(_ words: [String], _ path: String) throws {
    self.words = words
    let null = open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { close(null) }
    process = try Child.start(["script", path] + words, output: null)
    guard tracer_wait_for_start(process) == 0 else { throw SetUpFailure.noPtrace }
  }

  /// Goes on to the next system call; false at the end of the script.
  mutating func begin() throws -> Bool {
    let step = tracer_begin_call(process, &call)
    if step == tracer_marked { return false }
    guard step == tracer_stepped else {
      throw SetUpFailure(what: "the script \(words) ended early")
    }
    isInCall = true
    return true
  }

  mutating func finish() throws {
    guard tracer_finish_call(process, &call) == tracer_stepped else {
      throw SetUpFailure(what: "the script \(words) ended in a call")
    }
    isInCall = false
  }

  func status(of descriptor: UInt64) -> stat? {
    var status = stat()
    return stat("/proc/\(process)/fd/\(descriptor)", &status) == 0 ? status : nil
  }

  /// The bytes of a write.
  func written() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Int(call.arguments.2))
    let count = tracer_read(process, call.arguments.1, &bytes, bytes.count)
    return Array(bytes.prefix(max(0, count)))
  }
}

/// A disk that keeps its promises and no more: what was synced is there, and of each sector
/// written since, any version it had, or a mixture.
struct DiskModel {
  static let sectorLength = 512

  /// The file's sectors as they are for certain.
  private var certain: [[UInt8]]
  /// Per sector what was written since, in order, with the number of the write.
  private var sinceSync: [Int: [(write: Int, bytes: [UInt8])]] = [:]
  private var writes = 0
  private var hasName: Bool
  private var mayHaveName: Bool
  /// Per process that waits for the disk: the last write before it began to, and whether the file
  /// had its name.
  private var waiting: [pid_t: (write: Int, hadName: Bool)] = [:]
  /// The last generation that was acknowledged as durable; 0 for none.
  private(set) var acknowledged: UInt64

  /// A disk with this file on it, which is at generation `acknowledged`; `nil` for none.
  init(_ file: [UInt8]?, acknowledged: UInt64) {
    let bytes = file ?? [UInt8](repeating: 0, count: RecordShape.current.fileLength)
    certain = stride(from: 0, to: bytes.count, by: Self.sectorLength).map {
      Array(bytes[$0..<min($0 + Self.sectorLength, bytes.count)])
    }
    hasName = file != nil
    mayHaveName = hasName
    self.acknowledged = acknowledged
  }

  mutating func apply(_ event: DiskEvent) {
    switch event {
    case .write(let offset, let bytes):
      writes += 1
      for start in stride(from: 0, to: bytes.count, by: Self.sectorLength) {
        let sector = (offset + start) / Self.sectorLength
        let version = Array(bytes[start..<start + Self.sectorLength])
        // The zeros of a new file between its records.
        if version == certain[sector], sinceSync[sector] == nil { continue }
        sinceSync[sector, default: []].append((writes, version))
      }
    case .syncBegan(let process, _):
      waiting[process] = (writes, mayHaveName)
    case .syncEnded(let process, let isOfDirectory):
      guard let began = waiting.removeValue(forKey: process) else { return }
      if isOfDirectory {
        hasName = hasName || began.hadName
        return
      }
      for (sector, versions) in sinceSync {
        guard let last = versions.last(where: { $0.write <= began.write }) else { continue }
        certain[sector] = last.bytes
        let later = versions.filter { $0.write > began.write }
        sinceSync[sector] = later.isEmpty ? nil : later
      }
    case .link: mayHaveName = true
    case .durable(let generation): acknowledged = max(acknowledged, generation)
    }
  }

  /// What the disk may hold after a power cut now.
  struct Image {
    /// `nil`: there is no file.
    var bytes: [UInt8]?
    var isTorn: Bool
    /// Equal for images that differ only in how a sector is torn.
    var shape: [Int]
  }

  /// Every image that is allowed, each sector torn at every `step` bytes.
  func images(
    tornEvery step: Int, atMost limit: Int, _ random: inout SeededGenerator
  ) -> [Image] {
    var images: [Image] = []
    if !hasName { images.append(Image(bytes: nil, isTorn: false, shape: [])) }
    guard mayHaveName else { return images }
    var made = [Image(bytes: certain.flatMap { $0 }, isTorn: false, shape: [])]
    for (sector, versions) in sinceSync.sorted(by: { $0.key < $1.key }) {
      let choices = choices(for: sector, versions, step, &random)
      made = made.flatMap { image in
        choices.map { choice in
          var image = image
          let start = sector * Self.sectorLength
          image.bytes!.replaceSubrange(start..<start + Self.sectorLength, with: choice.bytes)
          image.isTorn = image.isTorn || choice.version < 0
          image.shape += [sector, choice.version]
          return image
        }
      }
      // Two torn sectors at once: every pair would be too many, and no promise needs them.
      if made.count > limit { made = made.shuffled(using: &random).dropLast(made.count - limit) }
    }
    return images + made
  }

  private func choices(
    for sector: Int, _ versions: [(write: Int, bytes: [UInt8])], _ step: Int,
    _ random: inout SeededGenerator
  ) -> [(bytes: [UInt8], version: Int)] {
    let all = [certain[sector]] + versions.map(\.bytes)
    var choices = all.enumerated().map { (bytes: $1, version: $0) }
    for (old, new) in zip(all, all.dropFirst()) {
      for cut in stride(from: step, to: Self.sectorLength, by: step) {
        for (head, tail) in [(new, old), (old, new)] {
          let mixed = Array(head[..<cut] + tail[cut...])
          // Where the parts happen to be the same, nothing is torn.
          if !all.contains(mixed) { choices.append((mixed, -1)) }
        }
      }
    }
    choices.append(
      ((0..<Self.sectorLength).map { _ in UInt8.random(in: 0...255, using: &random) }, -1))
    choices.append(([UInt8](repeating: 0, count: Self.sectorLength), -1))
    return choices
  }
}
