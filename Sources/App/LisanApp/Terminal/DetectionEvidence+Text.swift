import SettingsCore
import Terminal

extension DetectionEvidence {
  /// Why a terminal is treated in this way, for users.
  var text: Text {
    switch self {
    case .name(let name): .message(.terminalByName, .terminal(name))
    case .bidiMode: .message(.terminalByMode)
    case .attributes(let numbers): .message(.terminalByAttributes, .terminal(numbers))
    // tmux reports an empty type if no client is attached.
    case .type(""): .message(.terminalDetached)
    case .type(let type): .message(.terminalByType, .terminal(type))
    case .program(let name): .message(.terminalByProgram, .terminal(name))
    case .variable(let name): .message(.terminalByVariable, .terminal(name))
    case .answer: .message(.terminalByAnswer)
    case .silence: .message(.terminalSilent)
    case .nothing: .message(.terminalUnknown)
    }
  }
}
