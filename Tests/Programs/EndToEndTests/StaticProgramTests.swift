import BuiltPrograms
import Foundation
import Testing

/// What the programs of the archive for any Linux may take of the C library, because it is linked into them.
struct StaticProgramTests {
  /// The functions that load modules of the installed C library: of the name service (nsswitch.conf),
  /// of iconv, and any. In a static program, modules of another version crash. The names are
  /// beginnings: of `getpwuid_r`, too.
  private static let loading = [
    "getpwnam", "getpwuid", "getpwent", "setpwent", "endpwent", "getgrnam", "getgrgid", "getgrent",
    "setgrent", "endgrent", "getspnam", "getspent", "getsgnam", "getgrouplist", "initgroups",
    "getaddrinfo", "getnameinfo", "gethostby", "gethostent", "getnet", "getserv", "getproto",
    "getrpc", "getalias",
    "getlogin", "cuserid", "innetgr", "setnetgrent", "getnetgrent", "ruserok", "rcmd", "rexec",
    "ether_hostton", "ether_ntohost", "wordexp", "glob",
    "iconv_open", "dlopen", "dlmopen",
  ]

  @Test(
    "R87, R88: no static program links a function that loads modules of the C library",
    arguments: ["lisan", "lisan-drive", "lisan-agent"])
  func functions(program: String) throws {
    // The tests' programs have the code of the releases, and take the C library's functions by name.
    let names = try undefinedNames(of: builtProgram(program))
    #expect(names.contains("write"), "\(names)")
    // Only CLibraries loads modules, and in a static program it does not.
    let load = program == "lisan-agent" ? ["dlopen"] : []
    #expect(names.filter { name in Self.loading.contains { name.hasPrefix($0) } } == load)
  }

  @Test("R88: what loads libraries in other programs loads none in a static one")
  func libraries() throws {
    let folder = packageRoot.appending(path: "Sources/System/CLibraries")
    func calls(_ options: [String]) throws -> Bool {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/cc")
      process.currentDirectoryURL = folder
      process.arguments = options + ["-D_GNU_SOURCE", "-Iinclude", "-S", "-o", "-", "libraries.c"]
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      let code = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      try #require(process.terminationStatus == 0)
      return code.range(of: Data("dlopen".utf8)) != nil
    }
    #expect(try calls([]) && !calls(["-DCS_STATIC"]))
    let recipe = try String(
      contentsOf: packageRoot.appending(path: "Resources/packaging/program.sh"), encoding: .utf8)
    #expect(recipe.contains("-static-executable -Xcc -DCS_STATIC"))
  }

  /// The functions that a program takes from shared libraries.
  private func undefinedNames(of program: String) throws -> [String] {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/nm")
    process.arguments = ["-D", "--undefined-only", "--format=posix", program]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return text.split(separator: "\n").map { line in
      String(line.prefix { $0 != " " && $0 != "@" })
    }.sorted()
  }
}
