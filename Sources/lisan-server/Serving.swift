import AccountDatabase
import CSystem
import Glibc

/// The server from its start to its stop by a signal.
struct Serving {
  let console: Console
  let invocation: Invocation
  let path: String
  let resources: String

  /// Seconds that requests under way may take when the server is told to stop.
  private static let stopLimit = 5

  func run() throws(Failure) {
    guard let place = invocation.values[.listen] else {
      throw .usage(.optionNeedsValue, "--listen")
    }
    var settings = ServiceSettings()
    settings.isBehindProxy = invocation.flags.contains(.behindProxy)
    if let days = try number(.sessionDays, 1...3650) {
      settings.sessionLength = days * 86_400_000
    }
    if let seconds = try number(.requestSeconds, 1...3600) { settings.requestSeconds = seconds }
    // Every thread that is made from here on leaves these signals to the loop below.
    let signals = SignalSet([SIGTERM, SIGINT, SIGHUP])
    signals.block()

    let logPath = invocation.values[.log]
    guard let log = AccessLog(path: logPath) else {
      throw Failure(.cannotOpenFile, logPath ?? "", String(cString: strerror(errno)))
    }
    let tls = try readTLS()
    let document = try Resources.contents("\(resources)/server/openapi.json")
    let maildir = try makeMaildir()
    let database = try open()
    database.queuesNotices = maildir != nil
    if let aside = database.report.setAside {
      console.complain(.databaseSetAside, aside)
      log.event("database.set_aside", aside)
    }
    let socket: ListeningSocket
    do throws(ListeningSocket.Failure) {
      socket = try ListeningSocket(place)
    } catch {
      throw Failure(.cannotListen, place, error.reason)
    }

    let connections = Connections(path: path)
    let writer = Writer(database)
    let outbox = maildir.map {
      Outbox(
        $0, from: invocation.values[.mailFrom], connections: connections, texts: console.texts,
        log: log)
    }
    let service = Service(
      connections: connections, writer: writer, texts: console.texts, settings: settings,
      outbox: outbox, log: log, document: document)
    let server = HTTPServer(service, settings: settings, log: log)
    guard server.start(socket, tls: tls) else { throw Failure(.cannotServe) }
    let url = "\(tls == nil ? "http" : "https")://\(socket.address)"
    log.event("listening", url)
    console.say(.listening, url)
    // What an earlier run left.
    outbox?.deliver()

    while signals.wait() == SIGHUP { log.reopen() }
    console.say(.stopping)
    service.beginStopping()
    server.stop(withinSeconds: Self.stopLimit)
    outbox?.finish()
    writer.finish()
    log.event("stopped")
  }

  private func number(
    _ option: Option, _ range: ClosedRange<Int64>
  ) throws(Failure) -> Int64? {
    guard let text = invocation.values[option] else { return nil }
    guard let number = Int64(text), range.contains(number) else {
      throw .usage(.wrongArguments, "--\(option.rawValue) \(text)")
    }
    return number
  }

  private func open() throws(Failure) -> sending AccountDatabase {
    do throws(DatabaseError) {
      let database = try AccountDatabase(path: path)
      try database.configureOnce(from: resources)
      return database
    } catch {
      throw Failure(.databaseFailed, error.description)
    }
  }

  private func readTLS() throws(Failure) -> HTTPServer.TLS? {
    let (certificate, key) = (invocation.values[.certificate], invocation.values[.key])
    guard certificate != nil || key != nil else { return nil }
    guard let certificate else { throw .usage(.optionNeedsValue, "--tls-certificate") }
    guard let key else { throw .usage(.optionNeedsValue, "--tls-key") }
    return HTTPServer.TLS(
      certificate: String(decoding: try Resources.contents(certificate), as: UTF8.self),
      key: String(decoding: try Resources.contents(key), as: UTF8.self))
  }

  private func makeMaildir() throws(Failure) -> Maildir? {
    guard let directory = invocation.values[.outbox] else { return nil }
    do throws(Maildir.Failure) {
      return try Maildir(directory)
    } catch {
      throw Failure(.cannotOpenFile, error.path, String(cString: strerror(error.errno)))
    }
  }
}

/// Signals that are waited for instead of being delivered.
private struct SignalSet {
  private var set = sigset_t()

  init(_ signals: [Int32]) {
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
  }

  func block() {
    var set = set
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// The next of them (sigwait).
  func wait() -> Int32 {
    var set = set
    var signal: Int32 = 0
    while sigwait(&set, &signal) != 0 {}
    return signal
  }
}
