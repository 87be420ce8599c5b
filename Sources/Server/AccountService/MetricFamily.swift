/// Values of one name, in Prometheus' text format 0.0.4.
package struct MetricFamily: Sendable {
  package enum Kind: String, Sendable {
    case counter
    case gauge
    case histogram
  }

  private let name: String
  private let kind: Kind
  private let help: String
  private var samples: [String] = []

  package init(_ name: String, _ kind: Kind, _ help: String) {
    self.name = name
    self.kind = kind
    self.help = help
  }

  /// A gauge with one value.
  package static func gauge(_ name: String, _ help: String, _ value: Int) -> MetricFamily {
    var family = MetricFamily(name, .gauge, help)
    family.add([], String(value))
    return family
  }

  /// - Parameter labels: their values are routes, methods and numbers, which need no escapes.
  package mutating func add(
    _ labels: [(name: String, value: String)], _ value: String, suffix: String = ""
  ) {
    let list = labels.map { "\($0.name)=\"\($0.value)\"" }.joined(separator: ",")
    samples.append("\(name)\(suffix)\(list.isEmpty ? "" : "{\(list)}") \(value)")
  }

  package mutating func sort() { samples.sort() }

  package var text: String {
    (["# HELP \(name) \(help)", "# TYPE \(name) \(kind.rawValue)"] + samples)
      .joined(separator: "\n") + "\n"
  }
}
