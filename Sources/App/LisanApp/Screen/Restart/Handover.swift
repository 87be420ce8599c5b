import Glibc
import Localization
import SettingsCore
import StrictJSON
import Terminal

/// The state that a program passes to its replacement in the same process (R16).
struct Handover {
  /// The terminal's modes before the first program.
  var modes: TerminalModes
  /// The start of the process's first program in nanoseconds of the monotonic clock.
  var start: Int64
  /// The user's position, unfinished input, and what `u` undoes.
  var resumption: Resumption
  /// Bytes that were read but not used.
  var typedAhead: [UInt8]
  /// The chosen language that could not be written (R12).
  var unsavedPreference: LanguagePreference?
  /// The other settings that could not be written.
  var unsavedSettings: Set<StoredSetting>
  /// The choices for them, including those that could not be written (R12).
  var settings: [SettingChoice]
  /// The descriptor of the preference file's watch. Closing it can take the kernel 15 ms.
  var watch: Int32?
  /// The connection to the agent.
  var agent: AgentConnection.Handover?
  /// What was detected about the terminal.
  var detection: String
}

/// Why a handover is refused.
enum HandoverRefusal: Error, Equatable, CustomStringConvertible {
  case damaged
  /// Another version of the program wrote it.
  case version(Int64)
  /// It was written for another process.
  case process
  /// The field is missing, invalid, or unknown to this version.
  case field(String)

  var description: String {
    switch self {
    case .damaged: "it is damaged"
    case .version(let version): "its version is \(version), not \(Handover.version)"
    case .process: "it is for another process"
    case .field(let name): "its field \(name) cannot be used"
    }
  }
}

// MARK: As text

extension Handover {
  /// The version of the format. It changes with every change to the fields.
  static let version: Int64 = 3

  /// One JSON object on one line, for the process with this id.
  func text(for process: pid_t) -> String {
    let unsaved = StoredSetting.allCases.filter { unsavedSettings.contains($0) }
    return JSON.members([
      "version": .number(Int(Self.version)), "process": .number(Int(process)),
      "modes": .string(modes.hexadecimal), "start": .number(Int(start)),
      "section": .string(resumption.section.rawValue), "typed_ahead": Self.list(typedAhead),
      "unsaved_settings": Self.list(unsaved.map { $0.rawValue }),
      "settings": Self.list(
        settings.map { "\($0.setting.rawValue)=\($0.value?.word ?? "")" }),
      "detection": .string(detection),
      "focus": resumption.focus.map { .string($0.identifier) },
      "draft": resumption.draft.map { .string($0.text) },
      "draft_caret": resumption.draft.map { .number($0.caret) },
      "undo": resumption.undo.map { .string($0.name) },
      "unsaved_preference": unsavedPreference.map { .string($0.name) },
      "watch": watch.map { .number(Int($0)) },
      "agent": agent.map { .number(Int($0.descriptor)) },
      "agent_process": agent.map { .number(Int($0.process)) },
      "agent_requests": agent.map { Self.list($0.unfinished) },
    ]).text
  }

  /// Words joined by spaces, because the reader does not keep arrays.
  private static func list(_ words: some Sequence<some LosslessStringConvertible>) -> JSON {
    .string(words.map { String($0) }.joined(separator: " "))
  }

  /// Parses the output of `text(for:)` for this process. An unknown field or a missing required
  /// field makes the whole text invalid.
  init(_ text: String, process: pid_t) throws(HandoverRefusal) {
    var fields = try HandoverFields(text)
    let version: Int64 = try fields.required("version") { $0.whole() }
    guard version == Self.version else { throw .version(version) }
    guard try fields.required("process", { $0.whole() }) == process else { throw .process }
    modes = try fields.required("modes") {
      $0.string.flatMap { TerminalModes(hexadecimal: $0[...]) }
    }
    start = try fields.required("start") { $0.whole() }
    let section = try fields.required("section") { $0.string.flatMap { Section(rawValue: $0) } }
    let focus = try fields.optional("focus") { $0.string.flatMap { Item(identifier: $0) } }
    resumption = Resumption(section: section, focus: focus)
    if let draft = try fields.optional("draft", { $0.string }) {
      let caret = try fields.required("draft_caret") { $0.whole(0...Int.max) }
      resumption.draft = Resumption.Draft(text: draft, caret: caret)
    }
    resumption.undo = try fields.optional("undo") { $0.string.flatMap { Undo(name: $0) } }
    typedAhead = try fields.required("typed_ahead") { $0.words { UInt8($0) } }
    unsavedPreference = try fields.optional("unsaved_preference") {
      $0.string.flatMap { LanguagePreference(name: $0) }
    }
    unsavedSettings = Set(
      try fields.required("unsaved_settings") {
        $0.words { StoredSetting(rawValue: String($0)) }
      })
    settings = try fields.required("settings") { $0.words { SettingChoice(pair: $0) } }
    watch = try fields.optional("watch") { $0.whole(3...Int32.max) }
    if let descriptor = try fields.optional("agent", { $0.whole(3...Int32.max) }) {
      agent = AgentConnection.Handover(
        descriptor: descriptor,
        process: try fields.required("agent_process") { $0.whole(2...pid_t.max) },
        unfinished: try fields.required("agent_requests") { $0.words { Int($0) } })
    }
    detection = try fields.required("detection") { $0.string }
    if let name = fields.unused { throw .field(name) }
  }
}

extension SettingChoice {
  /// Such as `theme=dark`.
  fileprivate init?(pair: Substring) {
    let words = pair.split(separator: "=", maxSplits: 1).map(String.init)
    guard words.count == 2, let setting = StoredSetting(rawValue: words[0]) else { return nil }
    self.init(setting, words[1])
  }
}

/// The fields of a handover; each is taken once.
private struct HandoverFields {
  private var members: [JSON.Member]

  init(_ text: String) throws(HandoverRefusal) {
    do throws(JSON.Failure) {
      members = try JSON.members(of: Array(text.utf8), rules: .refusesNull)
    } catch {
      throw .damaged
    }
  }

  /// A field that was not taken.
  var unused: String? { members.first?.name }

  /// Removes a field and reads its value; nil if there is none.
  mutating func optional<Value>(
    _ name: String, _ read: (JSON) -> Value?
  ) throws(HandoverRefusal) -> Value? {
    guard let index = members.firstIndex(where: { $0.name == name }) else { return nil }
    guard let value = read(members.remove(at: index).value) else { throw .field(name) }
    return value
  }

  mutating func required<Value>(
    _ name: String, _ read: (JSON) -> Value?
  ) throws(HandoverRefusal) -> Value {
    guard let value = try optional(name, read) else { throw .field(name) }
    return value
  }
}

extension JSON {
  /// An integer in a range, written with digits alone.
  fileprivate func whole<Number: FixedWidthInteger>(
    _ range: ClosedRange<Number> = Number.min...Number.max
  ) -> Number? {
    guard case .number(let digits) = self, let number = Number(digits.text),
      range.contains(number)
    else { return nil }
    return number
  }

  /// The values of words joined by spaces; nil if one of them is not understood.
  fileprivate func words<Value>(_ read: (Substring) -> Value?) -> [Value]? {
    guard let text = string else { return nil }
    // An empty text is an empty list.
    if text.isEmpty { return [] }
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    let values = words.compactMap(read)
    return values.count == words.count ? values : nil
  }
}
