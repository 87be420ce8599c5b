import CommandLineTool
import Testing

@testable import ProgramDocuments

struct ManualPageTests {
  private let syntax = CommandLineSyntax(
    program: "tool",
    options: [
      OptionSyntax("help"), OptionSyntax("json", reach: .command),
      OptionSyntax("log", "FILE", reach: .file), OptionSyntax("plain", reach: .file),
    ],
    commands: [
      CommandSyntax("list"), CommandSyntax("show", "dump|verify [FILE]", options: ["json"]),
    ])

  private let page = """
    .Sh COMMANDS
    .Bl -tag -width Ds
    .It Cm list
    List them.
    .It Cm show Oo Fl -json Oc Ar dump|verify Oo Ar FILE Oc
    Show
    .Ar FILE .
    .El
    .Sh OPTIONS
    .Bl -tag -width Ds
    .It Fl -help
    Help.
    .It Fl -json
    Print JSON.
    .It Fl -log Ar FILE
    Write a log.
    .It Fl -plain
    Plain.
    .El
    .Sh ENVIRONMENT
    .Bl -tag -width Ds
    .It Ev TOOL_LOG
    .Fl -log
    .It Ev TOOL_PLAIN
    .Fl -plain
    .It Ev NO_COLOR
    No colours.
    .El

    """

  @Test("A page with every command, option and variable stays unchanged")
  func unchanged() throws {
    let made = try ManualPage(page, for: syntax)
    #expect(made.text == page && made.missing.isEmpty)
  }

  @Test(
    "Headings and their order come from the tables, texts from the page",
    arguments: [
      (".It Fl -log Ar FILE", ".It Fl -log"), (".It Fl -plain", ".It Fl -plain Ar yes|no"),
      (".It Cm list", ".It Cm list Ar NAME"),
      (".It Cm show Oo Fl -json Oc Ar dump|verify Oo Ar FILE Oc", ".It Cm show"),
      (".It Ev NO_COLOR", ".It Ev TOOL_NOPE\nx\n.It Ev NO_COLOR"),
      (
        ".It Fl -json\nPrint JSON.\n.It Fl -log Ar FILE\nWrite a log.",
        ".It Fl -log Ar FILE\nWrite a log.\n.It Fl -json\nPrint JSON."
      ),
      (
        ".It Ev TOOL_LOG\n.Fl -log\n.It Ev TOOL_PLAIN\n.Fl -plain",
        ".It Ev TOOL_PLAIN\n.Fl -plain\n.It Ev TOOL_LOG\n.Fl -log"
      ),
    ])
  func mended(right: String, wrong: String) throws {
    let broken = page.replacing(right + "\n", with: wrong + "\n")
    #expect(broken != page)
    let made = try ManualPage(broken, for: syntax)
    #expect(made.text == page && made.missing.isEmpty)
  }

  @Test(
    "A heading without a text is reported with its place",
    arguments: [
      (".It Fl -json\nPrint JSON.\n", ".It Fl -json"), (".It Cm list\nList them.\n", ".It Cm list"),
      (".It Ev TOOL_LOG\n.Fl -log\n", ".It Ev TOOL_LOG"),
    ])
  func missing(item: String, heading: String) throws {
    let made = try ManualPage(page.replacing(item, with: ""), for: syntax)
    #expect(made.missing == [.noText(heading)])
    #expect(made.text == page.replacing(item, with: heading + "\n"))
    // A heading alone is no text either.
    #expect(try ManualPage(made.text, for: syntax).missing == [.noText(heading)])
  }

  @Test("A page without a list is refused", arguments: [".It Cm ", ".It Fl ", ".It Ev TOOL_"])
  func noList(macro: String) throws {
    let without = page.replacing(macro, with: ".It No ")
    #expect(throws: ManualPage.Failure.noList(macro)) { try ManualPage(without, for: syntax) }
    #expect(throws: ManualPage.Failure.self) { try ManualPage("", for: syntax) }
  }
}
