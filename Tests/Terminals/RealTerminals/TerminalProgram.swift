import Foundation

/// A terminal program as it is started here: in DejaVu Sans Mono, without a user's own settings.
struct TerminalProgram: Sendable {
  enum Stage: Sendable {
    case x, wayland
  }

  let name: String
  /// The words of its command line, before the inner program. If the command line cannot set the
  /// size, the window is resized afterwards.
  let command: @Sendable (GridSize) -> [String]
  /// Configuration files, relative to the home directory.
  var settings: [String: String] = [:]
  var stage = Stage.x
  /// The number of pixels by which a glyph may be shifted sideways, for terminals that draw texts
  /// instead of cells.
  var drift = 0
  /// For how many milliseconds nothing changes once a page is drawn.
  var rest = 260
  /// The sequence that sets the mode in which the terminal showed the pages, if it is not the
  /// default.
  var referenceMode: [Setting: String] = [:]

  private static let font = "DejaVu Sans Mono"

  static let all =
    [
      TerminalProgram(
        name: "xterm",
        command: { ["xterm", "-fa", font, "-fs", "9", "-geometry", "\($0)", "+sb", "-e"] }),
      TerminalProgram(
        name: "urxvt",
        command: { ["urxvt", "-fn", "xft:\(font):size=9", "-geometry", "\($0)", "+sb", "-e"] }),
      TerminalProgram(
        name: "st", command: { ["st", "-f", "\(font):size=9", "-g", "\($0)", "-e"] }),
      TerminalProgram(
        name: "alacritty",
        command: {
          [
            "alacritty", "-o", "window.dimensions.columns=\($0.columns)", "-o",
            "window.dimensions.lines=\($0.rows)", "-o", "font.normal.family='\(font)'", "-o",
            "font.size=9", "-e",
          ]
        }),
      TerminalProgram(
        name: "zutty",
        command: {
          ["zutty", "-font", "DejaVuSansMono", "-fontsize", "12", "-geometry", "\($0)", "-e"]
        }),
      TerminalProgram(
        name: "foot",
        command: {
          ["foot", "--config=/dev/null", "--font=\(font):size=9", "--window-size-chars=\($0)"]
        },
        stage: .wayland),
      TerminalProgram(
        name: "kitty",
        command: {
          [
            "kitty", "--config", "NONE", "-o", "font_family=\(font)", "-o", "font_size=9", "-o",
            "remember_window_size=no", "-o", "initial_window_width=\($0.columns)c", "-o",
            "initial_window_height=\($0.rows)c", "-o", "cursor_blink_interval=0",
          ]
        }),
      TerminalProgram(
        name: "Konsole",
        command: { _ in
          [
            "konsole", "--nofork", "--hide-menubar", "--hide-tabbar", "-p",
            "Font=\(font),9,-1,5,50,0,0,0,0,0", "-p", "ShowTerminalSizeHint=false", "-p",
            "ScrollBarPosition=2", "--geometry", "760x560", "-e",
          ]
        },
        referenceMode: [
          .alone: "\u{1B}]50;BidiRenderingEnabled=false\u{07}",
          .screen: "\u{1B}P\u{1B}]50;BidiRenderingEnabled=false\u{07}\u{1B}\\",
        ]),
      TerminalProgram(
        name: "mlterm",
        command: { ["mlterm", "-w", "12", "-g", "\($0)", "-s", "false", "-e"] },
        settings: [
          ".mlterm/aafont": "ISO10646_UCS4_1 = \(font)\n", ".mlterm/main": "type_engine = xft\n",
        ]),
      TerminalProgram(
        name: "xfce4-terminal",
        command: {
          [
            "xfce4-terminal", "--disable-server", "--hide-menubar", "--hide-scrollbar",
            "--hide-borders", "--font", "\(font) 9", "--geometry", "\($0)", "-x",
          ]
        }),
      TerminalProgram(
        name: "gnome-terminal",
        command: { ["gnome-terminal", "--wait", "--hide-menubar", "--geometry", "\($0)", "--"] }),
      TerminalProgram(
        name: "terminology",
        command: {
          ["terminology", "--font=\(font)/9", "--geometry=\($0)", "--borderless", "--exec"]
        }),
      TerminalProgram(
        name: "pterm",
        command: { ["pterm", "-fn", "client:\(font) 9", "-geometry", "\($0)", "+sb", "-e"] }),
      TerminalProgram(
        name: "QTerminal", command: { _ in ["qterminal", "-e"] },
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
        drift: 2),
      TerminalProgram(name: "cool-retro-term", command: { _ in ["cool-retro-term", "-e"] }),
    ] + xtermJS

  /// xterm.js in Chromium (`make xterm.js`). The browser draws texts between the edges of cells.
  private static let xtermJS = ["6.0", "5.5"].flatMap { release in
    ["WebGL", "DOM"].map { renderer in
      TerminalProgram(
        name: "xterm.js-\(release)-\(renderer)",
        command: {
          [
            "\(folder)/.build/xterm.js/bin/python",
            "\(folder)/Tests/Terminals/RealTerminals/xtermjs.py", release, renderer.lowercased(),
            "\($0)",
          ]
        }, drift: renderer == "DOM" ? 1 : 0, rest: 600)
    }
  }

  /// The folder of the project, in which `make` runs.
  private static let folder = FileManager.default.currentDirectoryPath
}

/// How a terminal is started, for programs in other languages.
struct StartLine: Encodable {
  let name: String
  /// The words before the inner program.
  let command: [String]
  /// Its configuration files, relative to the home directory.
  let settings: [String: String]

  init(_ terminal: TerminalProgram, _ size: GridSize) {
    name = terminal.name
    command = terminal.command(size)
    settings = terminal.settings
  }
}

/// The program between the terminal and Lisan.
enum Setting: String, CaseIterable, Sendable {
  case alone, tmux, screen

  /// The command line that runs a program inside it.
  func command(_ program: String, name: String, home: String) -> [String] {
    switch self {
    case .alone: [program]
    case .tmux: ["tmux", "-L", name, "-f", "\(home)/tmux.conf", "new-session", program]
    case .screen: ["screen", "-U", "-c", "/dev/null", program]
    }
  }
}
