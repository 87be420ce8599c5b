/// A picture of the display: three bytes a pixel, row by row from the top left.
struct Picture: Equatable {
  let width: Int
  let height: Int
  private let pixels: [UInt8]

  /// Reads a binary PPM (`P6`) of 8 or 16 bits a part, or nil.
  init?(ppm bytes: [UInt8]) {
    var place = 0
    var numbers: [Int] = []
    guard bytes.starts(with: Array("P6".utf8)) else { return nil }
    place = 2
    while numbers.count < 3 {
      while place < bytes.count, bytes[place] <= 0x20 { place += 1 }
      var number = 0
      while place < bytes.count, (0x30...0x39).contains(bytes[place]) {
        number = number * 10 + Int(bytes[place] - 0x30)
        place += 1
      }
      numbers.append(number)
    }
    place += 1
    (width, height) = (numbers[0], numbers[1])
    let count = width * height * 3
    let step = numbers[2] > 255 ? 2 : 1
    guard bytes.count - place >= count * step else { return nil }
    pixels = (0..<count).map { bytes[place + $0 * step] }
  }

  /// How bright a pixel is, 0 to 255.
  func brightness(_ x: Int, _ y: Int) -> Int {
    guard (0..<width).contains(x), (0..<height).contains(y) else { return 0 }
    let place = (y * width + x) * 3
    return (Int(pixels[place]) * 3 + Int(pixels[place + 1]) * 6 + Int(pixels[place + 2])) / 10
  }

  /// The smallest area outside of which two pictures are the same; nil where they are the same.
  func difference(from other: Picture) -> PixelArea? {
    guard width == other.width, height == other.height else { return nil }
    var area: PixelArea?
    for y in 0..<height {
      for x in 0..<width where brightness(x, y) != other.brightness(x, y) {
        area = area?.including(x, y) ?? PixelArea(x: x...x, y: y...y)
      }
    }
    return area
  }
}

/// A rectangle of pixels.
struct PixelArea: Equatable {
  var x: ClosedRange<Int>
  var y: ClosedRange<Int>

  func including(_ px: Int, _ py: Int) -> PixelArea {
    PixelArea(
      x: min(x.lowerBound, px)...max(x.upperBound, px),
      y: min(y.lowerBound, py)...max(y.upperBound, py))
  }
}
