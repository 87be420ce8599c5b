/// A path of the service and the methods it accepts.
struct Route: Sendable {
  typealias Handler = @Sendable (Service, Request) throws(Refused) -> Answer

  let path: String
  let methods: [(name: String, handle: Handler)]
  /// Whether it is served whatever the state of the database, and on the connection's thread.
  var isServedAlways = false
  /// The methods whose handlers never wait, so that the connection's thread runs them.
  var prompt: Set<String> = []

  /// The `Allow` header: `GET, HEAD`.
  var allowed: String {
    methods.flatMap { $0.name == "GET" ? ["GET", "HEAD"] : [$0.name] }.joined(separator: ", ")
  }

  /// All routes, the same as in `openapi.json`; a test compares them.
  static let all: [Route] = [
    Route(path: "/rpc/sign_in", methods: [("POST", signIn)]),
    Route(path: "/rpc/sign_out", methods: [("POST", signOut)]),
    Route(path: "/rpc/device_code", methods: [("POST", deviceCode)]),
    Route(path: "/rpc/device_token", methods: [("POST", deviceToken)]),
    Route(path: "/rpc/device_cancel", methods: [("POST", cancelDeviceCode)]),
    Route(path: "/rpc/me", methods: [("GET", me), ("PATCH", changeMe)], prompt: ["GET"]),
    Route(path: followPath, methods: [("GET", follow)]),
    Route(path: "/rpc/app_config", methods: [("GET", appConfiguration)]),
    Route(path: "/rpc/set_active_profile", methods: [("POST", setActiveProfile)]),
    Route(path: "/", methods: [("GET", signInPage), ("POST", signInOnPage)]),
    Route(path: "/account", methods: [("GET", accountPage), ("POST", changeOnPage)]),
    Route(path: "/device", methods: [("GET", devicePage), ("POST", decideOnDevicePage)]),
    Route(path: "/style.css", methods: [("GET", styleSheet)]),
    Route(path: "/healthz", methods: [("GET", health)], isServedAlways: true),
    Route(path: "/readyz", methods: [("GET", readiness)]),
    Route(path: "/openapi.json", methods: [("GET", openAPI)]),
  ]
}
