import Forms
import Testing

private typealias Sample = Part<String, String>

/// A form with a part of every kind.
private var everything: Form<String, String> {
  Form(
    "Settings", about: "Who you are to others.",
    [
      Card(
        "Profile",
        [
          Sample.value("Version", "1.2"),
          .value("State", "Synced", sign: Sign(["✓"], emphasis: .mark)),
          .value("Name", "Lina", id: "name"),
          .entry("City", "Cairo", id: "city"),
          .field("Note", FieldContent { _ in field("tea"[...]) }, id: "note"),
        ]),
      Card(
        nil,
        [
          .option("Home", detail: "active", .radio(isCurrent: true), id: "home"),
          .option("Shed", detail: "free", sign: Sign(["✓"]), .radio(isCurrent: false), id: "shed"),
          .option("Work", .radio(isCurrent: false), id: "work"),
          .option("Page", .chevron(isCurrent: true), id: "page"),
          .toggle("Share data", isOn: true, word: "On", id: "share"),
          .toggle("Follow", isOn: false, word: "Off", id: "follow"),
          .paragraph("Nothing personal.", .quiet),
        ]),
      Card(
        nil,
        [
          .choice("One", Choice(isCurrent: true, note: "the first", picture: small), id: "one"),
          .choice("Two", Choice(isCurrent: false, note: "the second", picture: small), id: "two"),
        ]),
      Card(
        "Keys", [.term("Enter", meaning: "choose"), .term("q", meaning: "leave")]),
      Card(nil, [.action("More", id: "more"), .button("Save", id: "save")]),
    ])
}

/// A picture of a mirrored screen.
private func small() -> Picture {
  Picture(
    Form<String, String>([Card(nil, [.option("ab", .chevron(isCurrent: true), id: "x")])])
      .frame(columns: 10), .rightToLeft)
}

private func field(_ text: Substring) -> FieldContent.Window {
  FieldContent.Window(
    line: Paragraph("\(text) ", direction: .leftToRight).line, cursor: text.count,
    selected: [0..<1])
}

private func picture(_ frame: Frame, _ direction: Direction) -> [String] {
  let grid = frame.laidOut(direction)
  return (0..<grid.size.rows).map { row in
    var text = grid.text(row: row)
    while text.last == " " { text.removeLast() }
    return text
  }
}

struct FormTests {
  @Test("R23: a form is drawn in both directions from one description")
  func picture() {
    let rows = [
      "  Settings",
      "  Who you are to others.",
      "",
      "  Profile",
      "  Version         1.2",
      "  State           ✓ Synced",
      "  Name            Lina ›",
      "  City            Cairo",
      "  Note",
      "  tea",
      "",
      "  ◉ Home          active",
      "  ◦ Shed          ✓ free",
      "  ◦ Work",
      "  › Page",
      "  Share data      [ ◉] On",
      "  Follow          [◦ ] Off",
      "  Nothing personal.",
      "",
      "  ◉ One",
      "    ✓ the first",
      "  ◦ Two",
      "    the second",
      "",
      "  Keys",
      "  Enter  choose",
      "  q      leave",
      "",
      "  More ›",
      "  [ Save ]",
    ]
    #expect(FormsTests.picture(everything.frame(columns: 46), .leftToRight) == rows)
    let mirrored = FormsTests.picture(everything.frame(columns: 30), .rightToLeft)
    #expect(mirrored[4] == "                     Version")
    #expect(mirrored.contains("On           Share data [◉ ]"))
    #expect(mirrored.contains("                      Page ‹"))
    #expect(mirrored.last == "                    [ Save ]")
  }

  @Test("R29: in a narrow form a switch leads its row, and a value is below its label")
  func narrow() {
    let rows = FormsTests.picture(everything.frame(columns: 30), .leftToRight)
    #expect(rows.contains("  [ ◉] Share data           On"))
    let name = rows.firstIndex(of: "  Name")
    #expect(name.map { rows[$0 + 1] } == "    Lina ›")
  }

  @Test("R29: the details of options are all beside their labels, or all below")
  func details() {
    func picture(_ columns: Int, aligned: Bool = true) -> [String] {
      let details = [("Egypt", "Arabic, English"), ("International", "English")]
      let form = Form<String, Int>([
        Card(
          nil,
          details.enumerated().map { place, texts in
            .option(texts.0, detail: texts.1, .radio(isCurrent: place == 0), id: place)
          })
      ])
      var layout = FormLayout<String>(width: columns)
      layout.alignsDetails = aligned
      return FormsTests.picture(layout.frame(of: form), .leftToRight)
    }
    let beside = ["  ◉ Egypt           Arabic, English", "  ◦ International   English"]
    for columns in [60, 44, 40, 35] { #expect(picture(columns) == beside, "\(columns)") }
    let below = ["  ◉ Egypt", "    Arabic, English", "  ◦ International", "    English"]
    for columns in [34, 24, 20] { #expect(picture(columns) == below, "\(columns)") }
    let each = ["  ◉ Egypt   Arabic, English", "  ◦ International   English"]
    #expect(picture(34, aligned: false) == each)
  }

  @Test("R23: a picture keeps its direction in both layouts, and is omitted without room")
  func pictures() {
    var layout = FormLayout<String>(width: 46)
    layout.showsPictures = true
    let frame = layout.frame(of: everything)
    let straight = FormsTests.picture(frame, .leftToRight)
    #expect(straight.contains("  ◉ One                             ab ‹"))
    let mirrored = FormsTests.picture(frame, .rightToLeft)
    #expect(mirrored.contains("        ab ‹                           One ◉"))
    layout = FormLayout<String>(width: 40)
    layout.showsPictures = true
    #expect(
      !FormsTests.picture(layout.frame(of: everything), .leftToRight).contains {
        $0.contains("ab")
      })
  }

  @Test("R53: the spoken parts equal the drawn ones, except fields")
  func spoken() {
    let rows = FormLayout<String>(width: 60).rows(of: everything)
    var drawn = rows.flatMap { row in
      row.spans.compactMap { if case .text(let line) = $0.content { line.text } else { nil } }
    }
    drawn.removeAll { $0 == "Note" || $0 == "tea " }
    let spoken = everything.spoken.flatMap { [$0.text.label] + ($0.text.value.map { [$0] } ?? []) }
    #expect(spoken == drawn)
    #expect(everything.spoken.compactMap(\.id) == everything.ids.filter { $0 != "note" })
    let current = everything.spoken.filter(\.text.isCurrent).compactMap(\.id)
    #expect(current == ["home", "page", "one"])
  }

  @Test("R50: each part with an identifier has one bar, the cursor, and no change elsewhere")
  func focus() throws {
    let layout = FormLayout<String>(width: 46)
    let plain = layout.rows(of: everything)
    for id in everything.ids {
      let rows = layout.rows(of: everything, focus: id)
      let cursors = rows.filter { $0.cursor != nil }
      #expect(cursors.count == 1 && cursors[0].id == id, "\(id)")
      for (row, other) in zip(rows, plain) where row.id != id {
        #expect(row.spans == other.spans, "\(id)")
      }
      let bars = rows.indices.filter { place in
        rows[place].spans.contains { $0.column == 0 && $0.width == 1 && $0.content == .blank }
      }
      // The label and the box of an open field are two rows.
      #expect(bars.count == (id == "note" ? 2 : 1), "\(id)")
      #expect(rows[try #require(bars.first)].id == id)
      if id != "note", id != "save" {
        let fill = try #require(cursors.first?.spans.dropFirst().first)
        #expect(fill.style == layout.styles.focused && fill.column + fill.width == 46)
      }
    }
    let open = try #require(layout.rows(of: everything, focus: "note").first { $0.box != nil })
    #expect(open.box?.column == 2 && open.box?.width == 36 && open.cursor == 5)
    #expect(open.spans.last?.highlights.map(\.columns) == [0..<1])
  }

  @Test("R54: the cursor is on the mark or the bar, never on a letter")
  func cursors() throws {
    for width in [20, 46, 60] {
      let layout = FormLayout<String>(width: width)
      for id in everything.ids where id != "note" {
        let row = try #require(layout.rows(of: everything, focus: id).first { $0.cursor != nil })
        let frame = layout.frame(of: everything, focus: id)
        let grid = frame.laidOut(.leftToRight)
        let base = grid[frame.cursor.row, frame.cursor.column].glyph.base
        #expect([" ", "◉", "◦"].contains(base), "\(width) \(id) \(row)")
      }
    }
  }

  @Test("R50: a pointer finds each part on all of its rows, and nothing on text to read")
  func pointing() {
    for width in [10, 14, 30, 60] {
      let rows = FormLayout<String>(width: width).rows(of: everything)
      var found: [String] = []
      for row in rows { if let id = row.id, found.last != id { found.append(id) } }
      #expect(found == everything.ids, "\(width)")
    }
  }

  @Test("R29: at any width, nothing is drawn beyond it, and no letter is lost")
  func widths() {
    func letters(_ rows: [FormRow<String>]) -> String {
      rows.flatMap(\.spans).reduce("") { text, span in
        if case .text(let line) = span.content {
          text + line.text.filter { $0 != " " }
        } else {
          text
        }
      }
    }
    let whole = letters(FormLayout<String>(width: 60).rows(of: everything))
    for width in 30...60 {
      let rows = FormLayout<String>(width: width).rows(of: everything, focus: "home")
      for span in rows.flatMap(\.spans) {
        #expect(span.column >= 0 && span.column + span.width <= width, "\(width): \(span)")
      }
      #expect(letters(rows) == whole, "\(width)")
    }
  }

  @Test("A label that may not wrap is cut, with a blank after it")
  func cut() {
    var layout = FormLayout<String>(width: 10)
    layout.wraps = false
    let rows = layout.rows(of: Sample.option("Settings", .chevron(isCurrent: false), id: "a"))
    #expect(rows.count == 1)
    #expect(rows[0].spans.last?.width == 5)
  }

  @Test("A long list makes only visible parts, and every part has a row")
  func longList() {
    let elements = Array(0..<10_000)
    var made: Set<Int> = []
    let form = Form([
      Card(
        list: elements, ids: elements,
        part: { element -> Part<String, Int> in
          made.insert(element)
          return .option("Entry \(element)", .radio(isCurrent: false), id: element)
        })
    ])
    let layout = FormLayout<String>(width: 30, height: 20)
    let rows = layout.rows(of: form, focus: 5_000)
    #expect(rows.count == 10_000)
    #expect(made == Set((0..<20).map { $0 } + (4_980...5_020).map { $0 } + (9_980..<10_000)))
    #expect(rows[5_000].cursor != nil && !rows[4_990].spans.isEmpty && rows[1_000].spans.isEmpty)
    #expect(rows.map(\.id) == elements)
    #expect(form.ids == elements)
  }
}
