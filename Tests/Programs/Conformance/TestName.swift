import Foundation

/// A test as its source names it: `@Test("R14, R15: the prompt in both directions")`, and in the first
/// line of a script, `# R14, R15: the prompt in both directions`.
struct TestName {
  /// The file below its room, without its ending: `EndToEndTests/FollowTests`.
  let file: String
  /// The requirements that the name begins with.
  let requirements: [Int]
  /// The name without them.
  let text: String

  /// Every test below a folder, in the order of files and lines.
  static func all(in folder: URL) throws -> [TestName] {
    let root = folder.path(percentEncoded: false)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root)
    return try paths.sorted().flatMap { path -> [TestName] in
      if path.hasSuffix(".drive") {
        let source = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
        return source.prefixMatch(of: /# (R\d[^\n]*)/).map {
          [TestName(file: withoutRoom(path), name: String($0.1))]
        } ?? []
      }
      guard path.hasSuffix("Tests.swift") else { return [] }
      let source = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
      return source.matches(of: /@(?:Test|Suite)\(\s*"((?:[^"\\]|\\.)*)"/).map {
        TestName(file: withoutRoom(String(path.dropLast(".swift".count))), name: String($0.1))
      }
    }
  }

  private static func withoutRoom(_ path: String) -> String {
    String(path[path.firstIndex(of: "/").map(path.index(after:))!...])
  }

  private init(file: String, name: String) {
    self.file = file
    // `R7, R14–R18, section 5: `
    let item = /R(\d+)(?:–R(\d+))?/
    guard let colon = name.firstRange(of: ": "),
      name[..<colon.lowerBound].split(separator: ", ").allSatisfy({
        $0.wholeMatch(of: item) != nil || $0.wholeMatch(of: /[Ss]ection \d+/) != nil
      })
    else {
      requirements = []
      text = name
      return
    }
    requirements = name[..<colon.lowerBound].matches(of: item).flatMap { match -> [Int] in
      guard let first = Int(match.1) else { return [] }
      return Array(first...(match.2.flatMap { Int($0) } ?? first))
    }
    text = String(name[colon.upperBound...])
  }
}
