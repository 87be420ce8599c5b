import Glibc

@testable import Localization

private enum Sample: String, CaseIterable, MessageKey {
  case plain = "Plain"
  case named = "Named %@"
  case counted = "%d files"
  case both = "%1$d of %2$@"

  var isPlural: Bool { self == .counted || self == .both }
}

/// A folder with sources, and the bytes that are compiled from them.
private let (folder, sound): (String, [UInt8]) = {
  // In the build's folder, where the fuzzer runs.
  let folder = "scratch"
  mkdir(folder, 0o700)
  mkdir("\(folder)/ar.lproj", 0o700)
  write(
    Array("\"Plain\" = \"عادي\";\n\"Named %@\" = \"باسم %@\";\n".utf8),
    "\(folder)/ar.lproj/Localizable.strings")
  var dictionary = "<plist version=\"1.0\"><dict>"
  for key in ["%d files", "%1$d of %2$@"] {
    dictionary += """
      <key>\(key)</key><dict><key>NSStringLocalizedFormatKey</key>
      <string>%1$#@count@\(key.hasSuffix("@") ? " %2$@" : "")</string><key>count</key><dict>
      <key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
      <key>NSStringFormatValueTypeKey</key><string>d</string>
      """
    for category in PluralCategory.allCases {
      dictionary += "<key>\(category)</key><string>%d \(category)</string>"
    }
    dictionary += "</dict></dict>"
  }
  write(Array("\(dictionary)</dict></plist>".utf8), "\(folder)/ar.lproj/Localizable.stringsdict")
  let language = Language(known: LanguageCode(rawValue: "ar")!)!
  do {
    try Catalog<Sample>.compile(language: language, in: folder)
  } catch { fatalError("\(error)") }
  let path = "\(folder)/ar.lproj/Localizable.compiled"
  let file = fopen(path, "r")!
  defer { fclose(file) }
  var bytes = [UInt8](repeating: 0, count: 65536)
  let count = fread(&bytes, 1, bytes.count, file)
  return (folder, Array(bytes[..<count]))
}()
private let language = Language(known: LanguageCode(rawValue: "ar")!)!
private let expected = texts(try! Catalog<Sample>.load(language: language, from: folder))

private func write(_ bytes: [UInt8], _ path: String) {
  let file = fopen(path, "w")!
  fwrite(bytes, 1, bytes.count, file)
  fclose(file)
}

private func texts(_ catalog: Catalog<Sample>) -> [String] {
  Sample.allCases.flatMap { key in
    [0, 1, 2, 3, 11, 100].map { catalog.text(key, count: $0, ["x"]) }
  }
}

/// libFuzzer's entry: the first byte says how the rest is read. 0: as a file. 1: as a file whose
/// checksums and digests are made right. Else: as changes of a sound file, three bytes each, with its
/// checksums made right (odd) or not. `compiled.sh` beside it builds and runs it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCompiled(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
  guard let choice = input.first else { return 0 }
  var bytes = Array(input.dropFirst())
  if choice > 1 {
    let changes = bytes
    bytes = sound
    for change in stride(from: 0, to: changes.count - 2, by: 3) {
      let place = (Int(changes[change]) << 8 | Int(changes[change + 1])) % bytes.count
      bytes[place] = changes[change + 2]
    }
  }
  if choice % 2 == 1 { bytes = sealed(bytes) }
  write(bytes, "\(folder)/ar.lproj/Localizable.compiled")
  var damage: [CatalogError] = []
  guard
    let catalog = try? Catalog<Sample>.load(
      language: language, from: folder, reportingDamage: { damage.append($0) })
  else { preconditionFailure("the sources are sound") }
  precondition(!catalog.isCompiled || damage.isEmpty)
  let found = texts(catalog)
  // What is not sealed is the file as compiled, or the sources.
  precondition(choice % 2 == 1 || found == expected)
  precondition(found.allSatisfy { $0.utf8.count < 1 << 20 })
  for limit in [0, CompiledFile.smallSize] {
    let catalog = try? CompiledCatalog(of: language.code, in: folder, mapsLargerThan: limit)
    for key in Sample.allCases { _ = try? catalog?.text(key.rawValue) }
    _ = try? catalog?.text("no such key")
  }
  return 0
}

/// A file with the header's magic, sizes, digests and checksums made right.
private func sealed(_ bytes: [UInt8]) -> [UInt8] {
  guard bytes.count >= CompiledHeader.size,
    let model = try? CompiledHeader(Array(sound.prefix(CompiledHeader.size)), size: sound.count)
  else { return bytes }
  var header = model
  let span = bytes.span.bytes
  header.fileSize = UInt64(bytes.count)
  header.count = span.number(at: 24, as: UInt32.self) % 8
  header.slotCount = 16
  guard header.textsStart <= bytes.count else { return bytes }
  header.indexSum = checksum(bytes, CompiledHeader.size..<header.textsStart)
  header.textsSum = checksum(bytes, header.textsStart..<bytes.count)
  return header.encoded + bytes[CompiledHeader.size...]
}
