import StrictJSON

/// libFuzzer's entry: the first byte chooses the rules, the rest is a text. `json.sh` beside it builds
/// and runs it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSON(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
  guard let choice = input.first else { return 0 }
  let bytes = Array(input.dropFirst())
  let rules = JSON.ReadingRules(rawValue: Int(choice & 3))
  do throws(JSON.Failure) {
    let value = try JSON(reading: bytes, rules: rules)
    written(value)
    decoded(value)
    places(value, in: bytes)
  } catch {
    precondition(error.offset >= 0 && error.offset <= bytes.count)
    precondition(error.place == JSON.Place(of: error.offset, in: bytes))
    precondition(!error.expected.isEmpty)
  }
  do throws(JSON.Failure) {
    _ = try JSON.members(of: bytes, rules: rules, depth: 3)
  } catch {
    precondition(error.offset >= 0 && error.offset <= bytes.count)
  }
  return 0
}

/// What was read is written so that it reads the same, on one line and without a control character.
private func written(_ value: JSON) {
  let text = value.utf8
  precondition(text.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
  guard let again = try? JSON(reading: text) else {
    preconditionFailure("what was written cannot be read")
  }
  precondition(isSame(again, value))
  precondition(again.utf8 == text)
}

/// Whether two values have the same bytes; `==` takes canonically equivalent texts for equal.
private func isSame(_ left: JSON, _ right: JSON) -> Bool {
  switch (left, right) {
  case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
  case (.array(let left), .array(let right)): left.elementsEqual(right, by: isSame)
  case (.object(let left), .object(let right)):
    left.elementsEqual(right) {
      $0.name.utf8.elementsEqual($1.name.utf8) && isSame($0.value, $1.value)
    }
  default: left == right
  }
}

private struct Sample: Codable, Equatable {
  var number: Double?
  var small: Int8?
  var large: UInt64?
  var text: String?
  var list: [Int]?
  var table: [String: Bool]?
  var inner: [Sample]?
}

/// A decoded value is equal after encoding.
private func decoded(_ value: JSON) {
  guard let sample = try? value.decode(Sample.self) else { return }
  guard let again = try? JSON(encoding: sample).decode(Sample.self) else {
    preconditionFailure("what was encoded cannot be decoded")
  }
  precondition(again == sample)
}

/// Each member has the place of its name.
private func places(_ value: JSON, in bytes: [UInt8]) {
  switch value {
  case .array(let values): for value in values { places(value, in: bytes) }
  case .object(let members):
    for member in members {
      precondition(bytes[member.offset] == UInt8(ascii: "\""))
      places(member.value, in: bytes)
    }
  default: break
  }
}
