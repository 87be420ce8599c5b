import Glibc

/// What is in a preference file, slot by slot: for people who look after one, and for tests.
public struct FileReport: Hashable, Sendable {
  /// One of the two slots.
  public struct Slot: Hashable, Sendable {
    /// Bytes from the start of the file: 0 or 4,096.
    public var offset: Int
    /// What it holds, or why that does not count.
    public var content: Result<Content, SlotFault>
  }

  /// A valid record.
  public struct Content: Hashable, Sendable {
    /// A copy of a record that is on the disk.
    public var isMirror: Bool
    public var major: UInt16
    public var minor: UInt16
    public var preference: Preference
  }

  public var path: String
  /// Bytes; 8,192 for a whole file.
  public var size: Int64
  /// The user id of its owner.
  public var owner: UInt32
  /// The first slot, then the second.
  public var slots: [Slot]

  /// Opens the file anew and looks at it; nothing is changed, whatever it finds.
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

  /// What serves: the record with the highest generation.
  public var current: Content? {
    slots.compactMap { try? $0.content.get() }
      .max { $0.preference.generation < $1.preference.generation }
  }

  /// What is wrong, a line each such as `slot at 4096: no record`; empty for a file that needs no
  /// mending.
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
