/// A `.stringsdict` file: the texts with plural forms, in the file's order.
///
/// Supported are `NSStringLocalizedFormatKey` and variables of the type `NSStringPluralRuleType`,
/// also inside the forms of other variables. Widths and devices (`NSStringVariableWidthRuleType`,
/// `NSStringDeviceSpecificRuleType`) have no meaning on a terminal and are rejected.
struct PluralFile: Sendable {
  /// A text and its byte offset in the source.
  struct Text: Sendable {
    let text: String
    let offset: Int
  }

  struct Form: Sendable {
    let category: PluralCategory
    let keyOffset: Int
    let text: Text
  }

  struct Variable: Sendable {
    let name: String
    let offset: Int
    let forms: [Form]
  }

  struct Message: Sendable {
    let key: String
    let keyOffset: Int
    let format: Text
    let variables: [Variable]
    /// The offset after its last byte.
    let end: Int
    /// The comments between it and the message before it.
    let gap: Range<Int>

    /// The message without forms that a language does not have, or no longer.
    func keeping(_ categories: [PluralCategory]) -> Message {
      Message(
        key: key, keyOffset: keyOffset, format: format,
        variables: variables.map { variable in
          Variable(
            name: variable.name, offset: variable.offset,
            forms: variable.forms.filter { categories.contains($0.category) })
        }, end: end, gap: gap)
    }
  }

  let source: SourceText
  private(set) var messages: [Message] = []

  /// Parses a file. An invalid message is added to `errors` and left out.
  init(_ source: SourceText, errors: inout [CatalogError]) throws(CatalogError) {
    self.source = source
    guard case .dictionary(let members) = try PropertyListReader.read(source).value else { return }
    var end = 0
    for member in members {
      do throws(CatalogError) {
        messages.append(try message(member, after: end))
      } catch {
        errors.append(error)
      }
      end = member.node.end
    }
  }

  /// The format that a comment gives a message.
  func format(of message: Message) -> TextFormat? { source.format(in: message.gap) }

  /// - Parameter gap: the end of the member before.
  private func message(
    _ member: PropertyNode.Member, after gap: Int
  ) throws(CatalogError) -> Message {
    let formatKey = "NSStringLocalizedFormatKey"
    guard case .dictionary(let properties) = member.node.value else {
      throw source.error(.missingProperty(formatKey), at: member.node.offset)
    }
    var format: Text?
    var variables: [Variable] = []
    for property in properties {
      switch property.node.value {
      case .string(let text) where property.key == formatKey:
        format = Text(text: text, offset: property.node.offset)
      case .dictionary(let fields) where property.key != formatKey:
        variables.append(try variable(property, fields: fields))
      default: throw source.error(.unknownProperty(property.key), at: property.keyOffset)
      }
    }
    guard let format else {
      throw source.error(.missingProperty(formatKey), at: member.node.offset)
    }
    return Message(
      key: member.key, keyOffset: member.keyOffset, format: format, variables: variables,
      end: member.node.end, gap: gap..<member.keyOffset)
  }

  private static let specType = "NSStringFormatSpecTypeKey"
  private static let valueType = "NSStringFormatValueTypeKey"
  private static let wholeNumbers = ["d", "i", "u", "ld", "li", "lu", "lld", "lli", "llu"]

  private func variable(
    _ property: PropertyNode.Member, fields: [PropertyNode.Member]
  ) throws(CatalogError) -> Variable {
    var missing = [Self.specType, Self.valueType]
    var forms: [Form] = []
    for field in fields {
      guard case .string(let value) = field.node.value else {
        throw source.error(.unknownProperty(field.key), at: field.keyOffset)
      }
      let isAllowed: Bool
      switch field.key {
      case Self.specType: isAllowed = value == "NSStringPluralRuleType"
      case Self.valueType: isAllowed = Self.wholeNumbers.contains(value)
      default:
        guard let category = PluralCategory(rawValue: field.key) else {
          throw source.error(.unknownProperty(field.key), at: field.keyOffset)
        }
        let text = Text(text: value, offset: field.node.offset)
        forms.append(Form(category: category, keyOffset: field.keyOffset, text: text))
        isAllowed = true
      }
      guard isAllowed else {
        throw source.error(.invalidProperty(field.key, value: value), at: field.node.offset)
      }
      missing.removeAll { $0 == field.key }
    }
    if let missing = missing.first {
      throw source.error(.missingProperty(missing), at: property.node.offset)
    }
    return Variable(name: property.key, offset: property.keyOffset, forms: forms)
  }
}
