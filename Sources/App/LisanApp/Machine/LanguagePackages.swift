import Localization
import SettingsCore

/// The Debian packages that have texts in a language, by the data of dpkg and apt on this machine.
struct LanguagePackages {
  /// The packages with catalogs or documents in the language, in order.
  let installed: [String]
  /// The packages that apt knows and that would bring more, for programs that are installed, in order.
  let available: [String]

  /// The folders of catalogs, of gettext and of Qt.
  static let folders = ["/usr/share/locale", "/usr/share/locale-langpack"]

  /// A package with texts in a language, and the packages that it is for: it is not offered without one
  /// of them.
  struct Offer: Equatable {
    let name: String
    /// Names, or patterns with `*`.
    let bases: [String]
  }

  /// The packages that may exist.
  ///
  /// - Parameters:
  ///   - name: the name of the language in English.
  ///   - hasLocale: whether a locale of it is installed.
  static func offers(_ language: LanguageCode, name: String?, hasLocale: Bool) -> [Offer] {
    let subtags = language.rawValue.lowercased().split(separator: "-")
    let codes = (1...subtags.count).reversed().map { subtags.prefix($0).joined(separator: "-") }
    let perCode: [(String, [String])] = [
      ("manpages-", ["man-db"]), ("firefox-esr-l10n-", ["firefox-esr"]),
      ("firefox-l10n-", ["firefox"]), ("thunderbird-l10n-", ["thunderbird"]),
      ("libreoffice-l10n-", ["libreoffice-core", "libreoffice-core-nogui"]),
      ("libreoffice-help-", ["libreoffice-core"]), ("hunspell-", ["hunspell", "libhunspell-*"]),
      ("aspell-", ["aspell"]), ("gimp-help-", ["gimp"]),
      ("language-pack-", ["language-selector-common"]),
    ]
    var offers = perCode.flatMap { prefix, bases in
      codes.map { Offer(name: prefix + $0, bases: bases) }
    }
    offers.append(Offer(name: "chromium-l10n", bases: ["chromium"]))
    if !hasLocale { offers.append(Offer(name: "locales-all", bases: ["libc-bin"])) }
    if let name {
      let task = "task-" + name.lowercased().split(separator: " ").joined(separator: "-")
      offers.append(Offer(name: task, bases: ["tasksel"]))
      offers.append(Offer(name: task + "-desktop", bases: ["task-desktop"]))
    }
    return offers
  }

  /// Asks dpkg and apt for what is on this machine.
  ///
  /// - Parameter english: the name of the language in English, by which more may be available.
  init(
    _ language: LanguageCode, named english: String? = nil, in path: String
  ) throws(MachineFailure) {
    let locales = InstalledLocales.list(path)
    let hasLocale = LanguageEnvironment.locale(of: language, territories: [], in: locales) != nil
    let offers = Self.offers(language, name: english, hasLocale: hasLocale)
    // A folder of gettext, such as `pt_BR`.
    let name = LanguageEnvironment.gettextName(of: language)
    let bare = String(name.prefix { $0 != "_" && $0 != "@" })
    let patterns = Self.folders.flatMap { folder in
      (name == bare ? [name] : [name, bare]).map { "\(folder)/\($0)/LC_MESSAGES/*" }
    }
    var owners = Set(
      try Self.run(["dpkg-query", "--search"] + patterns, path).flatMap { Self.owners(in: $0) })
    let words = Set(offers.flatMap { [$0.name] + $0.bases }).sorted()
    let format = "--showformat=${db:Status-Abbrev}\\t${Package}\\n"
    let present = Set(
      try Self.run(["dpkg-query", "--show", format] + words, path).compactMap { line in
        let cells = line.split(separator: "\t")
        // The second letter is the state of the package.
        return cells.count == 2 && cells[0].dropFirst().first == "i" ? String(cells[1]) : nil
      })
    owners.formUnion(offers.map(\.name).filter(present.contains))
    let wanted = offers.filter { offer in
      !present.contains(offer.name)
        && offer.bases.contains { base in
          base.last == "*"
            ? present.contains { $0.hasPrefix(base.dropLast()) } : present.contains(base)
        }
    }.map(\.name)
    installed = owners.sorted()
    available =
      wanted.isEmpty
      ? []
      : try Self.known(in: Self.run(["apt-cache", "show", "--no-all-versions"] + wanted, path))
  }

  /// The packages that the screen lists for a language. The screen does not know the language's English
  /// name, so it lists no `task-` packages.
  static func texts(in code: LanguageCode, path: String) -> PackageTexts {
    do throws(MachineFailure) {
      let packages = try LanguagePackages(code, in: path)
      return .found(installed: packages.installed, available: packages.available)
    } catch {
      return .unknown(error.text)
    }
  }

  /// The lines of a program. One that knows nothing of some words still prints the others, and fails.
  private static func run(_ words: [String], _ path: String) throws(MachineFailure) -> [Substring] {
    try ProgramRun(words, in: path).lines
  }

  /// The packages of a line of `dpkg-query --search`: `coreutils, libc6:amd64: /usr/share/…`.
  static func owners(in line: Substring) -> [String] {
    guard let end = line.indices.first(where: { line[$0...].hasPrefix(": /") }),
      !line.hasPrefix("diversion by "), !line.hasPrefix("local diversion ")
    else { return [] }
    return line[..<end].split(separator: ",").map { owner in
      String(owner.drop { $0 == " " }.prefix { $0 != ":" })
    }
  }

  /// The packages that `apt-cache show` describes.
  private static func known(in lines: [Substring]) -> [String] {
    let field = "Package: "
    return Set(
      lines.filter { $0.hasPrefix(field) }.map { String($0.dropFirst(field.utf8.count)) }
    ).sorted()
  }
}
