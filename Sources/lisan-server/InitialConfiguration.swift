import AccountDatabase
import AccountProtocol
import Localization

extension AccountDatabase {
  /// Gives a new database the languages and markets of the resources; afterwards they are the
  /// administration's.
  func configureOnce(from resources: String) throws(DatabaseError) {
    guard try configuration() == nil,
      let list = try? LanguageList(directory: resources), let first = list.codes.first
    else { return }
    var configuration = AppConfiguration(
      languages: list.codes.map(\.rawValue), defaultLanguageCode: first.rawValue)
    // The markets are shipped with the app; without the file there are none.
    if let table = try? StringTable(contentsOf: "\(resources)/Markets.strings") {
      configuration.markets = (0..<table.count).map { place in
        let languages = table.value(at: place).split(separator: " ").map(String.init)
        return Market(code: table.key(at: place), languages: languages)
      }
    }
    try setConfiguration(configuration)
  }
}
