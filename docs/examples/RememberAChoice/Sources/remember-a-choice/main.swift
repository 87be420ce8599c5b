import Glibc
import PreferenceStore

/// Remembers a language in a file that survives kills and power cuts, and says what it remembers.
///
///     swift run remember-a-choice               # what is in /tmp/remembered-choice
///     swift run remember-a-choice FILE          # what is in another file
///     swift run remember-a-choice FILE ar       # remember ar
///     swift run remember-a-choice FILE --watch  # a line at each change, until interrupted
let path = CommandLine.arguments.dropFirst().first ?? "/tmp/remembered-choice"
let file = StoreFile(path: path, format: RecordFormat(name: "org.example.remember-a-choice"))

/// What a person should know of the file. The answers are never mixed up: a file that is damaged is
/// not one that is absent.
func describe(_ answer: ReadAnswer<StoredRecord>) -> String {
  let language = answer.content?.value(as: KeyValues.self)?["language"] ?? "nothing"
  return switch answer {
  case .absent: "nothing is remembered yet"
  case .good: "remembered: \(language)"
  case .degraded: "remembered: \(language); the next change mends the file"
  case .damaged: "the file is damaged"
  case .unreadable(let failure): "the file cannot be read: \(failure)"
  case .newer(_, let major):
    "remembered: \(language), by version \(major), which is not written to here"
  }
}

switch CommandLine.arguments.dropFirst(2).first {
case nil:
  let answer = file.read()
  print(describe(answer))
  // Reading changes nothing. Whoever wants a new file has the damaged one set aside. A file of
  // another program is not moved.
  if answer == .damaged, let name = try? file.setAside() { print("it is kept as \(name)") }
case "--watch":
  let watch = try StoreWatch(path: path)
  print(describe(file.read()))
  while true {
    var change = pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)
    _ = poll(&change, 1, -1)
    if let news = watch.news(of: file) { print(describe(news)) }
  }
case .some(let code):
  // Written is safe from a kill; durable is safe from a power cut, and may wait for the disk.
  let commit = try file.update(KeyValues()) { $0["language"] = code }
  try file.makeDurable(commit)
  print("remembered: \(code)")
}
