/// The answers of a kind of terminal to queries, to test a program's terminal detection:
/// `TerminalSession(…, profile: .vte)`.
///
/// The answers are those of xterm 379, VTE 0.70, kitty 0.26, Konsole 22.12, mlterm 3.9, PuTTY 0.78,
/// QTerminal 1.2, tmux 3.3a and GNU screen 4.9. To make a custom profile, change a copy:
///
/// ```swift
/// var light = TerminalProfile.xterm
/// light.background = .init(255, 255, 255)
/// ```
public struct TerminalProfile: Hashable, Sendable, CustomStringConvertible {
  /// A colour of the profile, with 8 bits per channel.
  public struct Color: Hashable, Sendable {
    /// The red part, 0 to 255.
    public var red: UInt8
    /// The green part, 0 to 255.
    public var green: UInt8
    /// The blue part, 0 to 255.
    public var blue: UInt8

    /// A colour from red, green and blue.
    public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
      self.red = red
      self.green = green
      self.blue = blue
    }
  }

  /// The effect of BDSM (`CSI 8 h`, `CSI 8 l`).
  public enum BidiModeAnswer: Hashable, Sendable {
    /// It is obeyed, and DECRQM reports it.
    case known
    /// DECRQM answers 0. The emulator still stores the mode, so that a test can see what was sent.
    case unknown
    /// A multiplexer consumes it: the mode never changes.
    case swallowed
  }

  /// The name for people.
  public var name: String
  /// Whether it answers any queries.
  public var answers = true
  /// DA1, `CSI c`.
  public var primaryAttributes: String?
  /// DA2, `CSI > c`.
  public var secondaryAttributes: String?
  /// DA3, `CSI = c`.
  public var tertiaryAttributes: String?
  /// XTVERSION, `CSI > q`.
  public var version: String?
  /// DECRQM, `CSI … $ p`.
  public var answersModes = true
  /// DSR 5, `CSI 5 n`; st 0.9 does not.
  public var answersStatus = true
  /// How it answers a query for its bidi mode.
  public var bidiModeAnswer = BidiModeAnswer.unknown
  /// ENQ (U+0005).
  public var answerback = ""
  /// OSC 10; nil means no answer.
  public var foreground: Color? = Color(0xE5, 0xE5, 0xE5)
  /// OSC 11; nil means no answer.
  public var background: Color? = Color(0, 0, 0)
  /// Whether DCS strings reach the outer terminal (GNU screen; tmux with `allow-passthrough`).
  public var passesThrough = false
  /// Whether `ESC ] R` and `ESC ] P` with seven digits are complete commands (Linux console).
  public var hasConsolePalette = false
  /// The delay of each answer.
  public var delay = Duration.zero

  /// A profile with the default answers only.
  public init(name: String) { self.name = name }

  public var description: String { name }

  private static func with(_ name: String, _ change: (inout Self) -> Void) -> Self {
    var profile = Self(name: name)
    change(&profile)
    return profile
  }

  /// xterm.
  public static let xterm = with("xterm") {
    $0.primaryAttributes = "\u{1B}[?64;1;2;6;9;15;16;17;18;21;22;28c"
    $0.secondaryAttributes = "\u{1B}[>41;379;0c"
    $0.tertiaryAttributes = "\u{1B}P!|00000000\u{1B}\\"
    $0.version = "\u{1B}P>|XTerm(379)\u{1B}\\"
  }

  /// The terminals of VTE, such as GNOME Terminal.
  public static let vte = with("vte") {
    $0.primaryAttributes = "\u{1B}[?65;1;9c"
    $0.secondaryAttributes = "\u{1B}[>65;7006;1c"
    $0.tertiaryAttributes = "\u{1B}P!|7E565445\u{1B}\\"
    $0.bidiModeAnswer = .known
  }

  /// kitty.
  public static let kitty = with("kitty") {
    $0.primaryAttributes = "\u{1B}[?62;c"
    $0.secondaryAttributes = "\u{1B}[>1;4000;26c"
    $0.version = "\u{1B}P>|kitty(0.26.5)\u{1B}\\"
  }

  /// Konsole.
  public static let konsole = with("konsole") {
    $0.primaryAttributes = "\u{1B}[?62;1;4c"
    $0.secondaryAttributes = "\u{1B}[>1;115;0c"
    $0.tertiaryAttributes = "\u{1B}P!|7E4B4445\u{1B}\\"
    $0.version = "\u{1B}P>|Konsole 22.12.3\u{1B}\\"
    $0.answersModes = false
  }

  /// mlterm.
  public static let mlterm = with("mlterm") {
    $0.primaryAttributes = "\u{1B}[?63;1;2;3;4;6;7;15;18;22;29c"
    $0.secondaryAttributes = "\u{1B}[>24;279;0c"
  }

  /// PuTTY.
  public static let putty = with("putty") {
    $0.primaryAttributes = "\u{1B}[?6c"
    $0.secondaryAttributes = "\u{1B}[>0;136;0c"
    $0.answersModes = false
    $0.answerback = "PuTTY"
    $0.foreground = nil
    $0.background = nil
  }

  /// QTerminal 1.2, and others with its widget.
  public static let qterminal = with("qterminal") {
    $0.primaryAttributes = "\u{1B}[?1;2c"
    $0.secondaryAttributes = "\u{1B}[>0;115;0c"
    $0.answersModes = false
  }

  /// tmux.
  public static let tmux = with("tmux") {
    $0.primaryAttributes = "\u{1B}[?1;2c"
    $0.secondaryAttributes = "\u{1B}[>84;0;0c"
    $0.version = "\u{1B}P>|tmux 3.3a\u{1B}\\"
    $0.answersModes = false
    $0.bidiModeAnswer = .swallowed
  }

  /// GNU screen 4.9.
  public static let screen = with("screen") {
    $0.primaryAttributes = "\u{1B}[?1;2c"
    $0.secondaryAttributes = "\u{1B}[>83;40900;0c"
    $0.answersModes = false
    $0.bidiModeAnswer = .swallowed
    $0.foreground = nil
    $0.background = nil
    $0.passesThrough = true
  }

  /// The Linux console, for programs with `TERM=linux`.
  public static let linuxConsole = with("linux") {
    $0.primaryAttributes = "\u{1B}[?6c"
    $0.answersModes = false
    $0.foreground = nil
    $0.background = nil
    $0.hasConsolePalette = true
  }

  /// Answers nothing, like a serial line or very simple terminals.
  public static let silent = with("silent") { $0.answers = false }

  /// xterm over a slow line: each answer takes 400 ms.
  public static let slow = with("slow") {
    $0 = .xterm
    $0.name = "slow"
    $0.delay = .milliseconds(400)
  }
}
