import Cells
import Testing

@testable import SettingsCore

struct ShellSwitchTests {
  private static func desk(_ goal: ShellGoal?, edited: String? = nil) throws -> Conductor {
    var conductor = try Conductor()
    try conductor.send(.resized(Size(columns: 80, rows: 50)))
    try conductor.send(
      .shellConsidered(ShellState(goal: goal, edited: edited, isHere: false)))
    _ = conductor.takeEffects()
    return conductor
  }

  @Test("R75: the switch shows each file and its lines, and writes after Enter; u takes them back")
  func sheet() throws {
    for (item, goal) in [(Item.shellLanguage, ShellGoal.language), (.shellRun, .languageAndRun)] {
      var desk = try Self.desk(ShellGoal.none)
      try desk.send(.itemChosen(item))
      #expect(desk.takeEffects() == [.proposeShell(goal)])
      for proposal in Conductor.shellProposals(goal) {
        for text in [proposal.path] + proposal.lines { #expect(desk.text.contains(text)) }
      }
      try desk.press(.escape)
      #expect(desk.takeEffects().isEmpty && desk.state.shell?.goal == ShellGoal.none)
      try desk.send(.itemChosen(item))
      _ = desk.takeEffects()
      try desk.press(.enter)
      #expect(desk.takeEffects() == [.setUpShell(goal)] && desk.state.shell?.goal == goal)
      try desk.press(.letter("u"))
      #expect(desk.takeEffects() == [.setUpShell(.none)])
      #expect(desk.state.shell?.goal == ShellGoal.none)
    }
  }

  @Test("R82: s and Enter give new shells the language, in any section; s takes the lines back")
  func key() throws {
    for section in [Section.language, .about] {
      var desk = try Self.desk(ShellGoal.none)
      try desk.show(section)
      try desk.press(.letter("s"))
      #expect(desk.takeEffects() == [.proposeShell(.language)])
      try desk.press(.enter)
      #expect(desk.takeEffects() == [.setUpShell(.language)])
      try desk.press(.letter("s"))
      #expect(desk.takeEffects() == [.setUpShell(.none)])
    }
  }

  @Test("R75: switching off takes the lines out at once, and leaves what the other switch needs")
  func off() throws {
    for (before, item, after) in [
      (ShellGoal.language, Item.shellLanguage, ShellGoal.none),
      (.languageAndRun, .shellLanguage, .none), (.languageAndRun, .shellRun, .language),
    ] {
      var desk = try Self.desk(before)
      try desk.send(.itemChosen(item))
      #expect(desk.takeEffects() == [.setUpShell(after)], "\(before) \(item)")
    }
  }

  @Test("R75: a file that was edited by hand is named, and no switch changes anything")
  func edited() throws {
    var desk = try Self.desk(nil, edited: "/home/ana/.bashrc")
    #expect(desk.text.contains("/home/ana/.bashrc"))
    for item in [Item.shellLanguage, .shellRun] {
      try desk.send(.itemChosen(item))
      #expect(desk.takeEffects().isEmpty && desk.state.dialogs.isEmpty)
      #expect(desk.state.toasts.count == 1)
    }
  }

  @Test("R78: the page names the commands for the whole machine")
  func wholeMachine() throws {
    let desk = try Self.desk(ShellGoal.none)
    for words in ["lisan system changes", "lisan system --programs"] {
      #expect(desk.text.contains(words), "\(desk.text)")
    }
  }

  @Test("R82: the page of packages asks when it is opened, and shows the answer for its language")
  func packages() throws {
    var desk = try Self.desk(ShellGoal.none)
    #expect(desk.takeEffects().isEmpty)
    try desk.send(.itemChosen(.packages))
    #expect(desk.takeEffects() == [.findPackages(english)])
    #expect(desk.text.contains("dpkg and apt are being asked."))
    try desk.send(.packagesFound(arabic, .found(installed: ["git"], available: [])))
    #expect(desk.text.contains("dpkg and apt are being asked."))
    try desk.send(
      .packagesFound(english, .found(installed: ["apt", "git"], available: ["locales-all"])))
    for text in ["with texts in this language", "apt git", "would bring more", "locales-all"] {
      #expect(desk.text.contains(text), "\(text): \(desk.text)")
    }
    try desk.send(.packagesFound(english, .found(installed: [], available: [])))
    #expect(desk.text.contains("No package here has texts in this language."))
    try desk.send(.packagesFound(english, .unknown(.argument("dpkg-query: not found"))))
    #expect(desk.text.contains("cannot be read: dpkg-query:"), "\(desk.text)")
  }

  @Test("Without a known shell there are no switches")
  func unknownShell() throws {
    let desk = try Conductor()
    #expect(!desk.text.contains("Other programs"))
    #expect(!Section.language.items(in: desk.state).contains(.shellLanguage))
  }
}
