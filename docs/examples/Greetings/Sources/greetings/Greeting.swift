import Localization

/// Every text of the program; the raw value is the English one, and the key in each catalog.
enum Greeting: String, CaseIterable, MessageKey {
  case welcome = "Welcome, %@"
  case unread = "You have %d new messages"

  var isPlural: Bool { self == .unread }
  var singular: String? { self == .unread ? "You have %d new message" : nil }
}
