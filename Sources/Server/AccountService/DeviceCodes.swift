import AccountDatabase
import AccountProtocol
import SystemCalls

// A device that shows a code instead of asking for a password (RFC 8628, R64).

extension Service {
  /// Gives a device a code to show and one to poll with.
  package func giveDeviceCode(
    _ message: DeviceCodeRequest, to address: ClientAddress
  ) -> Answer<DeviceCode, Refused> {
    let (deviceCode, userCode) = (Token.random(), UserCode.random())
    let code = NewDeviceCode(
      hash: deviceCode.hash, userCodeHash: userCode.hash, device: message.device,
      network: AttemptKey.network(of: address), address: address.description,
      expiresAt: SystemClock.millisecondsSince1970() + settings.deviceCodeLength,
      pause: settings.pollSeconds * 1000)
    return change(of: nil) { [settings] database throws(DatabaseError) in
      try database.addDeviceCode(code, limit: settings.deviceCodesForAddress)
    }.map { [settings] isAdded throws(Refused) in
      guard isAdded else {
        throw Refused(.tooManyAttempts, retryAfter: settings.deviceCodeLength / 1000)
      }
      return DeviceCode(
        deviceCode: deviceCode.text, userCode: userCode.text,
        expiresIn: settings.deviceCodeLength / 1000, interval: settings.pollSeconds)
    }
  }

  /// Begins the session of a device that polls, once a person has allowed it.
  package func pollDeviceCode(_ poll: DeviceCodePoll) throws(Refused) -> Answer<NewSession, Refused>
  {
    let code = try token(of: poll)
    return change(of: nil) { [self] database throws(DatabaseError) in
      let state = try database.pollDeviceCode(hash: code.hash)
      guard case .allowed(let account, let device) = state else { return (state, nil) }
      let session = newSession(account: account, device: device, .app)
      return (state, try database.addSession(session))
    }.map { [self] (state: DeviceCodeState, session: NewSession?) throws(Refused) in
      switch state {
      case .pending: throw Refused(.authorizationPending)
      case .tooOften: throw Refused(.slowDown)
      case .refused: throw Refused(.accessDenied)
      case .expired: throw Refused(.expiredToken)
      case .allowed(let account, _):
        // A new session ends the former one of its device.
        committed(account)
        guard let session else { throw Refused(.failed) }
        return session
      }
    }
  }

  /// Withdraws a code that nobody waits for any more.
  package func withdrawDeviceCode(_ poll: DeviceCodePoll) throws(Refused) -> Answer<Void, Refused> {
    let code = try token(of: poll)
    return change(of: nil) { database throws(DatabaseError) in
      try database.removeDeviceCode(hash: code.hash)
    }
  }

  /// Decides about the code of a device, or without a decision says what there is to decide. A code
  /// that is not valid is a failed attempt.
  ///
  /// - Returns: nil if the code is not valid.
  package func decide(
    _ decision: DeviceDecision?, _ code: UserCode?, by session: LiveSession,
    from address: ClientAddress
  ) throws(Refused) -> Answer<DeviceCodeOutcome?, Refused> {
    let limits = limits(AttemptKey.codes(session.account), address)
    // As with passwords: every attempt is in at least one of the two counts.
    let pending = attempts.begin(limits)
    do throws(Refused) {
      try admit(limits, pending)
    } catch {
      attempts.end(limits)
      throw error
    }
    return change(of: nil) { database throws(DatabaseError) in
      let outcome = try code.flatMap { code throws(DatabaseError) in
        try database.decide(decision, code, session)
      }
      if outcome == nil { try database.countFailure(limits) }
      return outcome
    }.mapResult { [attempts] result in
      attempts.end(limits)
      return result
    }
  }

  private func token(of poll: DeviceCodePoll) throws(Refused) -> Token {
    // What is no code of this server was never given.
    guard let code = Token(poll.deviceCode) else { throw Refused(.expiredToken) }
    return code
  }
}

/// What a person decides about a device.
package enum DeviceDecision: String, Sendable {
  case allow
  case refuse
}

/// What became of a code that a person typed.
package enum DeviceCodeOutcome: Sendable {
  /// There is something to decide.
  case asked(UserCode, DeviceRequest)
  case decided(DeviceDecision)
}

extension AccountDatabase {
  fileprivate func decide(
    _ decision: DeviceDecision?, _ code: UserCode, _ session: LiveSession
  ) throws(DatabaseError) -> DeviceCodeOutcome? {
    switch decision {
    case .allow:
      try allowDevice(
        userCodeHash: code.hash, account: session.account, by: session.tokenHash)
        ? .decided(.allow) : nil
    case .refuse: try refuseDevice(userCodeHash: code.hash) ? .decided(.refuse) : nil
    case nil: try deviceRequest(userCodeHash: code.hash).map { .asked(code, $0) }
    }
  }
}
