import CommandLineTool
import SettingsCore

/// A configuration file, of the person or of the machine: one JSON object whose keys are settings (R56).
///
/// ```json
/// { "resources": "/opt/kiosk/languages" }
/// ```
struct ConfigurationFile {
  let entries: [FileEntry]

  /// Reads the whole file, and reports every invalid key and value.
  init(path: String, isRequired: Bool) throws(ConfigurationError) {
    entries = try TextMembers.read(path, isRequired: isRequired) { key in
      LisanOption.settings.contains { $0.rawValue == key } ? nil : .configurationUnknownKey
    }.map { FileEntry(name: $0.key, value: $0.value, path: path, line: $0.line) }
  }
}
