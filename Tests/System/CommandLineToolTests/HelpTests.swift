import CommandLineTool
import Testing

struct HelpTests {
  private func help(
    _ syntax: CommandLineSyntax, _ command: CommandSyntax?,
    examples: [(line: String, text: String)] = [],
    option: (OptionSyntax) -> String = { "means \($0.name)" }
  ) -> [HelpLine] {
    syntax.help(
      for: command, usage: { "usage: " + sample.usage(of: $0) }, summary: "SUMMARY",
      examples: ("EXAMPLES", { $0 == nil ? examples : [] }), commandsHeading: "COMMANDS",
      optionsHeading: "OPTIONS", closing: ["CLOSING", "MANUAL"], text: { "does \($0.name)" },
      optionText: option)
  }

  @Test("The help has examples, every command and each common option, in columns")
  func whole() {
    let lines = help(sample, nil, examples: [("list", "lists"), ("set a b", "sets")]).map(\.plain)
    #expect(
      lines.joined(separator: "\n") == """
        usage: sample-tool [options] [command]

        EXAMPLES
          $ sample-tool list     lists
          $ sample-tool set a b  sets

        SUMMARY

        COMMANDS
          list [--json] [--shell sh|fish]
                                  does list
          get NAME                does get
          set NAME VALUE          does set
          reset [NAME]            does reset
          switch NAME on|off      does switch
          show [--json] CODE|system [FILE]
                                  does show
          order CODE LANGUAGE...  does order
          run PROGRAM [ARG...]    does run

        OPTIONS
          --help               means help
          --version            means version
          --config FILE        means config
          --mail-from ADDRESS  means mail-from
          --plain              means plain
          --theme light|dark   means theme
          --once WORD          means once

        CLOSING

        MANUAL
        """)
  }

  @Test("A command's help lists the command's options before the others")
  func ofCommand() {
    let lines = help(sample, sample.commands[0]).map(\.plain)
    #expect(lines[0] == "usage: sample-tool list [--json] [--shell sh|fish]")
    #expect(lines[2] == "does list" && lines[4] == "OPTIONS")
    let names = lines.dropFirst(5).map { $0.dropFirst(2).prefix { $0 != " " } }
    #expect(
      names == [
        "--json", "--shell", "--help", "--version", "--config", "--mail-from", "--plain",
        "--theme", "--once",
      ])
  }

  @Test("A synopsis has at most two options; a command's help has all")
  func manyOptions() {
    for (count, synopsis) in [(2, "draw [--a] [--b] FILE"), (3, "draw FILE")] {
      let own = ["a", "b", "c"].prefix(count).map { OptionSyntax($0, of: ["draw"]) }
      let syntax = CommandLineSyntax(
        program: "x", options: [OptionSyntax("help")] + own,
        commands: [CommandSyntax("draw", "FILE")])
      #expect(syntax.synopsis(of: syntax.commands[0]) == synopsis)
      let lines = help(syntax, syntax.commands[0]).map(\.plain)
      for option in own { #expect(lines.contains { $0.hasPrefix("  \(option.flag)") }) }
    }
  }

  @Test("The text of a name that is too long for the first column is below it")
  func long() {
    // `--long VALUE` may be 28 characters wide.
    for (count, isBelow) in [(21, false), (22, true)] {
      let value = String(repeating: "W", count: count)
      let syntax = CommandLineSyntax(
        program: "x", options: [OptionSyntax("help"), OptionSyntax("long", value)], commands: [])
      let lines = help(syntax, nil).map(\.plain)
      if isBelow {
        let place = lines.firstIndex(of: "  --long \(value)")
        #expect(place.map { lines[$0 + 1] } == "          means long")
      } else {
        #expect(lines.contains("  --long \(value)  means long"))
      }
    }
  }

  @Test("R58: no line is wider than 80 columns, and nothing of a text is lost")
  func wrapped() {
    for count in [0, 1, 10, 100, 300] {
      let text = Array(repeating: "word", count: count).joined(separator: " ")
      let lines = help(sample, nil, option: { _ in text })
      #expect(lines.allSatisfy { $0.plain.count <= 80 }, "\(count)")
      let start = lines.firstIndex { $0.name == "--once WORD" }!
      let rest = lines[start...].prefix { $0.column > 0 }.map(\.text)
      #expect(rest.joined(separator: " ") == text, "\(count)")
    }
    // A word that fits nowhere has a line of its own.
    let word = String(repeating: "x", count: 90)
    let lines = help(sample, nil, option: { _ in "a \(word) b" }).map(\.plain)
    #expect(lines.contains { $0.hasSuffix(" a") } && lines.contains { $0.hasSuffix(" b") })
  }

  @Test("Variables are named after the program and the option")
  func variables() {
    #expect(sample.variable(of: sample.options[5]) == "SAMPLE_TOOL_MAIL_FROM")
    #expect(sample.variable(of: sample.options[6]) == "SAMPLE_TOOL_PLAIN")
  }
}
