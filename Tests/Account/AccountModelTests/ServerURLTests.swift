import AccountModel
import Testing

@Suite("The address of a server, and the paths of its files")
struct ServerURLTests {
  @Test(
    "R36: an address is normalized",
    arguments: [
      ("https://accounts.example.org", "https://accounts.example.org", "accounts.example.org"),
      ("HTTPS://Accounts.Example.ORG/", "https://accounts.example.org", "accounts.example.org"),
      ("http://127.0.0.1:8480", "http://127.0.0.1:8480", "127.0.0.1"),
      ("http://[::1]:8480/Lisan/", "http://[::1]:8480/Lisan", "::1"),
    ])
  func valid(_ text: String, _ form: String, _ host: String) throws {
    let url = try #require(ServerURL(text))
    #expect(url.text == form)
    #expect(url.host == host)
  }

  @Test(
    "R36: a text that is not an address of a server is refused",
    arguments: [
      "", "accounts.example.org", "ftp://a", "http://", "http:///x", "http://a:0", "http://a:x",
      "http://a:99999", "http://ana:secret@a", "http://a/?x", "http://a/#x", "http://[::1",
      "http://[a]",
      "http://a b", "http://a/%2e", "file:///etc/passwd", "http://ع.example",
    ])
  func invalid(_ text: String) {
    #expect(ServerURL(text) == nil)
  }

  @Test("Only addresses of this machine count as loopback")
  func loopback() throws {
    for text in ["http://localhost:1", "http://127.0.0.1", "http://127.9.9.9:2", "http://[::1]"] {
      #expect(try #require(ServerURL(text)).isLoopback, "\(text)")
    }
    for text in ["http://127.0.0.1.example.org", "http://localhost.example.org", "http://10.0.0.1"]
    {
      #expect(try !#require(ServerURL(text)).isLoopback, "\(text)")
    }
  }

  @Test("Each server and each preference file has separate paths")
  func places() throws {
    let servers = [nil, ServerURL("http://a:1"), ServerURL("http://a:2"), ServerURL("http://a/1")]
    let places = servers.map { AccountFiles(dataDirectory: "/d", server: $0) }
    #expect(Set(places.map(\.directory)).count == 4)
    let long = String(repeating: "/ب", count: 1000)
    let names = ["/p", "/p/", "/q/p", long].map { places[1].ledger(of: $0) }
    #expect(Set(names).count == 4)
    for name in names + places.map(\.directory) {
      #expect(name.split(separator: "/").allSatisfy { $0.utf8.count < 100 })
    }
  }
}
