import Cells
import Foundation
import Glibc
import Input
import LisanPreferences
import Localization
import SettingsCore
import SystemCalls
import Testing

@testable import LisanApp

@MainActor
struct RuntimeTests {
  private let arabic = LanguageCode(rawValue: "ar")!

  @Test("R11: each choice is one record of the file, there and back, with the chosen code")
  func oneRecord() throws {
    let desk = try Desk { try $0.store("en") }
    for (key, code) in [("2", "ar"), ("1", "en"), ("2", "ar")] {
      let before = try #require(desk.stored)
      desk.press(key)
      desk.runtime.send(.keyPressed(.escape))
      let after = try #require(desk.stored)
      #expect(after.generation == before.generation + 1 && after.sequence == before.sequence + 1)
      #expect(after.language == code && desk.runtime.sequence == after.sequence)
    }
    #expect(desk.runtime.durability.finish() == 0)
  }

  @Test("R5: choosing the current language again writes nothing")
  func currentAgain() throws {
    let desk = try Desk { try $0.store("en") }
    let before = try Data(contentsOf: URL(filePath: desk.context.preferences.path))
    let events = try desk.events()
    desk.runtime.send(.keyPressed(.enter))
    desk.press("1")
    #expect(try Data(contentsOf: URL(filePath: desk.context.preferences.path)) == before)
    #expect(try desk.events() == events)
  }

  @Test("R17: later, back, and Arabic again: no second prompt on the way back, then one")
  func laterAndBack() throws {
    let desk = try Desk()
    desk.press("2")
    #expect(desk.hasQuestion && desk.state.isRestartPending)
    #expect(desk.screen.contains(desk.text(.restartNow)))
    desk.press("n")
    #expect(!desk.hasQuestion && desk.state.isRestartPending)
    desk.press("1")
    #expect(!desk.hasQuestion && !desk.state.isRestartPending)
    desk.press("2")
    #expect(desk.hasQuestion)
    #expect(try desk.count("restart.prompt.shown") == 2)
    #expect(try desk.count("preference.write") == 3)
    #expect(try desk.count("direction.force") == 3)
    #expect(try desk.count("restart.exec") == 0)
  }

  @Test("R16: a failed restart is reported, logged and stays pending")
  func failedRestart() throws {
    let desk = try Desk()
    desk.press("2y")
    #expect(try desk.count("restart.accepted") == 1)
    #expect(try desk.count("restart.exec") == 1)
    #expect(desk.log.contains("exec failed: No such file or directory"))
    #expect(!desk.hasQuestion && desk.state.isRestartPending)
    #expect(
      desk.state.toasts.map { $0.text.plain(in: desk.state.wording) }.contains {
        $0.contains(desk.text(.reasonProgramMissing))
      })
  }

  @Test("R14, R29: a prompt without room waits for room, and no key acts unseen")
  func resize() throws {
    let desk = try Desk()
    desk.runtime.send(.resized(Size(columns: 18, rows: 5)))
    desk.press("2")
    #expect(desk.stored == nil && desk.state.language.code == .english)
    // A choice of the language that is under way does not look at the window.
    desk.runtime.send(.preferenceChosen(.explicit(arabic)))
    #expect(try desk.count("restart.prompt.shown") == 0)
    #expect(desk.log.contains("too small for the restart prompt"))
    desk.press("y")
    #expect(try desk.count("restart.accepted") == 0)
    desk.runtime.send(.resized(Size(columns: 80, rows: 24)))
    #expect(try desk.count("restart.prompt.shown") == 1)
    #expect(desk.screen.contains(desk.text(.restartNow)))
  }

  @Test("R10: a broken catalog changes nothing, is reported and logged; once repaired, it works")
  func brokenCatalog() throws {
    let desk = try Desk()
    let name = "ar.lproj/Localizable.strings"
    let sound = try String(contentsOfFile: "\(desk.resources)/\(name)", encoding: .utf8)
    try desk.files.write(sound + "\"unfinished\" = ", to: name)
    desk.press("2")
    #expect(desk.screen.contains("did not complete") && desk.state.language.code == .english)
    #expect(desk.stored == nil && desk.runtime.catalogError != nil)
    let line = sound.split(separator: "\n", omittingEmptySubsequences: false).count
    #expect(desk.log.contains("\(name):\(line):"))
    #expect(try desk.count("direction.force") == 0)
    #expect(try desk.count("preference.write") == 0)
    try desk.files.write(sound, to: name)
    desk.press("2")
    #expect(desk.hasQuestion && desk.stored?.language == "ar")
  }

  @Test("R10: a catalog whose disk fails changes nothing")
  func failingDisk() throws {
    let desk = try Desk {
      let path = "\($0.resources)/ar.lproj/Localizable.strings"
      try FileManager.default.removeItem(atPath: path)
      // Reading at the beginning of a process's memory is an input/output error.
      try FileManager.default.createSymbolicLink(
        atPath: path, withDestinationPath: "/proc/self/mem")
    }
    desk.press("2")
    #expect(desk.screen.contains("did not complete") && desk.stored == nil)
    #expect(desk.log.contains("ar.lproj/Localizable.strings:1:1: error:"))
  }

  @Test("R12: if nothing can be written, the session keeps the choice and reports it")
  func unwritable() throws {
    // Not even root can make a file there.
    let desk = try Desk(preferences: "/proc/lisan/preferences")
    desk.press("2")
    #expect(desk.state.language.code == arabic && desk.hasQuestion)
    #expect(desk.state.preferenceStanding == .unsaved)
    #expect(desk.runtime.unsavedPreference == .explicit(arabic))
    #expect(desk.log.contains("/proc/lisan/preferences"))
    #expect(try desk.count("preference.write") == 1)
    desk.press("n")
    #expect(desk.state.farewell == .message(.farewellUnsaved))
    desk.runtime.send(.settingChosen(.theme(.dark)))
    #expect(desk.state.theme == .dark && desk.state.unsavedSettings == [.theme])
  }

  @Test(
    "R12: the stored language, chosen again after one that could not be stored, is a new choice")
  func againAfterUnstored() throws {
    let desk = try Desk { try $0.store("en") }
    let before = try #require(desk.stored)
    let start = SystemClock.millisecondsSince1970()
    do {
      let file = try OwnedDescriptor(opening: desk.context.preferences.path, O_RDWR)
      #expect(flock(file.number, LOCK_EX) == 0)
      desk.press("2")
      #expect(desk.runtime.unsavedPreference == .explicit(arabic) && desk.stored == before)
    }
    desk.press("n")
    desk.press("1")
    let after = try #require(desk.stored)
    #expect(after.language == "en" && after.sequence == before.sequence + 1)
    #expect(after.languageChosenAt >= start && desk.runtime.unsavedPreference == nil)
    // Once is enough.
    desk.press("1")
    #expect(desk.stored == after)
  }

  @Test("R6: a selector that cannot be built is logged, and tried again when the user returns")
  func selector() throws {
    var sound = ""
    let desk = try Desk { sound = try $0.write("\"languages\" = ", to: "Languages.strings") }
    #expect(desk.screen.contains("The list of languages could not be loaded:"))
    let line = "\(desk.resources)/Languages.strings:1:"
    #expect(desk.logged("error", line))
    for _ in 1...2 {
      let tries = desk.log.components(separatedBy: line).count
      // To About and back.
      for key in [Key.end, .home, .down] { desk.runtime.send(.keyPressed(key)) }
      #expect(desk.log.components(separatedBy: line).count > tries)
      #expect(desk.state.languages == nil)
    }
    try desk.files.write(sound, to: "Languages.strings")
    for key in [Key.end, .home, .down] { desk.runtime.send(.keyPressed(key)) }
    #expect(desk.screen.contains("English (EN)"))
    desk.press("2")
    #expect(desk.hasQuestion)
  }

  @Test("R36, R55: without an agent a request fails at once, with a report, and the choice stays")
  func agentAway() throws {
    let desk = try Desk()
    #expect(desk.account.descriptor == nil)
    desk.press("2n")
    #expect(desk.account.hasActions && desk.stored?.language == "ar")
    desk.drainNews()
    #expect(desk.state.account.sync == .unavailable && !desk.account.hasActions)
    #expect(desk.state.toasts.contains { $0.text == .message(.syncUnavailable) })
    desk.runtime.send(.synchronizeChosen)
    #expect(desk.state.account.work != nil)
    desk.drainNews()
    #expect(desk.state.account.work == nil)
    // The next choice works as before.
    desk.press("1")
    #expect(desk.stored?.language == "en")
  }

  @Test("R34: a record of another program is applied and not written again")
  func observed() throws {
    let desk = try Desk { try $0.store("en") }
    let watch = try PreferenceWatch(path: desk.context.preferences.path)
    let commit = try desk.files.store("ar")
    #expect(watch.handleNews(for: desk.runtime, desk.context) != nil)
    #expect(desk.state.language.code == arabic && !desk.hasQuestion)
    #expect(desk.runtime.sequence == commit.preference.sequence)
    #expect(desk.stored?.generation == commit.preference.generation)
    #expect(try desk.count("preference.write") == 0)
  }

  @Test("R52: Ctrl-Z suspends once, Ctrl-L asks for a whole frame, q quits")
  func endings() throws {
    let desk = try Desk()
    desk.runtime.send(.keyPressed(.control("z")))
    #expect(desk.suspensions == 1 && !desk.runtime.isQuitting)
    desk.runtime.send(.keyPressed(.control("l")))
    #expect(desk.runtime.needsRedraw)
    desk.press("q")
    #expect(desk.runtime.isQuitting)
  }

  @Test("News expire, warnings stay until a key")
  func toasts() throws {
    let desk = try Desk()
    desk.runtime.send(.toastRaised(.message(.choiceNotDurable)))
    desk.runtime.send(.preferenceChosen(.explicit(arabic)))
    desk.runtime.send(.preferenceObserved(.explicit(.english)))
    #expect(desk.state.toasts.contains { !$0.isWarning } && !desk.runtime.deadlines.isEmpty)
    desk.runtime.expireToasts(at: .now)
    #expect(desk.state.toasts.contains { !$0.isWarning })
    desk.runtime.expireToasts(at: .now + .seconds(3600))
    #expect(!desk.state.toasts.contains { !$0.isWarning } && desk.runtime.deadlines.isEmpty)
  }

  @Test("A frame is requested after an action, and only once")
  func frames() throws {
    let desk = try Desk()
    _ = desk.runtime.frame()
    #expect(!desk.runtime.mayShowAnother)
    desk.runtime.send(.keyPressed(.down))
    #expect(desk.runtime.mayShowAnother)
  }

  @Test("R22: without a screen there is no direction to restart for")
  func withoutScreen() throws {
    let desk = try Desk(isScreen: false)
    desk.runtime.send(.preferenceChosen(.explicit(arabic)))
    #expect(desk.stored?.language == "ar" && !desk.hasQuestion && !desk.state.isRestartPending)
  }

  @Test("R19: a stored language that is not configured means English, and is reported and logged")
  func unknownStored() throws {
    let desk = try Desk {
      try $0.store("ar")
      try $0.write("\"languages\" = \"en\";\n", to: "Languages.strings")
    }
    #expect(desk.state.language.code == .english && desk.state.preferenceStanding == .standIn)
    #expect(desk.screen.contains("The stored language ar is not available"))
    #expect(desk.logged("warning", "the stored language ar is not configured"))
    // The choice is not erased.
    #expect(desk.stored?.language == "ar")
  }

  @Test("R19: a stored language whose catalog does not load means English, is reported and logged")
  func storedBroken() throws {
    let desk = try Desk {
      try $0.store("ar")
      try FileManager.default.removeItem(atPath: "\($0.resources)/ar.lproj/Localizable.strings")
    }
    #expect(desk.state.layoutDirection == .leftToRight)
    #expect(desk.screen.contains("is not available, so English is used"))
    #expect(desk.logged("error", "ar.lproj/Localizable.strings"), "\(desk.log)")
    #expect(desk.stored?.language == "ar")
  }

  @Test("R19: a broken English catalog is logged and reported, and the built-in texts are used")
  func brokenEnglish() throws {
    let desk = try Desk { files in
      let folder = "\(files.resources)/en.lproj"
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      try "\"Lisan\"".write(
        toFile: "\(folder)/Localizable.strings", atomically: true, encoding: .utf8)
    }
    #expect(desk.screen.contains("The English texts could not be loaded"))
    #expect(desk.logged("error", "en.lproj/Localizable.strings:1:"))
  }
}
