import Foundation

/// Reads Lisan's trace of its frames while it grows.
final class TraceReader {
  /// The expected contents of a screen.
  struct Cells {
    /// The cells of each row from the left: the text of each, nil for the right half of a wide
    /// glyph, and its look.
    var rows: [[(text: String?, look: Look)]]
    var cursor: (row: Int, column: Int)
    var encoding: String
  }

  struct Frame {
    var focus: String
    var direction: String
    var language: String
    var rows: [String]
    var cells: Cells
  }

  private let path: String
  private var offset: UInt64 = 0
  private var rest = Data()
  private var cells: Cells?
  /// The number of frames so far.
  private(set) var count = 0
  private(set) var last: Frame?

  init(path: String) { self.path = path }

  /// Reads what was added since the last call.
  func update() {
    guard let file = FileHandle(forReadingAtPath: path) else { return }
    defer { try? file.close() }
    guard (try? file.seek(toOffset: offset)) != nil, let data = try? file.readToEnd() else {
      return
    }
    offset += UInt64(data.count)
    rest += data
    while let end = rest.firstIndex(of: 0x0A) {
      let line = rest[rest.startIndex..<end]
      rest = Data(rest[(end + 1)...])
      guard let object = try? JSONSerialization.jsonObject(with: line) as? [String: Any] else {
        continue
      }
      take(object)
    }
  }

  private func take(_ object: [String: Any]) {
    let rows = object["rows"] as? [String] ?? []
    switch object["event"] as? String {
    case "cells":
      let looks = (object["styles"] as? [[Int]] ?? []).map { Look($0) }
      let columns = object["columns"] as? [String] ?? []
      let cursor = object["cursor"] as? [Int] ?? [0, 0]
      cells = Cells(
        rows: zip(rows, columns).map { Self.cells($0, $1, looks) }, cursor: (cursor[0], cursor[1]),
        encoding: object["encoding"] as? String ?? "")
    case "frame":
      guard let cells, let focus = object["focus"] as? String else { return }
      count += 1
      last = Frame(
        focus: focus, direction: object["direction"] as? String ?? "",
        language: object["language"] as? String ?? "", rows: rows, cells: cells)
    default: break
    }
  }

  private static func cells(
    _ text: String, _ columns: String, _ looks: [Look]
  ) -> [(text: String?, look: Look)] {
    var scalars = Array(text.unicodeScalars)[...]
    var row: [(text: String?, look: Look)] = []
    for letter in columns.utf8 {
      guard letter != UInt8(ascii: "."), let base = scalars.popFirst() else {
        row.append((nil, row.last?.look ?? .plain))
        continue
      }
      var cell = String(base)
      while let mark = scalars.first, mark.properties.generalCategory == .nonspacingMark {
        cell.unicodeScalars.append(mark)
        scalars = scalars.dropFirst()
      }
      let place = Int(letter) - Int(UInt8(ascii: "a"))
      row.append((cell, looks.indices.contains(place) ? looks[place] : .plain))
    }
    return row
  }
}
