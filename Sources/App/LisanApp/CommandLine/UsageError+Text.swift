import CommandLineTool
import Localization
import SettingsCore

extension UsageError {
  /// The error message.
  var text: Text {
    let complaint: UsageComplaint<Message> = CommandLineSyntax.lisan.complaint(self)
    return Text.message(complaint.message, complaint.arguments.map { .argument($0) })
      .suggesting(complaint.word, among: complaint.candidates)
  }
}

extension Text {
  /// The complaint about a word, and the word that was probably meant.
  func suggesting(_ word: String, among words: [String]) -> Text {
    let bare = words.map { LanguagePreference.bare($0) }
    guard let nearest = Suggestion.nearest(to: LanguagePreference.bare(word), among: bare),
      let place = bare.firstIndex(of: nearest)
    else { return self }
    return asking(words[place])
  }

  /// The complaint, and the word that was probably meant.
  func asking(_ words: String) -> Text {
    .message(.didYouMean, self, .argument(words))
  }
}
