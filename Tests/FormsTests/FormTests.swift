import Forms
import Testing

private typealias Sample = Part<String, String>

/// A form with a part of every kind.
private var everything: Form<String, String> {
  Form([
    Card(
      "Profile",
      [
        Sample.paragraph("Who you are to others.", .quiet),
        .value("Name", "Lina", id: "name"),
        .value("Layout", "at once", sign: Sign(["⇄"]), id: "way"),
        .field("Note", FieldContent { _ in field("tea"[...]) }, id: "note"),
      ]),
    Card(
      nil,
      [
        .option("Home", detail: "active", .check(isCurrent: true), id: "home"),
        .option("Work", .check(isCurrent: false), id: "work"),
        .option("One", .radio(isCurrent: true), id: "one"),
        .option("Page", .chevron(isCurrent: true), id: "page"),
        .toggle("Share data", isOn: true, word: "On", id: "share"),
        .paragraph("Nothing personal.", .quiet, indent: 4),
      ]),
    Card(
      "Keys", [.term("Enter", meaning: "choose"), .term("q", meaning: "leave")]),
    Card(nil, [.action("Sign out", id: "out"), .button("Save", id: "save")]),
  ])
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
    #expect(
      FormsTests.picture(everything.frame(columns: 30), .leftToRight) == [
        "Profile",
        "Who you are to others.",
        "Name                      Lina",
        "⇄ Layout               at once",
        "Note  tea",
        "",
        "✓ Home                  active",
        "  Work",
        "(●) One",
        " › Page",
        "[x] Share data              On",
        "    Nothing personal.",
        "",
        "Keys",
        "Enter  choose",
        "q      leave",
        "",
        "Sign out",
        "[ Save ]",
      ])
    let mirrored = FormsTests.picture(everything.frame(columns: 30), .rightToLeft)
    #expect(mirrored[2] == "Lina                      Name")
    #expect(mirrored[8] == "                       One (●)")
    #expect(mirrored[9] == "                       Page ‹")
    #expect(mirrored[18] == "                      [ Save ]")
  }

  @Test("R53: what is spoken is what is drawn, part by part, but for fields")
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
    #expect(current == ["home", "one", "page"])
  }

  @Test("R50: every part with a name can have the focus, is highlighted and has the cursor alone")
  func focus() throws {
    let layout = FormLayout<String>(width: 30)
    for id in everything.ids {
      let rows = layout.rows(of: everything, focus: id)
      let cursors = rows.filter { $0.cursor != nil }
      #expect(cursors.count == 1 && cursors[0].id == id, "\(id)")
      let plain = layout.rows(of: everything)
      for (row, other) in zip(rows, plain) {
        #expect((row.spans == other.spans) == (row.id != id), "\(id)")
      }
      if id != "note", id != "save" {
        let fill = try #require(cursors.first?.spans.first)
        #expect(fill.style == layout.styles.focused && fill.width == 30)
      }
    }
    // The open field shows its caret and what is selected, and no bar.
    let open = try #require(layout.rows(of: everything, focus: "note").first { $0.box != nil })
    #expect(open.box?.column == 6 && open.box?.width == 24 && open.cursor == 9)
    #expect(open.spans.last?.highlights.map(\.columns) == [0..<1])
  }

  @Test("R50: a pointer finds each part on all of its rows, and nothing on text to read")
  func pointing() {
    for width in [8, 14, 30, 60] {
      let rows = FormLayout<String>(width: width).rows(of: everything)
      var found: [String] = []
      for row in rows { if let id = row.id, found.last != id { found.append(id) } }
      #expect(found == everything.ids, "\(width)")
    }
  }

  @Test("R29: nothing is drawn beyond the width, and no letter is lost, in any width")
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
    for width in 6...60 {
      let rows = FormLayout<String>(width: width).rows(of: everything, focus: "home")
      for span in rows.flatMap(\.spans) {
        #expect(span.column >= 0 && span.column + span.width <= width, "\(width): \(span)")
      }
      #expect(letters(rows) == whole, "\(width)")
    }
  }

  @Test("A label that may not wrap is cut, with a blank behind it")
  func cut() {
    var layout = FormLayout<String>(width: 10)
    layout.wraps = false
    let rows = layout.rows(of: Sample.option("Settings", .chevron(isCurrent: false), id: "a"))
    #expect(rows.count == 1)
    #expect(rows[0].spans.last?.width == 6)
  }

  @Test("Of a long list only what can be in sight is made, and every part has a row")
  func longList() {
    let elements = Array(0..<10_000)
    var made: Set<Int> = []
    let form = Form([
      Card(
        list: elements, ids: elements,
        part: { element -> Part<String, Int> in
          made.insert(element)
          return .option("Entry \(element)", .check(isCurrent: false), id: element)
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
