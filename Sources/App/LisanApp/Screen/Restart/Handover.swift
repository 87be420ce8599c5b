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
  /// The user's position, and unfinished input.
  var resumption: Resumption
  /// Bytes that were read but not used.
  var typedAhead: [UInt8]
  /// The chosen language that could not be written (R12).
  var unsavedPreference: LanguagePreference?
  /// The other settings that could not be written.
  var unsavedSettings: Set<StoredSetting.Kind>
  /// The settings in effect, including those that could not be written (R12).
  var settings: StoredSettings
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
  static let version: Int64 = 2

  /// One JSON object on one line, for the process with this id.
  func text(for process: pid_t) -> String {
    let unsaved = StoredSetting.Kind.allCases.filter { unsavedSettings.contains($0) }
    var fields: [(String, JSON)] = [
      ("version", .number(Int(Self.version))), ("process", .number(Int(process))),
      ("modes", .string(modes.hexadecimal)), ("start", .number(Int(start))),
      ("section", .string(resumption.section.rawValue)),
      ("typed_ahead", Self.list(typedAhead)),
      ("unsaved_settings", Self.list(unsaved.map { $0.rawValue })),
      ("direction_at_once", .bool(settings.appliesDirectionAtOnce)),
      ("detection", .string(detection)),
    ]
    func add(_ name: String, _ value: JSON?) {
      if let value { fields.append((name, value)) }
    }
    add("focus", resumption.focus.map { .string($0.identifier) })
    add("draft", resumption.draft.map { .string($0.text) })
    add("draft_caret", resumption.draft.map { .number($0.caret) })
    add("unsaved_preference", unsavedPreference.map { .string($0.name) })
    add("theme", settings.theme.map { .string($0.rawValue) })
    add("bidi_mode", settings.bidiMode.map { .string($0.name) })
    add("plain_mode", settings.isPlain.map { .bool($0) })
    add("previews", settings.showsPreviews ? nil : .bool(false))
    add("watch", watch.map { .number(Int($0)) })
    add("agent", agent.map { .number(Int($0.descriptor)) })
    add("agent_process", agent.map { .number(Int($0.process)) })
    add("agent_requests", agent.map { Self.list($0.unfinished) })
    return JSON.object(fields).text
  }

  /// Words joined by spaces, because the reader does not keep arrays.
  private static func list(_ words: some Sequence<some LosslessStringConvertible>) -> JSON {
    .string(words.map { String($0) }.joined(separator: " "))
  }

  /// Parses the output of `text(for:)` for this process. An unknown field or a missing required
  /// field makes the whole text invalid.
  init(_ text: String, process: pid_t) throws(HandoverRefusal) {
    var fields = try HandoverFields(text)
    let version = try fields.number("version", Int64.self)
    guard version == Self.version else { throw .version(version) }
    guard try fields.number("process", pid_t.self) == process else { throw .process }
    modes = try fields.string("modes") { TerminalModes(hexadecimal: $0[...]) }
    start = try fields.number("start", Int64.self)
    let section = try fields.string("section") { Section(rawValue: $0) }
    let focus = try fields.optionalString("focus") { Item(identifier: $0) }
    resumption = Resumption(section: section, focus: focus)
    if let draft = try fields.optionalString("draft", { $0 }) {
      let caret = try fields.number("draft_caret", Int.self, in: 0...Int.max)
      resumption.draft = Resumption.Draft(text: draft, caret: caret)
    }
    typedAhead = try fields.list("typed_ahead") { UInt8($0) }
    unsavedPreference = try fields.optionalString("unsaved_preference") {
      LanguagePreference(name: $0)
    }
    unsavedSettings = Set(
      try fields.list("unsaved_settings") { StoredSetting.Kind(rawValue: String($0)) })
    settings = StoredSettings(
      appliesDirectionAtOnce: try fields.bool("direction_at_once"),
      theme: try fields.optionalString("theme") { ThemeName(rawValue: $0) },
      bidiMode: try fields.optionalString("bidi_mode") { BidiChoice(name: $0) },
      isPlain: try fields.optionalBool("plain_mode"),
      showsPreviews: try fields.optionalBool("previews") ?? true)
    watch = try fields.optionalNumber("watch", Int32.self, in: 3...Int32.max)
    if let descriptor = try fields.optionalNumber("agent", Int32.self, in: 3...Int32.max) {
      agent = AgentConnection.Handover(
        descriptor: descriptor,
        process: try fields.number("agent_process", pid_t.self, in: 2...pid_t.max),
        unfinished: try fields.list("agent_requests") { Int($0) })
    }
    detection = try fields.string("detection") { $0 }
    if let name = fields.unused { throw .field(name) }
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

  /// Removes and returns the field's value; nil if there is none.
  private mutating func take(_ name: String) -> JSON? {
    guard let index = members.firstIndex(where: { $0.name == name }) else { return nil }
    return members.remove(at: index).value
  }

  mutating func optionalString<Value>(
    _ name: String, _ read: (String) -> Value?
  ) throws(HandoverRefusal) -> Value? {
    guard let value = take(name) else { return nil }
    guard case .string(let text) = value, let read = read(text) else { throw .field(name) }
    return read
  }

  mutating func string<Value>(
    _ name: String, _ read: (String) -> Value?
  ) throws(HandoverRefusal) -> Value {
    guard let value = try optionalString(name, read) else { throw .field(name) }
    return value
  }

  mutating func optionalNumber<Number: FixedWidthInteger>(
    _ name: String, _ type: Number.Type, in range: ClosedRange<Number> = Number.min...Number.max
  ) throws(HandoverRefusal) -> Number? {
    guard let value = take(name) else { return nil }
    guard case .number(let digits) = value, let number = Number(digits.text),
      range.contains(number)
    else { throw .field(name) }
    return number
  }

  mutating func number<Number: FixedWidthInteger>(
    _ name: String, _ type: Number.Type, in range: ClosedRange<Number> = Number.min...Number.max
  ) throws(HandoverRefusal) -> Number {
    guard let number = try optionalNumber(name, type, in: range) else { throw .field(name) }
    return number
  }

  mutating func optionalBool(_ name: String) throws(HandoverRefusal) -> Bool? {
    guard let value = take(name) else { return nil }
    guard case .bool(let side) = value else { throw .field(name) }
    return side
  }

  mutating func bool(_ name: String) throws(HandoverRefusal) -> Bool {
    guard let value = try optionalBool(name) else { throw .field(name) }
    return value
  }

  mutating func list<Value>(
    _ name: String, _ read: (Substring) -> Value?
  ) throws(HandoverRefusal) -> [Value] {
    try string(name) { text in
      let words = text.split(separator: " ", omittingEmptySubsequences: false)
      // An empty text is an empty list.
      if text.isEmpty { return [] }
      let values = words.compactMap(read)
      return values.count == words.count ? values : nil
    }
  }
}
