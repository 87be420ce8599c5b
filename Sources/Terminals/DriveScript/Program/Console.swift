import CommandLineTool
import Glibc
import Localization
import SystemCalls
import TerminalHarness

/// Standard output and standard error, in the language that the environment asks for.
struct Console: Sendable {
  let catalog: Catalog<DriveMessage>

  /// The texts of the first wanted language that has all of them; else English.
  static func inPreferredLanguage() -> Console {
    let resources = ProgramLocation.running.resources(named: "lisan")
    func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    let data =
      variable("XDG_DATA_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? "\(variable("HOME") ?? "")/.local/share"
    let folders = [resources, "/etc/lisan", "\(data)/lisan"].map {
      "\($0)/\(LanguageDropIn.folder)"
    }
    let languages =
      (try? LanguageList(directory: resources, dropInsIn: folders))?.languages ?? []
    let wanted = SystemLanguage.preferred(environment: variable)
    for code in wanted {
      guard let match = code.bestMatch(in: languages.map(\.code)),
        let language = languages.first(where: { $0.code == match }),
        let catalog = try? Catalog<DriveMessage>.load(
          language: language, from: "\(language.directory ?? resources)/drive")
      else { continue }
      return Console(catalog: catalog)
    }
    return Console(catalog: .builtIn())
  }

  func text(_ message: DriveMessage, _ arguments: [String] = []) -> String {
    StandardStreams.filtered(catalog.text(message, arguments))
  }

  /// A line on standard output; false if it could not be written.
  @discardableResult
  func say(_ line: String) -> Bool { StandardStreams.say(line) }

  /// A line on standard error.
  func complain(_ line: String) { StandardStreams.complain(line) }

  func complain(_ failure: DriveFailure) {
    complain("lisan-drive: " + text(failure.message, failure.arguments))
  }
}

extension Console {
  /// `menu.drive:3:7: what is wrong`.
  func line(_ error: ScriptError) -> String {
    "\(error.place): \(text(error.message, error.arguments))"
  }

  /// The failed statement and its place, and the actual state, a line each.
  func lines(_ failure: ScriptFailure) -> [String] {
    var lines = ["\(failure.place): \(text(failure.message, failure.arguments))"]
    if let difference = failure.difference {
      lines += difference.split(separator: "\n").map(String.init)
    }
    guard let scene = failure.scene else { return lines }
    lines += scene.screen.picture.split(separator: "\n").map(String.init)
    lines.append(text(.programIs, ["\(scene.status)"]))
    lines.append(text(.lastBytes, [readable(scene.lastOutput)]))
    if !scene.unknownSequences.isEmpty {
      lines.append(
        text(.alsoUnknown, [scene.unknownSequences.prefix(10).joined(separator: "  ")]))
    }
    return lines
  }
}
