import CommandLineTool
import Testing

struct SuggestionTests {
  @Test("R57: the nearest known word is suggested, and never a distant one")
  func nearest() {
    let commands = [
      "get", "set", "list", "list-settings", "sign-in", "sign-out", "status", "store",
    ]
    for (word, meant) in [
      ("lsit", "list"), ("lst", "list"), ("lisst", "list"), ("LIST", "list"), ("stat", "status"),
      ("statsu", "status"), ("sign-on", "sign-in"), ("stor", "store"), ("list-s", "list-settings"),
      ("frobnicate", nil), ("x", nil), ("", nil), ("sign", nil), ("--get", nil),
      (String(repeating: "list", count: 1000), nil),
    ] as [(String, String?)] {
      #expect(Suggestion.nearest(to: word, among: commands) == meant, "\(word.prefix(20))")
    }
    #expect(Suggestion.nearest(to: "list", among: []) == nil)
    #expect(
      Suggestion.nearest(
        to: "العربيه",
        among: ["العربية"]) != nil)
  }

  @Test("A program may have more than 64 options, and each is found")
  func manyOptions() throws {
    let options =
      [OptionSyntax("help")]
      + (0..<300).map { OptionSyntax("option-\($0)", $0 % 2 == 0 ? nil : "WORD") }
    let syntax = CommandLineSyntax(program: "x", options: options, commands: [])
    for number in [0, 62, 63, 64, 65, 298, 299] {
      let words = ["x", "--option-\(number)"] + (number % 2 == 0 ? [] : ["value"])
      let invocation = try syntax.parse(words)
      #expect(invocation.value("option-\(number)") == (number % 2 == 0 ? "" : "value"))
    }
  }

  @Test("-h and -V mean --help and --version, and there are no other short options")
  func letters() throws {
    #expect(try parse("-V").has("version") && parse("-hV").has("help"))
    #expect(throws: UsageError.unknownOption("-j")) { try parse("-j") }
    let syntax = CommandLineSyntax(program: "x", options: [OptionSyntax("help")], commands: [])
    #expect(throws: UsageError.unknownOption("-V")) { try syntax.parse(["x", "-V"]) }
  }

  @Test("R57: the intended command is known despite any error in the options")
  func likelyCommand() {
    for (words, name) in [
      (["list", "--nope"], "list"), (["--nope", "list"], "list"),
      (["--once", "get", "list"], "list"),
      (["--once=get", "list"], "list"), (["--plain"], nil), (["frob"], nil), ([], nil),
      (["--once"], nil),
    ] as [([String], String?)] {
      #expect(sample.likelyCommand(in: ["sample-tool"] + words)?.name == name, "\(words)")
    }
  }
}
