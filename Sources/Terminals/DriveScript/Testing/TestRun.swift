import Glibc
import SystemCalls
import TerminalHarness

/// Runs scripts in parallel, and reports each as soon as it and those before it have ended.
struct TestRun {
  let console: Console
  let options: ScriptRun.Options
  let variables: [String: String]
  /// How many scripts run at once.
  let jobs: Int
  /// How often each script runs.
  let repetitions: Int
  /// How often a failed script is tried again, at most.
  let retries: Int
  /// The folder for pictures and recordings of failures.
  let folder: String

  /// All scripts below a folder by name, or the file itself.
  static func scripts(at path: String) throws(DriveFailure) -> [String] {
    var scripts: [String] = []
    try collect(path, into: &scripts, depth: 0)
    return scripts.sorted()
  }

  private static func collect(
    _ path: String, into scripts: inout [String], depth: Int
  ) throws(DriveFailure) {
    guard let stream = opendir(path) else {
      guard errno == ENOTDIR else {
        throw DriveFailure(.cannotRead, path, SystemError.last.description)
      }
      return scripts.append(path)
    }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      let isFolder = entry.pointee.d_type == UInt8(DT_DIR)
      if name.hasPrefix(".") { continue }
      let inner = Files.path(
        name, in: path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path)
      if isFolder, depth < 32 {
        try collect(inner, into: &scripts, depth: depth + 1)
      } else if name.hasSuffix(".drive") {
        scripts.append(inner)
      }
    }
  }

  /// Runs them all. Each is checked before the first one starts.
  func run(_ paths: [String]) async -> TestReport {
    let names = paths.flatMap { path in
      (1...repetitions).map { repetitions == 1 ? path : "\(path) (\($0))" }
    }
    console.say("TAP version 14")
    console.say("1..\(names.count)")
    let start = SystemClock.millisecondsSince1970()
    var entries: [Int: TestReport.Entry] = [:]
    var told = 0
    await withTaskGroup(of: (Int, TestReport.Entry).self) { group in
      var next = 0
      func startOne() {
        guard next < names.count else { return }
        let (index, name, path) = (next, names[next], paths[next / repetitions])
        next += 1
        group.addTask { (index, await self.entry(name, path)) }
      }
      for _ in 0..<jobs { startOne() }
      while let (index, entry) = await group.next() {
        startOne()
        entries[index] = entry
        while let entry = entries[told] {
          told += 1
          console.say(
            TestReport.tap(entry, number: told) { console.text(.passedAtTry, [$0]) })
        }
      }
    }
    let report = TestReport(entries: names.indices.compactMap { entries[$0] }, start: start)
    if report.passedAgain > 0 {
      console.say("# " + console.text(.passedAgain, ["\(report.passedAgain)", "\(names.count)"]))
    }
    return report
  }

  /// The last try of a script, with the failed ones before it.
  private func entry(_ name: String, _ path: String) async -> TestReport.Entry {
    var former: [[String]] = []
    var kept: [String] = []
    while true {
      let kind = former.isEmpty ? name : "\(name) try \(former.count + 1)"
      var entry = await self.try(kind, path)
      if case .failed(let lines) = entry.verdict, former.count < retries {
        former.append(lines)
        kept += entry.kept
        continue
      }
      entry.name = name
      entry.kept = kept + entry.kept
      entry.formerTries = former
      return entry
    }
  }

  private func `try`(_ name: String, _ path: String) async -> TestReport.Entry {
    let script: Script
    do throws(ScriptError) {
      script = try Script(file: path, variables: variables)
      try script.checkOutputs()
      try script.checkTools()
    } catch {
      return TestReport.Entry(name: name, verdict: .failed([console.line(error)]), duration: .zero)
    }
    let result = await ScriptRun(script, options: options).run()
    var entry = TestReport.Entry(name: name, verdict: .passed, duration: result.duration)
    switch result.outcome {
    case .passed:
      do throws(ScriptFailure) {
        try LiteralUpdate.write(result.updates)
      } catch {
        entry.verdict = .failed(console.lines(error))
      }
    case .skipped(let program): entry.verdict = .skipped(console.text(.notInstalled, [program]))
    case .failed(let failure):
      let lines = console.lines(failure)
      entry.verdict = .failed(lines)
      entry.kept = keep(name, lines, failure, result.recording)
    }
    return entry
  }

  /// Keeps the report, a picture, the film and the recording of a failure, and prints their places.
  private func keep(
    _ name: String, _ lines: [String], _ failure: ScriptFailure, _ recording: Recording?
  ) -> [String] {
    let safe = String(
      name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") ? $0 : "_" })
    let stem = Files.path(safe, in: folder)
    var contents = [("\(stem).txt", lines.joined(separator: "\n") + "\n")]
    if let scene = failure.scene { contents.append(("\(stem).svg", scene.screen.svg())) }
    if let recording {
      contents.append(("\(stem).cast", Asciicast.text(recording)))
      if let film = recording.film(longestPause: .seconds(1), limit: recording.mostFrames) {
        contents.append(("\(stem).film.svg", film.svg(title: name, look: PictureLook())))
      }
    }
    var kept: [String] = []
    do throws(DriveFailure) {
      try Files.makeFolder(folder)
      for (path, text) in contents {
        try Files.write(text, to: path)
        kept.append(path)
      }
    } catch {
      console.complain(error)
    }
    return kept
  }
}
