import AccountAdministration

@main
struct Program {
  static func main() { ServerProgram.main() }
}
