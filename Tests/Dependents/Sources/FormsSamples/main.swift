// The samples of Forms's documentation, one after the other.
import Forms

let form = Form([
  Card(
    "Profile",
    [
      .value("Name", "Omar", id: "name"),
      .toggle("Share usage data", isOn: true, word: "On", id: "usage"),
      .action("Sign out", id: "out"),
    ])
])
let grid = form.frame(columns: 34, focus: "name").laidOut(.rightToLeft)

for part in form.spoken { print(part.text.label, part.text.value ?? "") }
