import Cells
import Foundation
import Localization
import SettingsCore
import Testing

/// Every section, state and dialog as it is on the screen, in both languages and three sizes.
///
/// Where a screen has changed on purpose, `LISAN_RECORD_SCREENS=1 make test-one
/// NAME=LiteralScreenTests` rewrites the literals; `git diff` shows the changes.
struct LiteralScreenTests {
  private static let isRecording =
    ProcessInfo.processInfo.environment["LISAN_RECORD_SCREENS"] != nil

  @Test(
    "R29, R48: the whole screen at 80x24",
    arguments: isRecording ? record(Size(columns: 80, rows: 24)) : screens80x24)
  func large(screen: LiteralScreen) throws { try check(screen, Size(columns: 80, rows: 24)) }

  @Test(
    "R29, R48: the whole screen at 40x12",
    arguments: isRecording ? record(Size(columns: 40, rows: 12)) : screens40x12)
  func middle(screen: LiteralScreen) throws { try check(screen, Size(columns: 40, rows: 12)) }

  @Test(
    "R29, R48: the whole screen at 20x6",
    arguments: isRecording ? record(Size(columns: 20, rows: 6)) : screens20x6)
  func small(screen: LiteralScreen) throws { try check(screen, Size(columns: 20, rows: 6)) }

  @Test("Every scene has its literal in each language and size")
  func complete() {
    for screens in [screens80x24, screens40x12, screens20x6] {
      let names = Set(screens.map(\.testDescription))
      #expect(screens.count == 2 * Scene.allCases.count)
      #expect(names.count == screens.count)
    }
  }

  private func check(_ screen: LiteralScreen, _ size: Size) throws {
    let code = try #require(LanguageCode(rawValue: screen.language))
    let conductor = try screen.scene.conductor(code, size)
    #expect(conductor.text == screen.text)
    let frame = view(conductor.state)
    #expect(!frame.focus.isEmpty)
    #expect((0..<size.rows).contains(frame.cursor.row))
    #expect((0..<size.columns).contains(frame.cursor.column))
  }

  /// Writes the literals of a size into their source file.
  private static func record(_ size: Size) -> [LiteralScreen] {
    let name = "screens\(size.columns)x\(size.rows)"
    var source = "// Written by LiteralScreenTests.\n\nlet \(name): [LiteralScreen] = [\n"
    for scene in Scene.allCases {
      for code in [english, arabic] {
        let text: String
        do {
          text = try scene.conductor(code, size).text
        } catch {
          print("record:", scene, code, error)
          continue
        }
        let body = text.split(separator: "\n", omittingEmptySubsequences: false)
          .map { $0.isEmpty ? "\n" : "    \($0)\n" }.joined()
        source += "  LiteralScreen(\n    .\(scene), \"\(code)\",\n    \"\"\"\n\(body)    \"\"\"),\n"
      }
    }
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "S\(name.dropFirst()).swift")
    try? (source + "]\n").write(to: file, atomically: true, encoding: .utf8)
    return []
  }
}
