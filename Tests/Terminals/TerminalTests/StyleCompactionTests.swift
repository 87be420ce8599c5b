import Testing

@testable import Terminal

struct StyleCompactionTests {
  private func compacted(_ text: String) -> String {
    String(decoding: StyleCompaction.compacted(Array(text.utf8)), as: UTF8.self)
  }

  @Test(
    "R51: a difference has only the changes of colours and attributes that are visible",
    arguments: [
      // One colour of the pair stays.
      (
        "\u{1B}[38;5;1m\u{1B}[48;5;2ma\u{1B}[38;5;3m\u{1B}[48;5;2mb\u{1B}[m",
        "\u{1B}[38;5;1;48;5;2ma\u{1B}[38;5;3mb\u{1B}[m"
      ),
      // Blanks have no ink, and the cursor no colour.
      (
        "\u{1B}[31m  a\u{1B}[32m  \u{1B}[5;6H\u{1B}[31mb\u{1B}[m",
        "  \u{1B}[31ma  \u{1B}[5;6Hb\u{1B}[m"
      ),
      ("\u{1B}[48;5;9m\u{1B}[1m \u{1B}[K\u{1B}[m", "\u{1B}[48;5;9m \u{1B}[K\u{1B}[m"),
      // Underlined and reversed blanks are seen.
      ("\u{1B}[4m  \u{1B}[m a", "\u{1B}[4m  \u{1B}[m a"),
      ("\u{1B}[7m\u{1B}[31m \u{1B}[m ", "\u{1B}[7;31m \u{1B}[m "),
      // A reset where it is shorter, else what is unset.
      ("\u{1B}[0;1ma\u{1B}[mb", "\u{1B}[1ma\u{1B}[mb"),
      (
        "\u{1B}[1;38;5;200;48;5;201ma\u{1B}[0m\u{1B}[38;5;200m\u{1B}[48;5;201mb\u{1B}[m",
        "\u{1B}[1;38;5;200;48;5;201ma\u{1B}[22mb\u{1B}[m"
      ),
      ("\u{1B}[91;103;3ma\u{1B}[39;49mb\u{1B}[m", "\u{1B}[3;91;103ma\u{1B}[;3mb\u{1B}[m"),
      (
        "\u{1B}[38:2::1:2:3ma\u{1B}[48;2;4;5;6mb\u{1B}[m",
        "\u{1B}[38:2::1:2:3ma\u{1B}[48;2;4;5;6mb\u{1B}[m"
      ),
      // Nothing is left over at the end.
      ("a\u{1B}[31m", "a\u{1B}[31m"), ("", ""),
    ])
  func says(frame: String, expected: String) {
    #expect(compacted(frame) == expected)
  }

  @Test("R51: a whole frame keeps its styles at the clear, and has only visible changes after it")
  func wholeFrame() {
    let head = "\u{1B}(B\u{1B}[m\u{1B}[38;5;16m\u{1B}[48;5;231m\u{1B}[H\u{1B}[2J"
    let frame =
      head + " \u{1B}[38;5;16m\u{1B}[48;5;231ma\u{1B}[0;1m\u{1B}[38;5;16m\u{1B}[48;5;231mb"
    let start = "\u{1B}(B\u{1B}[m".utf8.count
    let compacted = StyleCompaction.compacted(
      Array(frame.utf8), after: start..<head.utf8.count)
    #expect(String(decoding: compacted, as: UTF8.self) == head + " a\u{1B}[1mb")
  }

  @Test(
    "R51: bytes with an unknown sequence stay unchanged",
    arguments: [
      "\u{1B}[31m\u{1B}[31ma\u{1B}[5mb", "\u{1B}[31m\u{1B}[31ma\u{1B}(0b", "\u{1B}[31m\u{1B}[31m\n",
      "\u{1B}[31m\u{1B}[31m\u{1B}]0;x\u{7}", "\u{1B}[31m\u{1B}[31m\u{1B}[5n",
      "\u{1B}[31m\u{1B}[31m\u{1B}",
      "\u{1B}[31m\u{1B}[31m\u{1B}[", "\u{1B}[38;5m", "\u{1B}[38m", "\u{1B}[31m\u{1B}[9999ma",
    ])
  func unknown(frame: String) {
    #expect(compacted(frame) == frame)
  }
}
