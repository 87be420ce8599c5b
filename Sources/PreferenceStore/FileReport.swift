import Glibc

/// The contents of a preference file, slot by slot: for administrators and tests.
public struct FileReport: Hashable, Sendable {
  /// One of the two slots.
  public struct Slot: Hashable, Sendable {
    /// The byte offset in the file: 0 or 4,096.
    public var offset: Int
    /// The record, or why it is invalid.
    public var content: Result<Content, SlotFault>
  }

  /// A valid record.
  public struct Content: Hashable, Sendable {
    /// Whether it is a copy of a record that is on the disk.
    public var isMirror: Bool
    public var major: UInt16
    public var minor: UInt16
    public var preference: Preference
  }

  public var path: String
  /// The size in bytes; 8,192 for a complete file.
  public var size: Int64
  /// The user ID of the owner.
  public var owner: UInt32
  /// The first slot, then the second.
  public var slots: [Slot]

  /// Opens and examines the file; never changes it.
  public init(path: String) throws(ReadFailure) {
    let file = try MappedFile(path: path, for: .reading)
    var status = stat()
    guard fstat(file.descriptor, &status) == 0 else {
      throw ReadFailure(path: path, errno: errno)
    }
    let slots = file.slots()
    self.path = path
    size = Int64(status.st_size)
    owner = status.st_uid
    self.slots = (0..<Slots.count).map { index in
      Slot(
        offset: index * Slots.stride,
        content: slots[index].map { record in
          Content(
            isMirror: record.kind == .mirror, major: record.major,
            minor: record.preference.fields.minorVersion, preference: record.preference)
        })
    }
  }

  /// The valid record with the highest generation.
  public var current: Content? {
    slots.compactMap { try? $0.content.get() }
      .max { $0.preference.generation < $1.preference.generation }
  }

  /// The defects, one line each, such as `slot at 4096: no record`; empty for an intact file.
  public var findings: [String] {
    var findings = slots.compactMap { slot in
      if case .failure(let fault) = slot.content { "slot at \(slot.offset): \(fault)" } else { nil }
    }
    if size != Int64(Slots.fileLength) {
      findings.append("\(size) bytes long, not \(Slots.fileLength)")
    }
    if let major = current?.major, major > Record.major {
      findings.append("version \(major) of the format is newer than this program")
    }
    return findings
  }
}
