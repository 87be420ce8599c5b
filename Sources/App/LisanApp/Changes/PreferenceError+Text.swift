import LisanPreferences
import PreferenceStore
import SettingsCore
import SystemCalls

extension PreferenceError {
  /// Why a change is not in the file, for users.
  var text: Text {
    func system(_ number: Int32) -> Text {
      .argument(SystemError(number).description)
    }
    return switch self {
    case .notWritable(_, let errno), .notDurable(_, let errno): system(errno)
    case .foreignOwner: .message(.notWrittenForeignOwner)
    case .notAFile: .message(.notWrittenNoFile)
    case .foreignFile:
      .message(.notWrittenForeignFile, .argument(LisanOption.preferences.flag))
    case .locked: .message(.notWrittenLocked)
    case .newerVersion: .message(.notWrittenNewer)
    case .damaged(_, let errno): .message(.notWrittenDamaged, system(errno))
    case .tooLong, .malformed: .message(.notWrittenUnfit)
    }
  }
}
