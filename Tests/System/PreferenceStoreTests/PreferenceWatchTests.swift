import Glibc
import LisanPreferences
import PreferenceFaults
import Testing

@Suite struct PreferenceWatchTests {
  let scratch = Scratch()
  var path: String { scratch.path }

  /// The next news, within the 100 ms of R34 and some more for a machine under load.
  private func news(
    _ watch: PreferenceWatch, of file: PreferenceFile, within milliseconds: Int32 = 2000
  ) -> ReadAnswer? {
    var poller = pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&poller, 1, milliseconds) > 0 {
      if let answer = watch.news(of: file) { return answer }
    }
    return nil
  }

  @Test("R34: a watch reports another instance's commit once, and never its own")
  func commits() throws {
    let here = PreferenceFile(path: path)
    try here.set(.choice("en"))
    let watch = try PreferenceWatch(path: path)
    _ = here.read()
    let there = PreferenceFile(path: path)
    let commit = try there.commit(.choice("ar"))
    #expect(news(watch, of: here) == .good(commit.preference))
    try there.makeDurable(commit)
    #expect(news(watch, of: here, within: 20) == nil)
    try here.set(.choice("fa"))
    #expect(news(watch, of: here, within: 20) == nil)
  }

  @Test("R34: a watch also reports a commit that `current` has shown in between")
  func afterCurrent() throws {
    let here = PreferenceFile(path: path)
    try here.set(.choice("en"))
    let watch = try PreferenceWatch(path: path)
    _ = here.read()
    let commit = try PreferenceFile(path: path).set(.choice("ar"))
    #expect(here.current == commit.preference)
    #expect(news(watch, of: here) == .good(commit.preference))
  }

  @Test("R34: creating, replacing and deleting the file are seen, and creating its directory too")
  func replacement() throws {
    let path = "\(scratch.directory)/a/b/preferences"
    let here = PreferenceFile(path: path)
    let watch = try PreferenceWatch(path: path)
    #expect(here.read() == .absent)
    let there = PreferenceFile(path: path)
    let made = try there.set(.choice("ar"))
    #expect(news(watch, of: here) == .good(made.preference))

    unlink(path)
    #expect(news(watch, of: here) == .absent)
    let restored = try there.set(.choice("en"))
    #expect(restored.preference.device == made.preference.device)
    #expect(news(watch, of: here) == .good(restored.preference))

    let other = "\(scratch.directory)/other"
    let replaced = try PreferenceFile(path: other).set(.choice("he"))
    rename(other, path)
    #expect(news(watch, of: here) == .good(replaced.preference))
    let last = try PreferenceFile(path: path).set(.choice("fa"))
    #expect(news(watch, of: here) == .good(last.preference))
  }

  @Test("R34: a watch goes on with the descriptor that a restart handed over, and loses no event")
  func adoption() throws {
    let here = PreferenceFile(path: path)
    try here.set(.choice("en"))
    let before = try PreferenceWatch(path: path)
    _ = here.read()
    let handed = dup(before.descriptor)
    let commit = try PreferenceFile(path: path).set(.choice("ar"))
    let after = PreferenceWatch(path: path, adopting: handed)
    #expect(news(after, of: here) == .good(commit.preference))
  }
}
