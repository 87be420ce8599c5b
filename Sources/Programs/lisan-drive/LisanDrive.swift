import DriveScript

@main
struct Program {
  static func main() async { await DriveProgram.main() }
}
