import CommandLineTool
import Testing

struct SettingValueTests {
  private func value(
    _ name: String, _ words: [String] = [], environment: [String: String] = [:],
    file: [FileEntry] = [], default standard: String? = nil
  ) throws -> SettingValue {
    let option = try #require(sample.options.first { $0.name == name })
    return sample.value(
      of: option, in: try sample.parse(["sample-tool"] + words),
      environment: { environment[$0] }, file: file, default: standard)
  }

  @Test("R56: the option overrides the variable, which overrides the file, then the default")
  func order() throws {
    let variable = "SAMPLE_TOOL_MAIL_FROM"
    let file = [FileEntry(name: "mail-from", value: "f", path: "/etc/x", line: 7)]
    func expect(
      _ value: SettingValue, _ text: String?, _ origin: SettingValue.Origin, _ source: String,
      _ place: SourceLocation = #_sourceLocation
    ) {
      #expect(value.text == text && value.origin == origin, sourceLocation: place)
      #expect(sample.source(of: value) == source, sourceLocation: place)
    }
    expect(
      try value(
        "mail-from", ["--mail-from", "o"], environment: [variable: "v"], file: file, default: "d"),
      "o", .option, "--mail-from")
    expect(
      try value("mail-from", environment: [variable: "v"], file: file, default: "d"),
      "v", .variable, variable)
    expect(
      try value("mail-from", file: file, default: "d"), "f", .file(path: "/etc/x", line: 7),
      "/etc/x:7")
    expect(try value("mail-from", default: "d"), "d", .standard, "default")
    expect(try value("mail-from"), nil, .standard, "default")
    // An empty option is a value; an empty variable or text in the file is none.
    expect(
      try value("mail-from", ["--mail-from="], environment: [variable: "v"]), "", .option,
      "--mail-from")
    expect(
      try value("mail-from", environment: [variable: ""], file: file), "f",
      .file(path: "/etc/x", line: 7),
      "/etc/x:7")
    expect(
      try value(
        "mail-from", file: [FileEntry(name: "mail-from", value: "", path: "/etc/x", line: 1)]), nil,
      .standard, "default")
    let chosen = SettingValue(option: sample.options[5], text: "c", origin: .chosen)
    expect(chosen, "c", .chosen, "chosen")
  }

  @Test("R56: a variable or a key counts only for an option that has one")
  func reach() throws {
    let file = [FileEntry(name: "config", value: "f", path: "/etc/x", line: 1)]
    #expect(try value("config", file: file).origin == .standard)
    #expect(try value("config", environment: ["SAMPLE_TOOL_CONFIG": "v"]).origin == .variable)
    #expect(try value("once", environment: ["SAMPLE_TOOL_ONCE": "v"]).origin == .standard)
    #expect(
      try value("once", file: [FileEntry(name: "once", value: "f", path: "/etc/x", line: 1)]).origin
        == .standard)
  }

  @Test("R56: a toggle is a flag on the command line, and on, off, yes or no elsewhere")
  func toggle() throws {
    #expect(try value("plain", ["--plain"]).text == "on")
    #expect(try value("plain", environment: ["SAMPLE_TOOL_PLAIN": "no"]).text == "off")
    for (word, meaning) in [("on", "on"), ("yes", "on"), ("off", "off"), ("maybe", "maybe")] {
      let file = [FileEntry(name: "plain", value: word, path: "/etc/x", line: 1)]
      #expect(try value("plain", file: file).text == meaning)
    }
    #expect(sample.options[6].words == ["on", "off"])
    #expect(sample.options[7].words == ["light", "dark"])
    #expect(sample.options[5].words.isEmpty && sample.options[0].words.isEmpty)
  }
}
