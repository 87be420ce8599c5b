/// Where a `SentRecord` is kept. What could not be written is remembered, so that a full disk does
/// not make this process send the same again and again.
struct SentFile {
  private let file: RememberedFile<SentRecord>
  private var unsaved: SentRecord?

  init(_ path: String, record: AgentRecord) {
    file = RememberedFile(path, record: record)
  }

  func read(device: String) -> SentRecord {
    if let unsaved, unsaved.device == device { return unsaved }
    return SentRecord.read(file, device: device)
  }

  mutating func write(_ sent: SentRecord) {
    guard sent != read(device: sent.device) || unsaved != nil else { return }
    unsaved = file.write(sent) ? nil : sent
  }
}
