import Foundation

/// A picture of the display: pixels row by row from the top left.
struct Picture: Equatable {
  let width: Int
  let height: Int
  /// Four bytes per pixel: three of colour, in an order that all pictures of a display share, and
  /// one unused.
  private let pixels: [UInt8]
  private let first: Int
  /// The number of bytes from one row to the next.
  private let stride: Int
  private let isBlueFirst: Bool

  /// Parses a binary PPM (`P6`) with 8 bits per channel; nil if it is invalid.
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
    let count = width * height
    guard numbers[2] == 255, bytes.count - place >= count * 3 else { return nil }
    pixels = [UInt8](unsafeUninitializedCapacity: count * 4) { buffer, written in
      for index in 0..<count {
        for part in 0..<3 { buffer[index * 4 + part] = bytes[place + index * 3 + part] }
        buffer[index * 4 + 3] = 0
      }
      written = count * 4
    }
    (first, stride, isBlueFirst) = (0, width * 4, false)
  }

  /// Parses Xvfb's screen file (XWD, version 7, 32 bits per pixel in little-endian order); nil if
  /// it is invalid.
  init?(xwd bytes: [UInt8]) {
    func number(_ index: Int) -> Int {
      bytes[index * 4..<index * 4 + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    guard bytes.count > 100, number(1) == 7, number(11) == 32 else { return nil }
    (width, height, stride) = (number(4), number(5), number(12))
    first = number(0) + number(19) * 12
    isBlueFirst = true
    guard bytes.count >= first + stride * height else { return nil }
    pixels = bytes
  }

  /// The brightness of a pixel, 0 to 255.
  func brightness(_ x: Int, _ y: Int) -> Int {
    let (red, green, blue) = color(x, y)
    return (red * 3 + green * 6 + blue) / 10
  }

  /// Relative luminance, 0 to 1 (WCAG 2.2).
  func luminance(_ x: Int, _ y: Int) -> Double {
    let (red, green, blue) = color(x, y)
    return 0.2126 * Self.linear[red] + 0.7152 * Self.linear[green] + 0.0722 * Self.linear[blue]
  }

  private static let linear = (0...255).map { level -> Double in
    let part = Double(level) / 255
    return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
  }

  /// A pixel's channels, 0 to 255; black outside the picture.
  func color(_ x: Int, _ y: Int) -> (red: Int, green: Int, blue: Int) {
    guard x >= 0, x < width, y >= 0, y < height else { return (0, 0, 0) }
    let place = first + y * stride + x * 4
    let parts = (Int(pixels[place]), Int(pixels[place + 1]), Int(pixels[place + 2]))
    return isBlueFirst ? (parts.2, parts.1, parts.0) : parts
  }

  /// The smallest area that contains all differences between two pictures; nil if they are equal.
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

  /// A part of the picture as a binary PPM.
  func ppm(of area: PixelArea) -> [UInt8] {
    var bytes = Array("P6 \(area.x.count) \(area.y.count) 255\n".utf8)
    for y in area.y {
      for x in area.x {
        let (red, green, blue) = color(x, y)
        bytes += [UInt8(red), UInt8(green), UInt8(blue)]
      }
    }
    return bytes
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
