/// What a preference file says: the decoded record, such as `ar`, chosen, generation 7.
///
/// It is a value: nothing changes in it when the file does. Changes go through
/// `PreferenceFile.commit(_:)`, which merges them into what is in the file by then.
public struct Preference: Hashable, Sendable {
  /// The language that was chosen, a BCP 47 code such as `ar`; empty where none ever was. It is
  /// kept while the system language is followed.
  public var language: String
  /// Whether the system language is followed (R21).
  public var followsSystemLanguage: Bool
  /// Whether the layout takes a new direction at once instead of after a restart (R22).
  public var appliesDirectionAtOnce: Bool
  /// The market's code, such as `EG`; empty for the default.
  public var market: String
  /// When the language was chosen, in milliseconds since 1970; 0 where none ever was.
  public var languageChosenAt: Int64
  /// The number of the language choice on this device, from 1; 0 where none ever was (R37).
  public var sequence: UInt64
  /// The device that the choices were made on.
  public let device: DeviceIdentifier
  /// Counts the commits to the file, from 1; 0 for `initial`.
  public let generation: UInt64
  /// When this generation was committed, in milliseconds since 1970.
  public let committedAt: Int64
  /// Everything else, in the order of the file; unknown kinds too.
  public var entries: [Entry]

  /// Flag bits of a later minor version, carried along.
  let unknownFlags: UInt8
  /// The minor version that wrote it: a later one is not written back as an earlier one.
  let minorVersion: UInt16

  init(
    language: String, followsSystemLanguage: Bool, appliesDirectionAtOnce: Bool, market: String,
    languageChosenAt: Int64, sequence: UInt64, device: DeviceIdentifier, generation: UInt64,
    committedAt: Int64, entries: [Entry], unknownFlags: UInt8 = 0, minorVersion: UInt16 = 0
  ) {
    self.language = language
    self.followsSystemLanguage = followsSystemLanguage
    self.appliesDirectionAtOnce = appliesDirectionAtOnce
    self.market = market
    self.languageChosenAt = languageChosenAt
    self.sequence = sequence
    self.device = device
    self.generation = generation
    self.committedAt = committedAt
    self.entries = entries
    self.unknownFlags = unknownFlags
    self.minorVersion = minorVersion
  }

  /// What holds where there is no file: the system language is followed (R19), nothing is chosen.
  public static let initial = Preference(
    language: "", followsSystemLanguage: true, appliesDirectionAtOnce: false, market: "",
    languageChosenAt: 0, sequence: 0, device: .none, generation: 0, committedAt: 0, entries: [])

  /// The first entry of a kind, such as `preference[.theme]?.text`.
  public subscript(kind: Entry.Kind) -> Entry? { entries.first { $0.kind == kind } }

  /// The same preference as the generation after this one.
  func succeeding(device: DeviceIdentifier, committedAt: Int64) -> Preference {
    Preference(
      language: language, followsSystemLanguage: followsSystemLanguage,
      appliesDirectionAtOnce: appliesDirectionAtOnce, market: market,
      languageChosenAt: languageChosenAt, sequence: sequence, device: device,
      generation: generation + 1, committedAt: committedAt, entries: entries,
      unknownFlags: unknownFlags, minorVersion: minorVersion)
  }
}
