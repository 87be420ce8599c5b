import Testing

@testable import TerminalHarness

@Suite("The log of bytes")
struct ByteLogTests {
  @Test("only a limited number of bytes is kept, and the number of the others is reported")
  func limit() {
    var log = ByteLog(limit: 1_000)
    var written = 0
    for number in 0..<500 {
      let mark = log.end
      let chunk = ByteLog.Chunk(
        time: .milliseconds(number), isOutput: number % 5 != 0,
        bytes: [UInt8](repeating: UInt8(number % 251), count: number % 17))
      log.append(chunk)
      written += chunk.bytes.count
      // A mark holds across what is dropped.
      #expect(Array(log.chunks(since: mark)) == [chunk])
      let kept = log.chunks.reduce(0) { $0 + $1.bytes.count }
      #expect(kept <= 1_000 && kept + log.droppedBytes == written)
    }
    #expect(log.droppedBytes > 2_000)
    #expect(log.output(since: log.start) == log.output)
    // A single chunk is kept, however long it is.
    log.append(
      ByteLog.Chunk(time: .seconds(1), isOutput: true, bytes: Array(repeating: 1, count: 5_000)))
    #expect(log.output.count == 5_000)
  }
}
