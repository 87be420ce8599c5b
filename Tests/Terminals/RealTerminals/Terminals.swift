import Foundation
import Glibc

/// Shows every page of Lisan in real terminals and checks the pictures.
///
/// `terminals PROGRAM SERVER DIRECTORY [NAME …]`: PROGRAM is Lisan, SERVER is its account server,
/// and DIRECTORY receives pictures. A NAME is a terminal, a setting (`alone`, `tmux`, `screen`) or
/// a size (`80x24`), and restricts the run to it. Without names, everything is tested.
///
/// `terminals paragraphs DIRECTORY [NAME …]` shows paragraphs in terminals that order text by
/// themselves, and judges what `lisan run` makes of them (`Paragraphs`).
///
/// `terminals commands SIZE` prints how each terminal is started (`StartLine`), for
/// `Tests/Terminals/RunPictures`.
@main
struct Terminals {
  static func main() throws {
    let arguments = CommandLine.arguments
    if arguments.count == 4, arguments[1] == "relay" {
      return try Relay.run(home: arguments[2], program: arguments[3])
    }
    if arguments.count == 3, arguments[1] == "commands", let size = GridSize(arguments[2]) {
      let lines = TerminalProgram.all.map { StartLine($0, size) }
      return FileHandle.standardOutput.write(try JSONEncoder().encode(lines))
    }
    if arguments.count > 2, arguments[1] == "paragraphs" {
      let names = arguments.count > 3 ? Array(arguments[3...]) : ["xfce4-terminal"]
      let terminals = TerminalProgram.all.filter { names.contains($0.name) }
      guard terminals.count == names.count else {
        print("terminals: not all of these are known: \(names.joined(separator: ", "))")
        exit(2)
      }
      exit(try judgeParagraphs(arguments[2], terminals) ? 0 : 1)
    }
    if arguments.count == 3, arguments[1] == "kit" {
      return try Paragraphs.writeKit(to: URL(fileURLWithPath: arguments[2]))
    }
    guard arguments.count > 3 else {
      print(
        "usage: terminals PROGRAM SERVER DIRECTORY [NAME …] | terminals paragraphs DIRECTORY [NAME …]"
          + " | terminals kit DIRECTORY | terminals commands SIZE")
      exit(2)
    }
    let isRight = try judge(arguments)
    exit(isRight ? 0 : 1)
  }

  private static func judgeParagraphs(
    _ path: String, _ terminals: [TerminalProgram]
  ) throws -> Bool {
    let directory = URL(filePath: path, directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let display = try XDisplay()
    var isRight = true
    for terminal in terminals {
      let paragraphs = try Paragraphs(terminal, display: display, directory: directory)
      if try !paragraphs.judge() { isRight = false }
    }
    return isRight
  }

  /// Judges what the arguments name. At its end the displays, the server and the terminals end, too.
  private static func judge(_ arguments: [String]) throws -> Bool {
    var run = Run(
      program: URL(filePath: arguments[1]).path(percentEncoded: false),
      server: try AccountServer(program: arguments[2]),
      directory: URL(filePath: arguments[3], directoryHint: .isDirectory))
    try FileManager.default.createDirectory(at: run.directory, withIntermediateDirectories: true)
    let names = arguments.dropFirst(4)
    func chosen<Value>(_ values: [Value], _ name: (Value) -> String) -> [Value] {
      let named = values.filter { names.contains(name($0)) }
      return named.isEmpty ? values : named
    }
    for terminal in chosen(TerminalProgram.all, \.name) {
      for setting in chosen(Setting.allCases, \.rawValue) {
        try run.judge(terminal, setting, sizes: chosen(GridSize.judged, \.description))
      }
    }
    return run.isRight
  }
}

/// A run through all terminals, with the results so far.
private struct Run {
  let program: String
  let server: AccountServer
  let directory: URL
  var isRight = true
  private var x: XDisplay?
  private var wayland: WaylandDisplay?

  init(program: String, server: AccountServer, directory: URL) {
    (self.program, self.server, self.directory) = (program, server, directory)
  }

  /// Tests one terminal at each size and prints the results: a line of counts, and a line for each
  /// page with wrong rows.
  mutating func judge(_ terminal: TerminalProgram, _ setting: Setting, sizes: [GridSize]) throws {
    let label = setting == .alone ? terminal.name : "\(terminal.name) in \(setting.rawValue)"
    var encodings: Set<String> = []
    var (pages, rows, wrongRows, cells, wrongCells) = (0, 0, 0, 0, 0)
    var faults: [String] = []
    for size in sizes {
      do {
        let sitting = try Sitting(
          terminal, setting, size, program: program, server: server,
          display: try display(terminal.stage))
        let outcome = try sitting.judge()
        encodings.insert(outcome.encoding)
        for look in outcome.faint.map(\.parameters).sorted() {
          faults.append("  \(size): text in the look \(look) can hardly be seen")
        }
        for page in outcome.pages {
          for row in page.misplacedRows {
            faults.append("  \(size), \(page.label): a cell outside its column: \(row)")
          }
        }
        if outcome.pages.contains(where: { !$0.verdict.wrongRows.isEmpty }) {
          for (index, picture) in outcome.reference.enumerated() {
            try picture.save("\(label) \(size) reference \(index + 1)", outcome.area, in: directory)
          }
        }
        for page in outcome.pages {
          let verdict = page.verdict
          pages += 1
          rows += verdict.rows
          wrongRows += verdict.wrongRows.count
          cells += verdict.cells
          wrongCells += verdict.cells - verdict.rightCells
          let isSample = page.name == "help" && page.isMirrored && size == sizes.first
          guard !verdict.wrongRows.isEmpty || isSample else { continue }
          try page.picture.save("\(label) \(size) \(page.label)", outcome.area, in: directory)
          guard !verdict.wrongRows.isEmpty else { continue }
          let list = verdict.wrongRows.map { row in
            let columns = verdict.wrongCells[row]!.map { String($0 + 1) }
            return "\(row + 1) (\(columns.joined(separator: " ")))"
          }.joined(separator: ", ")
          faults.append("  \(size), \(page.label): wrong rows \(list)")
        }
      } catch {
        faults.append("  \(size): not judged: \(error)")
      }
    }
    isRight = isRight && faults.isEmpty
    say(
      [
        label, encodings.sorted().joined(separator: ", "), "\(pages) pages",
        "\(rows - wrongRows) of \(rows) rows", "\(cells - wrongCells) of \(cells) cells",
      ].joined(separator: "\t"))
    faults.forEach(say)
  }

  private mutating func display(_ stage: TerminalProgram.Stage) throws -> any Display {
    switch stage {
    case .x:
      let display = try x ?? XDisplay()
      x = display
      return display
    case .wayland:
      let display = try wayland ?? WaylandDisplay()
      wayland = display
      return display
    }
  }
}

/// Prints a line immediately, also into a pipe.
func say(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

extension Picture {
  /// Saves a part of it as a PNG file.
  func save(_ name: String, _ area: PixelArea, in directory: URL) throws {
    let name = name.replacing(", ", with: "-").replacing(" ", with: "-")
    let path = directory.appending(path: name).path(percentEncoded: false)
    try Data(ppm(of: area)).write(to: URL(filePath: "\(path).ppm"))
    _ = try output(of: "/usr/bin/convert", ["\(path).ppm", "-colors", "64", "\(path).png"], [:])
    try FileManager.default.removeItem(atPath: "\(path).ppm")
  }
}
