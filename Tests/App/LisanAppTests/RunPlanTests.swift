import BidiRepair
import CommandLineTool
import LisanPreferences
import SettingsCore
import Terminal
import TestFolders
import Testing

@testable import LisanApp

@MainActor
struct RunPlanTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func plan(
    _ environment: [String: String], answers: [TerminalAnswer] = [], mode: BidiChoice = .automatic
  ) throws -> (order: ProgramOrder, options: RepairOptions?) {
    var environment = environment
    environment["HOME"] = folder.path
    let paths = Paths(environment: { environment[$0] })
    let configuration = try Configuration(
      CommandLineSyntax.lisan.parse(["lisan", "run"]), environment: { environment[$0] },
      paths: paths)
    let context = ProgramContext(
      configuration: configuration, environment: { environment[$0] },
      log: Log(path: configuration.log, trace: nil), trace: nil,
      preferences: PreferenceFile(path: configuration.preferences),
      dataDirectory: paths.dataDirectory, machineDirectory: paths.machineDirectory,
      stateDirectory: paths.stateDirectory, start: 0)
    var detection = TerminalDetection(
      assuming: environment["TERM"] ?? "", environment: { environment[$0] })
    _ = detection.drainQueries()
    for answer in answers { detection.accept(answer) }
    return (
      RunPlan.order(detection, mode: mode, environment: context.environment),
      RunPlan.options(detection, context, mode: mode)
    )
  }

  @Test("R67: only a terminal's answer, and no variable, shows that it orders text")
  func believed() throws {
    let vte = ["TERM": "xterm-256color", "VTE_VERSION": "7006"]
    #expect(try plan(vte).options == RepairOptions())
    let answered = try plan(vte, answers: [.bidiMode(.set), .primaryAttributes([65, 1, 9])])
    #expect(answered.order == .byTerminal && answered.options == nil)
    // The variable was inherited.
    #expect(
      try plan(vte, answers: [.version("XTerm(379)"), .primaryAttributes([64])]).options != nil)
    #expect(try plan(vte.merging(["LISAN_RUN": "1"]) { $1 }).options == nil)
    #expect(try plan(["TERM": "dumb", "VTE_VERSION": "7006"]).options == nil)
  }
}
