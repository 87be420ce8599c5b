import BuiltPrograms
import Foundation
import Testing

/// What docs/ARCHITECTURE.md says of rooms and targets, compared with the manifest.
struct ArchitectureTests {
  @Test("The tables name each target in the section of its room, and no other")
  func tables() throws {
    try #require(sourceTargets.count > 20)
    var named: [String: Set<String>] = [:]
    var section: Substring?
    for line in try document().split(separator: "\n") {
      if line.hasPrefix("#") { section = line.wholeMatch(of: /### (\w+)/)?.1 }
      guard let section, line.hasPrefix("| `"), let cell = line.split(separator: "|").first else {
        continue
      }
      named[String(section), default: []]
        .formUnion(cell.matches(of: /`([A-Za-z-]+)`/).map { String($0.1) })
    }
    let rooms = Dictionary(grouping: sourceTargets.values, by: \.room)
    #expect(named == rooms.mapValues { Set($0.map(\.name)) })
  }

  @Test("A room uses only rooms above it in the table, and the drawing shows which")
  func rooms() throws {
    var used: [String: Set<String>] = [:]
    for target in sourceTargets.values {
      let others = target.uses.compactMap { sourceTargets[$0]?.room }.filter { $0 != target.room }
      used[target.room, default: []].formUnion(others)
    }
    let table = try document().matches(of: /(?m)^\| `(\w+)` \| [^|]+ \|$/).map { String($0.1) }
      .prefix { used[$0] != nil }
    #expect(Set(table) == Set(used.keys))
    for (position, room) in table.enumerated() {
      let above = Set(table[..<position])
      #expect(used[room]?.isSubset(of: above) == true, "\(room): \(used[room] ?? [])")
    }

    let drawn = try drawing()
    #expect(Set(drawn.keys) == Set(used.keys))
    for room in used.keys.sorted() {
      // The drawing omits arrows that follow from others.
      #expect(reachable(from: room, in: used) == reachable(from: room, in: drawn), "\(room)")
    }
  }

  /// The arrows of the drawing, `A --> B & C`, a line for each source.
  private func drawing() throws -> [String: Set<String>] {
    let drawings = try document().matches(of: /```mermaid\n((?:.|\n)*?)```/).map(\.1)
    try #require(drawings.count == 1)
    var rooms: [String: Set<String>] = [:]
    for line in drawings[0].split(separator: "\n").dropFirst() {
      let sides = line.split(separator: "-->").map {
        $0.split(separator: "&").map { $0.trimmingCharacters(in: .whitespaces) }
      }
      for source in sides.first ?? [] {
        rooms[source, default: []].formUnion(sides.dropFirst().first ?? [])
      }
      for name in sides.dropFirst().joined() { rooms[name, default: []].formUnion([]) }
    }
    return rooms
  }

  private func reachable(from room: String, in graph: [String: Set<String>]) -> Set<String> {
    var found: Set<String> = []
    var open = Array(graph[room] ?? [])
    while let next = open.popLast() {
      if found.insert(next).inserted { open += graph[next] ?? [] }
    }
    return found
  }

  private func document() throws -> String {
    try String(
      contentsOf: packageRoot.appending(path: "docs/ARCHITECTURE.md"), encoding: .utf8)
  }
}
