import PreferenceStore

/// The changes of a commit: `PreferenceChanges(language: "ar", followsSystemLanguage: false)`. A
/// `nil` keeps the value in the file.
///
/// If the language or the following of the system language changes, the commit increments the
/// sequence number and sets the time of the choice. The language that they resolve to is no choice.
/// A number above `Preference.sequenceLimit` starts a new device with this as its first choice.
public struct PreferenceChanges: Hashable, Sendable {
  /// A BCP 47 code: up to 35 ASCII letters, digits and hyphens.
  public var language: String?
  public var followsSystemLanguage: Bool?
  public var appliesDirectionAtOnce: Bool?
  /// Up to 7 ASCII letters, digits and hyphens; empty for the default market.
  public var market: String?
  /// When the choice was made, in milliseconds since 1970, if not now (it came from the account).
  /// Without another change or number, it changes nothing.
  public var languageChosenAt: Int64?
  /// Whether an unchanged choice gets a new number too, because the account could not tell it from
  /// an earlier one. It keeps its time if none is given.
  public var isNumberedAnew: Bool
  /// A number that the sequence number of a counted choice must exceed. Needed if the account knows
  /// later choices of this device than the file: the file was restored from a copy, or is used on two
  /// machines.
  public var sequencePassed: UInt64
  /// Entries to set. Each replaces the one of its kind; an empty value removes the entry.
  public var entries: [Entry]
  /// Languages of single programs, by their names; an empty one removes what was there. Those of other
  /// programs stay.
  public var programs: [String: String]

  public init(
    language: String? = nil, followsSystemLanguage: Bool? = nil,
    appliesDirectionAtOnce: Bool? = nil, market: String? = nil, languageChosenAt: Int64? = nil,
    isNumberedAnew: Bool = false, sequencePassed: UInt64 = 0, entries: [Entry] = [],
    programs: [String: String] = [:]
  ) {
    self.language = language
    self.followsSystemLanguage = followsSystemLanguage
    self.appliesDirectionAtOnce = appliesDirectionAtOnce
    self.market = market
    self.languageChosenAt = languageChosenAt
    self.isNumberedAnew = isNumberedAnew
    self.sequencePassed = sequencePassed
    self.entries = entries
    self.programs = programs
  }

  /// `preference` with the changes, still with its former generation; `nil` if nothing changes. Its
  /// device is `none` if the commit has to start a new one.
  func merged(into preference: Preference, now: Int64) -> Preference? {
    let old = preference.fields
    var changed = old
    if let language { changed.language = language }
    if let followsSystemLanguage { changed.followsSystemLanguage = followsSystemLanguage }
    if let appliesDirectionAtOnce { changed.appliesDirectionAtOnce = appliesDirectionAtOnce }
    if let market { changed.market = market }
    let merged = preference.programs.merging(programs) { $1 }
    for entry in entries + (programs.isEmpty ? [] : [Entry(programs: merged)]) {
      let place = changed.entries.firstIndex { $0.kind == entry.kind }
      switch (place, entry.value.isEmpty) {
      case (let place?, true): changed.entries.remove(at: place)
      case (let place?, false): changed.entries[place] = entry
      case (nil, true): break
      case (nil, false): changed.entries.append(entry)
      }
    }
    if changed == old && !isNumberedAnew { return nil }
    let isOtherChoice =
      changed.language != old.language
      || changed.followsSystemLanguage != old.followsSystemLanguage
    if isOtherChoice || isNumberedAnew {
      let passed = max(old.sequence, sequencePassed)
      if passed < Preference.sequenceLimit {
        changed.sequence = passed + 1
      } else {
        (changed.sequence, changed.device) = (1, .none)
      }
      if isOtherChoice || languageChosenAt != nil {
        changed.languageChosenAt = languageChosenAt ?? now
      }
    }
    return Preference(changed)
  }
}
