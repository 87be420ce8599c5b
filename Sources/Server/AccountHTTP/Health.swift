import AccountDatabase
import AccountProtocol
import Synchronization
import SystemCalls

/// The answer of `GET /healthz` and `GET /readyz`.
struct Health: Hashable, JSONMessage {
  var status = "ok"
}

/// When the server was last found ready, so that frequent probes do not write each time.
final class Readiness: Sendable {
  /// How long a result is valid, in nanoseconds.
  private static let age: Int64 = 1_000_000_000

  private let provenAt = Mutex<Int64?>(nil)

  var isFresh: Bool {
    provenAt.withLock { $0.map { SystemClock.monotonic() - $0 < Self.age } ?? false }
  }

  func prove() { provenAt.withLock { $0 = SystemClock.monotonic() } }
}

extension Route {
  /// `GET /healthz`: the process is alive, in any state.
  static let health: Handler = { service, request throws(Refused) in
    .now(Response(json: Health()))
  }

  /// `GET /readyz`: the server can serve and the database accepts writes.
  static let readiness: Handler = { service, request throws(Refused) in
    try service.read { database throws(DatabaseError) in try database.probe() }
    if service.readiness.isFresh { return .now(Response(json: Health())) }
    return try service.change(for: request, of: nil, isRepeatable: true) {
      database throws(DatabaseError) in
      try database.probeWriting()
    } then: {
      service.readiness.prove()
      return Response(json: Health())
    }
  }

  /// `GET /openapi.json`: the OpenAPI document of this interface.
  static let openAPI: Handler = { service, request throws(Refused) in
    var response = Response(status: 200)
    response.contentType = "application/json"
    response.body = service.document
    return .now(response)
  }
}
