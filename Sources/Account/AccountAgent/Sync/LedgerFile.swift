/// The file of a `SyncLedger`. A ledger that could not be written stays in memory, so that a full
/// disk does not make this process send the same choice repeatedly.
struct LedgerFile {
  private let file: RememberedFile<SyncLedger>
  private var unsaved: SyncLedger?

  init(_ path: String, log: AgentLog) {
    file = RememberedFile(path, log: log)
  }

  func read(device: String) -> SyncLedger {
    if let unsaved, unsaved.device == device { return unsaved }
    return SyncLedger.read(file, device: device)
  }

  mutating func write(_ ledger: SyncLedger) {
    guard ledger != read(device: ledger.device) || unsaved != nil else { return }
    unsaved = file.write(ledger) ? nil : ledger
  }
}
