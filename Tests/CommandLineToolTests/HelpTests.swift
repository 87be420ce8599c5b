import CommandLineTool
import Testing

struct HelpTests {
  private var words: HelpWords {
    HelpWords(
      usage: { "usage: " + sample.usage(of: $0) }, summary: "SUMMARY", commands: "COMMANDS",
      options: "OPTIONS", closing: "CLOSING", command: { "does \($0.name)" },
      option: { "means \($0.name)" })
  }

  @Test("The help lists every command and each option that is no command's own, in columns")
  func whole() {
    #expect(
      sample.help(for: nil, words).joined(separator: "\n") == """
        usage: sample-tool [options] [list | get | set | reset | switch | show | order | run] …

        SUMMARY

        COMMANDS
          list [--json] [--shell sh|fish]   does list
          get NAME                          does get
          set NAME VALUE                    does set
          reset [NAME]                      does reset
          switch NAME on|off                does switch
          show [--json] CODE|system [FILE]  does show
          order CODE LANGUAGE...            does order
          run PROGRAM [ARG...]              does run

        OPTIONS
          --help               means help
          --version            means version
          --config FILE        means config
          --mail-from ADDRESS  means mail-from
          --plain              means plain
          --theme light|dark   means theme
          --once WORD          means once

        CLOSING
        """)
  }

  @Test("A command's help has its own options before the others")
  func ofCommand() {
    let lines = sample.help(for: sample.commands[0], words)
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
      let lines = syntax.help(for: syntax.commands[0], words)
      for option in own { #expect(lines.contains { $0.hasPrefix("  \(option.flag)") }) }
    }
  }

  @Test("A name that is too long for the first column pushes its text on")
  func long() {
    // `--long VALUE` may be 34 characters wide.
    for (count, blanks) in [(27, 30), (28, 2)] {
      let value = String(repeating: "W", count: count)
      let syntax = CommandLineSyntax(
        program: "x", options: [OptionSyntax("help"), OptionSyntax("long", value)], commands: [])
      let lines = syntax.help(for: nil, words)
      #expect(lines.contains("  --help" + String(repeating: " ", count: blanks) + "means help"))
      #expect(lines.contains("  --long \(value)  means long"))
    }
  }

  @Test("Variables are named after the program and the option")
  func variables() {
    #expect(sample.variable(of: sample.options[5]) == "SAMPLE_TOOL_MAIL_FROM")
    #expect(sample.variable(of: sample.options[6]) == "SAMPLE_TOOL_PLAIN")
  }
}
