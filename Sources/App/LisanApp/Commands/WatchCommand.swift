import AccountModel
import Glibc
import LisanPreferences
import Localization
import SettingsCore
import SystemCalls

/// `lisan watch`: follows the language, for long-running scripts.
extension Commands {
  /// The time until another agent is started, if there is none or it has died.
  private static let agentPause = Duration.seconds(60)

  /// Prints the resolved language, then one line per change, until the reader closes the pipe. With
  /// a server, it also applies choices made elsewhere (R62), as a screen does.
  func watch() -> ExitCode {
    guard let languages = launch.languages else { return languagesFailure() }
    let watch: PreferenceWatch
    do throws(ReadFailure) {
      watch = try PreferenceWatch(path: context.preferences.path)
    } catch {
      complain(.message(.preferenceFileUnreadable, error.text))
      return .failed
    }
    // A reader that has gone ends the command without an error.
    signal(SIGPIPE, SIG_IGN)
    let account = context.configuration.server.map { _ in
      ScreenAccount(context, language: launch.catalog.language.code, adopting: nil)
    }
    let runtime = makeRuntime(account?.link ?? .none)
    var shown = launch.catalog.language.code
    guard Console.say(shown.rawValue) else { return .done }
    var retry = ContinuousClock.now
    while true {
      var answer = watch.handleNews(for: runtime, context)
      if let account {
        if account.descriptor == nil, retry <= .now {
          retry = .now + Self.agentPause
          account.open(runtime.state.language.code, sequence: runtime.sequence, isRestarted: false)
        }
        let sequence = runtime.sequence
        for action in account.drainActions() { runtime.send(action) }
        // Nobody sees its messages.
        runtime.expireToasts(at: .now + .seconds(3600))
        // Ignore our own commits.
        if runtime.sequence != sequence { answer = context.preferences.read() }
      }
      if let answer {
        let market =
          context.configuration.market ?? MarketCode(rawValue: answer.preference?.market ?? "")
        let language = runtime.state.resolve(
          LanguagePreference(answer), among: languages, market: market)
        if let language, language.code != shown {
          shown = language.code
          guard Console.say(shown.rawValue) else { return end(runtime, watch) }
        }
      }
      tell(failures: runtime.durability.drainFailures(), in: runtime)
      let others = [runtime.durability.descriptor, account?.descriptor].compactMap { $0 }
      var polled =
        [pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)]
        + ([watch.descriptor] + others).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let waitsForAgent = account != nil && account?.descriptor == nil
      awaitReady(&polled, within: waitsForAgent ? .seconds(60) : nil)
      if polled[0].revents & Int16(POLLERR | POLLHUP) != 0 {
        return end(runtime, watch)
      }
    }
  }

  private func end(_ runtime: Runtime, _ watch: PreferenceWatch) -> ExitCode {
    tell(failures: runtime.durability.finish(), in: runtime)
    watch.closeAside()
    return .done
  }
}
