import LisanPreferences
import PreferenceStore

/// The records that are attacked.
public enum RecordShape: String, CaseIterable, Sendable {
  /// The 512 bytes of Lisan's own file.
  case preferences = "The preference file, with records of 512 bytes:"
  /// The largest that a `RecordFormat` holds: names and values, 4,096 bytes of them, which take two
  /// pages and nine sectors.
  case large = "A file of names and values, with records of 4,608 bytes:"

  /// The shape of all files that this module opens.
  @TaskLocal public static var current = RecordShape.preferences

  static let largeOption = "--large"

  /// What tells a child.
  var arguments: [String] { self == .large ? [Self.largeOption] : [] }

  /// The bytes of a record.
  var length: Int { self == .large ? 4608 : 512 }

  var fileLength: Int { self == .large ? 16_384 : 8192 }

  var layout: PreferenceLayout { self == .large ? .large : .standard }
}

/// The preference file at a path, in the shape that is attacked.
package func preferenceFile(at path: String, budget: LockBudget = .drawing) -> PreferenceFile {
  PreferenceFile(path: path, layout: RecordShape.current.layout, budget: budget)
}

package func fileReport(of path: String) throws(ReadFailure) -> FileReport {
  try FileReport(path: path, layout: RecordShape.current.layout)
}

extension PreferenceLayout {
  /// A preference as `KeyValues`, with enough beside it to fill the record.
  fileprivate static let large = PreferenceLayout(
    format: RecordFormat(name: "org.lisan.preference-faults") {
      (header, bytes) throws(SlotFault) in
      guard let values = KeyValues(storedBytes: RecordFormat.payload(of: bytes)),
        let market = values["market"], let language = values["language"]
      else { throw .malformed("values") }
      let kinds = values.names.compactMap { UInt8($0) }
      var fields = Preference.Fields()
      fields.language = language
      fields.followsSystemLanguage = values["follows"] != nil
      fields.market = market
      fields.sequence = values["sequence"].flatMap { UInt64($0) } ?? 0
      fields.device = header.identifier
      fields.generation = header.generation
      fields.committedAt = header.committedAt
      fields.entries = kinds.map { kind in
        Entry(Entry.Kind(rawValue: kind), values[bytes: String(kind)] ?? [])
      }
      return Preference.Storage(fields)
    },
    encode: { preference throws(PreferenceError) in
      var values = KeyValues()
      values["language"] = preference.language
      values["market"] = preference.market
      values["sequence"] = String(preference.sequence)
      if preference.followsSystemLanguage { values["follows"] = "" }
      for entry in preference.entries { values[bytes: String(entry.kind.rawValue)] = entry.value }
      let room = RecordFormat.payloadLimit - values.storedBytes.count - 3 - "filling".utf8.count
      // No byte of it is 0, so that every cut of the file takes something away.
      values[bytes: "filling"] = (0..<room).map { UInt8($0 % 255 + 1) }
      return try RecordFormat.image(payload: values.storedBytes).bytes
    })
}
