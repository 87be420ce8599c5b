import AccountModel
import AccountProtocol

/// The answer to a request that follows an account.
struct AccountNews: Sendable {
  /// Nil if it is still the named version.
  let account: Account?
  /// Names the version in the next request.
  let version: String

  /// Checks an answer with status 200 or 304.
  init(_ answer: HTTPAnswer) throws(ServiceFailure) {
    guard let version = answer.version, version.utf8.count <= Bounds.version,
      version.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), version.utf8.last == 0x22
    else { throw Self.nonsense(answer, "no version") }
    self.version = version
    guard answer.status != 304 else {
      account = nil
      return
    }
    do throws(MessageError) {
      account = try Account(json: answer.body, limit: Bounds.answer)
    } catch {
      throw Self.nonsense(answer, "\(error)")
    }
  }

  private static func nonsense(_ answer: HTTPAnswer, _ reason: String) -> ServiceFailure {
    ServiceFailure(
      AccountFailure(.nonsense, status: answer.status), "GET /rpc/follow: an answer of \(reason)")
  }
}
