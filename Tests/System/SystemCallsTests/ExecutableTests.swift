import Foundation
import SystemCalls
import TestFolders
import Testing

struct ExecutableTests {
  @Test("A command is the first executable file of its name in the folders of PATH")
  func search() throws {
    let scratch = try TestFolder()
    let root = scratch.path
    for folder in ["a/tool", "b", "c"] {
      try FileManager.default.createDirectory(
        atPath: "\(root)/\(folder)", withIntermediateDirectories: true)
    }
    for (file, mode) in [("b/tool", 0o644), ("c/tool", 0o755)] {
      #expect(
        FileManager.default.createFile(
          atPath: "\(root)/\(file)", contents: nil, attributes: [.posixPermissions: mode]))
    }
    // A folder of that name and a file that nobody may execute are passed by.
    #expect(
      executable(named: "tool", in: "\(root)/none:\(root)/a:\(root)/b:\(root)/c")
        == "\(root)/c/tool")
    #expect(executable(named: "tool", in: "\(root)/a:\(root)/b") == nil)
    #expect(executable(named: "./any", in: "\(root)/c") == "./any")
    #expect(executable(named: "no-such-tool-at-all", in: "") == nil)
  }
}
