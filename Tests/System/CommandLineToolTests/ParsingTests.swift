import CommandLineTool
import Dispatch
import Synchronization
import Testing

struct ParsingTests {
  @Test("Options may come before or after the command, with or without an equals sign")
  func places() throws {
    for words in [
      ["--mail-from", "a", "--plain", "get", "x"], ["get", "--plain", "x", "--mail-from=a"],
      ["--mail-from=a", "get", "x", "--plain"],
    ] {
      let invocation = try sample.parse(["sample-tool"] + words)
      #expect(invocation.value("mail-from") == "a")
      #expect(invocation.has("plain") && invocation.value("plain") == "")
      #expect(!invocation.has("json") && invocation.value("json") == nil)
      #expect(invocation.arguments == ["get", "x"])
    }
    #expect(try parse().arguments.isEmpty)
    #expect(try parse("-h").has("help"))
    #expect(try parse("--help").has("help"))
  }

  @Test("Two hyphens end the options, and one alone is an argument")
  func hyphens() throws {
    #expect(try parse("--", "--plain", "-h").arguments == ["--plain", "-h"])
    #expect(try !parse("--", "--plain").has("plain"))
    #expect(try parse("get", "-").arguments == ["get", "-"])
    // The value of an option may begin with hyphens.
    #expect(try parse("--mail-from", "--plain").value("mail-from") == "--plain")
  }

  @Test("The last value of an option counts, and any text can be a value")
  func values() throws {
    #expect(try parse("--once", "1", "--once=2").value("once") == "2")
    for value in [
      "", " ", "=", "a=b", "لا", "a\nb", String(repeating: "x", count: 9999),
    ] {
      #expect(try parse("--once=\(value)").value("once") == value)
      #expect(try parse("--once", value).value("once") == value)
    }
  }

  @Test("An unknown argument is reported as it was typed")
  func faults() throws {
    func expect(_ words: [String], _ error: UsageError, _ place: SourceLocation = #_sourceLocation)
    {
      #expect(throws: error, "\(words)", sourceLocation: place) {
        try sample.parse(["sample-tool"] + words)
      }
    }
    expect(["--nope"], .unknownOption("--nope"))
    expect(["--nope=1"], .unknownOption("--nope=1"))
    expect(["-x"], .unknownOption("-x"))
    expect(["--once"], .needsValue("--once"))
    expect(["--plain=yes"], .takesNoValue("--plain=yes"))
    expect(["--shell", "csh"], .invalidValue(sample.options[3], "csh"))
    expect(["--shell", ""], .invalidValue(sample.options[3], ""))
    expect(["--theme=Light"], .invalidValue(sample.options[7], "Light"))
  }

  @Test("Command lines can be read one after the other or at the same time")
  func many() throws {
    let failures = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 8) { number in
      let words = ["sample-tool", "get"] + (0...99).flatMap { ["--once", "\($0)"] }
      for _ in 0..<200 {
        let invocation = try? sample.parse(words + ["x\(number)", "--plain"])
        if invocation?.value("once") != "99" || invocation?.has("plain") != true
          || invocation?.arguments != ["get", "x\(number)"]
        {
          failures.add(1, ordering: .relaxed)
        }
      }
    }
    #expect(failures.load(ordering: .relaxed) == 0)
    // A broken one leaves nothing behind.
    #expect(throws: UsageError.self) { try parse("get", "--nope", "x") }
    #expect(try parse("get", "x").arguments == ["get", "x"])
  }
}

struct CommandTests {
  private func command(_ words: String...) throws -> CommandSyntax? {
    try sample.command(of: sample.parse(["sample-tool"] + words))
  }

  @Test("A command has the arguments that its parameters ask for")
  func arguments() throws {
    #expect(try command() == nil)
    for (words, name) in [
      ("list", "list"), ("get x", "get"), ("set x y", "set"), ("reset", "reset"),
      ("reset x", "reset"), ("switch x on", "switch"), ("switch x off", "switch"),
      ("show system", "show"), ("show anything", "show"), ("show system file", "show"),
      ("order EG ar", "order"), ("order EG ar en fr", "order"),
    ] {
      let words = words.split(separator: " ").map(String.init)
      #expect(try sample.command(of: sample.parse(["sample-tool"] + words))?.name == name)
    }
    let many = (0..<1000).map { "l\($0)" }
    let order = try sample.parse(["sample-tool", "order", "EG"] + many)
    #expect(try sample.command(of: order)?.name == "order")
  }

  @Test("From the first argument on, or after --, words belong to another program's command line")
  func foreignWords() throws {
    for (words, value, arguments) in [
      ("run ls --once -x -- y", nil, ["run", "ls", "--once", "-x", "--", "y"]),
      ("run --once a ls --once b", "a", ["run", "ls", "--once", "b"]),
      ("--once a run -- -x --help", "a", ["run", "-x", "--help"]),
      ("run - --once", nil, ["run", "-", "--once"]),
      ("get run --once b", "b", ["get", "run"]),
      ("-- run --once b", nil, ["run", "--once", "b"]),
    ] as [(String, String?, [String])] {
      let invocation = try sample.parse(
        ["sample-tool"] + words.split(separator: " ").map(String.init))
      #expect(invocation.value("once") == value, "\(words)")
      #expect(invocation.arguments == arguments, "\(words)")
    }
    let bare = try parse("run")
    #expect(throws: UsageError.self) { try sample.command(of: bare) }
  }

  @Test("Every value of a repeated option is kept, in order")
  func repeated() throws {
    let invocation = try parse("--once", "a", "get", "--once=b", "x")
    #expect(invocation.values("once") == ["a", "b"])
    #expect(invocation.value("once") == "b")
    #expect(invocation.values("theme").isEmpty)
  }

  @Test("Too few, too many and unknown arguments are reported with their command")
  func wrong() throws {
    let commands = sample.commands
    func expect(_ words: String, _ error: UsageError, _ place: SourceLocation = #_sourceLocation) {
      #expect(throws: error, "\(words)", sourceLocation: place) {
        try sample.command(
          of: sample.parse(["sample-tool"] + words.split(separator: " ").map(String.init)))
      }
    }
    expect("frob", .unknownCommand("frob"))
    expect("list x", .tooManyArguments(commands[0], "x"))
    expect("get", .needsArgument(commands[1]))
    expect("get x y", .tooManyArguments(commands[1], "y"))
    expect("set", .needsArgument(commands[2]))
    expect("set x", .needsArgument(commands[2]))
    expect("reset x y", .tooManyArguments(commands[3], "y"))
    expect("switch x", .needsArgument(commands[4]))
    expect("switch x On", .wordNotTaken(commands[4], "On"))
    expect("switch x on off", .tooManyArguments(commands[4], "off"))
    expect("order EG", .needsArgument(commands[6]))
    expect("send x", .needsValue("--shell"))
    expect("send x --shell sh", .needsValue("--once"))
    expect("send --shell sh", .needsArgument(commands[8]))
  }

  @Test("R101: --version, --help, version and help [TOPIC] are the same request in every program")
  func requests() throws {
    func request(_ words: String) throws(UsageError) -> CommandLineSyntax.Request {
      let words = words.split(separator: " ").map(String.init)
      return try sample.request(of: sample.parse(["sample-tool"] + words))
    }
    let get = sample.commands[1]
    for line in ["--version", "-V", "version", "get --version", "frob --version"] {
      #expect(try request(line) == .version, "\(line)")
    }
    for line in ["--help", "-h", "help"] { #expect(try request(line) == .help(nil), "\(line)") }
    for line in ["get --help", "--help get", "help get"] {
      #expect(try request(line) == .help(get), "\(line)")
    }
    #expect(try request("help help") == .help(sample.commands[9]))
    #expect(try request("get x") == .command(get))
    #expect(try request("") == .command(nil))
    for line in ["help frob", "frob --help"] {
      #expect(throws: UsageError.unknownCommand("frob"), "\(line)") { try request(line) }
    }
    #expect(throws: UsageError.needsArgument(get)) { try request("get") }
  }

  @Test(
    "R57: a complaint names what is wrong, and the word that was probably meant",
    arguments: [
      ("lsit", "no command lsit (list?)"), ("xyz", "no command xyz"),
      ("--jsno list", "no option --jsno (--json?)"),
      ("--jsno=1 list", "no option --jsno=1 (--json?)"),
      ("help lits", "no command lits (list?)"), ("--once", "--once needs a value"),
      ("--plain=1", "--plain=1 takes no value"), ("get", "get needs an argument"),
      ("get x --json", "--json belongs to list, show"), ("get x y", "get does not take y"),
      ("--theme drak", "--theme cannot be drak: light, dark (dark?)"),
      ("switch x oof", "switch does not take oof (off?)"), ("send x", "--shell needs a value"),
    ])
  func complaints(line: String, complaint: String) {
    do throws(UsageError) {
      let words = line.split(separator: " ").map(String.init)
      _ = try sample.request(of: sample.parse(["sample-tool"] + words))
      Issue.record("understood")
    } catch {
      #expect(sample.complaint(error).line(SampleMessage.text) == complaint)
    }
  }

  @Test("An option of some commands is refused with other commands, and without a command")
  func ownOptions() throws {
    #expect(try command("list", "--json", "--shell", "sh")?.name == "list")
    #expect(try command("--json", "show", "system")?.name == "show")
    for words in [["--json"], ["--json", "get", "x"]] {
      #expect(throws: UsageError.optionNotTaken(sample.options[2])) {
        try sample.command(of: sample.parse(["sample-tool"] + words))
      }
    }
    // The first one that was typed is told, not the first of the table.
    #expect(throws: UsageError.optionNotTaken(sample.options[3])) {
      try sample.command(of: parse("--shell", "sh", "--json", "get", "x"))
    }
    #expect(try command("--plain", "get", "x")?.name == "get")
  }

  @Test("A command's help asks for no arguments")
  func help() throws {
    #expect(try command("get", "--help")?.name == "get")
    #expect(try command("list", "x", "y", "-h")?.name == "list")
    #expect(throws: UsageError.unknownCommand("frob")) {
      try sample.command(of: parse("frob", "--help"))
    }
  }
}
