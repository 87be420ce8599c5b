import Foundation
import Testing

/// What a machine can keep of how the Arabic texts are written: words that were taken out for a
/// reason, and marks that Arabic does not use. A person reads the rest.
struct ArabicWordingTests {
  /// A spelling that must not return, and its replacement.
  struct Form: Sendable, CustomTestStringConvertible {
    let pattern: String
    let instead: String

    init(_ pattern: String, _ instead: String) {
      self.pattern = pattern
      self.instead = instead
    }

    var testDescription: String { pattern }
  }

  /// A word with the letters that Arabic writes in front of it.
  private static func word(_ letters: String) -> String {
    "(?<![\\u0620-\\u064A])[\\u0648\\u0641\\u0628\\u0644\\u0643]?(\\u0627\\u0644|\\u0644\\u0644)?"
      + "(\(letters))(?![\\u0620-\\u064A])"
  }

  static let forms: [Form] = [
    Form("سوق|أسواق", "المنطقة: people see a region"),
    Form("تحويل", "تغيير: a language is changed, not converted"),
    Form(word("جار|جارية"), "يجري، تجري: without its vowel the word is a neighbour"),
    Form(word("مؤجلة|مؤجل"), "بانتظار: what is pending is not postponed"),
    Form("حافظة", "حلقة مفاتيح: the desktop's own term"),
    Form("[يتنم]ستعمل|استعمال|مستعمل", "يستخدم: one verb for one thing"),
    Form("محرف|محارف", "حرف: one noun for one thing"),
    Form("المدخل القياسي|المخرج القياسي|مخرج الأخطاء", "الدخل القياسي، الخرج القياسي"),
    Form("اتجاه العرض", "اتجاه الواجهة: the other word is also a width"),
    Form("محاولات كثيرة", "تكررت المحاولة أكثر من اللازم"),
    Form("\\[خيارات\\]", "[options]: placeholders are Latin"),
    Form("\\(أي ", "the parentheses say that already"),
    Form("دولي(?!ة)", "دولية: agrees with المنطقة"),
    Form("ما ينتظر", "التغييرات المعلقة"),
    Form("لا أحد يجيب", "لا جواب"),
    Form("أقصى الأرقام", "أقصى يسار الأرقام"),
    Form(
      "لم يضبط|ما كتب(?!ت)|كما يكتب|ما عرف|عرف عن|اختير|لم يذكر|إن ذكر|تكتب لها|طلب من", "a passive"
    ),
    Form("إن لم (ي|ت)حدد", "القيمة المبدئية"),
    Form("[\\u064B-\\u0652\\u0640]", "no vowel marks and no lengthening"),
    Form("[\\u0620-\\u064A] ?[,;?](?![\\u0020-\\u007E]*[A-Za-z])", "، ؛ ؟"),
  ]

  /// The Arabic texts: each line with where it stands. Of a strings file, what is shown.
  private static func lines() throws -> [(place: String, text: String)] {
    let root = URL(filePath: resources)
    let files = try #require(
      FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
    return try files.compactMap { $0 as? URL }
      .filter { $0.pathComponents.contains { $0 == "ar.lproj" || $0 == "ar" } }
      .filter { !$0.hasDirectoryPath && $0.lastPathComponent != "Language.strings" }
      .filter { $0.pathExtension != "compiled" }
      .flatMap { file in
        let isTable = file.pathExtension == "strings"
        return try String(contentsOf: file, encoding: .utf8)
          .split(separator: "\n", omittingEmptySubsequences: false).enumerated()
          .map { number, line in
            let shown = isTable ? line.components(separatedBy: "\" = \"").last! : String(line)
            return ("\(file.lastPathComponent):\(number + 1)", shown)
          }
      }
  }

  @Test("Arabic: a removed spelling does not return", arguments: forms)
  func form(_ form: Form) throws {
    let expression = try NSRegularExpression(pattern: form.pattern)
    for (place, text) in try Self.lines() {
      let range = NSRange(text.startIndex..., in: text)
      #expect(
        expression.firstMatch(in: text, range: range) == nil,
        "\(place): \(text)\ninstead: \(form.instead)")
    }
  }

  @Test("Arabic: the search includes the app, the server and the man pages")
  func searched() throws {
    let files = Set(try Self.lines().map { $0.place.prefix { $0 != ":" } })
    #expect(
      files.isSuperset(of: [
        "Localizable.strings", "Localizable.stringsdict", "lisan.1", "lisan-server.8",
      ]))
    #expect(try Self.lines().count > 700)
  }

  @Test("Users see the word region, never market")
  func region() throws {
    for table in ["en.lproj", "server/en.lproj"] {
      let path = "\(resources)/\(table)/Localizable.strings"
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(!text.lowercased().contains("market"), "\(path)")
    }
  }
}
