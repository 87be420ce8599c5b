/// A plural message in a compiled catalog: the kinds of its arguments, its format, and the forms of
/// its variables.
///
/// A number is one byte, or four for the length of a text. A format is the number of its pieces
/// (two bytes) and each piece: its kind, then a literal's text or a placeholder's position,
/// argument, spelling and, for a variable, name.
enum CompiledMessage {
  static func encoded(_ message: PluralMessage, kinds: [MessageFormat.Kind?]) -> [UInt8] {
    var bytes: [UInt8] = [UInt8(kinds.count)]
    for kind in kinds { bytes.append(kind == nil ? 0 : kind == .text ? 1 : 2) }
    append(message.format, to: &bytes)
    bytes.append(UInt8(message.variables.count))
    for variable in message.variables {
      append(variable.name, to: &bytes)
      bytes.append(UInt8(variable.argument))
      var mask: UInt8 = 0
      for (place, form) in variable.forms.enumerated() where form != nil { mask |= 1 << place }
      bytes.append(mask)
      for case let form? in variable.forms { append(form, to: &bytes) }
    }
    return bytes
  }

  private static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(number: UInt32(text.utf8.count))
    bytes += text.utf8
  }

  private static func append(_ format: MessageFormat, to bytes: inout [UInt8]) {
    bytes.append(number: UInt16(format.pieces.count))
    for piece in format.pieces {
      switch piece {
      case .literal(let text):
        bytes.append(0)
        append(text, to: &bytes)
      case .placeholder(let placeholder):
        switch placeholder.kind {
        case .text: bytes.append(1)
        case .number: bytes.append(2)
        case .variable: bytes.append(3)
        }
        bytes.append(UInt8(placeholder.position ?? 0))
        bytes.append(UInt8(placeholder.argument))
        append(placeholder.spelling, to: &bytes)
        if case .variable(let name) = placeholder.kind { append(name, to: &bytes) }
      }
    }
  }

  /// Decodes a message; nil if the bytes are none.
  ///
  /// A form uses only variables that are decoded before it, and each once, as `PluralResolver` orders
  /// them: so no bytes make a text that contains itself or grows without bounds.
  static func decoded(
    _ bytes: [UInt8], _ range: Range<Int>
  ) -> (message: PluralMessage, kinds: [MessageFormat.Kind?])? {
    var reader = Reader(bytes: bytes, place: range.lowerBound, end: range.upperBound)
    return reader.message()
  }

  private struct Reader {
    let bytes: [UInt8]
    var place: Int
    let end: Int

    mutating func byte() -> UInt8? {
      guard place < end else { return nil }
      defer { place += 1 }
      return bytes[place]
    }

    mutating func text() -> String? {
      guard place + 4 <= end else { return nil }
      let length = Int(bytes.span.bytes.number(at: place, as: UInt32.self))
      place += 4
      guard length <= end - place else { return nil }
      defer { place += length }
      return String(decoding: bytes[place..<(place + length)], as: UTF8.self)
    }

    mutating func message() -> (message: PluralMessage, kinds: [MessageFormat.Kind?])? {
      guard let kindCount = byte() else { return nil }
      var kinds: [MessageFormat.Kind?] = []
      for _ in 0..<kindCount {
        switch byte() {
        case 0: kinds.append(nil)
        case 1: kinds.append(.text)
        case 2: kinds.append(.number)
        default: return nil
        }
      }
      // The format comes first but may use every variable.
      guard let format = format(), let variableCount = byte(),
        variableCount <= PluralResolver.maximumVariables
      else { return nil }
      var variables: [PluralMessage.Variable] = []
      for _ in 0..<variableCount {
        guard let name = text(), let argument = byte(), let mask = byte(), mask < 1 << 6 else {
          return nil
        }
        var variable = PluralMessage.Variable(name: name, argument: Int(argument))
        for place in 0..<6 where mask & (1 << place) != 0 {
          guard let form = self.format(), usesOnceOnly(form, variables) else { return nil }
          variable.forms[place] = form
        }
        guard !variables.contains(where: { $0.name == name }) else { return nil }
        variables.append(variable)
      }
      guard place == end, usesOnceOnly(format, variables) else { return nil }
      return (PluralMessage(format: format, variables: variables), kinds)
    }

    mutating func format() -> MessageFormat? {
      guard let low = byte(), let high = byte() else { return nil }
      var format = MessageFormat(literal: "")
      for _ in 0..<(Int(low) | Int(high) << 8) {
        guard let tag = byte(), let piece = tag == 0 ? literal() : placeholder(tag) else {
          return nil
        }
        format.pieces.append(piece)
      }
      return format
    }

    private mutating func literal() -> MessageFormat.Piece? { text().map { .literal($0) } }

    private mutating func placeholder(_ tag: UInt8) -> MessageFormat.Piece? {
      guard let position = byte(), let argument = byte(), let spelling = text() else { return nil }
      let kind: MessageFormat.Kind
      switch tag {
      case 1: kind = .text
      case 2: kind = .number
      case 3:
        guard let name = text() else { return nil }
        kind = .variable(name)
      default: return nil
      }
      return .placeholder(
        MessageFormat.Placeholder(
          kind: kind, position: position == 0 ? nil : Int(position), argument: Int(argument),
          spelling: spelling))
    }

    private func usesOnceOnly(
      _ format: MessageFormat, _ variables: [PluralMessage.Variable]
    ) -> Bool {
      var used: [String] = []
      for case .placeholder(let placeholder) in format.pieces {
        guard case .variable(let name) = placeholder.kind else { continue }
        guard variables.contains(where: { $0.name == name }), !used.contains(name) else {
          return false
        }
        used.append(name)
      }
      return true
    }
  }
}
