import Localization

// Why something did not succeed, in a few words and in the language that is shown. The log, whose path
// stands beside them, has the rest.

extension CatalogError {
  /// What is wrong with which file.
  public var reason: Text {
    // The folder says which language it is.
    let place = file.split(separator: "/").suffix(2).joined(separator: "/")
    let isMissing = kind == .unreadable(errno: 2)
    return switch kind {
    case .unreadable, .notRegularFile, .tooLarge:
      .message(isMissing ? .reasonMissing : .reasonUnreadable, [.identifier(.path(place))])
    default: .message(.reasonInvalid, [.identifier(.path("\(place):\(line)"))])
    }
  }
}

extension Text {
  /// Why the program could not be started anew.
  static func restartFailure(_ errno: Int32) -> Text {
    switch errno {
    case 2: .message(.reasonProgramMissing)
    case 13: .message(.reasonProgramForbidden)
    default: .message(.reasonSystem, [.identifier(.code(String(errno)))])
    }
  }
}

extension State {
  var logPath: Text { .identifier(.path(environment.logPath)) }
}
