/// Who orders the right-to-left text of other programs in this terminal.
public enum ProgramOrder: Hashable, Sendable {
  /// Only `lisan run`.
  case byCommand
  /// A `lisan run` around this program.
  case byOuterCommand
  /// The terminal.
  case byTerminal
  /// Nobody: the user chose to get the letters in logical order.
  case logical
  /// Nobody: the terminal only prints lines.
  case withoutScreen

  /// A command line that shows how `lisan run` is used.
  static let example = "lisan run git log"

  /// In a few words.
  var summary: Message { words.0 }

  /// In whole sentences.
  var meaning: Message { words.1 }

  private var words: (Message, Message) {
    switch self {
    case .byCommand: (.programsByCommand, .programsByCommandMeaning)
    case .byOuterCommand: (.programsByOuterCommand, .programsByOuterCommandMeaning)
    case .byTerminal: (.programsByTerminal, .programsByTerminalMeaning)
    case .logical: (.programsLogical, .programsLogicalMeaning)
    case .withoutScreen: (.programsWithoutScreen, .programsWithoutScreenMeaning)
    }
  }
}
