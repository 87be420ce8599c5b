import CommandLineTool
import Testing

struct HelpTests {
  private func help<Option: ProgramOption>(
    _ commands: [Command<Option, Int>], _ options: [OptionSyntax], of name: String? = nil,
    option: String = "means", presenting: [String] = []
  ) -> [String] where Option.Message == SampleMessage {
    let syntax = CommandLineSyntax(
      program: "sample-tool", options: options, commands: commands.map(\.syntax))
    return syntax.help(
      for: name.flatMap { name in syntax.commands.first { $0.name == name } }, of: commands,
      presenting: presenting, closing: ["CLOSING", "MANUAL"],
      text: { $0 == .means ? option : SampleMessage.text($0, $1) }
    ).map(\.plain)
  }

  @Test("The help has examples, every command and each common option, in columns")
  func whole() {
    let lines = help(sampleCommands, sample.options, presenting: ["list", "set"])
    #expect(
      lines.joined(separator: "\n") == """
        usage: sample-tool [options] [command]

        EXAMPLES
          $ sample-tool list     lists
          $ sample-tool set a b  sets

        SUMMARY

        COMMANDS
          list [--json] [--shell sh|fish]
                                     does
          get NAME                   does
          set NAME VALUE             does
          reset [NAME]               does
          switch NAME on|off         does
          show [--json] CODE|system [FILE]
                                     does
          order CODE LANGUAGE...     does
          run PROGRAM [ARG...]       does
          send --shell sh|fish FILE  does
          help [TOPIC]               does
          version                    does

        OPTIONS
          --help               means
          --version            means
          --config FILE        means
          --mail-from ADDRESS  means
          --plain              means
          --theme light|dark   means
          --once WORD          means

        CLOSING

        MANUAL
        """)
  }

  @Test("A command's help lists its examples, and the command's options before the others")
  func ofCommand() {
    let lines = help(sampleCommands, sample.options, of: "list")
    #expect(lines[0] == "usage: sample-tool list [--json] [--shell sh|fish]")
    #expect(lines[2...3] == ["EXAMPLES", "  $ sample-tool list  lists"])
    #expect(lines[5] == "does" && lines[7] == "OPTIONS")
    let names = lines.dropFirst(8).map { $0.dropFirst(2).prefix { $0 != " " } }
    #expect(
      names == [
        "--json", "--shell", "--help", "--version", "--config", "--mail-from", "--plain",
        "--theme", "--once",
      ])
  }

  @Test("A usage ends with what a command needs of the options of all commands")
  func required() {
    let lines = help(sampleCommands, sample.options, of: "send")
    #expect(lines[0] == "usage: sample-tool send --shell sh|fish FILE --once WORD")
  }

  @Test("A synopsis has at most two options; a command's help has all")
  func manyOptions() {
    let names = ["help", "version", "json"]
    for (count, synopsis) in [(2, "draw [--help] [--version] FILE"), (3, "draw FILE")] {
      let own = names.prefix(count).map { OptionSyntax($0, reach: .command) }
      let command = SampleCommand(
        "draw", "FILE", options: SampleOption.allCases.filter { names.contains($0.rawValue) },
        help: .does, action: 0)
      let syntax = CommandLineSyntax(program: "x", options: own, commands: [command.syntax])
      #expect(syntax.synopsis(of: command.syntax) == synopsis)
      let lines = help([command], own, of: "draw")
      for option in own { #expect(lines.contains { $0.hasPrefix("  \(option.flag)") }) }
    }
  }

  @Test("The text of a name that is too long for the first column is below it")
  func long() {
    // `--once VALUE` may be 28 characters wide.
    for (count, isBelow) in [(21, false), (22, true)] {
      let value = String(repeating: "W", count: count)
      let lines = help(sampleCommands, [OptionSyntax("help"), OptionSyntax("once", value)])
      if isBelow {
        let place = lines.firstIndex(of: "  --once \(value)")
        #expect(place.map { lines[$0 + 1] } == "          means")
      } else {
        #expect(lines.contains("  --once \(value)  means"))
      }
    }
  }

  @Test("R58: no line is wider than 80 columns, and nothing of a text is lost")
  func wrapped() {
    for count in [0, 1, 10, 100, 300] {
      let text = Array(repeating: "word", count: count).joined(separator: " ")
      let lines = help(sampleCommands, sample.options, option: text)
      #expect(lines.allSatisfy { $0.count <= 80 }, "\(count)")
      let start = lines.firstIndex { $0.hasPrefix("  --once WORD") }!
      let rest = lines[start...].prefix { !$0.isEmpty }.joined().split(separator: " ").dropFirst(2)
      #expect(rest.joined(separator: " ") == text, "\(count)")
    }
    // A word that fits nowhere has a line of its own.
    let word = String(repeating: "x", count: 90)
    let lines = help(sampleCommands, sample.options, option: "a \(word) b")
    #expect(lines.contains { $0.hasSuffix(" a") } && lines.contains { $0.hasSuffix(" b") })
  }

  @Test("Variables are named after the program and the option")
  func variables() {
    #expect(sample.variable(of: sample.options[5]) == "SAMPLE_TOOL_MAIL_FROM")
    #expect(sample.variable(of: sample.options[6]) == "SAMPLE_TOOL_PLAIN")
  }
}
