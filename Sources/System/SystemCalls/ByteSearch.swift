/// The first place of some bytes in others; nil if there is none or nothing is wanted.
///
/// The standard library's search is part of its regular expressions, which make a program one
/// megabyte larger. This one is for short texts in which the first byte is rare.
public func firstPlace(of wanted: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
  guard let first = wanted.first else { return nil }
  var place = bytes.startIndex
  while bytes.endIndex - place >= wanted.count {
    if bytes[place] == first, bytes[place...].starts(with: wanted) { return place }
    place += 1
  }
  return nil
}
