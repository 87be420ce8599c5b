import BidiText
import Glibc
import Synchronization
import SystemCalls

/// Standard output and standard error of a program that answers and ends, unbuffered.
public enum StandardStreams {
  private static let failure = Atomic<Int32>(0)

  /// Whether all output so far could be written.
  public static var isHeard: Bool { failure.load(ordering: .relaxed) == 0 }

  /// Writes bytes on standard output, unchanged; false if they could not be written.
  @discardableResult
  public static func write(_ bytes: [UInt8]) -> Bool {
    do throws(SystemError) {
      try writeAll(bytes, to: STDOUT_FILENO, waitsForRoom: true)
      return true
    } catch {
      failure.store(error.errno, ordering: .relaxed)
      return false
    }
  }

  /// Prints a line on standard output; false if it could not be written.
  @discardableResult
  public static func say(_ line: String) -> Bool { write(Array("\(filtered(line))\n".utf8)) }

  /// Prints a line on standard error.
  public static func complain(_ line: String) {
    try? writeAll(Array("\(filtered(line))\n".utf8), to: STDERR_FILENO, waitsForRoom: true)
  }

  /// The exit code of a program that answered: a failure if the answer could not be written. A reader
  /// that has gone needs no more of it.
  ///
  /// - Parameter complain: is given the reason.
  public static func answered(_ code: ExitCode, complain: (SystemError) -> Void) -> ExitCode {
    let failure = failure.load(ordering: .relaxed)
    guard code == .done, failure != 0, !isReaderGone(failure) else { return code }
    complain(SystemError(failure))
    return .failed
  }

  /// Whether the reader has gone: a broken pipe or a terminal that hung up.
  private static func isReaderGone(_ failure: Int32) -> Bool {
    guard failure == EIO else { return failure == EPIPE }
    var status = stat()
    return fstat(STDOUT_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR
  }

  /// Removes controls except line feed and tab, and all characters that change the direction of the
  /// surrounding text. File names, arguments and texts from a server pass through here too.
  public static func filtered(_ text: String) -> String {
    // Almost all output is printable ASCII.
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) || $0 == 0x0A || $0 == 0x09 }) {
      return text
    }
    var result = ""
    for piece in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if !result.isEmpty || piece.startIndex != text.startIndex { result += "\n" }
      result += piece.split(separator: "\t", omittingEmptySubsequences: false)
        .map { ForeignText.filtered(String($0)) }.joined(separator: "\t")
    }
    return result
  }
}
