import AccountProtocol
import AccountService
import Localization
import ServerTexts

/// What an address serves. A class, because each request's closures hold it.
package final class Site: Sendable {
  package let service: Service
  package let texts: Texts
  package let routes: [Route]
  let log: AccessLog
  let metrics: Metrics
  /// A refusal for a person.
  private let refusalPage: @Sendable (Refused, Request, Texts) -> Response

  package init(
    _ service: Service, _ texts: Texts, log: AccessLog, metrics: Metrics = Metrics(),
    routes: [Route], refusalPage: @escaping @Sendable (Refused, Request, Texts) -> Response
  ) {
    self.service = service
    self.texts = texts
    self.log = log
    self.metrics = metrics
    self.routes = routes
    self.refusalPage = refusalPage
  }

  /// The site with other routes, whose requests are counted together.
  package func serving(_ routes: [Route]) -> Site {
    Site(
      service, texts, log: log, metrics: metrics, routes: routes, refusalPage: refusalPage)
  }

  func answer(_ request: Request) -> Answer<Response, Never> {
    let route = routes.first { $0.path == request.path }
    let identity = route?.isServedAlways == true ? nil : service.storage?.identity
    return answer(request, by: route).mapResult { [self] result in
      var response =
        switch result {
        case .success(let response): response
        case .failure(let refused): refuse(refused, to: request)
        }
      // A 503 comes from no database.
      if let identity, response.status != RefusalCode.outOfService.status {
        response.headers.append(("Lisan-Database", identity))
      }
      return .success(response)
    }
  }

  private func answer(_ request: Request, by route: Route?) -> Answer<Response, Refused> {
    if service.isOutOfService, route?.isServedAlways != true {
      return .now(.failure(Refused(.outOfService)))
    }
    guard let route else { return .now(.failure(Refused(.notFound))) }
    let method = request.method == "HEAD" ? "GET" : request.method
    guard let handle = route.methods.first(where: { $0.name == method })?.handle else {
      var response = refuse(Refused(.methodNotAllowed), to: request)
      response.headers.append(("Allow", route.allowed))
      return .now(.success(response))
    }
    if request.isTooLarge { return .now(.failure(Refused(.tooLarge))) }
    let attempt = { @Sendable [self] () -> Answer<Response, Refused> in
      do throws(Refused) {
        return try handle(self, request)
      } catch {
        return .now(.failure(error))
      }
    }
    guard !route.isServedAlways, !route.prompt.contains(method) else { return attempt() }
    return service.dispatch(isHeld: route.isHeld, attempt)
  }

  /// A refusal as the client reads it.
  ///
  /// - Parameter request: nil if its head could not be read.
  package func refuse(_ refused: Refused, to request: Request?) -> Response {
    if let request, request.isFromBrowser {
      return refusalPage(refused, request, texts).noting(refused)
    }
    let catalog = texts.catalog(acceptLanguage: request?.acceptLanguage)
    var response = Response(
      json: Refusal(refused.code, message: catalog.text(refused), field: refused.field),
      status: refused.code.status)
    response.headers.append(("Content-Language", catalog.language.code.rawValue))
    if refused.code.status == 401 { response.headers.append(("WWW-Authenticate", "Bearer")) }
    return response.noting(refused)
  }
}

extension Response {
  /// The response with what every refusal says: its code in the log, and when to try again.
  package func noting(_ refused: Refused) -> Response {
    var response = self
    response.notes.code = refused.code.rawValue
    if refused.code.isTemporary {
      response.headers.append(("Retry-After", String(refused.retryAfter)))
    }
    return response
  }
}

extension RefusalCode {
  /// Whether the same request may succeed later: after too many, or where the server cannot serve now.
  package var isTemporary: Bool { status == 429 || status == 503 }
}

extension Catalog<ServerMessage> {
  package func text(_ refused: Refused) -> String {
    text(refused.code.message, refused.field.map { [$0] } ?? [])
  }
}
