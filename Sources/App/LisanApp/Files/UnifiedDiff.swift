/// The difference between two versions of a file, as patch(1) reads it.
///
/// All lines between the first and the last difference are one hunk.
enum UnifiedDiff {
  private static let context = 3

  /// The bytes of the difference; empty if there is none. A version that is nil does not exist.
  static func text(_ path: String, from old: [UInt8]?, to new: [UInt8]?) -> [UInt8] {
    guard old != new else { return [] }
    let (before, after) = (fileLines(old ?? []), fileLines(new ?? []))
    var start = 0
    while start < min(before.count, after.count), before[start] == after[start] { start += 1 }
    var same = 0
    while same < min(before.count, after.count) - start,
      before[before.count - 1 - same] == after[after.count - 1 - same]
    {
      same += 1
    }
    let first = max(0, start - context)
    let tail = min(context, same)
    func span(_ count: Int) -> String {
      let length = count - same + tail - first
      return length == 0 ? "\(first),0" : "\(first + 1),\(length)"
    }
    var text = Array(
      """
      --- \(old == nil ? "/dev/null" : path)
      +++ \(new == nil ? "/dev/null" : path)
      @@ -\(span(before.count)) +\(span(after.count)) @@

      """.utf8)
    func add(_ sign: Character, _ lines: ArraySlice<ArraySlice<UInt8>>) {
      for line in lines {
        text += sign.utf8
        text += line
        if line.last != newline { text += "\n\\ No newline at end of file\n".utf8 }
      }
    }
    add(" ", before[first..<start])
    add("-", before[start..<(before.count - same)])
    add("+", after[start..<(after.count - same)])
    add(" ", before[(before.count - same)..<(before.count - same + tail)])
    return text
  }

  private static let newline = UInt8(ascii: "\n")
}
