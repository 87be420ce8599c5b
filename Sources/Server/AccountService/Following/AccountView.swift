import AccountModel
import AccountProtocol

/// An account as one session sees it, with its version, which changes with the server's configuration too.
package struct AccountView: Sendable {
  package let account: Int64
  /// The account as JSON.
  package let json: [UInt8]
  package let version: AccountVersion

  init(_ account: Account, for session: LiveSession, configuration: [UInt8]) {
    self.account = session.account
    json = session.view(of: account, device: session.device).json()
    version = AccountVersion(of: json + configuration)
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
