import PreferenceStore

/// How a preference is laid out in a record of its file.
package struct PreferenceLayout: Sendable {
  /// The format, whose decoder makes a `Preference.Storage`.
  package let format: RecordFormat
  /// Encodes all but the header; throws if a value does not fit.
  package let encode: @Sendable (Preference) throws(PreferenceError) -> [UInt8]

  package init(
    format: RecordFormat,
    encode: @escaping @Sendable (Preference) throws(PreferenceError) -> [UInt8]
  ) {
    self.format = format
    self.encode = encode
  }

  /// The 512 bytes of the file's documentation (docs/preference-file.md).
  package static let standard = PreferenceLayout(
    format: RecordFormat(
      magic: 0x0A1A_0A0D_4652_5089, major: PreferenceRecord.major, minor: PreferenceRecord.minor,
      length: PreferenceRecord.length, decode: PreferenceRecord.decode),
    encode: PreferenceRecord.encode)
}
