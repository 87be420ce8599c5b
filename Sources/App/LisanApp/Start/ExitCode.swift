/// Exit codes (R57).
enum ExitCode: Int32 {
  case done = 0
  case failed = 1
  case wrongUsage = 2
  case notSignedIn = 3
  case resourceInvalid = 4
  case noTerminal = 5
}
