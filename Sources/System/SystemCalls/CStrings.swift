import Glibc

/// A list of C strings with a null pointer at its end, such as a program's arguments (execve(2)).
public typealias CStringList = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

/// Calls `body` with texts as a list of C strings, which are valid until `body` returns. `body` may
/// reorder them.
public func withCStrings<Result, Failure: Error>(
  _ texts: [String], _ body: (CStringList) throws(Failure) -> Result
) throws(Failure) -> Result {
  let list = CStringList.allocate(capacity: texts.count + 1)
  for (place, text) in texts.enumerated() { (list + place).initialize(to: strdup(text)) }
  (list + texts.count).initialize(to: nil)
  defer {
    for place in texts.indices { free(list[place]) }
    list.deallocate()
  }
  return try body(list)
}
