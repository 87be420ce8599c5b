/// A terminal as it is started here: in DejaVu Sans Mono, at about 100 columns by 32 rows, with
/// nothing of a person's own settings.
struct TerminalProgram: Sendable {
  let name: String
  /// The words of its command line, up to the program that runs inside.
  let command: [String]
  /// Files below the home directory that it reads its settings from.
  var settings: [String: String] = [:]
  /// Whether the pictures are to be shown in GNU screen too.
  var isShownInScreen = false
  /// Where the judge finds fault and is not followed, and why.
  var exceptions: [Setting: String] = [:]

  private static let font = "DejaVu Sans Mono"

  static let all = [
    TerminalProgram(
      name: "xterm",
      command: ["xterm", "-fa", font, "-fs", "9", "-geometry", "100x32", "+sb", "-e"],
      isShownInScreen: true),
    TerminalProgram(
      name: "urxvt",
      command: ["urxvt", "-fn", "xft:\(font):size=9", "-geometry", "100x32", "+sb", "-e"]),
    TerminalProgram(name: "st", command: ["st", "-f", "\(font):size=9", "-g", "100x32", "-e"]),
    TerminalProgram(
      name: "alacritty",
      command: [
        "alacritty", "-o", "window.dimensions.columns=100", "-o", "window.dimensions.lines=32",
        "-o", "font.normal.family='\(font)'", "-o", "font.size=9", "-e",
      ]),
    TerminalProgram(
      name: "kitty",
      command: [
        "kitty", "--config", "NONE", "-o", "font_family=\(font)", "-o", "font_size=9", "-o",
        "remember_window_size=no", "-o", "initial_window_width=100c", "-o",
        "initial_window_height=32c", "-o", "cursor_blink_interval=0",
      ]),
    TerminalProgram(
      name: "Konsole",
      command: [
        "konsole", "--nofork", "--hide-menubar", "--hide-tabbar", "-p",
        "Font=\(font),9,-1,5,50,0,0,0,0,0", "-p", "ShowTerminalSizeHint=false", "-p",
        "ScrollBarPosition=2", "--geometry", "760x560", "-e",
      ],
      isShownInScreen: true,
      exceptions: Dictionary(
        uniqueKeysWithValues: Setting.allCases.map {
          ($0, "to be judged by eye: it shapes a form that stands alone anew")
        })),
    TerminalProgram(
      name: "mlterm", command: ["mlterm", "-w", "12", "-g", "100x32", "-s", "false", "-e"],
      settings: [
        ".mlterm/aafont": "ISO10646_UCS4_1 = \(font)\n", ".mlterm/main": "type_engine = xft\n",
      ]),
    TerminalProgram(
      name: "xfce4-terminal",
      command: [
        "xfce4-terminal", "--disable-server", "--hide-menubar", "--hide-scrollbar", "--font",
        "\(font) 9", "--geometry", "100x32", "-x",
      ]),
    TerminalProgram(
      name: "pterm",
      command: ["pterm", "-fn", "client:\(font) 9", "-geometry", "100x32", "+sb", "-e"]),
    TerminalProgram(
      name: "QTerminal", command: ["qterminal", "-e"],
      settings: [
        ".config/qterminal.org/qterminal.ini": """
        [General]
        fontFamily=\(font)
        fontSize=9
        MenuVisible=false
        HideTabBarWithOneTab=true
        ScrollbarPosition=0
        TerminalMargin=0
        [MainWindow]
        size=@Size(760 560)
        fixedSize=@Size(760 560)
        ApplicationTransparency=0

        """
      ],
      exceptions: [.tmux: "it says nothing to tmux that would tell it from others"]),
  ]
}

/// What runs between the terminal and Lisan.
enum Setting: String, CaseIterable, Sendable {
  case alone, tmux, screen

  /// The command line that runs a program inside of it.
  func command(_ program: String, name: String) -> [String] {
    switch self {
    case .alone: [program]
    case .tmux: ["tmux", "-L", name, "-f", "/dev/null", "new-session", program]
    case .screen: ["screen", "-U", "-c", "/dev/null", program]
    }
  }
}
