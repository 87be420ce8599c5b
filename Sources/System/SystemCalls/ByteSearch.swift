/// Where some bytes first stand in others; nil if they do not, or are none.
///
/// The standard library's search belongs to its regular expressions, which make a program one
/// megabyte larger. This one is for short texts that end before their first byte comes often.
public func firstPlace(of wanted: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
  guard let first = wanted.first else { return nil }
  var place = bytes.startIndex
  while bytes.endIndex - place >= wanted.count {
    if bytes[place] == first, bytes[place...].starts(with: wanted) { return place }
    place += 1
  }
  return nil
}
