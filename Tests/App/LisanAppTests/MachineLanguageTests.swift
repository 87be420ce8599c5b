import Foundation
import Glibc
import Localization
import SystemCalls
import TestEffort
import TestFolders
import Testing

@testable import LisanApp

struct MachineLanguageTests {
  private static let newline = UInt8(ascii: "\n")

  private static func lines(_ bytes: [UInt8]) -> [[UInt8]] {
    bytes.split(separator: newline, omittingEmptySubsequences: false).map(Array.init)
  }

  // MARK: /etc/default/locale

  /// A file as administrators write it, and as nobody does.
  private static func variableFile(_ random: inout SplitMix) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<(random.next() % 7) {
      switch random.next() % 4 {
      case 0: bytes += "# LANG=fr_FR.UTF-8".utf8
      case 1:
        for _ in 0..<(random.next() % 12) {
          bytes.append(UInt8(truncatingIfNeeded: random.next()))
        }
      default:
        let quote = ["", "\"", "'"][Int(random.next() % 3)]
        bytes += ["", " ", "export ", "\t"][Int(random.next() % 4)].utf8
        bytes += ["LANG", "LANGUAGE", "LC_TIME", "TZ"][Int(random.next() % 4)].utf8
        bytes += "=\(quote)\(["", "C", "en_GB.UTF-8"][Int(random.next() % 3)])\(quote)".utf8
        bytes += ["", " ", " # mine", "\r"][Int(random.next() % 4)].utf8
      }
      bytes.append(newline)
    }
    if random.next() % 3 == 0 { bytes += "LC_PAPER=C".utf8 }
    return bytes
  }

  @Test("R78: a variable that is set changes its own line, or adds one; every other byte stays")
  func settingVariables() throws {
    var random = SplitMix(state: Effort.seed)
    for round in 0..<Effort.rounds(short: 5_000, long: 100_000) {
      let before = Self.variableFile(&random)
      let name = ["LANG", "LANGUAGE"][Int(random.next() % 2)]
      let after = VariableFile.setting([(name, "ar_EG.UTF-8")], in: before)
      let place = "round \(round): \(String(decoding: before, as: UTF8.self).debugDescription)"
      let (old, new) = (Self.lines(before), Self.lines(after))
      let former = VariableFile.variables(in: before)
      if let value = former.first(where: { $0.name == name })?.value {
        try #require(new.count == old.count, "\(place)")
        let changed = old.indices.filter { old[$0] != new[$0] }
        try #require(changed.count == 1, "\(place)")
        // Back to the former value; quotation marks are not needed.
        let back = Self.lines(VariableFile.setting([(name, value)], in: after))
        for line in old.indices {
          let bare = [old, back].map { $0[line].filter { $0 != 0x22 && $0 != 0x27 } }
          try #require(
            line == changed[0] ? bare[0] == bare[1] : old[line] == back[line], "\(place)")
        }
      } else {
        let isEnded = before.isEmpty || before.last == Self.newline
        let added = Array("\(name)=ar_EG.UTF-8\n".utf8)
        try #require(after == before + (isEnded ? [] : [Self.newline]) + added, "\(place)")
      }
      let wanted = former.filter { $0.name != name }.map { "\($0.name)=\($0.value)" }
      let now = VariableFile.variables(in: after)
      try #require(
        now.filter { $0.name != name }.map { "\($0.name)=\($0.value)" } == wanted, "\(place)")
      try #require(now.first { $0.name == name }?.value == "ar_EG.UTF-8", "\(place)")
    }
  }

  @Test(
    "R78: the file is read as pam_env and systemd do: quotation marks, comments, the last of a name"
  )
  func variables() {
    let text =
      "# LANG=xx\n LANG=\"en_GB.UTF-8\" # mine\r\nexport LC_TIME='C'\nLANG=C\nno line\n=x\n"
    let variables = VariableFile.variables(in: Array(text.utf8))
    #expect(variables.map { "\($0.name)=\($0.value)" } == ["LC_TIME=C", "LANG=C"])
  }

  @Test(
    "R78: another language leaves what is set for other things, and replaces a list of languages")
  func otherVariables() {
    func plan(_ before: MachineLanguage.Variables) -> [String] {
      MachineLanguage.variables(before, with: "ar_EG.UTF-8", gettext: "ar").map {
        "\($0.name)=\($0.value)"
      }
    }
    #expect(plan([]) == ["LANG=ar_EG.UTF-8"])
    #expect(
      plan([("LC_TIME", "en_GB.UTF-8"), ("LANG", "C")]) == [
        "LC_TIME=en_GB.UTF-8", "LANG=ar_EG.UTF-8",
      ])
    #expect(plan([("LANGUAGE", "en_US:en")]) == ["LANGUAGE=ar", "LANG=ar_EG.UTF-8"])
    #expect(plan([("LANGUAGE", "ar:en")]) == ["LANGUAGE=ar:en", "LANG=ar_EG.UTF-8"])
    let obstacle = MachineLanguage.obstacle(
      in: [("LC_TIME", "C"), ("LC_MESSAGES", "en_GB.UTF-8")], to: "ar_EG.UTF-8")
    #expect(obstacle?.name == "LC_MESSAGES")
    #expect(MachineLanguage.obstacle(in: [("LC_ALL", "ar_EG.utf8")], to: "ar_EG.UTF-8") == nil)
  }

  @Test("R78: without systemd the file is written through a link, with its mode; else it is made")
  func file() throws {
    let folder = try TestFolder()
    let root = folder.path
    try FileManager.default.createDirectory(
      atPath: "\(root)/etc/default", withIntermediateDirectories: true)
    func machine() -> MachineLanguage {
      MachineLanguage(root: root, isBooted: false, path: "/usr/bin:/bin")
    }
    let path = "\(root)/etc/default/locale"
    #expect(machine().file == path)
    #expect(try machine().variables().isEmpty)
    try machine().set([("LANG", "ar_EG.UTF-8")])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "LANG=ar_EG.UTF-8\n")
    // As in Debian 13, where one is a link to the other.
    let other = "\(root)/etc/locale.conf"
    #expect(rename(path, other) == 0 && symlink("../locale.conf", path) == 0)
    #expect(chmod(other, 0o640) == 0)
    try machine().set([("LANG", "C.UTF-8")])
    var status = stat()
    #expect(lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    #expect(stat(other, &status) == 0 && status.st_mode & 0o7777 == 0o640)
    #expect(unlink(path) == 0)
    #expect(machine().file == other)
    #expect(try machine().variables().map(\.value) == ["C.UTF-8"])
    // Debian's policy makes localed read-only, also where systemd runs.
    func booted() -> MachineLanguage {
      MachineLanguage(root: root, isBooted: true, path: "/usr/bin:/bin")
    }
    #expect(booted().file == nil)
    let policies = "\(root)/usr/share/dbus-1/system.d"
    try FileManager.default.createDirectory(
      atPath: policies, withIntermediateDirectories: true)
    try "<busconfig/>".write(
      toFile: "\(policies)/systemd-localed-read-only.conf", atomically: true, encoding: .utf8)
    #expect(booted().file == other)
  }

  // MARK: /etc/locale.gen

  @Test(
    "R78: a locale to make loses the sign before its line, or comes at the end; nothing else changes"
  )
  func localesToMake() throws {
    let wanted = (name: "ar_EG.UTF-8", charset: "UTF-8")
    var random = SplitMix(state: Effort.seed)
    for round in 0..<Effort.rounds(short: 5_000, long: 100_000) {
      var before: [UInt8] = []
      for _ in 0..<(random.next() % 7) {
        switch random.next() % 4 {
        case 0:
          for _ in 0..<(random.next() % 12) {
            before.append(UInt8(truncatingIfNeeded: random.next()))
          }
        case 1: before += "# by ar_EG.UTF-8 UTF-8".utf8
        default:
          before += ["", "# ", "#", "  "][Int(random.next() % 4)].utf8
          before += ["ar_EG", "ar_EG.UTF-8", "de_DE.UTF-8"][Int(random.next() % 3)].utf8
          before += [" UTF-8", "\tUTF-8", " ISO-8859-6"][Int(random.next() % 3)].utf8
        }
        before.append(Self.newline)
      }
      if random.next() % 3 == 0 { before += "# end".utf8 }
      let place = "round \(round): \(String(decoding: before, as: UTF8.self).debugDescription)"
      let after = LocaleFile.adding(wanted, to: before)
      let count = LocaleFile.locales(in: after).filter { $0 == wanted }.count
      try #require(count >= 1, "\(place)")
      try #require(LocaleFile.adding(wanted, to: after) == after, "\(place)")
      let (old, new) = (Self.lines(before), Self.lines(after))
      if LocaleFile.locales(in: before).contains(where: { $0 == wanted }) {
        try #require(after == before, "\(place)")
      } else if new.count == old.count {
        let changed = old.indices.filter { old[$0] != new[$0] }
        try #require(changed.count == 1 && old[changed[0]].first == UInt8(ascii: "#"), "\(place)")
        try #require(old[changed[0]].suffix(new[changed[0]].count) == new[changed[0]][...])
      } else {
        try #require(after.starts(with: before), "\(place)")
        try #require(
          new.suffix(2).first == Array("ar_EG.UTF-8 UTF-8".utf8) && new.last == [], "\(place)")
      }
    }
  }

  @Test(
    "R78: of the locales that can be made, the one of the region comes first, then the usual one")
  func candidates() throws {
    let folder = try TestFolder()
    let list = "\(folder.path)/usr/share/i18n"
    try FileManager.default.createDirectory(atPath: list, withIntermediateDirectories: true)
    try """
    ar_AE.UTF-8 UTF-8
    ar_EG ISO-8859-6
    ar_EG.UTF-8 UTF-8
    ar_SA.UTF-8 UTF-8
    de_AT.UTF-8 UTF-8
    de_DE.UTF-8 UTF-8
    sr_RS UTF-8
    sr_RS@latin UTF-8
    ur_IN UTF-8
    zh_CN.UTF-8 UTF-8
    zh_HK.UTF-8 UTF-8
    zh_TW.UTF-8 UTF-8

    """.write(toFile: "\(list)/SUPPORTED", atomically: true, encoding: .utf8)
    let maker = LocaleMaker(root: folder.path, path: "/usr/bin:/bin")
    func name(_ code: String, _ territories: String...) throws -> String? {
      maker.candidate(try #require(LanguageCode(rawValue: code)), territories: territories)?.name
    }
    #expect(try name("ar") == "ar_EG.UTF-8")
    #expect(try name("ar", "", "SA") == "ar_SA.UTF-8")
    #expect(try name("ar-AE", "SA") == "ar_AE.UTF-8")
    #expect(try name("de") == "de_DE.UTF-8")
    #expect(try name("sr-Latn") == "sr_RS@latin")
    #expect(try name("ur", "PK") == "ur_IN")
    #expect(try name("fr") == nil)
    #expect(try name("zh-Hant") == "zh_TW.UTF-8" && name("zh-Hans") == "zh_CN.UTF-8")
    #expect(try name("zh-Hant", "HK") == "zh_HK.UTF-8" && name("zh-HK") == "zh_HK.UTF-8")
  }

  // MARK: Programs

  @Test("R78: a program that is missing, takes too long or writes too much is ended and named")
  func boundedPrograms() throws {
    let path = "/usr/bin:/bin"
    #expect(throws: MachineFailure.notFound(program: "no-such-program")) {
      try ProgramRun(["no-such-program"], in: path)
    }
    for asks in [false, true] {
      #expect(throws: MachineFailure.system(SystemError(ETIMEDOUT))) {
        try ProgramRun(["sleep", "1000"], in: path, asks: asks, seconds: 0)
      }
      #expect(throws: MachineFailure.system(SystemError(ETIMEDOUT))) {
        let words = ["sh", "-c", "exec >&- 2>&- sleep 1000"]
        _ = try ProgramRun(words, in: path, asks: asks, seconds: 1)
      }
      #expect(throws: MachineFailure.system(SystemError(EFBIG))) {
        try ProgramRun(["yes"], in: path, asks: asks)
      }
      let run = try ProgramRun(["sh", "-c", "echo a; echo b >&2; exit 7"], in: path, asks: asks)
      #expect(run.status == 7 && run.lines == ["a"])
      #expect(run.reason == (asks ? "b" : "exit code 7"))
    }
    #expect(try ProgramRun(["sh", "-c", "kill -9 $$"], in: path).status == 137)
  }

  @Test("R78: packages are offered for programs that are there, by code and by name")
  func offers() throws {
    let code = try #require(LanguageCode(rawValue: "pt-BR"))
    let offers = LanguagePackages.offers(code, name: "Brazilian Portuguese", hasLocale: false)
    for (name, base) in [
      ("manpages-pt-br", "man-db"), ("manpages-pt", "man-db"), ("locales-all", "libc-bin"),
      ("firefox-esr-l10n-pt-br", "firefox-esr"), ("task-brazilian-portuguese", "tasksel"),
    ] {
      #expect(offers.first { $0.name == name }?.bases.contains(base) == true, "\(name)")
    }
    let others = LanguagePackages.offers(code, name: nil, hasLocale: true).map(\.name)
    #expect(!others.contains("locales-all") && !others.contains { $0.hasPrefix("task-") })
    #expect(
      LanguagePackages.owners(in: "coreutils, libc6:amd64: /usr/share/x: /y")
        == ["coreutils", "libc6"])
    for line in ["diversion by dash from: /bin/sh", "local diversion to: /x", "nothing"] {
      #expect(LanguagePackages.owners(in: line[...]).isEmpty)
    }
  }
}
