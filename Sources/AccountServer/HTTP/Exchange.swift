import AccountModel
import CMicroHTTPD
import Glibc

/// One request and its answer on their way through libmicrohttpd.
///
/// Its members belong to the thread of its connection; while the connection is suspended, to the
/// work that will answer, and resuming it hands them back.
final class Exchange: @unchecked Sendable {
  /// Beyond this many bytes, a body is not read to its end even to refuse it politely.
  static let discardLimit = 1 << 20

  let connection: OpaquePointer
  let target: RequestTarget
  let start: Int64
  /// Where libmicrohttpd keeps the target, and how long it was; for `mh_ambiguity` alone.
  let place: (start: UnsafePointer<CChar>?, length: Int)
  /// Set by the first call of the handler, when the headers are there.
  var method = ""
  var address = ClientAddress.none
  var hasBegun = false
  private(set) var body: [UInt8] = []
  private var received = 0
  var response: Response?
  var isAnswered = false

  /// Begins with the target as it came.
  init(connection: OpaquePointer, target: UnsafePointer<CChar>?, start: Int64) {
    self.connection = connection
    place = (target, target.map { strlen($0) } ?? 0)
    self.target = RequestTarget(
      Array(UnsafeRawBufferPointer(start: target, count: place.length)))
    self.start = start
  }

  var isTooLarge: Bool { received > Bounds.body }

  /// Takes a part of the body; false where there is far too much of it.
  func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
    received += bytes.count
    if isTooLarge {
      body = []
    } else {
      body += bytes
    }
    return received <= Self.discardLimit
  }

  /// A header of the request (MHD_lookup_connection_value), or nil.
  func header(_ name: String) -> String? {
    MHD_lookup_connection_value(connection, .HEADER_KIND, name).map { String(cString: $0) }
  }

  /// The last of several headers of a name (MHD_get_connection_values), or nil: what a proxy adds
  /// comes after what the client made up.
  func lastHeader(_ name: String) -> String? {
    var search = Search(name: name.lowercased())
    withUnsafeMutablePointer(to: &search) { search in
      _ = MHD_get_connection_values(
        connection, .HEADER_KIND,
        { context, _, key, value in
          let search = context!.assumingMemoryBound(to: Search.self)
          if let key, let value, String(cString: key).lowercased() == search.pointee.name {
            search.pointee.value = String(cString: value)
          }
          return .YES
        }, search)
    }
    return search.value
  }

  private struct Search {
    let name: String
    var value: String?
  }
}
