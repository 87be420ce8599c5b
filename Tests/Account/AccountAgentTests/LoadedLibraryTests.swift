import AgentProtocol
import Foundation
import Glibc
import LocaleValues
import TestCrowd
import Testing

/// Agents on a system whose libraries for accounts, keyrings and dates cannot be loaded.
@Suite("Libraries that are loaded when they are needed", .few)
struct LoadedLibraryTests {
  private static let names = ["libcurl.so.4", "libdbus-1.so.3", "libicui18n.so.72"]

  /// A folder in which the loader finds damaged files in the place of the libraries.
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "lisan-none-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in Self.names { try Data("no library".utf8).write(to: folder.appending(path: name)) }
  }

  private func device(
    server: String? = nil, environment: [String: String] = [:]
  ) throws -> Device {
    let usual = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] ?? ""
    let path = "\(folder.path(percentEncoded: false)):\(usual)"
    return try Device(
      server: server, environment: environment.merging(["LD_LIBRARY_PATH": path]) { $1 })
  }

  @Test("R97: the embedded account needs no libcurl and no libdbus, and ICU only for a date")
  func embedded() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let device = try device()
    #expect(try await device.ask(.open(language: "en", sequence: 0)) == nil)
    #expect(try await device.ask(.setNote("tea")) == nil)
    #expect(device.agent?.lastAccount?.account?.note == "tea")
    #expect(device.log.isEmpty)
    let region = AgentRequest.format(values: [.region(code: "EG")], language: "en", digits: "latn")
    for _ in 1...2 { #expect(try await device.ask(region) == nil) }
    let lines = device.log.split(separator: "\n")
    #expect(lines.count == 1 && lines[0].contains("libicui18n.so.72: file too short"), "\(lines)")
  }

  @Test(
    "R49: a date comes with the digits that were asked for",
    arguments: [("latn", "1970"), ("arab", "١٩٧٠"), ("arabext", "۱۹۷۰")])
  func digits(system: String, year: String) async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let device = try Device()
    let date = FormattedValue.moment(milliseconds: 0, offset: 0)
    let request = AgentRequest.format(values: [date], language: "ar", digits: system)
    #expect(try await device.ask(request) == nil)
    let written = device.agent?.reports.compactMap { report in
      if case .formatted(let formatted) = report { formatted.texts.first?.text } else { nil }
    }
    #expect(written?.first?.contains(year) == true, "\(written ?? [])")
  }

  /// Makes a version of ICU that is one later: each function has another name, and goes on to the installed one.
  private static let later = """
    cd "$1" && libraries=$(/sbin/ldconfig -p | sed -n 's,.*=> \\(/.*/libicu\\(uc\\|i18n\\)\\.so\\.72\\)$,\\1,p') &&
    [ "$(uname -m)" = x86_64 ] && jump=jmp || jump=b
    nm -D --defined-only $libraries | sed -n "s/.* T \\(u[A-Za-z_]*\\)_72\\(@.*\\)*$/\\1/p" | sort -u |
      sed "s/.*/.globl &_73\\n&_73: $jump &_72/" >later.s &&
    gcc -shared -nostartfiles -o libicui18n.so.73 later.s -Wl,--no-as-needed $libraries
    """

  @Test("R97: the newest ICU that is installed is loaded, not that of the build")
  func newest() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in Self.names { try FileManager.default.removeItem(at: folder.appending(path: name)) }
    let path = folder.path(percentEncoded: false)
    let compiler = try await Run("/bin/sh", ["-c", Self.later, "sh", path])
    try #require(compiler.status == 0, "\(compiler.errors)")
    let device = try device()
    #expect(try await device.ask(.open(language: "en", sequence: 0)) == nil)
    let region = AgentRequest.format(values: [.region(code: "EG")], language: "ar", digits: "arab")
    #expect(try await device.ask(region) == nil)
    let agent = try #require(device.agent?.id)
    let maps = try String(contentsOfFile: "/proc/\(agent)/maps", encoding: .utf8)
    #expect(maps.contains("\(path)/libicui18n.so.73"), "\(device.log)")
    let texts = device.agent?.reports.compactMap {
      if case .formatted(let report) = $0 { report.texts.map(\.text) } else { nil }
    }
    #expect(texts == [["مصر"]])
  }

  @Test("R97: an agent that rests gives back the memory of what it used last")
  func rest() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let device = try Device()
    #expect(try await device.ask(.open(language: "en", sequence: 0)) == nil)
    let date = FormattedValue.moment(milliseconds: 0, offset: 0)
    let request = AgentRequest.format(values: [date], language: "en", digits: "latn")
    #expect(try await device.ask(request) == nil)
    let id = try #require(device.agent?.id)
    let before = try Self.resident(id)
    #expect(await eventually { (try? Self.resident(id)).map { $0 < before * 3 / 4 } ?? false })
    #expect(try Self.resident(id) <= 15_625, "before: \(before)")
    // It goes on.
    #expect(try await device.ask(request) == nil)
    #expect(try await device.ask(.setNote("tea")) == nil)
  }

  /// The resident memory of a process in KiB.
  private static func resident(_ process: pid_t) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    return try #require((status.firstMatch(of: /VmRSS:\s+(\d+) kB/)?.1).flatMap { Int($0) })
  }

  @Test(
    "R97: without libcurl a server is out of reach, without libdbus the keyring; the log says why")
  func remote() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try FaultServer()
    let device = try device(
      server: server.url, environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"])
    #expect(try await device.signIn()?.reason == .offline)
    #expect(device.log.contains("libdbus-1.so.3: file too short"), "\(device.log)")
    #expect(device.log.contains("libcurl.so.4: file too short"), "\(device.log)")
  }
}
