import Foundation
import ServerHarness

/// A message as Python's email package reads it.
struct MailReader: Decodable {
  struct Part: Decodable {
    let type: String
    let charset: String
    let encoding: String
    let language: String
    let text: String
  }

  let headers: [String: String]
  let parts: [Part]
  let defects: [String]
  let longestLine: Int
  let isASCII: Bool

  var plain: Part? { parts.first { $0.type == "text/plain" } }
  var html: Part? { parts.first { $0.type == "text/html" } }

  subscript(name: String) -> String? { headers[name] }

  init(_ path: String) throws {
    let script = """
      import email, email.policy, json, sys
      data = open(sys.argv[1], 'rb').read()
      message = email.message_from_bytes(data, policy=email.policy.default)
      parts = [p for p in message.walk() if not p.is_multipart()]
      defects = [repr(d) for p in message.walk() for d in p.defects]
      defects += [repr(d) for p in message.walk() for v in p.values() for d in v.defects]
      print(json.dumps({
        'headers': {k: str(v) for k, v in message.items()},
        'parts': [{'type': p.get_content_type(), 'charset': p.get_content_charset(),
                   'encoding': p['Content-Transfer-Encoding'],
                   'language': p['Content-Language'],
                   'text': p.get_content().replace('\\r\\n', '\\n')} for p in parts],
        'defects': defects,
        'longestLine': max(len(l.rstrip(b'\\r')) for l in data.split(b'\\n')),
        'isASCII': all(b < 128 for b in data)}))
      """
    let output = try runProgram("/usr/bin/python3", ["-c", script, path]).output
    self = try JSONDecoder().decode(Self.self, from: Data(output.utf8))
  }
}
