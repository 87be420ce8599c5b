import Localization
import StrictJSON
import SystemCalls
import TerminalHarness

/// The results of the scripts of a test run.
struct TestReport: Sendable {
  struct Entry: Sendable {
    /// The script's path, and the number of the run if there are several.
    var name: String
    var verdict: Verdict
    let duration: Duration
    /// Files kept from a failure, and from the failed tries before it.
    var kept: [String] = []
    /// The reports of failed tries before this one.
    var formerTries: [[String]] = []
  }

  enum Verdict: Sendable {
    case passed
    case skipped(String)
    case failed([String])
  }

  var entries: [Entry] = []
  /// When the first script started (milliseconds since 1970).
  var start: Int64 = 0

  var hasFailed: Bool {
    entries.contains { if case .failed = $0.verdict { true } else { false } }
  }

  /// How many scripts passed only when they were tried again.
  var passedAgain: Int {
    entries.count { entry in
      if case .passed = entry.verdict { !entry.formerTries.isEmpty } else { false }
    }
  }

  // MARK: TAP

  /// One line of the Test Anything Protocol, version 14, with the failures as comments below it.
  ///
  /// - Parameter passedAtTry: says of a number that the script passed at this try.
  static func tap(
    _ entry: Entry, number: Int, passedAtTry: (String) -> String = { $0 }
  ) -> String {
    let name = entry.name.split(separator: "#", omittingEmptySubsequences: false)
      .joined(separator: "\\#")
    switch entry.verdict {
    case .passed where entry.formerTries.isEmpty: return "ok \(number) - \(name)"
    case .passed:
      let comments =
        [passedAtTry("\(entry.formerTries.count + 1)")] + entry.formerTries.flatMap { $0 }
        + entry.kept
      return (["ok \(number) - \(name)"] + comments.map { "# \($0)" }).joined(separator: "\n")
    case .skipped(let reason): return "ok \(number) - \(name) # SKIP \(reason)"
    case .failed(let lines):
      let comments = (lines + entry.kept).map { "# \($0)" }
      return (["not ok \(number) - \(name)"] + comments).joined(separator: "\n")
    }
  }

  // MARK: JUnit

  /// The report as JUnit's XML, which continuous integration reads: the elements and attributes that both Ant's and
  /// Jenkins' schemas want, in Ant's order. Only the tries before the last one are unknown to Ant.
  var junit: String {
    let seconds = entries.reduce(Duration.zero) { $0 + $1.duration }
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<testsuite name=\"lisan-drive\" tests=\"\(entries.count)\" "
        + "failures=\"\(count { if case .failed = $0 { true } else { false } })\" errors=\"0\" "
        + "skipped=\"\(count { if case .skipped = $0 { true } else { false } })\" "
        + "time=\"\(Self.seconds(seconds))\" "
        + "timestamp=\"\(UTCTime.bareText(millisecondsSince1970: start))\" "
        + "hostname=\"\(MachineName.text())\">",
      "  <properties/>",
    ]
    for entry in entries {
      let opening =
        "  <testcase classname=\"lisan-drive\" name=\"\(Self.escaped(entry.name))\" "
        + "time=\"\(Self.seconds(entry.duration))\""
      // As Maven Surefire writes failed tries of a test that passed, or failed, in the end.
      let isPassed = if case .passed = entry.verdict { true } else { false }
      let former = entry.formerTries.map {
        Self.failure($0, in: isPassed ? "flakyFailure" : "rerunFailure")
      }
      switch entry.verdict {
      case .passed where former.isEmpty: lines.append(opening + "/>")
      case .passed: lines += [opening + ">"] + former + ["  </testcase>"]
      case .skipped(let reason):
        lines += [
          opening + ">", "    <skipped message=\"\(Self.escaped(reason))\"/>", "  </testcase>",
        ]
      case .failed(let details):
        lines += [opening + ">", Self.failure(details + entry.kept, in: "failure")]
        lines += former + ["  </testcase>"]
      }
    }
    return (lines + ["  <system-out/>", "  <system-err/>", "</testsuite>", ""]).joined(
      separator: "\n")
  }

  /// An element with a report, whose first line says what failed.
  private static func failure(_ report: [String], in element: String) -> String {
    let text = escaped(report.joined(separator: "\n"))
    let message = escaped(report.first ?? "")
    return "    <\(element) message=\"\(message)\" type=\"failure\">\(text)</\(element)>"
  }

  private func count(_ condition: (Verdict) -> Bool) -> Int {
    entries.count { condition($0.verdict) }
  }

  private static func seconds(_ time: Duration) -> String {
    JSON.number((time.inSeconds * 1_000).rounded() / 1_000).text
  }

  /// A text in XML 1.0, without control characters.
  private static func escaped(_ text: String) -> String {
    text.replacingScalars { scalar in
      switch scalar.value {
      case 0x0A, 0x09: nil
      case 0..<0x20, 0x7F..<0xA0, 0xFFFE, 0xFFFF: "\u{FFFD}"
      default: nil
      }
    }.escapedForXML
  }
}
