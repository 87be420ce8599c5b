/// Why a command line is invalid, or a file or another program cannot be used.
struct DriveFailure: Error {
  let message: DriveMessage
  let arguments: [String]
  /// Whether the command line is invalid.
  var isUsage = false
}

extension DriveFailure {
  init(_ message: DriveMessage, _ arguments: String...) {
    self.init(message: message, arguments: arguments)
  }

  static func usage(_ message: DriveMessage, _ arguments: String...) -> DriveFailure {
    DriveFailure(message: message, arguments: arguments, isUsage: true)
  }
}
