import AccountDatabase
import CommandLineTool
import ServerTexts

/// Exit codes (R57).
enum ExitCode: Int32 {
  case done = 0
  case failed = 1
  case wrongUsage = 2
  case resourceInvalid = 4
}

/// Why the program ends without completing its task.
struct Failure: Error {
  let exitCode: ExitCode
  let message: ServerMessage
  let arguments: [String]

  init(_ message: ServerMessage, _ arguments: String..., exitCode: ExitCode = .failed) {
    self.message = message
    self.arguments = arguments
    self.exitCode = exitCode
  }

  /// A database that cannot be used.
  init(_ error: DatabaseError) {
    switch error {
    case .missing(let path): self.init(.databaseMissing, path)
    case .foreign(let path): self.init(.databaseForeign, path)
    default: self.init(.databaseFailed, error.description)
    }
  }

  static func usage(_ message: ServerMessage, _ argument: String) -> Failure {
    Failure(message, argument, exitCode: .wrongUsage)
  }
}

extension Failure {
  /// A failure for an invalid command line.
  init(_ error: UsageError, arguments: [String]) {
    self =
      switch error {
      case .unknownOption(let option): .usage(.unknownOption, option)
      case .needsValue(let option): .usage(.optionNeedsValue, option)
      case .takesNoValue(let option): .usage(.optionTakesNoValue, option)
      case .unknownCommand(let name): .usage(.unknownCommand, name)
      case .invalidValue(let option, let value):
        .usage(.wrongArguments, "\(option.flag) \(value)")
      case .optionNotTaken(let option): .usage(.wrongArguments, option.flag)
      case .wordNotTaken(_, let word): .usage(.wrongArguments, word)
      case .needsArgument, .tooManyArguments:
        .usage(.wrongArguments, arguments.joined(separator: " "))
      }
  }
}

/// Runs an operation on a database, whose error becomes the program's failure.
func failing<Value>(_ body: () throws(DatabaseError) -> Value) throws(Failure) -> Value {
  do throws(DatabaseError) {
    return try body()
  } catch {
    throw Failure(error)
  }
}
