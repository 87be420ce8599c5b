import SystemCalls

/// Markup for a browser. What a literal spells is markup; every interpolated text is escaped, so a
/// text from a user or a catalog cannot become markup.
///
/// ```swift
/// let name = "<b>Ana</b>"
/// let heading: HTML = "<h1>\(name)</h1>"   // <h1>&lt;b&gt;Ana&lt;/b&gt;</h1>
/// ```
package struct HTML: ExpressibleByStringInterpolation, Sendable {
  package private(set) var markup: String

  package init(stringLiteral literal: String) { markup = literal }

  package init(stringInterpolation interpolation: StringInterpolation) {
    markup = interpolation.markup
  }

  static let nothing: HTML = ""

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var markup = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      markup.reserveCapacity(literalCapacity + 32 * interpolationCount)
    }

    package mutating func appendLiteral(_ literal: String) { markup += literal }

    package mutating func appendInterpolation(_ text: String) {
      for scalar in text.unicodeScalars {
        switch scalar {
        case "&": markup += "&amp;"
        case "<": markup += "&lt;"
        case ">": markup += "&gt;"
        case "\"": markup += "&quot;"
        case "'": markup += "&#39;"
        default: markup.unicodeScalars.append(scalar)
        }
      }
    }

    package mutating func appendInterpolation(_ number: Int) { markup += String(number) }

    package mutating func appendInterpolation(_ html: HTML?) {
      if let html { markup += html.markup }
    }

    package mutating func appendInterpolation(_ parts: [HTML]) {
      for part in parts { markup += part.markup }
    }
  }
}

extension HTML {
  /// A text from a user, isolated, with the direction of its first strong letter (R26).
  static func person(_ text: String) -> HTML { "<bdi>\(text)</bdi>" }

  /// An identifier, always left to right (R27).
  static func identifier(_ text: String) -> HTML { "<bdi dir=\"ltr\">\(text)</bdi>" }

  /// A time in UTC to the minute, because the server does not know where the person is: the spelling
  /// of ISO 8601 means the same in every language.
  ///
  /// - Parameter milliseconds: since 1970.
  static func time(_ milliseconds: Int64) -> HTML {
    let text = UTCTime.text(millisecondsSince1970: milliseconds)
    let (day, clock) = (String(text.prefix(10)), String(text.dropFirst(11).prefix(5)))
    return "<time datetime=\"\(day)T\(clock)Z\" dir=\"ltr\">\(day) \(clock)</time>"
  }
}
