import Foundation

// Prints docs/conformance.md: which test proves which requirement, read from the tests' names.
//
//     conformance FOLDER     # the package's folder

guard CommandLine.arguments.count == 2 else {
  FileHandle.standardError.write(Data("usage: conformance FOLDER\n".utf8))
  exit(2)
}
let tests = try TestName.all(in: URL(filePath: CommandLine.arguments[1]).appending(path: "Tests"))
let proven = Requirement.all.filter { requirement in
  tests.contains { $0.requirements.contains(requirement.number) }
}

print(
  """
  # Conformance

  Which test proves which requirement, read from the tests' names. `make conformance` writes this file,
  and a test compares it. \(proven.count) of \(Requirement.all.count) requirements are named by a test.

  | requirement | is about | tests |
  |---|---|---|
  """)
for requirement in Requirement.all {
  let rows = tests.filter { $0.requirements.contains(requirement.number) }.map {
    "`\($0.file)`: \($0.text.replacing("|", with: "\\|").replacing("\\\"", with: "\""))"
  }
  let cell = rows.isEmpty ? "none yet" : rows.joined(separator: "<br>")
  print("| R\(requirement.number) | \(requirement.subject) | \(cell) |")
}
