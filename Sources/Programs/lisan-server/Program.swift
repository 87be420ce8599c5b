import AccountServer

@main
struct Program {
  static func main() { ServerProgram.main() }
}
