import CGettext
import Foundation
import Localization

// Load and look-up of catalogs, in turns with gettext's .mo and Foundation's property list:
//
//     swift run -c release catalog-bench
//
// Each figure is the median of its rounds; the rounds of all contenders alternate.

func nanoseconds() -> Double {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return Double(now.tv_sec) * 1e9 + Double(now.tv_nsec)
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

/// Runs contenders in turns and returns the median time of each, in nanoseconds.
func race(rounds: Int, _ contenders: [() -> Void]) -> [Double] {
  var times = contenders.map { _ in [Double]() }
  for _ in 0..<rounds {
    for (number, contender) in contenders.enumerated() {
      let start = nanoseconds()
      contender()
      times[number].append(nanoseconds() - start)
    }
  }
  return times.map(median)
}

func column(_ value: Double, digits: Int) -> String {
  let text = String(format: "%.\(digits)f", value)
  return String(repeating: " ", count: max(0, 12 - text.count)) + text
}

/// A program's own texts, which are found by case.
enum BenchMessage: String, CaseIterable, MessageKey {
  case language = "Language"
  case follow = "Follow the system language"
  case restart = "Restart now"
  case later = "Later"

  var isPlural: Bool { false }
}

/// Keeps a result alive, so that the work for it is done.
nonisolated(unsafe) var sink = 0

setenv("LANGUAGE", "ar", 1)
guard setlocale(LC_ALL, "C.UTF-8") != nil else { fatalError("the locale C.UTF-8 is missing") }
let directory = NSTemporaryDirectory() + "catalog-bench-\(getpid())"
let messages = "\(directory)/ar/LC_MESSAGES"
try FileManager.default.createDirectory(atPath: messages, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(atPath: directory) }

print("load, microseconds")
print("        keys     strings       .mo  plist(strings)  plist(xml)   decoder(xml)")
var tables: [(Int, SampleCatalog, StringTable, String)] = []
for count in [100, 1_000, 10_000, 100_000] {
  let sample = SampleCatalog(count: count)
  let strings = "\(directory)/\(count).strings"
  let xml = "\(directory)/\(count).plist"
  let source = "\(directory)/\(count).po"
  try sample.strings.write(toFile: strings, atomically: false, encoding: .utf8)
  try sample.propertyList.write(toFile: xml, atomically: false, encoding: .utf8)
  try sample.portableObject.write(toFile: source, atomically: false, encoding: .utf8)
  let msgfmt = try Process.run(
    URL(fileURLWithPath: "/usr/bin/msgfmt"), arguments: ["-o", "\(messages)/x.mo", source])
  msgfmt.waitUntilExit()
  guard msgfmt.terminationStatus == 0 else { fatalError("msgfmt failed") }

  let rounds = count >= 100_000 ? 9 : count >= 10_000 ? 21 : 101
  // gettext keeps a file that it has read, so each round has a domain of its own.
  for round in 0..<rounds { link("\(messages)/x.mo", "\(messages)/d\(count)-\(round).mo") }
  var round = 0
  let times = race(
    rounds: rounds,
    [
      { sink &+= try! StringTable(contentsOf: strings).count },
      {
        let domain = "d\(count)-\(round)"
        bindtextdomain(domain, directory)
        sink &+= Int(dgettext(domain, sample.keys[0]).pointee)
        round += 1
      },
      {
        let data = try! Data(contentsOf: URL(fileURLWithPath: strings))
        let list = try! PropertyListSerialization.propertyList(from: data, format: nil)
        sink &+= (list as! [String: String]).count
      },
      {
        let data = try! Data(contentsOf: URL(fileURLWithPath: xml))
        let list = try! PropertyListSerialization.propertyList(from: data, format: nil)
        sink &+= (list as! [String: String]).count
      },
      {
        let data = try! Data(contentsOf: URL(fileURLWithPath: xml))
        sink &+= try! PropertyListDecoder().decode([String: String].self, from: data).count
      },
    ])
  print(column(Double(count), digits: 0), times.map { column($0 / 1000, digits: 1) }.joined())
  let domain = "d\(count)-0"
  tables.append((count, sample, try StringTable(contentsOf: strings), domain))
}

print("\nlook-up of every key in random order, nanoseconds a key")
print("        keys     strings       .mo     Dictionary")
for (count, sample, table, domain) in tables {
  var random = SplitMix(state: 3)
  let order = (0..<max(count, 10_000)).map { _ in Int(random.next() % UInt64(count)) }
  let keys = order.map { sample.keys[$0] }
  let cKeys = order.map { strdup(sample.keys[$0])! }
  let cDomain = strdup(domain)!
  let dictionary = Dictionary(uniqueKeysWithValues: zip(sample.keys, sample.values))
  for number in 0..<count {
    guard table[sample.keys[number]] == sample.values[number],
      String(cString: dgettext(cDomain, sample.keys[number])) == sample.values[number]
    else { fatalError("\(sample.keys[number]) is not translated") }
  }
  let times = race(
    rounds: 31,
    [
      { for key in keys { sink &+= table[key]!.utf8.count } },
      { for key in cKeys { sink &+= Int(dgettext(cDomain, key).pointee) } },
      { for key in keys { sink &+= dictionary[key]!.utf8.count } },
    ])
  print(
    column(Double(count), digits: 0),
    times.map { column($0 / Double(order.count), digits: 1) }.joined())
  for key in cKeys { free(key) }
  free(cDomain)
}

let catalog = Catalog<BenchMessage>.builtIn()
var random = SplitMix(state: 5)
let cases = (0..<100_000).map { _ in BenchMessage.allCases.randomElement(using: &random)! }
let times = race(rounds: 31, [{ for key in cases { sink &+= catalog.text(key).utf8.count } }])
print("\na program's own catalog, by case: \(column(times[0] / 100_000, digits: 1)) ns")
