import AccountDatabase
import AccountHTTP
import AccountModel
import AccountService
import AccountWeb
import CCurl
import CMicroHTTPD
import CSystem
import CommandLineTool
import Glibc
import ServerTexts
import SystemCalls

/// Runs the server until a signal stops it.
struct Serving {
  let console: Console
  let invocation: Invocation
  let place: DatabasePlace
  let resources: String

  /// How long current requests may take after a stop signal, in seconds.
  private static let stopLimit = 5
  /// Those of libmicrohttpd, of the storage and of passwords.
  private static let neededThreads = 8

  func run() throws(Failure) {
    guard let address = invocation.value(.listen) else {
      throw .usage(.optionNeedsValue, "--listen")
    }
    var settings = try ServiceSettings(invocation)
    let timing = try NoticeTiming(invocation)
    let cost = try PasswordCost(invocation)
    let host = MachineName.text()
    let sender = try sender(at: host)
    let transport = try makeTransport(from: host)
    let threads =
      try invocation.number(.hashThreads, 1...256) ?? Passwords.usualThreads(cost)
    do throws(SystemError) {
      try SystemThread.probe(Self.neededThreads)
    } catch {
      throw Failure(.noThreads, error.description)
    }
    // Threads created from here on block these signals; the loop below receives them.
    let signals = SignalSet(blocking: [SIGTERM, SIGINT, SIGHUP])

    // Keep passwords out of core dumps and debuggers.
    cs_hide_memory()

    let logPath = invocation.value(.log)
    let log: AccessLog
    do throws(SystemError) {
      log = try AccessLog(path: logPath)
    } catch {
      throw Failure(.cannotOpenFile, logPath ?? "", error.description)
    }
    // The other connections, and a reserve for files.
    let room = max(0, DescriptorLimit.raise() - HTTPServer.connections - 200)
    if room < settings.followers.all {
      settings.followers.all = room
      log.event("followers.limited", "\(room) by the limit for open files")
    }
    let usesTLS = try loadCertificate()
    let document = try Resources.contents("\(resources)/server/openapi.json")
    let styleSheet = try Resources.contents("\(resources)/server/style.css")
    guard let passwords = Passwords(cost: cost, threads: threads) else {
      throw Failure(.noMemory)
    }
    let console = console
    let standing = Standing { reason in
      log.event("out_of_service", reason.description)
      let message: ServerMessage =
        switch reason {
        case .displaced: .databaseDisplaced
        case .newerVersion: .databaseNewer
        default: .databaseDamaged
        }
      console.note(message, place.description, isTrouble: true)
    }
    let storage = try open(standing, log, transport == nil ? nil : timing)
    let socket = try listen(address)
    var metricsSocket: ListeningSocket?
    if let address = invocation.value(.metrics) { metricsSocket = try listen(address) }

    var outbox: Outbox?
    if let transport, let storage {
      outbox = Outbox(
        transport, timing: timing, from: sender, host: host, storage: storage,
        texts: console.texts, log: log)
    }
    let service = Service(
      standing: standing, storage: storage, passwords: passwords, settings: settings, log: log,
      noticeQueued: { [outbox] in outbox?.deliver() })
    let site = Site(
      service, console.texts, log: log,
      routes: Route.interface + Route.pages + [
        .file("/openapi.json", "application/json", document),
        .file("/style.css", "text/css; charset=utf-8", styleSheet),
      ], refusalPage: refusalPage)
    service.beginFollowing()
    let url = "\(usesTLS ? "https" : "http")://\(socket.address)"
    let server = HTTPServer(site)
    guard server.start(socket, usesTLS: usesTLS) else { throw Failure(.cannotServe) }
    log.event("listening", url)
    console.note(.listening, url)
    var metrics: HTTPServer?
    if let socket = metricsSocket.take() {
      metrics = try serveMetrics(socket, site, log)
    }
    ServiceManager.tell("READY=1")
    // Deliver notices left by an earlier run.
    outbox?.deliver()

    while signals.wait() == SIGHUP {
      ServiceManager.tell("RELOADING=1\nMONOTONIC_USEC=\(SystemClock.monotonic() / 1000)")
      log.reopen()
      do throws(Failure) {
        _ = try loadCertificate()
      } catch {
        log.event("certificate.kept", console.catalog.text(error.message, error.arguments))
      }
      ServiceManager.tell("READY=1")
    }
    ServiceManager.tell("STOPPING=1")
    console.note(.stopping)
    service.beginStopping()
    outbox?.beginStopping()
    server.stop(withinSeconds: Self.stopLimit)
    metrics?.stop(withinSeconds: 0)
    outbox?.finish()
    storage?.finish()
    log.event("stopped")
    log.finish()
    // Closing the last connection would delete a write-ahead log that may be another database's.
    if standing.isRefusing { exit(ExitCode.done.rawValue) }
  }

  private func listen(_ address: String) throws(Failure) -> ListeningSocket {
    do throws(ListeningSocket.Failure) {
      return try ListeningSocket(address)
    } catch {
      throw Failure(.cannotListen, address, error.reason)
    }
  }

  /// Serves `/metrics` at an address of its own, so that nobody sees it who cannot reach that.
  private func serveMetrics(
    _ socket: consuming ListeningSocket, _ site: Site, _ log: AccessLog
  ) throws(Failure) -> HTTPServer {
    let url = "http://\(socket.address)\(Route.metricsPath)"
    let server = HTTPServer(site.serving(Route.operation))
    guard server.start(socket, usesTLS: false) else { throw Failure(.cannotServe) }
    log.event("metrics", url)
    console.note(.metricsAt, url)
    return server
  }

  /// Opens the database for serving. Nil if it is damaged and must not be set aside: an empty
  /// database would sign everybody out for good.
  private func open(
    _ standing: Standing, _ log: AccessLog, _ notices: NoticeTiming?
  ) throws(Failure) -> (any Storage)? {
    let database: AccountDatabase
    let identity: String
    do throws(DatabaseError) {
      let policy = invocation.has(.startEmpty) ? DamagePolicy.setAside : .refuse
      database = try place.open(ifDamaged: policy, verification: .whole)
      _ = try database.configuration()
      identity = try database.identity()
    } catch {
      guard error.isDamage else { throw Failure(error) }
      standing.refuse(error)
      return nil
    }
    if let aside = database.report.setAside {
      console.complain(.databaseSetAside, aside)
      log.event("database.set_aside", aside)
    }
    try database.configureOnce(from: resources)
    switch place {
    case .server(let server):
      return PooledStorage(server, identity, notices: notices, standing: standing, log: log)
    case .file(let path):
      database.notices = notices
      guard let place = FilePlace(path) else { throw Failure(.databaseDisplaced, path) }
      return FileStorage(database, identity, path: path, place: place)
    }
  }

  /// Loads the certificate and key of the options; false if there are none.
  private func loadCertificate() throws(Failure) -> Bool {
    let (certificate, key) = (invocation.value(.certificate), invocation.value(.key))
    guard certificate != nil || key != nil else { return false }
    guard let certificate else { throw .usage(.optionNeedsValue, "--tls-certificate") }
    guard let key else { throw .usage(.optionNeedsValue, "--tls-key") }
    let reason = mh_load_certificate(
      String(decoding: try Resources.contents(certificate), as: UTF8.self),
      String(decoding: try Resources.contents(key), as: UTF8.self))
    if let reason { throw Failure(.certificateInvalid, String(cString: reason)) }
    return true
  }

  /// How notices leave; nil if they do not.
  private func makeTransport(from host: String) throws(Failure) -> (any MailTransport)? {
    let directory = invocation.value(.outbox)
    guard let url = invocation.value(.smtp) else {
      for option in [Option.smtpAuthentication, .smtpAuthority] where invocation.has(option) {
        throw .usage(.needsSMTP, option.syntax.flag)
      }
      return try directory.map { directory throws(Failure) in try Maildir(directory) }
    }
    guard directory == nil else { throw Failure(.twoOutboxes, exitCode: .wrongUsage) }
    let authority = invocation.value(.smtpAuthority)
    let credentials = invocation.value(.smtpAuthentication)
    if let missing = curl_missing() {
      throw Failure(.mailLibraryMissing, String(cString: missing))
    }
    guard let settings = SMTPSettings(url, authority: authority, credentialsFile: credentials)
    else { throw .usage(.smtpInvalid, url) }
    // What cannot be used is said now, not with the first notice.
    if let authority { _ = try Resources.contents(authority) }
    do throws(SystemError) {
      _ = try settings.credentials()
    } catch {
      throw Failure(.smtpAuthenticationInvalid, credentials ?? "", error.description)
    }
    return SMTPTransport(settings, host: host)
  }

  /// The sender of the notices.
  private func sender(at host: String) throws(Failure) -> String {
    let address = invocation.value(.mailFrom) ?? "lisan-server@\(host)"
    guard let sender = try? FieldRules.email(address) else {
      throw .usage(.wrongArguments, "--mail-from \(address)")
    }
    return sender
  }
}

/// Signals to wait for synchronously.
private struct SignalSet {
  private var set = sigset_t()

  init(blocking signals: [Int32]) {
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Waits for the next signal (sigwait).
  func wait() -> Int32 {
    var set = set
    var signal: Int32 = 0
    while sigwait(&set, &signal) != 0 {}
    return signal
  }
}

// MARK: Numbers of the command line

extension ServiceSettings {
  /// The settings of the command line, with defaults.
  init(_ invocation: Invocation) throws(Failure) {
    self.init()
    isBehindProxy = invocation.has(.behindProxy)
    if let days: Int64 = try invocation.number(.sessionDays, 1...3650) {
      sessionLength = days * 86_400_000
    }
    requestSeconds = try invocation.number(.requestSeconds, 1...3600) ?? requestSeconds
    connectionsForAddress = try invocation.number(.connections, 1...1000) ?? connectionsForAddress
    followers.all = try invocation.number(.followers, 0...1_000_000) ?? followers.all
    if let number = try invocation.number(.requests, 0...1_000_000) {
      requestsPerMinute = number == 0 ? nil : number
    }
  }
}

extension NoticeTiming {
  /// The timing of the command line, with defaults.
  init(_ invocation: Invocation) throws(Failure) {
    self.init()
    if let seconds: Int64 = try invocation.number(.noticeSeconds, 0...86_400) {
      quiet = seconds * 1000
    }
  }
}

extension PasswordCost {
  /// The cost of the command line, or the standard one.
  init(_ invocation: Invocation) throws(Failure) {
    self = .standard
    if let memory = try invocation.number(.hashMemory, Self.settableMemory) {
      self.memory = memory << 10
    }
  }
}

extension Invocation {
  /// The value of an option that takes a whole number; nil if it was not given.
  func number<Number: FixedWidthInteger>(
    _ option: Option, _ range: ClosedRange<Number>
  ) throws(Failure) -> Number? {
    guard let text = value(option) else { return nil }
    guard let number = Number(text), range.contains(number) else {
      throw Failure(
        .numberNotTaken, option.syntax.flag, String(range.lowerBound), String(range.upperBound),
        text, exitCode: .wrongUsage)
    }
    return number
  }
}
