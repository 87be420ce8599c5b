import BuiltPrograms
import Foundation
import Testing

/// The libraries as a stranger meets them: described, complete with one import, with samples that
/// compile. `make examples` builds what is compared here, in the package `Tests/Programs/Dependents`.
struct LibraryTests {
  private static let dependents = packageRoot.appending(path: "Tests/Programs/Dependents")

  /// Each library with the targets whose types it re-exports.
  private static let libraries = [
    "BidiText": ["BidiText", "Cells", "WritingDirection"],
    "MirrorLayout": ["MirrorLayout", "BidiText", "Cells", "WritingDirection"],
    "Forms": ["Forms", "MirrorLayout", "BidiText", "Cells", "WritingDirection"],
    "Localization": ["Localization", "WritingDirection"],
    "PreferenceStore": ["PreferenceStore"],
    "TerminalEmulator": ["TerminalEmulator"],
    "TerminalHarness": ["TerminalHarness", "TerminalEmulator"],
  ]

  private struct Symbol {
    var path: [String]
    var kind: String
    /// What the compiler makes, such as `==`, has the description of its protocol.
    var isDescribed: Bool
  }

  /// The public symbols of a target, from the module that these tests were built with.
  private func symbols(of module: String) throws -> [Symbol] {
    let products = URL(
      filePath: try FileManager.default.destinationOfSymbolicLink(
        atPath: "/proc/self/exe")
    ).deletingLastPathComponent()
    let output = FileManager.default.temporaryDirectory
      .appending(path: "symbols-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: output) }
    var arguments = [
      "swift-symbolgraph-extract", "-module-name", module,
      "-I", products.appending(path: "Modules").path, "-minimum-access-level", "public",
      "-skip-synthesized-members", "-output-dir", output.path, "-target", Self.target,
    ]
    for folder in sourceFolders where folder.lastPathComponent.hasPrefix("C") {
      arguments += ["-I", folder.appending(path: "include").path]
      let map = products.appending(path: "\(folder.lastPathComponent).build/module.modulemap").path
      if FileManager.default.fileExists(atPath: map) {
        arguments += ["-Xcc", "-fmodule-map-file=\(map)"]
      }
    }
    let extraction = Process()
    extraction.executableURL = URL(filePath: "/usr/bin/env")
    extraction.arguments = arguments
    try extraction.run()
    extraction.waitUntilExit()
    try #require(extraction.terminationStatus == 0, "\(module)")

    var symbols: [Symbol] = []
    for file in try FileManager.default.contentsOfDirectory(atPath: output.path) {
      let data = try Data(contentsOf: output.appending(path: file))
      let graph = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
      for symbol in graph["symbols"] as? [[String: Any]] ?? [] {
        guard let path = symbol["pathComponents"] as? [String],
          let kind = (symbol["kind"] as? [String: Any])?["identifier"] as? String
        else { continue }
        symbols.append(
          Symbol(
            path: path, kind: kind, isDescribed: symbol["docComment"] != nil))
      }
    }
    try #require(!symbols.isEmpty, "\(module)")
    return symbols
  }

  #if arch(x86_64)
    private static let target = "x86_64-unknown-linux-gnu"
  #else
    private static let target = "aarch64-unknown-linux-gnu"
  #endif

  @Test("Every public symbol of the libraries is described")
  func described() throws {
    for module in Set(Self.libraries.values.joined()).sorted() {
      for symbol in try symbols(of: module) where !symbol.isDescribed {
        Issue.record("\(module): \(symbol.path.joined(separator: "."))")
      }
    }
  }

  @Test("One import names every public type", arguments: libraries.keys.sorted())
  func named(library: String) throws {
    let file = Self.dependents.appending(path: "Sources/Uses\(library)/Names.swift")
    let text = try String(contentsOf: file, encoding: .utf8)
    // The names without what stands for generic parameters: `(any Name).self,`, `Name<Other>.self,`.
    let named = Set(
      text.split(separator: "\n").map { line in
        String(line).replacing(#/<[^>]*>/#, with: "").replacing(#/^ *(\(any )?/#, with: "")
          .replacing(#/\)?\.self,$/#, with: "")
      })
    for module in try #require(Self.libraries[library]) {
      for symbol in try symbols(of: module)
      where ["swift.struct", "swift.enum", "swift.class", "swift.protocol"].contains(symbol.kind) {
        let name = symbol.path.joined(separator: ".")
        #expect(named.contains(name), "\(library): \(name)")
      }
    }
    #expect(text.split(separator: "\n").filter { $0.hasPrefix("import ") } == ["import \(library)"])
  }

  @Test("The samples of each article are compiled", arguments: libraries.keys.sorted())
  func samples(library: String) throws {
    let article = try String(
      contentsOf: sourceFolder(library).appending(path: "\(library).docc/\(library).md"),
      encoding: .utf8)
    let path =
      library == "TerminalHarness"
      ? "Tests/TerminalHarnessSamples/Samples.swift" : "Sources/\(library)Samples/main.swift"
    let compiled = Self.lines(
      try String(contentsOf: Self.dependents.appending(path: path), encoding: .utf8))
    let samples = article.matches(of: /```swift\n((?:.|\n)*?)```/).map { Self.lines(String($0.1)) }
    #expect(!samples.isEmpty)
    for sample in samples where sample.first?.hasPrefix(".package") == false {
      let isCompiled = compiled.indices.contains {
        compiled[$0...].starts(with: sample)
      }
      #expect(isCompiled, "\(library): \(sample.joined(separator: "\n"))")
    }
  }

  /// The lines that say something, without imports, and with single blanks.
  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n")
      .map { $0.trimmingCharacters(in: .whitespaces).replacing(#/ +/#, with: " ") }
      .filter { !$0.isEmpty && !$0.hasPrefix("import ") }
  }
}
