import CPostgreSQL

/// Where a PostgreSQL database is: an address as libpq takes it, without a password.
///
/// `postgresql://lisan@db1,db2/accounts?sslmode=verify-full&passfile=/etc/lisan/pgpass`
public struct ConnectionString: Hashable, Sendable {
  /// Why an address is refused.
  public enum Invalid: Error, Hashable, Sendable {
    /// libpq cannot parse it; with its reason, which may quote the address.
    case syntax(String)
    /// Other users of the machine see the arguments of a program, so a password does not belong
    /// there.
    case password
  }

  let text: String
  /// The hosts, in the order of the address, as libpq's `host`, `hostaddr` and `port`; empty values
  /// are not given.
  private let hosts: [[String: String]]
  /// The address for people and logs: `postgresql://lisan@db1,db2/accounts`.
  public let description: String

  /// Whether a value of `--database` is an address and not a file.
  public static func isAddress(_ text: String) -> Bool {
    text.hasPrefix("postgresql://") || text.hasPrefix("postgres://")
  }

  public init(_ text: String) throws(Invalid) {
    var reason: UnsafeMutablePointer<CChar>?
    guard let options = PQconninfoParse(text, &reason) else {
      defer { PQfreemem(reason) }
      throw .syntax(reason.map { trimmed($0) } ?? "no memory")
    }
    defer { PQconninfoFree(options) }
    var values: [String: String] = [:]
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val {
        values[String(cString: keyword)] = String(cString: value)
      }
      option += 1
    }
    guard values["password"] == nil, values["sslpassword"] == nil else { throw .password }
    self.text = text
    var lists: [String: [Substring]] = [:]
    for name in ["host", "hostaddr", "port"] {
      lists[name] = values[name]?.split(separator: ",", omittingEmptySubsequences: false)
    }
    let count = lists.values.map(\.count).max() ?? 1
    // One port serves for all hosts.
    hosts = (0..<count).map { index in
      lists.mapValues { list in
        String(list.count == 1 ? list[0] : index < list.count ? list[index] : "")
      }
    }
    let user = values["user"].map { "\($0)@" } ?? ""
    let servers = hosts.map { host in
      let port = host["port"] ?? ""
      return (host["host"] ?? host["hostaddr"] ?? "") + (port.isEmpty ? "" : ":\(port)")
    }
    description =
      "postgresql://\(user)\(servers.joined(separator: ","))/\(values["dbname"] ?? "")"
  }
}

extension ConnectionString {
  var hostCount: Int { hosts.count }

  /// Parameters that make libpq connect to one of several hosts.
  func only(_ index: Int) -> [(String, String)] {
    guard hosts.count > 1 else { return [] }
    let values = hosts[index].sorted { $0.key < $1.key }
    // libpq passes over an empty parameter, but not an empty place in a list.
    let isList = values.contains { $0.value.isEmpty }
    return values.map { ($0.key, isList ? "\($0.value),\($0.value)" : $0.value) }
  }
}

/// A message of libpq in one line.
func trimmed(_ message: UnsafePointer<CChar>) -> String {
  String(cString: message).split { $0 == "\n" || $0 == "\t" }.joined(separator: " ")
}
