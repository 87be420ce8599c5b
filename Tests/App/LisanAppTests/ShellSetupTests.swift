import Foundation
import Glibc
import SettingsCore
import SystemCalls
import TestEffort
import TestFolders
import Testing

@testable import LisanApp

struct ShellSetupTests {
  private static let newline = UInt8(ascii: "\n")

  /// A file as people write them: any bytes, line ends of two kinds, with or without a last one.
  private static func profile(_ random: inout SplitMix) -> [UInt8]? {
    guard random.next() % 16 != 0 else { return nil }
    var bytes: [UInt8] = []
    for _ in 0..<(random.next() % 8) {
      for _ in 0..<(random.next() % 12) { bytes.append(UInt8(truncatingIfNeeded: random.next())) }
      if random.next() % 4 == 0 { bytes.append(UInt8(ascii: "\r")) }
      bytes.append(newline)
    }
    if random.next() % 3 == 0 { bytes += "alias x=y".utf8 }
    return bytes
  }

  private static func lines(_ random: inout SplitMix) -> [String] {
    (0..<(random.next() % 4)).map { "line \($0) \(random.next())" }
  }

  @Test("R75: lines that were inserted, replaced and removed leave every file as it was")
  func identity() throws {
    var random = SplitMix(state: Effort.seed)
    for round in 0..<Effort.rounds(short: 5_000, long: 100_000) {
      let file = Self.profile(&random)
      var changed = MarkedBlock.insertion(of: Self.lines(&random), in: file)
      for _ in 0..<(random.next() % 3) {
        changed = MarkedBlock.insertion(of: Self.lines(&random), in: changed)
      }
      let block = try #require(MarkedBlock(in: changed))
      try #require(block.isIntact, "round \(round): \(changed)")
      try #require(block.removal(from: changed) == file, "round \(round): \(changed)")
    }
  }

  @Test("R75: what was written before and after the block stays, on lines that stay whole")
  func additions() throws {
    var random = SplitMix(state: Effort.seed)
    for round in 0..<Effort.rounds(short: 2_000, long: 20_000) {
      let file = Self.profile(&random)
      let (before, after) = (Array("above\n".utf8), Array("below\nend".utf8))
      let changed = before + MarkedBlock.insertion(of: ["a line"], in: file) + after
      let rest = try #require(MarkedBlock(in: changed)?.removal(from: changed))
      let isEnded = file?.last.map { $0 == Self.newline } ?? true
      #expect(
        rest == before + (file ?? []) + (isEnded ? [] : [Self.newline]) + after, "round \(round)")
    }
  }

  @Test("R75: a block with any byte changed, removed or doubled is one that was edited")
  func edits() throws {
    let file = MarkedBlock.insertion(of: ["if true; then", "  x", "fi"], in: Array("a\n".utf8))
    let range = try #require(MarkedBlock(in: file)).range
    for place in range {
      // A second end of the last line is an empty line after the block.
      for edit in 0..<(place == range.upperBound - 1 ? 2 : 3) {
        var edited = file
        switch edit {
        case 0: edited[place] ^= 1
        case 1: edited.remove(at: place)
        default: edited.insert(edited[place], at: place)
        }
        #expect(MarkedBlock(in: edited)?.isIntact == false, "\(edit) at \(place)")
      }
    }
    let twice =
      MarkedBlock.insertion(of: ["x"], in: nil) + MarkedBlock.insertion(of: ["y"], in: nil)
    #expect(MarkedBlock(in: twice)?.isIntact == false)
  }

  @Test("A difference makes patch write the other version, byte for byte")
  func patches() throws {
    let folder = try TestFolder()
    var random = SplitMix(state: Effort.seed)
    for round in 0..<Effort.rounds(short: 40, long: 1_000) {
      var old: [UInt8] = []
      for _ in 0..<(random.next() % 9) { old += "line \(random.next() % 4)\n".utf8 }
      if random.next() % 3 == 0 { old += "no end".utf8 }
      let new = MarkedBlock.insertion(of: Self.lines(&random), in: old)
      let isForward = random.next() % 2 == 0
      let (from, to) = isForward ? (old, new) : (new, old)
      let path = "\(folder.path)/file"
      try Data(from).write(to: URL(filePath: path))
      try Data(UnifiedDiff.text(path, from: from, to: to))
        .write(to: URL(filePath: "\(folder.path)/difference"))
      let patch = Process()
      patch.executableURL = URL(filePath: "/usr/bin/patch")
      patch.arguments = ["-s", "-u", "-f", path, "\(folder.path)/difference"]
      try patch.run()
      patch.waitUntilExit()
      #expect(
        patch.terminationStatus == 0, "round \(round): \(String(decoding: from, as: UTF8.self))")
      let result = try? Data(contentsOf: URL(filePath: path))
      // patch removes a file that becomes empty.
      #expect(Array(result ?? Data()) == to, "round \(round)")
    }
    #expect(UnifiedDiff.text("x", from: [1], to: [1]).isEmpty)
  }

  // MARK: Files

  private func setup(_ folder: TestFolder, _ shell: Shell = .bash) -> ShellSetup {
    ShellSetup(
      files: ShellFile.all(
        of: shell, home: folder.path, configuration: "\(folder.path)/.config", zsh: nil,
        exists: fileExists),
      program: "lisan", variables: { [("LANGUAGE", "ar")] })
  }

  private func contents(_ path: String) -> String? {
    try? String(contentsOfFile: path, encoding: .utf8)
  }

  @Test("R75: a file that is a link is written through it, and keeps its mode")
  func links() throws {
    let folder = try TestFolder()
    let (real, link) = ("\(folder.path)/dotfiles", "\(folder.path)/.bashrc")
    try "alias x=y".write(toFile: real, atomically: true, encoding: .utf8)
    #expect(chmod(real, 0o640) == 0 && symlink("dotfiles", link) == 0)
    let setup = setup(folder)
    let changes = try setup.apply(.language)
    #expect(changes.filter(\.isThroughLink).map(\.target) == [real])
    var status = stat()
    #expect(lstat(link, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    #expect(stat(real, &status) == 0 && status.st_mode & 0o7777 == 0o640)
    #expect(try setup.goalReached(setup.blocks()) == .language)
    _ = try setup.apply(.none)
    #expect(contents(real) == "alias x=y")
    #expect(try setup.goalReached(setup.blocks()) == ShellGoal.none)
    #expect(!fileExists("\(folder.path)/.profile"))
    #expect(!fileExists("\(folder.path)/.config/environment.d/50-lisan.conf"))
  }

  @Test("R75: a link to a file that is not there yet stays; one whose folder is away is refused")
  func linksToNothing() throws {
    let folder = try TestFolder()
    let link = "\(folder.path)/.bashrc"
    #expect(symlink("dotfiles/bashrc", link) == 0)
    let setup = setup(folder)
    #expect(throws: ShellSetup.Failure.system(path: link, SystemError(ENOENT))) {
      try setup.apply(.language)
    }
    #expect(!fileExists("\(folder.path)/dotfiles"))
    #expect(mkdir("\(folder.path)/dotfiles", 0o755) == 0)
    _ = try setup.apply(.language)
    #expect(try setup.goalReached(setup.blocks()) == .language)
    #expect(contents("\(folder.path)/dotfiles/bashrc")?.contains("lisan env") == true)
    _ = try setup.apply(.none)
    var status = stat()
    #expect(lstat(link, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    #expect(!fileExists("\(folder.path)/dotfiles/bashrc"))
  }

  /// A file or link below a folder, as it is on the disk.
  private struct Entry: Equatable {
    let mode: mode_t
    let bytes: [UInt8]
  }

  private func entries(_ folder: TestFolder) throws -> [String: Entry] {
    var entries: [String: Entry] = [:]
    let all = FileManager.default.enumerator(atPath: folder.path)
    while let name = all?.nextObject() as? String {
      let path = "\(folder.path)/\(name)"
      var status = stat()
      try #require(lstat(path, &status) == 0)
      switch status.st_mode & S_IFMT {
      case S_IFDIR: continue
      case S_IFLNK: entries[name] = Entry(mode: S_IFLNK, bytes: Array(followingLinks(path).utf8))
      default:
        let bytes = try Array(Data(contentsOf: URL(filePath: path)))
        entries[name] = Entry(mode: status.st_mode, bytes: bytes)
      }
    }
    return entries
  }

  /// Each round takes random files of a random shell: missing ones, links, links to nothing, any bytes,
  /// line ends of two kinds, no last line end. The lines are written, changed and taken away, and half of
  /// the files are edited meanwhile.
  @Test("R75: random edits of random profiles: all of them stay, and all else is as before")
  func randomEdits() throws {
    var random = SplitMix(state: Effort.seed)
    let rounds = Effort.rounds(short: 300, long: 10_000, "LISAN_PROFILES")
    for round in 0..<rounds {
      let folder = try TestFolder(in: "/dev/shm")
      let shell = try #require(Shell.allCases.randomElement(using: &random))
      let setup = setup(folder, shell)
      for file in setup.files {
        let isLinked = random.next() % 4 == 0
        let target = isLinked ? "\(folder.path)/real\(random.next())" : file.path
        try makeDirectories(parentDirectory(of: file.path))
        if isLinked { try #require(symlink(target, file.path) == 0) }
        guard let bytes = Self.profile(&random) else { continue }
        try Data(bytes).write(to: URL(filePath: target))
        try #require(chmod(target, random.next() % 2 == 0 ? 0o644 : 0o600) == 0)
      }
      var expected = try entries(folder)
      for _ in 0...(random.next() % 3) {
        _ = try setup.apply(random.next() % 2 == 0 ? .language : .languageAndRun)
      }
      for file in setup.files where random.next() % 2 == 0 {
        let name = String(ForeignFile(file.path).target.dropFirst(folder.path.utf8.count + 1))
        let (above, below) = (Self.edit(&random), Self.edit(&random))
        let written = try #require(try entries(folder)[name])
        let handle = try FileHandle(forWritingTo: URL(filePath: "\(folder.path)/\(name)"))
        try handle.write(contentsOf: Data(above + written.bytes + below))
        try handle.close()
        let former = expected[name]?.bytes ?? []
        let isEnded = former.last.map { $0 == Self.newline } ?? true
        // A file of Lisan's own is gone if nothing was written into it.
        guard expected[name] != nil || !(above + below).isEmpty else { continue }
        expected[name] = Entry(
          mode: written.mode,
          bytes: above + former + (isEnded || below.isEmpty ? [] : [Self.newline]) + below)
      }
      _ = try setup.apply(.none)
      try #require(try entries(folder) == expected, "round \(round), seed \(Effort.seed)")
    }
  }

  /// Whole lines, or nothing.
  private static func edit(_ random: inout SplitMix) -> [UInt8] {
    random.next() % 2 == 0 ? [] : lines(&random).flatMap { Array("\($0)\r\n".utf8) }
  }

  @Test("R75: if one file was edited by hand, no file changes")
  func editedFile() throws {
    let folder = try TestFolder()
    let setup = setup(folder)
    _ = try setup.apply(.language)
    let path = "\(folder.path)/.bashrc"
    let edited = try #require(contents(path)).replacing("fi", with: "fi  # mine")
    try edited.write(toFile: path, atomically: true, encoding: .utf8)
    let before = contents("\(folder.path)/.profile")
    for goal in ShellGoal.allCases {
      #expect(throws: ShellSetup.Failure.edited(path: path)) { try setup.apply(goal) }
    }
    #expect(contents(path) == edited && contents("\(folder.path)/.profile") == before)
    #expect(try setup.goalReached(setup.blocks()) == nil)
    let difference = try setup.difference(ofEdited: setup.files[1], to: .language)
    #expect(String(decoding: difference, as: UTF8.self).contains("-fi  # mine\n"))
  }

  @Test("R75: a file of 10 MB is taken, one of more than 16 MB is refused as it is")
  func largeFiles() throws {
    let folder = try TestFolder()
    let path = "\(folder.path)/.bashrc"
    for (size, isTaken) in [(10 << 20, true), ((16 << 20) + 1, false)] {
      try Data(repeating: UInt8(ascii: "#"), count: size).write(to: URL(filePath: path))
      let setup = setup(folder)
      if isTaken {
        _ = try setup.apply(.language)
        _ = try setup.apply(.none)
      } else {
        #expect(throws: ShellSetup.Failure.system(path: path, SystemError(EFBIG))) {
          try setup.apply(.language)
        }
      }
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int == size)
    }
  }

  @Test("R75: eight writers at once leave one block")
  func writersAtOnce() async throws {
    let folder = try TestFolder()
    let path = "\(folder.path)/.bashrc"
    try "alias x=y\n".write(toFile: path, atomically: true, encoding: .utf8)
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask {
          let setup = self.setup(folder)
          for _ in 0..<5 { _ = try? setup.apply(writer % 2 == 0 ? .language : .languageAndRun) }
        }
      }
    }
    let setup = setup(folder)
    let text = try #require(contents(path))
    #expect(text.components(separatedBy: ">>> lisan shell").count == 2, "\(text)")
    #expect(try setup.block(in: setup.files[1])?.isIntact != false)
    _ = try setup.apply(.none)
    #expect(contents(path) == "alias x=y\n")
  }

  @Test("The login file of bash is the first that bash reads; zsh has its own folder")
  func places() {
    func paths(_ shell: Shell, zsh: String? = nil, existing: [String]) -> [String] {
      ShellFile.all(
        of: shell, home: "/h", configuration: "/h/.config", zsh: zsh,
        exists: { existing.contains($0) }
      ).map(\.path).dropLast()
    }
    #expect(paths(.bash, existing: []) == ["/h/.profile", "/h/.bashrc"])
    #expect(paths(.bash, existing: ["/h/.bash_login"]) == ["/h/.bash_login", "/h/.bashrc"])
    #expect(
      paths(.bash, existing: ["/h/.bash_login", "/h/.bash_profile"])
        == ["/h/.bash_profile", "/h/.bashrc"])
    #expect(paths(.zsh, zsh: "/z", existing: []) == ["/z/.zprofile", "/z/.zshrc"])
    #expect(paths(.fish, existing: []) == ["/h/.config/fish/conf.d/lisan.fish"])
    #expect(paths(.sh, existing: []) == ["/h/.profile"])
    #expect(Shell(program: "/bin/dash") == .sh && Shell(program: "/bin/tcsh") == nil)
  }
}
