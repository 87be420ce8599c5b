import BidiRepair
// Runs a command as `lisan run` does, for the tests of RunSession:
// run-session ltr|rtl|auto|none COMMAND [ARG…].
import Glibc
import RunRelay

let words = CommandLine.arguments
guard words.count > 2 else { exit(64) }
let options = RepairOptions.TextDirection(rawValue: words[1]).map { RepairOptions(direction: $0) }
var environment: [String] = []
var entry = environ
while let text = entry.pointee {
  environment.append(String(cString: text))
  entry += 1
}
do throws(RunSession.Failure) {
  let program = RunSession.Program(
    path: words[2], arguments: Array(words[2...]), environment: environment)
  exit(try RunSession(program, options: options).run())
} catch {
  let text = "run-session: \(error)\n"
  _ = write(STDERR_FILENO, text, text.utf8.count)
  exit(127)
}
