/// The version of the package, its programs and its server's interface (Semantic Versioning). The
/// release is tagged with it.
public let packageVersion = "1.0.0"
