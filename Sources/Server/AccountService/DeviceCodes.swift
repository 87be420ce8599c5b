import AccountDatabase
import AccountProtocol
import SystemCalls

// A device that shows a code instead of asking for a password (RFC 8628, R64).

extension Route {
  /// `POST /rpc/device_code`: gives a device a code to show and one to poll with.
  static let deviceCode: Handler = { service, request throws(Refused) in
    let message = try service.message(DeviceCodeRequest.self, in: request)
    let (deviceCode, userCode) = (Token.random(), UserCode.random())
    let settings = service.settings
    let code = NewDeviceCode(
      hash: deviceCode.hash, userCodeHash: userCode.hash, device: message.device,
      network: AttemptKey.network(of: request.address), address: request.address.description,
      expiresAt: SystemClock.millisecondsSince1970() + settings.deviceCodeLength,
      pause: settings.pollSeconds * 1000)
    return try service.change(for: request, of: nil) { database throws(DatabaseError) in
      try database.addDeviceCode(code, limit: settings.deviceCodesForAddress)
    } then: { isAdded in
      guard isAdded else {
        return service.refuse(
          Refused(.tooManyAttempts, retryAfter: settings.deviceCodeLength / 1000), to: request)
      }
      return Response(
        json: DeviceCode(
          deviceCode: deviceCode.text, userCode: userCode.text,
          expiresIn: settings.deviceCodeLength / 1000, interval: settings.pollSeconds))
    }
  }

  /// `POST /rpc/device_token`: begins the device's session once a person has allowed it.
  static let deviceToken: Handler = { service, request throws(Refused) in
    let code = try service.polledCode(request)
    return try service.change(for: request, of: nil) { database throws(DatabaseError) in
      let state = try database.pollDeviceCode(hash: code.hash)
      guard case .allowed(let account, let device) = state else { return (state, nil) }
      let session = service.newSession(account: account, device: device, .app)
      return (state, try database.addSession(session))
    } then: { (state: DeviceCodeState, session: NewSession?) in
      switch state {
      case .pending: return service.refuse(.authorizationPending, to: request)
      case .tooOften: return service.refuse(.slowDown, to: request)
      case .refused: return service.refuse(.accessDenied, to: request)
      case .expired: return service.refuse(.expiredToken, to: request)
      case .allowed(let account, _):
        // A new session ends the former one of its device.
        service.committed(account)
        return session?.answer ?? service.refuse(.failed, to: request)
      }
    }
  }

  /// `POST /rpc/device_cancel`: withdraws a code that nobody waits for any more.
  static let cancelDeviceCode: Handler = { service, request throws(Refused) in
    let code = try service.polledCode(request)
    return try service.change(for: request, of: nil) { database throws(DatabaseError) in
      try database.removeDeviceCode(hash: code.hash)
    } then: {
      .nothing
    }
  }
}

extension Service {
  fileprivate func polledCode(_ request: Request) throws(Refused) -> Token {
    let message = try message(DeviceCodePoll.self, in: request)
    // What is no code of this server was never given.
    guard let code = Token(message.deviceCode) else { throw Refused(.expiredToken) }
    return code
  }
}
