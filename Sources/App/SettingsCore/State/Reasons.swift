import Localization

// Short reasons for failures, in the displayed language. The log, whose path is shown next to them,
// has the details.

extension CatalogError {
  /// Which file is wrong, and how.
  public var reason: Text {
    // The folder identifies the language.
    let place = file.split(separator: "/").suffix(2).joined(separator: "/")
    let isMissing = kind == .unreadable(errno: 2)
    return switch kind {
    case .unreadable, .notRegularFile, .tooLarge, .tooManyFiles:
      .message(isMissing ? .reasonMissing : .reasonUnreadable, .path(place))
    default: .message(.reasonInvalid, .path("\(place):\(line)"))
    }
  }
}

extension Text {
  /// Why the restart failed.
  static func restartFailure(_ errno: Int32) -> Text {
    switch errno {
    case 2: .message(.reasonProgramMissing)
    case 13: .message(.reasonProgramForbidden)
    default: .message(.reasonSystem, .code(String(errno)))
    }
  }
}

extension SettingsState {
  var logPath: Text { .path(environment.logPath) }
}
