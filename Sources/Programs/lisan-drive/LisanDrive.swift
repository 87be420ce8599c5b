import DriveScript

@main
struct Program {
  static func main() { DriveProgram.main() }
}
