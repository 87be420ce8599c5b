import AccountModel
import StrictJSON

/// A message in the form of one JSON object.
public protocol JSONMessage: Codable, Sendable {
  /// Checks each decoded field and normalizes it.
  mutating func validate() throws(InvalidField)
}

extension JSONMessage {
  public mutating func validate() throws(InvalidField) {}
}

/// The answer to `GET /rpc/me`.
extension Account: JSONMessage {}

/// The answer to `GET /rpc/app_config`.
extension AppConfiguration: JSONMessage {}

/// Why bytes are not a valid message.
public enum MessageError: Error, Hashable, Sendable {
  /// Not UTF-8, not JSON, too deep, or too large.
  case invalidJSON
  case invalidField(InvalidField)
}

extension JSONMessage {
  /// Reads a message: UTF-8, within the limits of size and depth, with valid fields.
  ///
  /// ```swift
  /// let change = try AccountChange(json: Array(#"{"note": "tea"}"#.utf8))
  /// ```
  ///
  /// - Parameter limit: the maximum size in bytes.
  /// - Throws: why the bytes are not a valid message.
  public init(json bytes: [UInt8], limit: Int = Bounds.body) throws(MessageError) {
    guard bytes.count <= limit else { throw .invalidJSON }
    do {
      self = try JSON(reading: bytes, depth: Bounds.depth).decode(Self.self)
    } catch let error as DecodingError {
      throw MessageError(error)
    } catch let error as InvalidField {
      throw .invalidField(error)
    } catch {
      throw .invalidJSON
    }
    do throws(InvalidField) {
      try validate()
    } catch {
      throw .invalidField(error)
    }
  }

  /// The message as JSON in UTF-8 on one line, with sorted keys.
  public func json() -> [UInt8] {
    do {
      return try JSON(encoding: self).utf8
    } catch {
      // Only a number that is not finite, or a type that throws; a message has neither.
      fatalError("\(Self.self) cannot be encoded: \(error)")
    }
  }
}

extension MessageError {
  fileprivate init(_ error: DecodingError) {
    switch error {
    case .keyNotFound(let key, let context):
      self = .invalidField(InvalidField(Self.name(context.codingPath + [key]), .missing))
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      self = .invalidField(InvalidField(Self.name(context.codingPath), .wrongType))
    case .dataCorrupted(let context) where !context.codingPath.isEmpty:
      // This includes a number that does not fit its type.
      self = .invalidField(InvalidField(Self.name(context.codingPath), .wrongType))
    default: self = .invalidJSON
    }
  }

  private static func name(_ path: [any CodingKey]) -> String {
    path.isEmpty ? "body" : path.map(\.stringValue).joined(separator: ".")
  }
}

extension KeyedDecodingContainer {
  /// Decodes a field that may be absent but not null.
  func optional<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T? {
    contains(key) ? try decode(type, forKey: key) : nil
  }
}
