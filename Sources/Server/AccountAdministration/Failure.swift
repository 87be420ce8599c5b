import AccountDatabase
import CommandLineTool
import ServerTexts

typealias ExitCode = CommandLineTool.ExitCode

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

/// Runs an operation on a database, whose error becomes the program's failure.
func failing<Value>(_ body: () throws(DatabaseError) -> Value) throws(Failure) -> Value {
  do throws(DatabaseError) {
    return try body()
  } catch {
    throw Failure(error)
  }
}
