import BidiText

/// UAX #9 as its text reads, one rule after another on plain arrays, with no thought of speed: what
/// the resolver is compared with where no other library is right.
struct RuleByRule {
  private let scalars: [Unicode.Scalar]
  private let original: [BidiClass]
  private let paragraphLevel: UInt8
  private var classes: [BidiClass]
  private var levels: [UInt8]
  /// The levels after rule X8.
  private var explicit: [UInt8] = []

  static func levels(of scalars: [Unicode.Scalar], paragraphLevel: UInt8) -> [UInt8] {
    var rules = RuleByRule(scalars, paragraphLevel)
    rules.applyExplicitRules()
    rules.explicit = rules.levels
    for sequence in rules.isolatingRunSequences() { rules.resolve(sequence) }
    return rules.levels
  }

  private init(_ scalars: [Unicode.Scalar], _ paragraphLevel: UInt8) {
    self.scalars = scalars
    self.paragraphLevel = paragraphLevel
    original = scalars.map(\.bidiClass)
    classes = original
    levels = Array(repeating: paragraphLevel, count: scalars.count)
  }

  static func isInitiator(_ type: BidiClass) -> Bool {
    [.leftToRightIsolate, .rightToLeftIsolate, .firstStrongIsolate].contains(type)
  }

  private func isRemoved(_ place: Int) -> Bool {
    [
      .boundaryNeutral, .leftToRightEmbedding, .leftToRightOverride, .rightToLeftEmbedding,
      .rightToLeftOverride, .popDirectionalFormat,
    ].contains(original[place])
  }

  /// BD9.
  private func matchingPop(of initiator: Int) -> Int? {
    var depth = 1
    for place in scalars.indices where place > initiator {
      if Self.isInitiator(original[place]) { depth += 1 }
      if original[place] == .popDirectionalIsolate { depth -= 1 }
      if depth == 0 { return place }
    }
    return nil
  }

  private func hasMatchingInitiator(_ pop: Int) -> Bool {
    scalars.indices.contains { Self.isInitiator(original[$0]) && matchingPop(of: $0) == pop }
  }

  /// P2 and P3 between two places; isolates are passed over.
  private func firstStrongIsRightToLeft(_ range: Range<Int>) -> Bool {
    var place = range.lowerBound
    while place < range.upperBound {
      switch original[place] {
      case .leftToRight: return false
      case .rightToLeft, .arabicLetter: return true
      case let type where Self.isInitiator(type):
        guard let pop = matchingPop(of: place) else { return false }
        place = pop
      default: break
      }
      place += 1
    }
    return false
  }

  // MARK: X1 to X8

  private struct Status {
    var level: UInt8
    var override: BidiClass?
    var isIsolate: Bool
  }

  private mutating func applyExplicitRules() {
    var stack = [Status(level: paragraphLevel, override: nil, isIsolate: false)]
    var overflowIsolates = 0
    var overflowEmbeddings = 0
    var validIsolates = 0
    func nextLevel(_ isRightToLeft: Bool) -> UInt8 {
      let level = stack[stack.count - 1].level
      return isRightToLeft == (level % 2 == 0) ? level + 1 : level + 2
    }
    for place in scalars.indices {
      switch original[place] {
      case .rightToLeftEmbedding, .leftToRightEmbedding, .rightToLeftOverride,
        .leftToRightOverride:
        levels[place] = stack[stack.count - 1].level
        let isRightToLeft = [.rightToLeftEmbedding, .rightToLeftOverride]
          .contains(original[place])
        let override: BidiClass? =
          original[place] == .rightToLeftOverride
          ? .rightToLeft : original[place] == .leftToRightOverride ? .leftToRight : nil
        let level = nextLevel(isRightToLeft)
        if level <= 125, overflowIsolates == 0, overflowEmbeddings == 0 {
          stack.append(Status(level: level, override: override, isIsolate: false))
        } else if overflowIsolates == 0 {
          overflowEmbeddings += 1
        }
      case .rightToLeftIsolate, .leftToRightIsolate, .firstStrongIsolate:
        let top = stack[stack.count - 1]
        levels[place] = top.level
        classes[place] = top.override ?? original[place]
        let isRightToLeft =
          original[place] == .firstStrongIsolate
          ? firstStrongIsRightToLeft(place + 1..<(matchingPop(of: place) ?? scalars.count))
          : original[place] == .rightToLeftIsolate
        let level = nextLevel(isRightToLeft)
        if level <= 125, overflowIsolates == 0, overflowEmbeddings == 0 {
          validIsolates += 1
          stack.append(Status(level: level, override: nil, isIsolate: true))
        } else {
          overflowIsolates += 1
        }
      case .popDirectionalIsolate:
        if overflowIsolates > 0 {
          overflowIsolates -= 1
        } else if validIsolates > 0 {
          overflowEmbeddings = 0
          while !stack[stack.count - 1].isIsolate { stack.removeLast() }
          stack.removeLast()
          validIsolates -= 1
        }
        levels[place] = stack[stack.count - 1].level
        classes[place] = stack[stack.count - 1].override ?? original[place]
      case .popDirectionalFormat:
        if overflowIsolates > 0 {
        } else if overflowEmbeddings > 0 {
          overflowEmbeddings -= 1
        } else if !stack[stack.count - 1].isIsolate, stack.count > 1 {
          stack.removeLast()
        }
        levels[place] = stack[stack.count - 1].level
      case .paragraphSeparator:
        levels[place] = paragraphLevel
      default:
        levels[place] = stack[stack.count - 1].level
        classes[place] = stack[stack.count - 1].override ?? original[place]
      }
    }
  }

  // MARK: X10

  private func isolatingRunSequences() -> [[Int]] {
    var runs: [[Int]] = []
    for place in scalars.indices where !isRemoved(place) {
      if let last = runs.last?.last, levels[last] == levels[place] {
        runs[runs.count - 1].append(place)
      } else {
        runs.append([place])
      }
    }
    var sequences: [[Int]] = []
    for run in runs
    where original[run[0]] != .popDirectionalIsolate || !hasMatchingInitiator(run[0]) {
      var sequence = run
      while let last = sequence.last, Self.isInitiator(original[last]),
        let pop = matchingPop(of: last), let next = runs.first(where: { $0[0] == pop })
      {
        sequence += next
      }
      sequences.append(sequence)
    }
    return sequences
  }

  // MARK: W1 to I2

  private mutating func resolve(_ sequence: [Int]) {
    let level = explicit[sequence[0]]
    let kept = scalars.indices.filter { !isRemoved($0) }
    let before = kept.last { $0 < sequence[0] }.map { explicit[$0] } ?? paragraphLevel
    let last = sequence[sequence.count - 1]
    var after = kept.first { $0 > last }.map { explicit[$0] } ?? paragraphLevel
    if Self.isInitiator(original[last]), matchingPop(of: last) == nil { after = paragraphLevel }
    let sos: BidiClass = max(before, level) % 2 == 0 ? .leftToRight : .rightToLeft
    let eos: BidiClass = max(after, level) % 2 == 0 ? .leftToRight : .rightToLeft
    let embedding: BidiClass = level % 2 == 0 ? .leftToRight : .rightToLeft

    var types = sequence.map { classes[$0] }
    let wereMarks = types.map { $0 == .nonspacingMark }
    applyWeakRules(&types, sos)
    applyBracketRule(&types, sequence, wereMarks, sos, embedding)
    applyNeutralRules(&types, sos, eos, embedding)
    for (index, place) in sequence.enumerated() {
      switch (level % 2, types[index]) {
      case (0, .rightToLeft), (1, .leftToRight), (1, .arabicNumber), (1, .europeanNumber):
        levels[place] = level + 1
      case (0, .arabicNumber), (0, .europeanNumber): levels[place] = level + 2
      default: levels[place] = level
      }
    }
  }

  private func applyWeakRules(_ types: inout [BidiClass], _ sos: BidiClass) {
    for index in types.indices where types[index] == .nonspacingMark {
      let previous = index == 0 ? sos : types[index - 1]
      types[index] =
        Self.isInitiator(previous) || previous == .popDirectionalIsolate
        ? .otherNeutral : previous
    }
    let strong: Set<BidiClass> = [.leftToRight, .rightToLeft, .arabicLetter]
    for index in types.indices where types[index] == .europeanNumber {
      if types[..<index].last(where: strong.contains) == .arabicLetter {
        types[index] = .arabicNumber
      }
    }
    for index in types.indices where types[index] == .arabicLetter {
      types[index] = .rightToLeft
    }
    for index in types.indices.dropFirst().dropLast() {
      let (previous, next) = (types[index - 1], types[index + 1])
      guard previous == next else { continue }
      if types[index] == .europeanSeparator, next == .europeanNumber {
        types[index] = .europeanNumber
      }
      if types[index] == .commonSeparator, next == .europeanNumber || next == .arabicNumber {
        types[index] = next
      }
    }
    for index in types.indices where types[index] == .europeanTerminator {
      let before = types[..<index].last { $0 != .europeanTerminator }
      let after = types[index...].first { $0 != .europeanTerminator }
      if before == .europeanNumber || after == .europeanNumber { types[index] = .europeanNumber }
    }
    for index in types.indices {
      switch types[index] {
      case .europeanSeparator, .europeanTerminator, .commonSeparator:
        types[index] = .otherNeutral
      default: break
      }
    }
    for index in types.indices where types[index] == .europeanNumber {
      let previous = types[..<index].last { $0 == .leftToRight || $0 == .rightToLeft } ?? sos
      if previous == .leftToRight { types[index] = .leftToRight }
    }
  }

  /// N0, with the pairs of BD16.
  private func applyBracketRule(
    _ types: inout [BidiClass], _ sequence: [Int], _ wereMarks: [Bool], _ sos: BidiClass,
    _ embedding: BidiClass
  ) {
    var stack: [(closing: Unicode.Scalar, index: Int)] = []
    var pairs: [(opening: Int, closing: Int)] = []
    search: for index in types.indices where types[index] == .otherNeutral {
      let scalar = scalars[sequence[index]]
      guard let mirrored = scalar.bidiMirrored else { continue }
      switch scalar.properties.generalCategory {
      case .openPunctuation:
        if stack.count == 63 { break search }
        stack.append((canonical(mirrored), index))
      case .closePunctuation:
        if let found = stack.lastIndex(where: { $0.closing == canonical(scalar) }) {
          pairs.append((stack[found].index, index))
          stack.removeSubrange(found...)
        }
      default: break
      }
    }
    for pair in pairs.sorted(by: { $0.opening < $1.opening }) {
      let inside = types[pair.opening + 1..<pair.closing].compactMap(strong)
      var direction: BidiClass?
      if inside.contains(embedding) {
        direction = embedding
      } else if !inside.isEmpty {
        let context = types[..<pair.opening].compactMap(strong).last ?? sos
        direction = context == embedding ? embedding : context
      }
      guard let direction else { continue }
      for bracket in [pair.opening, pair.closing] {
        types[bracket] = direction
        for mark in types.indices[(bracket + 1)...].prefix(while: { wereMarks[$0] }) {
          types[mark] = direction
        }
      }
    }
  }

  private func canonical(_ bracket: Unicode.Scalar) -> Unicode.Scalar {
    bracket == "\u{2329}" ? "\u{3008}" : bracket == "\u{232A}" ? "\u{3009}" : bracket
  }

  private func strong(_ type: BidiClass) -> BidiClass? {
    switch type {
    case .leftToRight: .leftToRight
    case .rightToLeft, .europeanNumber, .arabicNumber: .rightToLeft
    default: nil
    }
  }

  private func applyNeutralRules(
    _ types: inout [BidiClass], _ sos: BidiClass, _ eos: BidiClass, _ embedding: BidiClass
  ) {
    let resolved = types
    for index in types.indices where strong(types[index]) == nil {
      let before = resolved[..<index].compactMap(strong).last ?? sos
      let after = resolved[index...].compactMap(strong).first ?? eos
      types[index] = before == after ? before : embedding
    }
  }
}
