import CTracer
import Glibc

/// What a process did to its file, call by call, as far as the disk is concerned.
enum DiskEvent: Hashable {
  case write(offset: Int, bytes: [UInt8])
  /// `fdatasync` or `fsync` of the file came back.
  case sync
  /// The file got its name.
  case link
  /// `fsync` of a directory came back.
  case directorySync
  /// The process said that this change survives a kill, or a power cut.
  case written(Int)
  case durable(Int)
}

/// Runs `Child.script` under ptrace and writes down what it does.
struct DiskRecorder {
  /// Where a script is killed: before or after its call of this number, counted from 0 among those
  /// that change files.
  struct Kill {
    var call: Int
    var isAfter: Bool
  }

  var events: [DiskEvent] = []
  /// Calls that change files in the last script.
  var calls: Int { names.count }
  /// Their names.
  var names: [String] = []

  /// Whether the script ran to its end, or to where it was to be killed.
  mutating func run(_ words: [String], path: String, kill: Kill? = nil) throws {
    let null = open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { close(null) }
    let child = try Child.start(["script", path] + words, output: null)
    guard tracer_wait_for_start(child) == 0 else {
      throw SetUpFailure.noPtrace
    }
    defer { tracer_kill(child) }
    names = []
    var call = tracer_call()
    while true {
      let step = tracer_begin_call(child, &call)
      if step == tracer_marked { return }
      guard step == tracer_stepped else {
        throw SetUpFailure(what: "the script \(words) ended early")
      }
      let isCounted = tracer_changes_files(call.number) && call.arguments.0 != 1
      if isCounted {
        if let kill, kill.call == calls, !kill.isAfter { return }
        names.append(name(call.number))
      }
      let event = event(call, of: child)
      guard tracer_finish_call(child, &call) == tracer_stepped else {
        throw SetUpFailure(what: "the script \(words) ended in a call")
      }
      if let event, call.result >= 0 { events.append(event) }
      if isCounted, let kill, kill.call == calls - 1 { return }
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

  private func event(_ call: tracer_call, of child: pid_t) -> DiskEvent? {
    switch call.number {
    case tracer_pwrite:
      return .write(offset: Int(call.arguments.3), bytes: memory(call, of: child))
    case tracer_fdatasync, tracer_fsync:
      var status = stat()
      guard stat("/proc/\(child)/fd/\(call.arguments.0)", &status) == 0 else { return nil }
      return status.st_mode & S_IFMT == S_IFDIR ? .directorySync : .sync
    case tracer_linkat, tracer_renameat2:
      return .link
    case tracer_write where call.arguments.0 == 1:
      let words = String(decoding: memory(call, of: child).dropLast(), as: UTF8.self)
        .split(separator: " ")
      guard words.count == 2, let number = Int(words[1]) else { return nil }
      return words[0] == "durable" ? .durable(number) : .written(number)
    default: return nil
    }
  }

  private func memory(_ call: tracer_call, of child: pid_t) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Int(call.arguments.2))
    let count = tracer_read(child, call.arguments.1, &bytes, bytes.count)
    return Array(bytes.prefix(max(0, count)))
  }
}

/// A disk that keeps its promises and no more: what was synced is there, and of each sector
/// written since, any version it had, or a mixture.
struct DiskModel {
  static let sectorLength = 512

  /// The file's sectors as they are for certain.
  private var certain: [[UInt8]]
  /// Per sector what was written since, in order.
  private var sinceSync: [Int: [[UInt8]]] = [:]
  private var hasName: Bool
  private var mayHaveName: Bool
  /// The last change that was acknowledged as durable; 0 for none.
  private(set) var acknowledged: Int

  /// A disk with this file on it, which says change `acknowledged`; `nil` for none.
  init(_ file: [UInt8]?, acknowledged: Int) {
    let bytes = file ?? [UInt8](repeating: 0, count: 8192)
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
      for start in stride(from: 0, to: bytes.count, by: Self.sectorLength) {
        let sector = (offset + start) / Self.sectorLength
        sinceSync[sector, default: []].append(Array(bytes[start..<start + Self.sectorLength]))
      }
    case .sync:
      for (sector, versions) in sinceSync { certain[sector] = versions.last! }
      sinceSync = [:]
    case .link: mayHaveName = true
    case .directorySync: hasName = mayHaveName
    case .written: break
    case .durable(let number): acknowledged = max(acknowledged, number)
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
  func images(tornEvery step: Int, _ random: inout SeededGenerator) -> [Image] {
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
      if made.count > 20_000 { made = made.shuffled(using: &random).dropLast(made.count - 20_000) }
    }
    return images + made
  }

  private func choices(
    for sector: Int, _ versions: [[UInt8]], _ step: Int, _ random: inout SeededGenerator
  ) -> [(bytes: [UInt8], version: Int)] {
    let all = [certain[sector]] + versions
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
