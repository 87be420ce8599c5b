import AccountDatabase
import AccountModel
import AccountService
import ServerTexts
import StrictJSON

/// A file of accounts to import: CSV with the names of its columns in the first line, or JSON lines,
/// one object for each account.
///
/// ```
/// login,name,email,language
/// ana@example.org,Ana,ana@example.org,ar
/// ```
struct ImportFile {
  /// The largest file that is read, in bytes.
  static let limit = 1 << 30

  /// The fields of an account, the same in both forms.
  enum Field: String {
    case login
    case name
    case email
    case phone
    case language
    case developer
    case passwordHash = "password_hash"
  }

  /// Why a line cannot be used.
  struct Fault: Hashable {
    let message: ServerMessage
    /// The number of the line, and what else the message names.
    let arguments: [String]

    init(line: Int, _ message: ServerMessage, _ others: String...) {
      self.message = message
      arguments = [String(line)] + others
    }
  }

  private(set) var accounts: [NewAccount] = []
  /// The line of each account, from 1.
  private(set) var lines: [Int] = []
  private(set) var faults: [Fault] = []

  private let defaultLanguage: String
  private let languages: [String]
  private var seen: [String: Int] = [:]

  /// Reads a whole file, and finds all faults in it.
  ///
  /// - Parameters:
  ///   - languages: the languages that are offered.
  ///   - defaultLanguage: the language of accounts that name none.
  init(_ bytes: [UInt8], languages: [String], defaultLanguage: String) {
    self.languages = languages
    self.defaultLanguage = defaultLanguage
    let first = bytes.first { !" \t\r\n".utf8.contains($0) }
    if first == UInt8(ascii: "{") { readJSONLines(bytes) } else { readCSV(bytes) }
  }

  private mutating func readCSV(_ bytes: [UInt8]) {
    var reader = CSVReader(bytes)
    guard let head = reader.nextRecord() else { return }
    var columns: [Field] = []
    for name in head.fields {
      guard let field = Field(rawValue: name), !columns.contains(field) else {
        return faults.append(Fault(line: head.line, .importUnknownField, name))
      }
      columns.append(field)
    }
    guard columns.contains(.login) else {
      return faults.append(Fault(line: head.line, .importField, Field.login.rawValue))
    }
    while let record = reader.nextRecord() {
      guard record.isValid, record.fields.count == columns.count else {
        faults.append(Fault(line: record.line, .importBroken))
        continue
      }
      var values: [Field: String] = [:]
      for (column, text) in zip(columns, record.fields) where !text.isEmpty {
        values[column] = text
      }
      add(values, line: record.line)
    }
  }

  private mutating func readJSONLines(_ bytes: [UInt8]) {
    var line = 0
    for text in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      line += 1
      guard text.contains(where: { !" \t\r".utf8.contains($0) }) else { continue }
      guard text.count <= Bounds.body,
        let members = try? JSON.members(of: Array(text), rules: .refusesNull, depth: 1)
      else {
        faults.append(Fault(line: line, .importBroken))
        continue
      }
      add(members, line: line)
    }
  }

  /// Adds the account of a JSON object. Its values become texts, as in CSV.
  private mutating func add(_ members: [JSON.Member], line: Int) {
    var values: [Field: String] = [:]
    for member in members {
      guard let field = Field(rawValue: member.name), values[field] == nil else {
        return faults.append(Fault(line: line, .importUnknownField, member.name))
      }
      switch (member.value, field) {
      case (.null, _): continue
      case (.bool(let isOn), .developer): values[field] = isOn ? "true" : "false"
      case (.string(let text), _) where field != .developer: values[field] = text
      default: return faults.append(Fault(line: line, .importField, field.rawValue))
      }
    }
    add(values, line: line)
  }

  private mutating func add(_ values: [Field: String], line: Int) {
    do throws(InvalidField) {
      let account = try account(values)
      if let other = seen.updateValue(line, forKey: account.login) {
        return faults.append(Fault(line: line, .importSameLogin, account.login, String(other)))
      }
      accounts.append(account)
      lines.append(line)
    } catch {
      faults.append(Fault(line: line, .importField, error.field))
    }
  }

  private func account(_ values: [Field: String]) throws(InvalidField) -> NewAccount {
    let login = Credentials.login(try FieldRules.login(values[.login] ?? ""))
    let language = try FieldRules.language(values[.language] ?? defaultLanguage, "language")
    guard languages.isEmpty || languages.contains(language) else {
      throw InvalidField("language", .malformed)
    }
    var account = NewAccount(
      login: login, name: try FieldRules.name(values[.name] ?? login), language: language)
    if let email = values[.email] { account.email = try FieldRules.email(email) }
    if let phone = values[.phone] { account.phone = try FieldRules.phone(phone) }
    switch values[.developer] {
    case nil, "false": break
    case "true": account.isDeveloper = true
    default: throw InvalidField(Field.developer.rawValue, .malformed)
    }
    account.isLanguageChosen = values[.language] != nil
    account.passwordHash = values[.passwordHash]
    guard account.passwordHash.map(Passwords.canCheck) != false else {
      throw InvalidField(Field.passwordHash.rawValue, .malformed)
    }
    return account
  }
}
