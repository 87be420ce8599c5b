import BuiltPrograms
import Foundation
import Testing

/// The drawing in docs/ARCHITECTURE.md, compared with `Package.swift`.
struct ArchitectureTests {
  @Test("The drawing of the targets shows the dependencies that the manifest declares")
  func drawing() throws {
    let manifest = try declaredTargets()
    let drawn = try drawn(1)
    try #require(manifest.count > 20)
    #expect(Set(drawn.keys) == Set(manifest.keys))
    // The drawing omits arrows that follow from others.
    for target in manifest.keys.sorted() {
      #expect(
        reachable(from: target, in: drawn) == reachable(from: target, in: manifest), "\(target)")
    }
  }

  @Test("The table of the targets names each target of the manifest")
  func table() throws {
    let document = try text("docs/ARCHITECTURE.md")
    let rows = document.split(separator: "\n").filter { $0.hasPrefix("| `") }
      .compactMap { $0.split(separator: "|").first }
    let named = Set(rows.flatMap { $0.matches(of: /`([A-Za-z-]+)`/).map { String($0.1) } })
    for target in try declaredTargets().keys.sorted() {
      #expect(named.contains(target), "\(target)")
    }
  }

  @Test("The drawing of the rooms shows which uses which, and there is no circle")
  func rooms() throws {
    let targets = try declaredTargets()
    var used: [String: Set<String>] = [:]
    for (target, dependencies) in targets {
      let room = try room(of: target)
      used[room, default: []].formUnion(try dependencies.map(room(of:)).filter { $0 != room })
    }
    let drawn = try drawn(0)
    #expect(Set(drawn.keys) == Set(used.keys))
    let table = try text("docs/ARCHITECTURE.md").matches(of: /(?m)^\| `(\w+)` \| [^|]+ \|$/)
      .map { String($0.1) }
    #expect(Set(table) == Set(used.keys))
    for room in used.keys.sorted() {
      let reached = reachable(from: room, in: used)
      #expect(reached == reachable(from: room, in: drawn), "\(room)")
      #expect(!reached.contains(room), "\(room) is in a circle")
      let above = Set(table.prefix { $0 != room })
      #expect(reached.isSubset(of: above), "\(room) uses only rooms above it in the table")
    }
  }

  private func room(of target: String) throws -> String {
    sourceFolder(target).deletingLastPathComponent().lastPathComponent
  }

  /// The targets below `Sources` with their direct dependencies there.
  private func declaredTargets() throws -> [String: Set<String>] {
    let manifest = try text("Package.swift")
    var targets: [String: Set<String>] = [:]
    let declaration = /\.(?:target|executableTarget|systemLibrary)\(\s*name: "([^"]+)"/
    let starts = manifest.matches(of: declaration)
    for start in starts {
      let body = declarationBody(manifest[start.range.lowerBound...])
      guard !body.contains("path: \"Tests/") else { continue }
      var names: Set<String> = []
      if let list = body.firstMatch(of: /dependencies: \[([^\]]*)\](?: \+ (\w+))?/) {
        names.formUnion(list.1.matches(of: /"([^"]+)"/).map { String($0.1) })
        if let more = list.2 {
          let appended = manifest.matches(of: /(\w+)\.append\("([^"]+)"\)/)
          names.formUnion(appended.filter { $0.1 == more }.map { String($0.2) })
        }
      }
      targets[String(start.1)] = names
    }
    return targets.mapValues { $0.filter { targets[$0] != nil } }
  }

  /// A declaration up to the parenthesis that closes it.
  private func declarationBody(_ text: Substring) -> Substring {
    var depth = 0
    for index in text.indices {
      if text[index] == "(" { depth += 1 }
      if text[index] == ")" {
        depth -= 1
        if depth == 0 { return text[...index] }
      }
    }
    return text
  }

  /// The arrows of a drawing, `A --> B & C`, a line for each source.
  private func drawn(_ index: Int) throws -> [String: Set<String>] {
    let document = try text("docs/ARCHITECTURE.md")
    let drawings = document.matches(of: /```mermaid\n((?:.|\n)*?)```/).map(\.1)
    try #require(drawings.count == 2)
    let drawing = drawings[index]
    var targets: [String: Set<String>] = [:]
    for line in drawing.split(separator: "\n").dropFirst() {
      let sides = line.split(separator: "-->").map {
        $0.split(separator: "&").map { $0.trimmingCharacters(in: .whitespaces) }
      }
      for source in sides.first ?? [] {
        targets[source, default: []].formUnion(sides.dropFirst().first ?? [])
      }
      for name in sides.dropFirst().joined() { targets[name, default: []].formUnion([]) }
    }
    return targets
  }

  private func reachable(from target: String, in graph: [String: Set<String>]) -> Set<String> {
    var found: Set<String> = []
    var open = Array(graph[target] ?? [])
    while let next = open.popLast() {
      if found.insert(next).inserted { open += graph[next] ?? [] }
    }
    return found
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: packageRoot.appending(path: path), encoding: .utf8)
  }
}
