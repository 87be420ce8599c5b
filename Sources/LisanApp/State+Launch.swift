import Cells
import Settings

extension State {
  /// The settings as a start finds them, for the screen, the lines of plain mode, or a command.
  ///
  /// - Parameters:
  ///   - terminal: its type, to be shown; empty where nothing is.
  ///   - size: of the window.
  ///   - runtimeDirection: the direction that the screen is laid out by; nil where there is none.
  ///   - account: a command leaves the account to the helper process.
  @MainActor
  init(
    _ launch: Launch, _ context: ProgramContext, terminal: String = "",
    size: Size = Size(columns: 80, rows: 24), runtimeDirection: Direction? = nil,
    account: AccountState = AccountState(home: .embedded, access: .open)
  ) {
    self.init(
      catalog: launch.catalog, languages: launch.languages, languagesError: launch.languagesError,
      preference: launch.preference, preferenceStanding: launch.preferenceStanding,
      languageChosenAt: launch.languageChosenAt, systemLanguages: launch.systemLanguages,
      markets: launch.markets, market: launch.market, account: account,
      runtimeDirection: runtimeDirection, appliesDirectionAtOnce: launch.appliesDirectionAtOnce,
      theme: launch.theme, bidiMode: launch.bidiMode, size: size,
      environment: Environment(
        version: version, terminal: terminal, preferencePath: context.preferences.path,
        resourcePath: context.configuration.resources, logPath: context.log.path),
      formatting: .localized)
  }
}
