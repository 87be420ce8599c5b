import CommandLineTool

/// The command line of a program that there is not.
let sample = CommandLineSyntax(
  program: "sample-tool",
  options: [
    OptionSyntax("help"), OptionSyntax("version"), OptionSyntax("json", of: ["list", "show"]),
    OptionSyntax("shell", "sh|fish", of: ["list"]),
    OptionSyntax("config", "FILE", reach: .environment),
    OptionSyntax("mail-from", "ADDRESS", reach: .file), OptionSyntax("plain", reach: .file),
    OptionSyntax("theme", "light|dark", reach: .file), OptionSyntax("once", "WORD"),
  ],
  commands: [
    CommandSyntax("list"), CommandSyntax("get", "NAME"), CommandSyntax("set", "NAME VALUE"),
    CommandSyntax("reset", "[NAME]"), CommandSyntax("switch", "NAME on|off"),
    CommandSyntax("show", "CODE|system [FILE]"), CommandSyntax("order", "CODE LANGUAGE..."),
    CommandSyntax("run", "PROGRAM [ARG...]", takesCommandLine: true),
  ])

/// What the sample is called with.
func parse(_ words: String...) throws -> Invocation {
  try sample.parse(["sample-tool"] + words)
}
