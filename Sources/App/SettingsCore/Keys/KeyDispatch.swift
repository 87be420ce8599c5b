import Input

/// Gives a key to the topmost layer.
func keyPressed(_ key: Key, _ state: inout SettingsState) -> [Effect] {
  let layer = KeyLayer(state)
  let language = state.language.direction
  switch layer {
  case _ where state.isWindowTooSmall: break
  case .field:
    guard state.editing?.field.handle(key, language: language) == .ignored else { return [] }
  case .signIn:
    if state.account.work == nil, state.signIn?.handle(key, language: language) == true {
      return []
    }
  case .dialog(.find(var dialog)):
    guard dialog.handle(key, language: language) == .ignored else {
      state.dialogs[state.dialogs.count - 1] = .find(dialog)
      return []
    }
  case .dialog, .screen: break
  }
  if case .holding(let modifiers, let plain) = key {
    // An Alt key that no layer uses was Escape followed by a letter.
    if modifiers == .alt, case .character = plain {
      let effects = keyPressed(.escape, &state)
      // The section may now have rows that a message or the hint had before.
      state.shownReading = nil
      state.steady = nil
      return effects + keyPressed(plain, &state)
    }
    return keyPressed(plain, &state)
  }
  let stroke = layer.isForText ? .key(key) : Keystroke(key, layout: state.layoutDirection)
  let binding = KeyMap.current(state).first { $0.keystrokes.contains(stroke) }
  return binding.map { perform($0.command, onTop: &state) } ?? []
}

/// Gives a command to the topmost layer.
func perform(_ command: KeyCommand, onTop state: inout SettingsState) -> [Effect] {
  switch command {
  case .quit: return [.quit]
  case .redraw: return [.redraw]
  case .suspend: return [.suspend]
  default: break
  }
  return switch KeyLayer(state) {
  case .dialog(.question(let dialog)): dialog.perform(command, on: &state)
  case .dialog(.reading(let dialog)): dialog.perform(command, on: &state)
  case .dialog(.list(let dialog)): dialog.perform(command, on: &state)
  case .dialog(.find(let dialog)): dialog.perform(command, on: &state)
  case .signIn: perform(command, onSignIn: &state)
  case .field: perform(command, onField: &state)
  case .screen: perform(command, on: &state)
  }
}

/// Gives a command to the screen itself.
private func perform(_ command: KeyCommand, on state: inout SettingsState) -> [Effect] {
  switch command {
  case .backward: return moveFocus(by: -1, &state)
  case .forward: return moveFocus(by: 1, &state)
  case .pageBackward: return moveFocus(by: -pageDistance, &state)
  case .pageForward: return moveFocus(by: pageDistance, &state)
  case .first: return moveFocus(by: -.max / 2, &state)
  case .last: return moveFocus(by: .max / 2, &state)
  case .toLeading: return focusNavigation(&state)
  case .toTrailing: return focusContent(&state)
  case .nextPane:
    if case .section = state.focus { return focusContent(&state) }
    return focusNavigation(&state)
  case .activate:
    if case .section = state.focus { return focusContent(&state) }
    return openField(&state) ? [] : state.section.activate(state.focus, &state)
  case .choose(let index):
    let options = state.section.content.form(state).options(first: index + 1)
    guard options.indices.contains(index) else { return [] }
    return itemChosen(options[index], &state)
  case .restart: return restartAccepted(&state)
  case .undo: return choiceUndone(&state)
  case .find: return findOpened(.everything, &state)
  case .help:
    return pageOpened(.help, &state)
  case .messages:
    return pageOpened(.messages, &state)
  case .shellLanguage: return shellToggled(.shellLanguage, &state)
  case .dismiss: return requestCancelled(&state)
  case .accept, .redraw, .suspend, .quit: return []
  }
}
