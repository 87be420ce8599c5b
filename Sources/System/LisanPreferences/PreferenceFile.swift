import PreferenceStore
import SystemCalls

/// The file with a person's choices.
///
///     let file = PreferenceFile(path: "/home/ana/.config/lisan/preferences")
///     let answer = file.read()                                    // before the first frame
///     let commit = try file.commit(PreferenceChanges(language: "ar", followsSystemLanguage: false))
///     try file.makeDurable(commit)                                // off the drawing thread
///
/// Any number of threads may share one object, and any number of objects and processes may share
/// one file. `StoreFile` says how the file is kept.
public final class PreferenceFile: Sendable {
  let file: StoreFile
  private let layout: PreferenceLayout

  /// Stores the path; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - layout: that of the records, which tests replace.
  ///   - budget: how long this object waits for other writers.
  ///   - ownsPath: whether whatever is damaged there may be set aside (`StoreFile`).
  package init(
    path: String, layout: PreferenceLayout = .standard, budget: LockBudget = .drawing,
    ownsPath: Bool = false
  ) {
    file = StoreFile(path: path, format: layout.format, budget: budget, ownsPath: ownsPath)
    self.layout = layout
  }

  /// The path of the file, which the first commit creates if necessary.
  public var path: String { file.path }

  /// Moves a damaged file out of the way (`StoreFile.setAside()`).
  ///
  /// - Returns: the new name; `nil` if there is nothing to move.
  public func setAside() throws(PreferenceError) -> String? { try file.setAside() }

  /// Reads the file. It notices a replaced file, follows no links, never blocks, and changes
  /// nothing.
  public func read() -> ReadAnswer { file.read().map(Preference.init) }

  /// Whether the damaged file that was read belongs to another program (`StoreFile.isForeign`).
  public var isForeign: Bool { file.isForeign }

  /// The current contents of the last file read, without system calls (`StoreFile.current`).
  public var current: Preference? { file.currentDecoded.map { Preference(decoded: $0) } }

  /// Merges the changes into the file's current contents and writes them (`StoreFile.update(_:)`).
  public func commit(_ changes: PreferenceChanges) throws(PreferenceError) -> Commit {
    try file.commit { (record: StoredRecord?) throws(PreferenceError) in
      let old = record.map(Preference.init) ?? .initial
      let now = SystemClock.millisecondsSince1970()
      guard let merged = changes.merged(into: old, now: now) else { return nil }
      return RecordImage(bytes: try layout.encode(merged), isNewIdentity: merged.device == .none)
    }
  }

  /// What the next commit would have to wait for (`StoreFile.abandoned()`); `nil` if it does not.
  public func abandoned() -> Commit? { file.abandoned() }

  /// Waits until the commit survives a power cut (`StoreFile.makeDurable(_:)`).
  public func makeDurable(_ commit: Commit) throws(PreferenceError) {
    try file.makeDurable(commit)
  }
}

extension Commit {
  /// The contents of the file with the changes.
  public var preference: Preference { record.map(Preference.init) ?? .initial }

  /// Whether the former device's sequence numbers ran out, so that a new device was started.
  public var isNewDevice: Bool { isNewIdentity }
}

extension StoreWatch {
  /// Consumes the events and reads `file` again. Returns the answer if it differs from the last one
  /// of its `read()`, `commit(_:)` or `news(of:)`; so it ignores this object's commits.
  public func news(of file: PreferenceFile) -> ReadAnswer? {
    news(of: file.file)?.map(Preference.init)
  }
}

/// Becomes readable when the preference file changes.
public typealias PreferenceWatch = StoreWatch

extension FileReport {
  /// Opens and examines a preference file; never changes it.
  package init(path: String, layout: PreferenceLayout = .standard) throws(ReadFailure) {
    try self.init(path: path, format: layout.format)
  }
}

extension FileReport.Content {
  public var preference: Preference { Preference(record) }
}

extension PreferenceStore.ReadAnswer<Preference> {
  /// The preference to use, if there is one.
  public var preference: Preference? { content }
}
