import Glibc
import Synchronization
import SystemCalls
import TestFolders
import Testing

struct TransferTests {
  /// More than a pipe holds, so that a writer has to wait.
  private static let large = [UInt8](unsafeUninitializedCapacity: 1 << 21) { buffer, count in
    for index in buffer.indices { buffer[index] = UInt8(truncatingIfNeeded: index &* 31) }
    count = buffer.count
  }

  /// Lets SIGUSR2 interrupt the calls of this thread: without SA_RESTART they return EINTR, or a part
  /// of what they were asked for. Threads of tests have their signals blocked.
  private static func takeInterruptions() {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in }
    sigaction(SIGUSR2, &action, nil)
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGUSR2)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// A writer on a thread of its own.
  private final class Writer: Sendable {
    let thread = Mutex<pthread_t?>(nil)
    let outcome = Mutex<Result<Void, SystemError>?>(nil)

    /// Writes the large array and closes the descriptor.
    func start(_ descriptor: Int32, waitsForRoom: Bool) throws {
      try SystemThread.start { [self] in
        TransferTests.takeInterruptions()
        thread.withLock { $0 = pthread_self() }
        let owner = OwnedDescriptor(owning: descriptor)
        let result = Result { () throws(SystemError) in
          try writeAll(TransferTests.large, to: owner.number, waitsForRoom: waitsForRoom)
        }
        outcome.withLock { $0 = result }
        owner.close()
      }
    }
  }

  /// A reader on a thread of its own.
  private final class Reader: Sendable {
    let thread = Mutex<pthread_t?>(nil)
    private let outcome = Mutex<[UInt8]?>(nil)
    private let end: OwnedDescriptor
    private let ending: Int32

    init() {
      var ends: [Int32] = [-1, -1]
      pipe(&ends)
      end = OwnedDescriptor(owning: ends[0])
      ending = ends[1]
    }

    /// Reads to the end and closes the descriptor.
    func start(_ descriptor: Int32) throws {
      try SystemThread.start { [self] in
        TransferTests.takeInterruptions()
        thread.withLock { $0 = pthread_self() }
        let owner = OwnedDescriptor(owning: descriptor)
        let bytes = try? readAll(from: owner.number, limit: 1 << 20)
        outcome.withLock { $0 = bytes }
        close(ending)
      }
    }

    /// What was read; nil where reading failed. Waits ten seconds at most.
    func awaitOutcome() -> [UInt8]? {
      var ended = pollfd(fd: end.number, events: Int16(POLLIN), revents: 0)
      poll(&ended, 1, 10_000)
      return outcome.withLock { $0 }
    }
  }

  @Test("A write takes what a descriptor has room for, and tells how much that was")
  func available() throws {
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    let (reader, writer) = (ends[0], ends[1])
    #expect(fcntl(writer, F_SETFL, O_NONBLOCK) == 0)
    defer { close(writer) }
    let count = try writeAvailable(Self.large, to: writer)
    #expect(count > 0 && count < Self.large.count)
    #expect(try writeAvailable(Self.large, to: writer) == 0)
    #expect(throws: SystemError(EAGAIN)) { try writeAll(Self.large, to: writer) }
    var bytes = [UInt8](repeating: 0, count: count)
    #expect(read(reader, &bytes, count) == count)
    let isBeginning = bytes == Array(Self.large[..<count])
    #expect(isBeginning)
    #expect(try writeAvailable(bytes, to: writer) == count)
    close(reader)
    #expect(throws: SystemError(EPIPE)) { try writeAvailable([1], to: writer) }
  }

  @Test("A write that signals interrupt goes on to its end")
  func interruptedWrite() throws {
    let pipe = try Pipe()
    let input = OwnedDescriptor(owning: dup(pipe.reading.number))
    let writer = Writer()
    try writer.start(dup(pipe.writing.number), waitsForRoom: false)
    pipe.close()
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1000)
    while true {
      // A writer that waits for room is interrupted before each of the reads.
      if let thread = writer.thread.withLock({ $0 }), writer.outcome.withLock({ $0 }) == nil {
        pthread_kill(thread, SIGUSR2)
      }
      let count = read(input.number, &part, part.count)
      if count <= 0 { break }
      bytes += part[..<count]
    }
    // Not in the expectation, which would print two arrays of 2 MiB.
    let isWhole = bytes == Self.large
    #expect(isWhole)
  }

  @Test("A read that signals interrupt goes on to its end")
  func interruptedRead() throws {
    let pipe = try Pipe()
    let input = dup(pipe.reading.number)
    let output = OwnedDescriptor(owning: dup(pipe.writing.number))
    pipe.close()
    let reader = Reader()
    try reader.start(input)
    // Nothing can be read yet, so the reader waits in read(2) at one of these signals.
    for _ in 0..<1000 {
      if let thread = reader.thread.withLock({ $0 }) { pthread_kill(thread, SIGUSR2) }
      sched_yield()
    }
    // A reader that gave up has closed its end, and this must not end the tests.
    signal(SIGPIPE, SIG_IGN)
    try? writeAll("whole", to: output.number)
    output.close()
    #expect(reader.awaitOutcome() == Array("whole".utf8))
  }

  @Test("A full pipe that does not block is EAGAIN")
  func fullPipe() throws {
    let pipe = try Pipe()
    let input = OwnedDescriptor(owning: dup(pipe.reading.number))
    let output = OwnedDescriptor(owning: dup(pipe.writing.number))
    pipe.close()
    _ = fcntl(output.number, F_SETFL, O_NONBLOCK)
    // Nobody reads meanwhile.
    #expect(throws: SystemError(EAGAIN)) { try writeAll(Self.large, to: output.number) }
    output.close()
    let bytes = try readAll(from: input.number, limit: 1 << 22)
    let isBeginning = Self.large.starts(with: bytes)
    #expect(!bytes.isEmpty && bytes.count < Self.large.count && isBeginning)
  }

  @Test("A full pipe that does not block is waited for")
  func waitingForRoom() throws {
    let pipe = try Pipe()
    let input = OwnedDescriptor(owning: dup(pipe.reading.number))
    let output = dup(pipe.writing.number)
    _ = fcntl(output, F_SETFL, O_NONBLOCK)
    let writer = Writer()
    try writer.start(output, waitsForRoom: true)
    pipe.close()
    let isWhole = try readAll(from: input.number, limit: 1 << 22) == Self.large
    #expect(isWhole)
  }

  @Test("A full disk is ENOSPC, and an invalid descriptor is EBADF")
  func refusals() throws {
    let full = try OwnedDescriptor(opening: "/dev/full", O_WRONLY)
    #expect(throws: SystemError(ENOSPC)) { try writeAll("text", to: full.number) }
    #expect(throws: SystemError(EBADF)) { try writeAll("text", to: -1) }
    // Nothing is to be written, so nothing can fail.
    try writeAll("", to: -1)
  }

  @Test(
    "A file is read completely up to the limit, whatever size was expected",
    arguments: [0, 1, 4095, 4096, 4097, 10_000], [0, 1, 4096, 20_000])
  func whole(size: Int, expected: Int) throws {
    let scratch = try TestFolder()
    let content = Array(Self.large[..<size])
    try scratch.write(String(repeating: "x", count: size), to: "file")
    let path = "\(scratch.path)/file"
    let output = try OwnedDescriptor(opening: path, O_WRONLY)
    try writeAll(content, to: output.number)

    func read(limit: Int) throws -> [UInt8] {
      let input = try OwnedDescriptor(opening: path, O_RDONLY)
      return try readAll(from: input.number, limit: limit, expected: expected)
    }
    #expect(try read(limit: 1 << 20) == content)
    #expect(try read(limit: size) == content)
    if size > 0 {
      #expect(throws: SystemError(EFBIG)) { try read(limit: size - 1) }
    }
  }

  @Test("A failed read gives the reason")
  func unreadable() throws {
    let directory = try OwnedDescriptor(opening: "/", O_RDONLY)
    #expect(throws: SystemError(EISDIR)) { try readAll(from: directory.number, limit: 10) }
  }
}
