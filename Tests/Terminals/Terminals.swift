import Foundation
import Glibc
import TerminalHarness

/// Shows the mirrored Arabic screen in real terminals and judges their pictures.
///
/// `terminals PROGRAM DIRECTORY [NAME …]`: PROGRAM is Lisan, DIRECTORY takes a picture of each
/// terminal and the contact sheet; NAMEs are the terminals to look at, all where none is given.
@main
struct Terminals {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count > 2 else {
      print("usage: terminals PROGRAM DIRECTORY [NAME …]")
      exit(2)
    }
    let program = URL(filePath: arguments[1]).path(percentEncoded: false)
    let directory = URL(filePath: arguments[2], directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let names = arguments.dropFirst(3)
    let display = try Display()
    var sheet: [(file: String, label: String)] = []
    var failures = 0
    for terminal in TerminalProgram.all where names.isEmpty || names.contains(terminal.name) {
      for setting in Setting.allCases where setting != .screen || terminal.isShownInScreen {
        let label = setting == .alone ? terminal.name : "\(terminal.name) in \(setting)"
        let file = directory.appending(path: "\(label.replacing(" ", with: "-")).png")
          .path(percentEncoded: false)
        do {
          let sitting = try Sitting(terminal, setting, program: program, display: display)
          let (order, verdict) = try await sitting.look(savingTo: file)
          sheet.append((file, "\(label) (\(order))"))
          let cells = "\(verdict.right) of \(verdict.count) cells"
          let rows = verdict.wrongRows.map { String($0 + 1) }.joined(separator: ", ")
          let exception = terminal.exceptions[setting]
          let word = verdict.isRight ? "right" : exception ?? "wrong, rows \(rows)"
          say("\(label)\t\(order)\t\(cells)\t\(word)")
          failures += verdict.isRight || exception != nil ? 0 : 1
        } catch {
          say("\(label)\t\t\t\(error)")
          failures += 1
        }
      }
    }
    try writeSheet(sheet, to: directory.appending(path: "sheet.png").path(percentEncoded: false))
    exit(failures == 0 ? 0 : 1)
  }

  /// A line at once, also into a pipe.
  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }

  /// All pictures on one sheet, three beside one another, in few colours so that it stays small.
  private static func writeSheet(_ pictures: [(file: String, label: String)], to file: String)
    throws
  {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/montage")
    process.arguments =
      pictures.flatMap { ["-label", $0.label, $0.file] } + [
        "-tile", "3x", "-geometry", "720x+6+4", "-background", "#d8d8d8", "-pointsize", "15",
        "-colors", "24", "-depth", "8", "-define", "png:compression-level=9", "PNG8:\(file)",
      ]
    try process.run()
    process.waitUntilExit()
  }
}
