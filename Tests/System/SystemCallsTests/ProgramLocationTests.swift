import Glibc
import SystemCalls
import TestFolders
import Testing

struct ProgramLocationTests {
  @Test("An installed program finds its files beside its bin")
  func installed() throws {
    let scratch = try TestFolder()
    try scratch.write("", to: "usr/bin/lisan")
    try scratch.write("", to: "usr/share/lisan/markets")
    // A package around it makes no difference.
    try scratch.write("", to: "Package.swift")
    let location = ProgramLocation(path: "\(scratch.path)/usr/bin/lisan")
    #expect(location.prefix == "\(scratch.path)/usr")
    #expect(location.resources(named: "lisan") == "\(scratch.path)/usr/share/lisan")
  }

  @Test(
    "A built program finds those of its package, in whatever folder it was built",
    arguments: [".build/static/x86_64/release", ".build/debug", "out", "a/b/c/d/e/f"])
  func built(folder: String) throws {
    let scratch = try TestFolder()
    try scratch.write("", to: "package/Package.swift")
    try scratch.write("", to: "package/\(folder)/lisan")
    let location = ProgramLocation(path: "\(scratch.path)/package/\(folder)/lisan")
    #expect(location.resources(named: "lisan") == "\(scratch.path)/package/Resources")
  }

  @Test("A package in a folder where everybody can write is not used")
  func planted() throws {
    let scratch = try TestFolder()
    try scratch.write("", to: "Package.swift")
    try scratch.write("", to: "usr/bin/lisan")
    chmod(scratch.path, 0o1777)
    let location = ProgramLocation(path: "\(scratch.path)/usr/bin/lisan")
    #expect(location.resources(named: "lisan") == "\(scratch.path)/usr/share/lisan")
  }

  @Test("If files are missing, the error names the place where they belong")
  func absent() throws {
    let scratch = try TestFolder()
    try scratch.write("", to: "usr/bin/lisan")
    let location = ProgramLocation(path: "\(scratch.path)/usr/bin/lisan")
    #expect(location.resources(named: "lisan") == "\(scratch.path)/usr/share/lisan")
    #expect(ProgramLocation(path: "/bin/lisan").resources(named: "absent") == "/share/absent")
  }

  @Test("The running program is found")
  func running() {
    #expect(access(ProgramLocation.running.path, X_OK) == 0)
    #expect(ProgramLocation.running.path.hasPrefix("/"))
  }

  @Test("R16: a program that an upgrade replaced while it runs is found in its place")
  func replaced() throws {
    let scratch = try TestFolder()
    let path = "\(scratch.path)/usr/bin/lisan"
    try scratch.write("", to: "usr/bin/lisan")
    #expect(ProgramLocation(link: path).path == path)
    #expect(ProgramLocation(link: "\(path) (deleted)").path == path)
    // It may be called so.
    try scratch.write("", to: "usr/bin/lisan (deleted)")
    #expect(ProgramLocation(link: "\(path) (deleted)").path == "\(path) (deleted)")
  }
}
