import Foundation

/// The folder of the package whose tests run: the one above this file with a `Package.swift`.
public let packageRoot: URL = {
  var folder = URL(filePath: #filePath).deletingLastPathComponent()
  while !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path) {
    guard folder.path != "/" else { fatalError("no Package.swift above \(#filePath)") }
    folder.deleteLastPathComponent()
  }
  return folder
}()

/// The path of a file or folder of the package, such as `Resources/man`.
public func packagePath(_ path: String) -> String {
  packageRoot.appending(path: path).path(percentEncoded: false)
}

/// Copies the files of `Resources` that the programs read at run time into a new folder.
public func copyLanguages(to folder: String) throws {
  let files = FileManager.default
  try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
  for name in try files.contentsOfDirectory(atPath: packagePath("Resources"))
  where name.hasSuffix(".lproj") || name.hasSuffix(".strings") {
    try files.copyItem(atPath: packagePath("Resources/\(name)"), toPath: "\(folder)/\(name)")
  }
}

/// Makes a folder with all of `Resources`, in which the languages of `lisan-languages` are installed.
public func linkEveryLanguage(to folder: String) throws {
  let files = FileManager.default
  let shipped = packagePath("Resources")
  try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
  for name in try files.contentsOfDirectory(atPath: shipped) {
    try files.createSymbolicLink(
      atPath: "\(folder)/\(name)", withDestinationPath: "\(shipped)/\(name)")
  }
  try files.createSymbolicLink(
    atPath: "\(folder)/languages.d", withDestinationPath: "\(shipped)/lisan-languages")
}

/// The folder of a target of `Sources`, in whichever room it is.
public func sourceFolder(_ target: String) -> URL {
  guard let folder = sourceFolders.first(where: { $0.lastPathComponent == target }) else {
    fatalError("no folder of Sources is called \(target)")
  }
  return folder
}

/// The folders of the rooms of `Sources`: targets, and packages for other languages.
public let sourceFolders: [URL] = {
  let files = FileManager.default
  do {
    return try files.contentsOfDirectory(atPath: packagePath("Sources")).sorted().flatMap { room in
      try files.contentsOfDirectory(atPath: packagePath("Sources/\(room)")).sorted()
        .map { packageRoot.appending(path: "Sources/\(room)/\($0)") }
    }
  } catch {
    fatalError("the folders of Sources cannot be read: \(error)")
  }
}()
