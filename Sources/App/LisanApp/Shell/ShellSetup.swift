import Glibc
import SettingsCore
import SystemCalls

/// Lisan's lines in the files of a shell and of the session: what is there, and changes to it.
///
/// Nothing outside of the block changes, and a block that was edited by hand is left alone.
struct ShellSetup {
  /// A file that cannot be changed, and why.
  enum Failure: Error, Equatable {
    case edited(path: String)
    case system(path: String, SystemError)

    var text: Text {
      switch self {
      case .edited(let path):
        .message(.shellEdited, .path(path), .argument("lisan shell status --dry-run"))
      case .system(let path, let error):
        .message(.shellNotWritten, .path(path), error.text)
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

  /// Lisan's lines in a file; nil if it has none.
  func block(in file: ShellFile) throws(Failure) -> MarkedBlock? {
    try Self.read(file).flatMap { MarkedBlock(in: $0) }
  }

  /// Lisan's lines in each file, which is read once, or why it could not be read.
  func blocks() -> [Result<MarkedBlock?, Failure>] {
    files.map { file in
      Result { () throws(Failure) in try block(in: file) }
    }
  }

  /// The first file whose lines were edited.
  func edited(_ blocks: [Result<MarkedBlock?, Failure>]) -> ShellFile? {
    zip(files, blocks).first { (try? $1.get())?.isIntact == false }?.0
  }

  /// What all files together have: the lines of a goal if each has its lines, of this or of an
  /// earlier choice of language; nil if they differ.
  func goalReached(_ blocks: [Result<MarkedBlock?, Failure>]) throws(Failure) -> ShellGoal? {
    var goals: [ShellGoal] = []
    for (file, block) in zip(files, blocks) {
      guard let block = try block.get() else {
        goals.append(.none)
        continue
      }
      guard block.isIntact else { return nil }
      guard file.reader != .session else { continue }
      guard
        let goal = [ShellGoal.languageAndRun, .language].last(where: {
          lines(of: file, $0) == block.lines
        })
      else { return nil }
      // Some files have the same lines for both.
      let isBoth = lines(of: file, .language) == lines(of: file, .languageAndRun)
      if !isBoth { goals.append(goal) }
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
    let before = try Self.read(file)
    let block = before.flatMap { MarkedBlock(in: $0) }
    if let block, !block.isIntact { throw .edited(path: file.path) }
    let after =
      switch goal {
      case .none: block.flatMap { $0.removal(from: before ?? []) } ?? (block == nil ? before : nil)
      case .language, .languageAndRun:
        MarkedBlock.insertion(of: lines(of: file, goal), in: before)
      }
    return before == after
      ? nil
      : Change(
        file: file, target: ForeignFile(file.path).target, before: before, after: after)
  }

  /// What would change an edited block back to Lisan's lines, as patch(1) reads it.
  func difference(ofEdited file: ShellFile, to goal: ShellGoal) throws(Failure) -> [UInt8] {
    guard let before = try Self.read(file), let block = MarkedBlock(in: before) else { return [] }
    var after = before
    after.replaceSubrange(
      block.range,
      with: goal == .none ? [] : MarkedBlock.insertion(of: lines(of: file, goal), in: []))
    return UnifiedDiff.text(ForeignFile(file.path).target, from: before, to: after)
  }

  /// Brings all files to a goal, or none: every file is read before the first is written, and what was
  /// written is taken back if a later file cannot be written.
  ///
  /// - Returns: the changes that were made.
  func apply(_ goal: ShellGoal) throws(Failure) -> [Change] {
    for file in files { _ = try change(file, to: goal) }
    var made: [Change] = []
    do throws(Failure) {
      for file in files { if let change = try apply(goal, to: file) { made.append(change) } }
    } catch {
      for change in made.reversed() { try? revert(change) }
      throw error
    }
    return made
  }

  /// Writes what was in a file before a change, if nobody has changed it since.
  private func revert(_ change: Change) throws(SystemError) {
    let foreign = ForeignFile(change.file.path)
    let lock = try foreign.lock()
    if try foreign.read() == change.after { try foreign.write(change.before) }
    lock.close()
  }

  /// Brings one file to a goal; nil if it is there.
  func apply(_ goal: ShellGoal, to file: ShellFile) throws(Failure) -> Change? {
    let foreign = ForeignFile(file.path)
    guard goal != .none || fileExists(parentDirectory(of: foreign.target)) else { return nil }
    let lock = try Self.naming(file) { () throws(SystemError) in try foreign.lock() }
    guard let change = try change(file, to: goal) else { return nil }
    try Self.naming(file) { () throws(SystemError) in try foreign.write(change.after) }
    lock.close()
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

  private static func read(_ file: ShellFile) throws(Failure) -> [UInt8]? {
    try naming(file) { () throws(SystemError) in try ForeignFile.read(file.path) }
  }
}
