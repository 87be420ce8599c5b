import Glibc
import SystemCalls
import TestFolders
import Testing

struct HomeDirectoryTests {
  @Test("The home directory of a user is in the user's line of the account file, if that is sound")
  func homes() throws {
    let scratch = try TestFolder()
    let accounts = try scratch.write(
      """
      root:x:0:0:root:/root:/bin/bash
      # 7:x:7:7::/comment:/bin/sh
      short:x:8:8::/short
      relative:x:9:9::somewhere:/bin/sh
      ana:x:1000:1000:Ana,,,:/home/ana:/bin/sh
      other:x:1000:1000::/home/other:/bin/sh
      last:x:4294967294:1::/home/last:
      """, to: "passwd")
    #expect(PasswordEntry(of: 0, in: accounts)?.home == "/root")
    #expect(PasswordEntry(of: 1000, in: accounts)?.home == "/home/ana")
    #expect(PasswordEntry(of: 4_294_967_294, in: accounts)?.home == "/home/last")
    for user: UInt32 in [1, 8, 9] { #expect(PasswordEntry(of: user, in: accounts)?.home == nil) }
    #expect(PasswordEntry(of: 0, in: "\(scratch.path)/absent") == nil)
    #expect(PasswordEntry(of: 0, in: scratch.path) == nil)
    let ana = try #require(PasswordEntry(of: 1000, in: accounts))
    #expect(ana.login == "ana" && ana.comment == "Ana,,,")
  }
}

struct DirectoryTests {
  @Test(
    "The directory above a path",
    arguments: [
      ("/home/ana/notes", "/home/ana"), ("/home", "/"), ("/", "/"), ("notes", "."),
      ("a/notes", "a"), ("", "."),
    ])
  func above(path: String, expected: String) {
    #expect(parentDirectory(of: path) == expected)
  }

  @Test("Missing directories are made for their owner alone, and the changed ones are reported")
  func missing() throws {
    let scratch = try TestFolder()
    let top = scratch.path
    umask(0o022)
    #expect(try makeDirectories("\(top)/a/b/c") == [top, "\(top)/a", "\(top)/a/b"])
    var status = stat()
    for path in ["a", "a/b", "a/b/c"] {
      #expect(stat("\(top)/\(path)", &status) == 0 && status.st_mode & 0o7777 == 0o700)
    }
    #expect(try makeDirectories("\(top)/a/b/c") == [])
    #expect(try makeDirectories("\(top)/a/d") == ["\(top)/a"])
  }

  @Test("A file in the way is an error, and a link to a directory is not")
  func obstacles() throws {
    let scratch = try TestFolder()
    try scratch.write("", to: "file")
    #expect(throws: SystemError(ENOTDIR)) { try makeDirectories("\(scratch.path)/file/a") }
    #expect(symlink(scratch.path, "\(scratch.path)/link") == 0)
    try makeDirectories("\(scratch.path)/link/a")
    #expect(access("\(scratch.path)/a", F_OK) == 0)
    unlink("\(scratch.path)/link")
  }

  @Test("A directory is synced; anything else is refused")
  func sync() throws {
    let scratch = try TestFolder()
    try scratch.write("", to: "file")
    try syncDirectory(scratch.path)
    #expect(throws: SystemError(ENOTDIR)) { try syncDirectory("\(scratch.path)/file") }
  }
}

struct FileLockingTests {
  @Test("A held lock is tried for the given time, and no longer")
  func budget() throws {
    let scratch = try TestFolder()
    try scratch.write("", to: "file")
    let path = "\(scratch.path)/file"
    let holder = try OwnedDescriptor(opening: path, O_RDWR)
    let other = try OwnedDescriptor(opening: path, O_RDWR)
    try lockFile(holder.number, within: 0)
    #expect(throws: SystemError(EWOULDBLOCK)) { try lockFile(other.number, within: 0) }
    let start = SystemClock.monotonic()
    #expect(throws: SystemError(EWOULDBLOCK)) {
      try lockFile(other.number, within: 30_000_000)
    }
    #expect((30_000_000..<2_000_000_000).contains(SystemClock.monotonic() - start))
    unlockFile(holder.number)
    try lockFile(other.number, within: 0)
  }

  @Test("A lock that is given back meanwhile is taken")
  func released() throws {
    let scratch = try TestFolder()
    try scratch.write("", to: "file")
    let path = "\(scratch.path)/file"
    let holder = try OwnedDescriptor(opening: path, O_RDWR)
    try lockFile(holder.number, within: 0)
    let number = holder.release()
    let other = try OwnedDescriptor(opening: path, O_RDWR)
    try SystemThread.start { close(number) }
    try lockFile(other.number, within: 10_000_000_000)
  }
}
