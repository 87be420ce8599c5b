import Cells
import Foundation

/// What Lisan tells of its frames, read as it grows.
final class TraceReader {
  /// What a screen is to look like.
  struct Cells {
    /// For each row its cells from the left: the text of each, nil for the right half of a wide
    /// glyph, and its style.
    var rows: [[(text: String?, style: Style)]]
    var cursor: (row: Int, column: Int)
    var encoding: String
    /// How many colours it may have.
    var colors: Int
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
  /// How many frames there were.
  private(set) var count = 0
  private(set) var last: Frame?

  init(path: String) { self.path = path }

  /// Takes what was written since.
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
      let styles = object["styles"] as? [String] ?? []
      let cursor = object["cursor"] as? [Int] ?? [0, 0]
      cells = Cells(
        rows: zip(rows, styles).map(Self.cells), cursor: (cursor[0], cursor[1]),
        encoding: object["encoding"] as? String ?? "", colors: object["colors"] as? Int ?? 0)
    case "frame":
      guard let cells, let focus = object["focus"] as? String else { return }
      count += 1
      last = Frame(
        focus: focus, direction: object["direction"] as? String ?? "",
        language: object["language"] as? String ?? "", rows: rows, cells: cells)
    default: break
    }
  }

  private static func cells(_ text: String, _ styles: String) -> [(text: String?, style: Style)] {
    var scalars = Array(text.unicodeScalars)[...]
    var row: [(text: String?, style: Style)] = []
    for letter in styles.utf8 {
      guard letter != UInt8(ascii: "."), let base = scalars.popFirst() else {
        row.append((nil, row.last?.style ?? .normal))
        continue
      }
      var cell = String(base)
      while let mark = scalars.first, mark.properties.generalCategory == .nonspacingMark {
        cell.unicodeScalars.append(mark)
        scalars = scalars.dropFirst()
      }
      row.append((cell, Style(rawValue: letter - UInt8(ascii: "a")) ?? .normal))
    }
    return row
  }
}
