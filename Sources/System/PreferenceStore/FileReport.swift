import Glibc

/// The contents of a file, slot by slot: for administrators and tests.
public struct FileReport: Hashable, Sendable {
  /// One of the two slots.
  public struct Slot: Hashable, Sendable {
    /// The byte offset in the file: 0, or where the second half begins.
    public var offset: Int
    /// The record, or why it is invalid.
    public var content: Result<Content, SlotFault>
  }

  /// A valid record.
  public struct Content: Hashable, Sendable {
    /// Whether it is a copy of a record that is on the disk.
    public var isMirror: Bool
    /// The record.
    public var record: StoredRecord
  }

  /// The path as it was given.
  public var path: String
  /// The size in bytes; 16,384 for a complete file of a `RecordFormat`.
  public var size: Int64
  /// The user ID of the owner.
  public var owner: UInt32
  /// The first slot, then the second.
  public var slots: [Slot]

  /// The size of a complete file, and the version of the format, for comparison.
  private let completeSize: Int64
  private let major: UInt16

  /// Opens and examines the file; never changes it.
  public init(path: String, format: RecordFormat) throws(ReadFailure) {
    let file = try MappedFile(path: path, format: format, for: .reading)
    var status = stat()
    guard fstat(file.descriptor, &status) == 0 else {
      throw ReadFailure(path: path, errno: errno)
    }
    let slots = file.slots()
    self.path = path
    completeSize = Int64(format.fileLength)
    major = format.major
    size = Int64(status.st_size)
    owner = status.st_uid
    self.slots = (0..<Slots.count).map { index in
      Slot(
        offset: index * format.stride,
        content: slots[index].map { content in
          Content(isMirror: content.kind == .mirror, record: content.record)
        })
    }
  }

  /// The valid record with the highest generation.
  public var current: Content? {
    slots.compactMap { try? $0.content.get() }
      .max { $0.record.generation < $1.record.generation }
  }

  /// The defects, one line each, such as `slot at 4096: no record`; empty for an intact file.
  public var findings: [String] {
    var findings = slots.compactMap { slot in
      if case .failure(let fault) = slot.content { "slot at \(slot.offset): \(fault)" } else { nil }
    }
    if findings.count == 1 {
      findings.append("the other record serves; it may be older than the last change")
    }
    if size != completeSize {
      findings.append("\(size) bytes long, not \(completeSize)")
    }
    if let current, current.record.major > major {
      findings.append("version \(current.record.major) of the format is newer than this program")
    }
    return findings
  }
}
