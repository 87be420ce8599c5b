import Glibc
import SettingsCore
import SystemCalls

/// Lisan's lines in the files of a shell and of the session: what is there, and changes to it.
///
/// A file is replaced as a whole, through links, with its mode and owner, under a lock of its
/// directory. Nothing outside of the block changes, and a block that was edited by hand is left
/// alone.
struct ShellSetup {
  /// Lisan's lines in a file.
  enum Presence: Equatable {
    case absent
    case present(lines: [String])
    /// They were edited by hand.
    case edited
  }

  /// A file that cannot be changed, and why.
  enum Failure: Error, Equatable {
    case edited(path: String)
    case system(path: String, SystemError)

    var text: Text {
      switch self {
      case .edited(let path):
        .message(.shellEdited, .path(path), .argument("lisan shell status --dry-run"))
      case .system(let path, let error):
        .message(.shellNotWritten, .path(path), .argument(error.description))
      }
    }
  }

  /// What a change does to a file; nil for a version that does not exist.
  struct Change: Equatable {
    let file: ShellFile
    /// The file behind links.
    let target: String
    let before: [UInt8]?
    let after: [UInt8]?

    /// Whether the file is a link, so that another file is written.
    var isThroughLink: Bool { target != file.path }

    /// The change as patch(1) reads it.
    var difference: [UInt8] { UnifiedDiff.text(target, from: before, to: after) }
  }

  let files: [ShellFile]
  /// The name or the path of `lisan` in the lines.
  let program: String
  /// Finds the variables for the session, which asks for the installed locales.
  let variables: () -> [(name: String, value: String)]

  /// The largest accepted file in bytes.
  private static let limit = 16 << 20
  /// How long another change may take, in nanoseconds.
  private static let patience: Int64 = 5_000_000_000

  /// Lisan's lines in a file.
  func presence(in file: ShellFile) throws(Failure) -> Presence {
    guard let bytes = try Self.read(Self.target(of: file.path)),
      let block = MarkedBlock(in: bytes)
    else { return .absent }
    return block.isIntact ? .present(lines: block.lines) : .edited
  }

  /// What all files together have: the lines of a goal if each has its lines, of this or of an
  /// earlier choice of language; nil if they differ.
  func goalReached() throws(Failure) -> ShellGoal? {
    var goals: [ShellGoal] = []
    for file in files {
      switch try presence(in: file) {
      case .absent: goals.append(.none)
      case .edited: return nil
      case .present(let found):
        guard file.reader != .session else { continue }
        guard
          let goal = [ShellGoal.languageAndRun, .language].last(where: {
            lines(of: file, $0) == found
          })
        else { return nil }
        // Some files have the same lines for both.
        let isBoth = lines(of: file, .language) == lines(of: file, .languageAndRun)
        if !isBoth { goals.append(goal) }
      }
    }
    guard let first = goals.first else { return .some(.none) }
    return goals.allSatisfy { $0 == first } ? first : nil
  }

  func lines(of file: ShellFile, _ goal: ShellGoal) -> [String] {
    file.lines(program: program, runs: goal == .languageAndRun, variables: variables)
  }

  /// What the files would get for a goal.
  func proposals(_ goal: ShellGoal) -> [ShellState.Proposal] {
    files.map { ShellState.Proposal(path: $0.path, lines: lines(of: $0, goal)) }
  }

  /// The change that brings a file to a goal; nil if it is there.
  func change(_ file: ShellFile, to goal: ShellGoal) throws(Failure) -> Change? {
    let target = Self.target(of: file.path)
    let before = try Self.read(target)
    let block = before.flatMap { MarkedBlock(in: $0) }
    if let block, !block.isIntact { throw .edited(path: file.path) }
    let after =
      switch goal {
      case .none: block.flatMap { $0.removal(from: before ?? []) } ?? (block == nil ? before : nil)
      case .language, .languageAndRun:
        MarkedBlock.insertion(of: lines(of: file, goal), in: before)
      }
    return before == after
      ? nil : Change(file: file, target: target, before: before, after: after)
  }

  /// What would change an edited block back to Lisan's lines, as patch(1) reads it.
  func difference(ofEdited file: ShellFile, to goal: ShellGoal) throws(Failure) -> [UInt8] {
    let target = Self.target(of: file.path)
    guard let before = try Self.read(target), let block = MarkedBlock(in: before) else { return [] }
    var after = before
    after.replaceSubrange(
      block.range,
      with: goal == .none ? [] : MarkedBlock.insertion(of: lines(of: file, goal), in: []))
    return UnifiedDiff.text(target, from: before, to: after)
  }

  /// Brings all files to a goal, or none: every file is read before the first is written.
  ///
  /// - Returns: the changes that were made.
  func apply(_ goal: ShellGoal) throws(Failure) -> [Change] {
    for file in files { _ = try change(file, to: goal) }
    var made: [Change] = []
    for file in files { if let change = try apply(goal, to: file) { made.append(change) } }
    return made
  }

  /// Brings one file to a goal; nil if it is there.
  func apply(_ goal: ShellGoal, to file: ShellFile) throws(Failure) -> Change? {
    let directory = parentDirectory(of: Self.target(of: file.path))
    guard goal != .none || fileExists(directory) else { return nil }
    let lock: OwnedDescriptor = try Self.naming(file) { () throws(SystemError) in
      try makeDirectories(directory)
      return try OwnedDescriptor(opening: directory, O_RDONLY | O_DIRECTORY)
    }
    try Self.naming(file) { () throws(SystemError) in
      try lockFile(lock.number, within: Self.patience)
    }
    // What was read before the lock may have changed.
    guard let change = try change(file, to: goal) else { return nil }
    try Self.naming(file) { () throws(SystemError) in
      if let after = change.after {
        try replaceFile(change.target, with: after, mode: 0o644, keepsAttributes: true)
      } else if unlink(change.target) != 0 {
        throw .last
      }
    }
    return change
  }

  /// Throws an error of the system with the file's name.
  private static func naming<Result: ~Copyable>(
    _ file: ShellFile, _ body: () throws(SystemError) -> Result
  ) throws(Failure) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      throw .system(path: file.path, error)
    }
  }

  /// The file behind links, even if it does not exist yet.
  private static func target(of path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// The bytes of a file; nil if it does not exist.
  private static func read(_ path: String) throws(Failure) -> [UInt8]? {
    do throws(SystemError) {
      let file = try OwnedDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
      var status = stat()
      guard fstat(file.number, &status) == 0 else { throw .last }
      guard status.st_mode & S_IFMT == S_IFREG else { throw SystemError(EINVAL) }
      return try readAll(from: file.number, limit: limit, expected: Int(status.st_size))
    } catch {
      if error.errno == ENOENT { return nil }
      throw .system(path: path, error)
    }
  }
}
