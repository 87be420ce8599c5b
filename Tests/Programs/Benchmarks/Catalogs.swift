import BidiOracles
import CGettext
import Foundation
import Localization

/// A program's own texts, looked up by case.
private enum BenchMessage: String, CaseIterable, MessageKey {
  case language = "Language"
  case follow = "Follow the system language"
  case restart = "Restart now"
  case later = "Later"

  var isPlural: Bool { false }
}

/// Loading of catalogs and lookups, compared with gettext's `.mo`, Foundation's property lists and
/// a dictionary.
func measureCatalogs(_ table: Table) async throws {
  setenv("LANGUAGE", "ar", 1)
  guard setlocale(LC_ALL, "C.UTF-8") != nil else { fatalError("the locale C.UTF-8 is missing") }
  try await withScratch { directory in
    let messages = "\(directory)/ar/LC_MESSAGES"
    try FileManager.default.createDirectory(
      atPath: messages, withIntermediateDirectories: true)
    let sizes = [100, 1_000, 10_000, 100_000]
    table.begin("Catalogs: load")
    let tables = try sizes.map { try measureLoad($0, directory, messages, table) }
    table.begin("Catalogs: look-up of every key in random order")
    for loaded in tables { measureLookUp(loaded, table) }
    let catalog = Catalog<BenchMessage>.builtIn()
    var random = SplitMix(state: 5)
    let cases = (0..<100_000).map { _ in BenchMessage.allCases.randomElement(using: &random)! }
    let own = race(
      rounds: 31, scale: Double(cases.count),
      [
        Contender(name: "Catalog, by case") {
          cases.reduce(0) { $0 &+ catalog.text($1).utf8.count }
        }
      ])
    table.add("a program's own texts", "ns", own[0])
  }
}

private struct LoadedCatalog {
  let sample: SampleCatalog
  let table: StringTable
  let compiled: CompiledCatalog
  let domain: String
}

private func measureLoad(
  _ count: Int, _ directory: String, _ messages: String, _ table: Table
) throws -> LoadedCatalog {
  let sample = SampleCatalog(count: count)
  let strings = "\(directory)/\(count).strings"
  let xml = "\(directory)/\(count).plist"
  let source = "\(directory)/\(count).po"
  try sample.strings.write(toFile: strings, atomically: false, encoding: .utf8)
  try sample.propertyList.write(toFile: xml, atomically: false, encoding: .utf8)
  try sample.portableObject.write(toFile: source, atomically: false, encoding: .utf8)
  _ = try output("/usr/bin/msgfmt", ["-o", "\(messages)/x.mo", source])
  // The keys are the English texts.
  let folders = "\(directory)/\(count)"
  for (code, texts) in [("en", sample.keys), ("ar", sample.values)] {
    try FileManager.default.createDirectory(
      atPath: "\(folders)/\(code).lproj", withIntermediateDirectories: true)
    try SampleCatalog(keys: sample.keys, values: texts).strings.write(
      toFile: "\(folders)/\(code).lproj/Localizable.strings", atomically: false, encoding: .utf8)
  }
  let errors = try CatalogChecker(source: .english, in: folders).compile(folders)
  guard errors.isEmpty else { fatalError("\(errors[0])") }
  let arabic = LanguageCode(rawValue: "ar")!
  // A file of its own: what reads the same one would find it warm.
  let compiledCopy = "\(directory)/\(count).compiled"
  try FileManager.default.copyItem(
    atPath: "\(folders)/ar.lproj/Localizable.compiled", toPath: compiledCopy)
  let rounds = count >= 100_000 ? 9 : count >= 10_000 ? 21 : 101
  // gettext caches a file that it has read, so each round uses a new domain.
  for round in 0...rounds { link("\(messages)/x.mo", "\(messages)/d\(count)-\(round).mo") }
  var round = 0
  let measured = race(
    rounds: rounds, scale: 1000,
    [
      Contender(name: "compiled") {
        try! CompiledCatalog(of: arabic, in: folders)!.text(sample.keys[0])!.utf8.count
      },
      Contender(name: "strings") { try! StringTable(contentsOf: strings).count },
      Contender(name: ".mo") {
        let domain = "d\(count)-\(round)"
        round += 1
        bindtextdomain(domain, directory)
        return Int(dgettext(domain, sample.keys[0]).pointee)
      },
      Contender(name: "plist (strings)") {
        let data = try! Data(contentsOf: URL(filePath: strings))
        let list = try! PropertyListSerialization.propertyList(from: data, format: nil)
        return (list as! [String: String]).count
      },
      Contender(name: "plist (XML)") {
        let data = try! Data(contentsOf: URL(filePath: xml))
        let list = try! PropertyListSerialization.propertyList(from: data, format: nil)
        return (list as! [String: String]).count
      },
      Contender(name: "plist decoder (XML)") {
        let data = try! Data(contentsOf: URL(filePath: xml))
        return try! PropertyListDecoder().decode([String: String].self, from: data).count
      },
    ]
      // A larger file is mapped. What cannot be left out: are the sources newer, and what does the file hold?
      + (count == 100
        ? [Contender(name: "floor: two stat, open, read") { readFresh(compiledCopy, strings, xml) }]
        : []))
  table.add(
    "\(count) keys", "µs", measured[0], Array(measured.dropFirst()),
    bars: [100, 100_000].contains(count) ? [.ratioAtMost(1, to: ".mo")] : [])
  return LoadedCatalog(
    sample: sample, table: try StringTable(contentsOf: strings),
    compiled: try CompiledCatalog(of: arabic, in: folders)!, domain: "d\(count)-0")
}

/// Looks at two sources of a file and reads up to 64 KiB of it.
private func readFresh(_ file: String, _ sources: String...) -> Int {
  var status = stat()
  for source in sources where stat(source, &status) != 0 { return 0 }
  let descriptor = open(file, O_RDONLY | O_CLOEXEC)
  defer { close(descriptor) }
  return withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) {
    read(descriptor, $0.baseAddress, 1 << 16)
  }
}

private func measureLookUp(_ loaded: LoadedCatalog, _ table: Table) {
  let sample = loaded.sample
  let count = sample.keys.count
  var random = SplitMix(state: 3)
  let order = (0..<max(count, 10_000)).map { _ in Int(random.next() % UInt64(count)) }
  let keys = order.map { sample.keys[$0] }
  let cKeys = order.map { strdup(sample.keys[$0])! }
  defer { for key in cKeys { free(key) } }
  let dictionary = Dictionary(uniqueKeysWithValues: zip(sample.keys, sample.values))
  for place in 0..<count {
    guard loaded.table[sample.keys[place]] == sample.values[place],
      try! loaded.compiled.text(sample.keys[place]) == sample.values[place],
      String(cString: dgettext(loaded.domain, sample.keys[place])) == sample.values[place]
    else { fatalError("\(sample.keys[place]) is not translated") }
  }
  let measured = loaded.domain.withCString { domain in
    race(
      rounds: 31, scale: Double(order.count),
      [
        Contender(name: "strings") { keys.reduce(0) { $0 &+ loaded.table[$1]!.utf8.count } },
        Contender(name: "compiled") {
          keys.reduce(0) { $0 &+ (try! loaded.compiled.text($1)!).utf8.count }
        },
        Contender(name: ".mo") { cKeys.reduce(0) { $0 &+ Int(dgettext(domain, $1).pointee) } },
        Contender(name: "Dictionary") { keys.reduce(0) { $0 &+ dictionary[$1]!.utf8.count } },
      ])
  }
  let bar = Bar.ratioAtMost(1, to: ".mo")
  table.add("\(count) keys", "ns", measured[0], Array(measured[2...]), bars: [bar])
  table.add("\(count) keys, compiled", "ns", measured[1], [measured[2]], bars: [bar])
}
