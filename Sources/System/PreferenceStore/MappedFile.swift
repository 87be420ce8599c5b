import CSystem
import Glibc
import SystemCalls

/// An open file and its read-only memory map, both released with the last reference.
///
/// It stays with the inode that it opened, even if another file is at the path later.
final class MappedFile: Sendable {
  /// The system's identity of a file; unique among existing files.
  struct Identity: Hashable, Sendable {
    var device: dev_t
    var inode: ino_t

    init(_ status: stat) {
      device = status.st_dev
      inode = status.st_ino
    }
  }

  enum Access: Sendable {
    case reading
    case writing
  }

  private let file: OwnedDescriptor
  let access: Access
  let identity: Identity
  let owner: uid_t
  let mode: mode_t
  let format: RecordFormat
  /// The address of the map. Access beyond the file's end faults, so every access
  /// uses `cs_guarded_copy`.
  private let address: UInt

  /// Opens a regular file only; follows no links and never blocks on a FIFO.
  convenience init(
    path: String, format: RecordFormat, for access: Access
  ) throws(ReadFailure) {
    let flags = (access == .reading ? O_RDONLY : O_RDWR) | O_NOFOLLOW | O_NONBLOCK
    var status = stat()
    let file: OwnedDescriptor
    do throws(SystemError) {
      file = try OwnedDescriptor(opening: path, flags)
    } catch {
      // The error codes for links, sockets and directories have other causes too.
      if lstat(path, &status) == 0, let kind = FileKind(mode: status.st_mode) {
        throw ReadFailure(path: path, errno: kind.errno, kind: kind)
      }
      throw ReadFailure(path: path, errno: error.errno)
    }
    try self.init(adopting: file, format: format, for: access, path: path)
  }

  /// Takes over an open file, which must be the one at `path`.
  init(
    adopting file: consuming OwnedDescriptor, format: RecordFormat, for access: Access, path: String
  ) throws(ReadFailure) {
    var status = stat()
    guard fstat(file.number, &status) == 0 else { throw ReadFailure(path: path, errno: errno) }
    if let kind = FileKind(mode: status.st_mode) {
      throw ReadFailure(path: path, errno: kind.errno, kind: kind)
    }
    // Map all pages at once: page faults cost more than the call.
    let map = mmap(
      nil, format.fileLength, PROT_READ, MAP_SHARED | CInt(MAP_POPULATE), file.number, 0)
    guard let map, map != MAP_FAILED else { throw ReadFailure(path: path, errno: errno) }
    self.file = file
    self.format = format
    self.access = access
    identity = Identity(status)
    owner = status.st_uid
    mode = status.st_mode
    address = UInt(bitPattern: map)
  }

  deinit { munmap(UnsafeMutableRawPointer(bitPattern: address), format.fileLength) }

  var descriptor: Int32 { file.number }

  /// Whether this file is still the one at `path`.
  func isAt(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && Identity(status) == identity
  }

  /// Whether either slot begins with a record's magic, also in a truncated file. A few flipped bits
  /// are tolerated: other files differ in about 32 of the 64.
  var bearsMagic: Bool {
    (0..<Slots.count).contains { slot in
      var word: UInt64 = 0
      let count = pread(descriptor, &word, 8, off_t(slot * format.stride))
      if count == 8 { return (UInt64(littleEndian: word) ^ format.magic).nonzeroBitCount <= 8 }
      let present: UInt64 = count > 0 ? 1 << (8 * UInt64(count)) - 1 : 0
      return slot == 0 && count >= 0
        && (UInt64(littleEndian: word) ^ format.magic) & present == 0
    }
  }

  /// Both slots. A slot is read again while a writer seems to be writing it.
  func slots() -> Slots {
    Slots(first: slot(0), second: slot(1))
  }

  private func slot(_ index: Int) -> Slots.Slot {
    withUnsafeTemporaryAllocation(byteCount: format.maximumLength, alignment: 8) { copy in
      var fault = SlotFault.beyondEnd
      // A write of a record takes nanoseconds, unless the writer was preempted.
      for attempt in 0..<64 {
        if attempt > 0 { sched_yield() }
        // The file may end after a short record, where a long one would continue.
        let start = index * format.stride
        let sector = UnsafeMutableRawBufferPointer(rebasing: copy[..<RecordFormat.sector])
        guard copyOut(start, to: sector) else { return .failure(.beyondEnd) }
        let length = format.length(ofRecord: UnsafeRawBufferPointer(sector))
        let rest = UnsafeMutableRawBufferPointer(rebasing: copy[RecordFormat.sector..<length])
        guard rest.isEmpty || copyOut(start + RecordFormat.sector, to: rest) else {
          return .failure(.beyondEnd)
        }
        do throws(SlotFault) {
          let record = UnsafeRawBufferPointer(rebasing: copy[..<length])
          return .success(try SlotContent(decoding: record, format))
        } catch {
          fault = error
        }
        guard case .badChecksum = fault else { break }
      }
      return .failure(fault)
    }
  }

  /// Checksum, version and generation of a slot. If they are unchanged, so is the rest.
  typealias Stamp = (UInt64, UInt64)

  /// A slot's current stamp; `nil` if the file ends before it.
  @inline(__always)
  func stamp(_ slot: Int) -> Stamp? {
    var stamp: Stamp = (0, 0)
    let source = address + UInt(slot * format.stride + RecordHeader.Offset.checksum)
    guard cs_guarded_copy(&stamp, UnsafeRawPointer(bitPattern: source), 16) else { return nil }
    return stamp
  }

  private func copyOut(_ offset: Int, to buffer: UnsafeMutableRawBufferPointer) -> Bool {
    cs_guarded_copy(
      buffer.baseAddress!, UnsafeRawPointer(bitPattern: address)! + offset, buffer.count)
  }

  /// Overwrites a slot with a record.
  func write(_ record: [UInt8], slot: Int) throws(SystemError) {
    let written = pwrite(descriptor, record, record.count, off_t(slot * format.stride))
    if written < 0 { throw .last }
    // A short write sets no error: the disk was full.
    if written < record.count { throw SystemError(ENOSPC) }
  }
}
