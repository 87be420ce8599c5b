import Input
import SettingsCore
import TestEffort
import Testing
import WritingDirection

/// A field as a test writes it: `|` is the caret, and `[` the other end of what is selected.
private struct Marked: CustomStringConvertible {
  var field: TextField
  var language: Direction
  private(set) var outcomes: [TextField.Outcome] = []

  init(
    _ text: String, _ rules: TextField.Rules = .init(kind: .person, maximum: .scalars(100)),
    language: Direction = .leftToRight
  ) {
    self.language = language
    let caret = Array(text.unicodeScalars).firstIndex(of: "|") ?? text.unicodeScalars.count
    field = TextField(text.filter { $0 != "|" }, rules: rules)
    field.handle(.home, language: language)
    while field.caret < caret { field.handle(.control("f"), language: language) }
  }

  mutating func press(_ keys: Key...) {
    for key in keys { outcomes.append(field.handle(key, language: language)) }
  }

  func after(_ keys: Key...) -> String {
    var copy = self
    for key in keys { _ = copy.field.handle(key, language: language) }
    return copy.description
  }

  var description: String {
    var scalars = Array(field.text.unicodeScalars)
    if let selection = field.selection {
      let other = selection.lowerBound == field.caret ? selection.upperBound : selection.lowerBound
      let ends: [(Int, Unicode.Scalar)] = [(field.caret, "|"), (other, "[")]
      for (place, mark) in ends.sorted(by: { $0.0 > $1.0 }) { scalars.insert(mark, at: place) }
    } else {
      scalars.insert("|", at: field.caret)
    }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}

struct TextFieldTests {
  private let typing: (String) -> [Key] = { $0.map { .character($0) } }

  @Test("R54: Left and Right move visually through text of both directions")
  func visualMoves() {
    #expect(Marked("ab|c").after(.left) == "a|bc")
    #expect(Marked("ab|c").after(.right) == "abc|")
    #expect(Marked("אב|ג").after(.left) == "אבג|")
    #expect(Marked("אב|ג").after(.right) == "א|בג")
    // Drawn: ab בא. From b, Right passes the blank and comes to the last letter that is read.
    let mixed = Marked("a|b אב")
    #expect(mixed.after(.right) == "ab| אב")
    #expect(mixed.after(.right, .right) == "ab א|ב")
    #expect(mixed.after(.right, .right, .right) == "ab |אב")
    #expect(mixed.after(.right, .right, .right, .right) == "ab אב|")
    #expect(mixed.after(.left, .left, .left) == "|ab אב")
  }

  @Test("R54: an empty field has the language's direction, and its first strong letter decides")
  func direction() {
    let field = TextField(rules: .init(kind: .person, maximum: .scalars(9)))
    for (language, layout, cursor) in [
      (Direction.leftToRight, Direction.leftToRight, 0), (.rightToLeft, .rightToLeft, 0),
    ] {
      #expect(field.window(columns: 8, layout: layout, language: language).cursor == cursor)
    }
    let hebrew = Marked("אב").field
    // The blank where the caret stands is drawn at the left of the text.
    #expect(hebrew.window(columns: 8, layout: .leftToRight, language: .leftToRight).cursor == 0)
    #expect(hebrew.window(columns: 8, layout: .rightToLeft, language: .leftToRight).cursor == 2)
  }

  @Test("R54: moves by words: visually with the arrows, in reading order with b and f")
  func words() {
    let controlLeft = Key.holding(.control, .left)
    let controlRight = Key.holding(.control, .right)
    #expect(Marked("one two|").after(controlLeft) == "one |two")
    #expect(Marked("|one two").after(controlRight) == "one| two")
    #expect(Marked("שלום |עולם").after(controlLeft) == "שלום עולם|")
    #expect(Marked("שלום |עולם").after(controlRight) == "|שלום עולם")
    #expect(Marked("שלום |עולם").after(.holding(.alt, .character("b"))) == "|שלום עולם")
    #expect(Marked("שלום |עולם").after(.holding(.alt, .character("f"))) == "שלום עולם|")
    #expect(Marked("one two|").after(.home) == "|one two")
    #expect(Marked("|one two").after(.end) == "one two|")
    #expect(Marked("|one two").after(.control("e"), .control("a")) == "|one two")
  }

  @Test("R54: deletions remove what a person sees as a letter, and lam-alef is two letters")
  func deletes() {
    #expect(Marked("ab|c").after(.backspace) == "a|c")
    #expect(Marked("a|bc").after(.delete) == "a|c")
    #expect(Marked("e\u{301}|x").after(.backspace) == "|x")
    #expect(Marked("👩\u{200D}👧|").after(.backspace) == "|")
    #expect(Marked("سلا|").after(.backspace) == "سل|")
    #expect(Marked("س|لا").after(.left) == "سلا|")
    #expect(Marked("one two|").after(.control("w")) == "one |")
    #expect(Marked("one| two").after(.holding(.alt, .character("d"))) == "one|")
    #expect(Marked("one |two").after(.control("u")) == "|two")
    #expect(Marked("one |two").after(.control("k")) == "one |")
    #expect(Marked("|one").after(.backspace) == "|one")
    #expect(Marked("one|").after(.delete) == "one|")
  }

  @Test("R54: Shift selects, typing and deleting replace the selection, an arrow goes to its side")
  func selection() {
    let right = Key.holding(.shift, .right)
    #expect(Marked("|abc").after(right, right) == "[ab|c")
    #expect(Marked("|abc").after(right, right, .character("x")) == "x|c")
    #expect(Marked("|abc").after(right, right, .backspace) == "|c")
    #expect(Marked("|abc").after(right, right, .left) == "|abc")
    #expect(Marked("|abc").after(right, right, .right) == "ab|c")
    #expect(Marked("a|bc").after(.holding(.shift, .end)) == "a[bc|")
    #expect(Marked("one |two").after(.holding([.shift, .control], .left)) == "|one [two")
    // Across a level boundary the selection is two ranges on the screen.
    var field = Marked("|ab אבג").field
    for _ in 0..<4 { _ = field.handle(right, language: .leftToRight) }
    let window = field.window(columns: 20, layout: .leftToRight, language: .leftToRight)
    #expect(field.selection == 0..<4)
    #expect(window.selected == [0..<3, 5..<6])
  }

  @Test("R54: undo goes back word by word, and step by step through everything else")
  func undo() {
    var marked = Marked("")
    for key in typing("one two") { marked.press(key) }
    marked.press(.control("w"))
    #expect(marked.description == "one |")
    #expect(marked.after(.control("_")) == "one two|")
    #expect(marked.after(.control("_"), .control("_")) == "one|")
    #expect(marked.after(.control("_"), .control("_"), .control("_")) == "|")
    #expect(marked.after(.control("_"), .control("_"), .control("_"), .control("_")) == "|")
    _ = marked.field.paste("x y z")
    #expect(marked.after(.control("_")) == "one |")
  }

  @Test("R54, section 5: a field never accepts text that could harm the screen or the order")
  func filtered() {
    var marked = Marked("")
    #expect(marked.field.paste("a\u{1B}[2Jb\u{202E}c\u{9B}\u{7F}") == .changed)
    #expect(marked.field.text == "a[2Jbc")
    #expect(marked.field.paste("\u{202E}") == .refused)
    for _ in 0..<6 { marked.press(.character("\u{301}")) }
    #expect(marked.field.text.unicodeScalars.filter { $0 == "\u{301}" }.count == 4)
  }

  @Test(
    "R54: a pasted line break is converted by the field's rule",
    arguments: [
      (TextField.Rules.LineBreaks.areSpaces, "a b c"), (.areDropped, "abc"), (.areKept, "a\n\nb c"),
    ])
  func lineBreaks(rule: TextField.Rules.LineBreaks, expected: String) {
    var field = TextField(
      rules: .init(kind: .person, maximum: .scalars(20), lineBreaks: rule))
    #expect(field.paste("a\r\n\nb\tc") == .changed)
    #expect(field.text == expected)
    let typed = field.handle(.holding(.alt, .enter), language: .leftToRight)
    #expect(typed == (rule == .areKept ? .changed : .refused))
    #expect(field.text == expected + (rule == .areKept ? "\n" : ""))
    // A kept one is a sign that the caret can pass.
    let line = field.window(columns: 20, layout: .leftToRight, language: .leftToRight).line
    #expect(line.text.contains("\n") == false)
    #expect(line.text.contains("↵") == (rule == .areKept))
  }

  @Test("R54: a maximum holds for letters and for bytes, and cuts no character")
  func maximum() {
    var letters = Marked("", .init(kind: .person, maximum: .scalars(3)))
    for key in typing("abcd") { letters.press(key) }
    #expect(letters.field.text == "abc")
    #expect(letters.outcomes.last == .refused)
    #expect(letters.field.room == 0)
    var bytes = TextField(rules: .init(kind: .person, maximum: .bytes(7)))
    #expect(bytes.paste("سلام") == .refused)
    #expect(bytes.text == "سلا")
    #expect(bytes.room == 1)
    var family = TextField(rules: .init(kind: .person, maximum: .scalars(4)))
    #expect(family.paste("ab👩\u{200D}👧") == .refused)
    #expect(family.text == "ab")
    // The selection makes room.
    letters.press(.holding(.shift, .home), .character("x"))
    #expect(letters.field.text == "x")
  }

  @Test("R27, R54: an identifier has no blanks and stays left-to-right")
  func identifier() {
    let rules = TextField.Rules(kind: .identifier, maximum: .bytes(254))
    var field = TextField(rules: rules)
    #expect(field.paste(" ana @example.org\n") == .changed)
    #expect(field.text == "ana@example.org")
    #expect(field.handle(.character(" "), language: .rightToLeft) == .refused)
    let window = field.window(columns: 30, layout: .leftToRight, language: .rightToLeft)
    #expect(window.cursor == 15)
  }

  @Test("R41, R54: a password is dots on the screen and nothing in a description")
  func secret() {
    let rules = TextField.Rules(kind: .secret, maximum: .bytes(1024))
    var field = TextField(rules: rules)
    _ = field.paste("pâss wörd\u{301} 🔑\n")
    #expect(field.text == "pâss wörd\u{301} 🔑")
    let window = field.window(columns: 30, layout: .leftToRight, language: .leftToRight)
    #expect(window.line.text == String(repeating: "▪", count: 11) + " ")
    #expect(window.cursor == 11)
    #expect(!"\(field)".contains("rd") && !String(reflecting: field).contains("rd"))
    var dumped = ""
    dump(field, to: &dumped)
    #expect(!dumped.contains("rd"))
    // Words are not distinguished either.
    _ = field.handle(.holding(.control, .left), language: .leftToRight)
    #expect(field.caret == 0)
    _ = field.handle(.right, language: .leftToRight)
    _ = field.handle(.right, language: .leftToRight)
    #expect(field.handle(.delete, language: .leftToRight) == .changed)
    #expect(field.text == "pâs wörd\u{301} 🔑")
  }

  @Test("R54: at any width and in both directions the caret is in the box, on its character")
  func scrolling() {
    let texts = [
      "", "a", "one two three four five", "שלום עולם וכל אשר בו", "abc אבג 123 دهز xyz",
      "中文中文中文中文", "ab\u{301}c👩\u{200D}👧סוף",
    ]
    for text in texts {
      for layout in Direction.allCases {
        for columns in 1...24 {
          var field = Marked(text + "|").field
          _ = field.handle(.home, language: .leftToRight)
          var last = -1
          while field.caret != last {
            last = field.caret
            let window = field.window(columns: columns, layout: layout, language: .leftToRight)
            #expect((0..<columns).contains(window.cursor), "\(text) \(columns) \(last)")
            if columns > 1 {
              #expect(
                field.position(
                  atColumn: window.cursor, columns: columns, layout: layout, language: .leftToRight)
                  == field.caret, "\(text) \(columns) \(last)")
            }
            _ = field.handle(.control("f"), language: .leftToRight)
          }
        }
      }
    }
  }

  @Test("R54: no mix of keys and pastes puts the caret inside a character or out of sight")
  func anything() {
    var generator = SeededGenerator(seed: 54)
    let pieces = [
      "a", " ", "\u{301}", "\u{200D}", "👩", "👧", "א", "ل", "ا", "5", "٥", "(", "\u{202E}", "中",
      "\u{1F1EA}", "\u{1F1EC}", "\n", "\u{200C}", "ㄱ", "ᅡ", "x\r\ny",
    ]
    let keys: [Key] = [
      .left, .right, .home, .end, .backspace, .delete, .holding(.shift, .left),
      .holding(.shift, .right), .holding(.control, .left), .holding(.control, .right),
      .control("w"), .control("_"), .control("k"), .holding(.alt, .enter),
    ]
    for kind in [TextField.Rules.Kind.person, .secret, .identifier] {
      var field = TextField(
        rules: .init(
          kind: kind, maximum: .scalars(30), lineBreaks: kind == .person ? .areKept : nil))
      for _ in 0..<Effort.rounds(short: 300, long: 3000) {
        let language = Direction.allCases.randomElement(using: &generator)!
        if Bool.random(using: &generator) {
          _ = field.paste(pieces.randomElement(using: &generator)!)
        } else {
          _ = field.handle(keys.randomElement(using: &generator)!, language: language)
        }
        #expect(field.text.unicodeScalars.count <= 30)
        let head = field.text.unicodeScalars.prefix(field.caret)
        #expect(field.text.hasPrefix(String(String.UnicodeScalarView(head))) || field.caret == 0)
        let columns = Int.random(in: 1...12, using: &generator)
        let window = field.window(columns: columns, layout: language, language: language)
        #expect((0..<columns).contains(window.cursor))
      }
    }
  }
}

/// Random numbers that come again (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
