import AccountModel
import AccountService
import BidiText
import CCurl
import Glibc
import Synchronization
import SystemCalls

/// Sends mail to a server by SMTP (RFC 5321), through libcurl, and keeps the connection for the
/// messages that follow.
final class SMTPTransport: MailTransport {
  /// Time limits in milliseconds for a message and for the connection.
  static let usualLimit = 45_000
  private static let connectionLimit = 10_000
  /// How long a message on its way may take when the server is stopped, in nanoseconds. libcurl looks
  /// once a second, and the end of the connection takes as long again.
  private static let stopLimit: Int64 = 2_000_000_000

  private let settings: SMTPSettings
  private let limit: Int
  /// The name that this machine gives itself (EHLO).
  private let host: String
  /// libcurl's handle with its connection. Used by one thread at a time.
  nonisolated(unsafe) private var handle: UnsafeMutableRawPointer?
  /// The socket of the connection.
  private let socket = Atomic<Int32>(-1)
  /// The monotonic time at which a delivery gives up; `.max` while the server runs.
  private let end = Atomic<Int64>(.max)

  /// - Parameter limit: how long a message may take, in milliseconds.
  init(_ settings: SMTPSettings, host: String, limit: Int = usualLimit) {
    self.settings = settings
    self.limit = limit
    self.host = host
    curl_global_init(Int(CURL_GLOBAL_DEFAULT))
  }

  deinit { rest() }

  func rest() {
    guard let handle else { return }
    // How long the end of the connection (QUIT) may take, in seconds.
    curl_set_number(handle, CURLOPT_SERVER_RESPONSE_TIMEOUT, 1)
    curl_easy_cleanup(handle)
    self.handle = nil
  }

  func stop() {
    end.store(SystemClock.monotonic() + Self.stopLimit, ordering: .relaxed)
  }

  func deliver(_ mail: OutgoingMail) throws(DeliveryFailure) {
    // An address from the database may have been written by others, and libcurl passes on what ends
    // a line.
    for address in [mail.sender, mail.recipient] where (try? FieldRules.email(address)) != address {
      throw DeliveryFailure(extent: .forGood, reason: "not an e-mail address")
    }
    let credentials: SMTPSettings.Credentials?
    do throws(SystemError) {
      credentials = try settings.credentials()
    } catch {
      throw DeliveryFailure(
        extent: .everything, reason: "\(settings.credentialsFile ?? ""): \(error)")
    }
    if handle == nil { handle = curl_easy_init() }
    guard let handle else {
      throw DeliveryFailure(extent: .everything, reason: "no memory for libcurl")
    }
    // This keeps the connection.
    curl_easy_reset(handle)
    let dialogue = Dialogue(mail.message) { [self] in
      guard SystemClock.monotonic() > end.load(ordering: .relaxed) else { return false }
      // libcurl would say QUIT and wait two minutes for the answer of a server that has fallen silent.
      shutdown(socket.load(ordering: .relaxed), Int32(SHUT_RDWR))
      return true
    }
    let code = withExtendedLifetime(dialogue) {
      let recipients = curl_slist_append(nil, "<\(mail.recipient)>")
      defer { curl_slist_free_all(recipients) }
      set(handle, mail, recipients, credentials, dialogue)
      let code = curl_easy_perform(handle)
      // The handle outlives the list and the dialogue.
      let status = curl_status(handle)
      dialogue.status = status
      curl_easy_reset(handle)
      return code
    }
    guard code != CURLE_OK else { return }
    rest()
    throw dialogue.failure(code)
  }

  private func set(
    _ handle: UnsafeMutableRawPointer, _ mail: OutgoingMail,
    _ recipients: UnsafeMutablePointer<curl_slist>?, _ credentials: SMTPSettings.Credentials?,
    _ dialogue: Dialogue
  ) {
    curl_set_text(handle, CURLOPT_URL, "\(settings.url)/\(host)")
    curl_allow_smtp(handle)
    curl_set_text(handle, CURLOPT_PROXY, "")
    let level = settings.requiresTLS ? CURLUSESSL_ALL : CURLUSESSL_NONE
    curl_set_number(handle, CURLOPT_USE_SSL, Int(level.rawValue))
    curl_set_number(handle, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    if let authority = settings.authority { curl_set_text(handle, CURLOPT_CAINFO, authority) }
    if let credentials {
      curl_set_text(handle, CURLOPT_USERNAME, credentials.user)
      curl_set_text(handle, CURLOPT_PASSWORD, credentials.password)
    }
    curl_set_text(handle, CURLOPT_MAIL_FROM, "<\(mail.sender)>")
    curl_set_pointer(handle, CURLOPT_MAIL_RCPT, recipients)
    curl_set_number(handle, CURLOPT_NOSIGNAL, 1)
    curl_set_number(handle, CURLOPT_TIMEOUT_MS, limit)
    curl_set_number(handle, CURLOPT_CONNECTTIMEOUT_MS, Self.connectionLimit)
    let context = Unmanaged.passUnretained(dialogue).toOpaque()
    curl_set_upload(
      handle,
      { buffer, size, count, context in
        Unmanaged<Dialogue>.fromOpaque(context!).takeUnretainedValue()
          .give(UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
      }, context, dialogue.size)
    curl_set_socket_listener(
      handle,
      { context, made, _ in
        Unmanaged<SMTPTransport>.fromOpaque(context!).takeUnretainedValue()
          .socket.store(made, ordering: .relaxed)
        return CURL_SOCKOPT_OK
      }, Unmanaged.passUnretained(self).toOpaque())
    curl_set_observer(
      handle,
      { _, kind, bytes, count, context in
        Unmanaged<Dialogue>.fromOpaque(context!).takeUnretainedValue()
          .observe(kind, UnsafeRawBufferPointer(start: bytes, count: count))
        return 0
      },
      { context, _, _, _, _ in
        Unmanaged<Dialogue>.fromOpaque(context!).takeUnretainedValue().shouldGiveUp() ? 1 : 0
      }, context)
  }
}

/// The dialogue about one message: how far it got, and the server's last refusal. libcurl's result
/// alone does not distinguish an unknown recipient from a lost connection.
private final class Dialogue {
  enum Stage {
    /// Greeting, encryption and authentication, and the sender: the same for all messages.
    case beginning
    case recipient
    case content
  }

  private let message: [UInt8]
  private var given = 0
  private var stage = Stage.beginning
  private var reply = ""
  /// The code of the server's last reply.
  var status = 0
  /// Whether it is over; asked again and again.
  let shouldGiveUp: () -> Bool

  init(_ message: [UInt8], shouldGiveUp: @escaping () -> Bool) {
    // Lines end with CR LF on the wire; libcurl doubles dots.
    self.message = message.flatMap { $0 == UInt8(ascii: "\n") ? [0x0D, 0x0A] : [$0] }
    self.shouldGiveUp = shouldGiveUp
  }

  var size: Int { message.count }

  func give(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    stage = .content
    let part = message[given...].prefix(buffer.count)
    buffer.copyBytes(from: part)
    given += part.count
    return part.count
  }

  /// Reads a line of the dialogue. Of sent lines it reads only the name of the command, because some
  /// contain the password.
  func observe(_ kind: curl_infotype, _ bytes: UnsafeRawBufferPointer) {
    if kind == CURLINFO_HEADER_OUT {
      if bytes.starts(with: "MAIL FROM:".utf8) { stage = .beginning }
      if bytes.starts(with: "RCPT TO:".utf8) { stage = .recipient }
    } else if kind == CURLINFO_HEADER_IN {
      // A good-bye says nothing about what was refused before it.
      guard let first = bytes.first, first == UInt8(ascii: "4") || first == UInt8(ascii: "5")
      else { return }
      let line = bytes.prefix { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }
      reply = ForeignText.filtered(String(decoding: line.prefix(300), as: UTF8.self))
    }
  }

  func failure(_ code: CURLcode) -> DeliveryFailure {
    let isAnswer = (400..<600).contains(status)
    let reason = isAnswer && !reply.isEmpty ? reply : String(cString: curl_easy_strerror(code))
    return DeliveryFailure(extent: extent(isAnswer), reason: reason)
  }

  private func extent(_ isAnswer: Bool) -> DeliveryFailure.Extent {
    guard stage != .beginning else { return .everything }
    // 421: the server is closing (RFC 5321, section 3.8). 530 and 535 are about the sign-in.
    guard isAnswer, ![421, 530, 535].contains(status) else { return .everythingAfterThis }
    return status >= 500 ? .forGood : .forNow
  }
}
