import SystemCalls

/// A file that adds a language to a list, such as `languages.d/he.strings`.
///
/// ```
/// "code" = "he";
/// "folder" = "he-texts";
/// "place" = "2";
/// "regions" = "001 EG";
/// ```
///
/// Only the code is required. The folder has the language's folder, `he.lproj`; its path is relative
/// to the file, and without it both are in one folder. The place is counted from 1 in the list;
/// without it, the language is at the end. The regions are those that offer the language; without
/// them, each does.
public struct LanguageDropIn: Hashable, Sendable {
  /// The language's code.
  public let code: LanguageCode
  /// The folder that has the language's folder.
  public let directory: String
  /// The place in the list, from 1; nil for the end.
  public let place: Int?
  /// The codes of the regions that offer the language; nil for all.
  public let regions: [String]?

  /// The folder with such files, in a folder of resources.
  public static let folder = "languages.d"

  /// How many files of a folder are read.
  private static let limit = 200

  private init(_ path: String, taken: [LanguageCode]) throws(CatalogError) {
    var fields = FieldReader(try StringTable(contentsOf: path))
    guard let code = LanguageCode(rawValue: try fields.require("code")) else {
      throw fields.invalid("code", allowed: "a language code of BCP 47, such as he")
    }
    guard !taken.contains(code) else {
      throw fields.invalid("code", allowed: "a code that no other language has")
    }
    self.code = code
    let parent = parentDirectory(of: path)
    switch fields.consume("folder") {
    case nil, ".": directory = parent
    case "": throw fields.invalid("folder", allowed: "the path of a folder")
    case let folder?: directory = folder.hasPrefix("/") ? folder : "\(parent)/\(folder)"
    }
    place = try fields.consume("place").map { text throws(CatalogError) in
      guard let place = Int(text), place > 0 else {
        throw fields.invalid("place", allowed: "a number from 1")
      }
      return place
    }
    regions = fields.consume("regions").map { $0.split(separator: " ").map(String.init) }
    if regions?.isEmpty == true {
      throw fields.invalid("regions", allowed: "codes of regions, with spaces between them")
    }
    try fields.refuseRest()
  }

  /// The files of some folders, by their names in each, and the faults of those that cannot be used. A
  /// folder need not exist.
  ///
  /// - Parameter codes: the codes of other languages, which a file cannot add.
  static func read(
    in folders: [String], besides codes: [LanguageCode]
  ) -> (dropIns: [LanguageDropIn], faults: [CatalogError]) {
    var dropIns: [LanguageDropIn] = []
    var faults: [CatalogError] = []
    for folder in folders {
      let names = fileNames(in: folder)
      // Almost always there is none, and sorting costs a start.
      if names.isEmpty { continue }
      let files = names.filter { $0.hasSuffix(".strings") && !$0.hasPrefix(".") }.sorted()
      for name in files.prefix(limit) {
        do throws(CatalogError) {
          dropIns.append(
            try LanguageDropIn("\(folder)/\(name)", taken: codes + dropIns.map(\.code)))
        } catch {
          faults.append(error)
        }
      }
      if files.count > limit {
        faults.append(CatalogError(file: folder, kind: .tooManyFiles(limit: limit)))
      }
    }
    return (dropIns, faults)
  }
}
