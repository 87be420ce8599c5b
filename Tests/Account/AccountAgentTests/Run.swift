import Foundation

/// Runs what blocks on a thread of its own, so that the other tests go on.
func blocking<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
  }
}

/// Runs a program to its end.
struct Run: Sendable {
  let status: Int32
  let output: [UInt8]
  let errors: String

  var text: String { String(decoding: output, as: UTF8.self) }

  init(
    _ program: String, _ arguments: [String], environment: [String: String] = [:],
    input: [UInt8] = []
  ) async throws {
    self = try await blocking {
      try Run(blocking: program, arguments, environment, input)
    }
  }

  private init(
    blocking program: String, _ arguments: [String], _ environment: [String: String],
    _ input: [UInt8]
  ) throws {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.environment = environment.merging([
      "PATH": "/usr/bin:/bin",
      "LD_LIBRARY_PATH": ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] ?? "",
    ]) { own, _ in own }
    let (standardInput, standardOutput, standardError) = (Pipe(), Pipe(), Pipe())
    process.standardInput = standardInput
    process.standardOutput = standardOutput
    process.standardError = standardError
    try process.run()
    standardInput.fileHandleForWriting.write(Data(input))
    try standardInput.fileHandleForWriting.close()
    output = Array(standardOutput.fileHandleForReading.readDataToEndOfFile())
    errors = String(
      decoding: standardError.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    status = process.terminationStatus
  }
}
