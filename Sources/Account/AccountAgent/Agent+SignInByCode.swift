import AccountModel
import AccountProtocol

// Signing in with a browser: a code is shown here and typed there, and the server is asked until a
// person has decided (RFC 8628). This machine never sees a password.
extension Agent {
  func signInByCode() async throws(ServiceFailure) {
    let door = try signInDoor()
    let (answer, _): (DeviceCode, String?) = try await door.askPublicly(
      "POST", "/rpc/device_code", DeviceCodeRequest(device: ownDevice))
    report(
      .code(SignInCode(address: "\(door.server.text)/device", code: answer.userCode)))
    let poll = DeviceCodePoll(deviceCode: answer.deviceCode)
    let (session, database): (SignedIn, String?)
    do throws(ServiceFailure) {
      (session, database) = try await decision(door, poll, answer)
    } catch {
      if error.failure.reason == .cancelled { withdraw(poll, door) }
      throw error
    }
    try await beginSession(session, in: database)
  }

  /// Asks until a person has decided or the code is too old.
  private func decision(
    _ door: ServerDoor, _ poll: DeviceCodePoll, _ code: DeviceCode
  ) async throws(ServiceFailure) -> (SignedIn, database: String?) {
    let end = ContinuousClock.now + .seconds(code.expiresIn)
    var pause = Duration.seconds(code.interval)
    while ContinuousClock.now < end {
      do {
        try await Task.sleep(for: pause)
      } catch {
        throw .cancelled
      }
      do throws(ServiceFailure) {
        return try await door.askPublicly("POST", "/rpc/device_token", poll)
      } catch {
        switch error.code {
        case .authorizationPending: break
        case .slowDown: pause += .seconds(5)
        case .accessDenied:
          throw ServiceFailure(AccountFailure(.signInRefused), "refused in the browser")
        case .expiredToken:
          throw ServiceFailure(AccountFailure(.codeExpired), "the server no longer has the code")
        default:
          // The network or the server may recover before the code expires; the pause grows as the
          // RFC requires (section 3.5).
          guard error.remedy == .soon else { throw error }
          pause = min(max(pause * 2, .seconds(error.failure.retryAfter ?? 0)), .seconds(60))
        }
      }
    }
    throw ServiceFailure(AccountFailure(.codeExpired), "nobody used the code in time")
  }

  /// Tells the server that the code is no longer needed. The user does not wait for that.
  private func withdraw(_ poll: DeviceCodePoll, _ door: ServerDoor) {
    farewell = Task {
      do throws(ServiceFailure) {
        _ = try await door.answer("POST", "/rpc/device_cancel", body: poll.json())
      } catch {
        log.info("the code was not withdrawn: \(error.detail)")
      }
      farewell = nil
    }
  }
}
