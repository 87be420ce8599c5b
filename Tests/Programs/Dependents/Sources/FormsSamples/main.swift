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

var isArabic = true
let languages = Form([
  Card(
    "Language",
    [
      .option("العربية", .radio(isCurrent: isArabic), id: "ar"),
      .option("English", detail: "as the system", .radio(isCurrent: !isArabic), id: "en"),
      .button("Done", id: "done"),
    ])
])
let below = languages.ids.drop { $0 != "ar" }.dropFirst().first  // "en", where Down goes

for part in form.spoken { print(part.text.label, part.text.value ?? "") }
