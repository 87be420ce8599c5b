import Foundation

/// Runs a program until it exits, with bytes on its standard input.
package func runProgram(
  _ path: String, _ arguments: [String], input: Data = Data()
) throws -> (status: Int32, output: String) {
  let process = Process()
  process.executableURL = URL(filePath: path)
  process.arguments = arguments
  let (stdin, stdout) = (Pipe(), Pipe())
  process.standardInput = stdin
  process.standardOutput = stdout
  process.standardError = FileHandle.nullDevice
  try process.run()
  // The program may write while it reads.
  let writing = Thread {
    try? stdin.fileHandleForWriting.write(contentsOf: input)
    try? stdin.fileHandleForWriting.close()
  }
  writing.start()
  let output = stdout.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return (process.terminationStatus, String(decoding: output, as: UTF8.self))
}
