@testable import Localization

/// libFuzzer's entry: the first byte chooses a reader, the rest is what it reads. `catalogs.sh` beside
/// it builds and runs it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
  guard let choice = input.first else { return 0 }
  let bytes = Array(input.dropFirst())
  switch choice % 3 {
  case 0: readStrings(bytes)
  case 1: readPlurals(bytes)
  default: readRule(bytes)
  }
  return 0
}

/// Read values are found again, and are equal after writing and reading.
private func readStrings(_ bytes: [UInt8]) {
  guard let table = try? StringTable(bytes: bytes, file: "x") else { return }
  var text = ""
  for place in 0..<table.count {
    precondition(table.index(of: table.key(at: place)) == place)
    text += "\(quoted(table.key(at: place))) = \(quoted(table.value(at: place)));\n"
  }
  guard let again = try? StringTable(bytes: Array(text.utf8), file: "x") else {
    preconditionFailure("what was read cannot be read again")
  }
  precondition(again.count == table.count)
  for place in 0..<table.count {
    precondition(again.key(at: place).utf8.elementsEqual(table.key(at: place).utf8))
    precondition(again.value(at: place).utf8.elementsEqual(table.value(at: place).utf8))
  }
}

private func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": result += "\\\(scalar)"
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}

/// A message that is resolved has a form for every count.
private func readPlurals(_ bytes: [UInt8]) {
  var errors: [CatalogError] = []
  guard let source = try? SourceText(bytes, file: "x"),
    let file = try? PluralFile(source, errors: &errors)
  else { return }
  for message in file.messages {
    guard let kinds = try? CatalogReader.kinds(ofKey: message.key) else { continue }
    let plural = PluralResolver.resolve(
      message, source: source, kinds: kinds, categories: [.one, .other], errors: &errors)
    for variable in plural?.variables ?? [] {
      precondition(variable[.one] != nil && variable[.other] != nil)
    }
  }
}

private func readRule(_ bytes: [UInt8]) {
  guard let condition = try? PluralCondition(String(decoding: bytes, as: UTF8.self)) else { return }
  for count in [0, 1, 2, 11, 100, 1_000_000] { _ = condition.holds(for: PluralOperands(count)) }
}
