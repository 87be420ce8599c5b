/// Delivers into a Maildir folder.
final class MaildirTransport: MailTransport {
  private let maildir: Maildir

  init(_ maildir: Maildir) {
    self.maildir = maildir
  }

  func deliver(_ mail: OutgoingMail) throws(DeliveryFailure) {
    do throws(Maildir.Failure) {
      try maildir.deliver(mail.message, name: mail.name)
    } catch {
      throw DeliveryFailure(extent: .everything, reason: error.description)
    }
  }
}
