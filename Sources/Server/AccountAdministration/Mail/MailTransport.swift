/// A message on its way: its envelope and its bytes, whose lines end with LF.
struct OutgoingMail: Sendable {
  /// The same for every delivery of a notice, valid as a file's name.
  let name: String
  let sender: String
  let recipient: String
  let message: [UInt8]
}

/// A way to deliver mail. One thread uses it at a time.
protocol MailTransport: AnyObject, Sendable {
  /// Delivers a message. When it returns, somebody else is responsible for the message.
  func deliver(_ mail: OutgoingMail) throws(DeliveryFailure)

  /// Ends connections that are kept for further messages.
  func rest()

  /// Makes a delivery in progress end soon. Any thread may call it.
  func stop()
}

extension MailTransport {
  func rest() {}
  func stop() {}
}

/// Why a message was not delivered.
struct DeliveryFailure: Error, Hashable, Sendable {
  enum Extent: Hashable, Sendable {
    /// This message will never be accepted.
    case forGood
    /// This message may be accepted later.
    case forNow
    /// Nothing can be delivered now, neither this message nor others.
    case everything
    /// Nothing can be delivered now, and it may be this message's fault.
    case everythingAfterThis
  }

  let extent: Extent
  /// What the other side said, as a line for the log and the operator.
  let reason: String
}
