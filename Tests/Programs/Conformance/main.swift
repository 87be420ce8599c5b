import Foundation

// Prints docs/conformance.md: which test proves which requirement of docs/specification.md, read from
// the tests' names.
//
//     conformance FOLDER     # the package's folder

guard CommandLine.arguments.count == 2 else {
  FileHandle.standardError.write(Data("usage: conformance FOLDER\n".utf8))
  exit(2)
}
let package = URL(filePath: CommandLine.arguments[1])
let requirements: [Requirement]
let tests: [TestName]
do {
  requirements = try Requirement.all(in: package.appending(path: "docs/specification.md"))
  tests = try TestName.all(in: package.appending(path: "Tests"))
} catch {
  FileHandle.standardError.write(Data("conformance: \(error)\n".utf8))
  exit(1)
}
let proven = Set(tests.flatMap(\.requirements))
let built = requirements.filter { !$0.isPlanned || proven.contains($0.number) }

print(
  """
  # Conformance

  Which test proves which requirement of the [specification](specification.md), read from the tests'
  names. `make conformance` writes this file, and a test compares it.
  \(built.filter { proven.contains($0.number) }.count) of \(built.count) requirements that are built are \
  named by a test; \(requirements.count - built.count) are not built yet.

  | requirement | is about | tests |
  |---|---|---|
  """)
for requirement in requirements {
  let rows = tests.filter { $0.requirements.contains(requirement.number) }.map {
    "`\($0.file)`: \($0.text.replacing("|", with: "\\|").replacing("\\\"", with: "\""))"
  }
  let none = requirement.isPlanned ? "not built yet" : "none yet"
  let cell = rows.isEmpty ? none : rows.joined(separator: "<br>")
  print("| R\(requirement.number) | \(requirement.subject) | \(cell) |")
}
