import PreferenceStore

/// The 16 random bytes that identify a preference file. A new file is a new device to the account.
public typealias DeviceIdentifier = FileIdentifier
/// Why a change is not in the preference file, or may not be on the disk.
public typealias PreferenceError = StoreError
/// The result of reading the preference file.
public typealias ReadAnswer = PreferenceStore.ReadAnswer<Preference>

extension StoreError.Field {
  public static let language = StoreError.Field(rawValue: "language")
  public static let market = StoreError.Field(rawValue: "market")
  public static let entries = StoreError.Field(rawValue: "entries")
}
