import CSystem
import Glibc

/// The certificates of the authorities that the system trusts.
enum Certificates {
  /// The file with all of them in the distributions, the most common first.
  private static let places = [
    "/etc/ssl/certs/ca-certificates.crt",  // Debian, Ubuntu, Arch, Gentoo, Alpine
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",  // Fedora, RHEL
    "/var/lib/ca-certificates/ca-bundle.pem",  // openSUSE
    "/etc/pki/tls/certs/ca-bundle.crt",  // older ones of Fedora and RHEL
    "/etc/ssl/ca-bundle.pem",  // older ones of openSUSE
    "/etc/ssl/cert.pem",  // Alpine without its bundle, Void
  ]

  /// `SSL_CERT_FILE`, else the first of the places that is readable; nil if there is none.
  static var file: String? {
    if let named = cs_environment("SSL_CERT_FILE"), named.pointee != 0 {
      return String(cString: named)
    }
    return places.first { access($0, R_OK) == 0 }
  }
}
