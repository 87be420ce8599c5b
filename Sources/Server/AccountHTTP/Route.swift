import AccountService

/// A path and the methods it accepts.
package struct Route: Sendable {
  package typealias Handler =
    @Sendable (Site, Request) throws(Refused) -> Answer<Response, Refused>

  let path: String
  let methods: [(name: String, handle: Handler)]
  /// Whether it is served whatever the state of the database, and on the connection's thread.
  let isServedAlways: Bool
  /// Whether its requests wait on purpose.
  let isHeld: Bool
  /// The methods whose handlers never wait, so that the connection's thread runs them.
  let prompt: Set<String>

  package init(
    _ path: String, _ methods: (String, Handler)..., isServedAlways: Bool = false,
    isHeld: Bool = false, prompt: Set<String> = []
  ) {
    self.path = path
    self.methods = methods.map { (name: $0.0, handle: $0.1) }
    self.isServedAlways = isServedAlways
    self.isHeld = isHeld
    self.prompt = prompt
  }

  /// A file that is read by `GET`.
  package static func file(_ path: String, _ type: String, _ bytes: [UInt8]) -> Route {
    Route(path, ("GET", { _, _ throws(Refused) in .now(.success(Response(type, bytes))) }))
  }

  /// The `Allow` header: `GET, HEAD`.
  var allowed: String {
    methods.flatMap { $0.name == "GET" ? ["GET", "HEAD"] : [$0.name] }.joined(separator: ", ")
  }
}
