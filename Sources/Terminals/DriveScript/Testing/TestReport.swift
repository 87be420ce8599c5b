import StrictJSON
import TerminalHarness

/// The results of the scripts of a test run.
struct TestReport: Sendable {
  struct Entry: Sendable {
    /// The script's path, and the number of the run if there are several.
    let name: String
    let verdict: Verdict
    let duration: Duration
    /// Files kept from a failure.
    var kept: [String] = []
  }

  enum Verdict: Sendable {
    case passed
    case skipped(String)
    case failed([String])
  }

  var entries: [Entry] = []

  var hasFailed: Bool {
    entries.contains { if case .failed = $0.verdict { true } else { false } }
  }

  // MARK: TAP

  /// One line of the Test Anything Protocol, version 14, with the failures as comments below it.
  static func tap(_ entry: Entry, number: Int) -> String {
    let name = entry.name.split(separator: "#", omittingEmptySubsequences: false)
      .joined(separator: "\\#")
    switch entry.verdict {
    case .passed: return "ok \(number) - \(name)"
    case .skipped(let reason): return "ok \(number) - \(name) # SKIP \(reason)"
    case .failed(let lines):
      let comments = (lines + entry.kept).map { "# \($0)" }
      return (["not ok \(number) - \(name)"] + comments).joined(separator: "\n")
    }
  }

  // MARK: JUnit

  /// The report as JUnit's XML, which continuous integration reads.
  var junit: String {
    let seconds = entries.reduce(Duration.zero) { $0 + $1.duration }
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<testsuite name=\"lisan-drive\" tests=\"\(entries.count)\" "
        + "failures=\"\(count { if case .failed = $0 { true } else { false } })\" errors=\"0\" "
        + "skipped=\"\(count { if case .skipped = $0 { true } else { false } })\" "
        + "time=\"\(Self.seconds(seconds))\">",
    ]
    for entry in entries {
      let opening =
        "  <testcase classname=\"lisan-drive\" name=\"\(Self.escaped(entry.name))\" "
        + "time=\"\(Self.seconds(entry.duration))\""
      switch entry.verdict {
      case .passed: lines.append(opening + "/>")
      case .skipped(let reason):
        lines += [
          opening + ">", "    <skipped message=\"\(Self.escaped(reason))\"/>", "  </testcase>",
        ]
      case .failed(let details):
        let text = Self.escaped((details + entry.kept).joined(separator: "\n"))
        lines += [
          opening + ">",
          "    <failure message=\"\(Self.escaped(details.first ?? ""))\">\(text)</failure>",
          "  </testcase>",
        ]
      }
    }
    return (lines + ["</testsuite>", ""]).joined(separator: "\n")
  }

  private func count(_ condition: (Verdict) -> Bool) -> Int {
    entries.count { condition($0.verdict) }
  }

  private static func seconds(_ time: Duration) -> String {
    JSON.number((time.inSeconds * 1_000).rounded() / 1_000).text
  }

  /// A text in XML 1.0, without control characters.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x26: result += "&amp;"
      case 0x3C: result += "&lt;"
      case 0x3E: result += "&gt;"
      case 0x22: result += "&quot;"
      case 0x0A, 0x09: result.unicodeScalars.append(scalar)
      case 0..<0x20, 0x7F..<0xA0, 0xFFFE, 0xFFFF: result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
