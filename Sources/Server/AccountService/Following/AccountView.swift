import AccountModel
import AccountProtocol

/// An account as one session sees it, with its version.
package struct AccountView: Sendable {
  package let account: Int64
  /// The account as JSON.
  package let json: [UInt8]
  package let version: AccountVersion

  init(_ account: Account, for session: LiveSession) {
    self.account = session.account
    json = session.view(of: account, device: session.device).json()
    version = AccountVersion(of: json)
  }
}

/// A version of an account as one session sees it.
package struct AccountVersion: Hashable, Sendable {
  package let tag: String

  package init(tag: String) { self.tag = tag }

  init(of body: [UInt8]) {
    tag = hexadecimal(digest(of: body).prefix(16))
  }
}
