import Foundation

/// A run of one terminal, alone or with a multiplexer in it: Lisan shows all of its pages, and then
/// the reference pages are drawn.
final class Sitting {
  /// A page as it was displayed.
  struct Page {
    let name: String
    let language: String
    let isMirrored: Bool
    let picture: Picture
    let cells: TraceReader.Cells
    /// The rows that have a cell outside its column, if the terminal says where each cell is.
    let misplacedRows: [String]
    var verdict = Judge.Verdict()
    var label: String { "\(name), \(language)\(isMirrored ? ", mirrored" : "")" }
  }

  struct Outcome {
    /// The order in which rows were sent.
    var encoding: String
    var pages: [Page]
    /// Looks whose text is hardly visible.
    var faint: Set<Look>
    /// The area of the grid in the pictures.
    var area: PixelArea
    var reference: [Picture]
  }

  private let terminal: TerminalProgram
  private let setting: Setting
  private let window: TerminalWindow
  private let login: String

  init(
    _ terminal: TerminalProgram, _ setting: Setting, _ size: GridSize, program: String,
    server: AccountServer, display: any Display
  ) throws {
    self.terminal = terminal
    self.setting = setting
    login = "p\(UUID().uuidString.prefix(8).lowercased())"
    window = try TerminalWindow(terminal, size, display: display)
    try server.add(login)
    let home = window.home
    let languages = "\(home)/data/lisan/languages.d"
    try FileManager.default.createDirectory(
      atPath: "\(home)/data/lisan", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: languages, withDestinationPath: AccountServer.languages)
    try window.open(
      setting, program: program,
      adding: [
        "LISAN_TRACE": "\(home)/trace", "LISAN_TRACE_CELLS": "1", "LISAN_LOG": "\(home)/log",
        "LISAN_PREFERENCES": "\(home)/choice", "LISAN_SERVER": server.address,
      ])
  }

  /// Takes a picture of every page and compares it with the reference.
  func judge() throws -> Outcome {
    let trace = TraceReader(path: "\(window.home)/trace")
    try awaited("the first frame") { () -> Void? in
      trace.update()
      return trace.last.map { _ in () }
    }
    try window.fit()
    let pages = try tour(trace)
    try window.type("\u{03}")
    try awaited("the end of Lisan") { window.exists("done") ? () : nil }

    var samples: Set<Sample> = []
    for page in pages {
      for cell in page.cells.rows.joined() {
        if let text = cell.text { samples.insert(Sample(text: text, look: cell.look)) }
      }
    }
    let looks = Set(samples.map(\.look))
    // Easily confused with the samples: the same glyphs in the other weight.
    samples.formUnion(samples.map { Sample(text: $0.text, look: $0.look.otherWeight) })
    let glyphs = try window.draw(samples, in: terminal.referenceMode[setting])
    let judge = Judge(glyphs, size: window.size, drift: terminal.drift)
    let faint = judge.faint(of: looks)
    var outcome = Outcome(
      encoding: pages.last?.cells.encoding ?? "", pages: pages, faint: faint,
      area: glyphs.area, reference: glyphs.pictures)
    for index in pages.indices {
      outcome.pages[index].verdict = judge.verdict(
        on: pages[index].picture, of: pages[index].cells, faint: faint)
    }
    return outcome
  }

  private var misplacedRows: [String] {
    let rows = FileManager.default.contents(atPath: "\(window.home)/misplaced") ?? Data()
    return String(decoding: rows, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func tour(_ trace: TraceReader) throws -> [Page] {
    var pages: [Page] = []
    var before: Picture?
    let tour = Tour(
      type: { keys in
        if !pages.isEmpty { before = try self.window.display.picture() }
        try self.window.type(keys)
      }, trace: trace,
      look: { name in
        // Some terminals need a while until their window shows anything.
        let picture = try self.window.display.settledPicture(
          after: before, quiet: pages.isEmpty ? 900 : self.terminal.rest)
        trace.update()
        guard let frame = trace.last else { return }
        pages.append(
          Page(
            name: name, language: frame.language, isMirrored: frame.direction == "rtl",
            picture: picture, cells: frame.cells, misplacedRows: self.misplacedRows))
      }, login: login, password: AccountServer.password)
    try tour.run()
    // Finally, a window that is too small for anything.
    let frame = trace.count
    try window.fit(to: GridSize(columns: 18, rows: 5))
    try? awaited("the message", seconds: 3) { () -> Void? in
      trace.update()
      return trace.count > frame && trace.last?.focus == "window.tooSmall" ? () : nil
    }
    if trace.last?.focus == "window.tooSmall" { try tour.look("too small") }
    try window.fit()
    return pages
  }
}
