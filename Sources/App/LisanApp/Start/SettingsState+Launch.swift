import Cells
import CommandLineTool
import LocaleValues
import Localization
import PackageVersion
import SettingsCore

extension SettingsState {
  /// The initial state, for the screen, plain mode, or a command.
  ///
  /// - Parameters:
  ///   - terminal: the terminal type to display, or empty.
  ///   - runtimeDirection: the layout direction of the screen; nil without a screen.
  ///   - account: the state of the account; commands leave the account to the agent.
  @MainActor
  init(
    _ launch: Launch, _ context: ProgramContext, terminal: String = "",
    surface: Surface = Surface(),
    size: Size = Size(columns: 80, rows: 24), runtimeDirection: Direction? = nil,
    account: AccountState = AccountState()
  ) {
    self.init(
      catalog: launch.catalog, languages: launch.languages, languagesError: launch.languagesError,
      preference: launch.preference, languageOrder: launch.languageOrder,
      preferenceStanding: launch.preferenceStanding,
      languageChosenAt: launch.languageChosenAt, systemLanguages: launch.systemLanguages,
      markets: launch.markets, market: launch.market, account: account,
      runtimeDirection: runtimeDirection, settings: launch.settings,
      programLanguages: launch.programs,
      shell: runtimeDirection != nil && context.shell != nil ? .unread : nil,
      customTheme: context.configuration.customTheme, surface: surface, size: size,
      environment: Environment(
        version: packageVersion, terminal: terminal, preferencePath: context.preferences.path,
        resourcePath: context.configuration.resources, logPath: context.log.path),
      secondsFromUTC: LocalTime.secondsFromUTC)
  }
}
