import AccountModel
import AccountService
import CMicroHTTPD
import Glibc

/// One request and its answer in libmicrohttpd.
///
/// Its members belong to the connection's thread. While the connection is suspended, they belong to
/// the work that will answer; resuming returns them.
final class Exchange: @unchecked Sendable {
  /// Bodies larger than this are not read to the end, even to send a refusal.
  static let discardLimit = 1 << 20

  let connection: OpaquePointer
  let target: RequestTarget
  let start: Int64
  /// libmicrohttpd's copy of the target and its original length; only for `mh_ambiguity`.
  let place: (start: UnsafePointer<CChar>?, length: Int)
  /// Set by the first call of the handler, after the headers.
  var method = ""
  var address = ClientAddress.none
  var hasBegun = false
  private(set) var body: [UInt8] = []
  private var received = 0
  var response: Response?
  var isAnswered = false

  /// Starts with the raw target.
  init(connection: OpaquePointer, target: UnsafePointer<CChar>?, start: Int64) {
    self.connection = connection
    place = (target, target.map { strlen($0) } ?? 0)
    self.target = RequestTarget(
      Array(UnsafeRawBufferPointer(start: target, count: place.length)))
    self.start = start
  }

  /// A form may be larger than a message, because it escapes most characters.
  var isTooLarge: Bool { received > (isForm ? Bounds.form : Bounds.body) }

  private lazy var isForm =
    header("Content-Type")?.lowercased().hasPrefix("application/x-www-form-urlencoded") ?? false

  /// Adds a part of the body; false if the body is far too large.
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

  /// The last of several headers with a name (MHD_get_connection_values), or nil: a proxy appends
  /// its header after those forged by the client.
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
