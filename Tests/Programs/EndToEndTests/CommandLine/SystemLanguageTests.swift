import Foundation
import Glibc
import TerminalHarness
import TestCrowd
import Testing

/// `lisan system` on a machine without systemd: its `/etc`, `/run` and locales are copies, in namespaces
/// of the kernel. Tests/Programs/Packages has the machine with systemd.
@Suite(
  .few, .timeLimit(.minutes(20)),
  .enabled(if: Namespaces.arePermitted, "no namespaces of users and mounts are permitted")
)
struct SystemLanguageTests {
  private static let beginning = """
    set -e
    folder=$HOME/machine; mkdir -p "$folder"; mount -t tmpfs machine "$folder"
    cover() {
      layer=$folder/$(echo "$1" | tr / _); mkdir -p "$layer/upper" "$layer/work"
      mount -t overlay -o "lowerdir=$1,upperdir=$layer/upper,workdir=$layer/work" machine "$1"
    }
    cover /etc; cover /usr/lib/locale; mount -t tmpfs machine /run
    rm -rf /usr/lib/locale/*_* /usr/lib/locale/locale-archive
    printf '# by me\\nLC_TIME="en_GB.UTF-8"\\nLANG=C.UTF-8' >/etc/default/locale
    rm -f /etc/locale.conf; mkdir -p "$HOME/.config"
    set +e

    """

  /// Runs lines of a shell there, in which `lisan` is the program.
  private func run(
    _ lines: String, _ installation: Installation? = nil
  ) throws -> (status: Int32, output: String, errors: String) {
    try (installation ?? Installation()).run(
      "--map-root-user", "--mount", "sh", "-c",
      Self.beginning + "lisan() { '\(Installation.program)' \"$@\"; }\n" + lines,
      environment: ["LANG": "C.UTF-8", "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"],
      program: "/usr/bin/unshare")
  }

  @Test(
    "R78: the file gets the language and keeps the rest; the output has both values and the way back"
  )
  func setting() throws {
    let result = try run(
      """
      lisan system; lisan system C; echo "code $?"; cat /etc/default/locale; lisan system
      lisan system C; lisan system C.UTF-8 --json; cat /etc/default/locale
      """)
    #expect(
      result.output == """
        system\tLANG\tC.UTF-8\t/etc/default/locale
        system\tLC_TIME\ten_GB.UTF-8\t/etc/default/locale
        LANG of the system is C now; it was C.UTF-8.
        To go back: lisan system C.UTF-8
        code 0
        # by me
        LC_TIME="en_GB.UTF-8"
        LANG=Csystem\tLANG\tC\t/etc/default/locale
        system\tLC_TIME\ten_GB.UTF-8\t/etc/default/locale
        Nothing had to be changed.
        [{"place":"system","name":"LANG","before":"C","after":"C.UTF-8","source":"/etc/default/locale","undo":"lisan system C"}]
        # by me
        LC_TIME="en_GB.UTF-8"
        LANG=C.UTF-8
        """)
    #expect(result.errors.isEmpty)
  }

  @Test("R78: --dry-run prints what patch applies, and changes nothing")
  func dryRun() throws {
    let result = try run(
      """
      cp /etc/default/locale before; lisan system C --dry-run >difference; cmp before /etc/default/locale
      patch -s -u -f -p0 -d / -i "$PWD/difference"; cp /etc/default/locale byPatch
      cp before /etc/default/locale; lisan system C >/dev/null; cmp byPatch /etc/default/locale && echo same
      """)
    #expect(result.output == "same\n" && result.errors.isEmpty, "\(result)")
  }

  @Test("R78: a list of languages follows; what overrides the language is named")
  func otherVariables() throws {
    let result = try run(
      """
      printf 'LANGUAGE=de:en\\nLC_MESSAGES=en_GB.UTF-8\\nLANG=C\\n' >/etc/default/locale
      lisan system C.UTF-8; echo "code $?"; cat /etc/default/locale
      """)
    #expect(
      result.output == """
        LANGUAGE of the system is C now; it was de:en.
        LANG of the system is C.UTF-8 now; it was C.
        To go back: sed -i --follow-symlinks 's|^LANGUAGE=.*|LANGUAGE=de:en|;s|^LANG=.*|LANG=C|' /etc/default/locale
        code 0
        LANGUAGE=C
        LC_MESSAGES=en_GB.UTF-8
        LANG=C.UTF-8

        """)
    #expect(
      result.errors
        == "lisan: LC_MESSAGES of the system is en_GB.UTF-8 and stays; programs use that language.\n"
    )
  }

  @Test("R78: the way back gives each variable what it had, also where it had none")
  func wayBack() throws {
    let result = try run(
      """
      for before in '' 'LANG=C' 'LANGUAGE=de:en\\nLANG=C' 'LC_TIME=C\\nLANGUAGE=de'; do
        printf "$before\\n" >/etc/default/locale; cp /etc/default/locale before
        lisan system C.UTF-8 >output; cmp -s before /etc/default/locale && echo unchanged
        eval "$(sed -n 's/^To go back: //p' output)" >/dev/null; diff before /etc/default/locale && echo same
      done
      """)
    #expect(result.output == "same\nsame\nsame\nsame\n" && result.errors.isEmpty, "\(result)")
  }

  @Test("R78: a missing locale is named; --generate makes it, and programs speak it")
  func generating() throws {
    let result = try run(
      """
      lisan system Arabic; echo "code $?"; tail -n 1 /etc/default/locale; echo
      cp /etc/locale.gen before
      lisan system ar_SA --generate; echo "code $?"
      diff before /etc/locale.gen; locale -a | grep ar_; grep LANG /etc/default/locale
      LC_ALL=ar_SA.UTF-8 locale language
      """)
    #expect(
      result.errors == """
        lisan: No locale of the language ar is installed; lisan system ar --generate makes ar_EG.UTF-8.

        """)
    let lines = result.output.split(separator: "\n")
    #expect(lines.starts(with: ["code 1", "LANG=C.UTF-8"]), "\(result)")
    for line in [
      "The locale ar_SA.UTF-8 is installed; /etc/locale.gen has its line.",
      "LANG of the system is ar_SA.UTF-8 now; it was C.UTF-8.", "code 0", "> ar_SA.UTF-8 UTF-8",
      "ar_SA.utf8", "LANG=ar_SA.UTF-8", "Arabic",
    ] {
      #expect(lines.contains { $0 == line }, "\(line): \(result)")
    }
  }

  @Test("R78: whatever refuses is one line, and nothing changes")
  func failures() throws {
    let result = try run(
      """
      before=$(cat /etc/default/locale /etc/locale.gen)
      check() {
        "$@"; echo "code $?"; [ "$before" = "$(cat /etc/default/locale /etc/locale.gen)" ] || echo changed
      }
      check lisan system nothing
      check lisan system xx
      programs() { lisan system xx --programs >/dev/null; }
      check programs
      bad() { (PATH=/bin/none; lisan system ar); }
      check bad
      none() { (PATH=/bin/none; lisan system ar --programs); }
      check none
      full() { (ulimit -f 0; lisan system C); }
      check full
      mount -o remount,ro,bind /etc 2>/dev/null || mount -o remount,ro /etc
      check lisan system C
      mkdir -p /run/systemd/system
      check lisan system C
      check lisan system
      """)
    #expect(
      result.output.split(separator: "\n") == [
        "code 2", "code 1", "code 0", "code 1", "code 1", "code 1", "code 1", "code 1", "code 1",
      ], "\(result)")
    // Where AccountsService is installed, it does not answer either.
    let errors = result.errors.split(separator: "\n").filter { !$0.contains("login screen") }
    let expected = [
      "nothing is not a language", "usage: lisan system [CODE]",
      "The system knows no locale of the language xx.",
      "No locale of the language ar is installed",
      "The packages of this system cannot be read: dpkg-query",
      "/etc/default/locale: File too large", "/etc/default/locale: Read-only file system",
      "an administrator can run sudo lisan system C", "The language of the system cannot be read: ",
    ]
    #expect(errors.count == expected.count, "\(result)")
    for (line, part) in zip(errors, expected) { #expect(line.contains(part), "\(line)") }
  }

  @Test(
    "R78: where the system's language cannot be set, a login gets one that is installed, and no other"
  )
  func login() throws {
    // AccountsService is installed there, and no bus answers: each attempt is a line.
    let result = try run(
      """
      mkdir -p /run/systemd/system /etc/dbus-1/system-services
      touch /etc/dbus-1/system-services/org.freedesktop.Accounts.service
      lisan system C; echo "code $?"
      lisan system ar_SA --generate --dry-run >/dev/null; echo "code $?"
      """)
    #expect(result.output == "code 1\ncode 1\n", "\(result)")
    let errors = result.errors.split(separator: "\n")
    let expected = [
      "sudo lisan system C", "login screen", "sudo lisan system ar_SA",
    ]
    #expect(errors.count == expected.count, "\(result)")
    for (line, part) in zip(errors, expected) { #expect(line.contains(part), "\(line)") }
  }

  @Test("R78: the packages with texts in a language are those that dpkg names")
  func programs() throws {
    let installation = try Installation()
    let result = try installation.run(
      "system", "--programs", "de", environment: ["PATH": "/usr/bin:/bin"])
    #expect(result.status == 0 && result.errors.isEmpty)
    let rows = result.output.split(separator: "\n").map {
      $0.split(separator: "\t").map(String.init)
    }
    #expect(rows.allSatisfy { $0.count == 2 && ["installed", "available"].contains($0[1]) })
    let folder = "/usr/share/locale/de/LC_MESSAGES"
    let catalogs = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let owners = try installation.runAll(
      ["--search"] + catalogs.map { "\(folder)/\($0)" }, program: "/usr/bin/dpkg-query"
    ).output.split(separator: "\n").map { String($0.prefix { $0 != ":" && $0 != "," }) }
    let installed = Set(rows.filter { $0[1] == "installed" }.map { $0[0] })
    #expect(installed.isSuperset(of: owners), "\(Set(owners).subtracting(installed))")
    for name in rows.filter({ $0[1] == "available" }).map({ $0[0] }) {
      let state = try installation.run(
        "--show", "--showformat=${db:Status-Status}", name, program: "/usr/bin/dpkg-query")
      #expect(state.output != "installed")
      #expect(try installation.run("show", name, program: "/usr/bin/apt-cache").status == 0)
    }
  }
}

/// The namespaces of the kernel in which the tests run.
enum Namespaces {
  static let arePermitted: Bool = {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/unshare")
    process.arguments = ["--map-root-user", "--mount", "mount", "-t", "tmpfs", "x", "/mnt"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()
}
