import CommandLineTool
import Localization
import SettingsCore

extension UsageError {
  /// The error message.
  var text: Text {
    func message(_ message: Message, _ arguments: String...) -> Text {
      .message(message, arguments.map { .argument($0) })
    }
    let syntax = CommandLineSyntax.lisan
    switch self {
    case .unknownOption(let option):
      // Without its value: `--thme=dark`.
      let flag = String(option.prefix { $0 != "=" })
      return message(.unknownOption, option)
        .suggesting(flag, among: syntax.options.map { $0.flag })
    case .needsValue(let option): return message(.optionNeedsValue, option)
    case .takesNoValue(let option): return message(.optionTakesNoValue, option)
    case .invalidValue(let option, let value):
      return LisanOption(rawValue: option.name)?.refusal(of: value, from: option.flag)
        ?? message(.unknownOption, option.flag)
    case .optionNotTaken(let option):
      return message(.optionNotTaken, option.flag, option.commands.joined(separator: ", "))
    case .unknownCommand(let name):
      return message(.unknownCommand, name)
        .suggesting(name, among: syntax.commands.map { $0.name })
    case .needsArgument(let command): return message(.commandNeedsArgument, command.name)
    case .wordNotTaken(let command, let argument):
      let words = command.parameters.flatMap { CommandSyntax.words(of: $0) }
      return message(.argumentNotTaken, command.name, argument)
        .suggesting(argument, among: words.filter { $0 == $0.lowercased() })
    case .tooManyArguments(let command, let argument):
      return message(.argumentNotTaken, command.name, argument)
    }
  }
}

extension Text {
  /// The complaint about a word, and the word that was probably meant.
  func suggesting(_ word: String, among words: [String]) -> Text {
    let bare = words.map { LanguagePreference.bare($0) }
    guard let nearest = Suggestion.nearest(to: LanguagePreference.bare(word), among: bare),
      let place = bare.firstIndex(of: nearest)
    else { return self }
    return asking(words[place])
  }

  /// The complaint, and the word that was probably meant.
  func asking(_ words: String) -> Text {
    .message(.didYouMean, self, .argument(words))
  }
}
