/// A place in a script: a file, and a line and a character of it, both from 1.
public struct ScriptPlace: Hashable, Sendable, CustomStringConvertible {
  public let file: String
  public let line: Int
  public let column: Int

  /// `menu.drive:3:14`, as compilers write it, so that editors can jump there.
  public var description: String { "\(file):\(line):\(column)" }
}

/// An error at a place of a script.
public struct ScriptError: Error, Hashable, Sendable {
  public let place: ScriptPlace
  public let message: DriveMessage
  public let arguments: [String]

  init(_ place: ScriptPlace, _ message: DriveMessage, _ arguments: String...) {
    self.init(place, DriveFailure(message: message, arguments: arguments))
  }

  init(_ place: ScriptPlace, _ failure: DriveFailure) {
    self.place = place
    message = failure.message
    arguments = failure.arguments
  }
}
