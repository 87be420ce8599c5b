import CTerminalControl
import Glibc
import Localization
import Settings
import SystemCalls
import Terminal

/// What a program hands on to the one that takes its place in the same process (R16): a variable
/// of the environment, read once and unset at once.
@MainActor
struct Handover {
  private static let variable = "LISAN_RESTART"

  var modes: TerminalModes
  /// When the first program of the process started, by the monotonic clock.
  var start: Int64
  /// Where the person was, and what was half typed.
  var resumption: Resumption
  /// Bytes that were typed and read, but not used.
  var typedAhead: [UInt8]
  var unsavedPreference: LanguagePreference?
  /// The other settings that could not be written.
  var unsavedSettings: Set<StoredSetting.Kind>
  /// What was chosen holds on, even where it could not be written (R12).
  var settings: StoredSettings
  /// The descriptor of the preference file's watch; closing it can take the kernel 15 ms.
  var watch: Int32?
  /// The connection with the agent.
  var agent: AgentConnection.Handover?
  /// What was found out about the terminal.
  var detection: String

  /// Takes what was handed on out of the environment; nil on a fresh start, or if another process
  /// wrote it.
  static func take() -> Handover? {
    guard let value = StartEnvironment.value(variable) else { return nil }
    unsetenv(variable)
    let fields = value.split(separator: ";", omittingEmptySubsequences: false)
    guard fields.count == 13, fields[0] == String(getpid()),
      let modes = TerminalModes(hexadecimal: fields[1]), let start = Int64(fields[2]),
      let section = Section(rawValue: String(fields[3])),
      let settings = StoredSettings(fields[11])
    else { return nil }
    return Handover(
      modes: modes, start: start,
      resumption: Resumption(
        section: section, focus: Item(identifier: String(fields[4])),
        draft: Resumption.Draft(String(fields[10]))),
      typedAhead: fields[5].split(separator: ".").compactMap { UInt8($0) },
      unsavedPreference: LanguagePreference(name: String(fields[6])),
      unsavedSettings: Set(
        fields[12].split(separator: ".").compactMap { .init(rawValue: String($0)) }),
      settings: settings,
      watch: Int32(fields[7]),
      agent: AgentConnection.Handover(String(fields[8])), detection: String(fields[9]))
  }

  /// Replaces the process by the same program with the same arguments, and returns errno if that
  /// failed (execve).
  func exec() -> Int32 {
    let value = [
      String(getpid()), modes.hexadecimal, String(start), resumption.section.rawValue,
      resumption.focus?.identifier ?? "",
      typedAhead.map(String.init).joined(separator: "."), unsavedPreference?.name ?? "",
      watch.map(String.init) ?? "", agent?.text ?? "", detection,
      resumption.draft?.digits ?? "", settings.handedOn,
      unsavedSettings.map(\.rawValue).joined(separator: "."),
    ].joined(separator: ";")
    setenv(Self.variable, value, 1)
    if let watch { _ = fcntl(watch, F_SETFD, 0) }
    cs_block_for_exec()
    // By its name, so that it is not called `exe` afterwards; by the link where the name is gone.
    let failure = StartEnvironment.withToken { environment in
      for path in [ProgramLocation.running.path, "/proc/self/exe"] {
        execve(path, CommandLine.unsafeArgv, environment)
      }
      return errno
    }
    cs_unblock_after_exec()
    if let watch { _ = fcntl(watch, F_SETFD, FD_CLOEXEC) }
    unsetenv(Self.variable)
    return failure
  }
}

extension AgentConnection.Handover {
  /// `descriptor.process.request.request…`.
  fileprivate var text: String {
    ([Int(descriptor), Int(process)] + unfinished).map(String.init).joined(separator: ".")
  }

  fileprivate init?(_ text: String) {
    let numbers = text.split(separator: ".").compactMap { Int($0) }
    guard numbers.count >= 2 else { return nil }
    self.init(
      descriptor: Int32(numbers[0]), process: pid_t(numbers[1]),
      unfinished: Array(numbers.dropFirst(2)))
  }
}

extension Resumption.Draft {
  /// The caret's position, a full stop, and the text's UTF-8 with two digits for each byte.
  fileprivate var digits: String {
    "\(caret)." + text.utf8.reduce(into: "") { $0 += ($1 < 16 ? "0" : "") + String($1, radix: 16) }
  }

  fileprivate init?(_ digits: String) {
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let caret = Int(parts[0]) else { return nil }
    var bytes: [UInt8] = []
    var rest = parts[1]
    while !rest.isEmpty {
      guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
      bytes.append(byte)
      rest = rest.dropFirst(2)
    }
    self.init(text: String(decoding: bytes, as: UTF8.self), caret: caret)
  }
}
