import Forms
import MirrorLayout

/// What the screen shows besides its focus: the parts that a move of the focus leaves as they are.
final class SteadyView: Sendable {
  let keys: [KeyBinding]
  let geometry: Geometry
  let footer: Footer
  let items: [Item]
  let rows: FocusRows<Item>

  init(_ plan: ScreenPlan, _ pane: SectionPane) {
    keys = plan.keys
    geometry = plan.geometry
    footer = plan.status.footer
    items = pane.items
    rows = pane.sectionRows
  }
}

/// The whole screen as a logical frame: a pure function of the state.
public func view(_ state: SettingsState) -> Frame { drawn(state).frame }

extension SettingsState {
  /// The frame of `view`, for a screen that shows it now. The scroll position of its section, and what a
  /// move of the focus does not change, are kept until something changes.
  public mutating func shownFrame() -> Frame {
    let canvas = drawn(self)
    shownReading = canvas.reading
    steady = canvas.steady
    return canvas.frame
  }
}

/// The targets of a pointer on the screen, the topmost last.
func targets(_ state: SettingsState) -> [TargetArea] { drawn(state, targets: []).targets ?? [] }

private func drawn(_ state: SettingsState, targets: [TargetArea]? = nil) -> Canvas {
  var canvas = Canvas(state, targets: targets)
  draw(state, on: &canvas)
  return canvas
}

private func draw(_ state: SettingsState, on canvas: inout Canvas) {
  guard !state.isWindowTooSmall else { return drawTooSmall(state, on: &canvas) }
  let plan = ScreenPlan(state)
  TitleRow(state: state, geometry: plan.geometry).draw(on: &canvas)
  // Set even while a message covers everything.
  canvas.frame.focus = state.focus.identifier
  if let form = state.signIn {
    SignInPane(form, state, in: plan.content).draw(on: &canvas)
  } else if !plan.body.isEmpty {
    SettingsBody(state, plan).draw(on: &canvas)
  }
  guard let dialog = state.dialogs.last else { return plan.status.draw(on: &canvas) }
  canvas.dim()
  plan.status.draw(on: &canvas)
  switch dialog {
  case .question(let dialog): dialog.draw(state, plan, on: &canvas)
  case .reading(let dialog): dialog.draw(state, plan, on: &canvas)
  case .list(let dialog): dialog.draw(state, plan, on: &canvas)
  case .find(let dialog): dialog.draw(state, plan, on: &canvas)
  }
}

private func drawTooSmall(_ state: SettingsState, on canvas: inout Canvas) {
  let line = Text.message(.windowTooSmall).paragraph(in: state.wording)
    .truncated(to: state.size.columns)
  canvas.text(line, row: 0, column: 0, role: .normal)
  canvas.frame.focus = "window.tooSmall"
}

/// How far the section is scrolled, and how much of it is hidden.
func reading(_ state: SettingsState) -> Reading {
  if let shown = state.shownReading { return shown }
  return SettingsBody(state, ScreenPlan(state)).reading
}
