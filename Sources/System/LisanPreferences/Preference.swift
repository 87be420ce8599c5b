import PreferenceStore

/// The contents of a preference file: the decoded record, such as `ar`, chosen, generation 7.
///
/// This is a value: it does not change when the file does. Changes go through
/// `PreferenceFile.commit(_:)`, which merges them into the file's current contents.
///
/// Copying one costs only a reference count, because every access to `PreferenceFile.current`
/// copies one.
public struct Preference: Hashable, Sendable {
  /// The fields, shared by all copies.
  package final class Storage: Sendable {
    package let fields: Fields

    package init(_ fields: Fields) { self.fields = fields }
  }

  /// Those of a preference without a file, until they are set.
  package struct Fields: Hashable, Sendable {
    package var language = ""
    package var followsSystemLanguage = true
    package var appliesDirectionAtOnce = false
    package var market = ""
    package var languageChosenAt: Int64 = 0
    package var sequence: UInt64 = 0
    package var device = DeviceIdentifier.none
    package var generation: UInt64 = 0
    package var committedAt: Int64 = 0
    package var entries: [Entry] = []
    /// Flag bits of a later minor version, preserved.
    package var unknownFlags: UInt8 = 0

    package init() {}
  }

  private let storage: Storage

  package init(_ fields: Fields) { storage = Storage(fields) }

  /// The preference that a record of a `PreferenceLayout` was decoded to.
  init(_ record: StoredRecord) {
    guard let decoded = record.decoded else { preconditionFailure("a record of another format") }
    self.init(decoded: decoded)
  }

  /// - Parameter decoded: what the decoder of a `PreferenceLayout` made.
  init(decoded: any AnyObject & Sendable) {
    precondition(type(of: decoded) == Storage.self, "a record of another format")
    // A cast would look for the type's ancestors in a table.
    storage = unsafeDowncast(decoded, to: Storage.self)
  }

  package var fields: Fields { storage.fields }

  /// The preference without a file: the system language is followed, and nothing is chosen.
  public static let initial = Preference(Fields())

  /// The chosen language, a BCP 47 code such as `ar`; empty if none was ever chosen. It is kept
  /// while the system language is followed.
  public var language: String { storage.fields.language }

  /// Whether the system language is followed.
  public var followsSystemLanguage: Bool { storage.fields.followsSystemLanguage }

  /// Whether the layout takes a new direction at once instead of after a restart.
  public var appliesDirectionAtOnce: Bool { storage.fields.appliesDirectionAtOnce }

  /// The market's code, such as `EG`; empty for the default.
  public var market: String { storage.fields.market }

  /// When the language was chosen, in milliseconds since 1970; 0 if never.
  public var languageChosenAt: Int64 { storage.fields.languageChosenAt }

  /// The maximum sequence number of a choice: the largest integer that JSON numbers represent
  /// exactly (RFC 8259, section 6).
  public static let sequenceLimit: UInt64 = 9_007_199_254_740_991

  /// The sequence number of the language choice on this device, from 1; 0 if there is none.
  public var sequence: UInt64 { storage.fields.sequence }

  /// All other settings, in the order of the file, including unknown kinds.
  public var entries: [Entry] { storage.fields.entries }

  /// The device on which the choices were made.
  public var device: DeviceIdentifier { storage.fields.device }

  /// The number of commits to the file, from 1; 0 for `initial`.
  public var generation: UInt64 { storage.fields.generation }

  /// When this generation was committed, in milliseconds since 1970.
  public var committedAt: Int64 { storage.fields.committedAt }

  /// The first entry of a kind, such as `preference[Entry.Kind(rawValue: 1)]?.text`.
  public subscript(kind: Entry.Kind) -> Entry? { entries.first { $0.kind == kind } }

  public static func == (a: Preference, b: Preference) -> Bool {
    a.storage === b.storage || a.fields == b.fields
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(fields) }
}
