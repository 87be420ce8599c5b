import Glibc
import SystemCalls
import Testing

@testable import LisanApp

struct FolderWatchTests {
  @Test(
    "a folder that cannot be watched gives the system's reason",
    arguments: [
      ("/absent", ENOENT), ("/etc/passwd", ENOTDIR),
    ])
  func reason(path: String, errno: Int32) {
    #expect(throws: SystemError(errno)) { try FolderWatch(path) }
  }
}
