import BidiRepair
import TerminalEmulator
import Testing

/// A terminal whose answers come after the time for them is over.
@Suite struct LateAnswerTests {
  private static let size = TerminalSize(columns: 20, rows: 5)

  /// A program on a terminal that was used before, and answers when it is told to.
  private struct Desk {
    var repair = TextRepair(size: LateAnswerTests.size, options: RepairOptions())
    var terminal = Emulator(size: LateAnswerTests.size)
    var sent: [UInt8] = []
    private var place: (row: Int, column: Int)?

    init(before: String) { terminal.feed(before) }

    mutating func write(_ text: String) {
      var output: [UInt8] = []
      Array(text.utf8).withUnsafeBufferPointer { repair.take($0, into: &output) }
      show(output)
    }

    mutating func take(_ event: Inquiry.Event) {
      var output: [UInt8] = []
      repair.take(event, into: &output)
      show(output)
    }

    /// Answers the last question for the cursor's place, as it was then.
    mutating func answer() {
      guard let place else {
        Issue.record("no question for the place of the cursor")
        return
      }
      take(.place(row: place.row, column: place.column))
      take(.ordered)
    }

    private mutating func show(_ output: [UInt8]) {
      sent += output
      for byte in output {
        terminal.feed(CollectionOfOne(byte))
        if terminal.drainReplies().last == UInt8(ascii: "R") {
          place = (terminal.screen.cursor.row, terminal.screen.cursor.column)
        }
      }
    }

    var questions: Int { String(decoding: sent, as: UTF8.self).ranges(of: "\u{1B}[6n").count }
  }

  private static let before = ["", "$ 1\r\n$ 2\r\n", String(repeating: "$ old\r\n", count: 9)]
  private static let late = [
    [], ["b גד\r\n"], ["b גד\r\n", "plain\r\n", "c הו"],
    ["\u{1B}[2;3Hxגד\u{1B}[4;1H"], ["\u{1B}[?1049h\u{1B}[Hc הו"],
  ]

  @Test(
    "R71: after a late answer the screen is as if it had come in time, without another question")
  func late() {
    for before in Self.before {
      for writes in Self.late {
        var prompt = Desk(before: before)
        var desk = Desk(before: before)
        prompt.write("a אב\r\n")
        prompt.answer()
        desk.write("a אב\r\n")
        desk.take(.late)
        #expect(desk.terminal.screen.rows.contains("a אב"))
        for text in writes {
          prompt.write(text)
          desk.write(text)
        }
        desk.answer()
        #expect(desk.terminal.screen.rows == prompt.terminal.screen.rows, "\(before), \(writes)")
        #expect(desk.terminal.screen.cursor == prompt.terminal.screen.cursor)
        #expect(desk.questions == 1)
        // What comes then is ordered at once.
        prompt.write("\r\nd זח")
        desk.write("\r\nd זח")
        #expect(desk.terminal.screen.rows.contains("d חז"))
        #expect(desk.terminal.screen.rows == prompt.terminal.screen.rows, "\(before), \(writes)")
      }
    }
  }

  @Test("R71: a late answer redraws each row once")
  func once() {
    var desk = Desk(before: "")
    desk.write("a אב\r\n")
    desk.take(.late)
    desk.write("b גד\r\n")
    let start = desk.sent.count
    desk.answer()
    let redrawn = String(decoding: desk.sent[start...], as: UTF8.self)
    for letters in ["בא", "דג"] {
      #expect(redrawn.ranges(of: letters).count == 1)
    }
  }

  @Test("R71: where a late place says nothing any more, the next text asks again and is ordered")
  func moved() {
    let changes: [(inout Desk) -> Void] = [
      { desk in
        desk.repair.resize(to: TerminalSize(columns: 30, rows: 6))
        desk.terminal.resize(to: TerminalSize(columns: 30, rows: 6))
      },
      { desk in for _ in 0..<1_100 { desk.write(String(repeating: "text ", count: 200)) } },
      // The middle of a sequence.
      { desk in desk.write("\u{1B}[3") },
    ]
    for (number, change) in changes.enumerated() {
      var desk = Desk(before: "")
      desk.write("a אב\r\n")
      desk.take(.late)
      change(&desk)
      desk.answer()
      #expect(desk.questions == 1)
      desk.write("1m\r\nb גד")
      #expect(desk.questions == 2, "\(number)")
      desk.answer()
      #expect(desk.terminal.screen.rows.contains("b דג"), "\(number)")
    }
  }

  @Test("R71: a terminal that turns out late to order text itself gets all as the program wrote it")
  func declined() {
    var desk = Desk(before: "")
    desk.write("a אב\r\n")
    desk.take(.late)
    desk.take(.place(row: 0, column: 0))
    desk.take(.declined)
    desk.write("b גד")
    #expect(desk.terminal.screen.rows[0] == "a אב")
    #expect(desk.terminal.screen.rows[1] == "b גד")
  }
}
