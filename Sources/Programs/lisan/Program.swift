import LisanApp

@main
struct Program {
  @MainActor
  static func main() { LisanProgram.main() }
}
