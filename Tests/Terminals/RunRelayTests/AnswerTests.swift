import BidiRepair
import Recordings
import RunRelay
import TerminalEmulator
import Testing

/// Whose the answers of a terminal are that was asked by a program and by this process.
@Suite struct AnswerTests {
  private static let batch: [TerminalQuestion] = [.status, .primaryAttributes, .place]
  private static let start = ContinuousClock.now

  /// Asks in the program's name and then in this one's; returns what the program gets, and the answers
  /// to this process, of what the terminal then sends, whole and byte by byte.
  private func sorted(
    _ asked: [TerminalQuestion], _ pieces: [String], more: [TerminalQuestion] = []
  ) -> (keys: String, answers: [AnswerSorter.Answer]) {
    func received(_ parts: [[UInt8]]) -> (String, [AnswerSorter.Answer]) {
      var sorter = AnswerSorter()
      sorter.note(asked.map { (kind: $0, isOfProgram: true) }, at: Self.start)
      sorter.note(Self.batch.map { (kind: $0, isOfProgram: false) }, at: Self.start)
      sorter.note(more.map { (kind: $0, isOfProgram: true) }, at: Self.start)
      var keys: [UInt8] = []
      for part in parts { keys += sorter.take(part, at: Self.start) }
      keys += sorter.release(at: Self.start)
      return (String(decoding: keys, as: UTF8.self), sorter.takeAnswers())
    }
    let whole = received(pieces.map { Array($0.utf8) })
    let bytes = received(pieces.flatMap { $0.utf8.map { [$0] } })
    #expect(whole.0 == bytes.0 && whole.1 == bytes.1, "\(pieces)")
    return whole
  }

  private static let status = "\u{1B}[0n"
  private static let attributes = "\u{1B}[?62;1c"
  private static func place(_ row: Int) -> String { "\u{1B}[\(row);1R" }

  @Test("R67: answers go to the program that asked, in the order of the questions")
  func order() {
    let (keys, answers) = sorted(
      [.status, .place],
      ["j", Self.status, Self.place(5), "k", Self.status, Self.attributes, "l", Self.place(6), "m"])
    #expect(keys == "j\(Self.status)\(Self.place(5))klm")
    #expect(
      answers == [
        .other(Array(Self.status.utf8)), .other(Array(Self.attributes.utf8)),
        .place(row: 6, column: 1),
      ])
  }

  @Test("R67: a repeated answer to this process never reaches the program")
  func twice() {
    for asked in [[], [.status], [.status, .place], [.primaryAttributes]] as [[TerminalQuestion]] {
      let own = asked.map { kind in
        switch kind {
        case .status: Self.status
        case .place: Self.place(5)
        default: "\u{1B}[?63c"
        }
      }
      let others = ["\u{1B}[3n", Self.attributes, Self.place(6)]
      let (keys, answers) = sorted(asked, (own + others).flatMap { [$0, $0] } + ["q"])
      #expect(keys == own.joined() + "q", "\(asked)")
      #expect(answers.last == .place(row: 6, column: 1), "\(asked)")
    }
    // The program asks right after: its own place is another, and comes twice as well.
    let pieces = [Self.status, Self.attributes, Self.place(6), Self.place(7)].flatMap { [$0, $0] }
    #expect(sorted([], pieces, more: [.place]).keys == Self.place(7))
  }

  @Test("R67: a question without an answer is skipped, whichever program asked")
  func unanswered() {
    let (keys, answers) = sorted(
      [.status, .version, .place], [Self.place(5), Self.attributes, Self.place(6)])
    #expect(keys == Self.place(5))
    #expect(answers == [.other(Array(Self.attributes.utf8)), .place(row: 6, column: 1)])
    #expect(sorted([.status, .place], []).keys.isEmpty)
  }

  @Test("R67: answers of a terminal around this one come to this process, whenever they are read")
  func aroundThisOne() {
    let version = "\u{1B}P>|kitty(0.40)\u{1B}\\"
    let own = [Self.status, Self.attributes, Self.place(6)]
    for pieces in [
      own + [version, "q"], [Self.status, version, Self.attributes, Self.place(6), "q"],
    ] {
      let (keys, answers) = sorted([], pieces)
      #expect(keys == "q")
      #expect(answers.contains(.other(Array(version.utf8))), "\(pieces)")
      #expect(answers.contains(.place(row: 6, column: 1)))
    }
    // Keys before the questions were looked at for answers, and none was awaited.
    var sorter = AnswerSorter()
    sorter.awaitsMore = false
    sorter.note(Self.batch.map { (kind: $0, isOfProgram: false) }, at: Self.start)
    #expect(sorter.take((own.joined() + version).utf8, at: Self.start).isEmpty)
    #expect(sorter.takeAnswers().count == 4)
    sorter.awaitsMore = false
    #expect(sorter.take(version.utf8, at: Self.start).isEmpty)
    #expect(sorter.takeAnswers().isEmpty)
  }

  @Test(
    "R67: empty answers do not count as keys",
    arguments: ["\u{1B}[3n", "\u{1B}[0;0R", "\u{1B}[?c", "\u{1B}[9;1$y", "\u{1B}]11;\u{07}"])
  func empty(_ answer: String) {
    #expect(sorted([], [Self.status, answer, answer, Self.attributes, Self.place(1)]).keys.isEmpty)
  }

  @Test(
    "R67: keys pass, even those that look like answers",
    arguments: [
      "\u{1B}", "\u{1B}[A", "\u{1B}[1;5A", "\u{1B}OB", "\u{1B}[3~", "\u{1B}[<0;3;4M", "\u{1B}[M !!",
      "\u{1B}[", "\u{1B}P", "\u{1B}]", "\u{1B}\u{1B}[B", "\u{1B}x", "\u{1B}[200~a\u{1B}[201~",
      "\u{1B}[R", "\u{1B}Pq", "\u{1B}]52;c;\u{07}", "\u{1B}[?2;3R", "\u{1B}[97;5u", "ي",
    ])
  func keys(_ typed: String) {
    #expect(sorted([], [typed]).keys == typed)
    let (keys, _) = sorted([], [Self.status, Self.attributes, Self.place(6), typed])
    #expect(keys == typed)
  }

  @Test("R67: F3 with Shift is a key once the cursor's place is known")
  func functionKey() {
    let (keys, answers) = sorted([], [Self.status, Self.attributes, Self.place(6), "\u{1B}[1;2R"])
    #expect(keys == "\u{1B}[1;2R")
    #expect(answers.last == .place(row: 6, column: 1))
  }

  @Test("R67: if the ESC of an answer was taken for the key, the rest is not typed")
  func lateRest() {
    var sorter = AnswerSorter()
    sorter.note(Self.batch.map { (kind: $0, isOfProgram: false) }, at: Self.start)
    let late = Self.start + .seconds(10)
    #expect(sorter.take([0x1B], at: late) == [0x1B] && sorter.pauseEnd == nil)
    #expect(sorter.take("[0n".utf8, at: late).isEmpty)
    let early = late - .nanoseconds(1)
    #expect(sorter.take([0x1B], at: early).isEmpty)
    #expect(sorter.pauseEnd == early + .milliseconds(50))
    #expect(sorter.release(at: early) == [0x1B] && sorter.pauseEnd == nil)
    #expect(sorter.take("[?6".utf8, at: early).isEmpty && sorter.release(at: early).isEmpty)
    #expect(sorter.pauseEnd == early + .milliseconds(50))
    #expect(sorter.take("2c".utf8, at: early).isEmpty && sorter.pauseEnd == nil)
    #expect(sorter.takeAnswers().count == 2)
  }

  @Test("R67: answers are waited for from the last question of this process")
  func answersEnd() {
    var sorter = AnswerSorter()
    sorter.note([(kind: .place, isOfProgram: true)], at: Self.start)
    #expect(sorter.answersEnd == nil)
    for time in [Self.start, Self.start + .seconds(5)] {
      sorter.note([(kind: .place, isOfProgram: false)], at: time)
      sorter.note([(kind: .place, isOfProgram: true)], at: time + .seconds(1))
      #expect(sorter.answersEnd == time + .seconds(1))
    }
  }

  @Test("R67: before this process has asked, all input passes at once")
  func notAsked() {
    var sorter = AnswerSorter()
    sorter.note([(kind: .version, isOfProgram: true)], at: Self.start)
    for byte in "\u{1B}P>|xterm\u{1B}\\\u{1B}[0n\u{1B}[?1\u{1B}P>|x\u{1B}[A".utf8 {
      #expect(sorter.take([byte], at: Self.start) == [byte])
    }
    #expect(sorter.takeAnswers().isEmpty)
  }

  // MARK: A program, the repair, and a terminal

  /// A terminal that answers in order, and tells by its answers which question they are for.
  private struct Terminal {
    static let questions = "\u{1B}[>0q\u{1B}[?2026$p\u{1B}[>0c\u{1B}]11;?\u{07}\u{1B}[0c"
    private static let batch = Array("\u{1B}[5n\(questions)\u{1B}[6n".utf8)
    static let asking: [(question: String, kind: TerminalQuestion)] = [
      ("\u{1B}[5n", .status), ("\u{1B}[6n", .place), ("\u{1B}[c", .primaryAttributes),
      ("\u{1B}[>c", .secondaryAttributes), ("\u{1B}[>q", .version),
      ("\u{1B}[?2026$p", .mode(2026, isPrivate: true)), ("\u{1B}]11;?\u{1B}\\", .background),
    ]
    private static let all: [TerminalQuestion] = [
      .status, .version, .mode(2026, isPrivate: true), .secondaryAttributes, .background,
      .primaryAttributes, .place,
    ]
    private static let again: [TerminalQuestion] = [.status, .place]

    let silent: Set<TerminalQuestion>
    private var received: [UInt8] = []
    private var count = 0
    var answers: [(text: String, isOfProgram: Bool)] = []

    init(silent: Set<TerminalQuestion>) { self.silent = silent }

    /// What the program asks is known by its spelling, but for the two of which a batch of the repair
    /// consists after the first.
    mutating func take(_ bytes: [UInt8], ownBegin: Set<Int>) {
      let start = received.count
      received += bytes
      var place = start
      while place < received.count {
        let rest = received[place...]
        if ownBegin.contains(place) {
          let isFirst = rest.starts(with: Self.batch)
          for kind in isFirst ? Self.all : Self.again { answer(kind, isOfProgram: false) }
          place += isFirst ? Self.batch.count : 8
        } else if let asked = Self.asking.first(where: { rest.starts(with: $0.question.utf8) }) {
          answer(asked.kind, isOfProgram: true)
          place += asked.question.utf8.count
        } else {
          place += 1
        }
      }
    }

    var receivedCount: Int { received.count }

    private mutating func answer(_ kind: TerminalQuestion, isOfProgram: Bool) {
      guard !silent.contains(kind) else { return }
      count += 1
      let number = count
      let text =
        switch kind {
        case .status: isOfProgram ? "\u{1B}[0n" : "\u{1B}[3n"
        case .place: "\u{1B}[\(number + 1);1R"
        case .primaryAttributes: "\u{1B}[?62;\(number)c"
        case .secondaryAttributes: "\u{1B}[>62;\(number)c"
        case .version: "\u{1B}P>|\(number)\u{1B}\\"
        case .mode: "\u{1B}[?2026;\(number)$y"
        case .background: "\u{1B}]11;rgb:0/0/\(String(number, radix: 16))\u{1B}\\"
        }
      answers.append((text, isOfProgram))
    }
  }

  @Test(
    "R67: a program always gets its own answers, and never one to this process",
    arguments: [false, true])
  func interleavings(comeTwice: Bool) {
    for seed in 0..<UInt64(1_500) {
      var generator = SeededGenerator(state: seed &+ 1)
      func dice(_ sides: Int) -> Int { Int.random(in: 0..<sides, using: &generator) }
      let kinds = Terminal.asking.map(\.kind).filter { $0 != .place && $0 != .primaryAttributes }
      var terminal = Terminal(silent: Set(kinds.filter { _ in dice(4) == 0 }))
      var repair = TextRepair(
        size: TerminalSize(columns: 20, rows: 5), options: RepairOptions(),
        questions: Array(Terminal.questions.utf8))
      var sorter = AnswerSorter()
      var (keys, expected): ([UInt8], String) = ([], "")
      var counts: [TerminalQuestion: Int] = [:]
      var columns = 20
      /// Hands on to the terminal; the repair asks at the end of what it hands on.
      func handOn(_ output: [UInt8], asked: Bool) {
        let batch = Array("\u{1B}[5n".utf8)
        var begins: Set<Int> = []
        if asked {
          let first = Array("\u{1B}[5n\(Terminal.questions)\u{1B}[6n".utf8)
          let length =
            output.suffix(first.count).elementsEqual(first) ? first.count : 2 * batch.count
          begins = [terminal.receivedCount + output.count - length]
        }
        terminal.take(output, ownBegin: begins)
        let questions = repair.takeQuestions()
        for question in questions where question.isOfProgram {
          counts[question.kind, default: 0] += 1
        }
        sorter.note(questions, at: Self.start)
      }
      func deliver(_ count: Int) {
        for _ in 0..<min(count, terminal.answers.count) {
          let answer = terminal.answers.removeFirst()
          if answer.isOfProgram { expected += answer.text }
          var bytes = Array((answer.text + (comeTwice ? answer.text : "")).utf8)[...]
          while !bytes.isEmpty {
            let part = bytes.prefix(1 + dice(8))
            keys += sorter.take(part, at: Self.start)
            bytes = bytes.dropFirst(part.count)
          }
          if dice(3) == 0 {
            let typed = ["k", "\u{1B}[A", "\u{1B}[1;5C"][dice(3)]
            expected += typed
            keys += sorter.take(typed.utf8, at: Self.start)
          }
          for case .place(let row, _) in sorter.takeAnswers() where repair.awaitsPlace {
            var output: [UInt8] = []
            repair.take(.place(row: row - 1, column: 0), into: &output)
            repair.take(.ordered, into: &output)
            handOn(output, asked: repair.awaitsPlace)
          }
        }
      }
      for turn in 0..<(5 + dice(20)) {
        switch comeTwice && turn == 0 ? 0 : dice(8) {
        case 0...3:
          // Until this process has asked, all passes.
          var text = comeTwice && turn == 0 ? "مرحبا" : ""
          for _ in 0...dice(3) {
            text +=
              [
                Terminal.asking[dice(Terminal.asking.count)].question, "text", "مرحبا", "\r\n",
              ][dice(4)]
          }
          var output: [UInt8] = []
          let didAwait = repair.awaitsPlace
          Array(text.utf8).withUnsafeBufferPointer { repair.take($0, into: &output) }
          handOn(output, asked: repair.awaitsPlace && !didAwait)
        case 4:
          columns = 41 - columns
          repair.resize(to: TerminalSize(columns: columns, rows: 5))
        case 5 where repair.awaitsPlace && dice(4) == 0:
          // The answers are late.
          var output: [UInt8] = []
          repair.take(.late, into: &output)
          handOn(output, asked: false)
        default: deliver(dice(6))
        }
      }
      while !terminal.answers.isEmpty { deliver(1) }
      keys += sorter.release(at: Self.start)
      let got = String(decoding: keys, as: UTF8.self)
      if comeTwice {
        // Never more than was asked for; which of two equal answers it is cannot be told.
        for (kind, ends) in Self.ends {
          let count = got.components(separatedBy: ends).count - 1
          #expect(count <= counts[kind, default: 0], "seed \(seed), \(kind): \(readable(keys))")
        }
      } else {
        let isSame = got == expected
        #expect(isSame, "seed \(seed): \(readable(keys)), not \(readable(Array(expected.utf8)))")
      }
    }
  }

  /// By what an answer of a kind is found among keys.
  private static let ends: [(TerminalQuestion, String)] = [
    (.status, "n"), (.place, "R"), (.primaryAttributes, "\u{1B}[?62"),
    (.secondaryAttributes, "\u{1B}[>62"), (.version, "\u{1B}P>|"),
    (.mode(2026, isPrivate: true), "$y"), (.background, "\u{1B}]11"),
  ]

  private func readable(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "␛")
  }
}
