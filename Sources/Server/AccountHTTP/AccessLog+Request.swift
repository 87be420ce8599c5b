import AccountService
import StrictJSON
import SystemCalls

extension AccessLog {
  /// Logs an answered request.
  func request(_ exchange: Exchange, _ response: Response) {
    let notes = response.notes
    append([
      "account": notes.account.map { .number($0) },
      "address": .string(exchange.address.description),
      "bytes": .number(response.body.count),
      "code": notes.code.map { .string($0) },
      "device": notes.device.map { .string($0) },
      "event": .string("request"),
      "language": notes.language.map { .string($0) },
      "message": notes.message.map { .string($0) },
      "method": .string(String(exchange.method.prefix(16))),
      "outcome": notes.outcome.map { .string($0) },
      "path": .string(String(exchange.target.path.prefix(100))),
      "sequence": notes.sequence.map { .number($0) },
      "status": .number(response.status),
      "t": .string(Self.time()),
      "us": .number((SystemClock.monotonic() - exchange.start) / 1000),
    ])
  }
}
