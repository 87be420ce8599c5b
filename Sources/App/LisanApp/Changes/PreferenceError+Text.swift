import LisanPreferences
import PreferenceStore
import SettingsCore
import SystemCalls

extension PreferenceError {
  /// Why a change is not in the file, for users.
  var text: Text {
    switch self {
    case .notWritable(_, let errno), .notDurable(_, let errno): SystemError(errno).text
    case .foreignOwner: .message(.notWrittenForeignOwner)
    case .notAFile: .message(.notWrittenNoFile)
    case .foreignFile:
      .message(.notWrittenForeignFile, .argument(LisanOption.preferences.flag))
    case .locked: .message(.notWrittenLocked)
    case .newerVersion: .message(.notWrittenNewer)
    case .damaged(_, let errno): .message(.notWrittenDamaged, SystemError(errno).text)
    case .tooLong, .malformed: .message(.notWrittenUnfit)
    }
  }
}
