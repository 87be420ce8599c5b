import BidiOracles
import Foundation

/// The text library for C, called as C calls it, beside FriBidi and ICU: from UTF-8 to the order of a
/// line, and to UTF-8 of the drawn line, in microseconds of processor time. Everything is made and
/// freed each time.
func measureTextLibrary(_ path: String?, _ table: Table) {
  guard let library = path.flatMap(TextLibrary.init) else {
    let reason = path.map { "\($0) is not it" } ?? "--text-library does not name it"
    FileHandle.standardError.write(
      Data("bench: the text library is left out, because \(reason)\n".utf8))
    return
  }
  table.begin("The text library for C, µs a line of processor time")
  let lines = [
    ("ASCII", "This screen shows the language of the app, and your choice is kept at once (R1)."),
    ("Arabic", "تعرض هذه الشاشة لغة التطبيق واتجاه التخطيط، ويُحفظ اختيارك على الفور"),
    ("mixed", "الإعدادات (Settings) الإصدار 1.2.3، اللغة: English, الخطوة 2 / 5 من lisan"),
    ("Hebrew", "המסך הזה מציג את שפת היישום, והבחירה נשמרת מיד"),
  ]
  for (name, text) in lines {
    let peers = peersFromUTF8(text)
    let order = Contender(name: "liblisantext") { library.order(text) }
    precondition(
      peers.order.allSatisfy { $0.run() == order.run() }, "\(name): not all have one order")
    let drawn = Contender(name: "liblisantext") { library.drawn(text) }
    for (what, contenders) in [
      ("order", [order] + peers.order), ("joined and reordered", [drawn] + peers.drawn),
    ] {
      let measured = race(
        rounds: 201, repetitions: 400, scale: 1000, clock: CLOCK_THREAD_CPUTIME_ID, contenders)
      table.add(
        "\(what), \(name), \(text.utf8.count) bytes", "µs", measured[0],
        Array(measured.dropFirst()),
        bars: [.ratioAtMost(1, to: "FriBidi"), .ratioAtMost(1, to: "ICU")])
    }
  }
}

/// The functions of a built liblisantext.
private struct TextLibrary {
  private typealias Handle = OpaquePointer?
  private typealias NewText =
    @convention(c) (UnsafePointer<CChar>?, Int, Int32, UInt32) -> Handle
  private typealias NewLine = @convention(c) (Handle, Int, Int) -> Handle
  private typealias Free = @convention(c) (Handle) -> Void
  private typealias Order = @convention(c) (Handle, UnsafeMutablePointer<Int>?, Int) -> Int
  private typealias WriteUTF8 =
    @convention(c) (Handle, Int32, UnsafeMutablePointer<CChar>?, Int) -> Int
  private let newText: NewText
  private let freeText: Free
  private let newLine: NewLine
  private let freeLine: Free
  private let orderOfLine: Order
  private let utf8: WriteUTF8

  /// nil if there is no such library.
  init?(_ path: String) {
    guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL) else { return nil }
    func load<Function>(_ name: String) -> Function? {
      dlsym(library, name).map { unsafeBitCast($0, to: Function.self) }
    }
    guard let newText: NewText = load("lisan_text_new"),
      let freeText: Free = load("lisan_text_free"), let newLine: NewLine = load("lisan_line_new"),
      let freeLine: Free = load("lisan_line_free"),
      let orderOfLine: Order = load("lisan_line_order"),
      let utf8: WriteUTF8 = load("lisan_line_utf8")
    else { return nil }
    (self.newText, self.freeText) = (newText, freeText)
    (self.newLine, self.freeLine) = (newLine, freeLine)
    (self.orderOfLine, self.utf8) = (orderOfLine, utf8)
  }

  /// Calls `body` with a line that is freed afterwards. Auto direction, and the whole text.
  private func withLine(_ text: String, _ body: (Handle) -> Int) -> Int {
    var copy = text
    return copy.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        let text = newText(bytes.baseAddress, bytes.count, 2, 0)
        let line = newLine(text, 0, -1)
        let result = body(line)
        freeLine(line)
        freeText(text)
        return result
      }
    }
  }

  /// The sum of each place times the character there.
  func order(_ text: String) -> Int {
    withLine(text) { line in
      withUnsafeTemporaryAllocation(of: Int.self, capacity: 512) { places in
        let count = orderOfLine(line, places.baseAddress, places.count)
        var sum = 0
        for place in 0..<count { sum += place * places[place] }
        return sum
      }
    }
  }

  /// The number of bytes of the drawn line.
  func drawn(_ text: String) -> Int {
    withLine(text) { line in
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 2_048) {
        utf8(line, 0, $0.baseAddress, $0.count)
      }
    }
  }
}
