/// The layer that receives the keys.
enum KeyLayer {
  case dialog(Dialog)
  case signIn
  case field(Editing)
  case screen

  init(_ state: SettingsState) {
    if let dialog = state.dialogs.last {
      self = .dialog(dialog)
    } else if state.signIn != nil {
      self = .signIn
    } else if let editing = state.editing {
      self = .field(editing)
    } else {
      self = .screen
    }
  }

  var isForText: Bool {
    switch self {
    case .signIn, .field, .dialog(.find): true
    case .dialog, .screen: false
    }
  }
}
