import WritingDirection

/// The data of a language, without its texts. All of it comes from the language's
/// `Language.strings`.
///
/// ```
/// "code" = "ar";
/// "name" = "…";
/// "direction" = "rtl";
/// "script" = "Arab";
/// "digits" = "arab";
/// "name.en" = "…";
/// "in.en" = "Arabic";
/// "plural.one" = "n = 1";
/// ```
///
/// Without plural rules, a language has those of CLDR.
public struct Language: Hashable, Sendable {
  /// Its code of BCP 47.
  public let code: LanguageCode
  /// The language's name in the language and its script; nil if its data has none.
  public let nativeName: String?
  /// The direction of a screen in this language.
  public let direction: Direction
  /// The ISO 15924 name of its script, such as `Arab`.
  public let script: String
  /// The digits of its numbers.
  public let digits: NumberingSystem
  /// The forms that its texts with numbers have.
  public let pluralRules: PluralRules
  /// The names of other languages in this one, as far as its data has them.
  public internal(set) var names: [LanguageCode: String]
  /// Its own names in other languages, for those whose data has none.
  let namesElsewhere: [LanguageCode: String]
  /// The folder that has its folder, if a file of a `languages.d` added the language; nil for the
  /// folder of the list.
  public internal(set) var directory: String?

  /// A language from its parts.
  public init(
    code: LanguageCode, nativeName: String?, direction: Direction, script: String,
    digits: NumberingSystem, pluralRules: PluralRules, names: [LanguageCode: String] = [:],
    namesElsewhere: [LanguageCode: String] = [:]
  ) {
    self.code = code
    self.nativeName = nativeName
    self.direction = direction
    self.script = script
    self.digits = digits
    self.pluralRules = pluralRules
    self.names = names
    self.namesElsewhere = namesElsewhere
  }

  /// The built-in English, for when no file can be read.
  public static let english = Language(
    code: .english, nativeName: "English", direction: .leftToRight, script: "Latn",
    digits: .latin, pluralRules: .english)

  /// The label of the language in a list: `English (EN)`, or only the code if no native name is
  /// known.
  public var label: String {
    guard let nativeName else { return code.uppercased }
    return "\(nativeName) (\(code.uppercased))"
  }
}

extension Language {
  /// Reads the language's file in a directory other than that of the list, and notes the directory.
  public init(_ code: LanguageCode, directory: String) throws(CatalogError) {
    try self.init(code, in: directory)
    self.directory = directory
  }

  static let fileName = "Language.strings"

  /// Reads the language's file, such as `Resources/ar.lproj/Language.strings`.
  public init(_ code: LanguageCode, in directory: String) throws(CatalogError) {
    let table = try StringTable(contentsOf: "\(directory)/\(code).lproj/\(Self.fileName)")
    var fields = FieldReader(table)

    guard LanguageCode(rawValue: try fields.require("code")) == code else {
      throw fields.invalid("code", allowed: code.rawValue)
    }
    let nativeName = fields.consume("name")
    let direction: Direction
    switch try fields.require("direction") {
    case "ltr": direction = .leftToRight
    case "rtl": direction = .rightToLeft
    default: throw fields.invalid("direction", allowed: "ltr, rtl")
    }
    let script = try fields.require("script")
    guard script.utf8.count == 4, script.utf8.allSatisfy(\.isASCIILetter) else {
      throw fields.invalid("script", allowed: "four letters of ISO 15924, such as Arab")
    }
    guard let digits = NumberingSystem(id: try fields.require("digits")) else {
      throw fields.invalid("digits", allowed: NumberingSystem.all.map(\.id).joined(separator: ", "))
    }
    var rules: [PluralRules.Rule] = []
    for category in PluralCategory.allCases where category != .other {
      let field = "plural.\(category)"
      guard let condition = fields.consume(field) else { continue }
      do throws(PluralRuleError) {
        rules.append(PluralRules.Rule(category: category, condition: try .init(condition)))
      } catch {
        throw fields.error(field, .invalidPluralRule(category, reason: error.description))
      }
    }
    func consumeNames(_ prefix: String) throws(CatalogError) -> [LanguageCode: String] {
      var names: [LanguageCode: String] = [:]
      for (code, name) in fields.consume(prefixedWith: prefix) {
        guard let other = LanguageCode(rawValue: code) else {
          throw fields.error(prefix + code, .unknownField(prefix + code))
        }
        names[other] = name
      }
      return names
    }
    let names = try consumeNames("name.")
    let namesElsewhere = try consumeNames("in.")
    try fields.refuseRest()
    let pluralRules =
      rules.isEmpty ? PluralRules(language: code) ?? PluralRules([]) : PluralRules(rules)

    self.init(
      code: code, nativeName: nativeName.flatMap { $0.isEmpty ? nil : $0 }, direction: direction,
      script: script, digits: digits, pluralRules: pluralRules, names: names,
      namesElsewhere: namesElsewhere)
  }
}
