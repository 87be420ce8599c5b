import Foundation
import ProgramDocuments

// Writes the files of Resources that are made of the programs' command lines, and says what has to be
// written into them by hand.
//
//     documents FOLDER     # the package's folder

func complain(_ line: String) {
  FileHandle.standardError.write(Data("documents: \(line)\n".utf8))
}

guard CommandLine.arguments.count == 2 else {
  complain("usage: documents FOLDER")
  exit(2)
}
let package = URL(filePath: CommandLine.arguments[1])
do {
  let documents = try programDocuments(in: package)
  for document in documents {
    try Data(document.text.utf8).write(to: package.appending(path: document.path))
    for line in document.missing { complain("\(document.path): \(line)") }
  }
  exit(documents.allSatisfy(\.missing.isEmpty) ? 0 : 1)
} catch {
  complain("\(error)")
  exit(1)
}
