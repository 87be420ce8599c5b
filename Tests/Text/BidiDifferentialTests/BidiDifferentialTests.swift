import BidiOracles
import BidiSamples
import BidiText
import TestEffort
import Testing

/// Random lines against ICU and FriBidi, each where it is known to be right.
///
/// `LISAN_FUZZ_LINES=1000000 LISAN_FUZZ_SEED=7` makes a long run of the short one.
struct BidiDifferentialTests {
  @Test("R25: lines with balanced isolates are ordered as ICU orders them")
  func balancedIsolates() throws {
    try compare(
      .balancedIsolates, leavingOut: { hasMarkAfterBracket($0) || mixesAngles($0) },
      with: ICU.layOut)
  }

  @Test("R25: lines with all controls, unbalanced too, are ordered as ICU orders them")
  func everything() throws {
    try compare(
      .everything,
      leavingOut: {
        hasMarkAfterBracket($0) || mixesAngles($0)
          || hasOverride($0) && ($0.contains(where: isBracket) || hasLonePop($0))
      },
      with: ICU.layOut)
  }

  @Test("R25: lines with embeddings and overrides are ordered as FriBidi orders them")
  func embeddings() throws {
    try compare(.embeddings, leavingOut: { _ in false }, with: FriBidi.layOut)
  }

  @Test("R25: lines with brackets are ordered as FriBidi orders them")
  func brackets() throws {
    try compare(
      .brackets, leavingOut: { hasMarkBesideBracket($0) || mixesAngles($0) },
      with: FriBidi.layOut)
  }

  private func compare(
    _ kind: RandomLines.Kind, leavingOut isLeftOut: ([Unicode.Scalar]) -> Bool,
    with oracle: ([Unicode.Scalar], ParagraphDirection) -> OracleLine?
  ) throws {
    var source = RandomLines(kind, seed: Effort.seed)
    var compared = 0
    var differences = 0
    while compared < Effort.lines {
      let line = source.next()
      let direction = source.nextDirection()
      if isLeftOut(line) { continue }
      let expected = try #require(oracle(line, direction))
      let resolved = EmbeddingLevels(of: line, direction: direction)
      let levels = LineOrder.levels(
        ofLine: line, resolved.levels, paragraphLevel: resolved.paragraphLevel)
      let kept = line.indices.filter { !isRemoved(line[$0]) }
      let hasEqualLevels =
        expected.levels.map { other in kept.allSatisfy { levels[$0] == other[$0] } } ?? true
      // Characters of rule X9 have levels in ICU's runs that are its own.
      let hasEqualRuns =
        kept.count < line.count || levels.isEmpty
        || expected.runs.map { $0 == LineOrder.visualRuns(levels).map(\.range) } ?? true
      let isEqual =
        hasEqualLevels && hasEqualRuns
        && LineOrder.visualToLogical(levels).filter { !isRemoved(line[$0]) }
          == expected.order.filter { !isRemoved(line[$0]) }
      if !isEqual {
        differences += 1
        if differences <= 10 {
          let text = line.map { String($0.value, radix: 16) }.joined(separator: " ")
          Issue.record("\(text) \(direction)\n  \(levels)\n  \(expected)")
        }
      }
      compared += 1
    }
    #expect(differences == 0, "seed \(Effort.seed)")
    print("\(kind): \(compared) lines, \(differences) differences, seed \(Effort.seed)")
  }
}

/// Rule X9.
private func isRemoved(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.bidiClass {
  case .boundaryNeutral, .leftToRightEmbedding, .leftToRightOverride, .rightToLeftEmbedding,
    .rightToLeftOverride, .popDirectionalFormat:
    true
  default: false
  }
}

private func isBracket(_ scalar: Unicode.Scalar) -> Bool {
  scalar.bidiMirrored != nil && scalar != "<" && scalar != ">"
}

/// ICU gives such a mark another direction than its bracket (rule N0, last part).
private func hasMarkAfterBracket(_ line: [Unicode.Scalar]) -> Bool {
  let visible = line.filter { !isRemoved($0) }
  return zip(visible, visible.dropFirst()).contains {
    isBracket($0) && $1.bidiClass == .nonspacingMark
  }
}

/// FriBidi takes a bracket and a mark beside it for one, and loses the bracket.
private func hasMarkBesideBracket(_ line: [Unicode.Scalar]) -> Bool {
  hasMarkAfterBracket(line) || hasMarkAfterBracket(line.reversed())
}

/// Whether canonically equivalent brackets stand together: ICU pairs one of them twice, FriBidi
/// not at all (BD16).
private func mixesAngles(_ line: [Unicode.Scalar]) -> Bool {
  line.contains { $0 == "\u{2329}" || $0 == "\u{232A}" }
    && line.contains { $0 == "\u{3008}" || $0 == "\u{3009}" }
}

/// ICU resolves brackets that an override has made strong (BD14 and BD15), and does not override a
/// PDI without an isolate (rule X6a, last part).
private func hasOverride(_ line: [Unicode.Scalar]) -> Bool {
  line.contains { $0 == "\u{202D}" || $0 == "\u{202E}" }
}

private func hasLonePop(_ line: [Unicode.Scalar]) -> Bool {
  var depth = 0
  for scalar in line {
    switch scalar {
    case "\u{2066}", "\u{2067}", "\u{2068}": depth += 1
    case "\u{2069}":
      if depth == 0 { return true }
      depth -= 1
    default: break
    }
  }
  return false
}
