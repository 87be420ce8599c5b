import AccountModel

/// The body of `POST /rpc/device_code`: a device requests a code with which a person signs it in on
/// the server's page (RFC 8628).
public struct DeviceCodeRequest: Hashable, JSONMessage {
  /// The session's device, as in `SignIn`.
  public var device: String?

  public init(device: String? = nil) { self.device = device }

  public init(from decoder: any Decoder) throws {
    device = try decoder.container(keyedBy: CodingKeys.self).optional(String.self, .device)
  }

  public mutating func validate() throws(InvalidField) {
    if let device { self.device = try FieldRules.device(device) }
  }
}

/// The answer to `POST /rpc/device_code` (RFC 8628, section 3.2). It contains no address: the page
/// is `/device` at the server's address as the device knows it, so no answer can send a person to
/// another server.
public struct DeviceCode: Hashable, JSONMessage {
  /// The secret that the device polls with.
  public var deviceCode: String
  /// The code that the person types into the page.
  public var userCode: String
  /// How long both codes are valid, in seconds.
  public var expiresIn: Int64
  /// The minimum time between two polls, in seconds.
  public var interval: Int64

  public init(deviceCode: String, userCode: String, expiresIn: Int64, interval: Int64) {
    self.deviceCode = deviceCode
    self.userCode = userCode
    self.expiresIn = expiresIn
    self.interval = interval
  }

  enum CodingKeys: String, CodingKey {
    case deviceCode = "device_code"
    case userCode = "user_code"
    case expiresIn = "expires_in"
    case interval
  }

  public mutating func validate() throws(InvalidField) {
    deviceCode = try FieldRules.token(deviceCode)
    userCode = try FieldRules.userCode(userCode)
    expiresIn = try FieldRules.number(expiresIn, "expires_in", Bounds.codeSeconds)
    interval = try FieldRules.number(interval, "interval", Bounds.pollSeconds)
  }
}

/// The body of `POST /rpc/device_token`, which asks whether a person has decided, and of
/// `POST /rpc/device_cancel`, which withdraws the codes.
public struct DeviceCodePoll: Hashable, JSONMessage {
  public var deviceCode: String

  public init(deviceCode: String) { self.deviceCode = deviceCode }

  enum CodingKeys: String, CodingKey {
    case deviceCode = "device_code"
  }

  public mutating func validate() throws(InvalidField) {
    deviceCode = try FieldRules.token(deviceCode)
  }
}
