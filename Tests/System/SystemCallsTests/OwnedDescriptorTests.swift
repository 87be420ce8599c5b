import Glibc
import SystemCalls
import TestFolders
import Testing

/// Files are told apart by their inodes: other tests open descriptors meanwhile, so a number that is
/// free again may be taken at once.
struct OwnedDescriptorTests {
  /// Whether a number is an open descriptor of that file.
  private func isOpen(_ number: Int32, _ path: String) -> Bool {
    var open = stat()
    var file = stat()
    return fstat(number, &open) == 0 && lstat(path, &file) == 0 && open.st_ino == file.st_ino
  }

  private func scratchFile() throws -> (TestFolder, String) {
    let scratch = try TestFolder()
    try scratch.write("", to: "file")
    return (scratch, "\(scratch.path)/file")
  }

  @Test("A descriptor is open as long as its owner lives, and closed when it goes")
  func scope() throws {
    let (scratch, path) = try scratchFile()
    var number: Int32 = -1
    do {
      let owner = try OwnedDescriptor(opening: path, O_RDONLY)
      number = owner.number
      #expect(isOpen(number, path))
      #expect(fcntl(number, F_GETFD) & FD_CLOEXEC != 0)
    }
    #expect(!isOpen(number, path))
    withExtendedLifetime(scratch) {}
  }

  @Test("A descriptor is closed when an error is thrown")
  func failure() throws {
    let (scratch, path) = try scratchFile()
    var number: Int32 = -1
    func fail() throws {
      let owner = try OwnedDescriptor(opening: path, O_RDONLY)
      number = owner.number
      throw SystemError(EIO)
    }
    #expect(throws: SystemError(EIO)) { try fail() }
    #expect(number >= 0 && !isOpen(number, path))
    withExtendedLifetime(scratch) {}
  }

  @Test("close() closes at once, and release() leaves the descriptor open")
  func ends() throws {
    let (scratch, path) = try scratchFile()
    let closed = try OwnedDescriptor(opening: path, O_RDONLY)
    let number = closed.number
    closed.close()
    #expect(!isOpen(number, path))

    let released = try OwnedDescriptor(opening: path, O_RDONLY).release()
    #expect(isOpen(released, path))
    #expect(Glibc.close(released) == 0)
    withExtendedLifetime(scratch) {}
  }

  @Test("A failed open gives the reason, and a shim's negative result is an error number")
  func errors() throws {
    let scratch = try TestFolder()
    #expect(throws: SystemError(ENOENT)) {
      try OwnedDescriptor(opening: "\(scratch.path)/absent", O_RDONLY).close()
    }
    // An owner of nothing closes nothing, so the error number stays that of what failed.
    errno = 0
    _ = try? OwnedDescriptor(opening: "\(scratch.path)/absent", O_RDONLY).close()
    #expect(errno == ENOENT)
    #expect(throws: SystemError(EMFILE)) { try OwnedDescriptor(checking: -EMFILE).close() }
    #expect(SystemError(ENOENT).description == "No such file or directory")
    #expect(try SystemError.check(0) == 0)
    #expect(try SystemError.check(7) == 7)
  }
}
