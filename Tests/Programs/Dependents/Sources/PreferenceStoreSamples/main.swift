// The samples of PreferenceStore's documentation, one after the other.
import PreferenceStore

let format = RecordFormat(name: "org.example.editor")
let file = StoreFile(path: "/tmp/editor-state", format: format)
let commit = try file.update(KeyValues()) { $0["theme"] = "dark" }
try file.makeDurable(commit)
let theme = file.current?.value(as: KeyValues.self)?["theme"]  // "dark"

let counter = StoreFile(path: "/tmp/editor-starts", format: format)
let counted = try counter.update("0") { $0 = String((Int($0) ?? 0) + 1) }

switch file.read() {
case .absent: print("no file yet")
case .good(let record), .degraded(let record): print(record.payload.count)
case .damaged: print("moved to", try file.setAside() ?? "-")
case .unreadable(let failure): print(failure)
case .newer(_, let major): print("written by version \(major)")
}

let patient = StoreFile(
  path: "/tmp/editor-state", format: format,
  budget: LockBudget(commit: .seconds(10), durable: .seconds(30)))

let watch = try StoreWatch(path: file.target)
if let answer = watch.news(of: file) { print(answer) }
