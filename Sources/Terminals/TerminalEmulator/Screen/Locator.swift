/// A search on a screen by text, position, style or focus, or a combination of them.
///
/// ```swift
/// let option = try await session.waitFor(.text("English (EN)").inRows(4..<9))
/// session.click(option)
/// try await session.waitFor(.focus.styled("highlighted") { $0.reverse })
/// ```
public struct Locator: Sendable, CustomStringConvertible {
  private enum Kind {
    case text(String, TextOrder?)
    case match(TextOrder?, @Sendable (String) -> [Range<Int>])
    case row
    case style
    case focus
  }

  private let kind: Kind
  private var rows: Range<Int>?
  private var columns: Range<Int>?
  private var styleCondition: (@Sendable (CellStyle) -> Bool)?
  private var hasCursor = false
  public private(set) var description: String

  private init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }

  /// A text, which may occur in several places. Blanks at its end, as in `.text("$ ")`, may be
  /// empty cells at the end of a row.
  ///
  /// - Parameter order: how the text is given: as it is seen from left to right, or as a person
  ///   would type it; nil for either.
  public static func text(_ text: String, order: TextOrder? = nil) -> Locator {
    Locator(.text(text, order), "“\(text)”" + (order.map { " in \($0) order" } ?? ""))
  }

  /// The matches of a search in the text of each row.
  ///
  /// - Parameters:
  ///   - order: the order in which the search gets a row's text; nil: either, as for `text`.
  ///   - search: returns the ranges of its matches, in UTF-8 code units of the text.
  public static func matching(
    _ description: String, order: TextOrder? = nil,
    _ search: @escaping @Sendable (String) -> [Range<Int>]
  ) -> Locator {
    Locator(.match(order, search), description)
  }

  /// Finds the written part of one row.
  public static func row(_ row: Int) -> Locator {
    Locator(.row, "something").inRows(row..<(row + 1))
  }

  /// Finds the longest runs of cells with such a style.
  public static func style(
    _ description: String, _ condition: @escaping @Sendable (CellStyle) -> Bool
  ) -> Locator {
    var locator = Locator(.style, "cells that are \(description)")
    locator.styleCondition = condition
    return locator
  }

  /// Finds the item under the cursor: the cells around it with the same style.
  public static let focus = Locator(.focus, "the focused item")

  /// Restricts matches to these rows.
  public func inRows(_ rows: Range<Int>) -> Locator {
    var locator = self
    locator.rows = rows
    locator.description +=
      rows.count == 1
      ? " in row \(rows.lowerBound)" : " in rows \(rows.lowerBound)..<\(rows.upperBound)"
    return locator
  }

  /// Restricts matches to those entirely in these columns, from the left.
  public func inColumns(_ columns: Range<Int>) -> Locator {
    var locator = self
    locator.columns = columns
    locator.description += " in columns \(columns.lowerBound)..<\(columns.upperBound)"
    return locator
  }

  /// Restricts matches to those whose written cells all have such a style.
  public func styled(
    _ description: String, _ condition: @escaping @Sendable (CellStyle) -> Bool
  ) -> Locator {
    var locator = self
    let former = styleCondition
    locator.styleCondition = { style in former?(style) ?? true && condition(style) }
    locator.description += ", \(description)"
    return locator
  }

  /// Restricts matches to the one that contains the cursor.
  public func withCursor() -> Locator {
    var locator = self
    locator.hasCursor = true
    locator.description += ", with the cursor on it"
    return locator
  }

  /// All matches on a screen, from the top and from the left.
  public func matches(in screen: Screen) -> [ScreenMatch] {
    let rows = (rows ?? 0..<screen.size.rows).clamped(to: 0..<screen.size.rows)
    return rows.flatMap { row in
      candidates(row, screen)
        .map { ScreenMatch(row: row, columns: $0, of: screen) }
        .filter { fits($0, screen.cursor) }
    }
  }

  private func fits(_ match: ScreenMatch, _ cursor: Cursor) -> Bool {
    if let columns,
      !(columns.contains(match.columns.lowerBound)
        && match.columns.upperBound <= columns.upperBound)
    {
      return false
    }
    if hasCursor, cursor.row != match.row || !match.columns.contains(cursor.column) {
      return false
    }
    guard let styleCondition else { return true }
    let written = match.cells.filter { !$0.isBlank && !$0.isContinuation }
    return (written.isEmpty ? match.cells : written).allSatisfy { styleCondition($0.style) }
  }

  private func candidates(_ row: Int, _ screen: Screen) -> [Range<Int>] {
    let cells = screen.grid[row].cells
    switch kind {
    case .text(let text, let order): return screen.grid[row].occurrences(of: text, in: order)
    case .match(let order, let search): return screen.grid[row].occurrences(in: order, search)
    case .row:
      guard let first = cells.firstIndex(where: { !$0.isBlank }),
        let last = cells.lastIndex(where: { !$0.isBlank })
      else { return [] }
      return [first..<(last + 1)]
    case .style: return runs(cells) { styleCondition?($0.style) ?? true }
    case .focus:
      guard screen.cursor.row == row else { return [] }
      let style = cells[screen.cursor.column].style
      return runs(cells) { $0.style == style }.filter { $0.contains(screen.cursor.column) }
    }
  }

  private func runs(
    _ cells: [ScreenCell], _ condition: (ScreenCell) -> Bool
  ) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start: Int?
    for column in 0...cells.count {
      if column < cells.count, condition(cells[column]) {
        start = start ?? column
      } else if let begun = start {
        runs.append(begun..<column)
        start = nil
      }
    }
    return runs
  }
}

/// A match of a locator on a screen.
public struct ScreenMatch: Hashable, Sendable {
  /// The row of the match, from 0.
  public let row: Int
  /// The columns, from the left.
  public let columns: Range<Int>
  /// Its cells, from left to right.
  public let cells: [ScreenCell]

  init(row: Int, columns: Range<Int>, of screen: Screen) {
    self.row = row
    self.columns = columns
    cells = Array(screen.grid[row].cells[columns])
  }

  /// The text of the match, from left to right.
  public var text: String { cells.map(\.text).joined() }

  /// The style of the first written cell, or of the first cell if none is written.
  public var style: CellStyle { (cells.first { !$0.isBlank } ?? cells[0]).style }
}

extension Screen {
  /// All matches of a locator.
  public func find(_ locator: Locator) -> [ScreenMatch] { locator.matches(in: self) }
}
