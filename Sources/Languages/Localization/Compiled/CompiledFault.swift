/// The fault of a compiled catalog. Its sources are read instead.
public enum CompiledFault: String, Error, Hashable, Sendable {
  /// Its size differs from the one in its header.
  case truncated = "its size differs from the one in its header"
  /// It is not a compiled catalog.
  case foreign = "it is not a compiled catalog"
  /// Another version of the program wrote it.
  case version = "another version of the program wrote it"
  /// The header's checksum is wrong.
  case header = "its header is damaged"
  /// An entry leads out of the file, or the checksum of the entries is wrong.
  case index = "its index is damaged"
  /// The checksum of a text is wrong.
  case texts = "its texts are damaged"
  /// The disk has failed, or the file has shrunk while it was in use.
  case unreadable = "it can only be read in part"
}
