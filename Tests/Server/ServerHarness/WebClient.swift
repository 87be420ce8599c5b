import Foundation

/// A browser without a screen: keeps cookies, sends forms, and follows what a server sends it to.
package final class WebClient {
  private let server: Server
  private let headers: [String: String]
  private let network: UInt32
  package private(set) var cookies: [String: String] = [:]
  /// The `Set-Cookie` header of the last answer.
  package private(set) var lastCookie: String?
  /// The last page.
  package private(set) var page = ""

  /// - Parameters:
  ///   - headers: sent with each request.
  ///   - network: the loopback address that requests come from; see `Client`.
  package init(_ server: Server, headers: [String: String] = [:], from network: UInt32 = 1) {
    self.server = server
    self.network = network
    self.headers = [
      "Accept": "text/html,application/xhtml+xml,*/*;q=0.8", "Sec-Fetch-Site": "same-origin",
    ].merging(headers) { $1 }
  }

  package func get(
    _ path: String, headers: [String: String] = [:]
  ) throws -> Client.Reply {
    try ask("GET", path, headers: headers)
  }

  /// Sends the fields of a form, with the proof of the last page.
  package func post(
    _ path: String, _ fields: [String: String], proof: String? = nil,
    headers: [String: String] = [:]
  ) throws -> Client.Reply {
    var fields = fields
    fields["proof"] = proof ?? self.proof
    let body = fields.map { "\(Self.encoded($0.key))=\(Self.encoded($0.value))" }
      .joined(separator: "&")
    return try post(path, body: body, headers: headers)
  }

  package func post(
    _ path: String, body: String, headers: [String: String] = [:]
  ) throws -> Client.Reply {
    let form = ["Content-Type": "application/x-www-form-urlencoded"]
    return try ask("POST", path, body: body, headers: form.merging(headers) { $1 })
  }

  /// Signs in on the page.
  @discardableResult
  package func signIn(
    _ login: String = "ana", _ password: String = Server.password
  ) throws -> Client.Reply {
    _ = try get("/")
    return try post("/", ["login": login, "password": password])
  }

  /// Sends a form of the account page, and reads the page again.
  @discardableResult
  package func change(_ form: String, _ fields: [String: String]) throws -> Client.Reply {
    let reply = try post("/account", fields.merging(["form": form]) { $1 })
    if reply.status == 303, let place = reply.headers["location"] { _ = try get("/\(place)") }
    return reply
  }

  /// The proof in the last page's forms.
  package var proof: String {
    String(page.firstMatch(of: /name="proof" value="([0-9a-f]*)"/)?.1 ?? "")
  }

  private func ask(
    _ method: String, _ path: String, body: String? = nil, headers: [String: String] = [:]
  ) throws -> Client.Reply {
    var all = self.headers.merging(headers) { $1 }
    if !cookies.isEmpty {
      all["Cookie"] = cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
    }
    let reply = try Client(server, from: network).ask(
      method, path, body: body.map { Array($0.utf8) }, headers: all)
    lastCookie = reply.headers["set-cookie"]
    for line in reply.cookies {
      let pair = line.prefix { $0 != ";" }.split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let isRemoved = line.contains("Max-Age=0")
      cookies[String(pair[0])] = isRemoved ? nil : String(pair[1])
    }
    if reply.headers["content-type"]?.hasPrefix("text/html") == true { page = reply.text }
    return reply
  }

  private static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!
  }
}
