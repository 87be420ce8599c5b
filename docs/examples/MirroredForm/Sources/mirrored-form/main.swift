import Forms

/// Lays a form out once and draws it in both directions. Column 0 is where reading begins.
///
///     swift run mirrored-form
let form = Form([
  Card(
    "Profile",
    [
      .value("Name", "ليلى Haddad", id: "name"), .value("Version", "1.2 (beta)"),
      .toggle("Share usage data", isOn: true, word: "On", id: "usage"),
      .action("Sign out", id: "out"),
    ])
])
for direction in Direction.allCases {
  let grid = form.frame(columns: 34, focus: "name").laidOut(direction)
  for row in 0..<grid.size.rows { print(grid.text(row: row)) }
}
