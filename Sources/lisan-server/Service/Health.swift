import AccountDatabase
import AccountProtocol

/// The answer of `GET /healthz`.
struct Health: Hashable, JSONMessage {
  var status = "ok"
}

extension Route {
  /// `GET /healthz`: whether the database answers.
  static let health: Handler = { service, request throws(Refused) in
    try service.read { database throws(DatabaseError) in try database.probe() }
    return .now(Response(json: Health()))
  }

  /// `GET /openapi.json`: this interface, for programs.
  static let openAPI: Handler = { service, request throws(Refused) in
    var response = Response(status: 200)
    response.contentType = "application/json"
    response.body = service.document
    return .now(response)
  }
}
