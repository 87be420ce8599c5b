import Localization

/// The name by which a shell starts a program, such as `git`: 1 to 64 ASCII letters, digits, `.`, `_`,
/// `+` and `-`, not beginning with a sign.
public struct ProgramName: RawRepresentable, Hashable, Comparable, Sendable {
  public let rawValue: String

  public init?(rawValue: String) {
    func isPlain(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard let first = rawValue.utf8.first, isPlain(first), rawValue.utf8.count <= 64,
      rawValue.utf8.allSatisfy({ isPlain($0) || ".+-".utf8.contains($0) })
    else { return nil }
    self.rawValue = rawValue
  }

  public static func < (a: ProgramName, b: ProgramName) -> Bool { a.rawValue < b.rawValue }
}

/// The languages of programs that have one of their own.
public typealias ProgramLanguages = [ProgramName: LanguageCode]

/// A choice of the language of one program (R105).
public struct ProgramChoice: Hashable, Sendable {
  public let program: ProgramName
  /// nil for the language that all programs get.
  public let language: LanguageCode?

  public init(_ program: ProgramName, _ language: LanguageCode?) {
    self.program = program
    self.language = language
  }

  /// The language on the screen.
  func meaning(_ state: SettingsState) -> Text {
    guard let language else { return .message(.programAsChosen) }
    return state.name(of: language)
  }

  var title: Text { .argument(program.rawValue) }
}

/// Handles a choice: it applies at once, even if it cannot be written (R12).
func programChosen(_ choice: ProgramChoice, _ state: inout SettingsState) -> [Effect] {
  apply(choice, &state)
  return [.storeProgram(choice)]
}

/// Goes back to a former choice, and says so.
func programUndone(_ former: ProgramChoice, _ state: inout SettingsState) -> [Effect] {
  programChosen(former, &state)
    + raise(
      .message(.settingAgain, former.title, former.meaning(state)), isWarning: false,
      subject: .program(former.program), &state)
}

/// Handles what another program chose: it is applied but not written again (R34).
func programsObserved(_ languages: ProgramLanguages, _ state: inout SettingsState) -> [Effect] {
  let names = Set(languages.keys).union(state.programLanguages.keys)
  return names.sorted().flatMap { name -> [Effect] in
    let choice = ProgramChoice(name, languages[name])
    // That a choice is not in the file is no news if it could not be written.
    if state.unsavedPrograms.contains(name), choice.language == nil { return [] }
    guard apply(choice, &state) else { return [] }
    return raiseChange(
      .settingChangedHere, [choice.title, choice.meaning(state)], of: .program(name), &state)
  }
}

/// Applies a choice; returns whether it changed the program's language, which can be undone.
@discardableResult
private func apply(_ choice: ProgramChoice, _ state: inout SettingsState) -> Bool {
  let former = state.programLanguages[choice.program]
  state.unsavedPrograms.remove(choice.program)
  guard former != choice.language else { return false }
  state.programLanguages[choice.program] = choice.language
  state.undo = .program(ProgramChoice(choice.program, former))
  state.toasts.removeAll { $0.subject == .program(choice.program) }
  return true
}
