import AccountModel
import Glibc
import Localization
import SettingsCore
import Terminal
import Testing

@testable import LisanApp

struct HandoverTests {
  private static let process: pid_t = 4321
  private static let modes = String(repeating: "0a", count: MemoryLayout<termios>.size)

  /// One with something in every field.
  private static var full: Handover {
    Handover(
      modes: TerminalModes(hexadecimal: modes[...])!, start: 123_456_789_012,
      resumption: Resumption(
        section: .account, focus: .note,
        draft: .init(text: "سارة \"\\\n\u{202E}\u{1F600}", caret: 3),
        undo: .market(MarketCode(rawValue: "EG")!)),
      typedAhead: [0, 27, 91, 65, 255], unsavedPreference: .explicit(.english),
      unsavedSettings: [.theme, .layout],
      settings: StoredSetting.allCases.map { SettingChoice($0, $0.words[1])! },
      watch: 7, agent: .init(descriptor: 9, process: 77, unfinished: [-2, 3, 5]),
      detection: "1010,a,b")
  }

  /// One with nothing that can be left out.
  private static var least: Handover {
    Handover(
      modes: TerminalModes(hexadecimal: modes[...])!, start: 0,
      resumption: Resumption(section: .language, focus: nil), typedAhead: [],
      unsavedPreference: nil, unsavedSettings: [],
      settings: [],
      watch: nil, agent: nil, detection: "")
  }

  private func taken(
    _ handover: Handover, _ place: SourceLocation = #_sourceLocation
  ) throws -> Handover {
    let text = handover.text(for: Self.process)
    #expect(!text.contains("\0") && !text.contains("\n"), sourceLocation: place)
    return try Handover(text, process: Self.process)
  }

  private func expectSame(
    _ one: Handover, _ other: Handover, _ place: SourceLocation = #_sourceLocation
  ) {
    #expect(one.modes.hexadecimal == other.modes.hexadecimal, sourceLocation: place)
    #expect(one.start == other.start, sourceLocation: place)
    #expect(one.resumption == other.resumption, sourceLocation: place)
    #expect(one.typedAhead == other.typedAhead, sourceLocation: place)
    #expect(one.unsavedPreference == other.unsavedPreference, sourceLocation: place)
    #expect(one.unsavedSettings == other.unsavedSettings, sourceLocation: place)
    #expect(one.settings == other.settings, sourceLocation: place)
    #expect(one.watch == other.watch, sourceLocation: place)
    #expect(one.agent?.descriptor == other.agent?.descriptor, sourceLocation: place)
    #expect(one.agent?.process == other.agent?.process, sourceLocation: place)
    #expect(one.agent?.unfinished == other.agent?.unfinished, sourceLocation: place)
    #expect(one.detection == other.detection, sourceLocation: place)
  }

  @Test("R16: a handover arrives unchanged, with all fields and with none")
  func whole() throws {
    expectSame(try taken(Self.full), Self.full)
    expectSame(try taken(Self.least), Self.least)
  }

  @Test("R16: each field arrives unchanged, with each of its values")
  func fields() throws {
    func expect(_ change: (inout Handover) -> Void, _ place: SourceLocation = #_sourceLocation)
      throws
    {
      for start in [Self.least, Self.full] {
        var handover = start
        change(&handover)
        expectSame(try taken(handover), handover, place)
      }
    }
    for start in [Int64.min, -1, 0, .max] { try expect { $0.start = start } }
    for section in Section.allCases {
      try expect { $0.resumption = Resumption(section: section, focus: .section(section)) }
    }
    let items: [Item] = [
      .language(.english), .followSystemLanguage, .profile(7), .signOut,
      .market(MarketCode(rawValue: "EG")!), .synchronize, .developer(.messages), .terminalTest,
      .programs, .findLanguage, .choice(.theme(.dark)),
    ]
    let settings = StoredSetting.allCases.filter { $0 != .theme }.map { Item.setting($0) }
    for item in items + settings { try expect { $0.resumption.focus = item } }
    let drafts = [
      "", " ", "a b", "\u{200F}\u{2067}ل\u{2069}", "\t\"\\/", "\u{7F}\u{85}\u{2028}", "é",
      "e\u{301}", String(repeating: "\u{1F1EA}\u{1F1EC}", count: 1000),
    ]
    for draft in drafts {
      try expect { $0.resumption.draft = .init(text: draft, caret: 0) }
      try expect { $0.resumption.draft = .init(text: draft, caret: .max) }
    }
    var undos: [Undo?] = [
      nil, .preference(.system), .preference(.explicit(.english)), .profile(.min), .profile(7),
      .market(.world), .privacy(Privacy(analytics: true, diagnostics: false)),
      .privacy(Privacy(analytics: false, diagnostics: true)),
    ]
    undos += ShellGoal.allCases.map { .shell($0) }
    for setting in StoredSetting.allCases {
      undos.append(.setting(.none(setting)))
      undos += setting.words.map { SettingChoice(setting, $0).map { .setting($0) } }
    }
    for undo in undos { try expect { $0.resumption.undo = undo } }
    for bytes in [[], [0], Array(UInt8.min...UInt8.max)] { try expect { $0.typedAhead = bytes } }
    for preference in [LanguagePreference.system, .explicit(.english), nil] {
      try expect { $0.unsavedPreference = preference }
    }
    for settings in [[], [.bidi], StoredSetting.allCases] as [[StoredSetting]] {
      try expect { $0.unsavedSettings = Set(settings) }
    }
    for setting in StoredSetting.allCases {
      for word in setting.words {
        let choice = try #require(SettingChoice(setting, word))
        try expect { $0.settings = [choice] }
      }
    }
    for watch in [nil, 3, Int32.max] { try expect { $0.watch = watch } }
    for requests in [[], [0], [Int.min, Int.max]] {
      try expect { $0.agent = .init(descriptor: 3, process: 2, unfinished: requests) }
    }
    for detection in ["", "1,-,p61"] { try expect { $0.detection = detection } }
  }

  /// The members of the full text as they are written.
  private static let members: [(name: String, value: String)] = {
    let text = full.text(for: process)
    return text.dropFirst().dropLast().matches(of: /"([a-z_]+)":("(?:[^"\\]|\\.)*"|[^,]+)/).map {
      (String($0.1), String($0.2))
    }
  }()

  private func text(_ members: [(name: String, value: String)]) -> String {
    "{" + members.map { "\"\($0.name)\":\($0.value)" }.joined(separator: ",") + "}"
  }

  private func refusal(_ text: String, process: pid_t = Self.process) -> HandoverRefusal? {
    do throws(HandoverRefusal) {
      _ = try Handover(text, process: process)
      return nil
    } catch {
      return error
    }
  }

  @Test("A field that is missing, of a wrong type, impossible or doubled invalidates the handover")
  func damagedFields() throws {
    // Other fields are another version.
    #expect(
      Handover.version == 3
        && Self.members.map(\.name) == [
          "version", "process", "modes", "start", "section", "typed_ahead", "unsaved_settings",
          "settings", "detection", "focus", "draft", "draft_caret", "undo",
          "unsaved_preference", "watch", "agent", "agent_process", "agent_requests",
        ])
    #expect(text(Self.members) == Self.full.text(for: Self.process))
    #expect(refusal(text(Self.members)) == nil)
    // Optional fields, with those that depend on them.
    let optional = [
      "focus", "draft_caret", "draft", "undo", "unsaved_preference", "watch",
      "agent_process", "agent_requests", "agent",
    ]
    for (index, member) in Self.members.enumerated() {
      var fields = Self.members
      fields.remove(at: index)
      let missing = refusal(text(fields))
      switch member.name {
      case "draft": #expect(missing == .field("draft_caret"))
      case "agent": #expect(missing == .field("agent_process"))
      case "draft_caret", "agent_process", "agent_requests":
        #expect(missing == .field(member.name))
      default: #expect(missing == (optional.contains(member.name) ? nil : .field(member.name)))
      }
      for value in ["null", "[]", "{}", "1.5", "1e3", "\"\\u0001?\"", "99999999999999999999"] {
        fields = Self.members
        fields[index].value = value
        // Any text is valid as a draft or a detection.
        let isText = ["draft", "detection"].contains(member.name) && value.hasPrefix("\"")
        #expect(
          refusal(text(fields)) == (isText ? nil : .field(member.name)), "\(member.name): \(value)")
      }
      #expect(refusal(text(Self.members + [member])) == .field(member.name))
    }
    #expect(refusal(text(Self.members + [("later", "1")])) == .field("later"))
  }

  @Test(
    "A value that no program writes invalidates the handover",
    arguments: [
      ("modes", "\"0a\""), ("modes", "\"\(String(repeating: "g", count: 120))\""),
      ("section", "\"nowhere\""), ("section", "\"\""), ("focus", "\"language.option.\""),
      ("draft_caret", "-1"), ("typed_ahead", "\"256\""), ("typed_ahead", "\"1  2\""),
      ("unsaved_preference", "\"\""), ("unsaved_settings", "\"colour\""),
      ("settings", "\"theme=pink\""), ("settings", "\"colour=dark\""), ("settings", "\"plain\""),
      ("settings", "\"plain=\""), ("settings", "1"), ("watch", "2"), ("watch", "-1"),
      ("agent", "0"), ("agent_process", "1"), ("agent_process", "-1"), ("agent_requests", "\"x\""),
    ])
  func impossible(name: String, value: String) throws {
    var fields = Self.members
    let index = try #require(fields.firstIndex { $0.name == name })
    fields[index].value = value
    #expect(refusal(text(fields)) == .field(name))
  }

  @Test("Another version or process is distinguished from damage, before the fields are read")
  func others() {
    for version in [0, 1, 2, -1, 99] {
      #expect(refusal("{\"version\":\(version)}") == .version(Int64(version)))
    }
    #expect(refusal("{\"version\":\"1\"}") == .field("version"))
    #expect(refusal("{}") == .field("version"))
    #expect(refusal("{\"version\":3}") == .field("process"))
    let text = Self.full.text(for: Self.process)
    #expect(refusal(text, process: Self.process + 1) == .process)
    #expect(refusal("{\"version\":3,\"process\":1}") == .process)
  }

  @Test("Garbage is refused, wherever the text is cut and whatever it contains")
  func garbage() {
    for text in ["", " ", "x", "4321;00;1;language;;;;;;;;;", "[]", "null", "{", "\u{FFFD}"] {
      #expect(refusal(text) == .damaged, "\(text)")
    }
    #expect(refusal(String(repeating: "[", count: 100_000)) == .damaged)
    #expect(refusal("{\"a\":" + String(repeating: "[", count: 100_000)) == .damaged)
    let bytes = Array(Self.full.text(for: Self.process).utf8)
    for end in bytes.indices {
      #expect(refusal(String(decoding: bytes[..<end], as: UTF8.self)) == .damaged, "\(end)")
    }
    // Whatever one byte becomes, it is taken over or refused.
    var random = SystemRandomNumberGenerator()
    for index in bytes.indices {
      var changed = bytes
      changed[index] = UInt8.random(in: 1...255, using: &random)
      _ = refusal(String(decoding: changed, as: UTF8.self))
    }
  }
}
