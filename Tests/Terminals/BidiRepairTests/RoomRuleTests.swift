import BidiRepair
import TerminalEmulator
import Testing

/// The rules by which a row's text gets its direction, its room and its paragraph, each beside a row
/// that only just escapes it.
@Suite struct RoomRuleTests {
  private static let alternate = "\u{1B}[?1049h\u{1B}[H"
  private static let code = "\u{1B}[36m"
  private static let plain = "\u{1B}[m"

  /// Rows as a program writes them in 14 columns, and as they are shown. Blanks at the end are left out.
  struct Rule: CustomTestStringConvertible {
    let claim: String
    let written: [String]
    let shown: [String]
    var testDescription: String { claim }

    init(_ claim: String, _ written: [String], _ shown: [String]) {
      (self.claim, self.written, self.shown) = (claim, written, shown)
    }
  }

  private static let directions = [
    Rule("a spinner is no Latin letter", ["⠋ אבג דהו"], ["     והד גבא ⠋"]),
    Rule("a Latin letter beyond ASCII is one", ["é אבג"], ["é גבא"]),
    Rule("an ideograph is a left-to-right letter", ["漢 אבג"], ["漢 גבא"]),
    Rule("a digit is no letter", ["12 אבג"], ["        גבא 12"]),
    Rule(
      "three letters make words", ["1. אבג דהו", "2. ab גדה"], ["    והד גבא .1", "     הדג ab .2"]),
    Rule("two letters do not", ["1. אבג דהו", "2. ab גד"], ["    והד גבא .1", "2. ab דג"]),
    Rule(
      "a sibling begins within four columns", ["1. אבג דהו", "    2. a גדה"],
      ["    והד גבא .1", "  הדג a .2"]),
    Rule("and not beyond", ["1. אבג דהו", "     2. a גדה"], ["    והד גבא .1", "     2. a הדג"]),
    Rule("code in the same look begins a left-to-right text", ["--x אבג דהו"], ["--x והד גבא"]),
    Rule(
      "below another row it begins a listing", ["ab", "\(code)--x\(plain) אבג דהו"],
      ["ab", "--x והד גבא"]),
    Rule(
      "below a blank row code in another look begins a text", ["", "\(code)--x\(plain) אבג דהו"],
      ["", "   והד גבא --x"]),
  ]

  private static let prompts = [
    Rule("a dollar sign is a prompt", ["אבג דהו", "$ ab גדה"], ["       והד גבא", "$ ab הדג"]),
    Rule("also behind a name", [full.0, "me@x$ a ל"], [full.1, "me@x$ a ל"]),
    Rule(
      "a sharp sign at the start is none", ["אבג דהו", "# ab גדה"],
      ["       והד גבא", "      הדג ab #"]),
    Rule(
      "nor is a percent sign behind a number", [full.0, "5% ab ל"], [full.1, "       ל ab 5%"]),
    Rule("nor is a sharp sign", [full.0, "ab 5# ל"], [full.1, "       ל ab 5#"]),
    Rule("but behind a name", [full.0, "me% ab ל"], [full.1, "me% ab ל"]),
    Rule("a chevron is a prompt", ["אבג דהו", "> ab גדה"], ["       והד גבא", "> ab הדג"]),
    Rule(
      "below another one it is a quote, which has a room beside it", ["> אבג דהו", "> גדה ab"],
      ["> והד גבא", "> ab הדג"]),
    Rule(
      "a chevron of a word is none", ["> אבג דהו", ">גדה ab"], ["     והד גבא <", "       ab הדג<"]),
  ]

  private static let programs = [
    Rule("a comment stays at the left", ["// אבג"], ["// גבא"]),
    Rule("one slash is none", ["/ אבג"], ["         גבא /"]),
    Rule("also a long one", ["/* אבג"], ["/* גבא"]),
    Rule("a sharp sign above code begins a comment", ["# אב", "x = 1"], ["# בא", "x = 1"]),
    Rule("and below it", ["x = 1", "# אב"], ["x = 1", "# בא"]),
    Rule("a heading has text below", ["# אב", "גד"], ["          בא #", "            דג"]),
    Rule("a heading by itself", ["# אב", "", "x = 1"], ["          בא #", "", "x = 1"]),
    Rule("a list above Latin is none", ["- אב", "x = 1"], ["          בא -", "x = 1"]),
    Rule(
      "a string ends no paragraph of prose", ["אבגד הוזחט יכל", "x \"אב\""],
      ["לכי טחזוה דגבא", "x \"בא\""]),
    Rule("a comment behind code", ["אבגד הוזחט יכל", "x // אבג"], ["לכי טחזוה דגבא", "x // גבא"]),
    Rule("with a sharp sign", ["אבגד הוזחט יכל", "x # אבג"], ["לכי טחזוה דגבא", "x # גבא"]),
    Rule(
      "without a blank before it is text", ["אבגד הוזחט יכל", "x# אבג"],
      ["לכי טחזוה דגבא", "x# גבא"]),
  ]

  /// A row that goes on in the next one, which has one right-to-left letter: too few for a direction.
  private static let full = ("אבגד הוזח טיכ", " כיט חזוה דגבא")

  private static let paragraphs =
    [
      Rule("a full row goes on in the next", [full.0, "abc ל"], [full.1, "         ל abc"]),
      Rule(
        "a row with room for the next word ends, by the widest one",
        ["אבגד הוזח", "abc ל", full.0], ["     חזוה דגבא", "abc ל", full.1]),
      Rule("two letters are no number", [full.0, "ab. cd ל"], [full.1, "      ל ab. cd"]),
      Rule(
        "a row shorter than two fifths ends", ["אבגד", "abcdefghijk ל"],
        ["          דגבא", "abcdefghijk ל"]),
      Rule("a text set in by four goes on", [full.0, "    abc ל"], [full.1, "     ל abc"]),
      Rule("one set in by five does not", [full.0, "     abc ל"], [full.1, "     abc ל"]),
      Rule("no text goes on in a prompt", [full.0, "ab $ ל"], [full.1, "ab $ ל"]),
      Rule(
        "or behind one", ["$ abc אבגד הוז", "טיכ abc ל"], ["$ abc זוה דגבא", "     ל abc כיט"]),
      Rule("or in code", [full.0, "a // ל"], [full.1, "a // ל"]),
      Rule("a sibling row without letters follows", [full.0, "", "- 12"], [full.1, "", "- 12"]),
    ]
    + ["1.", "23)", "a.", "(2)", "[x]", "•", "-", "*", "٣.", "---"].map { marker in
      Rule(
        "no text goes on in \(marker)", [full.0, "\(marker) abc ל"], [full.1, "\(marker) abc ל"])
    }
    + [("–", "–"), (":", ":"), ("1234.", ".1234"), ("1", "1"), ("==", "=="), ("----", "----")].map {
      text in
      let shown = "ל abc \(text.1)"
      let indent = String(repeating: " ", count: 14 - shown.count)
      return Rule("but in \(text.0)", [full.0, "\(text.0) abc ל"], [full.1, indent + shown])
    }

  private static let rooms = [
    Rule("three blanks are one text", ["אב   גד"], ["       דג   בא"]),
    Rule("four are a gap between columns", ["אב    גד"], ["בא    דג"]),
    Rule("a tab is one", ["אב\tגד"], ["בא      דג"]),
    Rule("two are one below another", ["ab  c", "אב  גד"], ["ab  c", "בא  דג"]),
    Rule("also below a text that begins there", ["    ab", "אב  גד"], ["    ab", "בא  דג"]),
    Rule("but not between other columns", ["a  b", "אב  גד"], ["a  b", "        דג  בא"]),
    Rule("a box has its own text", ["│אב cd│ef גד│"], ["│cd בא│ef דג│"]),
    Rule("a bar within a row has not", ["אב | cd"], ["       cd | בא"]),
    Rule("a sign at the edge has", [alternate + "אב גד hi jkl >"], ["hi jkl דג בא >"]),
    Rule("a sign within is of the text", [alternate + "אב גד hi > jkl"], ["hi > jkl דג בא"]),
  ]

  private static let letters = [
    Rule("a sign of mathematics is mirrored", ["א≤ב"], ["           ב≥א"]),
    Rule("brackets are", ["א(ב)[ג]{ד}"], ["    {ד}[ג](ב)א"]),
    Rule("in left-to-right text nothing is", ["a ≤ (א)"], ["a ≤ (א)"]),
    Rule(
      "a form of a letter is joined anew", ["\u{FE91}\u{FE8F} ב"], ["          ב \u{FE90}\u{FE91}"]),
    Rule("the brackets of a call stay", ["אב f_() גד"], ["    דג f_() בא"]),
    Rule("also behind a digit", ["אב f9() גד"], ["    דג f9() בא"]),
    Rule("those of no call do not", ["אב -() גד"], ["     דג ()- בא"]),
    Rule("signs in another look are no isolate", ["אב \(code)-1-\(plain) ג"], ["      ג -1- בא"]),
    Rule(
      "a code with right-to-left text is none", ["אב \(code)a-ג b\(plain) ד"], ["    ד b ג-a בא"]),
    Rule("a wide letter keeps its halves", ["אב 漢字 גד"], ["    דג 漢字 בא"]),
    Rule("marks stay on their letter", ["א\u{5B8}ב"], ["            בא\u{5B8}"]),
  ]

  @Test(
    "R72: each rule holds, and what only just escapes it does not",
    arguments: directions + prompts + programs + paragraphs + rooms + letters)
  func rules(rule: Rule) {
    var sitting = Sitting(columns: 14, rows: 4)
    sitting.write(rule.written.joined(separator: "\r\n"))
    #expect(
      Array(sitting.rows.prefix(rule.shown.count)) == rule.shown, "\(sitting.rows) \(rule.written)")
  }
}
