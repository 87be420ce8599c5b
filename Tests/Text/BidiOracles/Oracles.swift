import BidiText
import CFriBidi
import CICU

/// A line as another implementation of UAX #9 lays it out.
public struct OracleLine: Equatable, Sendable {
  /// One level for each character, after rule L1; `nil` where the oracle does not work them out,
  /// as ICU does not for a line that runs one way.
  public var levels: [UInt8]?
  /// For each place from the left the logical place of what stands there.
  public var order: [Int]
  /// The runs of one level from left to right; `nil` where the oracle does not have them.
  public var runs: [Range<Int>]?
}

extension ParagraphDirection {
  /// 0, 1, or -1 for the first strong character, as the shims take it.
  public var requestedLevel: Int32 {
    switch self {
    case .leftToRight: 0
    case .rightToLeft: 1
    case .firstStrong: -1
    }
  }
}

/// FriBidi: right by the official files, wrong where isolates follow each other.
public enum FriBidi {
  public static func layOut(
    _ scalars: [Unicode.Scalar], direction: ParagraphDirection
  ) -> OracleLine? {
    let count = scalars.count
    var types = [FriBidiCharType](repeating: FriBidiCharType(0), count: count)
    var brackets = [FriBidiBracketType](repeating: 0, count: count)
    var levels = [FriBidiLevel](repeating: 0, count: count)
    var map = [FriBidiStrIndex](repeating: 0, count: count)
    let level = fribidi_shim_order(
      scalars.map(\.value), FriBidiStrIndex(count), direction.requestedLevel, &types, &brackets,
      &levels, &map)
    guard level >= 0 else { return nil }
    return OracleLine(levels: levels.map { UInt8(bitPattern: $0) }, order: map.map { Int($0) })
  }

  /// What FriBidi draws for each character in logical order; U+FEFF behind a ligature.
  public static func forms(
    of scalars: [Unicode.Scalar], levels: [UInt8]
  ) -> [Unicode.Scalar] {
    let count = FriBidiStrIndex(scalars.count)
    var text = scalars.map(\.value)
    var types = [FriBidiCharType](repeating: FriBidiCharType(0), count: scalars.count)
    var properties = [FriBidiArabicProp](repeating: 0, count: scalars.count)
    fribidi_get_bidi_types(text, count, &types)
    fribidi_shim_shape(&text, count, types, levels.map { FriBidiLevel($0) }, &properties)
    return text.compactMap(Unicode.Scalar.init)
  }
}

/// ICU: right about isolates, wrong about overrides round brackets and about marks on brackets.
public enum ICU {
  public static func layOut(
    _ scalars: [Unicode.Scalar], direction: ParagraphDirection
  ) -> OracleLine? {
    var text: [UInt16] = []
    var starts: [Int] = []
    var owners: [Int] = []
    for (place, scalar) in scalars.enumerated() {
      starts.append(text.count)
      for unit in UTF16.encode(scalar).unsafelyUnwrapped {
        text.append(unit)
        owners.append(place)
      }
    }
    guard let bidi = icu_open() else { return nil }
    defer { icu_close(bidi) }
    var map = [Int32](repeating: 0, count: text.count)
    return text.withUnsafeBufferPointer { text in
      guard icu_resolve(bidi, text.baseAddress, Int32(text.count), direction.requestedLevel) >= 0,
        let levels = icu_levels(bidi), icu_visual_map(bidi, &map) == 0
      else { return nil }
      let order = map.map { Int($0) }.filter { starts[owners[$0]] == $0 }.map { owners[$0] }
      var runs: [Range<Int>] = []
      var (start, length): (Int32, Int32) = (0, 0)
      while Int(icu_visual_runs(bidi, Int32(runs.count), &start, &length)) > runs.count {
        runs.append(owners[Int(start)]..<owners[Int(start + length) - 1] + 1)
      }
      let isMixed = icu_is_mixed(bidi)
      return OracleLine(
        levels: isMixed ? starts.map { levels[$0] } : nil, order: order, runs: isMixed ? runs : nil)
    }
  }
}
