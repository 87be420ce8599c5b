import AccountDatabase
import AccountProtocol
import Synchronization
import SystemCalls

/// The answer of `GET /healthz` and `GET /readyz`.
struct Health: Hashable, JSONMessage {
  var status = "ok"
}

/// When the server was last found ready, so that asking all the time does not write all the time.
final class Readiness: Sendable {
  /// Nanoseconds that an answer holds.
  private static let age: Int64 = 1_000_000_000

  private let provenAt = Mutex<Int64?>(nil)

  var isFresh: Bool {
    provenAt.withLock { $0.map { SystemClock.monotonic() - $0 < Self.age } ?? false }
  }

  func prove() { provenAt.withLock { $0 = SystemClock.monotonic() } }
}

extension Route {
  static let healthPath = "/healthz"

  /// `GET /healthz`: the server lives, whatever it can do.
  static let health: Handler = { service, request throws(Refused) in
    .now(Response(json: Health()))
  }

  /// `GET /readyz`: whether the server can serve and the database takes a change.
  static let readiness: Handler = { service, request throws(Refused) in
    try service.read { database throws(DatabaseError) in try database.probe() }
    if service.readiness.isFresh { return .now(Response(json: Health())) }
    return try service.change(for: request) { database throws(DatabaseError) in
      try database.probeWriting()
    } then: {
      service.readiness.prove()
      return Response(json: Health())
    }
  }

  /// `GET /openapi.json`: this interface, for programs.
  static let openAPI: Handler = { service, request throws(Refused) in
    var response = Response(status: 200)
    response.contentType = "application/json"
    response.body = service.document
    return .now(response)
  }
}
