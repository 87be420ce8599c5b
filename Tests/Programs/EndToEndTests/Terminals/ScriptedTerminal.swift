import Foundation
import TerminalHarness

/// What a terminal is to answer, written by the test itself: the session's own profile is silent.
struct ScriptedTerminal: Sendable {
  var name: String
  var answers: String

  static let xterm = ScriptedTerminal(
    name: "xterm",
    answers:
      "\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}[8;0$y\u{1B}[?2026;0$y\u{1B}[>41;379;0c\u{1B}[?64;1c")
  static let vte = ScriptedTerminal(
    name: "vte", answers: "\u{1B}[8;1$y\u{1B}[?2026;4$y\u{1B}[>65;7006;1c\u{1B}[?65;1;9c")
  static let kitty = ScriptedTerminal(
    name: "kitty",
    answers:
      "\u{1B}P>|kitty(0.26.5)\u{1B}\\\u{1B}[8;0$y\u{1B}[?2026;2$y\u{1B}[>1;4000;26c\u{1B}[?62;c")
  static let konsole = ScriptedTerminal(
    name: "konsole", answers: "\u{1B}P>|Konsole 22.12.3\u{1B}\\\u{1B}[>1;115;0c\u{1B}[?62;1;4c")
  static let mlterm = ScriptedTerminal(
    name: "mlterm", answers: "\u{1B}[8;0$y\u{1B}[?2026;0$y\u{1B}[>24;279;0c\u{1B}[?63;1;2;3;4c")
  static let putty = ScriptedTerminal(
    name: "putty", answers: "\u{1B}[>0;136;0c\u{1B}[?6c")
  static let qterminal = ScriptedTerminal(
    name: "qterminal", answers: "\u{1B}[>0;115;0c\u{1B}[?1;2c")

  static let all = [xterm, vte, kitty, konsole, mlterm, putty, qterminal]

  /// What each wants: what is sent before the clear, what is sent before leaving, and the option's
  /// name, as it must stand in the bytes.
  var enter: String {
    switch name {
    case "konsole": "\u{1B}[8l\u{1B}]50;BidiRenderingEnabled=false\u{07}"
    case "mlterm": "\u{1B}[8l\u{1B}]5379;use_ctl=false\u{07}"
    case "putty", "qterminal": "\u{1B}[8h"
    default: "\u{1B}[8l"
    }
  }

  var leave: String {
    switch name {
    case "konsole": "\u{1B}[8h\u{1B}]50;BidiRenderingEnabled=true\u{07}"
    case "mlterm": "\u{1B}[8h\u{1B}]5379;use_ctl=true\u{07}"
    default: "\u{1B}[8h"
    }
  }

  /// The name of Arabic as its forms reach the terminal: from the left, or in logical order where
  /// the terminal turns it round.
  var word: String {
    switch name {
    case "xterm", "vte", "konsole", "mlterm": Self.visualWord
    default: Self.turnedWord
    }
  }

  static let visualWord = "\u{FE94}\u{FEF4}\u{FE91}\u{FEAE}\u{FECC}\u{FEDF}\u{FE8D}"
  static let turnedWord = String(
    String.UnicodeScalarView(visualWord.unicodeScalars.reversed()))
  /// As it is spelt.
  static let plainWord = Word.arabic.rawValue
}

extension ScriptedTerminal: CustomStringConvertible {
  var description: String { name }
}

/// The bytes that open and close the screen of `xterm-256color`, and the queries between.
enum Sequences {
  static let enterScreen = "\u{1B}[?1049h"
  static let leaveScreen = "\u{1B}[?1049l"
  static let queries =
    "\u{1B}[>0q\u{1B}[8$p\u{1B}[?2026$p\u{1B}[>c\u{1B}]11;?\u{1B}\\\u{1B}[c"
  static let queriesThroughScreen =
    "\u{1B}[>0q\u{1B}[8$p\u{1B}[?2026$p\u{1B}[>c\u{1B}]11;?\u{07}\u{1B}[c"
  static let clear = "\u{1B}[H\u{1B}[2J"
  static let holdFrame = "\u{1B}[?2026h"
  static let showFrame = "\u{1B}[?2026l"
}

extension TerminalSession {
  /// All that was sent to the terminal after a mark.
  func sent(since mark: ByteLog.Mark? = nil) -> String {
    String(decoding: log.output(since: mark ?? log.start), as: UTF8.self)
  }
}

extension String {
  /// How often a text occurs in this one.
  func count(of text: String) -> Int { components(separatedBy: text).count - 1 }

  /// Whether texts occur in this order, one after the other.
  func holds(inOrder texts: String...) -> Bool {
    var rest = self[...]
    for text in texts {
      guard let range = rest.range(of: text) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }
}

extension Screen {
  /// Whether the navigation is at the right.
  var hasNavigationAtRight: Bool {
    rows.contains { row in
      Array(row).dropFirst(size.columns - 3).first.map { "‹<".contains($0) } ?? false
    }
  }
}
