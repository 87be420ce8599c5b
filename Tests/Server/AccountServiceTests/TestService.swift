import AccountDatabase
import AccountModel
import AccountProtocol
import AccountService
import Dispatch
import SQLiteShell
import Synchronization
import TestFolders

/// The account service on a database of a test, without HTTP. Its people have one password.
final class TestService {
  static let password = "correct horse"

  private let folder: TestFolder
  private(set) var service: Service
  private var storage: FileStorage

  init(users: [String] = ["ana"]) throws {
    folder = try TestFolder()
    let database = try AccountDatabase(path: "\(folder.path)/accounts.db")
    let hash = Passwords.hash(Self.password, .random)
    for login in users {
      try database.addAccount(
        NewAccount(login: login, name: login, language: "en", passwordHash: hash))
    }
    (storage, service) = try Self.start(folder)
  }

  deinit { storage.finish() }

  /// Ends the service, and begins it on the same file.
  func restart() throws {
    service.beginStopping()
    storage.finish()
    (storage, service) = try Self.start(folder)
  }

  private static func start(_ folder: TestFolder) throws -> (FileStorage, Service) {
    let path = "\(folder.path)/accounts.db"
    let database = try AccountDatabase(path: path)
    let storage = FileStorage(
      database, try database.identity(), path: path, place: FilePlace(path)!)
    let service = Service(
      standing: Standing { _ in }, storage: storage, passwords: Passwords(cost: .random)!,
      settings: ServiceSettings(), log: try AccessLog(path: "\(folder.path)/log"))
    return (storage, service)
  }

  @discardableResult
  func sql(_ statement: String) -> String? { runSQL(statement, in: "\(folder.path)/accounts.db") }

  /// Waits for an answer; throws the refusal if it is one.
  func result<Value>(_ answer: Answer<Value, Refused>) throws(Refused) -> Value {
    let told = Mutex<Result<Value, Refused>?>(nil)
    let isTold = DispatchSemaphore(value: 0)
    switch answer {
    case .now(let result): return try result.get()
    case .later(let work), .held(let work):
      work { result in
        told.withLock { $0 = result }
        isTold.signal()
      }
    }
    guard isTold.wait(timeout: .now() + 20) == .success else { fatalError("no answer") }
    return try told.withLock { $0! }.get()
  }

  func signIn(
    _ login: String = "ana", _ password: String = password, device: Character? = nil,
    _ kind: SessionKind = .app, from address: ClientAddress = .none
  ) throws(Refused) -> NewSession {
    let message = SignIn(
      login: login, password: password, device: device.map { String(repeating: $0, count: 32) })
    return try result(service.signIn(message, kind, from: address))
  }

  func live(_ session: NewSession) throws(Refused) -> LiveSession {
    try service.session(of: session.token)
  }

  /// Why something is refused; nil if it is not.
  func refusal<Value>(_ body: () throws(Refused) -> Value) -> Refused? {
    do throws(Refused) {
      _ = try body()
      return nil
    } catch {
      return error
    }
  }
}
