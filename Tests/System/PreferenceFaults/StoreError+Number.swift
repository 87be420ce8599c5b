import Glibc
import PreferenceStore

extension StoreError {
  /// The system's error number, such as ENOSPC; the closest one if no call failed.
  var errno: Int32 {
    switch self {
    case .notWritable(_, let errno), .damaged(_, let errno), .notDurable(_, let errno): errno
    case .foreignOwner: EPERM
    case .locked: EWOULDBLOCK
    case .newerVersion: EPROTONOSUPPORT
    case .tooLong: EMSGSIZE
    case .notAFile, .foreignFile, .malformed: EINVAL
    }
  }
}
