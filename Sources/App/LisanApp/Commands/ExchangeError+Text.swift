import Localization
import SettingsCore
import SystemCalls

extension ExchangeError {
  /// The message to people about a translator's file. It names the expected words of the grammar,
  /// such as `msgstr`.
  var text: Text {
    return switch kind {
    case .invalidUTF8: .message(.exchangeNotUTF8)
    case .charset(let name): .message(.exchangeCharset, .argument(name))
    case .controlCharacter(let scalar):
      .message(.exchangeControlCharacter, .argument(scalar.notation))
    case .repeatedText(let text, let line):
      .message(.exchangeRepeated, .argument(text), .argument(String(line)))
    case .expected(let what): .message(.exchangeExpected, .argument(what))
    case .pluralForms: .message(.exchangePluralForms)
    case .noLanguage(let code): .message(.exchangeNoLanguage, .argument(code.rawValue))
    case .otherSource(let found, let wanted):
      .message(.exchangeSource, .argument(found.rawValue), .argument(wanted.rawValue))
    case .unknownFormat(let endings):
      .message(.exchangeUnknownFormat, .argument(endings.joined(separator: ", ")))
    case .file(.unreadable(let errno)), .file(.unwritable(let errno)):
      SystemError(errno).text
    case .file(.notRegularFile): .message(.notWrittenNoFile)
    case .file(.tooLarge(let limit)): .message(.fileTooLarge, .argument("\(limit >> 20) MiB"))
    // Every other defect of a file is found by its format's reader.
    case .file(let kind): CatalogError(file: file, line: line, kind: kind).text
    }
  }
}
