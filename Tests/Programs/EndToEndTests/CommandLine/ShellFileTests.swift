import Foundation
import Glibc
import TerminalHarness
import TestCrowd
import TestEffort
import Testing

/// `lisan shell`, in the shells whose files it writes.
@Suite(.few, .timeLimit(.minutes(20)))
struct ShellFileTests {
  /// An installation whose shells have profiles, with a gettext catalog in Arabic.
  private struct Place {
    let installation: Installation
    private let catalog: GettextCatalog
    let shell: String

    init(_ shell: String) throws {
      installation = try Installation()
      catalog = try GettextCatalog(in: installation)
      self.shell = shell
      for (name, text) in [
        (".bashrc", "PS1='> '\nunset HISTFILE\n"),
        (".profile", "[ -z \"$BASH\" ] || . ~/.bashrc\n"),
        (".zshrc", "PS1='> '"), (".zprofile", "\r\n# none"),
      ] {
        try write(text, name)
      }
      // Without this folder, an interactive fish starts a program that reads all manual pages and outlives
      // the test.
      try FileManager.default.createDirectory(
        atPath: "\(installation.home)/.local/share/fish/generated_completions",
        withIntermediateDirectories: true)
    }

    func environment(_ more: [String: String?] = [:]) -> [String: String?] {
      ["LANG": "C.UTF-8", "SHELL": "/usr/bin/\(shell)", "XDG_CONFIG_HOME": nil, "ZDOTDIR": nil]
        .merging(catalog.environment) { $1 }.merging(more) { $1 }
    }

    func lisan(_ words: String...) throws -> (status: Int32, output: String, errors: String) {
      try installation.runAll(words, environment: environment())
    }

    func write(_ text: String, _ name: String) throws {
      try text.write(
        toFile: "\(installation.home)/\(name)", atomically: true, encoding: .utf8)
    }

    /// Every file below the home folder that a shell or a session reads.
    func files() throws -> [String: Data] {
      var files: [String: Data] = [:]
      let all = FileManager.default.enumerator(atPath: installation.home)
      while let name = all?.nextObject() as? String {
        guard
          name.hasPrefix(".bash") || name.hasPrefix(".z") || name.hasPrefix(".profile")
            || name.hasPrefix(".config/fish") || name.hasPrefix(".config/environment.d")
        else { continue }
        let path = "\(installation.home)/\(name)"
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
          !isFolder.boolValue
        else { continue }
        files[name] = try Data(contentsOf: URL(filePath: path))
      }
      return files
    }

    /// What a new shell of these options prints for `Hello`.
    func greeting(_ options: String) throws -> String {
      try installation.run(
        options, "gettext Hello", environment: environment(), program: "/usr/bin/\(shell)"
      ).output
    }
  }

  @Test(
    "R75: where programs cannot speak the language, one line names the locale, and nothing is promised",
    arguments: [
      ("glibc 2.41", "ar", true), ("glibc 2.36", "ar", false), ("glibc 2.41", "en", false),
    ])
  func missingLocale(library: String, language: String, isMissing: Bool) async throws {
    let place = try Place("bash")
    // What Debian 13 says where no locale was made.
    try place.installation.install("getconf", script: "echo '\(library)'")
    try place.installation.install("locale", script: "printf 'C\\nC.utf8\\nPOSIX\\n'")
    let environment = place.environment(["PATH": "\(place.installation.home):/usr/bin:/bin"])
    #expect(try place.installation.runAll(["set", language], environment: environment).status == 0)
    for command in [
      ["shell", "install", "--dry-run"], ["shell", "install"], ["shell", "status"],
    ] {
      let result = try place.installation.runAll(command, environment: environment)
      let lines = result.errors.split(separator: "\n")
      #expect(result.status == 0 && lines.count == (isMissing ? 1 : 0), "\(result)")
      #expect(lines.allSatisfy { $0.contains("ar_") || $0.contains("locales") }, "\(result)")
      let promise = try Word("The next shell will have the language.", in: language).rawValue
      #expect(result.output.contains(promise) == (!isMissing && command.count == 2), "\(result)")
    }
    // The switch of the screen says the same, also of another language, once it is chosen.
    let session = try await place.installation.openScreen(
      try Word("Language", in: language), environment: environment,
      size: TerminalSize(columns: 80, rows: 50))
    let other = language == "en" ? "ar" : "en"
    for shown in [language, other] {
      if shown == other { session.type(shown == "en" ? "1" : "2") }
      let promise = try Word("The next shell will have the language.", in: shown)
      let lacks = shown == "ar" && library == "glibc 2.41"
      try await session.waitUntil("what the next shell has") {
        lacks ? $0.shows("--generate") && $0.shows("ar_EG.UTF-8") : $0.shows(promise)
      }
    }
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
  }

  /// Shells, and the options of those that read their files.
  private static let shells = [
    ("bash", "-ic"), ("bash", "-lc"), ("dash", "-lc"), ("zsh", "-ic"), ("zsh", "-lc"),
    ("fish", "-c"), ("fish", "-lc"),
  ]

  @Test(
    "R75: a new shell speaks Arabic after three commands, and English again; its files are as before",
    arguments: shells)
  func newShells(shell: String, options: String) throws {
    let place = try Place(shell)
    let before = try place.files()
    #expect(try place.greeting(options) == "Hello")
    #expect(try place.lisan("set", "ar").status == 0)
    #expect(try place.greeting(options) == "Hello")
    let installed = try place.lisan("shell", "install")
    #expect(installed.status == 0 && installed.errors.isEmpty, "\(installed)")
    #expect(try place.greeting(options) == GettextCatalog.greeting)
    #expect(try place.lisan("set", "en").status == 0)
    #expect(try place.greeting(options) == "Hello")
    #expect(try place.lisan("set", "ar").status == 0)
    #expect(try place.lisan("shell", "remove").status == 0)
    #expect(try place.greeting(options) == "Hello")
    #expect(try place.files() == before)
  }

  @Test(
    "R75: apt answers in Arabic, and git, ls and date write Arabic dates, in new shells and not after it",
    .enabled(if: Namespaces.arePermitted, "no namespaces of users and mounts are permitted"),
    arguments: Effort.isLong
      ? [("bash", "-ic"), ("dash", "-lc"), ("zsh", "-ic"), ("fish", "-c")] : [("bash", "-ic")])
  func programsOfDebian(shell: String, options: String) throws {
    let place = try Place(shell)
    // Debian 12 has Arabic texts of apt. Of git and coreutils it has none: their dates are the locale's.
    let result = try place.installation.run(
      "--map-root-user", "--mount", "sh", "-c",
      """
      set -e
      mkdir locales; cp -r /usr/lib/locale/C.utf8 locales
      localedef -i ar_EG -f UTF-8 locales/ar_EG.utf8; mount --bind locales /usr/lib/locale
      git init -q history; touch -d 2026-11-25 history
      GIT_AUTHOR_DATE=2026-11-25T12:00 git -C history -c user.name=x -c user.email=x commit -q --allow-empty -m x
      cat >answers <<'END'
      date -d 2026-11-25 +%A
      git -C history log --date=format:%B --format=%ad
      ls -ld history | cut -d ' ' -f 6
      apt-cache show 2>&1 || :
      END
      "$0" set ar >/dev/null; "$0" shell install >/dev/null
      $SHELL $1 'sh ./answers' 2>/dev/null
      "$0" shell remove >/dev/null
      $SHELL $1 'sh ./answers' 2>/dev/null
      """, Installation.program, options, environment: place.environment(),
      program: "/usr/bin/unshare")
    let arabic = """
      الأربعاء
      نوفمبر
      نوف
      E: لم ي\u{64F}عثر على أية حزم

      """
    let english = "Wednesday\nNovember\nNov\nE: No packages found\n"
    #expect(result.output == arabic + english, "\(result)")
  }

  @Test("R82: s, Enter and 2 make new shells Arabic, 1 makes them English, s restores the files")
  func threeKeys() async throws {
    let place = try Place("bash")
    let before = try place.files()
    let session = try await place.installation.openScreen(
      environment: place.environment(["LANGUAGE": "en"]), size: TerminalSize(columns: 80, rows: 50))
    try await session.waitUntil("the switch") { $0.text.contains("The language in new shells") }
    session.type("s")
    try await session.waitUntil("the lines") { $0.text.contains("/.bashrc") }
    #expect(try place.files() == before)
    session.press(.enter)
    try await session.waitUntil("the lines written") { $0.text.contains("This shell has") }
    session.type("2")
    // The shell that the screen was started from speaks English.
    try await session.waitUntil("the question in Arabic, and which shell has that") {
      $0.shows(.restartNowArabic) && $0.shows("التالية")
    }
    #expect(try place.greeting("-ic") == GettextCatalog.greeting)

    session.press(.escape)
    session.type("1")
    try await session.waitUntil("the screen in English") { $0.text.contains("This shell has") }
    #expect(try place.greeting("-ic") == "Hello")
    session.type("s")
    try await session.waitUntil("the lines removed") {
      $0.text.contains("Programs in a shell do not know the language.")
    }
    #expect(try place.files() == before)
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
  }

  /// Ways to an interactive shell, as lines for sh in which `$account` is the person's.
  private static let ways = [
    ("su", "exec su -w LANG,TERM,LISAN_RESOURCES,TEXTDOMAIN,TEXTDOMAINDIR -"),
    (
      "ssh",
      """
      mount -t tmpfs run /run; mkdir /run/sshd; ip link set lo up
      ssh-keygen -q -N '' -t ed25519 -f key; cp key.pub authorized
      printf '%s\\n' 'ListenAddress 127.0.0.1:2222' "HostKey $HOME/key" 'PermitRootLogin yes' 'UsePAM no' \\
        "AuthorizedKeysFile $HOME/authorized" 'StrictModes no' 'PrintMotd no' 'PrintLastLog no' \\
        "SetEnv LANG=C.UTF-8 LISAN_RESOURCES=$LISAN_RESOURCES TEXTDOMAIN=$TEXTDOMAIN TEXTDOMAINDIR=$TEXTDOMAINDIR" \\
        >sshd.conf
      /usr/sbin/sshd -f sshd.conf -o PidFile=$HOME/sshd.pid
      # The server goes to the background before it listens.
      ssh -F none -i key -o ConnectionAttempts=10 -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR \\
        -p 2222 -tt 127.0.0.1
      code=$?; kill "$(cat sshd.pid)"; exit $code
      """
    ), ("tmux", "exec tmux -S socket -f /dev/null new-session"),
  ]

  @Test(
    "R82: a shell of su, of ssh to this machine and of tmux speaks Arabic",
    .enabled(if: geteuid() == 0, "only root can give an account another home folder"),
    arguments: ["bash", "dash", "zsh", "fish"], ["su", "ssh", "tmux"])
  func logins(shell: String, name: String) async throws {
    let place = try Place(shell)
    let way = try #require(Self.ways.first { $0.0 == name }).1
    #expect(try place.lisan("set", "ar").status == 0)
    #expect(try place.lisan("shell", "install").status == 0)
    let beginning = """
      sed "s|^root:.*|root:x:0:0:root:$HOME:$SHELL|" /etc/passwd >accounts
      mount --bind accounts /etc/passwd

      """
    let session = try TerminalSession(
      "/usr/bin/unshare", arguments: ["--mount", "--net", "sh", "-c", beginning + way],
      environment: place.installation.environment(
        place.environment(["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"])),
      directory: place.installation.home)
    try await session.waitUntil("a prompt") {
      $0.text.contains { "$#>%".contains($0) }
    }
    session.type("gettext Hello\r")
    try await session.waitUntil("the greeting in Arabic") {
      $0.text.contains(GettextCatalog.greeting)
    }
    session.type("exit\r")
    _ = try await session.waitForExit()
  }

  @Test("R82: programs of the desktop and of the user's systemd get the language")
  func environmentOfSession() throws {
    let place = try Place("bash")
    // What the user's systemd runs at its start, and makes its environment of.
    let generator =
      "/usr/lib/systemd/user-environment-generators/30-systemd-environment-d-generator"
    func variables() throws -> [Substring] {
      try place.installation.run(environment: place.environment(), program: generator)
        .output.split(separator: "\n")
    }
    #expect(try place.lisan("set", "ar").status == 0)
    #expect(try !variables().contains("LANGUAGE=ar"))
    #expect(try place.lisan("shell", "install").status == 0)
    #expect(try variables().contains("LANGUAGE=ar"))
    #expect(try place.lisan("set", "en").status == 0)
    #expect(try variables().contains("LANGUAGE=en"))
    #expect(try place.lisan("shell", "remove").status == 0)
    #expect(try !variables().contains { $0.hasPrefix("LANGUAGE=") })
  }

  @Test("R75: the session's file follows each choice, and is gone with the lines")
  func session() throws {
    let place = try Place("bash")
    func session() throws -> [String]? {
      try place.files()[".config/environment.d/50-lisan.conf"].map {
        String(decoding: $0, as: UTF8.self).split(separator: "\n").map(String.init)
          .filter { !$0.hasPrefix("#") }
      }
    }
    _ = try place.lisan("set", "ar")
    #expect(try session() == nil)
    _ = try place.lisan("shell", "install")
    #expect(try session()?.contains("LANGUAGE=ar") == true)
    _ = try place.lisan("set", "en")
    #expect(try session()?.contains("LANGUAGE=en") == true)
    #expect(try session()?.contains("LANGUAGE=ar") == false)
    _ = try place.lisan("set", "system")
    #expect(try session() == [])
    _ = try place.lisan("shell", "remove")
    #expect(try session() == nil)
  }

  @Test(
    "R75: with --run an interactive shell opens in lisan run, and its end ends both",
    arguments: ["bash", "zsh", "fish"], [false, true])
  func runs(shell: String, isLogin: Bool) async throws {
    let place = try Place(shell)
    _ = try place.lisan("set", "ar")
    #expect(try place.lisan("shell", "install", "--run").status == 0)
    let session = try TerminalSession(
      "/usr/bin/\(shell)", arguments: isLogin ? ["-l", "-i"] : ["-i"],
      environment: place.installation.environment(place.environment()),
      directory: place.installation.home)
    // The shell's echo of the command has no such word.
    try await session.waitUntil("a prompt") { !$0.text.allSatisfy(\.isWhitespace) }
    session.type("echo run$LISAN_RUN-\"$LANGUAGE\"\r")
    try await session.waitUntil("the variables of lisan run") { $0.text.contains("run1-ar") }
    session.type("exit 7\r")
    #expect(try await session.waitForExit() == .exited(7))
  }

  @Test("R75: --dry-run prints what patch applies, and changes nothing")
  func dryRun() throws {
    let place = try Place("bash")
    let before = try place.files()
    let shown = try place.lisan("shell", "install", "--dry-run")
    #expect(shown.status == 0 && shown.errors.isEmpty)
    #expect(try place.files() == before)
    try place.write(shown.output, "difference")
    let folder = "\(place.installation.home)/.config/environment.d"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let patched = try place.installation.run(
      "-s", "-u", "-f", "-p0", "-d", "/", "-i", "\(place.installation.home)/difference",
      program: "/usr/bin/patch")
    #expect(patched.status == 0, "\(patched)")
    let byPatch = try place.files()
    #expect(byPatch.count == before.count + 1)
    #expect(try place.lisan("shell", "install").output.contains("Nothing had to be changed."))
    #expect(try place.files() == byPatch)
  }

  @Test(
    "R75: a disk that is full or not writable is named in one line, and no file changes",
    .enabled(if: Namespaces.arePermitted, "no namespaces of users and mounts are permitted"),
    arguments: [
      ("dd if=/dev/zero of=\"$HOME/filler\" 2>&1 | grep -q 'No space'", "No space left on device"),
      ("mount -o remount,ro \"$HOME\"", "Read-only file system"),
    ])
  func disks(obstacle: String, reason: String) throws {
    let place = try Place("bash")
    let result = try place.installation.run(
      "--map-root-user", "--mount", "sh", "-c",
      """
      set -e
      mkdir disk; mount -t tmpfs -o size=64k disk disk
      cp .bashrc .profile disk; HOME=$PWD/disk
      \(obstacle)
      if "$0" shell install; then exit 9; fi
      cmp .bashrc disk/.bashrc; cmp .profile disk/.profile
      [ -z "$(find disk -type f ! -name filler ! -name .bashrc ! -name .profile)" ]
      """, Installation.program, environment: place.environment(), program: "/usr/bin/unshare")
    #expect(result.status == 0, "\(result)")
    #expect(
      result.errors.split(separator: "\n").count == 1 && result.errors.contains(reason),
      "\(result)")
  }

  @Test("R75: a file that may not be written is named in one line, and no file changes")
  func notWritable() throws {
    let place = try Place("bash")
    #expect(chmod("\(place.installation.home)/.bashrc", 0o444) == 0)
    let before = try place.files()
    // Root may write each file unless it gives up the right.
    let words = geteuid() == 0 ? ["/usr/bin/setpriv", "--bounding-set", "-all"] : ["/usr/bin/env"]
    let refused = try place.installation.runAll(
      words.dropFirst() + [Installation.program, "shell", "install"],
      environment: place.environment(), program: words[0])
    #expect(
      refused.status == 1 && refused.output.isEmpty
        && refused.errors.hasSuffix("/.bashrc could not be changed: Permission denied\n"),
      "\(refused)")
    #expect(try place.files() == before)
  }

  @Test("R75: a full disk, an edited block and an unknown shell change nothing, and are named")
  func failures() throws {
    let place = try Place("bash")
    let before = try place.files()
    let full = try place.installation.run(
      "-c", "ulimit -f 0; exec \"$0\" shell install", Installation.program,
      environment: place.environment(), program: "/bin/bash")
    #expect(
      full.status == 1 && full.errors.contains("/.profile could not be changed: File too large"))
    #expect(try place.files() == before)
    let unknown = try place.installation.runAll(
      ["shell", "install"], environment: place.environment(["SHELL": "/bin/tcsh"]))
    #expect(unknown.status == 2 && unknown.errors.contains("/bin/tcsh"), "\(unknown)")
    #expect(try place.files() == before)

    _ = try place.lisan("shell", "install")
    let edited = try #require(try place.files()[".bashrc"])
    try place.write(
      String(decoding: edited, as: UTF8.self).replacing("2>/dev/null)", with: ")"), ".bashrc")
    let after = try place.files()
    for task in ["install", "remove"] {
      let refused = try place.lisan("shell", task)
      #expect(refused.status == 1 && refused.errors.contains("/.bashrc were edited by hand"))
      #expect(refused.errors.split(separator: "\n").count == 1)
    }
    #expect(try place.files() == after)
    #expect(try place.lisan("shell", "status").output.contains("/.bashrc\tedited"))
  }
}
