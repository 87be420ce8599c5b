import Glibc
import Localization
import Preferences
import Settings

/// `lisan watch`: follows the language, for long-running scripts.
extension Commands {
  /// Prints the resolved language, then one line per change, until the reader closes the pipe.
  func watch() -> ExitCode {
    guard let languages = launch.languages else { return languagesFailure() }
    let watch: PreferenceWatch
    do throws(ReadFailure) {
      watch = try PreferenceWatch(path: context.preferences.path)
    } catch {
      complain(.message(.preferenceFileUnreadable, [.identifier(.argument(error.description))]))
      return .failed
    }
    // A reader that has gone ends the command without an error.
    signal(SIGPIPE, SIG_IGN)
    var shown = launch.catalog.language.code
    guard say(shown.rawValue) else { return .done }
    while true {
      if let answer = watch.news(of: context.preferences) {
        let codes = languages.map(\.code)
        let market =
          context.configuration.market ?? MarketCode(rawValue: answer.preference?.market ?? "")
        let code = LanguageResolution.resolve(
          LanguagePreference(answer), system: launch.systemLanguages,
          supported: launch.markets.languages(in: market, available: codes), available: codes,
          fallback: launch.markets.fallback)
        if code != shown {
          shown = code
          guard say(shown.rawValue) else { return .done }
        }
      }
      var polled = [
        pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
      ]
      _ = poll(&polled, nfds_t(polled.count), -1)
      if polled[1].revents & Int16(POLLERR | POLLHUP) != 0 { return .done }
    }
  }
}
