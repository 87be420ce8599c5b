import MirrorLayout

/// The division of the screen's rows: the title, the body, and the status rows below it.
struct ScreenPlan {
  let geometry: Geometry
  /// The keys that work now.
  let keys: [KeyBinding]
  /// The rows below the body.
  let status: StatusRows
  /// The rows of the settings or the sign-in form.
  let body: Range<Int>

  init(_ state: SettingsState) {
    geometry = Geometry(state)
    keys = KeyMap.current(state)
    status = StatusRows(state, geometry, keys)
    let end = state.size.rows - status.count
    body = min(geometry.bodyTop, end)..<end
  }

  var content: Area { geometry.content(body) }
}
