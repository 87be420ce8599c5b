import Glibc
import LisanPreferences
import SettingsCore
import StrictJSON

/// `lisan store`: inspects the preference file, for administrators.
extension Commands {
  /// Prints each slot of the file, valid or not.
  func dumpStore(_ path: String, json: Bool) -> ExitCode {
    guard let report = report(path) else { return .failed }
    if json {
      Console.give(report.json.text)
      return .done
    }
    Console.say("path: \(report.path)")
    Console.say("size: \(report.size)")
    Console.say("owner: \(report.owner)")
    for slot in report.slots {
      Console.say("slot at \(slot.offset):")
      switch slot.content {
      case .failure(let fault): Console.say("  invalid: \(fault)")
      case .success(let content):
        for (name, value) in content.fields { Console.say("  \(name): \(value.text)") }
      }
    }
    return .done
  }

  /// Prints one line per fault of the file; prints nothing and exits with 0 if it is sound.
  func verifyStore(_ path: String) -> ExitCode {
    guard let report = report(path) else { return .failed }
    for finding in report.findings { Console.say("\(path): \(finding)") }
    return report.findings.isEmpty ? .done : .failed
  }

  private func report(_ path: String) -> FileReport? {
    do throws(ReadFailure) {
      return try FileReport(path: path)
    } catch {
      complain(
        error.errno == ENOENT
          ? .message(.preferenceFileAbsent, .path(path))
          : .message(.preferenceFileUnreadable, error.text))
      return nil
    }
  }
}

extension FileReport {
  fileprivate var json: JSON {
    .object([
      ("path", .string(path)), ("size", .number(Int(size))), ("owner", .number(Int(owner))),
      (
        "slots",
        .array(
          slots.map { slot in
            let offset = ("offset", JSON.number(slot.offset))
            switch slot.content {
            case .failure(let fault): return .object([offset, ("invalid", .string("\(fault)"))])
            case .success(let content): return .object([offset] + content.fields)
            }
          })
      ),
    ])
  }
}

extension FileReport.Content {
  /// The record's fields, named as in the format.
  fileprivate var fields: [(String, JSON)] {
    [
      ("kind", .string(isMirror ? "mirror" : "primary")),
      ("version", .string("\(record.major).\(record.minor)")),
      ("generation", .number(preference.generation)),
      ("committed_at", .number(preference.committedAt)),
      ("language", .string(preference.language)),
      ("follows_system_language", .bool(preference.followsSystemLanguage)),
      ("applies_direction_at_once", .bool(preference.appliesDirectionAtOnce)),
      ("market", .string(preference.market)),
      ("language_chosen_at", .number(preference.languageChosenAt)),
      ("sequence", .number(preference.sequence)),
      ("device", .string("\(preference.device)")),
      ("entries", .number(preference.entries.count)),
    ]
  }
}
