import Foundation
import Testing

@testable import AccountAdministration

struct MaildirTests {
  @Test("Several that deliver the same notices at once succeed and leave one of each")
  func sameNotices() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "maildir-\(UUID())")
      .path(percentEncoded: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let maildir = try Maildir(folder)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for number in 0..<50 {
            try maildir.deliver(
              OutgoingMail(
                name: "\(number).host", sender: "", recipient: "", message: [0x61, 0x0A]))
          }
        }
      }
      try await group.waitForAll()
    }
    let delivered = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/new")
    #expect(delivered.count == 50)
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/tmp").isEmpty)
  }
}
