import SystemCalls
import Testing

@Test(
  "Bytes are found at their first place, including both ends of a slice",
  arguments: [
    ("abcabc", "abc", 0), ("xabcabc", "abc", 1), ("ababc", "abc", 2), ("ab", "abc", nil),
    ("", "a", nil), ("a\u{0}b", "\u{0}b", 1),
  ] as [(String, String, Int?)])
func firstPlaces(_ text: String, _ wanted: String, _ place: Int?) {
  let bytes = Array(text.utf8)
  #expect(firstPlace(of: Array(wanted.utf8), in: bytes[...]) == place)
  // A slice has its own first index, and ends where it ends.
  let slice = (Array("--".utf8) + bytes + Array(wanted.utf8)).dropFirst(2).prefix(bytes.count)
  #expect(firstPlace(of: Array(wanted.utf8), in: slice) == place.map { $0 + 2 })
}
