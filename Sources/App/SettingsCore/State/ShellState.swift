/// How far the files of a shell tell its programs the language.
public enum ShellGoal: String, Hashable, Sendable, CaseIterable {
  /// Not at all.
  case none
  /// New shells have the language.
  case language
  /// New shells have the language, and interactive ones run in `lisan run`.
  case languageAndRun
}

/// Lisan's lines in the files that the user's shell and session read at their start.
public struct ShellState: Hashable, Sendable {
  /// A file and the lines that it gets.
  public struct Proposal: Hashable, Sendable {
    public let path: String
    public let lines: [String]

    public init(path: String, lines: [String]) {
      self.path = path
      self.lines = lines
    }
  }

  /// What the files have; nil if they differ, as after an edit of one of them.
  public let goal: ShellGoal?
  /// A file whose lines were edited by hand, so that nothing is changed.
  public let edited: String?
  /// Whether this program's shell has the language.
  public let isHere: Bool
  /// The locale that programs lack to speak the language, and what makes it; nil if they lack none.
  public let missing: Text?
  /// Whether the files were read. Until then, the state only keeps the place of their card.
  public let isRead: Bool

  public init(
    goal: ShellGoal?, edited: String?, isHere: Bool, missing: Text? = nil, isRead: Bool = true
  ) {
    self.goal = goal
    self.edited = edited
    self.isHere = isHere
    self.missing = missing
    self.isRead = isRead
  }

  /// A known shell whose files were not read.
  public static let unread = ShellState(goal: nil, edited: nil, isHere: false, isRead: false)

  /// The items of the card that shows it.
  static let items: [Item] = [.shellLanguage, .shellRun, .packages, .moreLanguages]

  /// What holds now, in a sentence.
  var standing: Text {
    if let edited { return .message(.shellEditedHere, .path(edited)) }
    switch goal {
    case .some(.none): return .message(.shellOff)
    case nil: return .message(.shellDiffers)
    case .language, .languageAndRun:
      return missing ?? .message(isHere ? .shellHasLanguage : .shellWillHaveLanguage)
    }
  }

  /// Whether a switch of the shell is on.
  func isOn(_ item: Item) -> Bool {
    goal == .languageAndRun || item == .shellLanguage && goal == .language
  }

  /// The goal that a switch leads to.
  func goal(toggling item: Item) -> ShellGoal {
    switch item {
    case .shellRun: isOn(item) ? .language : .languageAndRun
    default: isOn(item) ? .none : .language
    }
  }
}

/// Handles a switch of the shell: the files and their lines are shown before they are written.
func shellToggled(_ item: Item, _ state: inout SettingsState) -> [Effect] {
  guard let shell = state.shell else { return [] }
  if let edited = shell.edited {
    return raise(
      .message(.shellEdited, .path(edited), .argument("lisan shell status --dry-run")), &state)
  }
  let goal = shell.goal(toggling: item)
  // Taking lines away needs no question: `u` brings them back.
  if goal == .none || shell.goal == .languageAndRun { return shellGoalAccepted(goal, &state) }
  return [.proposeShell(goal)]
}

/// Writes the files, and remembers what was there.
func shellGoalAccepted(_ goal: ShellGoal, _ state: inout SettingsState) -> [Effect] {
  if let former = state.shell?.goal, former != goal { state.undo = .shell(former) }
  removeOutcomes(&state)
  return [.setUpShell(goal)]
}
