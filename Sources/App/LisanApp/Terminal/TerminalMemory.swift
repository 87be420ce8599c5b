import Cells
import Glibc
import SystemCalls
import Terminal

/// The detections of earlier screens, in a file of this user.
///
/// The screen asks its terminal, and later screens and commands in that terminal use the answers
/// without asking. A terminal is the same one if it has the same device and the session on it has
/// the same leader, since the same time. For colours, which do no harm if they are wrong for one
/// frame, equal variables are enough.
///
/// The file has one line for each terminal, the latest first: session, likeness, type, background,
/// and the detection's state, with tabs between them.
@MainActor
final class TerminalMemory {
  /// The stored detection of one terminal.
  struct Entry: Equatable {
    var session: String
    var likeness: String
    var type: String
    var background: Surface.Background
    /// `TerminalDetection.handedOn`.
    var detection: String
  }

  /// The maximum number of terminals remembered, and of bytes read.
  static let capacity = 32
  private static let limit = 64 << 10

  private let path: String
  private let type: String
  private let session: String?
  private let likeness: String
  /// What the file had when it was last read, and which file that was.
  private var known: (file: FileState, entries: [Entry])?

  /// A file at a time; all zero if there is none. A replacement is another file.
  private struct FileState: Equatable {
    var inode: UInt64 = 0
    var size = 0
    var seconds = 0
    var nanoseconds = 0

    init(_ path: String) {
      var status = stat()
      guard lstat(path, &status) == 0 else { return }
      inode = UInt64(status.st_ino)
      size = Int(status.st_size)
      (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }
  }

  init(directory: String, type: String, descriptor: Int32, environment: (String) -> String?) {
    path = "\(directory)/terminals"
    self.type = type
    session = Self.session(on: descriptor)
    likeness = Self.likeness(environment)
  }

  // MARK: Recalling

  /// The detection from this very terminal; nil if there is none.
  func detection(_ environment: (String) -> String?) -> TerminalDetection? {
    guard let session,
      let entry = entries().first(where: { $0.session == session && $0.type == type })
    else { return nil }
    return TerminalDetection(
      handedOn: entry.detection[...], type: type, environment: environment)
  }

  /// The background of this terminal, or else of the last similar one.
  func background() -> Surface.Background {
    let entries = entries()
    let entry =
      entries.first { session != nil && $0.session == session }
      ?? entries.first { $0.likeness == likeness }
    return entry?.background ?? .unknown
  }

  // MARK: Remembering

  /// Stores a detection. Errors are ignored: the next screen detects again.
  func remember(_ detection: TerminalDetection) {
    let entry = Entry(
      session: session ?? "-", likeness: likeness, type: type, background: detection.background,
      detection: detection.handedOn)
    var entries = entries()
    if entries.first == entry { return }
    entries.removeAll {
      $0.session == entry.session && (session != nil || $0.likeness == likeness)
    }
    entries.insert(entry, at: 0)
    try? write(entries.prefix(Self.capacity))
  }

  private func write(_ entries: ArraySlice<Entry>) throws(SystemError) {
    try makeDirectories(parentDirectory(of: path))
    var text = ""
    for entry in entries {
      text +=
        "\(entry.session)\t\(entry.likeness)\t\(entry.type)\t\(entry.background.rawValue)\t"
        + "\(entry.detection)\n"
    }
    try replaceFile(path, with: Array(text.utf8))
    known = (FileState(path), Array(entries))
  }

  /// The entries of the file, which is read again only if it is another one than before.
  private func entries() -> [Entry] {
    let file = FileState(path)
    if let known, known.file == file { return known.entries }
    let entries = file.inode == 0 ? [] : readEntries()
    known = (file, entries)
    return entries
  }

  /// The entries in the file; invalid lines are ignored.
  private func readEntries() -> [Entry] {
    guard let file = try? OwnedDescriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
      let bytes = try? readAll(from: file.number, limit: Self.limit)
    else { return [] }
    return bytes.split(separator: UInt8(ascii: "\n")).prefix(Self.capacity).compactMap { line in
      let fields = line.split(
        separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false
      ).map { String(decoding: $0, as: UTF8.self) }
      guard fields.count == 5, let background = Surface.Background(rawValue: fields[3]) else {
        return nil
      }
      return Entry(
        session: fields[0], likeness: fields[1], type: fields[2], background: background,
        detection: fields[4])
    }
  }

  // MARK: Which terminal

  /// The device, the leader of the session on it and its start in clock ticks since the system's:
  /// `34816.4711.123456`; nil if there is no such session.
  private static func session(on descriptor: Int32) -> String? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else { return nil }
    let leader = tcgetsid(descriptor)
    guard leader > 0, let start = ProcessFields(of: leader)?[22] else { return nil }
    return "\(status.st_rdev).\(leader).\(start)"
  }

  /// Variables in which terminals differ. Those of windows differ between windows, so only their
  /// presence counts.
  private static let variables = [
    "TERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "COLORTERM", "VTE_VERSION", "KONSOLE_VERSION",
    "XTERM_VERSION", "MLTERM", "SSH_CLIENT", "DISPLAY", "WAYLAND_DISPLAY",
  ]
  private static let windowVariables = [
    "KITTY_WINDOW_ID", "WINDOWID", "TMUX", "STY", "WT_SESSION", "GNOME_TERMINAL_SCREEN",
  ]

  /// A checksum (FNV-1a) of the variables, so that the file does not reveal where a user came from.
  private static func likeness(_ environment: (String) -> String?) -> String {
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ text: String) {
      for byte in text.utf8 { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
      sum = (sum ^ 0xFF) &* 0x100_0000_01B3
    }
    for name in variables { add(environment(name) ?? "") }
    for name in windowVariables { add(environment(name) == nil ? "" : "set") }
    return String(sum, radix: 16)
  }
}
