import Glibc
import Testing

@testable import AccountAgent

@Suite("Files for later processes")
struct RememberedFileTests {
  @Test("A message that cannot be written is remembered here until another process writes one")
  func unsaved() throws {
    let device = try Device()
    let path = "\(device.home)/pause.json"
    let log = AgentLog(device.configuration())
    let here = RememberedFile<ServerPause.End>(path, log: log)
    let elsewhere = RememberedFile<ServerPause.End>(path, log: log)
    #expect(mkdir(path, 0o700) == 0)
    #expect(!here.write(.init(until: 5)))
    #expect(here.read()?.until == 5)
    #expect(elsewhere.read() == nil)
    #expect(rmdir(path) == 0)
    #expect(here.read()?.until == 5)
    #expect(elsewhere.write(.init(until: 7)))
    #expect(here.read()?.until == 7)
    #expect(here.write(.init(until: 5)))
    #expect(elsewhere.read()?.until == 5)
    here.remove()
    #expect(here.read() == nil)
  }
}
