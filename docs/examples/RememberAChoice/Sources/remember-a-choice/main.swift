import Glibc
import PreferenceStore

/// Remembers a language in a file that survives kills and power cuts, and says what it remembers.
///
///     swift run remember-a-choice               # what is in /tmp/remembered-choice
///     swift run remember-a-choice FILE          # what is in another file
///     swift run remember-a-choice FILE ar       # remember ar
///     swift run remember-a-choice FILE --watch  # a line at each change, until interrupted
let path = CommandLine.arguments.dropFirst().first ?? "/tmp/remembered-choice"
let file = PreferenceFile(path: path)

/// What a person should know of the file. The answers are never mixed up: a file that is damaged is
/// not one that is absent.
func describe(_ answer: ReadAnswer) -> String {
  switch answer {
  case .absent: "nothing is remembered yet"
  case .good(let stored): "remembered: \(stored.language)"
  case .degraded(let stored): "remembered: \(stored.language); the next change mends the file"
  case .damaged: "the file is damaged"
  case .unreadable(let failure): "the file cannot be read: \(failure)"
  case .newer(let stored, let major):
    "remembered: \(stored.language), by version \(major), which is not written to here"
  }
}

switch CommandLine.arguments.dropFirst(2).first {
case nil:
  let answer = file.read()
  print(describe(answer))
  // Reading changes nothing. Whoever wants a new file has the damaged one set aside.
  if answer == .damaged, let name = try file.setAside() { print("it is kept as \(name)") }
case "--watch":
  let watch = try PreferenceWatch(path: path)
  print(describe(file.read()))
  while true {
    var change = pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)
    _ = poll(&change, 1, -1)
    if let news = watch.news(of: file) { print(describe(news)) }
  }
case .some(let code):
  // Written is safe from a kill; durable is safe from a power cut, and may wait for the disk.
  let commit = try file.commit(PreferenceChanges(language: code, followsSystemLanguage: false))
  try file.makeDurable(commit)
  print("remembered: \(code)")
}
